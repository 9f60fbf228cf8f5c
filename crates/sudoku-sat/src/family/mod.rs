//! Families of random instances for benchmarks of SAT solvers.
//!
//! ```
//! use sudoku_sat::Limits;
//! use sudoku_sat::family::{ExpectedAnswer, Family, FamilyOptions};
//!
//! let mut family = FamilyOptions::new(Family::BalancedHoles).holes(0.5).seed(7).build()?;
//! let instance = family.instance(1, &Limits::none())?;
//! assert_eq!(instance.expected, Some(ExpectedAnswer::Satisfiable));
//! assert_eq!(instance.puzzle.given_count(), 40);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! An instance depends only on the options and its number, so it is the same on every machine.
//!
//! ## References
//! - D. Achlioptas, C. Gomes, H. Kautz, B. Selman: Generating satisfiable problem instances, AAAI 2000: quasigroups
//!   with holes.
//! - H. Kautz, Y. Ruan, D. Achlioptas, C. Gomes, B. Selman, M. Stickel: Balance and filtering in structured satisfiable
//!   problems, IJCAI 2001.
//! - C. Ansótegui, R. Béjar, C. Fernàndez, C. Gomes, C. Mateu: Generating highly balanced Sudoku problems as hard
//!   problems, Journal of Heuristics 17, 2011.

mod calibrate;
mod effort;
mod holes;
mod pencilmarks;

use std::sync::Arc;

use sudoku_cnf::puzzle::random::Random;
use sudoku_cnf::puzzle::rule::RuleKind;
use sudoku_cnf::{
    Candidate, CandidateBoard, Encoding, Geometry, Grid, Inference, Lit, Problem, Puzzle, named_enum,
};
use thiserror::Error;

use crate::ask::{SolveOptions, blocking_clause};
use crate::generate::{GenerateError, Generator, GeneratorOptions};
use crate::search::{Count, Incomplete, SolveError};
use crate::solver::{Limits, Solver, StopReason};

named_enum! {
    /// A family of instances.
    ///
    /// A hole is a cell without a given. On boards without boxes, for example with the box shape 1x30, the first two
    /// families are quasigroups with holes.
    pub enum Family: "family" {
        /// A random full grid with holes in random cells.
        Holes = "holes",
        /// A random full grid in which all houses have the same number of holes, up to one.
        BalancedHoles = "balanced-holes",
        /// Balanced holes, and one given that is changed so that there is no solution.
        Critical = "critical",
        /// A puzzle with a unique solution, and a clause that excludes this solution.
        Uniqueness = "uniqueness",
        /// A puzzle with a unique solution.
        Unique = "unique",
        /// A random full grid with holes in random cells, and the number of its solutions.
        Counting = "counting",
        /// A board without givens, on which excluded candidates determine the solution. No candidate is excluded
        /// without need.
        Pencilmarks = "pencilmarks",
    }
}

pub use calibrate::{CalibrationError, Effort, EffortError};
pub use effort::InstanceEffort;

/// The ratio of holes to cells, unless the options set another one.
pub const DEFAULT_HOLES: f64 = 0.45;

/// The number of changed givens that are tried for an unsatisfiable instance.
const MAX_CHANGES: usize = 100;

/// Options for the instances of a [`Family`].
#[derive(Clone, Debug)]
#[must_use]
pub struct FamilyOptions {
    family: Family,
    geometry: Arc<Geometry>,
    holes: Option<f64>,
    rules: Vec<RuleKind>,
    seed: u64,
}

impl FamilyOptions {
    /// Returns the default options: seed 0 on the standard 9×9 board.
    pub fn new(family: Family) -> Self {
        Self { family, geometry: Geometry::standard(), holes: None, rules: Vec::new(), seed: 0 }
    }

    /// Sets the board, of size up to [`MAX_GENERATED`](crate::generate::MAX_GENERATED).
    pub fn geometry(self, geometry: Arc<Geometry>) -> Self {
        Self { geometry, ..self }
    }

