//! The candidates that an encoding is about, and the sets of them that cells and houses make.

use crate::board::{Cell, Digit, Geometry, House};
use crate::numbering::Numbering;
use crate::propagate::CandidateBoard;
use crate::variable::{Lit, Var};

/// The candidates that are view, and their variables: all of a geometry, or those that propagation left in
/// the cells that it did not decide.
#[derive(Clone, Copy)]
pub(super) struct CandidateView<'a> {
    pub(super) geometry: &'a Geometry,
    /// What propagation left; `None` where all candidates are view.
    board: Option<&'a CandidateBoard>,
    numbering: &'a Numbering,
}

/// The open places of a digit in a house.
pub(super) struct Places<'a> {
    pub(super) house: House<'a>,
    pub(super) digit: Digit,
    /// The cells, ascending, by their numbers in the house.
    pub(super) numbers: &'a [u16],
    /// The literals "the digit is in this cell".
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

    /// Whether a cell is decided, and so nothing is left to say about it.
    fn is_decided(&self, cell: Cell) -> bool {
        self.board.is_some_and(|board| board.count(cell) == 1)
    }

    /// Calls `visit` with each open candidate of a cell, digits ascending.
    pub(super) fn visit_cell(&self, cell: Cell, mut visit: impl FnMut(Digit, Lit)) {
        if self.is_decided(cell) {
            return;
        }
        match (self.numbering, self.board) {
            (Numbering::Compact(compact), _) => {
                let (first, digits) = compact.cell(cell);
                for (number, &digit) in (first..).zip(digits) {
                    if let Some(var) = Var::new(number) {
                        visit(digit, var.positive());
                    }
                }
            }
            (Numbering::Arithmetic, Some(board)) => {
                board.digits(cell).for_each(|digit| visit(digit, self.geometry.literal(cell, digit)));
            }
            (Numbering::Arithmetic, None) => {
                self.geometry.digits().for_each(|digit| visit(digit, self.geometry.literal(cell, digit)));
            }
        }
    }

    /// Calls `visit` with the literals of the candidates of each open cell.
    pub(super) fn try_for_each_cell<E>(
        &self,
        mut visit: impl FnMut(&[Lit]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut literals = Vec::with_capacity(self.geometry.size());
        for cell in self.geometry.cells() {
            literals.clear();
            self.visit_cell(cell, |_, literal| literals.push(literal));
            if !literals.is_empty() {
                visit(&literals)?;
            }
        }
        Ok(())
    }

    /// Calls `visit` with the open places of each digit in each of `houses`, if there are any. Cost: linear in
    /// the places.
    pub(super) fn try_for_each_places<'g, E>(
        &self,
        houses: impl Iterator<Item = House<'g>>,
        mut visit: impl FnMut(Places<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut by_digit = vec![(Vec::new(), Vec::new()); self.geometry.size()];
        for house in houses {
            for (number, &cell) in (0..).zip(house.cells) {
                self.visit_cell(cell, |digit, literal| {
                    let (numbers, literals) = &mut by_digit[digit.get() - 1];
                    numbers.push(number);
                    literals.push(literal);
                });
            }
            for (digit, (numbers, literals)) in self.geometry.digits().zip(&mut by_digit) {
                if !numbers.is_empty() {
                    visit(Places { house, digit, numbers, literals })?;
                    numbers.clear();
                    literals.clear();
                }
            }
        }
        Ok(())
    }

    /// Whether all of these places lie in an earlier house too. "Not twice" is then told there already, and
    /// if that house has no other place, so is "somewhere".
    pub(super) fn covered_before(&self, places: &Places<'_>) -> (bool, bool) {
        if places.house.cells.len() == 1 {
            // The only cell of a board says it itself.
            return (true, true);
        }
        let (mut somewhere, mut not_twice) = (false, false);
        let mut cells = places.numbers.iter().map(|&number| places.house.cells[usize::from(number)]);
        let Some(first) = cells.next() else { return (true, true) };
        let earlier = self.geometry.houses_of(first).iter().map(|&house| house as usize);
        for house in earlier.take_while(|&house| house < places.house.index) {
            if cells.clone().all(|cell| self.geometry.houses_of(cell).contains(&(house as u32))) {
                not_twice = true;
                somewhere |= self.place_count(house, places.digit) == places.numbers.len();
            }
        }
        (somewhere, not_twice)
    }

    fn place_count(&self, house: usize, digit: Digit) -> usize {
        match self.board {
            Some(board) if house < self.geometry.complete_houses() => board.places(house, digit),
            _ => self.geometry.house(house).cells.len(),
        }
    }
}
