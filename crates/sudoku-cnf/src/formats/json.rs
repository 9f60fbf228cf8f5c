//! JSON: this project's own objects, one after the other, and those of f-puzzles.
//!
//! Of an own object the fields `puzzle`, `solution`, `remark`, `box` (`"2x3"`), `regions` (a label for each cell), `variants`
//! (`["x"]`) and `excluded` (`[[row, column, digit], …]`) count. A puzzle is a string of cells, or an
//! array of numbers, or an array of rows; `null` is a blank. f-puzzles' `grid` has an object for each cell. What
//! it says of constraints that are not known here is an error, since solutions would be wrong without it.

use std::io::Read;

use itertools::Itertools;
use serde_json::{Map, Value};

use super::Record;
use super::bracket::{Brackets, Syntax};
use super::error::{ReadError, TextError, TextErrorKind};
use super::sheet::{self, Boards, Mark, PUZZLE_NAMES};
use super::source::{Line, Lines};
use super::word::Word;
use crate::board::{BoardOptions, BoxShape, Boxes, Candidate, Cell, Digit, Regions, Variant};
use crate::puzzle::Puzzle;

/// Reads objects.
#[derive(Debug)]
pub(super) struct Objects {
    brackets: Brackets,
    /// The elements of an array that are still to be read, last first.
    array: Vec<(Value, Line)>,
    /// The boards of the last object that told its own.
    own: Option<Boards>,
}

type Object = Map<String, Value>;

/// The field of an object that holds the puzzle, and its name.
fn puzzle_field(value: &Value) -> Option<(&'static str, &Value)> {
    let is_board = |value: &Value| matches!(value, Value::String(_) | Value::Array(_));
    let object = value.as_object()?;
    let field = PUZZLE_NAMES.into_iter().find_map(|name| Some((name, object.get(name)?)));
    // Much else is called a value.
    field.or_else(|| Some(("value", object.get("value")?)).filter(|(_, value)| is_board(value)))
}

/// The objects with a puzzle in a value, in order; what is in an array and no such object is one all the same.
fn collect_puzzles(value: Value, found: &mut Vec<Value>) {
    match value {
        value if puzzle_field(&value).is_some() => found.push(value),
        Value::Object(fields) => fields.into_iter().for_each(|(_, value)| collect_puzzles(value, found)),
        Value::Array(values) => values.into_iter().for_each(|value| collect_puzzles(value, found)),
        _ => {}
    }
}

impl Objects {
    pub(super) fn new() -> Self {
        Self { brackets: Brackets::new(Syntax::Json), array: Vec::new(), own: None }
    }

    pub(super) fn next<R: Read>(
        &mut self,
        lines: &mut Lines<R>,
        boards: &mut Boards,
    ) -> Option<Result<Record, ReadError>> {
        loop {
            if let Some((value, line)) = self.array.pop() {
                return Some(self.record(&value, &[line], boards));
            }
            let pieces = match self.brackets.next(lines)? {
                Ok(pieces) => pieces,
                Err(error) => return Some(Err(error)),
            };
            match parse(&pieces) {
                Err(error) => return Some(Err(error.into())),
                Ok(value) if puzzle_field(&value).is_some() => {
                    return Some(self.record(&value, &pieces, boards));
                }
                Ok(value) => {
                    // The puzzles may stand in an array, or deeper within an answer.
                    let mut found = Vec::new();
                    collect_puzzles(value, &mut found);
                    if found.is_empty() {
                        return Some(Err(pieces[0].whole_error(TextErrorKind::Missing("puzzle")).into()));
                    }
                    // Where each stands is not known; where all begin is.
                    self.array = found.into_iter().rev().map(|value| (value, pieces[0].head())).collect();
                }
            }
        }
    }

