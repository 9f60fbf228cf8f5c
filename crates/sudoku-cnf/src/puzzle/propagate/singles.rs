//! Naked and hidden singles: applying givens and placements, and inferring further placements.

use super::{CandidateBoard, Contradiction, Inference};
use crate::puzzle::board::{Candidate, Cell, Digit};
use crate::puzzle::{Bits, Puzzle};

impl CandidateBoard {
    /// Applies the givens and excluded candidates of `puzzle` to a new board, and queues the resulting singles.
    ///
    /// Candidates are removed with bit masks, up to 64 at a time, because removing them one by one would be slow on
    /// large boards.
    pub(super) fn apply_givens(&mut self, puzzle: &Puzzle) -> Result<(), Contradiction> {
        for &excluded in puzzle.excluded() {
            let (word, bit) = self.bit(excluded);
            self.masks[word] &= !bit;
        }
        let used = self.collect_given_digits(puzzle)?;
        for cell in puzzle.geometry().cells() {
            self.init_cell(cell, puzzle.get(cell), &used)?;
        }
        if self.inference == Inference::DecidedCells { Ok(()) } else { self.count_places() }
    }

    /// Returns, for each house of n cells, a bit set of the given digits in the house.
    ///
    /// All other houses have two cells. If one of the two cells contains a given, this method removes the digit from
    /// the candidates of the other cell.
    ///
    /// # Errors
    /// Returns an error if a house contains the same given digit twice.
    fn collect_given_digits(&mut self, puzzle: &Puzzle) -> Result<Vec<u64>, Contradiction> {
        let geometry = puzzle.geometry();
        let mut used = vec![0; geometry.complete_houses() * self.words];
        for given in puzzle.givens() {
            let (word, bit) = self.bit(given);
            let word = word % self.words;
            for house in geometry.houses_of(given.cell).iter().map(|&house| geometry.house(house as usize)) {
                if house.is_complete {
                    let used = &mut used[house.index * self.words + word];
                    if *used & bit != 0 {
                        return Err(Contradiction);
                    }
                    *used |= bit;
                    continue;
                }
                for &peer in house.cells.iter().filter(|&&peer| peer != given.cell) {
                    if puzzle.get(peer) == Some(given.digit) {
                        return Err(Contradiction);
                    }
                    let peer = self.index(peer);
                    self.masks[peer * self.words + word] &= !bit;
                }
            }
        }
        Ok(used)
    }

    /// Restricts the candidates of `cell` to the digit `given`. If `given` is `None`, instead removes the digits that
    /// are already `used` in the houses of the cell.
    fn init_cell(&mut self, cell: Cell, given: Option<Digit>, used: &[u64]) -> Result<(), Contradiction> {
        let (words, index) = (self.words, self.index(cell));
        let mask = &mut self.masks[index * words..][..words];
        if let Some(digit) = given {
            let (word, bit) = ((digit.get() - 1) / 64, 1 << ((digit.get() - 1) % 64));
            if mask[word] & bit == 0 {
                return Err(Contradiction);
            }
            mask.fill(0);
            mask[word] = bit;
            self.counts[index] = 1;
            self.settled[index] = true;
            self.unsettled -= 1;
            return Ok(());
        }
        let houses = self.geometry.houses_of(cell).iter().map(|&house| house as usize);
        for house in houses.take_while(|&house| house < self.geometry.complete_houses()) {
            mask.iter_mut().zip(&used[house * words..]).for_each(|(mask, used)| *mask &= !used);
        }
        self.counts[index] = mask.iter().map(|word| word.count_ones() as u16).sum();
        self.check_candidate_count(cell)
    }

