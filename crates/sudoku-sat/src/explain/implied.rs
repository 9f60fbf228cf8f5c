//! The conclusions that a set of elements implies, found with few calls of the solver.

use super::element::{Element, Literal};
use super::element_solver::ElementSolver;
use super::ids::ElementId;
use super::tables::Tables;
use crate::search::SolveError;
use crate::solver::Limits;

/// Returns those of `goals` that `elements` imply, in no particular order.
///
/// A model shows that the goals that it contradicts are not implied. It places many candidates, so a few models rule
/// out most goals.
///
/// # Errors
/// Returns an error if a limit is reached.
pub(super) fn implied(
    goals: &[Literal],
    elements: &[Element],
    tables: &Tables,
    limits: &Limits,
) -> Result<Vec<Literal>, SolveError> {
    let mut solver = ElementSolver::new(elements.to_vec(), &[], tables, limits)?;
    solver.require((0..elements.len()).map(ElementId::from))?;
    let mut open: Vec<Literal> = goals.iter().copied().filter(|&goal| solver.lit(goal).is_some()).collect();
    let mut implied = Vec::new();
    while let Some(goal) = open.pop() {
        let negated: Vec<_> = solver.lit(goal).map(|literal| !literal).into_iter().collect();
        match solver.solve(&[], &negated, limits)? {
            Ok(model) => {
                let is_true = solver.values(&model);
                open.retain(|other| is_true[other.id] == other.is_placed);
            }
            Err(_) => implied.push(goal),
        }
    }
    Ok(implied)
}
