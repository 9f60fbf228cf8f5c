//! The chain of steps from the givens to the solution. Each step is the cheapest that was found.

use std::cell::OnceCell;

use itertools::Itertools;
use rustc_hash::FxHashMap;
use sudoku_cnf::{Puzzle, Solution};
use typed_index_collections::{TiSlice, TiVec, ti_vec};

use super::almost_locked::almost_locked_sets;
use super::best::Best;
use super::board_rule::Fact;
use super::cases::FEW_CASES;
use super::clause_set::ClauseSet;
use super::deduction::Deduction;
use super::element::{Element, Literal};
use super::element_solver::ElementSolver;
use super::familiar::most_familiar;
use super::grave::bug_plus_one;
use super::ids::{CandidateId, ElementId};
use super::implications::Implications;
use super::implied::implied;
use super::intersections::cheapest_intersection;
use super::known::Known;
use super::patterns::{LARGEST_BENT, bent_sets, patterns};
use super::proofs::{
    chain_proofs, cheapest_chain_proofs, cheapest_proofs, cheapest_propagation_proof, propagation_proofs,
    search_proof,
};
use super::reason::{Reason, add_facts, add_peers, open_candidates, order};
use super::reduce::{Minimizer, Minimum, Wanted};
use super::singles::{cheapest_single, contradiction};
use super::smallest::smallest;
use super::tables::Tables;
use super::technique::Technique;
use crate::search::SolveError;
use crate::solver::{Limits, StopReason};