    /// Sets the ratio of holes to cells, from 0 to 1. The default is [`DEFAULT_HOLES`].
    ///
    /// By default, instances of [`Family::Unique`] and [`Family::Uniqueness`] have as many holes as
    /// [`GeneratorOptions`] leaves. The ratio has no effect on [`Family::Pencilmarks`].
    pub fn holes(self, holes: impl Into<Option<f64>>) -> Self {
        Self { holes: holes.into(), ..self }
    }

    /// Sets the kinds of rules beyond houses, as [`GeneratorOptions::rules`] does. Only the families
    /// [`Family::Unique`] and [`Family::Uniqueness`] without a ratio of holes can have them.
    pub fn rules(self, kinds: impl IntoIterator<Item = RuleKind>) -> Self {
        Self { rules: kinds.into_iter().collect(), ..self }
    }

    /// Sets the seed.
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Creates a generator of instances.
    ///
    /// # Errors
    /// Returns an error if the board is too large, if boards overlap, or if the family cannot have rules.
    pub fn build(self) -> Result<Instances, GenerateError> {
        let cells = self.geometry.cell_count();
        let of_family = GeneratorOptions::new().geometry(self.geometry.clone());
        let full = of_family.clone().givens(cells);
        let unique = of_family
            .givens(self.holes.map(|ratio| cells - holes::count(ratio, cells)))
            .rules(self.rules.iter().copied());
        let is_unique = matches!(self.family, Family::Unique | Family::Uniqueness);
        if !is_unique && !self.rules.is_empty() {
            return Err(GenerateError::RulesWith("this family"));
        }
        let grids = if is_unique { unique } else { full.clone() };
        Ok(Instances {
            grids: Generator::new(grids.seed(self.seed))?,
            patterns: Generator::new(full.seed(!self.seed))?,
            options: self,
        })
    }
}

/// The answer of a correct solver, or the number of solutions of a correct counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectedAnswer {
    /// There is a solution.
    Satisfiable,
    /// There is no solution.
    Unsatisfiable,
    /// There are this many solutions.
    Solutions(u128),
}

/// An instance of a [`Family`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Instance {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Clauses besides those of the puzzle.
    pub clauses: Vec<Vec<Lit>>,
    /// The expected answer, or `None` if a limit was reached before it was known.
    pub expected: Option<ExpectedAnswer>,
}

impl Instance {
    fn of(puzzle: Puzzle, expected: impl Into<Option<ExpectedAnswer>>) -> Self {
        Self { puzzle, clauses: Vec::new(), expected: expected.into() }
    }

    /// Returns the problem of this instance in an encoding.
    pub fn problem(&self, options: impl Into<sudoku_cnf::CnfOptions>) -> Problem {
        Problem::new(&self.puzzle, options.into().whole()).with_clauses(self.clauses.iter().cloned())
    }
}

/// An error while an instance is made.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FamilyError {
    /// No full grid or puzzle was found.
    #[error(transparent)]
    Generate(#[from] GenerateError),
    /// None of the first 100 changes of a given removes all solutions.
    #[error(
        "no change of a given that was tried removes all solutions\nhint: fewer holes make this more likely"
    )]
    NoChange,
}

impl From<SolveError> for FamilyError {
    fn from(error: SolveError) -> Self {
        Self::Generate(error.into())
    }
}

/// A generator of the instances of a [`Family`].
#[derive(Debug)]
pub struct Instances {
    options: FamilyOptions,
    /// Makes the full grids, or the puzzles with unique solutions.
    grids: Generator,
    /// Makes the full grids that determine where the holes are.
    patterns: Generator,
}

