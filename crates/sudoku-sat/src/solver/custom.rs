//! SAT solvers implemented by the caller.

use std::fmt;
use std::sync::Arc;

use super::sat_solver::SatSolver;

type Create = dyn Fn() -> Box<dyn SatSolver> + Send + Sync;

/// A SAT solver implemented by the caller, represented by its name and a function that creates new instances.
///
/// A clone is equal to the original unless only one of them is cross-checked. Values from separate calls to
/// [`Solver::custom`](super::Solver::custom) are never equal.
#[derive(Clone)]
pub struct CustomSolver {
    name: Arc<str>,
    create: Arc<Create>,
    pub(super) is_cross_checked: bool,
}

impl CustomSolver {
    pub(super) fn new(name: &str, create: impl Fn() -> Box<dyn SatSolver> + Send + Sync + 'static) -> Self {
        Self { name: name.into(), create: Arc::new(create), is_cross_checked: false }
    }

    /// Returns the name of the solver.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn cross_checked(self) -> Self {
        Self { is_cross_checked: true, ..self }
    }

    pub(super) fn create(&self) -> Box<dyn SatSolver> {
        (self.create)()
    }
}

impl fmt::Debug for CustomSolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("CustomSolver").field(&self.name).finish()
    }
}

impl PartialEq for CustomSolver {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.create, &other.create) && self.is_cross_checked == other.is_cross_checked
    }
}

impl Eq for CustomSolver {}
