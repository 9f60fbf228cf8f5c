//! The state of the search and its main loop.

use sudoku_cnf::puzzle::random::Random;

use super::analysis::Analysis;
use super::clauses::Clauses;
use super::config::{Config, POSITIVE_PERCENT};
use super::exchange::Port;
use super::groups::Groups;
use super::literal::Literal;
use super::observer::Observer;
use super::order::Order;
use super::phases::Phases;
use super::schedule::Schedule;
use super::trail::{Reason, Trail};
use crate::solver::clausal::ClausalProof;
use crate::solver::outcome::StopReason;
use crate::solver::statistics::Statistics;

/// The number of conflicts or decisions between two checks of the limits.
const CHECK_INTERVAL: u64 = 64;

/// The answer of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Answer {
    /// All variables are assigned without a conflict.
    Satisfiable,
    /// The assumptions contradict the clauses; see `failed`.
    Unsatisfiable,
    Unknown(StopReason),
}

/// A CDCL search with at-most-one groups.
#[derive(Clone, Debug)]
pub(super) struct Search {
    pub(super) config: Config,
    pub(super) trail: Trail,
    pub(super) clauses: Clauses,
    pub(super) groups: Groups,
    pub(super) order: Order,
    pub(super) phases: Phases,
    pub(super) analysis: Analysis,
    pub(super) schedule: Schedule,
    pub(super) statistics: Statistics,
    pub(super) random: Random,
    /// Whether the clauses have been refuted.
    pub(super) is_refuted: bool,
    /// The number of literals at the root when the clauses were simplified for the last time.
    pub(super) simplified: usize,
    /// Whether groups were added since the index of the groups was built.
    has_new_groups: bool,
    /// The decisions to repeat after a backjump. The next one is the last in the list.
    pub(super) repeated: Vec<Literal>,
    /// The proof so far, if one is recorded. The DIMACS number of a variable is its index plus 1.
    pub(super) proof: Option<ClausalProof>,
    /// The connection to other solvers, if any.
    pub(super) port: Option<Port>,
    /// The assumptions of the last search. Each of them has a decision level of its own, in this order.
    assumptions: Vec<Literal>,
    /// Whether the next search continues with the decisions of the last one.
    pub(super) continues: bool,
    /// The assumptions that contradict the clauses, after the answer `Unsatisfiable`.
    pub(super) failed: Vec<Literal>,
}

impl Search {
    pub(super) fn new(config: Config) -> Self {
        Self {
            trail: Trail::default(),
            clauses: Clauses::default(),
            groups: Groups::default(),
            order: Order::default(),
            phases: Phases::default(),
            analysis: Analysis::default(),
            schedule: Schedule::default(),
            statistics: Statistics::default(),
            random: Random::new(config.seed, 0),
            is_refuted: false,
            simplified: 0,
            has_new_groups: true,
            proof: None,
            port: None,
            repeated: Vec::new(),
            assumptions: Vec::new(),
            continues: false,
            failed: Vec::new(),
            config,
        }
    }

    /// Adds a variable and returns its index.
    pub(super) fn add_variable(&mut self) -> usize {
        self.trail.add_variable();
        self.clauses.add_variable();
        self.groups.add_variable();
        let (mut score, mut phase) = (0.0, self.config.initial_phase);
        if self.config.is_shuffled {
            score = self.random.below(1 << 16) as f64 / f64::from(1 << 16);
            phase = self.random.below(100) < POSITIVE_PERCENT;
        }
        self.order.add_variable(score);
        self.phases.add_variable(phase);
        self.analysis.add_variable();
        self.has_new_groups = true;
        self.trail.variables() - 1
    }

    /// Adds a clause. The search must be at the root.
    pub(super) fn add_clause(&mut self, literals: &mut Vec<Literal>) {
        sort_literals(literals);
        if is_tautology(literals) || literals.iter().any(|&literal| self.trail.value(literal) > 0) {
            return;
        }
        literals.retain(|&literal| self.trail.value(literal) == 0);
        match **literals {
            [] => self.is_refuted = true,
            [unit] => self.trail.assign(unit, Reason::NONE),
            _ => self.clauses.add_original(literals),
        }
    }

    /// Adds an at-most-one group, or an exactly-one group if `is_exact`. The search must be at the root.
    pub(super) fn add_group(&mut self, literals: &[Literal], is_exact: bool) {
        let clause = self.clauses.store(literals);
        self.groups.clauses.push(clause);
        self.groups.are_exact.push(is_exact);
        self.has_new_groups = true;
    }

    /// Searches for a model. `limit` returns a reason to stop, if any.
    pub(super) fn solve(
        &mut self,
        assumptions: &[Literal],
        mut limit: impl FnMut() -> Option<StopReason>,
        observer: &mut impl Observer,
    ) -> Answer {
        self.failed.clear();
        self.keep_assumptions(assumptions);
        self.index_new_groups(observer);
        let mut steps = 0;
        loop {
            if self.is_refuted {
                return Answer::Unsatisfiable;
            }
            if steps % CHECK_INTERVAL == 0
                && let Some(reason) = limit()
            {
                return Answer::Unknown(reason);
            }
            if let Some(reason) = observer.stops() {
                return Answer::Unknown(reason);
            }
            steps += 1;
            if let Some(conflict) = self.propagate(observer) {
                if self.trail.level() == 0 {
                    self.is_refuted = true;
                } else {
                    self.learn(conflict, observer);
                }
            } else if self.statistics.conflicts >= self.schedule.restart.next {
                self.restart(observer);
            } else if self.statistics.conflicts >= self.schedule.next_reduce {
                self.reduce(observer);
            } else if self.statistics.conflicts >= self.schedule.next_rephase {
                self.rephase(observer);
            } else if let Some(answer) = self.decide(assumptions, observer) {
                return answer;
            }
        }
    }

