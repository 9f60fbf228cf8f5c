//! The solvers to choose from.

use crate::backend::{Backend, BackendError};
use crate::external::{External, Program};
use crate::limits::Limits;
use crate::varisat::Varisat;

/// What looks for solutions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Solver {
    /// The embedded SAT solver.
    #[default]
    Varisat,
    /// An external SAT solver.
    External(Program),
}

impl Solver {
    /// All names that [`named`](Self::named) knows.
    pub fn names() -> impl Iterator<Item = &'static str> {
        ["varisat"].into_iter().chain(Program::names())
    }

    /// The solver of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "varisat" => Some(Self::Varisat),
            _ => Program::named(name).map(Self::External),
        }
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Varisat => "varisat",
            Self::External(program) => program.name(),
        }
    }

    /// A fresh instance without clauses.
    pub(crate) fn backend(&self, limits: Limits) -> Result<Box<dyn Backend>, BackendError> {
        Ok(match self {
            Self::Varisat => Box::new(Varisat::new(limits)),
            Self::External(program) => Box::new(External::new(program.clone(), limits)?),
        })
    }
}
