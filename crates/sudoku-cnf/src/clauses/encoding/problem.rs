//! Encodes a puzzle as clauses and decodes models of these clauses into grids.
//!
//! Without reduction, the CNF encodes the rules of the board and has a unit clause for each given and each excluded
//! candidate of the puzzle. With reduction, propagation is applied to the puzzle first. Decided cells become unit
//! clauses, and the rules are encoded only for the remaining candidates of undecided cells.
//!
//! With compact numbering, excluded candidates have no variables, which keeps the CNF small. With arithmetic numbering,
//! every candidate has a variable. Each excluded candidate then needs a negative unit clause, because a solver could
//! otherwise set its variable to true.
//!
//! ## Reference
//! G. Kwon, H. Jain: Optimized CNF encoding for Sudoku puzzles, 2006.

use std::convert::Infallible;

use super::candidate_view::CandidateView;
use super::emitter::{ClauseCounter, Emitter};
use super::erased_sink::{ErasedSink, Stopped};
use super::{CnfOptions, CnfSize, Encoding, TooManyVariables, emit, rules};
use crate::clauses::at_most_one::AtMostOne;
use crate::clauses::clause_group::ClauseGroup;
use crate::clauses::cnf::{ClauseSink, Cnf};
use crate::clauses::model::{DecodeError, Model};
use crate::clauses::numbering::{CompactNumbering, Numbering};
use crate::clauses::variable::{Lit, Var};
use crate::puzzle::board::Candidate;
use crate::puzzle::propagate::{CandidateBoard, Inference};
use crate::puzzle::{Grid, Puzzle};
use crate::text::Alphabet;

/// A puzzle with its encoding options, ready to be encoded as CNF.
///
/// ```
/// use sudoku_cnf::{CnfOptions, Problem, Puzzle};
///
/// let puzzle: Puzzle = "1......2..3.....".parse()?;
/// let whole = Problem::new(&puzzle, CnfOptions::default());
/// let reduced = Problem::new(&puzzle, CnfOptions::default().reduced());
/// assert_eq!(whole.size().unwrap().variables, 64);
/// assert!(reduced.size().unwrap().variables < 40);
/// # Ok::<(), sudoku_cnf::text::ReadError>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Problem {
    puzzle: Puzzle,
    options: CnfOptions,
    state: State,
    numbering: Numbering,
    symbols: Option<Alphabet>,
    /// Additional clauses, which come last in the CNF.
    clauses: Vec<Vec<Lit>>,
    /// The number of variables that only the additional clauses use.
    extra_variables: usize,
    /// Comments on the origin of the problem.
    remarks: Vec<String>,
}

/// The result of propagation.
#[derive(Clone, Debug)]
enum State {
    /// Propagation was not requested.
    Whole,
    /// The candidates that remain after propagation.
    Reduced(CandidateBoard),
    /// Propagation found a contradiction, so there is no solution.
    Refuted,
}

impl Problem {
    /// Creates a problem for `puzzle`. If the option `reduce` is enabled, propagation is applied to the puzzle first.
    pub fn new(puzzle: &Puzzle, options: impl Into<CnfOptions>) -> Self {
        let options = options.into();
        let state = if options.reduce {
            let board = CandidateBoard::from_puzzle(puzzle, Inference::Intersections);
            let board = board.and_then(|mut board| board.apply_rules(puzzle).map(|()| board));
            board.map_or(State::Refuted, State::Reduced)
        } else {
            State::Whole
        };
        Self::from_state(puzzle.clone(), options, state)
    }