    pub(super) fn index_new_groups(&mut self, observer: &mut impl Observer) {
        if self.has_new_groups && !self.is_refuted {
            self.backtrack(0);
            self.simplify(observer);
            self.has_new_groups = false;
        }
    }

    /// Undoes all decisions except those for the common prefix of `assumptions` and the assumptions of the last search.
    /// Similar calls in succession need not propagate these assumptions again. If only clauses that exclude models were
    /// added since then, a search with the same assumptions continues.
    pub(super) fn keep_assumptions(&mut self, assumptions: &[Literal]) {
        if std::mem::take(&mut self.continues) && self.assumptions == assumptions {
            return;
        }
        let shared = self.assumptions.iter().zip(assumptions).take_while(|(a, b)| a == b).count();
        self.backtrack(shared);
        self.assumptions.clear();
        self.assumptions.extend_from_slice(assumptions);
    }

    /// Assigns the next assumption or decision. Returns the answer if there is none, or if an assumption is false.
    fn decide(&mut self, assumptions: &[Literal], observer: &mut impl Observer) -> Option<Answer> {
        while let Some(&assumption) = assumptions.get(self.trail.level()) {
            match self.trail.value(assumption) {
                1 => self.trail.new_level(),
                -1 => {
                    self.find_failed(assumption);
                    return Some(Answer::Unsatisfiable);
                }
                _ => {
                    self.trail.new_level();
                    self.trail.assign(assumption, Reason::NONE);
                    return None;
                }
            }
        }
        let Some(decision) = self.next_repeated().or_else(|| self.next_decision()) else {
            return Some(Answer::Satisfiable);
        };
        self.statistics.decisions += 1;
        self.trail.new_level();
        self.trail.assign(decision, Reason::NONE);
        if let Some(literal) = decision.numbered() {
            observer.decided(literal);
        }
        None
    }

    /// Returns the unassigned variable with the highest score, with its phase.
    pub(super) fn next_decision(&mut self) -> Option<Literal> {
        loop {
            let variable = self.order.top()?;
            if self.trail.value(Literal::new(variable, true)) == 0 {
                return Some(Literal::new(variable, self.phases.decide(variable)));
            }
            self.order.pop();
        }
    }

    /// Unassigns all literals above `level`.
    pub(super) fn backtrack(&mut self, level: usize) {
        let Some(&start) = self.trail.level_starts.get(level) else { return };
        let start = start as usize;
        for index in (start..self.trail.literals.len()).rev() {
            let literal = self.trail.literals[index];
            if index < self.trail.propagated {
                self.groups.undo(literal);
            }
            self.trail.values[literal.index()] = 0;
            self.trail.values[(!literal).index()] = 0;
            self.phases.save(literal);
            self.order.insert(literal.variable());
        }
        self.trail.literals.truncate(start);
        self.trail.level_starts.truncate(level);
        self.trail.propagated = self.trail.propagated.min(start);
    }
}

/// Sorts the literals of a clause, and removes repeated ones.
pub(super) fn sort_literals(literals: &mut Vec<Literal>) {
    literals.sort_unstable();
    literals.dedup();
}

/// Returns whether a clause, whose literals are sorted, contains a literal and its negation.
pub(super) fn is_tautology(literals: &[Literal]) -> bool {
    literals.windows(2).any(|pair| pair[0] == !pair[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the literal of a variable, counting from 1, that is negative for a negative number.
    fn literal(number: i32) -> Literal {
        Literal::new(number.unsigned_abs() as usize - 1, number > 0)
    }

    fn literals(numbers: &[i32]) -> Vec<Literal> {
        numbers.iter().copied().map(literal).collect()
    }

    /// Returns a search on four variables. The third one follows from the first, and the fourth contradicts the second.
    fn search() -> Search {
        let mut search = Search::new(Config::default());
        for _ in 0..4 {
            search.add_variable();
        }
        search.add_clause(&mut literals(&[-1, 3]));
        search.add_clause(&mut literals(&[-2, -4]));
        search
    }

    #[test]
    fn a_search_keeps_the_levels_of_assumptions_that_remain() {
        let mut search = search();
        assert_eq!(search.solve(&literals(&[1, 2]), || None, &mut ()), Answer::Satisfiable);
        search.keep_assumptions(&literals(&[1, 4]));
        assert_eq!(search.trail.level(), 1);
        assert_eq!([1, 3, 2, 4].map(|number| search.trail.value(literal(number))), [1, 1, 0, 0]);
        search.keep_assumptions(&literals(&[2]));
        assert_eq!(search.trail.level(), 0);
    }

    #[test]
    fn only_assumptions_that_contradict_the_clauses_fail() {
        let mut search = search();
        let assumptions = literals(&[1, 2, 4]);
        assert_eq!(search.solve(&assumptions, || None, &mut ()), Answer::Unsatisfiable);
        search.failed.sort_unstable();
        assert_eq!(search.failed, literals(&[2, 4]));
        assert!(!search.is_refuted);
        assert_eq!(search.solve(&assumptions[..2], || None, &mut ()), Answer::Satisfiable);
    }

    #[test]
    fn a_limit_ends_a_search_that_can_be_continued() {
        let mut search = search();
        let stopped = search.solve(&[], || Some(StopReason::Interrupted), &mut ());
        assert_eq!(stopped, Answer::Unknown(StopReason::Interrupted));
        assert_eq!(search.solve(&[], || None, &mut ()), Answer::Satisfiable);
    }
}
