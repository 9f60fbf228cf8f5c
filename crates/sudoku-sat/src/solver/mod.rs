//! SAT solvers: the [`SatSolver`] trait, embedded solvers, external programs, and portfolios.
//!
//! A [`Solver`] selects a kind of solver; [`Solver::create`] returns a new [`SatSolver`] of that kind. The
//! [`search`](crate::search) module contains search engines, which solve puzzles without a SAT solver.

#[cfg(feature = "cadical")]
mod cadical;
mod clausal;
mod cross_check;
mod custom;
mod error;
#[cfg(feature = "external")]
pub mod external;
#[cfg(feature = "external")]
mod external_error;
mod formula;
#[cfg(feature = "varisat")]
mod learned_clauses;
mod limits;
mod memory;
mod model_check;
mod native;
mod outcome;
pub mod output;
mod portfolio;
mod sat_solver;
mod statistics;
pub(crate) mod variable_shuffle;
#[cfg(feature = "varisat")]
mod varisat;
mod warning;

#[cfg(feature = "cadical")]
pub use cadical::Cadical;
pub use clausal::{ClausalProof, ProofStep};
pub use custom::CustomSolver;
pub use error::SolverError;
#[cfg(feature = "external")]
pub use external_error::ExternalError;
pub use formula::{LimitedCnf, solve_cnf};
pub(crate) use formula::{checked, load_cnf};
pub(crate) use limits::LimitPoller;
pub use limits::{Interrupt, Limits};
pub use native::{Antecedent, Backtrack, DecisionsEnd, Implied, Literals, Native, ObservedSearch, Observer};
pub use outcome::{Outcome, StopReason};
pub(crate) use sat_solver::ClauseLoader;
pub use sat_solver::SatSolver;
pub use statistics::Statistics;
pub use sudoku_cnf::batch::cores;
#[cfg(feature = "varisat")]
pub use varisat::Varisat;
#[cfg(feature = "varisat")]
pub(crate) use varisat::{learned_clauses, solve_with_proof};

pub(crate) use warning::Handler;
pub use warning::{ProgressEvent, Warning};

#[cfg(feature = "external")]
use external::{External, Program};
use model_check::CheckedSolver;
use native::NativePortfolio;
use portfolio::{Member, Portfolio};

/// The name of the native solver.
const NATIVE: &str = "native";

/// The name of the embedded solver varisat.
const VARISAT: &str = "varisat";

/// The maximum number of members in the default portfolio.
const MAX_MEMBERS: usize = 4;

/// A kind of SAT solver.
///
/// The default is the embedded solver varisat if the `varisat` Cargo feature is enabled, and [`Solver::Native`]
/// otherwise.
///
/// ```
/// use sudoku_sat::Solver;
///
/// assert_eq!(Solver::named("minisat").unwrap().name(), "minisat");
/// assert!(Solver::named("propagate").is_none(), "a search engine is not a SAT solver");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[must_use]
pub enum Solver {
    /// The solver of this crate, which treats cells and houses as native constraints.
    Native,
    /// The embedded solver varisat (Cargo feature `varisat`).
    #[cfg(feature = "varisat")]
    Varisat,
    /// The embedded solver CaDiCaL (Cargo feature `cadical`).
    #[cfg(feature = "cadical")]
    Cadical,
    /// An external program (Cargo feature `external`).
    #[cfg(feature = "external")]
    External(Program),
    /// Several solvers that run in parallel. The first answer is used.
    Portfolio(Vec<Solver>),
    /// A solver implemented by the caller.
    Custom(CustomSolver),
}

impl Default for Solver {
    fn default() -> Self {
        #[cfg(feature = "varisat")]
        let solver = Self::Varisat;
        #[cfg(not(feature = "varisat"))]
        let solver = Self::Native;
        solver
    }
}