    /// Creates a problem for `puzzle` from `board`, which contains the candidates that remain after propagation.
    ///
    /// `board` must be at the fixpoint of [`Inference::Singles`] or of a higher level. The option `reduce` is always
    /// enabled, even if it is disabled in `options`.
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
        Self {
            puzzle,
            options,
            state,
            numbering,
            symbols: None,
            clauses: Vec::new(),
            extra_variables: 0,
            remarks: Vec::new(),
        }
    }

    /// Adds clauses that every solution must satisfy, besides the rules. They come last in the CNF. Their literals are
    /// those of [`Geometry::literal`](crate::Geometry::literal) and of [extra variables](Self::with_variables).
    ///
    /// # Panics
    /// Panics if the numbering is compact, because excluded candidates then have no variables, or if a literal belongs
    /// neither to a candidate nor to an extra variable.
    ///
    /// ```
    /// use sudoku_cnf::{Encoding, Lit, Problem, Puzzle};
    ///
    /// let puzzle: Puzzle = "................".parse()?;
    /// let clause = vec![Lit::from_dimacs(-1).unwrap()];
    /// let problem = Problem::new(&puzzle, Encoding::Complete).with_clauses([clause.clone()]);
    /// assert_eq!(problem.to_cnf().clauses().next_back(), Some(&clause[..]));
    /// # Ok::<(), sudoku_cnf::text::ReadError>(())
    /// ```
    pub fn with_clauses(mut self, clauses: impl IntoIterator<Item = Vec<Lit>>) -> Self {
        self.clauses.extend(clauses);
        let has_variables = self.clauses.is_empty() || matches!(self.numbering, Numbering::Arithmetic);
        assert!(has_variables, "additional clauses require the arithmetic numbering");
        let variables = self.first_variables();
        let mut literals = self.clauses.iter().flatten();
        let unknown = literals.find(|literal| literal.var().number() > variables);
        assert!(unknown.is_none(), "literal {unknown:?} is out of range: there are {variables} variables");
        self
    }

    /// Reserves `count` variables for [additional clauses](Self::with_clauses). Their numbers follow those of the
    /// candidates, and auxiliary variables of the encoding follow them.
    pub fn with_variables(self, count: usize) -> Self {
        // With more variables, `size` returns an error.
        Self { extra_variables: count.min(i32::MAX as usize), ..self }
    }

    /// Returns the number of variables for candidates and extra variables. Auxiliary variables of the encoding have
    /// larger numbers.
    pub(crate) fn first_variables(&self) -> usize {
        self.numbering.candidate_count(self.puzzle.geometry()) + self.extra_variables
    }

    /// Returns the additional clauses.
    pub fn clauses(&self) -> &[Vec<Lit>] {
        &self.clauses
    }

    /// Adds comments to problem files, for example on the origin of the puzzle. Each must be a single line.
    pub fn with_remarks(mut self, remarks: impl IntoIterator<Item = String>) -> Self {
        self.remarks.extend(remarks);
        self
    }

    /// Returns the comments for problem files.
    pub(crate) fn remarks(&self) -> &[String] {
        &self.remarks
    }

    /// Sets the alphabet in which the digits of the puzzle were written. The comments of problem files contain it, so
    /// that a decoded grid can have the same symbols.
    pub fn with_symbols(self, symbols: Option<Alphabet>) -> Self {
        Self { symbols, ..self }
    }

    /// Returns the alphabet in which the digits of the puzzle were written, if it is known.
    pub fn symbols(&self) -> Option<Alphabet> {
        self.symbols
    }

    /// Returns the puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Returns the encoding options.
    pub fn options(&self) -> CnfOptions {
        self.options
    }

    /// Returns the numbering, which maps candidates to variables.
    pub fn numbering(&self) -> &Numbering {
        &self.numbering
    }

    /// Returns the candidates that remain after propagation.
    ///
    /// Returns `None` if `reduce` is disabled or propagation found a contradiction.
    pub fn board(&self) -> Option<&CandidateBoard> {
        match &self.state {
            State::Reduced(board) => Some(board),
            State::Whole | State::Refuted => None,
        }
    }

    /// Returns whether propagation found a contradiction, which proves that there is no solution.
    ///
    /// If so, the CNF consists of two contradictory unit clauses.
    pub fn is_refuted(&self) -> bool {
        matches!(self.state, State::Refuted)
    }

    /// Returns the numbers of variables and clauses in the CNF without emitting any clauses.
    ///
    /// The running time is linear in the number of candidates. With the pairwise scheme, boxes and any houses added by
    /// variants can take additional time. For each such house and each digit, the additional time is quadratic in the
    /// number of cells that can contain the digit.
    ///
    /// # Errors
    /// Returns an error if the CNF needs more than 2³¹ − 1 variables.
    pub fn size(&self) -> Result<CnfSize, TooManyVariables> {
        let Ok(size) = self.interruptible_size(|| Ok::<(), Infallible>(()));
        size
    }

    /// Like [`size`](Self::size), but calls `check` at regular intervals, and stops if `check` returns an error.
    ///
    /// # Errors
    /// Returns the error of `check`. The inner result is an error if the CNF needs more than 2³¹ − 1 variables.
    pub fn interruptible_size<E>(
        &self,
        check: impl FnMut() -> Result<(), E>,
    ) -> Result<Result<CnfSize, TooManyVariables>, E> {
        let mut counter = ClauseCounter { clauses: 0, check, calls: 0 };
        let variables = self.emit(&mut counter)?;
        Ok(CnfSize { variables, clauses: counter.clauses }.checked())
    }

    /// Checks that the CNF has at most 2³¹ − 1 variables.
    ///
    /// With the pairwise scheme, all encodings except triad take constant time if the puzzle has no rules, because they
    /// have no auxiliary variables. Otherwise, the check takes as long as [`size`](Self::size). It calls `check` at
    /// regular intervals, and stops if `check` returns an error.
    ///
    /// # Errors
    /// Returns the error of `check`. The inner result is an error if the CNF needs more variables.
    pub fn check_variables<E>(
        &self,
        check: impl FnMut() -> Result<(), E>,
    ) -> Result<Result<(), TooManyVariables>, E> {
        let has_auxiliaries = self.options.scheme() != AtMostOne::Pairwise
            || self.options.encoding == Encoding::Triad
            || !self.puzzle.rules().is_empty();
        if has_auxiliaries {
            return Ok(self.interruptible_size(check)?.map(drop));
        }
        let variables = self.first_variables();
        Ok(CnfSize { variables, clauses: 0 }.checked().map(drop))
    }

    /// Adds the clauses of the CNF to `sink`.
    ///
    /// Unit clauses come first: one for each given or, if `reduce` is enabled, for each decided cell, in row-major
    /// order. If excluded candidates have variables, a negative unit clause for each of these candidates comes next.
    /// The clauses for the constraints follow, then those for the rules. [Additional](Self::with_clauses) clauses come
    /// last.
    ///
    /// If all houses have n cells or the scheme is pairwise, and no rule offers a choice, each solution of the puzzle
    /// corresponds to exactly one model of the clauses. Otherwise, a solution may correspond to several models that
    /// differ only in auxiliary variables.
    ///
    /// If the scheme is pairwise and `sink` [keeps cardinality constraints](ClauseSink::keeps_cardinality), each
    /// at-most-one constraint is added as a whole. If the encoding also requires at least one of the same literals,
    /// both become an exactly-one constraint. The variables are the same in both cases.
    ///
    /// The running time is linear in the number of clauses. Apart from the board itself, encoding needs O(n²) memory.
    /// The triad encoding also stores n²(r+c) literals for a board with r×c boxes.
    ///
    /// # Errors
    /// Returns the first error that `sink` returns.
    ///
    /// # Panics
    /// Panics if the CNF needs more than 2³¹ − 1 variables. [`size`](Self::size) returns an error in this case.
    ///
    /// ```
    /// use sudoku_cnf::files::ConstraintList;
    /// use sudoku_cnf::{Encoding, Problem, Puzzle};
    ///
    /// let empty: Puzzle = ".".repeat(81).parse()?;
    /// let mut constraints = ConstraintList::default();
    /// Problem::new(&empty, Encoding::Complete).encode(&mut constraints)?;
    /// assert_eq!(constraints.len(), 81 + 27 * 9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn encode<S: ClauseSink + ?Sized>(&self, sink: &mut S) -> Result<(), S::Error> {
        self.emit(sink).map(drop)
    }

    /// Returns the clauses as a formula in memory.
    ///
    /// # Panics
    /// Panics if the CNF needs more than 2³¹ − 1 variables. [`size`](Self::size) returns an error in this case.
    pub fn to_cnf(&self) -> Cnf {
        let mut cnf = Cnf::default();
        let Ok(variables) = self.emit(&mut cnf);
        cnf.declare_variables(variables);
        cnf
    }

    /// Adds the clauses to `sink`, and returns the number of variables.
    fn emit<S: ClauseSink + ?Sized>(&self, sink: &mut S) -> Result<usize, S::Error> {
        ErasedSink::with(sink, |sink| self.emit_erased(sink))
    }

    fn emit_erased(&self, sink: &mut dyn ClauseSink<Error = Stopped>) -> Result<usize, Stopped> {
        let geometry = self.puzzle.geometry();
        let emitter = &mut Emitter::new(self.options.scheme(), self.first_variables(), sink);
        let decided = match &self.state {
            State::Whole => self.puzzle.grid(),
            State::Reduced(board) => &board.grid(),
            State::Refuted => {
                emitter.group(ClauseGroup::Contradiction);
                let any = Var::new(1).expect("not zero").positive();
                emitter.clause(&[any])?;
                emitter.clause(&[!any])?;
                return Ok(emitter.variables());
            }
        };
        emitter.group(match self.state {
            State::Whole => ClauseGroup::Givens,
            _ => ClauseGroup::DecidedCells,
        });
        decided
            .digits()
            .filter_map(|given| self.literal(given))
            .try_for_each(|unit| emitter.clause(&[unit]))?;
        emitter.group(ClauseGroup::ExcludedCandidates);
        match (&self.state, &self.numbering) {
            (State::Whole, _) => {
                let mut excluded = self.puzzle.excluded().iter();
                excluded.try_for_each(|excluded| {
                    emitter.clause(&[!geometry.literal(excluded.cell, excluded.digit)])
                })?;
            }
            (State::Reduced(board), Numbering::Arithmetic) => emit_excluded(board, emitter)?,
            _ => {}
        }
        emit(self.options.encoding, self.view(), emitter)?;
        rules::emit(&self.puzzle, self.view(), self.options.sum_encoding, emitter)?;
        emitter.group(ClauseGroup::Additional);
        self.clauses.iter().try_for_each(|clause| emitter.clause(clause))?;
        Ok(emitter.variables())
    }

    fn view(&self) -> CandidateView<'_> {
        CandidateView::new(self.puzzle.geometry(), self.board(), &self.numbering)
    }

    /// Returns the literal for `candidate`, or `None` if propagation excluded it or the board does not have it.
    pub fn literal(&self, candidate: Candidate) -> Option<Lit> {
        self.puzzle.geometry().try_literal(candidate.cell, candidate.digit)?;
        self.view().literal(candidate)
    }

    /// Decodes a model of the clauses into a grid, ignoring auxiliary variables.
    ///
    /// This method does not check whether the grid satisfies the rules. Use
    /// [`Solution::check`](crate::puzzle::check::Solution::check) to check the grid.
    ///
    /// # Errors
    /// Returns an error if a cell has no digit or more than one digit.
    pub fn decode(&self, model: &Model) -> Result<Grid, DecodeError> {
        model.decode_numbered(self.puzzle.geometry(), &self.numbering)
    }
}

/// Emits a negative unit clause for each candidate that propagation excluded.
fn emit_excluded(board: &CandidateBoard, emitter: &mut Emitter<'_>) -> Result<(), Stopped> {
    let geometry = board.geometry();
    for cell in geometry.cells() {
        for digit in geometry.digits().filter(|&digit| !board.contains(Candidate { cell, digit })) {
            emitter.clause(&[!geometry.literal(cell, digit)])?;
        }
    }
    Ok(())
}
