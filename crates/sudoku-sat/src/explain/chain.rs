//! The chain of steps from the givens to the solution. Each step is the cheapest that was found.

use std::collections::HashMap;

use itertools::Itertools;
use sudoku_cnf::{Puzzle, Solution};

use super::almost_locked::almost_locked_sets;
use super::best::Best;
use super::board_rule::Fact;
use super::clause_set::ClauseSet;
use super::deduction::Deduction;
use super::element::{Element, Literal};
use super::element_solver::ElementSolver;
use super::grave::bug_plus_one;
use super::implications::Implications;
use super::intersections::cheapest_intersection;
use super::known::Known;
use super::patterns::{bent_sets, patterns};
use super::proofs::{
    chain_proofs, cheapest_chain_proofs, cheapest_propagation_proof, cheapest_propagation_proofs,
    cheapest_search_proofs, only_reasons, propagation_proofs, reasons_by_search, search_proof,
};
use super::reason::{Reason, open_candidates};
use super::singles::{cheapest_single, contradiction};
use super::smallest::smallest;
use super::tables::Tables;
use super::technique::Technique;
use crate::search::SolveError;
use crate::solver::{Limits, StopReason};

/// The number of candidates with the cheapest proofs whose reasons are minimized.
const FINALISTS: usize = 8;
/// The same number for proofs by search, which take longer to minimize.
const SEARCH_FINALISTS: usize = 3;
/// The numbers of conflicts and of reasons that are compared if only one candidate is explained.
const MANY_CONFLICTS: usize = 48;
const MANY_FINALISTS: usize = 24;
/// Each kind of search starts only if the best step so far costs more than this, in units of n + 1. The bounds are
/// lower than the costs of most steps that the search can find, except for propagation and progress, which are for
/// expensive steps.
///
/// Hidden pairs that need no notes are the cheapest patterns: they cost more than 7u/6. Chains cost more than 6u: a
/// house (u), a cell (2u) and three weak links (3u). Naked quads in a house cost more than 14u/2: four cells (8u), five
/// weak links (5u) and excluded candidates (more than u). Hidden quads that need no notes may cost less, but a person
/// does not look for four digits while there are simpler steps.
const FROM_PATTERNS: u64 = 1;
const FROM_CHAINS: u64 = 6;
const FROM_SETS: u64 = 7;
const FROM_PROPAGATION: u64 = 20;
const FROM_PROGRESS: u64 = 60;
/// The largest boards on which progress counts. On larger ones, steps after which many digits follow use thousands of
/// rules.
const PROGRESS_SIZE: usize = 9;
/// The number of steps with much progress whose proofs by cases are compared.
const PROGRESS_FINALISTS: usize = 6;

/// A chain of steps.
pub(super) struct Chain<'t> {
    pub(super) known: Known<'t>,
    board: ClauseSet,
    /// The rules of the board, as soon as unit propagation does not suffice.
    solver: Option<ElementSolver<'t>>,
    /// Whether each candidate occurs in the solution, or `None` if there is no solution.
    solution: Option<Vec<bool>>,
    max_size: usize,
}

impl<'t> Chain<'t> {
    /// Starts a chain at the givens and excluded candidates of `puzzle`.
    ///
    /// `solution` is the only solution, or `None` if the chain ends in a contradiction.
    ///
    /// # Errors
    /// Returns an error if a limit is reached.
    pub(super) fn new(
        puzzle: &Puzzle,
        tables: &'t Tables,
        solution: Option<&Solution>,
        max_size: Option<usize>,
        limits: &Limits,
    ) -> Result<Self, StopReason> {
        let known = Known::new(puzzle, tables, limits)?;
        let solution = solution.map(|solution| {
            let mut is_true = vec![false; tables.candidate_count()];
            solution.grid().digits().for_each(|placed| is_true[tables.number(placed) as usize] = true);
            is_true
        });
        let board = ClauseSet::of_board(&known, limits)?;
        Ok(Self { known, board, solver: None, solution, max_size: max_size.unwrap_or(usize::MAX) })
    }

