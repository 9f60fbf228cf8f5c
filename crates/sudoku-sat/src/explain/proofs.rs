//! Proofs of exclusions: by unit propagation, by chains, and by a SAT solver.

use std::collections::BinaryHeap;

use itertools::Itertools;

use super::best::Proposal;
use super::clause_set::ClauseSet;
use super::cost::cost;
use super::element::{Element, Literal};
use super::element_solver::ElementSolver;
use super::ids::{CandidateId, ElementId};
use super::implications::{Implications, Path};
use super::known::Known;
use super::reason::{elements_of_cone, with_facts};
use crate::search::SolveError;
use crate::solver::{Limits, StopReason};

/// The number of conflicts of unit propagation that are compared for one candidate.
const CONFLICTS: usize = 4;
/// The bound of the first search for chains, in units of n + 1. Most of the cheapest chains cost less.
const CHEAP_CHAINS: u64 = 12;

/// Returns up to `most` proofs of `goal` by unit propagation on the rules of `board`.
pub(super) fn propagation_proofs(
    goal: Literal,
    most: usize,
    board: &mut ClauseSet,
    known: &Known<'_>,
) -> Vec<Proposal> {
    let cones = board.refutations(Some(goal), most);
    cones.iter().map(|cone| Proposal::new(goal, elements_of_cone(cone, board, known), known)).collect()
}

/// Returns the cheapest of [`CONFLICTS`] proofs of `goal` by unit propagation whose rules cost at most `bound`.
pub(super) fn cheapest_propagation_proof(
    goal: Literal,
    bound: u64,
    board: &mut ClauseSet,
    known: &Known<'_>,
) -> Option<Proposal> {
    let mut cheapest: Option<Proposal> = None;
    for cone in board.refutations(Some(goal), CONFLICTS) {
        // The facts cannot make the proof cheaper.
        let rules: Vec<Element> = cone.elements.iter().map(|&index| board.elements()[index]).collect();
        let least = cost(&rules, &[goal], known);
        if least > bound || cheapest.as_ref().is_some_and(|cheapest| cheapest.estimate <= least) {
            continue;
        }
        let proof = Proposal::new(goal, with_facts(rules, &cone.known, known), known);
        if cheapest.as_ref().is_none_or(|cheapest| proof.estimate < cheapest.estimate) {
            cheapest = Some(proof);
        }
    }
    cheapest
}

/// Returns the results of `proof` for the candidates of `wrong`. Its second argument is a cost above which a proof is
/// not needed: if there are more than `most` proofs, expensive ones may be missing, but none of the `most` cheapest.
///
/// # Errors
/// Returns an error if a limit is reached.
pub(super) fn cheapest_proofs(
    wrong: &[CandidateId],
    most: usize,
    limits: &Limits,
    mut proof: impl FnMut(Literal, u64) -> Result<Option<Proposal>, SolveError>,
) -> Result<Vec<Proposal>, SolveError> {
    let (mut proposals, mut lowest) = (Vec::new(), BinaryHeap::new());
    for &id in wrong {
        limits.check()?;
        let bound = if lowest.len() < most { u64::MAX } else { lowest.peek().copied().unwrap_or(0) };
        let found = proof(Literal::excluded(id), bound)?;
        lowest.extend(found.as_ref().map(|found| found.estimate));
        if lowest.len() > most {
            lowest.pop();
        }
        proposals.extend(found);
    }
    Ok(proposals)
}

/// Returns a proof of `goal` by the SAT solver, or `None` if it does not follow or its rules alone cost more than
/// `bound`. If `solver` is `None`, a solver for the rules of `board` is created.
///
/// # Errors
/// Returns an error if a limit is reached.
pub(super) fn search_proof<'t>(
    goal: Literal,
    bound: u64,
    solver: &mut Option<ElementSolver<'t>>,
    board: &ClauseSet,
    known: &Known<'t>,
    limits: &Limits,
) -> Result<Option<Proposal>, SolveError> {
    let solver = match solver {
        Some(solver) => solver,
        solver => solver.insert(ElementSolver::of_board(board, known, limits)?),
    };
    let is_relevant = |&index: &ElementId| match solver.elements()[index] {
        Element::Cell(cell) => known.placed(cell).is_none(),
        Element::Peers(a, b) => known.is_open(a) && known.is_open(b),
        _ => true,
    };
    let relevant: Vec<ElementId> = solver.elements().keys().filter(is_relevant).collect();
    let Some(core) = solver.core(&relevant, Some(goal), limits)? else { return Ok(None) };
    let rules: Vec<Element> = core.iter().map(|&index| solver.elements()[index]).collect();
    // The facts cannot make the proof cheaper.
    let may_fit = cost(&rules, &[goal], known) <= bound;
    Ok(may_fit.then(|| Proposal::new(goal, with_facts(rules, &[], known), known)))
}

/// Returns the proofs of `goal` by chains.
pub(super) fn chain_proofs(
    goal: Literal,
    paths: Vec<Path>,
    known: &Known<'_>,
) -> impl Iterator<Item = Proposal> {
    paths.into_iter().map(move |path| Proposal::new(goal, with_facts(path.elements, &[], known), known))
}

/// Returns the cheapest chain for each candidate of `wrong`.
///
/// No chain costs much more than the cheapest one, or more than `bound`. A first search with a low bound avoids most
/// implications, because only expensive chains need them.
///
/// # Errors
/// Returns an error if a limit is reached.
pub(super) fn cheapest_chain_proofs(
    wrong: &[CandidateId],
    implications: &mut Implications<'_, '_>,
    bound: u64,
    known: &Known<'_>,
    limits: &Limits,
) -> Result<Vec<Proposal>, StopReason> {
    let mut proposals = Vec::new();
    let cheap = bound.min(CHEAP_CHAINS * known.tables.unit());
    for mut bound in [cheap, bound].into_iter().dedup() {
        if !proposals.is_empty() {
            break;
        }
        for &id in wrong {
            limits.check()?;
            let goal = Literal::excluded(id);
            let paths = implications.chains(goal, bound);
            bound = paths.iter().map(|path| path.cost + path.cost / 4).fold(bound, u64::min);
            proposals.extend(chain_proofs(goal, paths, known).min_by_key(|proposal| proposal.estimate));
        }
    }
    Ok(proposals)
}
