//! Puzzles of `SudokuPad`, whose own links start with `scl`.
//!
//! They are drawings: only the cells, the regions and the cages of killer Sudoku have a meaning for solvers. A
//! [note](crate::text::Note::Drawing) says so if there are lines, arrows or symbols, which usually stand for rules.

use serde_json::{Map, Value, json};

use super::value::{JsonObject, is_empty};
use crate::text::error_kind::TextErrorKind;

/// The names of fields and their short forms.
const SHORT_NAMES: [(&str, &str); 6] =
    [("cells", "ce"), ("cellSize", "cs"), ("regions", "re"), ("cages", "ca"), ("value", "v"), ("title", "t")];

/// The fields of a puzzle that only draw something, with their short forms.
const DRAWINGS: [&str; 12] =
    ["lines", "l", "arrows", "a", "overlays", "o", "underlays", "u", "text", "te", "global", "foglight"];

/// The rules that need no note.
const ORDINARY_RULES: &str = "normal sudoku rules apply";

/// Returns whether `object` is in the format of `SudokuPad`, in which the cells are objects.
pub(super) fn is_sudokupad(object: &JsonObject) -> bool {
    let first_row = field(object, "cells").and_then(|cells| cells.get(0)?.as_array());
    let has_part = ["regions", "cages", "cellSize"].into_iter().any(|name| field(object, name).is_some());
    has_part && first_row.is_some_and(|row| row.iter().any(Value::is_object)) && !object.contains_key("grid")
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
    let is_special = |rules: &Value| {
        let rules = rules.as_str().unwrap_or_default().trim().trim_end_matches('.').to_lowercase();
        !rules.is_empty() && rules != ORDINARY_RULES
    };
    DRAWINGS.iter().any(|&name| object.get(name).is_some_and(|value| !is_empty(value)))
        || metadata(object).any(|(name, value)| name == "rules" && is_special(&value))
        || cages(object).any(|cage| !is_empty(&cells_of(cage)) && !is_rule(cage))
}

