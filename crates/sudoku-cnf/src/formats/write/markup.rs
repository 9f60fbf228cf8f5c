//! Puzzles for other programs: tables, XML, JSON, lists.

use std::io::{self, Write};

use itertools::Itertools;
use quick_xml::escape::escape;
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::super::Record;
use super::super::alphabet::Alphabet;
use crate::board::{BoxShape, Boxes, Candidate, Digit, Geometry, Variant};
use crate::puzzle::{Grid, Puzzle};

/// The cells of a grid as JSON: a string for n ≤ 9, with `.` for an open cell; numbers beyond, with 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum JsonCells {
    /// For n ≤ 9.
    Text(String),
    /// Beyond.
    Numbers(Vec<usize>),
}

impl JsonCells {
    /// Those of a grid.
    #[must_use]
    pub fn of(grid: &Grid) -> Self {
        if grid.geometry().size() > 9 { Self::Numbers(numbers(grid)) } else { Self::Text(symbols(grid, '.')) }
    }
}

/// The digits, 0 for an open cell.
fn numbers(grid: &Grid) -> Vec<usize> {
    grid.geometry().cells().map(|cell| grid.get(cell).map_or(0, Digit::get)).collect()
}

/// A character a cell, for n up to 35.
pub(super) fn symbols(grid: &Grid, blank: char) -> String {
    let symbol = |value| if value == 0 { blank } else { Alphabet::FromOne.symbol(value) };
    numbers(grid).into_iter().map(symbol).collect()
}

/// A puzzle as an object of this project's own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct JsonPuzzle {
    puzzle: JsonCells,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<JsonCells>,
    #[serde(rename = "box", skip_serializing_if = "Option::is_none")]
    shape: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    regions: Option<Vec<u16>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    variants: Vec<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    excluded: Vec<[usize; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    remark: Option<String>,
}

impl JsonPuzzle {
    /// All that a record says.
    #[must_use]
    pub fn of(record: &Record) -> Self {
        let geometry = record.puzzle.geometry();
        let (mut shape, mut regions) = (None, None);
        match geometry.boxes() {
            Boxes::Shape(boxes) => {
                shape = (BoxShape::most_square(boxes.size()) != Some(*boxes)).then(|| boxes.to_string());
            }
            Boxes::Regions(labels) => regions = Some(labels.of_cells().to_vec()),
        }
        Self {
            puzzle: JsonCells::of(record.puzzle.grid()),
            solution: record.solution.as_ref().map(JsonCells::of),
            shape,
            regions,
            variants: geometry.variants().iter().map(|variant| variant.name()).collect(),
            excluded: excluded(&record.puzzle),
            remark: record.remark.clone(),
        }
    }
}

pub(super) fn write_json(record: &Record, writer: &mut dyn Write) -> io::Result<()> {
    writeln!(writer, "{}", serde_json::to_string(&JsonPuzzle::of(record))?)
}

/// Rows, columns and digits of the candidates that are excluded.
fn excluded(puzzle: &Puzzle) -> Vec<[usize; 3]> {
    let place =
        |candidate: &Candidate| [candidate.cell.row(), candidate.cell.column(), candidate.digit.get()];
    puzzle.excluded().iter().map(place).collect()
}

pub(super) fn write_fpuzzles(record: &Record, writer: &mut dyn Write) -> io::Result<()> {
    let geometry = record.puzzle.geometry();
    let n = geometry.size();
    let boxes = geometry.boxes().of_cells();
    let is_usual = geometry.box_shape().is_some_and(|shape| BoxShape::most_square(n) == Some(shape));
    let cells = numbers(record.puzzle.grid()).into_iter().enumerate().map(|(cell, digit)| {
        let mut object = Map::new();
        if digit > 0 {
            object.insert("value".to_owned(), digit.into());
            object.insert("given".to_owned(), true.into());
        }
        if !is_usual {
            object.insert("region".to_owned(), boxes[cell].into());
        }
        Value::Object(object)
    });
    let rows: Vec<Vec<_>> = cells.chunks(n).into_iter().map(Iterator::collect).collect();
    let mut puzzle = json!({ "size": n, "grid": rows });
    if let Some(solution) = &record.solution {
        puzzle["solution"] = numbers(solution).into();
    }
    for variant in geometry.variants() {
        let names: &[&str] = match variant {
            Variant::X => &["diagonal+", "diagonal-"],
            Variant::AntiKnight => &["antiknight"],
            Variant::AntiKing => &["antiking"],
            Variant::Disjoint => &["disjointgroups"],
            Variant::Windoku => &[],
        };
        for &name in names {
            puzzle[name] = true.into();
        }
    }
    writeln!(writer, "{puzzle}")
}

pub(super) fn write_csv(record: &Record, writer: &mut dyn Write) -> io::Result<()> {
    let blank = if record.puzzle.geometry().size() > 9 { '.' } else { '0' };
    let mut table = csv::Writer::from_writer(writer);
    let solution = record.solution.as_ref().map_or(String::new(), |solution| symbols(solution, blank));
    table.write_record([symbols(record.puzzle.grid(), blank), solution])?;
    table.flush()
}

pub(super) fn write_hodoku(record: &Record, writer: &mut dyn Write) -> io::Result<()> {
    let deleted =
        excluded(&record.puzzle).into_iter().map(|[row, column, digit]| format!("{digit}{row}{column}"));
    writeln!(writer, ":0000:x:{}:{}::", symbols(record.puzzle.grid(), '.'), { deleted }.join(" "))
}

pub(super) fn write_opensudoku(record: &Record, writer: &mut dyn Write) -> io::Result<()> {
    writeln!(writer, "  <game data=\"{}\"/>", escape(symbols(record.puzzle.grid(), '0')))
}

pub(super) fn write_dzn(record: &Record, writer: &mut dyn Write) -> io::Result<()> {
    let n = record.puzzle.geometry().size();
    let width = n.to_string().len();
    writeln!(writer, "n = {n};\nx = array2d(1..n, 1..n, [")?;
    for row in numbers(record.puzzle.grid()).chunks(n) {
        let cell = |digit: &usize| match digit {
            0 => format!("{:>width$}", '_'),
            digit => format!("{digit:>width$}"),
        };
        writeln!(writer, "  {},", row.iter().map(cell).join(", "))?;
    }
    writeln!(writer, "]);")
}

pub(super) fn write_list(record: &Record, writer: &mut dyn Write) -> io::Result<()> {
    let n = record.puzzle.geometry().size();
    let numbers = numbers(record.puzzle.grid());
    let rows = numbers.chunks(n).map(|row| format!("[{}]", row.iter().join(", ")));
    writeln!(writer, "[{}]", { rows }.join(",\n "))
}

/// Whether f-puzzles can say what the board is.
pub(super) fn fpuzzles_knows(geometry: &Geometry) -> bool {
    !geometry.variants().contains(&Variant::Windoku)
}
