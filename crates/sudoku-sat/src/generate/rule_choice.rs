//! Chooses givens and rules of a full grid that determine it.
//!
//! The choice starts with the rules. While there is another solution, a given is added in a cell where it differs. Then
//! redundant givens are removed, those in the cells of rules first, and redundant rules after them. If the puzzle is
//! too difficult, removed rules return; if it is then too easy, further givens are removed.

use std::ops::RangeInclusive;

use sudoku_cnf::puzzle::random::Random;
use sudoku_cnf::puzzle::rule::{NamedRule, Rule};
use sudoku_cnf::{Lit, Model, Puzzle};

use super::GeneratorOptions;
use crate::ask::SolveOptions;
use crate::explain::{AssumptionSolver, ElementId};
use crate::rate::rules::hardest_step;
use crate::rate::{Difficulty, Step};
use crate::search::{SolveError, within_checks};
use crate::solver::Limits;

/// The maximum number of times that the solver checks its limits while it searches for another solution.
const MAX_CHECKS: u64 = 20;

/// Givens in symmetric cells, or a rule and its images. They are chosen together, and numbered as in the solver.
type Group = Vec<ElementId>;

/// The givens and rules that have been chosen so far.
pub(super) struct RuleChoice<'a> {
    full: &'a Puzzle,
    options: &'a GeneratorOptions,
    limits: &'a Limits,
    /// A solver for the solutions other than the full grid. Its elements are the cells, and then the rules.
    solver: AssumptionSolver,
    /// The givens and rules of the draft, which the solver always assumes.
    kept: Vec<ElementId>,
    /// All groups of givens that may be chosen.
    orbits: Vec<Group>,
    givens: Vec<Group>,
    rules: Vec<Group>,
    /// Rules that have been left out and may return.
    removed: Vec<Group>,
}

impl<'a> RuleChoice<'a> {
    /// Prepares a choice from the digits and rules of `full`, a full grid. `orbits` are the symmetric cells that may
    /// contain givens.
    pub(super) fn new(
        full: &'a Puzzle,
        options: &'a GeneratorOptions,
        orbits: &[Vec<usize>],
        limits: &'a Limits,
    ) -> Result<Self, SolveError> {
        let mut solver = AssumptionSolver::of_puzzle(full, limits)?;
        let cells = full.geometry().cell_count();
        let differs: Vec<Lit> = solver.literals.raw[..cells].iter().map(|&literal| !literal).collect();
        solver.solver.add_clause(&differs)?;
        let givens = options.draft.iter().flat_map(Puzzle::givens);
        let kept = givens.map(|given| full.geometry().index(given.cell));
        let kept = kept.chain(cells..cells + options.kept_rules().len());
        let kept: Vec<ElementId> = kept.map(ElementId::from).collect();
        for &element in &kept {
            let literal = solver.literals[element];
            solver.solver.add_clause(&[literal])?;
        }
        let is_open = |cell: &ElementId| !kept.contains(cell);
        let orbit =
            |orbit: &Vec<usize>| orbit.iter().map(|&cell| ElementId::from(cell)).filter(is_open).collect();
        let orbits = orbits.iter().map(orbit).filter(|orbit: &Group| !orbit.is_empty()).collect();
        let (givens, rules, removed) = (Vec::new(), Vec::new(), Vec::new());
        Ok(Self { full, options, limits, solver, kept, orbits, givens, rules, removed })
    }

    /// Returns a puzzle with rules from `groups`, which contain the indices of the rules of the grid, and its
    /// difficulty if one is requested. Returns `None` if the rules and the allowed givens do not determine the grid, or
    /// if the rules of a kind are not necessary.
    pub(super) fn puzzle(
        mut self,
        groups: Vec<Vec<usize>>,
        random: &mut Random,
    ) -> Result<Option<(Puzzle, Option<Difficulty>)>, SolveError> {
        let cells = self.full.geometry().cell_count();
        let of = |group: Vec<usize>| group.into_iter().map(|rule| (cells + rule).into()).collect();
        self.choose_rules(groups.into_iter().map(of).collect(), random);
        if !self.determine(random)? {
            return Ok(None);
        }
        self.remove_givens()?;
        self.remove_rules()?;
        self.add_givens(random);
        let difficulty = self.ease(random)?;
        Ok(if self.needs_every_kind()? { Some((self.chosen(), difficulty)) } else { None })
    }

    /// Searches for another solution with these givens and rules. If there is none, returns elements that exclude all
    /// of them. Returns `None` if the search takes too long. The limit is a number of steps, so that the same seed
    /// always generates the same puzzle.
    fn other_solution(
        &mut self,
        elements: &[ElementId],
    ) -> Result<Option<Result<Model, Vec<ElementId>>>, SolveError> {
        within_checks(MAX_CHECKS, self.limits, |limits| self.solver.solve(elements, limits))
    }

    /// Returns the numbers of givens that may be chosen in addition to those of the draft.
    fn given_range(&self) -> RangeInclusive<usize> {
        without_kept(self.options.givens.clone(), self.kept.len() - self.options.kept_rules().len())
    }

