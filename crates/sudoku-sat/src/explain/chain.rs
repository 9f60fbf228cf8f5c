//! The chain of steps from the givens to the solution. Each step is the cheapest that was found.

use sudoku_cnf::{Puzzle, Solution};

use super::Deduction;
use super::almost_locked::almost_locked_sets;
use super::clause_set::ClauseSet;
use super::cost::cost;
use super::element::{Element, Literal};
use super::element_solver::ElementSolver;
use super::implications::{Implications, Path};
use super::intersections::cheapest_intersection;
use super::known::Known;
use super::patterns::{Pattern, bent_sets, patterns, seeing_all};
use super::reason::{Reason, elements_of_cone, with_facts};
use super::singles::{cheapest_single, contradiction};
use super::smallest::smallest;
use super::tables::Tables;
use super::technique::Technique;
use crate::search::SolveError;
use crate::solver::{Limits, StopReason};

/// The number of conflicts of unit propagation that are compared for one candidate.
const CONFLICTS: usize = 4;
/// The number of candidates with the cheapest proofs whose reasons are minimized.
const FINALISTS: usize = 8;
/// The same number for proofs by search, which take longer to minimize.
const SEARCH_FINALISTS: usize = 5;
/// The numbers of conflicts and of reasons that are compared if only one candidate is explained.
const MANY_CONFLICTS: usize = 48;
const MANY_FINALISTS: usize = 24;
/// Each kind of search starts only if the best step so far costs more than this, in units of n + 1. The bounds are lower
/// than the costs of any step that the search can find, except for propagation, which is for expensive steps.
const FROM_PATTERNS: u64 = 6;
const FROM_SETS: u64 = 10;
const FROM_PROPAGATION: u64 = 20;
/// The number of reasons that are minimized if none of the first ones has the permitted size.
const ATTEMPTS: usize = 64;
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
        let Some(reason) = self.next(limits)? else { return Ok(None) };
        let derived = reason.derived.clone();
        let step = self.deduction(reason, is_smallest, limits)?;
        self.learn(&derived)?;
        Ok(Some(step))
    }

    /// Adds the conclusions of a step to the known facts.
    fn learn(&mut self, derived: &[Literal]) -> Result<(), SolveError> {
        for &fact in derived {
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
        let mut best = Best::default();
        if let Some(intersection) = cheapest_intersection(&self.known, &|id| self.is_wrong(id), limits)? {
            self.offer(&mut best, intersection);
        }
        let unit = self.known.tables.n as u64 + 1;
        // The steps by rules beyond houses are found by propagation, and they can be cheap.
        let has_rules = !self.known.tables.rules.is_empty();
        if best.weight <= FROM_PATTERNS * unit && !has_rules {
            return Ok(best.reason);
        }
        for size in 2..=3 {
            self.offer_patterns(&patterns(size, &self.known, limits)?, None, &mut best, limits);
        }
        let mut implications = Implications::new(&self.known);
        let chains = self.chain_proofs(&mut implications, best.weight, limits)?;
        self.improve(&mut best, chains, FINALISTS, limits)?;
        if best.weight > FROM_SETS * unit {
            self.offer_patterns(&patterns(4, &self.known, limits)?, None, &mut best, limits);
            self.offer_patterns(&bent_sets(&self.known, limits)?, None, &mut best, limits);
            let sets = almost_locked_sets(&self.known, limits)?;
            let mut implications = implications.with_sets(&sets);
            let chains = self.chain_proofs(&mut implications, best.weight, limits)?;
            self.improve(&mut best, chains, FINALISTS, limits)?;
        }
        if best.weight > FROM_PROPAGATION * unit || has_rules {
            let proofs = self.propagation_proofs(limits)?;
            self.improve(&mut best, proofs, FINALISTS, limits)?;
        }
        if best.reason.is_none() {
            let proofs = self.search_proofs(limits)?;
            self.improve(&mut best, proofs, SEARCH_FINALISTS, limits)?;
        }
        best.reason.map(|best| self.extend(best, limits)).transpose()
    }

    /// Returns the open candidates that are false in the solution.
    fn wrong(&self) -> Vec<u32> {
        let ids = 0..self.known.tables.candidate_count() as u32;
        ids.filter(|&id| self.known.is_open(id) && self.is_wrong(id)).collect()
    }

    fn is_wrong(&self, id: u32) -> bool {
        self.solution.as_ref().is_none_or(|is_true| !is_true[id as usize])
    }

    /// Returns, for each candidate that unit propagation refutes, the estimated cost and the elements of a proof.
    fn propagation_proofs(&mut self, limits: &Limits) -> Result<Vec<Proposal>, SolveError> {
        let mut proposals = Vec::new();
        for id in self.wrong() {
            limits.check()?;
            let goal = Literal::excluded(id);
            let cones = self.board.refutations(Some(goal), CONFLICTS);
            let proofs = cones
                .iter()
                .map(|cone| self.proposal(goal, elements_of_cone(cone, &self.board, &self.known)));
            proposals.extend(proofs.min_by_key(|proposal| proposal.estimate));
        }
        Ok(proposals)
    }

    /// Returns, for each candidate that is not part of the solution, a proof by the SAT solver.
    fn search_proofs(&mut self, limits: &Limits) -> Result<Vec<Proposal>, SolveError> {
        let mut proposals = Vec::new();
        for id in self.wrong() {
            let goal = Literal::excluded(id);
            proposals.extend(self.search_proof(goal, limits)?);
        }
        Ok(proposals)
    }

    /// Returns a proof of `goal` by the SAT solver, or `None` if it does not follow.
    fn search_proof(&mut self, goal: Literal, limits: &Limits) -> Result<Option<Proposal>, SolveError> {
        let solver = match &mut self.solver {
            Some(solver) => solver,
            solver => solver.insert(ElementSolver::of_board(&self.board, &self.known, limits)?),
        };
        let is_relevant = |&index: &u32| match solver.elements()[index as usize] {
            Element::Cell(cell) => self.known.placed(cell).is_none(),
            Element::Peers(a, b) => self.known.is_open(a) && self.known.is_open(b),
            _ => true,
        };
        let relevant: Vec<u32> = (0..solver.elements().len() as u32).filter(is_relevant).collect();
        let core = solver.core(&relevant, Some(goal), limits)?;
        let rules = core.map(|core| core.iter().map(|&index| solver.elements()[index as usize]).collect());
        Ok(rules.map(|rules| self.proposal(goal, with_facts(rules, &[], &self.known))))
    }

    /// Returns the cheapest chain for each candidate that is not part of the solution.
    ///
    /// No chain costs much more than the cheapest one, or more than `bound`.
    fn chain_proofs(
        &self,
        implications: &mut Implications<'_, '_>,
        mut bound: u64,
        limits: &Limits,
    ) -> Result<Vec<Proposal>, StopReason> {
        let mut proposals = Vec::new();
        for id in self.wrong() {
            limits.check()?;
            let goal = Literal::excluded(id);
            let paths = implications.chains(goal, bound);
            bound = paths.iter().map(|path| path.cost + path.cost / 4).fold(bound, u64::min);
            proposals.extend(self.proposals(goal, paths).min_by_key(|proposal| proposal.estimate));
        }
        Ok(proposals)
    }

    /// Compares `best` with the reasons that `patterns` prove.
    ///
    /// Each pattern excludes `goal`. Without a goal, it excludes any candidate that is not part of the solution.
    fn offer_patterns(&self, patterns: &[Pattern], goal: Option<u32>, best: &mut Best, limits: &Limits) {
        let goal_of = |pattern: &Pattern| {
            let mut excluded = pattern.excluded.iter().copied();
            excluded
                .find(|&id| goal.is_none_or(|goal| goal == id) && self.is_wrong(id))
                .map(Literal::excluded)
        };
        let with_goals = patterns.iter().filter_map(|pattern| Some((pattern, goal_of(pattern)?)));
        // The rules alone, without those that connect them, cost at most as much as the reason.
        let with_costs =
            with_goals.map(|(pattern, goal)| (cost(&pattern.rules, &[goal], &self.known), pattern, goal));
        let mut with_costs: Vec<_> = with_costs.collect();
        with_costs.sort_by_key(|(cost, ..)| *cost);
        let most = if goal.is_some() { usize::MAX } else { FINALISTS };
        for (cost, pattern, goal) in with_costs.into_iter().take(most) {
            if cost >= best.weight {
                break;
            }
            let mut elements = with_facts(pattern.rules.clone(), &[], &self.known);
            self.add_peers(goal.id, &mut elements);
            if let Some(reason) = Reason::minimal(vec![goal], elements, &self.known, limits) {
                self.offer(best, reason);
            }
        }
    }

    /// Replaces the best reason by `reason` if this one has the permitted size and a lower weight.
    fn offer(&self, best: &mut Best, reason: Reason) {
        if reason.elements.len() > self.max_size || reason.cost >= best.weight {
            return;
        }
        let weight = reason.cost * Technique::weight(&reason, &self.known);
        if weight < best.weight {
            *best = Best { weight, reason: Some(reason) };
        }
    }

    /// Adds the rules for all pairs of peers among the open candidates of the cells and houses in `elements`, and
    /// between them and the candidate `id`.
    fn add_peers(&self, id: u32, elements: &mut Vec<Element>) {
        let mut open = open_candidates(elements, &self.known);
        open.push(id);
        for (index, &a) in open.iter().enumerate() {
            let clashing = open[index + 1..].iter().filter(|&&b| self.known.tables.clash(a, b));
            elements.extend(clashing.map(|&b| Element::peers(a, b)));
        }
    }

    /// Minimizes the cheapest proposals and compares the reasons with `best`.
    ///
    /// # Errors
    /// Returns an error if a limit is reached before a reason is found.
    fn improve(
        &self,
        best: &mut Best,
        mut proposals: Vec<Proposal>,
        finalists: usize,
        limits: &Limits,
    ) -> Result<(), SolveError> {
        proposals.sort_by(|a, b| (a.estimate, a.goal, &a.elements).cmp(&(b.estimate, b.goal, &b.elements)));
        for (tried, Proposal { goal, elements, .. }) in proposals.into_iter().enumerate() {
            if tried >= finalists && (best.reason.is_some() || tried >= ATTEMPTS) {
                break;
            }
            if let Some(reason) = Reason::minimal(vec![goal], elements, &self.known, limits) {
                self.offer(best, reason);
            }
        }
        match (&best.reason, limits.reached()) {
            // Without the limit, one of the proposals might have been a step.
            (None, Some(reason)) => Err(reason.into()),
            _ => Ok(()),
        }
    }

    /// Adds further candidates that the same cells, houses and facts exclude.
    fn extend(&self, reason: Reason, limits: &Limits) -> Result<Reason, SolveError> {
        let [goal] = reason.derived[..] else { return Ok(reason) };
        let tables = self.known.tables;
        let open = open_candidates(&reason.elements, &self.known);
        let mut others: Vec<u32> =
            open.iter().flat_map(|&id| seeing_all(&[id], &self.known)).chain(open.iter().copied()).collect();
        others.sort_unstable();
        others.dedup();
        others.retain(|&id| id != goal.id && self.is_wrong(id));
        let mut derived = vec![goal];
        let mut elements = reason.elements.clone();
        // The rules that connect the other candidates with the reason.
        let connections = |&id: &u32| {
            let clashing = open.iter().filter(move |&&place| tables.clash(place, id));
            clashing.map(move |&place| Element::peers(place, id))
        };
        let mut available: Vec<Element> = others.iter().flat_map(connections).collect();
        available.extend(&elements);
        available.sort_unstable();
        available.dedup();
        let mut solver = ElementSolver::new(available, &[], tables, limits)?;
        for id in others {
            let other = Literal::excluded(id);
            let usable = reason.elements.iter().copied().chain(connections(&id));
            let index = |element| solver.elements().binary_search(&element).ok();
            let usable: Vec<u32> = usable.filter_map(index).map(|index| index as u32).collect();
            let Some(core) = solver.core(&usable, Some(other), limits)? else {
                continue;
            };
            let used = core.iter().map(|&index| solver.elements()[index as usize]).collect();
            let single = Reason::minimal(vec![other], used, &self.known, limits);
            if let Some(single) = single.filter(|single| single.cost <= reason.cost) {
                derived.push(other);
                elements.extend(single.elements);
            }
        }
        if derived.len() == 1 {
            return Ok(reason);
        }
        derived.sort_unstable();
        let extended = Reason::minimal(derived, elements, &self.known, limits);
        let fits = |extended: &Reason| {
            extended.cost <= reason.cost && extended.is_minimal && extended.elements.len() <= self.max_size
        };
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
            return Ok(Deduction::new(&reason, &self.known));
        };
        let solution: Vec<u32> = (0..is_true.len() as u32).filter(|&id| is_true[id as usize]).collect();
        let (reason, is_smallest) = smallest(reason, &solution, &self.known, limits)?;
        Ok(Deduction { is_smallest, ..Deduction::new(&reason, &self.known) })
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
        let mut best = Best::default();
        if !goal.is_placed {
            for size in 2..=4 {
                self.offer_patterns(&patterns(size, &self.known, limits)?, Some(goal.id), &mut best, limits);
            }
            self.offer_patterns(&bent_sets(&self.known, limits)?, Some(goal.id), &mut best, limits);
        }
        let sets = almost_locked_sets(&self.known, limits)?;
        let mut implications = Implications::new(&self.known);
        let chains = self.proposals(goal, implications.chains(goal, best.weight)).collect();
        self.improve(&mut best, chains, MANY_FINALISTS, limits)?;
        let mut implications = implications.with_sets(&sets);
        let chains = self.proposals(goal, implications.chains(goal, best.weight)).collect();
        self.improve(&mut best, chains, MANY_FINALISTS, limits)?;
        let cones = self.board.refutations(Some(goal), MANY_CONFLICTS);
        let proofs =
            cones.iter().map(|cone| self.proposal(goal, elements_of_cone(cone, &self.board, &self.known)));
        self.improve(&mut best, proofs.collect(), MANY_FINALISTS, limits)?;
        if best.reason.is_none() {
            let proof = self.search_proof(goal, limits)?;
            self.improve(&mut best, proof.into_iter().collect(), 1, limits)?;
        }
        Ok(best.reason)
    }

    /// Returns the proofs of `goal` by chains.
    fn proposals(&self, goal: Literal, paths: Vec<Path>) -> impl Iterator<Item = Proposal> {
        paths.into_iter().map(move |path| self.proposal(goal, with_facts(path.elements, &[], &self.known)))
    }

    fn proposal(&self, goal: Literal, elements: Vec<Element>) -> Proposal {
        Proposal { estimate: cost(&elements, &[goal], &self.known), goal, elements }
    }
}

/// The best reason found so far.
struct Best {
    reason: Option<Reason>,
    /// The cost of the reason, multiplied by the factor of its technique.
    weight: u64,
}

impl Default for Best {
    fn default() -> Self {
        Self { reason: None, weight: u64::MAX }
    }
}

/// A proof that has not been minimized.
struct Proposal {
    estimate: u64,
    goal: Literal,
    elements: Vec<Element>,
}

/// Returns the open candidates of the cells, houses and rules in `elements`, except for rules for the whole board.
fn open_candidates(elements: &[Element], known: &Known<'_>) -> Vec<u32> {
    let tables = known.tables;
    let mut open: Vec<u32> = Vec::new();
    for &element in elements {
        match element {
            Element::Cell(cell) => open.extend(tables.ids_of_cell(cell)),
            Element::House(house, digit) => open.extend(tables.ids_of_house(house, digit)),
            Element::Rule(rule) if !tables.rules[rule as usize].is_global => {
                open.extend(&tables.rules[rule as usize].candidates);
            }
            _ => {}
        }
    }
    open.retain(|&id| known.is_open(id));
    open.sort_unstable();
    open.dedup();
    open
}
