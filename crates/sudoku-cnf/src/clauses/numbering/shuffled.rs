//! The numbering of a CNF whose variables were renamed at random.

use std::sync::Arc;

use super::{CompactNumbering, Numbering};
use crate::clauses::variable::{Lit, Var};
use crate::puzzle::board::{Candidate, Cell, Digit, Geometry};

/// A numbering in which each candidate can have any variable.
///
/// The numbering takes up 14 bytes per candidate and 4 bytes per cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShuffledNumbering {
    /// The candidates that have a variable, with their position in the order of cells and digits.
    candidates: CompactNumbering,
    /// The variable number of each candidate, in the order of `candidates`.
    variables: Vec<u32>,
    /// The variable number and the position of each candidate, sorted by variable number.
    positions: Vec<(u32, u32)>,
}

impl ShuffledNumbering {
    /// Renames the variables of `numbering`. `new` returns the new variable of a candidate.
    pub fn rename(numbering: &Numbering, geometry: &Arc<Geometry>, new: impl Fn(Var) -> Var) -> Self {
        let mut shuffled = Self::empty(geometry.clone());
        for cell in geometry.cells() {
            let variable = |digit| {
                let literal = numbering.literal(geometry, Candidate { cell, digit })?;
                Some((digit, new(literal.var())))
            };
            shuffled.push_cell(geometry.digits().filter_map(variable));
        }
        shuffled.sort();
        shuffled
    }

    pub(crate) fn empty(geometry: Arc<Geometry>) -> Self {
        Self { candidates: CompactNumbering::empty(geometry), variables: Vec::new(), positions: Vec::new() }
    }

    /// Adds the next cell with its candidate digits and their variables. The digits must be in ascending order.
    pub(crate) fn push_cell(&mut self, candidates: impl IntoIterator<Item = (Digit, Var)>) {
        let variables = &mut self.variables;
        self.candidates.push_cell(candidates.into_iter().map(|(digit, var)| {
            variables.push(var.number() as u32);
            digit
        }));
    }

    /// Completes the numbering after the last cell. Returns whether each variable belongs to only one candidate.
    pub(crate) fn sort(&mut self) -> bool {
        self.positions = self.variables.iter().copied().zip(0..).collect();
        self.positions.sort_unstable();
        self.positions.is_sorted_by(|a, b| a.0 < b.0)
    }

    /// Returns the number of cells.
    pub fn cells(&self) -> usize {
        self.candidates.cells()
    }

    /// Returns the number of candidates that have a variable.
    pub fn len(&self) -> usize {
        self.candidates.len()
    }

    /// Returns whether no candidate has a variable.
    pub fn is_empty(&self) -> bool {
        self.candidates.is_empty()
    }

    /// Returns the candidate digits of `cell` and their variable numbers, ordered by digit.
    ///
    /// # Panics
    /// Panics if the board has no such cell.
    pub fn cell(&self, cell: Cell) -> impl Iterator<Item = (Digit, usize)> + '_ {
        let (first, digits) = self.candidates.cell(cell);
        let variables = &self.variables[first - 1..];
        digits.zip(variables).map(|(digit, &variable)| (digit, variable as usize))
    }

    /// Returns the literal for a candidate, or `None` if the candidate has no variable.
    pub fn literal(&self, candidate: Candidate) -> Option<Lit> {
        let position = self.candidates.literal(candidate)?.var().number() - 1;
        Var::new(self.variables[position] as usize).map(Var::positive)
    }

    /// Returns the candidate that `var` represents, or `None` for an auxiliary variable.
    pub fn candidate(&self, var: Var) -> Option<Candidate> {
        let number = var.number() as u32;
        let index = self.positions.binary_search_by_key(&number, |&(variable, _)| variable).ok()?;
        self.candidates.candidate(Var::new(self.positions[index].1 as usize + 1)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_and_candidates_are_inverse() {
        let geometry = Arc::new(Geometry::new("2x2".parse().unwrap()));
        let new = |var: Var| Var::new(65 - var.number()).unwrap();
        let shuffled = ShuffledNumbering::rename(&Numbering::Arithmetic, &geometry, new);
        assert_eq!((shuffled.cells(), shuffled.len()), (16, 64));
        for number in 1..=64 {
            let var = Var::new(number).unwrap();
            let candidate = shuffled.candidate(var).unwrap();
            assert_eq!(shuffled.literal(candidate), Some(var.positive()));
            assert_eq!(geometry.literal(candidate.cell, candidate.digit).var(), new(var));
        }
        assert_eq!(shuffled.candidate(Var::new(65).unwrap()), None);
    }
}