    /// Returns the numbers of rules that may be chosen in addition to those of the draft.
    fn rule_range(&self) -> RangeInclusive<usize> {
        without_kept(self.options.rule_count.clone(), self.options.kept_rules().len())
    }

    fn rule(&self, element: ElementId) -> &Rule {
        &self.full.rules()[usize::from(element) - self.full.geometry().cell_count()]
    }

    /// Returns the name of the kind of the rules.
    fn kind(&self, rules: &Group) -> &str {
        self.rule(rules[0]).name()
    }

    /// Returns whether all rules of this kind are chosen: they cover the board, or all marks are given.
    fn is_complete(&self, kind: &str) -> bool {
        self.options.tiled().is_some_and(|tiled| tiled.name() == kind)
            || self.options.rules.iter().any(|other| is_rule_with_marks(other, kind))
    }

    /// Chooses as many rules as allowed, at least one of each kind.
    fn choose_rules(&mut self, mut groups: Vec<Group>, random: &mut Random) {
        random.shuffle(&mut groups);
        let is_first =
            |index: usize| groups[..index].iter().all(|other| self.kind(other) != self.kind(&groups[index]));
        let (first, others): (Vec<usize>, Vec<usize>) = (0..groups.len()).partition(|&index| is_first(index));
        for index in first.into_iter().chain(others) {
            let group = groups[index].clone();
            let fits = count(&self.rules) + group.len() <= *self.rule_range().end();
            let is_chosen = fits || self.is_complete(self.kind(&group));
            if is_chosen { &mut self.rules } else { &mut self.removed }.push(group);
        }
    }

    /// Adds givens until there is no other solution. Returns `false` if the allowed givens do not suffice.
    fn determine(&mut self, random: &mut Random) -> Result<bool, SolveError> {
        let mut open = self.orbits.clone();
        random.shuffle(&mut open);
        let geometry = self.full.geometry();
        let rules = self.rules.iter().flatten().map(|&element| self.rule(element));
        let cells = rules.flat_map(|rule| rule.cells().iter().chain(rule.other_cells()));
        let in_rules: Vec<ElementId> = cells.map(|&cell| geometry.index(cell).into()).collect();
        // Givens outside the cells of rules come first, and are removed last.
        open.sort_by_key(|orbit| orbit.iter().any(|cell| in_rules.contains(cell)));
        loop {
            let other = match self.other_solution(&elements(&self.givens, &self.rules))? {
                Some(Err(_)) => return Ok(true),
                other => other.and_then(Result::ok),
            };
            let differs = |&cell: &ElementId| {
                other.as_ref().is_none_or(|other| !other.satisfies(self.solver.literals[cell]))
            };
            let next = open.iter().position(|orbit| orbit.iter().any(differs));
            let Some(next) = next.filter(|_| *self.given_range().end() > 0) else { return Ok(false) };
            self.givens.push(open.remove(next));
        }
    }

    /// Leaves out givens as long as the solution stays unique, the last ones first.
    fn remove_givens(&mut self) -> Result<(), SolveError> {
        let mut index = self.givens.len();
        while index > 0 {
            index -= 1;
            let mut without = self.givens.clone();
            without.remove(index);
            if let Some(Err(core)) = self.other_solution(&elements(&without, &self.rules))? {
                // Givens that do not occur in the core are not necessary, either.
                without.retain(|orbit| orbit.iter().any(|cell| core.contains(cell)));
                index = index.min(without.len());
                self.givens = without;
            }
        }
        Ok(())
    }

    /// Leaves out rules as long as the solution stays unique and there is a rule of each kind, the last ones first.
    fn remove_rules(&mut self) -> Result<(), SolveError> {
        for index in (0..self.rules.len()).rev() {
            let kind = self.kind(&self.rules[index]);
            let is_last = self.rules.iter().filter(|rules| self.kind(rules) == kind).count() == 1;
            let mut without = self.rules.clone();
            let removed = without.remove(index);
            if is_last || self.is_complete(kind) || count(&without) < *self.rule_range().start() {
                continue;
            }
            if let Some(Err(_)) = self.other_solution(&elements(&self.givens, &without))? {
                self.rules = without;
                self.removed.push(removed);
            }
        }
        Ok(())
    }

    /// Adds givens until there are as many as requested.
    fn add_givens(&mut self, random: &mut Random) {
        let (min, max) = self.given_range().into_inner();
        for orbit in self.other_orbits(random) {
            if count(&self.givens) < min && count(&self.givens) + orbit.len() <= max {
                self.givens.push(orbit);
            }
        }
    }

    /// Returns the orbits that have not been chosen, in random order.
    fn other_orbits(&self, random: &mut Random) -> Vec<Group> {
        let mut others: Vec<Group> =
            self.orbits.iter().filter(|orbit| !self.givens.contains(orbit)).cloned().collect();
        random.shuffle(&mut others);
        others
    }

