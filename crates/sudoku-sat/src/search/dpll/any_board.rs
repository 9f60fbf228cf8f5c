//! DPLL on boards other than the standard 9×9 board: other sizes up to 36×36, and variants.
//!
//! Propagation applies singles and intersections. The search guesses a candidate of one of the open cells with the
//! fewest candidates. Among these cells, it chooses the one whose candidates occur most often in the cell's peers.

use std::sync::Arc;

use sudoku_cnf::puzzle::Bits;
use sudoku_cnf::{Contradiction, Geometry, Grid, Puzzle};

use crate::bitboard::{BitBoard, HouseMasks, bit_board_size, with_bit_board};
use crate::search::Found;
use crate::search::solutions::{GridSearch, Grids, SolveError};
use crate::solver::{LimitPoller, Limits, Statistics, StopReason};

/// Starts a search for the solutions of `puzzle`. Returns `None` if the board is larger than 36×36.
pub(super) fn search(puzzle: &Puzzle, limits: Limits) -> Option<Grids> {
    with_bit_board!(bit_board_size(puzzle.geometry()),
        N W H => {
            let masks = Arc::new(HouseMasks::<W, H>::new(puzzle.geometry()));
            Some(Box::new(BitBoardSearch::<N, W, H>::new(puzzle, masks, limits)))
        },
        _ => None
    )
}

/// A search on boards with up to N digits. See [`BitBoard`] for the meaning of N, W and H.
pub(crate) struct BitBoardSearch<const N: usize, const W: usize, const H: usize> {
    geometry: Arc<Geometry>,
    masks: Arc<HouseMasks<W, H>>,
    poller: LimitPoller,
    statistics: Statistics,
    /// Propagated boards. Some of them may be solved.
    boards: Vec<BitBoard<N, W, H>>,
}

impl<const N: usize, const W: usize, const H: usize> BitBoardSearch<N, W, H> {
    /// Starts a search for the solutions of `puzzle`. `masks` must belong to the board of `puzzle`.
    pub(crate) fn new(puzzle: &Puzzle, masks: Arc<HouseMasks<W, H>>, limits: Limits) -> Self {
        let geometry = puzzle.geometry().clone();
        let root = BitBoard::from_puzzle(puzzle, &masks);
        let poller = LimitPoller::new(limits);
        let mut search =
            Self { geometry, masks, poller, statistics: Statistics::default(), boards: Vec::new() };
        search.push(root);
        search
    }

    /// Adds a board after propagating intersections, unless the board is contradictory.
    fn push(&mut self, board: Result<BitBoard<N, W, H>, Contradiction>) {
        self.statistics.propagations += 1;
        if let Ok(mut board) = board
            && board.intersect(&self.masks).is_ok()
        {
            self.boards.push(board);
        } else {
            self.statistics.conflicts += 1;
        }
    }

    /// Returns the cell and the digit, minus 1, of the candidate to guess.
    fn choose(&self, board: &BitBoard<N, W, H>) -> (usize, usize) {
        let seen = |cell: usize| {
            let peers = &self.masks.peers[cell];
            Bits(board.digits_of(cell)).map(|digit| board.by_digit()[digit].and(peers).len()).sum::<usize>()
        };
        let cells = board.most_constrained();
        let cell = cells.iter().max_by_key(|&cell| seen(cell)).expect("the board is open");
        (cell, board.digits_of(cell).trailing_zeros() as usize)
    }

    /// Searches for the next solution. Gives up after `most` guesses without a solution.
    ///
    /// # Errors
    /// If a limit is reached, ends the search and returns an error.
    pub(crate) fn next_within(&mut self, most: u64) -> Result<Found<Grid>, StopReason> {
        let end = self.statistics.decisions.saturating_add(most);
        while let Some(mut board) = self.boards.pop() {
            if board.is_solved(&self.masks) {
                return Ok(Found::Solution(board.grid(self.geometry.clone())));
            }
            if self.statistics.decisions == end {
                self.boards.push(board);
                return Ok(Found::GaveUp);
            }
            if let Err(reason) = self.poller.step() {
                self.boards.clear();
                return Err(reason);
            }
            self.statistics.decisions += 1;
            let guess = self.choose(&board);
            let mut with = board.clone();
            let with = with.assign(guess, &self.masks).map(|()| with);
            let without = board.eliminate(guess, &self.masks).map(|()| board);
            self.push(without);
            self.push(with);
        }
        Ok(Found::Nothing)
    }

    /// Removes and returns a board that has not been searched yet, if any. Its solutions are not found any more.
    pub(crate) fn pop(&mut self) -> Option<BitBoard<N, W, H>> {
        self.boards.pop()
    }
}

impl<const N: usize, const W: usize, const H: usize> Iterator for BitBoardSearch<N, W, H> {
    type Item = Result<Grid, SolveError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.next_within(u64::MAX) {
            Ok(Found::Solution(grid)) => Some(Ok(grid)),
            Ok(Found::Nothing | Found::GaveUp) => None,
            Err(reason) => Some(Err(SolveError::Unknown(reason))),
        }
    }
}

impl<const N: usize, const W: usize, const H: usize> GridSearch for BitBoardSearch<N, W, H> {
    fn statistics(&self) -> Option<Statistics> {
        Some(self.statistics)
    }
}
