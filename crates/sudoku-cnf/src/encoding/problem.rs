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

use super::candidate_view::CandidateView;
use super::constraints::{ClauseEmitter, ConstraintSink, SizeCounter};
use super::{CnfOptions, CnfSize, TooManyVariables, emit};
use crate::board::Candidate;
use crate::cnf::{ClauseKind, ClauseSink, Cnf};
use crate::model::{DecodeError, Model};
use crate::numbering::{CompactNumbering, Numbering};
use crate::propagate::{CandidateBoard, Inference};
use crate::puzzle::{Grid, Puzzle};
use crate::variable::{Auxiliaries, Lit, Var};

/// A puzzle and the choices that make up its CNF.
///
/// ```
/// use sudoku_cnf::{CnfOptions, Problem, Puzzle};
///
/// let puzzle: Puzzle = "1......2..3.....".parse()?;
/// let whole = Problem::new(&puzzle, CnfOptions::default());
/// let reduced = Problem::new(&puzzle, CnfOptions::default().reduced());
/// assert_eq!(whole.size().unwrap().variables, 64);
/// assert!(reduced.size().unwrap().variables < 40);
/// # Ok::<(), sudoku_cnf::formats::ReadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Problem {
    puzzle: Puzzle,
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
    Reduced(CandidateBoard),
    /// There is no solution.
    Refuted,
}

impl Problem {
    /// The problem of `puzzle`. With reduction this takes the time to propagate.
    #[must_use]
    pub fn new(puzzle: &Puzzle, options: impl Into<CnfOptions>) -> Self {
        let options = options.into();
        let state = if options.reduce {
            let board = CandidateBoard::from_puzzle(puzzle, Inference::Intersections);
            board.map_or(State::Refuted, State::Reduced)
        } else {
            State::Whole
        };
        Self::from_state(puzzle.clone(), options, state)
    }

    /// The problem of a board that is propagated already to the fixpoint of singles or further; `options` say how
    /// it is encoded.
    #[must_use]
    pub fn from_board(puzzle: &Puzzle, board: CandidateBoard, options: impl Into<CnfOptions>) -> Self {
        let options = CnfOptions { reduce: true, ..options.into() };
        Self::from_state(puzzle.clone(), options, State::Reduced(board))
    }

    fn from_state(puzzle: Puzzle, options: CnfOptions, state: State) -> Self {
        let numbering = match &state {
            State::Reduced(board) if options.compact => {
                Numbering::Compact(CompactNumbering::from_board(board))
            }
            _ => Numbering::Arithmetic,
        };
        Self { puzzle, options, state, numbering }
    }

    /// The puzzle.
    #[must_use]
    pub fn puzzle(&self) -> &Puzzle {
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
    pub fn board(&self) -> Option<&CandidateBoard> {
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
        let mut counter = SizeCounter { scheme: self.options.scheme(), clauses: 0, variables };
        let Ok(()) = self.emit(&mut counter);
        let SizeCounter { clauses, variables, .. } = counter;
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
        self.emit(&mut ClauseEmitter { scheme: self.options.scheme(), auxiliaries, sink })
    }

    /// Collects the clauses as a formula in memory.
    ///
    /// # Panics
    /// As [`encode`](Self::encode).
    #[must_use]
    pub fn to_cnf(&self) -> Cnf {
        let mut cnf = Cnf::default();
        let auxiliaries = Auxiliaries::after(self.numbering.candidate_count(self.puzzle.geometry()));
        let mut emitter = ClauseEmitter { scheme: self.options.scheme(), auxiliaries, sink: &mut cnf };
        let Ok(()) = self.emit(&mut emitter);
        let variables = emitter.auxiliaries.largest();
        cnf.declare_variables(variables);
        cnf
    }

    fn emit<R: ConstraintSink>(&self, sink: &mut R) -> Result<(), R::Error> {
        let geometry = self.puzzle.geometry();
        sink.begin(ClauseKind::Unit);
        let decided = match &self.state {
            State::Whole => self.puzzle.grid(),
            State::Reduced(board) => &board.grid(),
            State::Refuted => {
                let any = Var::new(1).expect("not zero").positive();
                sink.clause(&[any])?;
                return sink.clause(&[!any]);
            }
        };
        decided.digits().filter_map(|given| self.literal(given)).try_for_each(|unit| sink.clause(&[unit]))?;
        match (&self.state, &self.numbering) {
            (State::Whole, _) => {
                let mut excluded = self.puzzle.excluded().iter();
                excluded.try_for_each(|excluded| {
                    sink.clause(&[!geometry.literal(excluded.cell, excluded.digit)])
                })?;
            }
            (State::Reduced(board), Numbering::Arithmetic) => exclude(board, sink)?,
            _ => {}
        }
        emit(self.options.encoding, CandidateView::new(geometry, self.board(), &self.numbering), sink)
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
fn exclude<R: ConstraintSink>(board: &CandidateBoard, sink: &mut R) -> Result<(), R::Error> {
    let geometry = board.geometry();
    for cell in geometry.cells() {
        for digit in geometry.digits().filter(|&digit| !board.contains(Candidate { cell, digit })) {
            sink.clause(&[!geometry.literal(cell, digit)])?;
        }
    }
    Ok(())
}