/// The number of candidates with the cheapest proofs whose reasons are minimized.
const FINALISTS: usize = 8;
/// The same number for chains, with and without almost locked sets.
const CHAIN_FINALISTS: usize = 12;
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
    /// A solver for the rules of the board, created when unit propagation does not suffice.
    solver: Option<ElementSolver<'t>>,
    /// Whether each candidate occurs in the solution, or `None` if there is no solution.
    solution: Option<TiVec<CandidateId, bool>>,
    max_size: usize,
    /// The search for a step ends without one if each has at least this cost, multiplied by the factor of its
    /// technique.
    pub(super) max_weight: u64,
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
            let mut is_true: TiVec<CandidateId, bool> = ti_vec![false; tables.candidate_count()];
            solution.grid().digits().for_each(|placed| is_true[tables.number(placed)] = true);
            is_true
        });
        let board = ClauseSet::of_board(&known, limits)?;
        Ok(Self {
            known,
            board,
            solver: None,
            solution,
            max_size: max_size.unwrap_or(usize::MAX),
            max_weight: u64::MAX,
        })
    }

    /// Finds the next step and adds its conclusions to the known facts. Returns `None` if no step was found.
    ///
    /// A step without conclusions is a contradiction.
    pub(super) fn step(
        &mut self,
        is_smallest: bool,
        limits: &Limits,
    ) -> Result<Option<Deduction>, SolveError> {
        let mut reason = self.next(limits)?;
        let is_rule = |element: &Element| matches!(element, Element::Rule(_));
        if let Some(found) = reason.as_ref().filter(|found| found.elements.iter().any(is_rule))
            && self.solution.is_none()
        {
            // Rules that contradict each other exclude every candidate.
            let end = Reason::minimal(Vec::new(), found.elements.clone(), &self.known, limits);
            reason = end.filter(|end| end.elements.len() <= self.max_size).or(reason);
        }
        let grave = self.grave();
        let is_next = |grave: &Deduction| {
            let weight = |reason: &Reason| reason.cost * Technique::weight(reason, &self.known);
            grave.size() <= self.max_size && reason.as_ref().is_none_or(|reason| grave.cost < weight(reason))
        };
        let step = match (grave.filter(is_next), reason) {
            (Some(grave), _) => grave,
            (None, Some(reason)) => self.deduction(reason, is_smallest, true, limits)?,
            (None, None) => return Ok(None),
        };
        self.learn(&step.derived)?;
        Ok(Some(step))
    }

    /// Returns the BUG+1, if there is one and the solution may be assumed to be unique.
    pub(super) fn grave(&self) -> Option<Deduction> {
        Some(&self.known).filter(|known| known.tables.assumes_unique).and_then(bug_plus_one)
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
        let is_wrong = |id: CandidateId| is_wrong(id, self.solution.as_deref());
        let mut best = Best::new(known, self.max_size);
        best.weight = self.max_weight;
        if let Some(intersection) = cheapest_intersection(known, &is_wrong, limits)? {
            best.offer(intersection);
        }
        let unit = known.tables.unit();
        // The steps by rules beyond houses are found by propagation, and they can be cheap.
        let has_rules = !known.tables.rules.is_empty();
        if best.weight <= FROM_PATTERNS * unit && !has_rules {
            return Ok(best.reason);
        }
        for size in 2..=3 {
            best.offer_patterns(&patterns(size, known, limits)?, &is_wrong, FINALISTS, limits);
        }
        if best.weight <= FROM_CHAINS * unit && !has_rules {
            return Ok(best.reason);
        }
        let candidates = known.tables.candidates();
        let wrong: Vec<CandidateId> = candidates.filter(|&id| known.is_open(id) && is_wrong(id)).collect();
        let mut sets = Vec::new();
        if best.weight > FROM_SETS * unit {
            best.offer_patterns(&patterns(4, known, limits)?, &is_wrong, FINALISTS, limits);
            let proposed = bent_sets(known, &|_| true, &is_wrong, FINALISTS, LARGEST_BENT, limits)?;
            best.offer_patterns(&proposed, &is_wrong, FINALISTS, limits);
            sets = almost_locked_sets(known, &|_| true, limits)?;
        }
        let mut implications = Implications::new(known).with_sets(&sets);
        let chains = cheapest_chain_proofs(&wrong, &mut implications, best.weight, known, limits)?;
        best.improve(chains, CHAIN_FINALISTS, limits)?;
        if best.weight > FROM_PROPAGATION * unit || has_rules {
            // If no reason has been found so far, more proofs may be minimized.
            let most = if best.reason.is_some() { FINALISTS } else { usize::MAX };
            let board = &mut self.board;
            let proof = |goal, bound| Ok(cheapest_propagation_proof(goal, bound, board, known));
            let proofs = cheapest_proofs(&wrong, most, limits, proof)?;
            best.improve(proofs, FINALISTS, limits)?;
        }
        let (mut reason, weight) = (best.reason, best.weight);
        if weight > FROM_PROGRESS * unit && known.tables.n <= PROGRESS_SIZE && self.solution.is_some() {
            reason = self.with_most_progress(reason, &wrong, limits)?;
        }
        if reason.is_none() && self.max_weight == u64::MAX {
            // If the cheapest proofs are too large, others are minimized.
            let most = if max_size == usize::MAX { SEARCH_FINALISTS } else { usize::MAX };
            let (solver, board, known) = (&mut self.solver, &self.board, &self.known);
            let proof = |goal, bound| search_proof(goal, bound, solver, board, known, limits);
            let proofs = cheapest_proofs(&wrong, most, limits, proof)?;
            let mut best = Best::new(&self.known, max_size);
            best.improve(proofs, SEARCH_FINALISTS, limits)?;
            reason = best.reason;
        }
        Ok(reason)
    }

    /// Compares an expensive step with exclusions from which many digits follow by unit propagation.
    ///
    /// One hard step is easier to follow than many that are almost as hard. Returns the step with the fewest facts in
    /// its proof by cases, divided by the square of the number of digits: this favors steps after which the rest is
    /// easy. Its proof is minimized only then, because that takes longer than dividing a proof into cases. If it is too
    /// large, the next one is tried. Returns `None` if no step of the permitted size was found.
    fn with_most_progress(
        &mut self,
        reason: Option<Reason>,
        wrong: &[CandidateId],
        limits: &Limits,
    ) -> Result<Option<Reason>, SolveError> {
        let known = &self.known;
        let digits: FxHashMap<CandidateId, u64> =
            wrong.iter().map(|&id| (id, 1 + self.board.digits_without(id) as u64)).collect();
        let most = digits.values().copied().max().unwrap_or(0);
        let price = |size: u64, id: CandidateId| {
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

    /// Returns everything that the cells, houses and rules of a reason exclude, each fact with a minimal set of
    /// elements. The facts of the reason come first. All sets of other facts have the same cells, houses and rules.
    fn pattern(&self, reason: &Reason, limits: &Limits) -> Vec<(Literal, Vec<Element>)> {
        let (tables, known) = (self.known.tables, &self.known);
        if let [Literal { is_placed: true, .. }] | [] = reason.derived[..] {
            return reason.derived.iter().map(|&goal| (goal, reason.elements.clone())).collect();
        }
        let rules = pattern_rules(&reason.elements);
        let open = open_candidates(&rules, known);
        let others = open.iter().flat_map(|&id| known.seeing_all(&[id])).chain(open.iter().copied());
        let others = others.filter(|&id| is_wrong(id, self.solution.as_deref())).map(Literal::excluded);
        let others = others.filter(|other| !reason.derived.contains(other)).sorted_unstable().dedup();
        let goals = reason.derived.iter().copied().chain(others).collect_vec();
        // The rules that connect each goal with the pattern.
        let connections = |goal: &Literal| {
            let id = goal.id;
            let clashing = open.iter().filter(move |&&place| tables.clash(place, id));
            clashing.map(move |&place| Element::peers(place, id)).collect_vec()
        };
        let mut elements = reason.elements.clone();
        add_facts(&rules, &[], &mut elements, known);
        add_peers(&open, &mut elements, known);
        let mut available = goals.iter().flat_map(connections).chain(elements.iter().copied()).collect_vec();
        order(&mut available, known);
        let available = TiVec::<ElementId, Element>::from(available);
        let index: FxHashMap<Element, ElementId> =
            available.iter_enumerated().map(|(index, &element)| (element, index)).collect();
        let wanted = Wanted { required: &rules, ..Wanted::ANY };
        let mut minimizer = Minimizer::new(&available.raw, &goals, tables, &wanted);
        // Most conclusions do not even follow from everything that is available.
        let possible = OnceCell::new();
        let is_possible = |goal: &Literal| {
            let possible = possible.get_or_init(|| implied(&goals, &available.raw, tables, limits));
            possible.as_ref().is_ok_and(|possible| possible.contains(goal))
        };
        let minimum = |goal: &Literal| {
            if reason.derived[..] == [*goal] {
                return Some((*goal, reason.elements.clone()));
            }
            let usable = elements.iter().copied().chain(connections(goal));
            if reason.derived.contains(goal) {
                let minimal = Reason::minimal(vec![*goal], usable.collect(), known, limits)?;
                return minimal.is_minimal.then_some((*goal, minimal.elements));
            }
            let usable = usable.map(|element| index[&element]).sorted_unstable().dedup().collect_vec();
            let of =
                |kept: &[ElementId]| kept.iter().map(|&kept| available[kept]).sorted_unstable().collect();
            let set: Vec<Element> = match minimizer.minimum_of(&[*goal], &usable) {
                Minimum::Of(kept) => of(&kept),
                Minimum::NotImplied | Minimum::Unwanted => return None,
                Minimum::Unknown if !is_possible(goal) => return None,
                Minimum::Implied(_) | Minimum::Unknown => {
                    let minimal = Reason::wanted(&wanted, vec![*goal], of(&usable), known, limits)?;
                    minimal.is_minimal.then_some(minimal.elements)?
                }
            };
            let is_same = set.len() <= self.max_size && pattern_rules(&set) == rules;
            is_same.then_some((*goal, set))
        };
        goals.iter().filter_map(minimum).collect()
    }

    /// Returns the step of a reason. If `is_smallest` is set, searches for a smallest reason until a limit is reached.
    /// If `is_whole` is set, the step has everything that its pattern excludes.
    pub(super) fn deduction(
        &self,
        mut reason: Reason,
        is_smallest: bool,
        is_whole: bool,
        limits: &Limits,
    ) -> Result<Deduction, SolveError> {
        let mut is_proven = false;
        if let Some(is_true) = self.solution.as_ref().filter(|_| is_smallest) {
            let solution: Vec<CandidateId> = is_true.keys().filter(|&id| is_true[id]).collect();
            (reason, is_proven) = smallest(reason, &solution, &self.known, limits)?;
        } else {
            reason = most_familiar(reason, self.max_size, &self.known, limits)?;
        }
        let sets = if is_whole { self.pattern(&reason, limits) } else { Vec::new() };
        Ok(Deduction { is_smallest: is_proven, ..Deduction::of(&reason, &sets, &self.known) })
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
        let sets = almost_locked_sets(known, &|_| true, limits)?;
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

/// Returns the cells, houses and rules beyond houses of a reason.
fn pattern_rules(elements: &[Element]) -> Vec<Element> {
    let is_rule = |element: &Element| !element.is_fact() && !matches!(element, Element::Peers(..));
    elements.iter().copied().filter(is_rule).collect()
}

/// Returns the number of facts in the proof of a reason by cases, or a large number if there are too many cases.
fn facts_in_cases(reason: &Reason, known: &Known<'_>, limits: &Limits) -> Result<u64, StopReason> {
    // The name of the step does not matter.
    let step = Deduction::new(reason, &[], Technique::Contradiction(0), known);
    let tree = step.cases_within(FEW_CASES, &known.tables.puzzle, limits)?;
    Ok(tree.map_or(u64::from(u32::MAX), |tree| tree.size() as u64))
}

/// Returns whether the candidate `id` is not part of the solution.
fn is_wrong(id: CandidateId, solution: Option<&TiSlice<CandidateId, bool>>) -> bool {
    solution.is_none_or(|is_true| !is_true[id])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explain::repair::solutions;
    use crate::explain::{BoardRule, MinimalSet};
    use crate::solver::Solver;

    const HARD: &str = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

    #[test]
    fn all_sets_of_a_step_have_the_same_pattern() {
        let (puzzle, limits): (Puzzle, _) = (HARD.parse().unwrap(), Limits::none());
        let tables = Tables::new(&puzzle, &limits).unwrap();
        let [solution] = &solutions(&puzzle, 2, &limits).unwrap()[..] else { panic!("one solution") };
        let mut chain = Chain::new(&puzzle, &tables, Some(solution), None, &limits).unwrap();
        let mut largest = 0;
        while !chain.known.is_solved() {
            let step = chain.step(false, &limits).unwrap().expect("a step");
            assert_eq!(step.reasons.len(), step.derived.len());
            largest = largest.max(step.derived.len());
            let is_pattern = |rule: &&usize| !matches!(step.rules[**rule], BoardRule::Peers { .. });
            let pattern = |set: &MinimalSet| set.rules.iter().filter(is_pattern).copied().collect_vec();
            assert!(step.reasons.iter().map(pattern).all_equal(), "{step:?}");
            let verification = step.verify(&puzzle, &Solver::Native, &limits).unwrap();
            assert!(verification.is_valid && verification.is_minimal, "{step:?}");
        }
        assert!(largest > 2, "no step has several conclusions");
    }

    #[test]
    fn known_facts_have_reasons() {
        let (puzzle, limits): (Puzzle, _) = ("1...............".parse().unwrap(), Limits::none());
        let tables = Tables::new(&puzzle, &limits).unwrap();
        let mut chain = Chain::new(&puzzle, &tables, None, None, &limits).unwrap();
        let given = CandidateId::from(0);
        let peer = tables.id(tables.peers[tables.cell(given)][0], tables.digit(given));
        for (goal, expected) in [
            (Literal::placed(given), vec![Element::Placed(given)]),
            (
                Literal::excluded(CandidateId::from(1)),
                vec![Element::Cell(tables.cell(given)), Element::Placed(given)],
            ),
            (Literal::excluded(peer), vec![Element::peers(given, peer), Element::Placed(given)]),
        ] {
            let reason = chain.reason_for(goal, &limits).unwrap().expect("a reason");
            assert_eq!(reason.elements, expected);
        }
    }
}