    /// Finds the next step and adds its conclusions to the known facts. Returns `None` if no step was found.
    ///
    /// A step without conclusions is a contradiction.
    pub(super) fn step(
        &mut self,
        is_smallest: bool,
        limits: &Limits,
    ) -> Result<Option<Deduction>, SolveError> {
        let reason = self.next(limits)?;
        let grave = if self.known.tables.assumes_unique { bug_plus_one(&self.known) } else { None };
        let is_next = |grave: &Deduction| {
            let weight = |reason: &Reason| reason.cost * Technique::weight(reason, &self.known);
            grave.size() <= self.max_size && reason.as_ref().is_none_or(|reason| grave.cost < weight(reason))
        };
        let step = match (grave.filter(is_next), reason) {
            (Some(grave), _) => grave,
            (None, Some(reason)) => self.deduction(reason, is_smallest, limits)?,
            (None, None) => return Ok(None),
        };
        self.learn(&step.derived)?;
        Ok(Some(step))
    }

    /// Adds the conclusions of a step to the known facts.
    fn learn(&mut self, derived: &[Fact]) -> Result<(), SolveError> {
        for fact in derived {
            let id = self.known.tables.number(fact.candidate);
            let fact = Literal { id, is_placed: fact.is_placed };
            let changed = self.known.learn(fact);
            self.board.learn(&changed, &self.known);
            if let Some(solver) = &mut self.solver {
                solver.learn(&changed, &self.known)?;
            }
        }
        Ok(())
    }

    /// Returns the cheapest step that was found, or `None` if there is none of the permitted size.
    fn next(&mut self, limits: &Limits) -> Result<Option<Reason>, SolveError> {
        limits.check()?;
        let max_size = self.max_size;
        let fits = |reason: &Reason| reason.elements.len() <= max_size;
        if self.solution.is_none()
            && let Some(end) = contradiction(&self.known, &mut self.board, limits)?.filter(fits)
        {
            return Ok(Some(end));
        }
        if let Some(single) = cheapest_single(&self.known, limits)?.filter(fits) {
            return Ok(Some(single));
        }
        let known = &self.known;
        let is_wrong = |id: u32| is_wrong(id, self.solution.as_deref());
        let mut best = Best::new(known, self.max_size);
        if let Some(intersection) = cheapest_intersection(known, &is_wrong, limits)? {
            best.offer(intersection);
        }
        let unit = known.tables.n as u64 + 1;
        // The steps by rules beyond houses are found by propagation, and they can be cheap.
        let has_rules = !known.tables.rules.is_empty();
        if best.weight <= FROM_PATTERNS * unit && !has_rules {
            return Ok(best.reason);
        }
        for size in 2..=3 {
            best.offer_patterns(&patterns(size, known, limits)?, &is_wrong, FINALISTS, limits);
        }
        if best.weight <= FROM_CHAINS * unit && !has_rules {
            return best.reason.map(|reason| self.extend(reason, limits)).transpose();
        }
        let candidates = 0..known.tables.candidate_count() as u32;
        let wrong: Vec<u32> = candidates.filter(|&id| known.is_open(id) && is_wrong(id)).collect();
        let mut implications = Implications::new(known);
        let chains = cheapest_chain_proofs(&wrong, &mut implications, best.weight, known, limits)?;
        best.improve(chains, FINALISTS, limits)?;
        if best.weight > FROM_SETS * unit {
            best.offer_patterns(&patterns(4, known, limits)?, &is_wrong, FINALISTS, limits);
            let proposed = bent_sets(known, &is_wrong, FINALISTS, limits)?;
            best.offer_patterns(&proposed, &is_wrong, FINALISTS, limits);
            let sets = almost_locked_sets(known, limits)?;
            let mut implications = implications.with_sets(&sets);
            let chains = cheapest_chain_proofs(&wrong, &mut implications, best.weight, known, limits)?;
            best.improve(chains, FINALISTS, limits)?;
        }
        if best.weight > FROM_PROPAGATION * unit || has_rules {
            // If no reason has been found so far, more proofs may be minimized.
            let most = if best.reason.is_some() { FINALISTS } else { usize::MAX };
            let proofs = cheapest_propagation_proofs(&wrong, most, &mut self.board, known, limits)?;
            best.improve(proofs, FINALISTS, limits)?;
        }
        let (mut reason, weight) = (best.reason, best.weight);
        if weight > FROM_PROGRESS * unit && known.tables.n <= PROGRESS_SIZE && self.solution.is_some() {
            reason = self.with_most_progress(reason, &wrong, limits)?;
        }
        if reason.is_none() {
            // If the cheapest proofs are too large, others are minimized.
            let most = if max_size == usize::MAX { SEARCH_FINALISTS } else { usize::MAX };
            let (solver, board, known) = (&mut self.solver, &self.board, &self.known);
            let proofs = cheapest_search_proofs(&wrong, most, solver, board, known, limits)?;
            let mut best = Best::new(&self.known, max_size);
            best.improve(proofs, SEARCH_FINALISTS, limits)?;
            reason = best.reason;
        }
        reason.map(|reason| self.extend(reason, limits)).transpose()
    }

