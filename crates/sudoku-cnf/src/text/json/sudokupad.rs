//! Puzzles of `SudokuPad`, whose own links start with `scl`.
//!
//! They are drawings: only the cells, the regions and the cages of killer Sudoku have a meaning for solvers. A
//! [note](crate::text::Note::Drawing) says so if there are lines, arrows or symbols, which usually stand for rules.

use serde_json::{Map, Value, json};

use super::value::{JsonObject, is_empty};
use crate::text::error_kind::TextErrorKind;

/// The names of fields and their short forms.
const SHORT_NAMES: [(&str, &str); 5] =
    [("cells", "ce"), ("regions", "re"), ("cages", "ca"), ("value", "v"), ("title", "t")];

/// The fields of a puzzle that only draw something, with their short forms.
const DRAWINGS: [&str; 8] = ["lines", "l", "arrows", "a", "overlays", "o", "underlays", "u"];

/// Returns whether `object` is in the format of `SudokuPad`, in which the cells are objects.
pub(super) fn is_sudokupad(object: &JsonObject) -> bool {
    let first_row = field(object, "cells").and_then(|cells| cells.get(0)?.as_array());
    first_row.is_some_and(|row| row.iter().any(Value::is_object)) && !object.contains_key("grid")
}

/// Returns the member with this name or its short form.
fn field<'o>(object: &'o JsonObject, name: &str) -> Option<&'o Value> {
    let short =
        || SHORT_NAMES.iter().find(|(long, _)| *long == name).and_then(|(_, short)| object.get(*short));
    object.get(name).or_else(short)
}

fn items<'o>(object: &'o JsonObject, name: &str) -> impl Iterator<Item = &'o Value> {
    field(object, name).and_then(Value::as_array).into_iter().flatten()
}

/// Returns whether `object` has lines, arrows or symbols, or a cage that is neither a cage of killer Sudoku nor an
/// extra region.
pub(super) fn has_drawings(object: &JsonObject) -> bool {
    DRAWINGS.iter().any(|&name| object.get(name).is_some_and(|value| !is_empty(value)))
        || cages(object).any(|cage| !is_empty(&cells_of(cage)) && !is_rule(cage))
}

/// Returns the puzzle in the format of f-puzzles.
///
/// # Errors
/// Returns an error if the board is not square, a given is not a number, or a position is malformed.
pub(super) fn to_fpuzzles(object: &JsonObject) -> Result<Value, TextErrorKind> {
    let rows: Vec<&Vec<Value>> = items(object, "cells").filter_map(Value::as_array).collect();
    let n = rows.len();
    if rows.iter().any(|row| row.len() != n) {
        return Err(TextErrorKind::Expected("a square board"));
    }
    let mut regions = vec![Value::Null; n * n];
    for (number, region) in items(object, "regions").enumerate() {
        for [row, column] in positions(region)? {
            let place = regions.get_mut(row * n + column).filter(|_| column < n);
            *place.ok_or(TextErrorKind::Expected("regions on the board"))? = number.into();
        }
    }
    let has_regions = regions.iter().any(|region| !region.is_null());
    let cell = |(index, cell): (usize, &Value)| {
        let mut members = Map::new();
        if let Some(digit) =
            cell.as_object().and_then(|cell| field(cell, "value")).filter(|value| !is_empty(value))
        {
            let digit = number(digit).ok_or(TextErrorKind::Expected("a digit in each given"))?;
            members.extend([("value".to_owned(), digit.into()), ("given".to_owned(), true.into())]);
        }
        if has_regions {
            members.insert("region".to_owned(), regions[index].clone());
        }
        Ok(Value::Object(members))
    };
    let cells = rows.into_iter().flatten().enumerate().map(cell);
    let cells: Vec<Value> = cells.collect::<Result<_, TextErrorKind>>()?;
    let grid: Vec<&[Value]> = cells.chunks(n.max(1)).collect();
    let mut puzzle = json!({ "size": n, "grid": grid });
    let killer_cages: Vec<Value> =
        cages(object).filter(|cage| is_rule(cage)).map(killer_cage).collect::<Result<_, _>>()?;
    if !killer_cages.is_empty() {
        puzzle["killercage"] = killer_cages.into();
    }
    for (name, value) in metadata(object) {
        match name {
            "title" => puzzle[name] = value,
            "solution" if value.as_str().is_some_and(|text| is_full_grid(text, n)) => puzzle[name] = value,
            "antiknight" | "antiking" => {
                puzzle[name] = (value == Value::Bool(true) || value == "true").into();
            }
            _ => {}
        }
    }
    Ok(puzzle)
}

/// Returns the metadata, which is in an object or in cages without cells, for example with the text `title: X`.
fn metadata(object: &JsonObject) -> impl Iterator<Item = (&str, Value)> {
    let title = field(object, "title").map(|title| ("title", title.clone()));
    let members = object.get("metadata").and_then(Value::as_object).into_iter().flatten();
    let members = members.map(|(name, value)| (if name == "t" { "title" } else { &**name }, value.clone()));
    let texts = cages(object).filter(|cage| is_empty(&cells_of(cage))).filter_map(|cage| {
        let (name, value) = field(cage, "value")?.as_str()?.split_once(':')?;
        Some((name.trim(), value.trim().into()))
    });
    title.into_iter().chain(members).chain(texts)
}

