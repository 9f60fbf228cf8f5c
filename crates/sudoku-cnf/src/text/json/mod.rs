//! The two JSON formats: [`json`](own), which is this project's own format, and [`fpuzzles`], also in links.
//!
//! A single reader handles both formats, even within the same input.

#![allow(
    clippy::cast_possible_truncation,
    reason = "the numbers are checked, or are those of cells and digits"
)]

mod bracket;
mod fpuzzles;
mod link;
mod lz_string;
mod own;
mod presentation;
mod reader;
mod rules;
mod search;
mod serialize;
mod sudokupad;
mod value;
mod versioned;
mod zipped;

pub use own::{JsonCells, JsonPuzzle};
pub use versioned::{has_known_version, json_line};

use super::format_spec::FormatSpec;
use super::link_text::has_link;
use super::rule_list::RuleList;
use super::structure::Structure;
use crate::puzzle::board::Variant;
use crate::puzzle::rule::Definitions;
use link::LinkReader;
use reader::JsonReader;
use serde_json::Value;
use value::JsonObject;

/// The specification of the `json` format.
pub(super) const OWN: FormatSpec = FormatSpec {
    extensions: &["json", "jsonl", "ndjson"],
    candidates: true,
    rules: true,
    solutions: true,
    remarks: true,
    presentation: true,
    variants: Variant::ALL,
    box_shapes: true,
    layouts: true,
    ..FormatSpec::structured(&STRUCTURE, own::write)
};

/// The specification of the `fpuzzles` format.
pub(super) const FPUZZLES: FormatSpec = FormatSpec {
    rules: true,
    solutions: true,
    remarks: true,
    presentation: true,
    variants: &[Variant::X, Variant::AntiKnight, Variant::AntiKing, Variant::Disjoint],
    box_shapes: true,
    ..FormatSpec::structured(&LINKS, fpuzzles::write)
};

/// The specification of the `fpuzzles-link` format.
pub(super) const FPUZZLES_LINK: FormatSpec =
    FormatSpec { write: link::write, exceeded_length: link::exceeded_length, ..FPUZZLES };

/// Links to f-puzzles, or JSON if the user set the format and the text contains no link.
static LINKS: Structure = Structure {
    recognizes: |start| has_link(start.line),
    open: |line| {
        if has_link(line) { Box::<LinkReader>::default() } else { (STRUCTURE.open)(line) }
    },
};

pub(super) static STRUCTURE: Structure = Structure {
    recognizes: |start| match start.line.chars().next() {
        Some('{') => matches!(start.second(), Some('"' | '}')),
        Some('[') => start.second() == Some('{'),
        _ => false,
    },
    open: |_| Box::<JsonReader>::default(),
};

/// Reads a JSON object whose fields are the names of rules, or an object with such an object in the field
/// `constraints`.
///
/// # Errors
/// Returns a message if the text is not such an object.
pub(super) fn rule_list(text: &str) -> Result<RuleList, String> {
    let object: JsonObject = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let constraints = object.get("constraints").and_then(Value::as_object);
    let definitions = rules::definitions(&object, &Definitions::default());
    let list = definitions.and_then(|known| rules::read_only_rules(constraints.unwrap_or(&object), &known));
    list.map_err(|error| error.to_string())
}
