//! Writes the comments that describe the board and the variable numbering.

use std::fmt::Write as _;
use std::io;

use itertools::Itertools;

use super::{BOX_SHAPE, LAYOUT, MAP, REGIONS, RULE, SYMBOLS, VARIANTS, WRITTEN_BY};
use crate::clauses::encoding::Problem;
use crate::clauses::numbering::{CompactNumbering, Numbering, ShuffledNumbering};
use crate::files::InstanceOptions;
use crate::puzzle::board::{Boxes, Cell};

/// The part of the comments that describes how a file names the candidates.
#[derive(Clone, Copy, Debug)]
pub(crate) enum WrittenNumbering<'a> {
    /// The file has numbered variables.
    Variables(&'a Numbering),
    /// The names of the variables are self-explanatory. The text explains them.
    Names(&'a str),
}

/// Calls `comment` with each comment for `problem`, without the prefix of a comment line, unless `options` omits
/// comments.
pub(crate) fn write_comments(
    problem: &Problem,
    numbering: WrittenNumbering<'_>,
    options: InstanceOptions,
    comment: &mut dyn FnMut(&str) -> io::Result<()>,
) -> io::Result<()> {
    if !options.comments {
        return Ok(());
    }
    let geometry = problem.puzzle().geometry();
    let n = geometry.size();
    comment(&format!("{WRITTEN_BY}{}", env!("CARGO_PKG_VERSION")))?;
    let givens = problem.puzzle().given_count();
    comment(&match geometry.layout() {
        None => format!("{n}x{n} Sudoku with {givens} givens"),
        Some(layout) => {
            format!("Sudoku of {} overlapping {n}x{n} boards with {givens} givens", layout.board_count())
        }
    })?;
    problem.remarks().iter().try_for_each(|remark| comment(remark))?;
    match geometry.boxes() {
        Boxes::Shape(shape) => comment(&format!("{BOX_SHAPE}{shape} (rows x columns)"))?,
        Boxes::Regions(regions) => {
            for row in regions.cell_regions().chunks(n) {
                comment(&format!("{REGIONS}{}", row.iter().map(|region| region + 1).join(" ")))?;
            }
        }
    }
    if !geometry.variants().is_empty() {
        comment(&format!("{VARIANTS}{}", geometry.variants().iter().join(",")))?;
    }
    if let Some(layout) = geometry.layout() {
        comment(&format!("{LAYOUT}{layout}"))?;
    }
    for definition in problem.puzzle().definitions().iter() {
        comment(definition.text())?;
    }
    for rule in problem.puzzle().rules() {
        rule.check_text().map_err(io::Error::other)?;
        comment(&format!("{RULE}{rule}"))?;
    }
    if let Some(symbols) = problem.symbols() {
        comment(&format!("{SYMBOLS}{symbols}"))?;
    }
    let cnf = problem.options();
    let sums = if problem.puzzle().rules().is_empty() {
        String::new()
    } else {
        format!(", sum encoding {}", cnf.sum_encoding)
    };
    comment(&format!("encoding {}, at-most-one scheme {}{sums}", cnf.encoding, cnf.scheme()))?;
    if let Some(seed) = options.shuffle {
        comment(&format!("shuffled with seed {seed}"))?;
    }
    if let Some(board) = problem.board() {
        let (decided, left) = (board.grid().digit_count(), board.candidate_count());
        comment(&format!("reduced: {decided} cells decided, {left} candidates remain"))?;
    }
    if problem.is_refuted() {
        comment("reduced: propagation proves that there is no solution")?;
    }
    match numbering {
        WrittenNumbering::Names(text) => comment(text),
        WrittenNumbering::Variables(Numbering::Arithmetic) => comment(&format!(
            "candidate variables 1 to {}: cell * {n} + digit, cells numbered row by row from 0, digits from 1",
            geometry.candidate_count()
        )),
        WrittenNumbering::Variables(Numbering::Compact(compact)) => {
            comment(
                "the line 'map 17 r3c4 2 5' means: variable 17 is digit 2 in r3c4, variable 18 is digit 5 in r3c4",
            )?;
            geometry.cells().try_for_each(|cell| comment(&compact_entry(compact, cell)))
        }
        WrittenNumbering::Variables(Numbering::Shuffled(shuffled)) => {
            comment(
                "the line 'map r3c4 2=17 5=301' means: variable 17 is digit 2 in r3c4, variable 301 is digit 5 in r3c4",
            )?;
            geometry.cells().try_for_each(|cell| comment(&shuffled_entry(shuffled, cell)))
        }
    }
}

fn compact_entry(numbering: &CompactNumbering, cell: Cell) -> String {
    let (first, digits) = numbering.cell(cell);
    format!("{MAP}{first} {cell} {}", digits.into_iter().join(" "))
}

fn shuffled_entry(numbering: &ShuffledNumbering, cell: Cell) -> String {
    let mut line = format!("{MAP}{cell}");
    for (digit, variable) in numbering.cell(cell) {
        // Writing to a `String` cannot fail.
        let _ = write!(line, " {digit}={variable}");
    }
    line
}