    fn record(&mut self, value: &Value, pieces: &[Line], boards: &mut Boards) -> Result<Record, ReadError> {
        let first = &pieces[0];
        let fault = |kind| ReadError::from(first.whole_error(kind));
        let object = value.as_object().ok_or_else(|| fault(TextErrorKind::NotA("JSON object")))?;
        let is_fpuzzles =
            object.get("grid").and_then(|grid| grid.get(0)?.get(0)).is_some_and(Value::is_object);
        let said = if is_fpuzzles { fpuzzles_board(object) } else { own_board(object) };
        let said = said.map_err(fault)?;
        // What the user says of the board counts more.
        let board = BoardOptions {
            boxes: boards.board.boxes.clone().or(said.boxes),
            variants: if boards.board.variants.is_empty() {
                said.variants
            } else {
                boards.board.variants.clone()
            },
        };
        let boards = if board == boards.board {
            boards
        } else if self.own.as_ref().is_some_and(|own| own.board == board) {
            self.own.as_mut().expect("it was just looked at")
        } else {
            self.own.insert(Boards::new(board, boards.alphabet))
        };
        let mut read =
            |name: &str, value: &Value, puzzle: Option<&Puzzle>| grid(name, value, puzzle, pieces, boards);
        let puzzle = if is_fpuzzles {
            read("grid", &fpuzzles_givens(&object["grid"]), None)?
        } else {
            let (name, field) = puzzle_field(value).ok_or_else(|| fault(TextErrorKind::Missing("puzzle")))?;
            read(name, field, None)?
        };
        let solution = object.get("solution").filter(|value| !value.is_null());
        let solution = solution.map(|value| read("solution", value, Some(&puzzle)).map(Puzzle::into_grid));
        let note = boards.note.take();
        let mut record =
            Record { note, solution: solution.transpose()?, ..Record::new(puzzle, first.number) };
        if let Some(excluded) = object.get("excluded") {
            let excluded = excluded_candidates(excluded, &record.puzzle);
            let no_list = "list of excluded candidates, which are [row, column, digit] each";
            record.puzzle.exclude(excluded.ok_or_else(|| fault(TextErrorKind::NotA(no_list)))?);
        }
        let remark = ["remark", "title"].into_iter().find_map(|name| object.get(name)?.as_str());
        record.has_more = has_more(object, is_fpuzzles);
        record.remark = remark.filter(|remark| !remark.is_empty()).map(str::to_owned);
        Ok(record)
    }
}

fn parse(pieces: &[Line]) -> Result<Value, TextError> {
    let text = pieces.iter().map(|piece| &piece.text).join("\n");
    serde_json::from_str(&text).map_err(|error| {
        let piece = pieces.get(error.line().wrapping_sub(1)).unwrap_or(&pieces[0]);
        let before =
            piece.text.bytes().take(error.column().saturating_sub(1)).filter(|byte| byte & 0xc0 != 0x80);
        // The place is told beside the message.
        let message = error.to_string();
        let message = message.rsplit_once(" at line ").map_or(&*message, |(message, _)| message);
        piece.error(piece.first_column + before.count(), 1, TextErrorKind::Syntax(message.to_owned()))
    })
}

