//! The two JSON formats: [`json`](own), which is this project's own format, and [`fpuzzles`].
//!
//! A single reader handles both formats, even within the same input.

mod fpuzzles;
mod own;
mod reader;
mod value;

pub use own::{JsonCells, JsonPuzzle};

use super::format_spec::FormatSpec;
use super::structure::{Opened, Structure};
use crate::board::Variant;
use reader::JsonReader;

/// The specification of the `json` format.
pub(super) const OWN: FormatSpec = FormatSpec {
    extensions: &["json", "jsonl", "ndjson"],
    candidates: true,
    solutions: true,
    remarks: true,
    variants: &Variant::ALL,
    box_shapes: true,
    ..FormatSpec::structured(&STRUCTURE, own::write)
};

/// The specification of the `fpuzzles` format.
pub(super) const FPUZZLES: FormatSpec = FormatSpec {
    solutions: true,
    variants: &[Variant::X, Variant::AntiKnight, Variant::AntiKing, Variant::Disjoint],
    box_shapes: true,
    ..FormatSpec::structured(&STRUCTURE, fpuzzles::write)
};

pub(super) static STRUCTURE: Structure = Structure {
    recognizes: |start| match start.line.chars().next() {
        Some('{') => matches!(start.second, Some('"' | '}')),
        Some('[') => start.second == Some('{'),
        _ => false,
    },
    open: |_| Opened::Lines(Box::new(JsonReader::new())),
};
