//! Finds the boards in JSON values with any structure.
//!
//! A field that is named like a puzzle contains one. In objects without such a field, any string of n² cells,
//! any array of n² cells and any array of n rows is a board.

use serde_json::Value;

use super::value::{JsonObject, cell_texts, givens};
use crate::puzzle::board::BoardOptions;
use crate::text::field::{PUZZLE_NAMES, SOLUTION_NAMES};

/// The minimum number of cells on a board whose field has an unknown name.
const MIN_CELLS: usize = 16;

/// The minimum number of cells in an array that must be a board, even if the number of cells is wrong.
const MIN_NEAR_CELLS: usize = 60;

/// The fields of a cell that is an object.
const CELL_FIELDS: [&str; 6] = ["value", "given", "candidates", "cornermarks", "centermarks", "colors"];

/// Parts of the names of fields that contain a puzzle, if several fields contain a board.
const NAME_PARTS: [&str; 6] = ["start", "given", "init", "clue", "input", "unsolved"];

/// Returns the name and value of the field that contains the puzzle, or `None` if there is no such field.
pub(super) fn puzzle_field(value: &Value) -> Option<(&'static str, &Value)> {
    let object = value.as_object()?;
    let field = |name| Some((name, object.get(name)?));
    // The name `value` is very common, so it is considered last.
    let mut fields = PUZZLE_NAMES.into_iter().chain(["value"]).filter_map(field);
    fields.find(|(name, value)| match value {
        // Some programs write the kind of the puzzle into the field `puzzle`.
        Value::String(text) => !text.chars().all(char::is_alphabetic) || text.is_empty(),
        Value::Array(_) => true,
        Value::Object(_) => false,
        _ => *name != "value",
    })
}

/// Appends to `found` the objects in `value` that contain a puzzle in a field with a [known name](puzzle_field).
///
/// Boards in other fields are moved to the field `puzzle` of a new object. Arrays are searched from start to end.
/// The fields of an object are searched in alphabetical order.
///
/// `board` determines the possible sizes of a board.
pub(super) fn collect_puzzles(value: Value, board: &BoardOptions, found: &mut Vec<Value>) {
    match value {
        value if puzzle_field(&value).is_some() => found.push(value),
        Value::Object(ref fields) if object_cells(fields).is_some() => found.extend(object_cells(fields)),
        value if blank_count(&value, board).is_some() => found.push(with_puzzle(JsonObject::new(), value)),
        Value::Object(fields) => collect_from_object(fields, board, found),
        Value::Array(values) => values.into_iter().for_each(|value| collect_puzzles(value, board, found)),
        _ => {}
    }
}

/// Like [`collect_puzzles`], for an object without a field that is named like a puzzle.
///
/// Full grids are ignored if there are boards with blanks, because they are solutions. Fields that are named like a
/// solution are not searched: the puzzle, which may have regions and rules, is elsewhere.
fn collect_from_object(mut fields: JsonObject, board: &BoardOptions, found: &mut Vec<Value>) {
    let regions = regions(&fields);
    let is_other =
        |name: &str| is_regions_name(name) || SOLUTION_NAMES.contains(&&*name.to_ascii_lowercase());
    let is_board = |(name, value): (&String, &Value)| {
        let blanks = blank_count(value, board).filter(|_| !is_other(name))?;
        Some((name.clone(), blanks))
    };
    let blanks: Vec<_> = fields.iter().filter_map(is_board).collect();
    let has_puzzle = blanks.iter().any(|(_, blanks)| *blanks > 0);
    let has_name = |name: &str| NAME_PARTS.iter().any(|part| name.to_ascii_lowercase().contains(part));
    let has_puzzle_name = blanks.iter().any(|(name, _)| has_name(name));
    let is_puzzle = |(name, blanks): &(String, usize)| {
        (!has_puzzle || *blanks > 0) && (!has_puzzle_name || has_name(name))
    };
    let names: Vec<_> = blanks.into_iter().filter(is_puzzle).map(|(name, _)| name).collect();
    match &names[..] {
        [] => fields
            .into_iter()
            .filter(|(name, _)| !is_other(name))
            .for_each(|(_, value)| collect_puzzles(value, board, found)),
        [name] => {
            if let Some(board) = fields.remove(name) {
                fields.extend(regions.map(|regions| ("regions".to_owned(), regions)));
                found.push(with_puzzle(fields, board));
            }
        }
        names => {
            let boards = names.iter().filter_map(|name| fields.remove(name));
            found.extend(boards.map(|board| with_puzzle(JsonObject::new(), board)));
        }
    }
}