/// Returns the puzzle in the format of f-puzzles.
///
/// # Errors
/// Returns an error if the board is not square, a given is not a number, two regions share a cell, or a position is
/// malformed.
pub(super) fn to_fpuzzles(object: &JsonObject) -> Result<Value, TextErrorKind> {
    let not_square = TextErrorKind::Expected("a square board");
    let rows: Option<Vec<&Vec<Value>>> = items(object, "cells").map(Value::as_array).collect();
    let Some(rows) = rows else { return Err(not_square) };
    let n = rows.len();
    if rows.iter().any(|row| row.len() != n) {
        return Err(not_square);
    }
    let mut regions = vec![Value::Null; n * n];
    for (number, region) in items(object, "regions").enumerate() {
        for [row, column] in positions(region)? {
            let place = regions.get_mut(row * n + column).filter(|_| column < n);
            let place = place.ok_or(TextErrorKind::Expected("regions on the board"))?;
            if !place.is_null() {
                return Err(TextErrorKind::Expected("regions that share no cells"));
            }
            *place = number.into();
        }
    }
    let has_regions = regions.iter().any(|region| !region.is_null());
    let cell = |(index, cell): (usize, &Value)| {
        let mut members = Map::new();
        let value = match cell {
            Value::Null => None,
            Value::Object(cell) => field(cell, "value").filter(|value| !is_empty(value)),
            _ => return Err(TextErrorKind::Expected("an object for each cell")),
        };
        if let Some(value) = value {
            let digit = number(value).ok_or(TextErrorKind::Expected("a digit in each given"))?;
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
    let (distinct, repeated): (Vec<_>, Vec<_>) = cages(object)
        .filter(|cage| is_rule(cage))
        .partition(|cage| cage.get("unique") != Some(&Value::Bool(false)));
    for (kind, cages) in [("killercage", distinct), ("sum", repeated)] {
        if !cages.is_empty() {
            puzzle[kind] = cages.into_iter().map(cage_rule).collect::<Result<Vec<_>, _>>()?.into();
        }
    }
    for (name, value) in metadata(object) {
        match name {
            "title" | "author" => puzzle[name] = value,
            "rules" => puzzle["ruleset"] = value,
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

/// Returns whether a cage has a sum, or distinct digits.
fn is_rule(cage: &JsonObject) -> bool {
    let has_style = |style: &Value| ["killer", "extraregion"].contains(&style.as_str().unwrap_or_default());
    !is_empty(&cells_of(cage))
        && (sum_of(cage).is_some()
            || cage.get("unique") == Some(&Value::Bool(true))
            || cage.get("style").is_some_and(has_style))
}

fn sum_of(cage: &JsonObject) -> Option<u64> {
    field(cage, "value").and_then(number).or_else(|| cage.get("sum").and_then(number))
}

fn cage_rule(cage: &JsonObject) -> Result<Value, TextErrorKind> {
    let cells = positions(&cells_of(cage))?;
    let cells: Vec<String> =
        cells.into_iter().map(|[row, column]| format!("R{}C{}", row + 1, column + 1)).collect();
    let mut rule = json!({ "cells": cells });
    if let Some(sum) = sum_of(cage) {
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
        let stated = PUZZLE.replacen("antiknight:t", "rules:'Normal sudoku rules apply. Odd: r1c1'", 1);
        assert_eq!(read(&link(&stated)).note, Some(crate::text::Note::Drawing));
        let ordinary = PUZZLE.replacen("antiknight:t", "rules:'Normal Sudoku rules apply.'", 1);
        assert_eq!(read(&link(&ordinary)).note, None);
        let cage = PUZZLE.replace(",unique:t", ",v:'odd'");
        let record = read(&link(&cage));
        assert_eq!((record.note, record.puzzle.rules().len()), (Some(crate::text::Note::Drawing), 1));
    }

    #[test]
    fn cages_may_repeat_digits_and_state_their_sum_elsewhere() {
        let rules = |cage: &str| {
            let text = PUZZLE.replace("{ce:[[0,1],[0,2]],v:5}", cage);
            read(&link(&text)).puzzle.rules()[0].to_string()
        };
        assert_eq!(rules("{ce:[[0,1],[1,2]],v:4,unique:f}"), "killercage: r2c1 r3c1");
        assert_eq!(rules("{ce:[[0,1],[0,2]],sum:5,unique:t}"), "killercage 5: r1c2 r1c3");
        let text = PUZZLE.replace("{ce:[[0,1],[0,2]],v:5}", "{ce:[[0,1],[1,2]],v:4,unique:f}");
        assert_eq!(read(&link(&text)).puzzle.rules()[1].to_string(), "sum 4: r1c2 r2c3");
    }

    #[test]
    fn a_named_puzzle_is_not_a_drawing() {
        let rows = "[{\"value\":2},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]";
        for field in ["\"puzzle\":\"1..............4\"", "\"data\":\"1..............4\""] {
            let text = format!("{{{field},\"cells\":[{rows}]}}");
            assert_eq!(read(&text).puzzle, "1..............4".parse().unwrap(), "{text}");
        }
    }

    /// The padding must not make a list of a link.
    #[test]
    fn links_of_any_length_are_recognized() {
        for length in 1..10 {
            let text = link(&PUZZLE.replacen("4x4", &"x".repeat(length), 1));
            let lines = format!("{text}\n{text}\n");
            check_read(Format::FPuzzles, &lines, &["1: 1..4............", "2: 1..4............"]);
        }
    }

    #[test]
    fn malformed_puzzles_are_errors() {
        for (from, to, error) in [
            ("[,,,]]", "[,,]]", "1:23: expected a square board"),
            ("{v:1}", "{v:'A'}", "expected a digit in each given"),
            ("[[0,1],", "[[0,-1],", "expected cells as [row, column]"),
            ("[[0,0],", "[[9,0],", "expected regions on the board"),
            ("[[0,0],", "[[0,1],", "expected regions that share no cells"),
            ("{v:1}", "1", "expected an object for each cell"),
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
