//! A puzzle with all choices that make up its CNF: what is encoded, and what a model of it means.
//!
//! Without reduction the CNF is the rules of the board and the givens as unit clauses. With it, propagation
//! comes first: the CNF is about the candidates that are left, decided cells are unit clauses, satisfied clauses
//! and false literals are not there. With compact numbers, cost and memory are those of what is left; without, the
//! candidates that were excluded still have variables, and a negative unit clause each, or else a solver might
//! make them true.
//!
//! ## Reference
//! G. Kwon, H. Jain: Optimized CNF encoding for Sudoku puzzles, 2006.

use super::constraints::{Emitter, Receiver, Tally};
use super::open::Open;
use super::{CnfOptions, CnfSize, TooManyVariables, tell};
use crate::candidates::{Candidates, Inference};
use crate::clause::{ClauseKind, ClauseSink};
use crate::geometry::Candidate;
use crate::grid::Grid;
use crate::model::{DecodeError, Model};
use crate::numbering::{CompactNumbering, Numbering};
use crate::variable::{Auxiliaries, Lit, Var};

/// A puzzle and the choices that make up its CNF.
///
/// ```
/// use sudoku_cnf::{Cnf, CnfOptions, Grid, Problem};
///
/// let puzzle: Grid = "1......2..3.....".parse()?;
/// let whole = Problem::new(&puzzle, CnfOptions::default());
/// let reduced = Problem::new(&puzzle, CnfOptions::default().reduced());
/// assert_eq!(whole.size().unwrap().variables, 64);
/// assert!(reduced.size().unwrap().variables < 40);
/// # Ok::<(), sudoku_cnf::text::ReadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Problem {
    puzzle: Grid,
    options: CnfOptions,
    state: State,
    numbering: Numbering,
}

/// What propagation says.
#[derive(Clone, Debug)]
enum State {
    /// It was not asked.
    Whole,
    /// These candidates are left.
    Reduced(Candidates),
    /// There is no solution.
    Refuted,
}

impl Problem {
    /// The problem of `puzzle`. With reduction this takes the time to propagate.
    #[must_use]
    pub fn new(puzzle: &Grid, options: impl Into<CnfOptions>) -> Self {
        let options = options.into();
        let state = if options.reduce {
            let board = Candidates::of_puzzle(puzzle, Inference::Intersections);
            board.map_or(State::Refuted, State::Reduced)
        } else {
            State::Whole
        };
        Self::from_state(puzzle.clone(), options, state)
    }

    /// The problem of a board that is propagated already to the fixpoint of singles or further; `options` say how
    /// it is encoded.
    #[must_use]
    pub fn of_board(puzzle: &Grid, board: Candidates, options: impl Into<CnfOptions>) -> Self {
        let options = CnfOptions { reduce: true, ..options.into() };
        Self::from_state(puzzle.clone(), options, State::Reduced(board))
    }

    fn from_state(puzzle: Grid, options: CnfOptions, state: State) -> Self {
        let numbering = match &state {
            State::Reduced(board) if options.compact => Numbering::Compact(CompactNumbering::of_board(board)),
            _ => Numbering::Arithmetic,
        };
        Self { puzzle, options, state, numbering }
    }

    /// The puzzle.
    #[must_use]
    pub fn puzzle(&self) -> &Grid {
        &self.puzzle
    }

    /// The choices.
    #[must_use]
    pub fn options(&self) -> CnfOptions {
        self.options
    }

    /// Which variables stand for candidates.
    #[must_use]
    pub fn numbering(&self) -> &Numbering {
        &self.numbering
    }

    /// What propagation left; `None` without reduction, or if there is no solution.
    #[must_use]
    pub fn board(&self) -> Option<&Candidates> {
        match &self.state {
            State::Reduced(board) => Some(board),
            State::Whole | State::Refuted => None,
        }
    }

    /// Whether propagation has shown that there is no solution. The CNF is then two contrary unit clauses.
    #[must_use]
    pub fn is_refuted(&self) -> bool {
        matches!(self.state, State::Refuted)
    }