/// Returns whether a field with this name contains the regions of a jigsaw puzzle.
fn is_regions_name(name: &str) -> bool {
    matches!(&*name.to_ascii_lowercase(), "regions" | "region" | "areas" | "jigsaw" | "boxes")
}

/// Returns the regions in `fields` or in a value within them, unless the field `regions` is among `fields`.
fn regions(fields: &JsonObject) -> Option<Value> {
    fields.iter().find_map(|(name, value)| match value {
        Value::Object(fields) => fields.get("regions").cloned().or_else(|| regions(fields)),
        Value::Array(values) if name == "constraints" => {
            values.iter().find_map(|value| value.get("regions").cloned())
        }
        value if is_regions_name(name) && name != "regions" => Some(value.clone()),
        _ => None,
    })
}

/// Returns an object with the puzzle in `fields` whose cells are objects, as in the files of `SudokuMaker`. Returns
/// `None` if no field contains such cells.
///
/// The constraints are kept, unless they only contain the regions.
fn object_cells(fields: &JsonObject) -> Option<Value> {
    let is_cell = |cell: &Value| {
        cell.as_object().is_some_and(|cell| cell.keys().all(|key| CELL_FIELDS.contains(&&**key)))
    };
    let is_board = |value: &&Value| {
        value.as_array().is_some_and(|cells| {
            cells.len() >= MIN_CELLS && cells.len().isqrt().pow(2) == cells.len() && cells.iter().all(is_cell)
        })
    };
    let cells = fields.values().find(is_board)?.as_array()?;
    let mut puzzle = JsonObject::new();
    puzzle.extend(regions(fields).map(|regions| ("regions".to_owned(), regions)));
    let constraints = fields.get("constraints").and_then(Value::as_array);
    if constraints.is_some_and(|all| all.iter().any(|constraint| constraint.get("regions").is_none())) {
        puzzle.insert("constraints".to_owned(), fields["constraints"].clone());
    }
    Some(with_puzzle(puzzle, givens(cells.iter())))
}

/// Returns an object with the given fields, and with `board` in the field `puzzle`.
fn with_puzzle(mut fields: JsonObject, board: Value) -> Value {
    fields.insert("puzzle".to_owned(), board);
    Value::Object(fields)
}

/// Returns the number of blank cells if `value` is certainly a board, and `None` otherwise.
fn blank_count(value: &Value, board: &BoardOptions) -> Option<usize> {
    let is_scalar = |value: &Value| !matches!(value, Value::Array(_) | Value::Object(_) | Value::Bool(_));
    let is_known_shape = match value {
        Value::String(_) => true,
        Value::Array(rows) => {
            let is_row = |row: &Value| match row {
                Value::Array(cells) => cells.len().abs_diff(rows.len()) <= 1 && cells.iter().all(is_scalar),
                Value::String(row) => {
                    row.split_whitespace().count() == rows.len() || row.chars().count() == rows.len()
                }
                _ => false,
            };
            rows.iter().all(is_row) || rows.iter().all(is_scalar)
        }
        _ => false,
    };
    let mut texts = Vec::new();
    if !is_known_shape || !cell_texts(value, &mut texts) {
        return None;
    }
    let text = texts.join(" ");
    let words: Vec<_> =
        text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty()).collect();
    let is_cell = |cell: &str| {
        cell.chars().all(|c| c.is_ascii_digit())
            || cell.chars().count() == 1 && cell.chars().all(is_cell_character)
    };
    let are_cells = words.len() >= MIN_CELLS && words.iter().all(|word| word.len() <= 4 && is_cell(word));
    let characters: usize = words.iter().map(|word| word.chars().count()).sum();
    let count = if are_cells { words.len() } else { characters };
    // A board with a missing or an additional row or cell is malformed rather than something else.
    let has_letters = text.contains(char::is_alphabetic);
    let is_near_board = count >= MIN_NEAR_CELLS && matches!(value, Value::Array(_)) && !has_letters;
    let n = count.isqrt();
    let has_board_size = count >= MIN_CELLS && n * n == count && board.inferred_shape(n).is_some();
    let is_board =
        (is_near_board || has_board_size) && words.iter().all(|word| word.chars().all(is_cell_character));
    let is_blank = |c: char| matches!(c, '0' | '.' | '_' | '*' | '-' | '?');
    let blanks = if are_cells {
        words.iter().filter(|word| word.len() == 1 && word.contains(is_blank)).count()
    } else {
        text.matches(is_blank).count()
    };
    // A word that happens to have n² letters is not a board.
    (is_board && (blanks > 0 || text.contains(|c: char| c.is_ascii_digit()))).then_some(blanks)
}

