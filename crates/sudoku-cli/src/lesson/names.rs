//! The names of cells, digits and houses in sentences.

use sudoku_cnf::puzzle::board::HouseKind;
use sudoku_cnf::text::Alphabet;
use sudoku_cnf::{Candidate, Cell, Digit, Geometry};

/// Words for the parts of a board.
#[derive(Clone, Copy)]
pub(super) struct Names<'a> {
    pub(super) geometry: &'a Geometry,
    /// The alphabet in which digits are written, or `None` for decimal numbers.
    pub(super) alphabet: Option<Alphabet>,
}

impl Names<'_> {
    pub(super) fn digit(self, digit: Digit) -> String {
        self.alphabet.map_or_else(|| digit.to_string(), |alphabet| alphabet.symbol(digit.get()).to_string())
    }

    pub(super) fn digits(self, digits: &[Digit], conjunction: &str) -> String {
        list(digits.iter().map(|&digit| self.digit(digit)), conjunction)
    }

    pub(super) fn house(self, house: usize) -> String {
        self.geometry.house(house).name.to_string()
    }

    /// Returns an assignment, for example `r1c3=5`.
    pub(super) fn assignment(self, Candidate { cell, digit }: Candidate) -> String {
        format!("{cell}={}", self.digit(digit))
    }

    /// Returns where two peers see each other, for example ` in row 3`.
    pub(super) fn shared(self, a: Cell, b: Cell) -> String {
        let house = self.geometry.first_shared_house(a, b).map(|house| self.geometry.house(house).name);
        match house {
            Some(name) if matches!(name.kind, HouseKind::KnightMove | HouseKind::KingMove) => {
                format!(", {name} apart,")
            }
            Some(name) => format!(" in {name}"),
            None => String::new(),
        }
    }
}

pub(super) fn cells(cells: &[Cell], conjunction: &str) -> String {
    list(cells.iter().map(ToString::to_string), conjunction)
}

/// Joins words as in a sentence, for example `a, b and c`.
pub(super) fn list(words: impl IntoIterator<Item = String>, conjunction: &str) -> String {
    let mut words: Vec<String> = words.into_iter().collect();
    match words.pop() {
        None => String::new(),
        Some(only) if words.is_empty() => only,
        Some(last) => format!("{} {conjunction} {last}", words.join(", ")),
    }
}

/// Returns a text with an upper-case first letter.
pub(super) fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