fn cages(object: &JsonObject) -> impl Iterator<Item = &JsonObject> {
    items(object, "cages").filter_map(Value::as_object)
}

fn cells_of(cage: &JsonObject) -> Value {
    field(cage, "cells").cloned().unwrap_or_default()
}

/// Returns whether the digits of a cage must be distinct, because it has a sum, or says so.
fn is_rule(cage: &JsonObject) -> bool {
    let has_style = |style: &Value| ["killer", "extraregion"].contains(&style.as_str().unwrap_or_default());
    !is_empty(&cells_of(cage))
        && (field(cage, "value").and_then(number).is_some()
            || cage.get("unique") == Some(&Value::Bool(true))
            || cage.get("style").is_some_and(has_style))
}

fn killer_cage(cage: &JsonObject) -> Result<Value, TextErrorKind> {
    let cells = positions(&cells_of(cage))?;
    let cells: Vec<String> =
        cells.into_iter().map(|[row, column]| format!("R{}C{}", row + 1, column + 1)).collect();
    let mut rule = json!({ "cells": cells });
    if let Some(sum) = field(cage, "value").and_then(number) {
        rule["value"] = sum.into();
    }
    Ok(rule)
}

/// Returns whether `text` is a digit for each cell.
fn is_full_grid(text: &str, n: usize) -> bool {
    n <= 9 && text.len() == n * n && text.bytes().all(|byte| byte.is_ascii_digit() && byte > b'0')
}

/// Returns the positions `[row, column]` in a list, which are counted from 0.
fn positions(list: &Value) -> Result<Vec<[usize; 2]>, TextErrorKind> {
    let index = |value: &Value| usize::try_from(value.as_u64()?).ok().filter(|&index| index < 1000);
    let position = |value: &Value| Some([index(value.get(0)?)?, index(value.get(1)?)?]);
    let positions = list.as_array().and_then(|list| list.iter().map(position).collect::<Option<_>>());
    positions.ok_or(TextErrorKind::Expected("cells as [row, column]"))
}

/// Returns a number, which may be text.
fn number(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.trim().parse().ok())
}

#[cfg(test)]
mod tests {
    use crate::text::testing::check_read;
    use crate::text::{Format, Record, read_single};

    const PUZZLE: &str = "{cs:50,metadata:{title:'It\\'s 4x4',antiknight:t},ce:[[{v:1},,,{v:'4'}],[,,,],[,,,],[,,,]],\
        re:[[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]],[[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]],\
        ca:[{ce:[[0,1],[0,2]],v:5},{ce:[[1,0],[2,0]],unique:t},{v:'author: X'}]}";

    fn link(text: &str) -> String {
        format!("https://sudokupad.app/scl{}", lz_str::compress_to_base64(text))
    }

    fn read(text: &str) -> Record {
        read_single(text.as_bytes(), None, None).unwrap()
    }

    #[test]
    fn cells_regions_and_cages_are_read() {
        let record = read(&link(PUZZLE));
        let rules: Vec<String> = record.puzzle.rules().iter().map(ToString::to_string).collect();
        assert_eq!(rules, ["killercage 5: r1c2 r1c3", "killercage: r2c1 r3c1"]);
        assert_eq!(record.puzzle.given_count(), 2);
        assert_eq!(record.puzzle.geometry().variants().len(), 1);
        assert_eq!((record.remark.as_deref(), record.note), (Some("It's 4x4"), None));
        // Ordinary JSON with long names, as a link and as a file.
        let rows = "[{\"value\":1},{},{},{\"value\":\"4\"}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]";
        let plain = format!("{{\"cells\":[{rows}],\"cages\":[{{\"cells\":[[0,1],[0,2]],\"value\":5}}]}}");
        for text in [&link(&plain), &plain, &link(&plain).replace('+', "%2B")] {
            assert_eq!(read(text).puzzle.rules().len(), 1, "{text}");
        }
    }

    #[test]
    fn lines_and_symbols_are_noted() {
        let drawn = PUZZLE.replacen("cs:50", "l:[{wp:[[0.5,0.5],[1.5,0.5]],c:#F,th:2}]", 1);
        assert_eq!(read(&link(&drawn)).note, Some(crate::text::Note::Drawing));
        let cage = PUZZLE.replace(",unique:t", ",v:'odd'");
        let record = read(&link(&cage));
        assert_eq!((record.note, record.puzzle.rules().len()), (Some(crate::text::Note::Drawing), 1));
    }

    #[test]
    fn malformed_puzzles_are_errors() {
        for (from, to, error) in [
            ("[,,,]]", "[,,]]", "1:23: expected a square board"),
            ("{v:1}", "{v:'A'}", "expected a digit in each given"),
            ("[[0,1],", "[[0,-1],", "expected cells as [row, column]"),
            ("[[0,0],", "[[9,0],", "expected regions on the board"),
            ("cs:50,", "cs:50", "expected a complete link"),
        ] {
            assert!(PUZZLE.contains(from));
            let text = link(&PUZZLE.replacen(from, to, 1));
            let found = read_single(text.as_bytes(), None, None).unwrap_err().to_string();
            assert!(found.contains(error.trim_start_matches("1:23: ")), "{found}");
        }
        let half = link(PUZZLE);
        check_read(Format::FPuzzles, &half[..half.len() / 2], &["1:26: expected a complete link"]);
    }
}