fn is_cell_character(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '*' | '-' | '?' | '+' | '·')
}

#[cfg(test)]
mod tests {
    use crate::puzzle::board::Boxes;
    use crate::text::testing::check_read;
    use crate::text::{Format, read_single};

    const EXPECTED: [&str; 1] = ["1: 12.............."];

    #[test]
    fn objects_are_found_in_arrays_and_objects() {
        let text = r#"{"result": [{"puzzle": "1..............."}, {"a": {"value": "2..............."}}]}"#;
        check_read(Format::Json, text, &["1: 1...............", "1: 2..............."]);
    }

    #[test]
    fn boards_may_have_any_name() {
        for text in [
            r#"{"size": 4, "data": [[1, 2, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]}"#,
            r#"{"puzzle": {"kind": "x", "start_grid": [[1, 2, null, null], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]}}"#,
            r#"{"puzzle": "sudoku", "input": "12..............", "solutions": ["1234341221434321"]}"#,
            r#"{"states": ["12..\n....\n....\n...."]}"#,
            r#"{"puzzles": ["12.............."], "date": "2020-01-01"}"#,
            r#"{"cells": ["1", "2", "", "", "", "", "", "", "", "", "", "", "", "", "", ""]}"#,
        ] {
            check_read(Format::Json, text, &EXPECTED);
        }
        let rows = |count: usize| format!("[{}]", vec!["[1,0,0,0,0,0,0,0,0]"; count].join(","));
        let malformed = format!("{{\"puzzles\": [{}]}}", rows(8));
        check_read(Format::Json, &malformed, &["1:1: cannot determine the board size from 72 cells"]);
        let two = r#"{"1": "1...............", "2": "2..............."}"#;
        check_read(Format::Json, two, &["1: 1...............", "1: 2..............."]);
    }

    #[test]
    fn cells_may_be_objects_and_regions_elsewhere() {
        let cells = format!("[{{\"given\": true, \"value\": 1}}, {{\"value\": 2}}{}]", ", {}".repeat(14));
        let regions = "[0, 0, 0, 1, 0, 1, 1, 1, 2, 2, 2, 3, 2, 3, 3, 3]";
        let maker = |constraint: &str| {
            format!("{{\"puzzle\": {{\"cells\": {cells}, \"constraints\": [{{\"type\": 1{constraint}}}]}}}}")
        };
        let start = format!("{{\"start\": \"1...............\", \"board\": {{\"regions\": {regions}}}}}");
        for text in [maker(&format!(", \"regions\": {regions}")), start] {
            let record = read_single(text.as_bytes(), None, None).unwrap();
            assert_eq!(record.puzzle.to_string(), "1...............", "{text}");
            assert!(matches!(record.puzzle.geometry().boxes(), Boxes::Regions(_)), "{text}");
        }
        check_read(Format::Json, &maker(""), &["1:1: expected an object in the field \"constraints\""]);
    }

    #[test]
    fn other_values_are_not_boards() {
        for text in [r#"{"rating": [1, 2, 3]}"#, r#"{"author": "abcdefghijklmnop"}"#] {
            check_read(Format::Json, text, &["1:1: missing field 'puzzle'"]);
        }
    }
}
