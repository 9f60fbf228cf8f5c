//! The drawing of the board, and the rules in words.

use std::io;

use serde::Serialize;
use sudoku_cli::render::{Picture, write_svg};
use sudoku_cnf::Solution;
use sudoku_cnf::puzzle::rule::Rule;
use sudoku_cnf::text::{Alphabet, Record, RuleList, words};

use crate::input::{PuzzleText, add_rule};

/// A drawing of a board.
#[derive(Debug, Serialize)]
pub(crate) struct Board {
    /// The drawing. A cell is 100 units wide, and the corner of the board has the coordinates 0, 0.
    svg: String,
    /// The symbols of the digits from 1.
    symbols: Vec<String>,
    /// The definitions and rules, in the order of the request.
    rules: Vec<ShownRule>,
}

/// A rule or a definition.
#[derive(Debug, Default, Serialize)]
struct ShownRule {
    /// The rule in words.
    sentence: String,
    /// The reason why it is not part of the puzzle.
    error: Option<String>,
    /// The cells, numbered from 0 in row-major order.
    cells: Vec<usize>,
}

/// Draws the board with all rules that are well-formed, so that one that is not finished does not hide the others.
pub(crate) fn draw(puzzle: &PuzzleText) -> Result<Board, String> {
    let mut record = puzzle.read_board()?;
    let mut list = RuleList::default();
    let mut rules = Vec::new();
    for text in &puzzle.rules {
        rules.push(match drawn(&mut list, text, &mut record) {
            Ok(rule) => rule,
            Err(error) => ShownRule { error: Some(error), ..ShownRule::default() },
        });
    }
    let alphabet = alphabet(&record);
    let symbols = record.puzzle.geometry().digits().map(|digit| words::digit(digit, alphabet)).collect();
    Ok(Board { svg: svg(&record, None)?, symbols, rules })
}

/// Adds a rule to the puzzle of `record`, or a definition to `list`.
fn drawn(list: &mut RuleList, text: &str, record: &mut Record) -> Result<ShownRule, String> {
    let before = list.rules.len();
    add_rule(list, text).map_err(|error| error.trim_start_matches(&format!("{text}: ")).to_owned())?;
    let Some(rule) = list.rules.get(before) else { return Ok(ShownRule::default()) };
    let geometry = record.puzzle.geometry().clone();
    let rule: Rule = rule.on(&geometry).map_err(|error| error.to_string())?;
    let cells = rule.cells().iter().chain(rule.other_cells()).map(|&cell| geometry.index(cell)).collect();
    let sentence = rule.sentence();
    record.puzzle.add_rules([rule]);
    Ok(ShownRule { sentence, error: None, cells })
}

/// Returns the drawing of a puzzle, with its solution if there is one.
pub(crate) fn svg(record: &Record, solution: Option<&Solution>) -> Result<String, String> {
    let picture =
        Picture::new(record.puzzle.clone()).with_alphabet(alphabet(record)).with_solution(solution.cloned());
    written(|svg| write_svg(&picture, svg))
}

/// Returns the text that `write` writes.
pub(crate) fn written(write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> Result<String, String> {
    let mut text = Vec::new();
    write(&mut text).map_err(|error| error.to_string())?;
    String::from_utf8(text).map_err(|error| error.to_string())
}

/// Returns the alphabet of the puzzle if it has enough symbols.
pub(crate) fn alphabet(record: &Record) -> Option<Alphabet> {
    record.alphabet.filter(|alphabet| alphabet.largest() >= record.puzzle.geometry().size())
}