    /// Compares an expensive step with exclusions from which many digits follow by unit propagation.
    ///
    /// One hard step is easier to follow than many that are almost as hard. The step with the fewest facts in its proof
    /// by cases, divided by the square of the number of digits, is returned: this favors steps after which the rest is
    /// easy. Only then its proof is minimized, because that takes longer than to divide a proof into cases. If it is
    /// too large, the next one is taken. Returns `None` if no step of the permitted size was found.
    fn with_most_progress(
        &mut self,
        reason: Option<Reason>,
        wrong: &[u32],
        limits: &Limits,
    ) -> Result<Option<Reason>, SolveError> {
        let known = &self.known;
        let digits: HashMap<u32, u64> =
            wrong.iter().map(|&id| (id, 1 + self.board.digits_without(id))).collect();
        let most = digits.values().copied().max().unwrap_or(0);
        let price = |size: u64, id: u32| {
            let digits = digits.get(&id).copied().unwrap_or(1);
            size.saturating_mul(1_000_000) / (digits * digits)
        };
        let mut proofs = Vec::new();
        for &id in wrong.iter().filter(|id| 2 * digits[id] >= most) {
            limits.check()?;
            let goal = Literal::excluded(id);
            let proof = match cheapest_propagation_proof(goal, u64::MAX, &mut self.board, known) {
                Some(proof) => Some(proof),
                None => search_proof(goal, u64::MAX, &mut self.solver, &self.board, known, limits)?,
            };
            proofs.extend(proof.map(|proof| (price(proof.estimate, id), id, proof)));
        }
        proofs.sort_by_key(|&(price, id, _)| (price, id));
        let proofs = proofs.into_iter().take(PROGRESS_FINALISTS).map(|(.., proof)| proof.reason());
        let mut finalists = Vec::new();
        for reason in reason.into_iter().chain(proofs) {
            let facts = facts_in_cases(&reason, known, limits)?;
            finalists.push((price(facts, reason.derived[0].id), reason));
        }
        finalists.sort_by_key(|&(price, _)| price);
        let minimal = |(_, reason): (u64, Reason)| {
            if reason.is_minimal {
                return Some(reason);
            }
            Reason::minimal(reason.derived, reason.elements, known, limits)
        };
        let mut minimal = finalists.into_iter().filter_map(minimal);
        Ok(minimal.find(|reason| reason.elements.len() <= self.max_size))
    }

    /// Adds further candidates that the same cells, houses and facts exclude.
    fn extend(&self, reason: Reason, limits: &Limits) -> Result<Reason, SolveError> {
        let [goal] = reason.derived[..] else { return Ok(reason) };
        let tables = self.known.tables;
        let open = open_candidates(&reason.elements, &self.known);
        let others = open.iter().flat_map(|&id| self.known.seeing_all(&[id])).chain(open.iter().copied());
        let is_other = |&id: &u32| id != goal.id && is_wrong(id, self.solution.as_deref());
        let others = others.filter(is_other).sorted_unstable().dedup().collect_vec();
        // The rules that connect the other candidates with the reason.
        let connections = |&id: &u32| {
            let clashing = open.iter().filter(move |&&place| tables.clash(place, id));
            clashing.map(move |&place| Element::peers(place, id))
        };
        let available = others.iter().flat_map(connections).chain(reason.elements.iter().copied());
        let available = available.sorted_unstable().dedup().collect_vec();
        let usable = |id: u32| -> Vec<u32> {
            let usable = reason.elements.iter().copied().chain(connections(&id));
            let index = |element| available.binary_search(&element).ok();
            usable.filter_map(index).map(|index| index as u32).collect()
        };
        let others: Vec<(Literal, Vec<u32>)> =
            others.iter().map(|&id| (Literal::excluded(id), usable(id))).collect();
        let bound = reason.cost + 1;
        let extensions = match only_reasons(&others, &available, bound, &self.known) {
            Some(extensions) => extensions,
            None => reasons_by_search(&others, &available, bound, &self.known, limits)?,
        };
        let mut derived = vec![goal];
        let mut elements = reason.elements.clone();
        for (other, reason) in extensions {
            derived.push(other);
            elements.extend(reason);
        }
        if derived.len() == 1 {
            return Ok(reason);
        }
        derived.sort_unstable();
        let extended = Reason::cheaper_than(bound, derived, elements, &self.known, limits);
        let fits = |extended: &Reason| extended.is_minimal && extended.elements.len() <= self.max_size;
        Ok(extended.filter(fits).unwrap_or(reason))
    }

