//! Intersections, also known as locked candidates.
//!
//! If, in a house of n cells, all cells that can contain a digit also belong to a second house, the digit is removed
//! from the rest of the second house.

use super::{CandidateBoard, Contradiction};
use crate::puzzle::board::{Candidate, Digit};

impl CandidateBoard {
    /// Applies the rules for singles and intersections until a fixpoint is reached.
    ///
    /// If the inference level is below `Intersections`, only the rules for singles are applied.
    ///
    /// The method ends early if `is_stopped` returns `true`.
    pub(super) fn intersect(&mut self, is_stopped: &mut dyn FnMut() -> bool) -> Result<(), Contradiction> {
        self.carry_out(is_stopped)?;
        while let Some(index) = self.to_intersect.pop() {
            self.is_queued[index as usize] = false;
            self.claim(index as usize)?;
            self.carry_out(is_stopped)?;
        }
        Ok(())
    }

    /// Applies the intersection rule to one house and one digit.
    ///
    /// If all cells that can contain the digit in this house also belong to a second house, the digit is removed from
    /// the rest of the second house. `index` is the index of this house and digit in `place_counts`.
    fn claim(&mut self, index: usize) -> Result<(), Contradiction> {
        let geometry = self.geometry.clone();
        let (house, digit) = (geometry.house(index / geometry.size()), index % geometry.size() + 1);
        let digit = Digit::new(digit).ok_or(Contradiction)?;
        let contains = |board: &Self, cell| board.contains(Candidate { cell, digit });
        let mut places = house.cells.iter().copied().filter(|&cell| contains(self, cell));
        let first = places.next().ok_or(Contradiction)?;
        let contains_all =
            |other: u32| places.clone().all(|place| geometry.houses_of(place).contains(&other));
        let others: Vec<_> = { geometry.houses_of(first).iter().copied() }
            .filter(|&other| other as usize != house.index && contains_all(other))
            .collect();
        for other in others {
            for &cell in geometry.house(other as usize).cells {
                if contains(self, cell) && !geometry.houses_of(cell).contains(&(house.index as u32)) {
                    self.remove(Candidate { cell, digit })?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::puzzle::propagate::{CandidateBoard, Inference};

    #[test]
    fn removes_more_candidates_than_singles() {
        let puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
        let board = |inference| CandidateBoard::from_puzzle(&puzzle.parse().unwrap(), inference).unwrap();
        let singles = board(Inference::Singles);
        let more = board(Inference::Intersections);
        // For example, all cells in row 1 that can contain 7 lie in box 1, so 7 is removed from the rest of box 1.
        assert!(
            more.candidate_count() < singles.candidate_count(),
            "{} {}",
            more.candidate_count(),
            singles.candidate_count()
        );
    }
}