/// The grid that a field holds, of a puzzle or its solution.
fn grid(
    name: &str,
    value: &Value,
    puzzle: Option<&Puzzle>,
    pieces: &[Line],
    boards: &mut Boards,
) -> Result<Puzzle, ReadError> {
    let mut texts = Vec::new();
    let is_known = cell_texts(value, &mut texts);
    // The line with the field's name, or that of its text, is the best place there is.
    let quoted = format!("\"{name}\"");
    let mut line = pieces.iter().find(|piece| piece.text.contains(&quoted)).unwrap_or(&pieces[0]);
    let mut column = line.first_column;
    if let [text] = &texts[..]
        && let Some((piece, offset)) =
            pieces.iter().find_map(|piece| Some((piece, piece.text.find(text.as_str())?)))
    {
        (line, column) = (piece, piece.first_column + piece.text[..offset].chars().count());
    }
    let place = Mark { line, word: Word::new(column, texts.first().map_or("", String::as_str)) };
    let mut read = |marks: &[Mark<'_>], are_characters| match puzzle {
        Some(puzzle) => boards.solution((marks, are_characters), &place, puzzle),
        None => boards.puzzle((marks, are_characters), &place),
    };
    if !is_known {
        return Err(place
            .error(TextErrorKind::NotA("board: give a string, an array of cells, or one of rows"))
            .into());
    }
    if let [text] = &texts[..] {
        let (marks, are_characters) = sheet::marks(line, column, text);
        return read(&marks, are_characters);
    }
    let is_row = |text: &String| text.chars().nth(3).is_some();
    let are_rows = texts.iter().all(is_row);
    let marks: Vec<_> = if are_rows {
        texts.iter().flat_map(|text| sheet::marks(line, column, text).0).collect()
    } else {
        texts.iter().map(|text| Mark { line, word: Word::new(column, text.as_str()) }).collect()
    };
    read(&marks, are_rows)
}

/// The cells, rows or board in a value; whether all in it could be.
fn cell_texts(value: &Value, texts: &mut Vec<String>) -> bool {
    match value {
        Value::Null => texts.push(".".to_owned()),
        // Some write a blank so.
        Value::Number(number) if number.as_i64() == Some(-1) => texts.push(".".to_owned()),
        Value::Number(number) => texts.push(number.to_string()),
        Value::String(text) if text.trim().is_empty() => texts.push(".".to_owned()),
        Value::String(text) => texts.push(text.clone()),
        Value::Array(values) => return values.iter().all(|value| cell_texts(value, texts)),
        Value::Bool(_) | Value::Object(_) => return false,
    }
    true
}

fn excluded_candidates(value: &Value, puzzle: &Puzzle) -> Option<Vec<Candidate>> {
    let n = puzzle.geometry().size();
    let candidate = |value: &Value| {
        let numbers: Vec<_> = value.as_array()?.iter().map(Value::as_u64).collect::<Option<_>>()?;
        let [row, column, digit] = numbers[..] else { return None };
        let is_known = [row, column, digit].iter().all(|&value| (1..=n as u64).contains(&value));
        let cell = Cell::new(row as usize, column as usize)?;
        is_known.then(|| Some(Candidate { cell, digit: Digit::new(digit as usize)? }))?
    };
    value.as_array()?.iter().map(candidate).collect()
}

/// What an own object says of its board.
fn own_board(object: &Object) -> Result<BoardOptions, TextErrorKind> {
    let text = |name: &str| object.get(name).and_then(Value::as_str);
    let mut board = BoardOptions::default();
    if let Some(shape) = text("box") {
        let shape = shape.parse().map_err(|_| TextErrorKind::NotA("shape of boxes in \"box\""))?;
        board.boxes = Some(Boxes::Shape(shape));
    }
    if let Some(regions) = object.get("regions") {
        let mut labels = Vec::new();
        cell_texts(regions, &mut labels);
        let labels =
            Regions::from_labels(&labels).map_err(|error| TextErrorKind::Syntax(error.to_string()))?;
        board.boxes = Some(Boxes::Regions(labels));
    }
    let variants = object.get("variants").and_then(Value::as_array).into_iter().flatten();
    for name in variants {
        let name = name.as_str().unwrap_or_default();
        board.variants.push(name.parse().map_err(|_| TextErrorKind::Constraint(name.to_owned()))?);
    }
    Ok(board)
}