    /// Returns the step of a reason. If `is_smallest` is set, searches for a smallest reason until a limit is reached.
    pub(super) fn deduction(
        &self,
        reason: Reason,
        is_smallest: bool,
        limits: &Limits,
    ) -> Result<Deduction, SolveError> {
        let Some(is_true) = self.solution.as_ref().filter(|_| is_smallest) else {
            return Ok(Deduction::of(&reason, &self.known));
        };
        let solution: Vec<u32> = (0..is_true.len() as u32).filter(|&id| is_true[id as usize]).collect();
        let (reason, is_smallest) = smallest(reason, &solution, &self.known, limits)?;
        Ok(Deduction { is_smallest, ..Deduction::of(&reason, &self.known) })
    }

    /// Returns a minimal reason of `goal` that uses only the known facts.
    pub(super) fn reason_for(
        &mut self,
        goal: Literal,
        limits: &Limits,
    ) -> Result<Option<Reason>, SolveError> {
        if !self.known.is_open(goal.id) {
            let mut elements = Vec::new();
            if goal.is_placed {
                elements.push(Element::Placed(goal.id));
            } else if let Some(placed) = self.known.placed(self.known.tables.cell(goal.id)) {
                elements.extend([Element::Cell(self.known.tables.cell(goal.id)), Element::Placed(placed)]);
            } else {
                self.known.explain(&[goal.id], &mut elements);
            }
            return Ok(Reason::minimal(vec![goal], elements, &self.known, limits));
        }
        let known = &self.known;
        let mut best = Best::new(known, self.max_size);
        if !goal.is_placed {
            let is_goal = |id: u32| id == goal.id;
            for size in 2..=4 {
                best.offer_patterns(&patterns(size, known, limits)?, &is_goal, usize::MAX, limits);
            }
            let proposed = bent_sets(known, &is_goal, usize::MAX, limits)?;
            best.offer_patterns(&proposed, &is_goal, usize::MAX, limits);
        }
        let sets = almost_locked_sets(known, limits)?;
        let mut implications = Implications::new(known);
        let paths = implications.chains(goal, best.weight);
        best.improve(chain_proofs(goal, paths, known).collect(), MANY_FINALISTS, limits)?;
        let paths = implications.with_sets(&sets).chains(goal, best.weight);
        best.improve(chain_proofs(goal, paths, known).collect(), MANY_FINALISTS, limits)?;
        let proofs = propagation_proofs(goal, MANY_CONFLICTS, &mut self.board, known);
        best.improve(proofs, MANY_FINALISTS, limits)?;
        if best.reason.is_none() {
            let proof = search_proof(goal, u64::MAX, &mut self.solver, &self.board, known, limits)?;
            best.improve(proof.into_iter().collect(), 1, limits)?;
        }
        Ok(best.reason)
    }
}

/// Returns the number of facts in the proof of a reason by cases, or a large number if there are too many cases.
fn facts_in_cases(reason: &Reason, known: &Known<'_>, limits: &Limits) -> Result<u64, StopReason> {
    // The name of the step does not matter.
    let step = Deduction::new(reason, Technique::Contradiction(0), known);
    let tree = step.cases(&known.tables.puzzle, limits)?;
    Ok(tree.map_or(u64::from(u32::MAX), |tree| tree.size() as u64))
}

/// Returns whether the candidate `id` is not part of the solution.
fn is_wrong(id: u32, solution: Option<&[bool]>) -> bool {
    solution.is_none_or(|is_true| !is_true[id as usize])
}