    /// Computes `place_counts` for every digit in every house of n cells, and queues the hidden singles.
    fn count_places(&mut self) -> Result<(), Contradiction> {
        let geometry = self.geometry.clone();
        self.place_counts.fill(0);
        let n = geometry.size();
        for house in geometry.houses().filter(|house| house.is_complete) {
            let counts = &mut self.place_counts[house.index * n..][..n];
            for (i, counts) in counts.chunks_mut(64).enumerate() {
                let words = house.cells.iter().map(|cell| self.masks[geometry.index(*cell) * self.words + i]);
                count_bits(words, counts);
            }
            for digit in geometry.digits() {
                self.check_place_count(house.index, digit)?;
            }
        }
        Ok(())
    }

    /// Carries out the pending placements and all placements that they imply. The method ends early if `is_stopped`
    /// returns `true`, and then leaves placements pending.
    ///
    /// Boards up to 64×64 do not call `is_stopped`, because their placements take less time than a call.
    pub(super) fn carry_out(&mut self, is_stopped: &mut dyn FnMut() -> bool) -> Result<(), Contradiction> {
        let geometry = self.geometry.clone();
        while self.words == 1 || !is_stopped() {
            let Some(placed @ Candidate { cell, digit }) = self.pending.pop() else { break };
            let index = self.index(cell);
            if self.settled[index] {
                if self.contains(placed) {
                    continue;
                }
                return Err(Contradiction);
            }
            self.settled[index] = true;
            self.unsettled -= 1;
            self.keep_only(placed)?;
            for &house in geometry.houses_of(cell) {
                for &peer in geometry.house(house as usize).cells {
                    if peer != cell {
                        self.remove(Candidate { cell: peer, digit })?;
                    }
                }
            }
        }
        Ok(())
    }

    fn keep_only(&mut self, placed: Candidate) -> Result<(), Contradiction> {
        if !self.contains(placed) {
            return Err(Contradiction);
        }
        for i in 0..self.words {
            for bit in Bits(self.masks[self.index(placed.cell) * self.words + i]) {
                if let Some(digit) = Digit::new(64 * i + bit + 1).filter(|&digit| digit != placed.digit) {
                    self.remove(Candidate { cell: placed.cell, digit })?;
                }
            }
        }
        Ok(())
    }

    /// Removes a candidate and queues the resulting singles. Does nothing if the candidate has already been removed.
    pub(super) fn remove(&mut self, removed: Candidate) -> Result<(), Contradiction> {
        let (word, bit) = self.bit(removed);
        if self.masks[word] & bit == 0 {
            return Ok(());
        }
        self.masks[word] &= !bit;
        let cell = removed.cell;
        let index = self.index(cell);
        self.counts[index] -= 1;
        self.check_candidate_count(cell)?;
        if self.inference == Inference::DecidedCells { Ok(()) } else { self.decrement_place_counts(removed) }
    }

    /// Queues a naked single if `cell` has one candidate left. Returns an error if `cell` has no candidates left.
    fn check_candidate_count(&mut self, cell: Cell) -> Result<(), Contradiction> {
        match self.counts[self.index(cell)] {
            0 => return Err(Contradiction),
            1 if !self.settled[self.index(cell)] => {
                let last = self.digits(cell).next().ok_or(Contradiction)?;
                self.pending.push(Candidate { cell, digit: last });
            }
            _ => {}
        }
        Ok(())
    }

    /// Updates `place_counts` after a candidate has been removed, and queues the resulting hidden singles.
    fn decrement_place_counts(&mut self, Candidate { cell, digit }: Candidate) -> Result<(), Contradiction> {
        let n = self.geometry.size();
        for i in 0..self.geometry.houses_of(cell).len() {
            let house = self.geometry.houses_of(cell)[i] as usize;
            if house >= self.geometry.complete_houses() {
                break;
            }
            self.place_counts[house * n + digit.get() - 1] -= 1;
            self.check_place_count(house, digit)?;
        }
        Ok(())
    }

