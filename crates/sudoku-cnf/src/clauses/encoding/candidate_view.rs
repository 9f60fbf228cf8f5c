//! A view of the candidates that a CNF covers, grouped by cell or by house and digit.

use crate::clauses::numbering::Numbering;
use crate::clauses::variable::{Lit, Var};
use crate::puzzle::board::{Candidate, Cell, Digit, Geometry, House};
use crate::puzzle::propagate::CandidateBoard;

/// The open candidates of a board and their variables.
///
/// Without propagation, every candidate is open. With propagation, only the remaining candidates of undecided cells are
/// open.
#[derive(Clone, Copy)]
pub(super) struct CandidateView<'a> {
    pub(super) geometry: &'a Geometry,
    /// The candidates that remain after propagation, or `None` if propagation was not applied.
    board: Option<&'a CandidateBoard>,
    numbering: &'a Numbering,
}

/// The candidate cells of a digit in a house, which are the cells in which the digit is an open candidate.
pub(super) struct Places<'a> {
    pub(super) house: House<'a>,
    pub(super) digit: Digit,
    /// The positions of the candidate cells within the house, counted from 0 and in ascending order.
    pub(super) positions: &'a [u16],
    /// One literal for each candidate cell, in the same order. Each literal is true if and only if its cell contains
    /// the digit.
    pub(super) literals: &'a [Lit],
}

impl<'a> CandidateView<'a> {
    pub(super) fn new(
        geometry: &'a Geometry,
        board: Option<&'a CandidateBoard>,
        numbering: &'a Numbering,
    ) -> Self {
        Self { geometry, board, numbering }
    }

    /// Returns the literal of `candidate`, or `None` if propagation removed the candidate.
    pub(super) fn literal(&self, candidate: Candidate) -> Option<Lit> {
        if self.board.is_some_and(|board| !board.contains(candidate)) {
            return None;
        }
        self.numbering.literal(self.geometry, candidate)
    }

    /// Returns whether propagation has decided `cell`. A decided cell needs only a unit clause.
    fn is_decided(&self, cell: Cell) -> bool {
        self.board.is_some_and(|board| board.count(cell) == 1)
    }

    /// Calls `visit` with the digit and literal of each open candidate of `cell`, ordered by digit.
    pub(super) fn visit_cell(&self, cell: Cell, mut visit: impl FnMut(Digit, Lit)) {
        if self.is_decided(cell) {
            return;
        }
        match (self.numbering, self.board) {
            (Numbering::Compact(compact), _) => {
                let (first, digits) = compact.cell(cell);
                for (number, digit) in (first..).zip(digits) {
                    if let Some(var) = Var::new(number) {
                        visit(digit, var.positive());
                    }
                }
            }
            (Numbering::Arithmetic, Some(board)) => {
                board.digits(cell).for_each(|digit| visit(digit, self.geometry.literal(cell, digit)));
            }
            _ => self.geometry.digits().for_each(|digit| {
                if let Some(literal) = self.literal(Candidate { cell, digit }) {
                    visit(digit, literal);
                }
            }),
        }
    }

    /// Calls `visit` for each undecided cell, passing the cell and the literals of its open candidates.
    pub(super) fn try_for_each_cell<E>(
        &self,
        mut visit: impl FnMut(Cell, &[Lit]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut literals = Vec::with_capacity(self.geometry.size());
        for cell in self.geometry.cells() {
            literals.clear();
            self.visit_cell(cell, |_, literal| literals.push(literal));
            if !literals.is_empty() {
                visit(cell, &literals)?;
            }
        }
        Ok(())
    }

    /// Calls `visit` for each digit in each of the `houses`, passing the candidate cells of the digit.
    ///
    /// Digits that have no candidate cells in a house are skipped.
    pub(super) fn try_for_each_places<'g, E>(
        &self,
        houses: impl Iterator<Item = House<'g>>,
        mut visit: impl FnMut(Places<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut by_digit = vec![(Vec::new(), Vec::new()); self.geometry.size()];
        for house in houses {
            for (position, &cell) in (0..).zip(house.cells) {
                self.visit_cell(cell, |digit, literal| {
                    let (positions, literals) = &mut by_digit[digit.get() - 1];
                    positions.push(position);
                    literals.push(literal);
                });
            }
            for (digit, (positions, literals)) in self.geometry.digits().zip(&mut by_digit) {
                if !positions.is_empty() {
                    visit(Places { house, digit, positions, literals })?;
                    positions.clear();
                    literals.clear();
                }
            }
        }
        Ok(())
    }

    /// Returns whether the clauses of an earlier house imply the at-least-one constraint on `places`, and whether they
    /// imply the at-most-one constraint.
    ///
    /// The at-most-one constraint is implied if an earlier house contains all cells in `places`. The at-least-one
    /// constraint is implied if, in addition, the digit has no other candidate cells in that house.
    pub(super) fn implied_by_earlier_house(&self, places: &Places<'_>) -> (bool, bool) {
        if places.house.cells.len() == 1 {
            // On a 1×1 board, the constraints on the cell imply the constraints on the house.
            return (true, true);
        }
        let (mut at_least_one, mut at_most_one) = (false, false);
        let mut cells = places.positions.iter().map(|&position| places.house.cells[usize::from(position)]);
        let Some(first) = cells.next() else { return (true, true) };
        let earlier = self.geometry.houses_of(first).iter().map(|&house| house as usize);
        for house in earlier.take_while(|&house| house < places.house.index) {
            if cells.clone().all(|cell| self.geometry.houses_of(cell).contains(&(house as u32))) {
                at_most_one = true;
                at_least_one |= self.place_count(house, places.digit) == places.positions.len();
            }
        }
        (at_least_one, at_most_one)
    }

    fn place_count(&self, house: usize, digit: Digit) -> usize {
        match self.board {
            Some(board) if house < self.geometry.complete_houses() => board.places(house, digit),
            _ => self.geometry.house(house).cells.len(),
        }
    }
}
