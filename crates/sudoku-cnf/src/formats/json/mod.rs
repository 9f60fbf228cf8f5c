//! The formats in JSON: [`json`](own), this project's own, and [`fpuzzles`]. One reader reads both, also
//! mixed.

mod fpuzzles;
mod own;
mod reader;
mod value;

pub use own::{JsonCells, JsonPuzzle};

use super::format_spec::FormatSpec;
use super::structure::{Opened, Structure};
use crate::board::Variant;
use reader::JsonReader;

/// The specification of this project's own JSON.
pub(super) const OWN: FormatSpec = FormatSpec {
    extensions: &["json", "jsonl", "ndjson"],
    candidates: true,
    solutions: true,
    remarks: true,
    variants: &Variant::ALL,
    box_shapes: true,
    ..FormatSpec::structured(&STRUCTURE, own::write)
};

/// The specification of the JSON of f-puzzles.
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
