//! Depth-first search on candidate boards. The search alternates between guesses and propagation.
//!
//! The engines [`propagate`](super::propagate()) and [`expand`](super::expand()) use this search on boards of any size.
//! The puzzle generator uses the same search on bit boards. A [`Branching`] chooses the guesses and their order.
//!
//! Two searches differ in their structure and are therefore separate. [`dpll`](super::dpll) divides a board in two,
//! with a candidate assigned or removed, where this search tries the candidates of a cell one after the other. The
//! [counter](super::counter) returns a number to the parent of each node, and adds or multiplies these numbers.

use sudoku_cnf::{Candidate, CandidateBoard, Contradiction};

use crate::bitboard::{BitBoard, HouseMasks};
use crate::solver::{LimitPoller, Limits, StopReason};

/// A candidate board on which [`DepthFirst`] can make guesses.
pub(crate) trait SearchBoard: Clone {
    /// The type that represents a guess, which is a candidate.
    type Guess: Copy;
    /// The data shared by all boards in a search.
    type Shared;

    /// Returns the approximate cost of a copy of the board, in units of a 9×9 board.
    fn cost(&self) -> usize {
        1
    }

    /// Assigns the candidate `guess` and propagates.
    ///
    /// # Errors
    /// Returns an error if propagation finds a contradiction.
    fn guess(&mut self, guess: Self::Guess, shared: &Self::Shared) -> Result<(), Contradiction>;
}

impl SearchBoard for CandidateBoard {
    type Guess = Candidate;
    type Shared = ();

    fn cost(&self) -> usize {
        1 + (self.geometry().candidate_count() >> 12)
    }

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
    /// A solved board or its grid.
    Solution(B),
    /// No further solutions exist.
    Nothing,
    /// The maximum number of guesses was exceeded.
    GaveUp,
}

/// A depth-first search.
///
/// The search stores the boards on the path to the current board. If they take up too much memory, it discards half of
/// them, and repeats the guesses when it returns to one of them.
pub(crate) struct DepthFirst<B: SearchBoard, A> {
    poller: LimitPoller,
    /// The nodes on the path to the current board.
    path: Vec<Node<B, A>>,
    /// The number of nodes that store their board.
    stored: usize,
    /// The board to branch on next, and the guess that led to it.
    next: Option<(B, Option<B::Guess>)>,
}

/// A node of the search tree.
struct Node<B: SearchBoard, A> {
    /// The board, unless it has been discarded. The root always has a board.
    board: Option<B>,
    /// The guess that led to the board. `None` for the root.
    guess: Option<B::Guess>,
    /// The untried guesses.
    alternatives: A,
}

/// The maximum total [cost](SearchBoard::cost) of the stored boards, about 500 MB.
const MAX_COST: usize = 1 << 20;
/// The minimum number of stored boards.
const MIN_STORED: usize = 8;

impl<B: SearchBoard, A> DepthFirst<B, A> {
    pub(crate) fn new(limits: Limits) -> Self {
        Self { poller: LimitPoller::new(limits), path: Vec::new(), stored: 0, next: None }
    }

    /// Replaces the limits.
    pub(crate) fn set_limits(&mut self, limits: &Limits) {
        self.poller = LimitPoller::new(limits.clone());
    }

    /// Starts a new search with `board` as the root. If `board` is `None`, the search finds no solutions.
    pub(crate) fn start(&mut self, board: Option<B>) {
        self.path.clear();
        self.stored = 0;
        self.next = board.map(|board| (board, None));
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
            if let Some((board, guess)) = self.next.take() {
                match branching.branch(&board) {
                    Some(alternatives) => self.push(board, guess, alternatives),
                    None => return Ok(Found::Solution(board)),
                }
            }
            self.rebuild(shared);
            let Some(Node { board: Some(board), alternatives, .. }) = self.path.last_mut() else {
                return Ok(Found::Nothing);
            };
            if let Err(reason) = self.poller.steps(board.cost()) {
                self.path.clear();
                self.stored = 0;
                return Err(reason);
            }
            let Some(guess) = branching.next(alternatives) else {
                self.path.pop();
                self.stored -= 1;
                continue;
            };
            let mut child = board.clone();
            if child.guess(guess, shared).is_ok() {
                self.next = Some((child, Some(guess)));
                continue;
            }
            failures += 1;
            if failures > max_failures {
                return Ok(Found::GaveUp);
            }
        }
    }

    /// Adds a node to the path. Discards boards if there are too many.
    fn push(&mut self, board: B, guess: Option<B::Guess>, alternatives: A) {
        let most = MIN_STORED.max(MAX_COST / board.cost());
        self.path.push(Node { board: Some(board), guess, alternatives });
        self.stored += 1;
        if self.stored <= most {
            return;
        }
        let last = self.path.len() - 1;
        let stored = self.path[1..last].iter_mut().filter(|node| node.board.is_some());
        for node in stored.step_by(2) {
            node.board = None;
            self.stored -= 1;
        }
    }

    /// Computes the board of the last node if it has been discarded.
    fn rebuild(&mut self, shared: &B::Shared) {
        if self.path.last().is_none_or(|node| node.board.is_some()) {
            return;
        }
        let from = self.path.iter().rposition(|node| node.board.is_some());
        let Some(from) = from else { return };
        let mut board = self.path[from].board.clone();
        for guess in self.path[from + 1..].iter().filter_map(|node| node.guess) {
            // The guess has succeeded before.
            board = board.and_then(|mut board| board.guess(guess, shared).is_ok().then_some(board));
        }
        if let Some(node) = self.path.last_mut() {
            node.board = board;
            self.stored += 1;
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

#[cfg(test)]
mod tests {
    use super::*;
    use sudoku_cnf::{Inference, Puzzle};

    /// A board whose copies are so expensive that only a few are stored.
    #[derive(Clone)]
    struct Expensive(CandidateBoard);

    impl SearchBoard for Expensive {
        type Guess = Candidate;
        type Shared = ();

        fn cost(&self) -> usize {
            MAX_COST
        }

        fn guess(&mut self, guess: Candidate, (): &()) -> Result<(), Contradiction> {
            self.0.assign(guess)
        }
    }

    impl Branching<Expensive> for FewestCandidates {
        type Alternatives = Vec<Candidate>;

        fn branch(&mut self, board: &Expensive) -> Option<Vec<Candidate>> {
            Branching::<CandidateBoard>::branch(self, &board.0)
        }

        fn next(&mut self, alternatives: &mut Vec<Candidate>) -> Option<Candidate> {
            alternatives.pop()
        }
    }

    #[test]
    fn discarded_boards_are_computed_again() {
        let puzzle: Puzzle = ".".repeat(36).parse().unwrap();
        let board = CandidateBoard::from_puzzle(&puzzle, Inference::DecidedCells).unwrap();
        let mut all = DepthFirst::new(Limits::none());
        all.start(Some(board.clone()));
        let mut few = DepthFirst::new(Limits::none());
        few.start(Some(Expensive(board)));
        for _ in 0..2000 {
            let Ok(Found::Solution(expected)) = all.next_solution(&mut FewestCandidates, &(), u64::MAX)
            else {
                panic!()
            };
            let Ok(Found::Solution(found)) = few.next_solution(&mut FewestCandidates, &(), u64::MAX) else {
                panic!()
            };
            assert_eq!(found.0.grid(), expected.grid());
            assert!(few.stored <= MIN_STORED + 1 && few.path.len() > MIN_STORED);
        }
    }
}
