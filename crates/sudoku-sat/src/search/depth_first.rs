//! Depth-first search on boards of candidates: guess, propagate, go on.
//!
//! All searches of this crate share it: the engines [`propagate`](super::propagate()) and
//! [`expand`](super::expand()) on boards of any size, and the generator on bit boards. A [`Branching`] decides
//! what is guessed and in which order.

use sudoku_cnf::{Candidate, CandidateBoard, Contradiction};

use crate::bitboard::{BitBoard, HouseMasks};
use crate::solver::{LimitPoller, Limits, StopReason};

/// A board on which a search guesses.
pub(crate) trait SearchBoard: Clone {
    /// A candidate.
    type Guess;
    /// What all boards of a search share.
    type Shared;

    /// Decides a candidate and propagates.
    ///
    /// # Errors
    /// If propagation refutes the candidate.
    fn guess(&mut self, guess: Self::Guess, shared: &Self::Shared) -> Result<(), Contradiction>;
}

impl SearchBoard for CandidateBoard {
    type Guess = Candidate;
    type Shared = ();

    fn guess(&mut self, guess: Candidate, (): &()) -> Result<(), Contradiction> {
        self.assign(guess)
    }
}

impl<const N: usize, const W: usize, const H: usize> SearchBoard for BitBoard<N, W, H> {
    /// The index of a cell, and a digit − 1.
    type Guess = (usize, usize);
    type Shared = HouseMasks<W, H>;

    fn guess(&mut self, guess: (usize, usize), shared: &HouseMasks<W, H>) -> Result<(), Contradiction> {
        self.assign(guess, shared)
    }
}

/// The order of guesses.
pub(crate) trait Branching<B: SearchBoard> {
    /// The alternatives at a node of the search tree that have not been tried yet.
    type Alternatives;

    /// Returns the alternatives on `board`; `None` if the board is solved.
    fn branch(&mut self, board: &B) -> Option<Self::Alternatives>;

    /// Removes and returns the next alternative.
    fn next(&mut self, alternatives: &mut Self::Alternatives) -> Option<B::Guess>;
}

/// The result of a search.
pub(crate) enum Found<B> {
    /// A solved board.
    Solution(B),
    /// There are no further solutions.
    Nothing,
    /// More guesses failed than allowed.
    GaveUp,
}

/// A depth-first search. Memory: one board per guess on the path to the current board; it is reused by the next
/// search.
pub(crate) struct DepthFirst<B, A> {
    poller: LimitPoller,
    /// The boards on the path, each with its untried alternatives.
    path: Vec<(B, A)>,
    /// The board to branch on next.
    next: Option<B>,
}

impl<B: SearchBoard, A> DepthFirst<B, A> {
    pub(crate) fn new(limits: Limits) -> Self {
        Self { poller: LimitPoller::new(limits), path: Vec::new(), next: None }
    }

    /// Replaces the limits.
    pub(crate) fn set_limits(&mut self, limits: &Limits) {
        self.poller = LimitPoller::new(limits.clone());
    }

    /// Starts a new search at `board`; with `None`, a search without solutions.
    pub(crate) fn start(&mut self, board: Option<B>) {
        self.path.clear();
        self.next = board;
    }

    /// Returns the next solution. Gives up once more than `max_failures` guesses were refuted in this call.
    ///
    /// # Errors
    /// The limit that was reached. The search is then over.
    pub(crate) fn next_solution(
        &mut self,
        branching: &mut impl Branching<B, Alternatives = A>,
        shared: &B::Shared,
        max_failures: u64,
    ) -> Result<Found<B>, StopReason> {
        let mut failures = 0;
        loop {
            if let Some(board) = self.next.take() {
                match branching.branch(&board) {
                    Some(alternatives) => self.path.push((board, alternatives)),
                    None => return Ok(Found::Solution(board)),
                }
            }
            let Some((board, alternatives)) = self.path.last_mut() else { return Ok(Found::Nothing) };
            if let Err(reason) = self.poller.step() {
                self.path.clear();
                return Err(reason);
            }
            let Some(guess) = branching.next(alternatives) else {
                self.path.pop();
                continue;
            };
            let mut child = board.clone();
            if child.guess(guess, shared).is_ok() {
                self.next = Some(child);
                continue;
            }
            failures += 1;
            if failures > max_failures {
                return Ok(Found::GaveUp);
            }
        }
    }
}

/// Branches on the first cell with the fewest candidates, and tries its digits in ascending order.
pub(super) struct FewestCandidates;

impl Branching<CandidateBoard> for FewestCandidates {
    /// In descending order.
    type Alternatives = Vec<Candidate>;

    fn branch(&mut self, board: &CandidateBoard) -> Option<Vec<Candidate>> {
        let cell = board.most_constrained_cell()?;
        let mut candidates: Vec<_> = board.digits(cell).map(|digit| Candidate { cell, digit }).collect();
        candidates.reverse();
        Some(candidates)
    }

    fn next(&mut self, alternatives: &mut Vec<Candidate>) -> Option<Candidate> {
        alternatives.pop()
    }
}
