//! Proofs of exclusions: by unit propagation, by chains, and by a SAT solver.

use std::collections::BinaryHeap;

use super::best::Proposal;
use super::clause_set::ClauseSet;
use super::cost::cost;
use super::element::{Element, Literal};
use super::element_solver::ElementSolver;
use super::implications::{Implications, Path};
use super::known::Known;
use super::reason::{Reason, elements_of_cone, with_facts};
use super::reduce::{Minimizer, Minimum};
use crate::search::SolveError;
use crate::solver::{Limits, StopReason};

/// The number of conflicts of unit propagation that are compared for one candidate.
const CONFLICTS: usize = 4;

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
        let rules: Vec<Element> =
            cone.elements.iter().map(|&index| board.elements()[index as usize]).collect();
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

/// Returns the cheapest proof for each candidate of `wrong` that unit propagation refutes. If there are more than
/// `most` proofs, expensive ones may be missing, but none of the `most` cheapest.
///
/// # Errors
/// Returns an error if a limit is reached.
pub(super) fn cheapest_propagation_proofs(
    wrong: &[u32],
    most: usize,
    board: &mut ClauseSet,
    known: &Known<'_>,
    limits: &Limits,
) -> Result<Vec<Proposal>, StopReason> {
    let mut cheapest = Cheapest::new(most);
    for &id in wrong {
        limits.check()?;
        let goal = Literal::excluded(id);
        cheapest.extend(cheapest_propagation_proof(goal, cheapest.bound(), board, known));
    }
    Ok(cheapest.proposals)
}

/// Returns the proof by the SAT solver for each candidate of `wrong` that follows. If there are more than `most`
/// proofs, expensive ones may be missing, but none of the `most` cheapest.
///
/// # Errors
/// Returns an error if a limit is reached.
pub(super) fn cheapest_search_proofs<'t>(
    wrong: &[u32],
    most: usize,
    solver: &mut Option<ElementSolver<'t>>,
    board: &ClauseSet,
    known: &Known<'t>,
    limits: &Limits,
) -> Result<Vec<Proposal>, SolveError> {
    let mut cheapest = Cheapest::new(most);
    for &id in wrong {
        let goal = Literal::excluded(id);
        cheapest.extend(search_proof(goal, cheapest.bound(), solver, board, known, limits)?);
    }
    Ok(cheapest.proposals)
}

/// A collection that keeps the `most` cheapest proofs.
struct Cheapest {
    most: usize,
    proposals: Vec<Proposal>,
    /// The lowest estimates.
    lowest: BinaryHeap<u64>,
}

impl Cheapest {
    fn new(most: usize) -> Self {
        Self { most, proposals: Vec::new(), lowest: BinaryHeap::new() }
    }

    /// Returns the cost above which a proof is not needed.
    fn bound(&self) -> u64 {
        if self.lowest.len() < self.most { u64::MAX } else { self.lowest.peek().copied().unwrap_or(0) }
    }

    fn extend(&mut self, proof: Option<Proposal>) {
        self.lowest.extend(proof.as_ref().map(|proof| proof.estimate));
        if self.lowest.len() > self.most {
            self.lowest.pop();
        }
        self.proposals.extend(proof);
    }
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
    let is_relevant = |&index: &u32| match solver.elements()[index as usize] {
        Element::Cell(cell) => known.placed(cell).is_none(),
        Element::Peers(a, b) => known.is_open(a) && known.is_open(b),
        _ => true,
    };
    let relevant: Vec<u32> = (0..solver.elements().len() as u32).filter(is_relevant).collect();
    let Some(core) = solver.core(&relevant, Some(goal), limits)? else { return Ok(None) };
    let rules: Vec<Element> = core.iter().map(|&index| solver.elements()[index as usize]).collect();
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
/// No chain costs much more than the cheapest one, or more than `bound`.
///
/// # Errors
/// Returns an error if a limit is reached.
pub(super) fn cheapest_chain_proofs(
    wrong: &[u32],
    implications: &mut Implications<'_, '_>,
    mut bound: u64,
    known: &Known<'_>,
    limits: &Limits,
) -> Result<Vec<Proposal>, StopReason> {
    let mut proposals = Vec::new();
    for &id in wrong {
        limits.check()?;
        let goal = Literal::excluded(id);
        let paths = implications.chains(goal, bound);
        bound = paths.iter().map(|path| path.cost + path.cost / 4).fold(bound, u64::min);
        proposals.extend(chain_proofs(goal, paths, known).min_by_key(|proposal| proposal.estimate));
    }
    Ok(proposals)
}

/// Conclusions, each with the elements that imply it.
type Implied = Vec<(Literal, Vec<Element>)>;

/// Returns the conclusions among `goals` that follow at a cost below `bound`, with their minimal reasons. Each goal has
/// the indices of the elements of `available` that its reason may use.
///
/// Returns `None` if a conclusion has several minimal reasons, or if propagation and short searches do not decide.
pub(super) fn only_reasons(
    goals: &[(Literal, Vec<u32>)],
    available: &[Element],
    bound: u64,
    known: &Known<'_>,
) -> Option<Implied> {
    let literals: Vec<Literal> = goals.iter().map(|&(goal, _)| goal).collect();
    // Only the costs of reasons with several conclusions depend on the conclusions.
    let is_excessive = |necessary: &[Element]| cost(necessary, &[], known) >= bound;
    let mut minimizer = Minimizer::new(available, &literals, known.tables, &is_excessive);
    let mut implied = Vec::new();
    for (goal, usable) in goals {
        match minimizer.only_minimum(&[*goal], usable) {
            Minimum::Of(kept) => {
                let elements = kept.into_iter().map(|index| available[index as usize]).collect();
                implied.push((*goal, elements));
            }
            Minimum::NotImplied | Minimum::Excessive => {}
            Minimum::Implied(_) | Minimum::Unknown => return None,
        }
    }
    Some(implied)
}

/// Returns the same as [`only_reasons`] by an incremental SAT solver. A conclusion may have several minimal reasons.
///
/// # Errors
/// Returns an error if a limit is reached.
pub(super) fn reasons_by_search(
    goals: &[(Literal, Vec<u32>)],
    available: &[Element],
    bound: u64,
    known: &Known<'_>,
    limits: &Limits,
) -> Result<Implied, SolveError> {
    let mut solver = ElementSolver::new(available.to_vec(), &[], known.tables, limits)?;
    let mut implied = Vec::new();
    for (goal, usable) in goals {
        let Some(core) = solver.core(usable, Some(*goal), limits)? else { continue };
        let used = core.iter().map(|&index| available[index as usize]).collect();
        let reason = Reason::cheaper_than(bound, vec![*goal], used, known, limits);
        implied.extend(reason.map(|reason| (*goal, reason.elements)));
    }
    Ok(implied)
}
