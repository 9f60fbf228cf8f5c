//! The puzzle in the form in which the page stores it.

use serde::Serialize;
use sudoku_cnf::puzzle::board::Boxes;
use sudoku_cnf::text::{Record, RuleList};

use crate::board::alphabet;
use crate::input::read;

/// A puzzle: its board, givens and rules.
#[derive(Debug, Serialize)]
pub(crate) struct State {
    size: usize,
    /// The shape of rectangular boxes.
    #[serde(rename = "box")]
    shape: Option<String>,
    /// The region of each cell of a jigsaw.
    regions: Option<Vec<u16>>,
    variants: Vec<&'static str>,
    /// The given of each cell, or 0.
    givens: Vec<usize>,
    excluded: Vec<[usize; 3]>,
    definitions: Vec<String>,
    rules: Vec<String>,
    title: Option<String>,
    symbols: Option<&'static str>,
    /// A note about the way in which the text was read.
    note: Option<String>,
}

/// Reads any text that `sudoku-cli convert` reads, with a list of additional rules.
pub(crate) fn read_state(text: &str, rules: &str) -> Result<State, String> {
    let list = RuleList::parse(rules).map_err(|error| format!("rules: line {error}"))?;
    let mut definitions: Vec<String> =
        list.definitions.iter().map(|definition| definition.text().to_owned()).collect();
    let mut state = state(&read(text, list)?);
    // Definitions that no rule uses are not part of the puzzle.
    definitions.retain(|text| !state.definitions.contains(text));
    state.definitions.append(&mut definitions);
    Ok(state)
}

/// Returns the puzzle of a record.
pub(crate) fn state(record: &Record) -> State {
    let puzzle = &record.puzzle;
    let geometry = puzzle.geometry();
    let (shape, regions) = match geometry.boxes() {
        Boxes::Shape(shape) => (Some(shape.to_string()), None),
        Boxes::Regions(regions) => (None, Some(regions.cell_regions().to_vec())),
    };
    let digit = |cell| puzzle.get(cell).map_or(0, |digit| digit.get());
    let excluded = puzzle.excluded().iter();
    State {
        size: geometry.size(),
        shape,
        regions,
        variants: geometry.variants().iter().map(|variant| variant.name()).collect(),
        givens: geometry.cells().map(digit).collect(),
        excluded: excluded.map(|out| [out.cell.row(), out.cell.column(), out.digit.get()]).collect(),
        definitions: puzzle.definitions().iter().map(|definition| definition.text().to_owned()).collect(),
        rules: puzzle.rules().iter().map(ToString::to_string).collect(),
        title: record.remark.clone(),
        symbols: alphabet(record).map(|alphabet| alphabet.name()),
        note: record.note.as_ref().map(ToString::to_string),
    }
}