    /// Adds as few rules and then givens as necessary for the requested difficulty. Returns the difficulty.
    fn ease(&mut self, random: &mut Random) -> Result<Option<Difficulty>, SolveError> {
        let Some(wanted) = self.options.difficulty else { return Ok(None) };
        let others = self.other_orbits(random);
        let (rules, givens) = (self.rules.clone(), self.givens.clone());
        let may_have_givens = count(&givens) < *self.given_range().end();
        let most = self.removed.len() + if may_have_givens { others.len() } else { 0 };
        // The smallest number of additions that suffices, by binary search.
        let (mut low, mut high) = (0, most);
        while low < high {
            let middle = if low == 0 && high == most { 0 } else { low.midpoint(high) };
            self.add(&rules, &givens, &others, middle);
            if self.difficulty()?.is_some_and(|difficulty| difficulty <= wanted) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        self.add(&rules, &givens, &others, low);
        self.harden(wanted, givens.len())
    }

    /// Leaves out givens after the first `least` as long as the puzzle is too easy. Returns the difficulty.
    fn harden(&mut self, wanted: Difficulty, least: usize) -> Result<Option<Difficulty>, SolveError> {
        let mut difficulty = self.difficulty()?;
        for index in (least..self.givens.len()).rev() {
            if difficulty.is_none_or(|difficulty| difficulty >= wanted) {
                break;
            }
            let removed = self.givens.remove(index);
            match self.difficulty()? {
                Some(harder) if harder <= wanted => difficulty = Some(harder),
                _ => self.givens.insert(index, removed),
            }
        }
        Ok(difficulty)
    }

    /// Returns the difficulty of the chosen puzzle, or `None` if propagation proves that there is no solution.
    fn difficulty(&self) -> Result<Option<Difficulty>, SolveError> {
        Ok(hardest_step(&self.chosen(), self.limits)?.map(Step::difficulty))
    }

    /// Chooses `rules` and `givens`, and those of the first `more` removed rules and then `others` that are allowed.
    fn add(&mut self, rules: &[Group], givens: &[Group], others: &[Group], more: usize) {
        (self.rules, self.givens) = (rules.to_vec(), givens.to_vec());
        for removed in self.removed.iter().take(more) {
            if count(&self.rules) + removed.len() <= *self.rule_range().end() {
                self.rules.push(removed.clone());
            }
        }
        for orbit in others.iter().take(more.saturating_sub(self.removed.len())) {
            if count(&self.givens) + orbit.len() <= *self.given_range().end() {
                self.givens.push(orbit.clone());
            }
        }
    }

    /// Returns whether the puzzle would have several solutions without the rules of any one of the kinds.
    fn needs_every_kind(&self) -> Result<bool, SolveError> {
        for kind in &self.options.rules {
            // A rule that all marks are given belongs to the marks.
            let with_marks = self.options.rules.iter().find(|other| is_rule_with_marks(other, kind.name()));
            let is_other = |name: &str| match with_marks {
                Some(with_marks) => !is_rule_with_marks(with_marks, name),
                None => name != kind.name(),
            };
            let others = self.rules.iter().filter(|rules| is_other(self.kind(rules)));
            let others: Vec<Group> = others.cloned().collect();
            let without = self.puzzle_of(&elements(&self.givens, &others));
            let is_unique = within_checks(MAX_CHECKS, self.limits, |limits| is_unique(&without, limits))?;
            if is_unique != Some(false) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns the puzzle with the chosen givens and rules.
    fn chosen(&self) -> Puzzle {
        self.puzzle_of(&elements(&self.givens, &self.rules))
    }

    /// Returns the puzzle with these givens and rules, and with those of the draft.
    fn puzzle_of(&self, elements: &[ElementId]) -> Puzzle {
        let geometry = self.full.geometry();
        let mut elements = [&self.kept[..], elements].concat();
        elements.sort_unstable();
        let (givens, rules) = elements
            .split_at(elements.partition_point(|&element| usize::from(element) < geometry.cell_count()));
        let rules = rules.iter().map(|&element| self.rule(element).clone());
        let mut puzzle = Puzzle::empty(geometry.clone()).with_rules(rules);
        puzzle.exclude(self.full.excluded().iter().copied());
        for &element in givens {
            let cell = geometry.cell(usize::from(element));
            puzzle.set(cell, self.full.get(cell));
        }
        puzzle
    }
}

pub(super) fn is_unique(puzzle: &Puzzle, limits: &Limits) -> Result<bool, SolveError> {
    SolveOptions::new().single_threaded().limits(limits.clone()).is_unique(puzzle)
}

/// Returns whether `kind` states that all marks are given, and `name` is its name or that of the marks.
fn is_rule_with_marks(kind: &NamedRule, name: &str) -> bool {
    kind.marks().is_some_and(|marks| name == marks.name() || name == kind.name())
}

/// Returns the number of givens or rules in `groups`.
fn count(groups: &[Group]) -> usize {
    groups.iter().map(Vec::len).sum()
}

/// Returns the requested range without the first `kept` givens or rules.
fn without_kept(range: Option<RangeInclusive<usize>>, kept: usize) -> RangeInclusive<usize> {
    let range = range.unwrap_or(0..=usize::MAX);
    range.start().saturating_sub(kept)..=range.end().saturating_sub(kept)
}

fn elements(givens: &[Group], rules: &[Group]) -> Vec<ElementId> {
    [givens.concat(), rules.concat()].concat()
}