impl Solver {
    /// Returns a solver that is implemented by the caller.
    ///
    /// `create` must return a new solver without clauses. `name` identifies the solver in messages.
    ///
    /// ```
    /// use sudoku_sat::{SatSolver, Solver, SolveOptions, Varisat};
    ///
    /// let solver = Solver::custom("mine", || Box::new(Varisat::new()) as Box<dyn SatSolver>);
    /// let options = SolveOptions::new().solver(solver);
    /// assert!(options.solve(&"1.....2...3....4".parse()?)?.is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn custom(name: &str, create: impl Fn() -> Box<dyn SatSolver> + Send + Sync + 'static) -> Self {
        Self::Custom(CustomSolver::new(name, create))
    }

    /// Asks an embedded solver to confirm each answer "unsatisfiable" of an external or custom solver. If it finds a
    /// model, the answer is a [`SolverError::WrongRefutation`].
    pub fn cross_checked(self) -> Self {
        match self {
            #[cfg(feature = "external")]
            Self::External(program) => Self::External(program.cross_checked()),
            Self::Custom(custom) => Self::Custom(custom.cross_checked()),
            embedded => embedded,
        }
    }

    /// Returns the default solver for boards of size `n`.
    ///
    /// | n | solver |
    /// |---|---|
    /// | up to 9 | [`Solver::default`] |
    /// | 10 to 16 | [`Solver::Native`] |
    /// | 17 to 100 | [`Solver::Native`], in a portfolio with one member per CPU core, but at most four members |
    /// | more than 100 | [`Solver::Native`], once, because each member needs its own memory |
    ///
    /// The result does not depend on the programs that are installed.
    pub fn for_size(n: usize) -> Self {
        Self::for_size_and_cores(n, cores())
    }

    /// Returns the default solver for a board of size `n` if there are `cores` CPU cores.
    pub(crate) fn for_size_and_cores(n: usize, cores: usize) -> Self {
        match n {
            0..=9 => Self::default(),
            17..=100 if cores > 1 => Self::Portfolio(vec![Self::Native; cores.min(MAX_MEMBERS)]),
            _ => Self::Native,
        }
    }

    /// Returns a portfolio with one copy of this solver per CPU core.
    pub fn one_per_core(self) -> Self {
        Self::Portfolio(vec![self; cores()])
    }

    /// Returns the names that [`named`](Self::named) accepts.
    pub fn names() -> impl Iterator<Item = &'static str> {
        let embedded: &[_] = if cfg!(feature = "varisat") { &[NATIVE, VARISAT] } else { &[NATIVE] };
        #[cfg(feature = "external")]
        let programs = Program::names();
        #[cfg(not(feature = "external"))]
        let programs = [];
        embedded.iter().copied().chain(programs)
    }

    /// Returns the solver called `name`, or `None` if the name is unknown.
    ///
    /// The name `cadical` selects the embedded solver if the Cargo feature `cadical` is enabled, and the external
    /// program otherwise. Other external programs are known if the Cargo feature `external` is enabled.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            NATIVE => Some(Self::Native),
            #[cfg(feature = "varisat")]
            VARISAT => Some(Self::Varisat),
            #[cfg(feature = "cadical")]
            "cadical" => Some(Self::Cadical),
            #[cfg(feature = "external")]
            name => Program::named(name).map(Self::External),
            #[cfg(not(feature = "external"))]
            _ => None,
        }
    }

    /// Returns the name of the solver.
    pub fn name(&self) -> &str {
        match self {
            Self::Native => NATIVE,
            #[cfg(feature = "varisat")]
            Self::Varisat => VARISAT,
            #[cfg(feature = "cadical")]
            Self::Cadical => "cadical",
            #[cfg(feature = "external")]
            Self::External(program) => program.name(),
            Self::Portfolio(_) => "portfolio",
            Self::Custom(custom) => custom.name(),
        }
    }

    /// Returns the name of the solver, including the names of all members if the solver is a portfolio.
    pub fn title(&self) -> String {
        match self {
            Self::Portfolio(members) => {
                let names: Vec<_> = members.iter().map(Self::name).collect();
                format!("portfolio of {}", names.join(", "))
            }
            other => other.name().to_owned(),
        }
    }

    /// Lets an external program print statistics, so that [`SatSolver::statistics`] returns them. Other solvers are
    /// returned unchanged.
    pub fn with_statistics(self) -> Self {
        match self {
            #[cfg(feature = "external")]
            Self::External(program) => Self::External(program.with_statistics()),
            other => other,
        }
    }

    /// Returns whether every external program that this solver needs is installed.
    pub fn is_available(&self) -> bool {
        match self {
            #[cfg(feature = "external")]
            Self::External(program) => program.is_installed(),
            Self::Portfolio(members) => members.iter().all(Self::is_available),
            _ => true,
        }
    }

    /// Returns the names of the portfolio members that are not installed.
    ///
    /// The iterator is empty if this solver is not a portfolio. It is also empty if no member is available, because the
    /// portfolio then returns an error instead of running without the missing members.
    pub fn missing_members(&self) -> impl Iterator<Item = &str> {
        let members = match self {
            Self::Portfolio(members) if members.iter().any(Self::is_available) => &members[..],
            _ => &[],
        };
        members.iter().filter(|member| !member.is_available()).map(Self::name)
    }

    /// Returns whether this solver starts external programs.
    pub fn runs_external_program(&self) -> bool {
        match self {
            #[cfg(feature = "external")]
            Self::External(_) => true,
            Self::Portfolio(members) => members.iter().any(Self::runs_external_program),
            _ => false,
        }
    }

    /// Returns whether this is the native solver, or a portfolio of native solvers.
    pub(crate) fn is_native(&self) -> bool {
        match self {
            Self::Native => true,
            Self::Portfolio(members) => members.iter().all(|member| *member == Self::Native),
            _ => false,
        }
    }

    /// Returns whether this solver must run on every puzzle, even if propagation alone solves the puzzle.
    ///
    /// This is the case for external programs and custom solvers, because a caller who selects one of them expects it
    /// to run.
    pub(crate) fn receives_every_puzzle(&self) -> bool {
        match self {
            #[cfg(feature = "external")]
            Self::External(_) => true,
            Self::Custom(_) => true,
            _ => false,
        }
    }

    /// Creates a solver without clauses.
    ///
    /// Every model of an external or custom solver is checked against all clauses and assumptions. A copy of the
    /// clauses is kept in memory for custom solvers.
    ///
    /// # Errors
    /// Returns an error if the temporary files of an external solver cannot be created.
    pub fn create(&self) -> Result<Box<dyn SatSolver>, SolverError> {
        match self {
            Self::Native => Ok(Box::new(Native::new())),
            #[cfg(feature = "varisat")]
            Self::Varisat => Ok(Box::new(Varisat::new())),
            #[cfg(feature = "cadical")]
            Self::Cadical => Ok(Box::new(Cadical::new())),
            #[cfg(feature = "external")]
            Self::External(program) => Ok(Box::new(External::new(program.clone())?)),
            Self::Portfolio(members) if self.is_native() => Ok(Box::new(NativePortfolio::new(members.len()))),
            Self::Portfolio(members) => Ok(Box::new(Portfolio::new(portfolio_members(members)))),
            Self::Custom(custom) => Ok(Box::new(CheckedSolver::new(custom)?)),
        }
    }
}

fn portfolio_members(solvers: &[Solver]) -> Vec<Member> {
    let member = |(index, solver): (usize, &Solver)| {
        let copies_before = solvers[..index].iter().filter(|other| *other == solver).count() as u64;
        let (name, solver) = (solver.name().to_owned(), solver.clone());
        Member { name, copies_before, create: Box::new(move || solver.create()) }
    };
    solvers.iter().enumerate().map(member).collect()
}
