//! The clauses of rules beyond houses. They may have any length, and auxiliary variables.

use sudoku_cnf::Lit;

use super::{Cause, ClauseSet, Conflict};
use crate::explain::element::Element;
use crate::explain::ids::{CandidateId, ClauseId, ElementId, RuleId, VariableId};
use crate::explain::tables::Tables;
use crate::solver::{Limits, StopReason};

/// A clause of a rule.
#[derive(Clone, Debug)]
pub(super) struct RuleClause {
    /// The element that is the rule.
    pub(super) element: ElementId,
    /// The variables, and whether their literals are positive.
    pub(super) literals: Vec<(VariableId, bool)>,
}

impl ClauseSet {
    /// Adds the clauses of a rule. `value` returns the value of a candidate that is known. All other candidates must
    /// have variables.
    pub(super) fn add_rule(
        &mut self,
        rule: RuleId,
        value: impl Fn(CandidateId) -> Option<bool>,
        tables: &Tables,
    ) {
        let element = self.elements.next_key();
        let first = tables.candidate_count();
        // The auxiliary variables of a rule are consecutive.
        let mut auxiliaries: Vec<(usize, VariableId)> = Vec::new();
        for clause in tables.rules[rule].clauses.clauses() {
            let is_open = |literal: &&Lit| match literal.var().number() {
                number if number <= first => value((number - 1).into()).is_none(),
                _ => true,
            };
            let is_satisfied = |literal: &Lit| {
                let number = literal.var().number();
                number <= first && value((number - 1).into()) == Some(literal.is_positive())
            };
            if clause.iter().any(is_satisfied) {
                continue;
            }
            let literals = clause.iter().filter(is_open).map(|literal| {
                let number = literal.var().number();
                let variable = if number <= first {
                    self.variable((number - 1).into())
                } else {
                    match auxiliaries.binary_search_by_key(&number, |&(number, _)| number) {
                        Ok(position) => auxiliaries[position].1,
                        Err(position) => {
                            let variable = self.add_auxiliary();
                            auxiliaries.insert(position, (number, variable));
                            variable
                        }
                    }
                };
                (variable, literal.is_positive())
            });
            let literals: Vec<_> = literals.collect();
            let index = self.rule_clauses.next_key();
            for &(variable, is_positive) in &literals {
                self.occurrences[variable][usize::from(is_positive)].push(index);
            }
            self.rule_clauses.push(RuleClause { element, literals });
        }
        self.add(Element::Rule(rule), Vec::new());
    }

    fn add_auxiliary(&mut self) -> VariableId {
        let variable = self.ids.next_key();
        self.ids.push(None);
        self.groups.push(Vec::new());
        self.peers.push(Vec::new());
        self.occurrences.push([Vec::new(), Vec::new()]);
        self.values.push(0);
        self.causes.push(Cause::Known);
        variable
    }

    /// Propagates a clause of a rule with at most one open literal, or reports a conflict.
    pub(super) fn check_rule_clause(&mut self, index: ClauseId, conflicts: &mut Vec<Conflict>) {
        if !self.is_active[self.rule_clauses[index].element] {
            return;
        }
        match self.last_open(index) {
            Last::Open(variable, is_true) => self.assign(variable, is_true, Cause::Clause(index)),
            Last::None => conflicts.push(Conflict::Clause(index)),
            Last::Satisfied => {}
        }
    }

    /// Returns the rules whose clauses, with the known values, lead to a conflict.
    ///
    /// # Errors
    /// Returns an error if a limit is reached.
    pub(in crate::explain) fn violated_rules(&mut self, limits: &Limits) -> Result<Vec<Element>, StopReason> {
        let mut violated = Ok(Vec::new());
        self.is_active.fill(false);
        for index in self.elements.keys() {
            if let (Element::Rule(_), Ok(found)) = (self.elements[index], &mut violated) {
                self.is_active[index] = true;
                if !self.refutations(None, 1).is_empty() {
                    found.push(self.elements[index]);
                }
                self.is_active[index] = false;
                violated = limits.check().and(violated);
            }
        }
        self.is_active.fill(true);
        violated
    }

    fn last_open(&self, index: ClauseId) -> Last {
        let mut last = Last::None;
        for &(variable, is_positive) in &self.rule_clauses[index].literals {
            match (self.values[variable], &last) {
                (0, Last::None) => last = Last::Open(variable, is_positive),
                (0, _) => return Last::Satisfied,
                (value, _) if (value > 0) == is_positive => return Last::Satisfied,
                _ => {}
            }
        }
        last
    }

    /// Propagates a literal that became true through the clauses of rules.
    pub(super) fn propagate_rules(
        &mut self,
        variable: VariableId,
        is_true: bool,
        conflicts: &mut Vec<Conflict>,
    ) {
        for position in 0..self.occurrences[variable][usize::from(!is_true)].len() {
            let index = self.occurrences[variable][usize::from(!is_true)][position];
            self.check_rule_clause(index, conflicts);
        }
    }

    /// Assigns the auxiliary variables that follow from known candidates permanently, starting with the trail at
    /// position `head`. Clauses that imply candidates are added to `units`.
    ///
    /// All elements must be active.
    pub(super) fn settle(&mut self, mut head: usize, clauses: Vec<ClauseId>) {
        let mut queue = clauses;
        loop {
            for index in std::mem::take(&mut queue) {
                match self.last_open(index) {
                    Last::Open(variable, is_true) if self.ids[variable].is_none() => {
                        self.assign(variable, is_true, Cause::Clause(index));
                    }
                    Last::Satisfied => {}
                    _ => self.units.push(index),
                }
            }
            let Some(&variable) = self.trail.get(head) else { break };
            head += 1;
            let is_true = self.values[variable] > 0;
            queue.clone_from(&self.occurrences[variable][usize::from(!is_true)]);
        }
        let mut units = std::mem::take(&mut self.units);
        units.sort_unstable();
        units.dedup();
        units.retain(|&index| !matches!(self.last_open(index), Last::Satisfied));
        self.units = units;
        self.permanent = self.trail.len();
        debug_assert!(self.trail.iter().all(|&v| matches!(self.causes[v], Cause::Known | Cause::Clause(_))));
    }
}

/// The last open literal of a clause.
enum Last {
    /// The clause is satisfied, or at least two literals are open.
    Satisfied,
    /// The only open variable, and whether its literal is positive.
    Open(VariableId, bool),
    /// All literals are false.
    None,
}
