//! The names of cells, digits, houses and facts in sentences.

use sudoku_cnf::text::Alphabet;
use sudoku_cnf::text::words::{self, list};
use sudoku_cnf::{Candidate, Cell, Digit, Geometry};
use sudoku_sat::explain::Fact;

/// Words for the parts of a board.
#[derive(Clone, Copy)]
pub(super) struct Names<'a> {
    pub(super) geometry: &'a Geometry,
    /// The alphabet in which digits are written, or `None` for decimal numbers.
    pub(super) alphabet: Option<Alphabet>,
}

impl Names<'_> {
    pub(super) fn digit(self, digit: Digit) -> String {
        words::digit(digit, self.alphabet)
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
        let house = self.geometry.first_shared_house(a, b);
        house.map(|house| self.geometry.house(house).name.relation()).unwrap_or_default()
    }
}

/// Returns the new facts in words, grouped by cells and digits, for example `r1c3 and r1c5 cannot be 4 or 7`.
pub(super) fn conclusion(derived: &[Fact], names: Names<'_>) -> String {
    let (placed, excluded): (Vec<Fact>, Vec<Fact>) = derived.iter().partition(|fact| fact.is_placed);
    let mut words: Vec<String> = placed
        .iter()
        .map(|fact| format!("{} is {}", fact.candidate.cell, names.digit(fact.candidate.digit)))
        .collect();
    let mut groups: Vec<(Vec<Cell>, Vec<Digit>)> = Vec::new();
    for digit in sorted(excluded.iter().map(|fact| fact.candidate.digit)) {
        let of_digit = excluded.iter().filter(|fact| fact.candidate.digit == digit);
        let cells = sorted(of_digit.map(|fact| fact.candidate.cell));
        match groups.iter_mut().find(|(others, _)| *others == cells) {
            Some((_, digits)) => digits.push(digit),
            None => groups.push((cells, vec![digit])),
        }
    }
    words.extend(groups.into_iter().map(|(places, digits)| {
        format!("{} cannot be {}", list(&places, "and"), names.digits(&digits, "or"))
    }));
    words.join("; ")
}

/// Returns the distinct items in ascending order.
pub(super) fn sorted<T: Ord>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.collect();
    items.sort_unstable();
    items.dedup();
    items
}
