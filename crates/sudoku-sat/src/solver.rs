//! The solvers to choose from.

use std::num::NonZero;
use std::thread;

use itertools::Itertools;
use sudoku_cnf::Grid;

use crate::backend::{Backend, BackendError};
use crate::external::{External, Program};
use crate::limits::Limits;
use crate::outcome::Reason;
use crate::portfolio::Portfolio;
use crate::search;
use crate::varisat::Varisat;

/// What looks for solutions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Solver {
    /// The embedded SAT solver.
    #[default]
    Varisat,
    /// An external SAT solver.
    External(Program),
    /// The embedded CaDiCaL, in programs that were built with it.
    #[cfg(feature = "cadical")]
    Cadical,
    /// A search engine that knows no SAT.
    Engine(Engine),
    /// Several at once, of which the first answer counts.
    Portfolio(Vec<Solver>),
}

/// The search engines; see [`search`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Singles after each guess (Norvig).
    Propagate,
    /// Prune and expand (Bird).
    Expand,
    /// Candidates of one blank cell after the other.
    Backtrack,
    /// All digits in one blank cell after the other.
    Brute,
}

/// With more open cells than this, brute force on a 9×9 board may take minutes and longer.
const HOPEFUL_BLANKS: usize = 58;

/// How many solvers the default portfolio has at most.
const MOST_MEMBERS: usize = 4;

impl Engine {
    /// All engines.
    pub const ALL: [Self; 4] = [Self::Propagate, Self::Expand, Self::Backtrack, Self::Brute];

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Propagate => "propagate",
            Self::Expand => "expand",
            Self::Backtrack => "backtrack",
            Self::Brute => "brute",
        }
    }

    /// All solutions of `puzzle` in the order of this engine.
    ///
    /// # Errors
    /// The last item may be the limit that was reached.
    #[must_use]
    pub fn solutions(self, puzzle: &Grid, limits: Limits) -> Box<dyn Iterator<Item = Result<Grid, Reason>>> {
        match self {
            Self::Propagate => Box::new(search::propagate(puzzle, limits)),
            Self::Expand => Box::new(search::expand(puzzle, limits)),
            Self::Backtrack => Box::new(search::backtrack(puzzle, limits)),
            Self::Brute => Box::new(search::brute(puzzle, limits)),
        }
    }

    /// What a person should know before this engine begins; `None` if all is well.
    #[must_use]
    pub fn warning(self, puzzle: &Grid) -> Option<String> {
        let geometry = puzzle.geometry();
        let open = geometry.cell_count() - puzzle.given_count();
        // The tree grows with the digits a cell, so larger boards allow fewer open cells.
        let is_hopeful = open * geometry.size() <= HOPEFUL_BLANKS * 9;
        (self == Self::Brute && !is_hopeful).then(|| {
            format!("brute force on {open} open cells may take longer than you have; --timeout ends it")
        })
    }
}

impl Solver {
    /// The default to find one solution on a board of size `n`: the embedded solver, and from 17×17 to 36×36, where
    /// it may take minutes, a portfolio of as many as there are cores, up to four: CaDiCaL if that is built in or
    /// installed, and the embedded solver under several namings. (Boards that are larger are hard for all of them
    /// or for none, and take much memory.)
    #[must_use]
    pub fn for_size(n: usize) -> Self {
        if !(17..=36).contains(&n) {
            return Self::Varisat;
        }
        let cores = cores().min(MOST_MEMBERS);
        let mut members: Vec<_> = Self::named("cadical").filter(Self::is_available).into_iter().collect();
        members.resize(cores.max(members.len() + 1), Self::Varisat);
        if members.len() == 1 { Self::Varisat } else { Self::Portfolio(members) }
    }

    /// A portfolio of this solver, as often as there are cores.
    #[must_use]
    pub fn one_a_core(self) -> Self {
        Self::Portfolio(vec![self; cores()])
    }

    /// The names of a portfolio's programs that are not installed, if others are.
    pub fn missing_members(&self) -> impl Iterator<Item = &str> {
        let members = match self {
            Self::Portfolio(members) if members.iter().any(Self::is_available) => &members[..],
            _ => &[],
        };
        members.iter().filter(|member| !member.is_available()).map(Self::name)
    }

    /// Whether the program that it starts, if any, is installed.
    #[must_use]
    pub fn is_available(&self) -> bool {
        match self {
            Self::External(program) => program.is_installed(),
            Self::Portfolio(members) => members.iter().all(Self::is_available),
            _ => true,
        }
    }

    /// All names that [`named`](Self::named) knows.
    pub fn names() -> impl Iterator<Item = &'static str> {
        ["varisat"].into_iter().chain(Engine::ALL.map(Engine::name)).chain(Program::names())
    }

    /// The solver of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        if name == "varisat" {
            return Some(Self::Varisat);
        }
        #[cfg(feature = "cadical")]
        if name == "cadical" {
            return Some(Self::Cadical);
        }
        let engine = Engine::ALL.into_iter().find(|engine| engine.name() == name).map(Self::Engine);
        engine.or_else(|| Program::named(name).map(Self::External))
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Varisat => "varisat",
            Self::External(program) => program.name(),
            Self::Engine(engine) => engine.name(),
            #[cfg(feature = "cadical")]
            Self::Cadical => "cadical",
            Self::Portfolio(_) => "portfolio",
        }
    }

    /// The name, and those of a portfolio's members.
    #[must_use]
    pub fn title(&self) -> String {
        match self {
            Self::Portfolio(members) => format!("portfolio of {}", members.iter().map(Self::name).join(", ")),
            other => other.name().to_owned(),
        }
    }

    /// Whether it starts programs.
    #[must_use]
    pub fn runs_a_program(&self) -> bool {
        match self {
            Self::External(_) => true,
            Self::Portfolio(members) => members.iter().any(Self::runs_a_program),
            _ => false,
        }
    }

    /// A fresh SAT solver without clauses.
    ///
    /// # Errors
    /// If this is a search engine, or an external solver's temporary files cannot be made.
    pub fn backend(&self, limits: Limits) -> Result<Box<dyn Backend>, BackendError> {
        match self {
            Self::Varisat => Ok(Box::new(Varisat::new(limits))),
            Self::External(program) => Ok(Box::new(External::new(program.clone(), limits)?)),
            #[cfg(feature = "cadical")]
            Self::Cadical => Ok(Box::new(crate::cadical::Cadical::new(limits))),
            Self::Portfolio(members) => Ok(Box::new(Portfolio::new(members.clone(), limits))),
            Self::Engine(engine) => Err(BackendError::NoSat(engine.name())),
        }
    }
}

/// How many threads run at once.
#[must_use]
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}
