//! Depth-first search on candidate boards. The search alternates between guesses and propagation.
//!
//! The engines [`propagate`](super::propagate()) and [`expand`](super::expand()) use this search on boards of any size.
//! The puzzle generator uses the same search on bit boards. A [`Branching`] chooses the guesses and their order.

use sudoku_cnf::{Candidate, CandidateBoard, Contradiction};

use crate::bitboard::{BitBoard, HouseMasks};
use crate::solver::{LimitPoller, Limits, StopReason};

/// A candidate board on which [`DepthFirst`] can make guesses.
pub(crate) trait SearchBoard: Clone {
    /// The type that represents a guess, which is a candidate.
    type Guess;
    /// The data shared by all boards in a search.
    type Shared;

    /// Assigns the candidate `guess` and propagates.
    ///
    /// # Errors
    /// Returns an error if propagation finds a contradiction.
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
    /// A candidate, represented by its cell index and its digit minus 1.
    type Guess = (usize, usize);
    type Shared = HouseMasks<W, H>;

    fn guess(&mut self, guess: (usize, usize), shared: &HouseMasks<W, H>) -> Result<(), Contradiction> {
        self.assign(guess, shared)
    }
}

/// A strategy that chooses the guesses and their order.
pub(crate) trait Branching<B: SearchBoard> {
    /// The untried guesses at a node of the search tree.
    type Alternatives;

    /// Returns the guesses to try on `board`, or `None` if the board is solved.
    fn branch(&mut self, board: &B) -> Option<Self::Alternatives>;

    /// Removes and returns the next guess. Returns `None` if all guesses have been tried.
    fn next(&mut self, alternatives: &mut Self::Alternatives) -> Option<B::Guess>;
}

/// The result of a search.
pub(crate) enum Found<B> {
    /// A solved board.
    Solution(B),
    /// No further solutions exist.
    Nothing,
    /// The maximum number of failed guesses was exceeded.
    GaveUp,
}

/// A depth-first search.
///
/// The search stores a list of boards, one for each guess that led to the current board. Later searches reuse the
/// memory allocated for this list.
pub(crate) struct DepthFirst<B, A> {
    poller: LimitPoller,
    /// The boards on the path to the current board, each with its untried guesses.
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

    /// Starts a new search with `board` as the root. If `board` is `None`, the search finds no solutions.
    pub(crate) fn start(&mut self, board: Option<B>) {
        self.path.clear();
        self.next = board;
    }

    /// Searches for the next solution. Gives up if more than `max_failures` guesses fail during this call.
    ///
    /// # Errors
    /// If a limit is reached, ends the search and returns an error.
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

/// A strategy that selects the first of the open cells with the fewest candidates and tries the candidates of this cell
/// in ascending order.
pub(super) struct FewestCandidates;

impl Branching<CandidateBoard> for FewestCandidates {
    /// The untried candidates of a cell, in descending order because `next` pops the last candidate.
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