    /// The size of what [`encode`](Self::encode) emits. Cost: linear in the candidates, and in the pairs of
    /// places within boxes where these are told pairwise.
    ///
    /// # Errors
    /// If there are too many variables.
    pub fn size(&self) -> Result<CnfSize, TooManyVariables> {
        let variables = self.numbering.candidate_count(self.puzzle.geometry());
        let mut tally = Tally { scheme: self.options.scheme(), clauses: 0, variables };
        let Ok(()) = self.tell(&mut tally);
        let Tally { clauses, variables, .. } = tally;
        CnfSize { variables, clauses }.checked()
    }

    /// Feeds `sink` the clauses: units for the givens, or for the decided cells of a reduced board, row-major;
    /// then the encoding.
    ///
    /// Models of these clauses and solutions of the puzzle correspond one to one, if all houses are
    /// complete or told pairwise; else several models may differ in auxiliary variables. Cost: linear in the
    /// clauses; memory beside the board: O(n²), for r×c boxes n²(r+c) literals with [`Encoding::Triad`](super::Encoding).
    ///
    /// # Errors
    /// The sink's own, at once.
    ///
    /// # Panics
    /// If there are more than 2³¹ − 1 variables, which [`size`](Self::size) tells beforehand.
    pub fn encode<S: ClauseSink + ?Sized>(&self, sink: &mut S) -> Result<(), S::Error> {
        let auxiliaries = Auxiliaries::after(self.numbering.candidate_count(self.puzzle.geometry()));
        self.tell(&mut Emitter { scheme: self.options.scheme(), auxiliaries, sink })
    }

    fn tell<R: Receiver>(&self, to: &mut R) -> Result<(), R::Error> {
        let geometry = self.puzzle.geometry();
        to.begin(ClauseKind::Unit);
        let decided = match &self.state {
            State::Whole => &self.puzzle,
            State::Reduced(board) => &board.grid(),
            State::Refuted => {
                let any = Var::new(1).expect("not zero").positive();
                to.clause(&[any])?;
                return to.clause(&[!any]);
            }
        };
        decided.givens().filter_map(|given| self.literal(given)).try_for_each(|unit| to.clause(&[unit]))?;
        match (&self.state, &self.numbering) {
            (State::Whole, _) => {
                let mut excluded = self.puzzle.excluded().iter();
                excluded.try_for_each(|excluded| {
                    to.clause(&[!geometry.literal(excluded.cell, excluded.digit)])
                })?;
            }
            (State::Reduced(board), Numbering::Arithmetic) => exclude(board, to)?,
            _ => {}
        }
        tell(self.options.encoding, Open::new(geometry, self.board(), &self.numbering), to)
    }

    /// The literal "this candidate is in the solution"; `None` if propagation excluded it.
    #[must_use]
    pub fn literal(&self, candidate: Candidate) -> Option<Lit> {
        if self.board().is_some_and(|board| !board.contains(candidate)) {
            return None;
        }
        self.numbering.literal(self.puzzle.geometry(), candidate)
    }

    /// The grid that a model of the clauses describes; auxiliary variables are passed over.
    ///
    /// # Errors
    /// If a cell holds no digit, or two. Whether the grid keeps the rules is for
    /// [`Solution::check`](crate::rules::Solution::check) to say.
    pub fn decode(&self, model: &Model) -> Result<Grid, DecodeError> {
        model.decode_numbered(self.puzzle.geometry(), &self.numbering)
    }
}

/// Says that the candidates which are not left are not true.
fn exclude<R: Receiver>(board: &Candidates, to: &mut R) -> Result<(), R::Error> {
    let geometry = board.geometry();
    for cell in geometry.cells() {
        for digit in geometry.digits().filter(|&digit| !board.contains(Candidate { cell, digit })) {
            to.clause(&[!geometry.literal(cell, digit)])?;
        }
    }
    Ok(())
}