impl Instances {
    /// Returns instance `number`.
    ///
    /// # Errors
    /// Returns an error if no puzzle is found, if a limit is reached before the instance is complete, or if
    /// the SAT solver fails. A limit that is reached while solutions are counted is no error.
    pub fn instance(&mut self, number: u64, limits: &Limits) -> Result<Instance, FamilyError> {
        let options = &self.options;
        let generated = self.grids.generate(number, limits)?;
        let solution = generated.solution;
        // The generators use the streams of the seed and of its complement.
        let mut random = Random::new(options.seed.rotate_left(32) ^ 1, number);
        let ratio = options.holes.unwrap_or(DEFAULT_HOLES);
        let balanced = |patterns: &mut Generator, random: &mut Random| -> Result<Puzzle, FamilyError> {
            let pattern = patterns.generate(number, limits)?.solution;
            Ok(holes::remove(solution.grid(), Some(pattern.grid()), ratio, random))
        };
        Ok(match options.family {
            Family::Holes => Instance::of(
                holes::remove(solution.grid(), None, ratio, &mut random),
                ExpectedAnswer::Satisfiable,
            ),
            Family::BalancedHoles => {
                Instance::of(balanced(&mut self.patterns, &mut random)?, ExpectedAnswer::Satisfiable)
            }
            Family::Critical => {
                let puzzle = balanced(&mut self.patterns, &mut random)?;
                let puzzle = without_solution(&puzzle, &mut random, limits)?;
                Instance::of(puzzle, ExpectedAnswer::Unsatisfiable)
            }
            Family::Unique => Instance::of(generated.puzzle, ExpectedAnswer::Satisfiable),
            Family::Uniqueness => {
                let mut instance = Instance::of(generated.puzzle, ExpectedAnswer::Unsatisfiable);
                let clause = blocking_clause(solution.grid(), &instance.problem(Encoding::Minimal));
                instance.clauses.push(clause);
                instance
            }
            Family::Counting => {
                let puzzle = holes::remove(solution.grid(), None, ratio, &mut random);
                let count = SolveOptions::new().limits(limits.clone()).count(&puzzle)?;
                let expected = match count {
                    Count::Exactly(count) => Some(ExpectedAnswer::Solutions(count)),
                    Count::AtLeast(_, Incomplete::Stopped(StopReason::Interrupted)) => {
                        return Err(SolveError::Unknown(StopReason::Interrupted).into());
                    }
                    Count::AtLeast(..) => None,
                };
                Instance::of(puzzle, expected)
            }
            Family::Pencilmarks => Instance::of(
                pencilmarks::puzzle(&solution, &mut random, limits)?,
                ExpectedAnswer::Satisfiable,
            ),
        })
    }
}

/// Changes one given to another digit that clashes with no given, so that there is no solution. Changes that
/// propagation does not refute are tried first, because the others make easy instances.
fn without_solution(puzzle: &Puzzle, random: &mut Random, limits: &Limits) -> Result<Puzzle, FamilyError> {
    let geometry = puzzle.geometry();
    let clashes = |grid: &Grid, Candidate { cell, digit }: Candidate| {
        geometry.peers(cell).any(|peer| grid.get(peer) == Some(digit))
    };
    let givens = puzzle.givens();
    let mut changes: Vec<Candidate> = givens
        .flat_map(|given| geometry.digits().map(move |digit| (given, Candidate { digit, ..given })))
        .filter(|(given, changed)| given != changed && !clashes(puzzle.grid(), *changed))
        .map(|(_, changed)| changed)
        .collect();
    random.shuffle(&mut changes);
    let options = SolveOptions::new().solver(Solver::Native).limits(limits.clone());
    let mut easy = None;
    for Candidate { cell, digit } in changes.into_iter().take(MAX_CHANGES) {
        let mut wrong = puzzle.clone();
        wrong.set(cell, Some(digit));
        if CandidateBoard::from_puzzle(&wrong, Inference::Intersections).is_err() {
            easy.get_or_insert(wrong);
        } else if options.solve(&wrong)?.is_none() {
            return Ok(wrong);
        }
    }
    easy.ok_or(FamilyError::NoChange)
}