    /// Queues a hidden single if only one cell in `house` can contain `digit`. Returns an error if no cell can.
    ///
    /// If several cells can contain the digit and the inference level includes intersections, the house and digit are
    /// queued for an intersection check. The house must have n cells.
    fn check_place_count(&mut self, house: usize, digit: Digit) -> Result<(), Contradiction> {
        let index = house * self.geometry.size() + digit.get() - 1;
        match self.place_counts[index] {
            0 => return Err(Contradiction),
            1 => {
                let mut cells = self.geometry.house(house).cells.iter();
                let place = cells.find(|&&cell| self.contains(Candidate { cell, digit }));
                let &cell = place.ok_or(Contradiction)?;
                if !self.settled[self.index(cell)] {
                    self.pending.push(Candidate { cell, digit });
                }
            }
            _ if self.inference >= Inference::Intersections && !self.is_queued[index] => {
                self.is_queued[index] = true;
                self.to_intersect.push(index as u32);
            }
            _ => {}
        }
        Ok(())
    }
}

/// Counts for each bit in how many of the `words` it is set.
///
/// The counts of all bits are added at the same time: bit p of each count is in `planes[p]`. On a large board, this is
/// many times faster than counting one candidate after the other.
fn count_bits(words: impl Iterator<Item = u64>, counts: &mut [u16]) {
    let mut planes = [0_u64; u16::BITS as usize];
    for word in words {
        let mut carry = word;
        for plane in &mut planes {
            (*plane, carry) = (*plane ^ carry, *plane & carry);
            if carry == 0 {
                break;
            }
        }
    }
    for (bit, count) in counts.iter_mut().enumerate() {
        *count = { planes }.iter().rev().fold(0, |count, plane| 2 * count + (plane >> bit & 1) as u16);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::board::Geometry;
    use std::sync::Arc;

    fn board(puzzle: &str, inference: Inference) -> Result<CandidateBoard, Contradiction> {
        CandidateBoard::from_puzzle(&puzzle.parse().unwrap(), inference)
    }

    fn decided(puzzle: &str, inference: Inference) -> usize {
        board(puzzle, inference).unwrap().grid().digit_count()
    }

    #[test]
    fn hidden_singles_need_the_level_singles() {
        // The fourth 1 must be placed in r4c4, although that cell still has all four candidates.
        assert_eq!(decided("1.....1..1......", Inference::DecidedCells), 3);
        assert_eq!(decided("1.....1..1......", Inference::Singles), 4);
    }

    #[test]
    fn detects_contradictions() {
        for inference in [Inference::DecidedCells, Inference::Singles] {
            assert!(board("11..............", inference).is_err(), "two equal givens");
            assert!(board("12........3...4.", inference).is_err(), "no candidate for r1c3");
        }
        // No cell in row 1 can contain a 1: box 1 and column 4 already contain a 1, and r1c3 contains a 2.
        let no_place = "..2.1......1....";
        assert!(board(no_place, Inference::DecidedCells).is_ok());
        assert!(board(no_place, Inference::Singles).is_err());
    }

    #[test]
    fn boards_with_more_than_64_digits_use_several_words_per_cell() {
        let geometry = Arc::new(Geometry::new("10x10".parse().unwrap()));
        let mut board = CandidateBoard::new(geometry.clone(), Inference::Singles);
        let candidate = Candidate { cell: geometry.cell(0), digit: Digit::new(77).unwrap() };
        board.assign(candidate).unwrap();
        assert_eq!(board.digits(candidate.cell).collect::<Vec<_>>(), [candidate.digit]);
        for cell in geometry.cells().skip(1) {
            let is_peer = geometry.first_shared_house(candidate.cell, cell).is_some();
            assert_eq!(board.count(cell), if is_peer { 99 } else { 100 });
        }
    }

    #[test]
    fn bits_are_counted() {
        let words = [0b101, 0b100, u64::MAX, 0b110].repeat(200);
        let mut counts = [0; 64];
        count_bits(words.into_iter(), &mut counts);
        assert_eq!((counts[..4].to_vec(), counts[63]), (vec![400, 400, 800, 200], 200));
    }
}