/// Whether an object says more than is kept of it.
fn has_more(object: &Object, is_fpuzzles: bool) -> bool {
    let is_nothing = |value: &Value| match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(values) => values.is_empty(),
        _ => false,
    };
    if is_fpuzzles {
        let mut cells = object["grid"].as_array().into_iter().flatten().filter_map(Value::as_array).flatten();
        let is_kept = |(name, value): (&String, &Value)| {
            matches!(&**name, "value" | "given" | "region") || is_nothing(value)
        };
        let mut others = object.iter().filter(|(name, _)| matches!(&***name, "author" | "ruleset" | "rules"));
        return others.any(|(_, value)| !is_nothing(value))
            || cells.any(|cell| !cell.as_object().is_some_and(|cell| cell.iter().all(is_kept)));
    }
    let known = ["solution", "remark", "title", "box", "regions", "variants", "excluded"];
    // What the records of this project's own programs say of a puzzle is no part of it.
    let told =
        ["id", "file", "line", "status", "seconds", "message", "count", "unique", "candidates", "clashes"];
    let is_kept = |name: &str| {
        known.contains(&name) || told.contains(&name) || PUZZLE_NAMES.contains(&name) || name == "value"
    };
    object.iter().any(|(name, value)| !is_kept(name) && !is_nothing(value))
}

/// The givens of an f-puzzles grid: the digits that are said to be given, or all if none is.
fn fpuzzles_givens(grid: &Value) -> Value {
    let cells = || grid.as_array().into_iter().flatten().filter_map(Value::as_array).flatten();
    let is_given = |cell: &Value| cell.get("given").and_then(Value::as_bool) == Some(true);
    let all = !cells().any(is_given);
    let digit =
        |cell: &Value| cell.get("value").filter(|_| all || is_given(cell)).cloned().unwrap_or_default();
    Value::Array(cells().map(digit).collect())
}

/// What an f-puzzles object says of its board.
fn fpuzzles_board(object: &Object) -> Result<BoardOptions, TextErrorKind> {
    let is_set = |name: &str| object.get(name).and_then(Value::as_bool) == Some(true);
    let mut board = BoardOptions::default();
    let regions: Vec<_> = object["grid"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_array)
        .flatten()
        .filter_map(|cell| cell.get("region").map(Value::to_string))
        .collect();
    if !regions.is_empty() {
        let regions =
            Regions::from_labels(&regions).map_err(|error| TextErrorKind::Syntax(error.to_string()))?;
        let boxes = Boxes::simplest(regions);
        let is_usual = |shape: &BoxShape| BoxShape::most_square(shape.size()) == Some(*shape);
        // The usual boxes need no saying, and leave the choice to the user.
        board.boxes = Some(boxes).filter(|boxes| !matches!(boxes, Boxes::Shape(shape) if is_usual(shape)));
    }
    match (is_set("diagonal+"), is_set("diagonal-")) {
        (true, true) => board.variants.push(Variant::X),
        (true, false) => return Err(TextErrorKind::Constraint("diagonal+ alone".to_owned())),
        (false, true) => return Err(TextErrorKind::Constraint("diagonal- alone".to_owned())),
        (false, false) => {}
    }
    let known = [
        ("antiknight", Variant::AntiKnight),
        ("antiking", Variant::AntiKing),
        ("disjointgroups", Variant::Disjoint),
    ];
    board.variants.extend(known.into_iter().filter(|(name, _)| is_set(name)).map(|(_, variant)| variant));
    let harmless = [
        "size",
        "title",
        "author",
        "ruleset",
        "rules",
        "grid",
        "solution",
        "successMessage",
        "highlightConflicts",
        "line",
        "rectangle",
        "circle",
        "text",
        "metadata",
        "disabledlogic",
        "truecandidatesoptions",
        "diagonal+",
        "diagonal-",
        "antiknight",
        "antiking",
        "disjointgroups",
    ];
    let says_nothing = |value: &Value| match value {
        Value::Null | Value::Bool(false) => true,
        Value::Array(values) => values.is_empty(),
        Value::String(text) => text.is_empty(),
        _ => false,
    };
    match object.iter().find(|(name, value)| !harmless.contains(&name.as_str()) && !says_nothing(value)) {
        Some((name, _)) => Err(TextErrorKind::Constraint(name.clone())),
        None => Ok(board),
    }
}
