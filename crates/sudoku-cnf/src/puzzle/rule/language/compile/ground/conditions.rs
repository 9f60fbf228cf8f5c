//! Ground conditions.

use super::super::super::pattern::Pattern;
use super::super::super::syntax::{Body, Condition, ConditionKind, List, Relation};
use super::super::terms::{Comparison, Id};
use super::{Grounder, MAX_TERMS, Result};

impl Grounder<'_> {
    pub(in super::super) fn condition(&mut self, condition: &Condition) -> Result<Id> {
        let id = self.condition_kind(condition)?;
        if self.terms.has_overflow {
            return self.error(condition.span, "the numbers of this part may have more than 128 bits");
        }
        if self.terms.len() > MAX_TERMS {
            return self.error(
                condition.span,
                format!("this part is too large: it consists of more than {MAX_TERMS} terms"),
            );
        }
        if self.definitions.is_empty() {
            self.sources.entry(id).or_insert(condition.span);
        }
        Ok(id)
    }

    fn condition_kind(&mut self, condition: &Condition) -> Result<Id> {
        Ok(match &*condition.kind {
            ConditionKind::Not(condition) => {
                let condition = self.condition(condition)?;
                self.terms.not(condition)
            }
            ConditionKind::All(conditions) => {
                let conditions = self.conditions(conditions)?;
                self.terms.all(&conditions)
            }
            ConditionKind::Any(conditions) => {
                let conditions = self.conditions(conditions)?;
                self.terms.any(&conditions)
            }
            ConditionKind::Implies(premise, conclusion) => {
                let (premise, conclusion) = (self.condition(premise)?, self.condition(conclusion)?);
                let premise = self.terms.not(premise);
                self.terms.any(&[premise, conclusion])
            }
            ConditionKind::Equivalent(conditions) => {
                let conditions = self.conditions(conditions)?;
                let mut so_far = conditions[0];
                for &condition in &conditions[1..] {
                    so_far = self.if_condition(so_far, condition, condition, true);
                }
                so_far
            }
            ConditionKind::If(condition, yes, no) => {
                let condition = self.condition(condition)?;
                let (yes, no) = (self.condition(yes)?, self.condition(no)?);
                self.if_condition(condition, yes, no, false)
            }
            ConditionKind::Compare(left, relation, right) => {
                let (left, right) = (self.number(left)?, self.number(right)?);
                self.compare(left, *relation, right)
            }
            ConditionKind::In(number, set) => {
                let number = self.number(number)?;
                let members = self.set(set)?;
                self.is_in(number, &members)
            }
            ConditionKind::Quantified { is_universal, generators, body } => {
                let cases = self.assignments(generators)?;
                self.conditions_of_cases(cases, |grounder, assignments| {
                    let bodies = grounder.each(assignments, |grounder| grounder.condition(body))?;
                    Ok(if *is_universal { grounder.terms.all(&bodies) } else { grounder.terms.any(&bodies) })
                })?
            }
            ConditionKind::AllDifferent { numbers, except } => {
                let except = except.as_ref().map(|set| self.set(set)).transpose()?;
                let cases = self.numbers(numbers)?;
                self.conditions_of_cases(cases, |grounder, numbers| {
                    Ok(grounder.all_different(&numbers, except.as_deref()))
                })?
            }
            ConditionKind::LexLess(left, right) => {
                self.both_lists(left, right, |grounder, left, right| Ok(grounder.lex_less(left, right)))?
            }
            ConditionKind::Permutation(left, right) => self.both_lists(left, right, Self::permutation)?,
            ConditionKind::Regular(list, pattern) => self.regular(list, pattern)?,
            ConditionKind::FoldEquals(fold, tuple) => {
                let tuple: Vec<Id> = tuple.iter().map(|number| self.number(number)).collect::<Result<_>>()?;
                let cases = self.fold(fold, |grounder, _, locals| {
                    let parts: Vec<Id> =
                        locals.iter().zip(&tuple).map(|(&a, &b)| grounder.terms.equal(a, b)).collect();
                    Ok(grounder.terms.all(&parts))
                })?;
                self.any_case(&cases)
            }
            ConditionKind::Call(call) => self.within(call, |grounder| match &call.definition.body {
                Body::Condition(body) => grounder.condition(body),
                Body::Number(_) => Ok(grounder.terms.truth(false)),
            })?,
        })
    }

    fn regular(&mut self, list: &List, pattern: &Pattern) -> Result<Id> {
        let cases = self.list(list)?;
        self.conditions_of_cases(cases, |grounder, list| {
            let numbers = grounder.elements(&list);
            Ok(grounder.terms.regular(pattern.clone(), &numbers))
        })
    }

    fn conditions(&mut self, conditions: &[Condition]) -> Result<Vec<Id>> {
        conditions.iter().map(|condition| self.condition(condition)).collect()
    }

    /// Returns "if `condition` then `yes` else `no`", or else not `no`.
    fn if_condition(&mut self, condition: Id, yes: Id, no: Id, is_negated: bool) -> Id {
        let no = if is_negated { self.terms.not(no) } else { no };
        let opposite = self.terms.not(condition);
        let parts = [self.terms.all(&[condition, yes]), self.terms.all(&[opposite, no])];
        self.terms.any(&parts)
    }

    pub(super) fn compare(&mut self, left: Id, relation: Relation, right: Id) -> Id {
        let (comparison, terms, constant) = match relation {
            Relation::Equal => (Comparison::Equal, [(1, left), (-1, right)], 0),
            Relation::NotEqual => (Comparison::NotEqual, [(1, left), (-1, right)], 0),
            Relation::Less => (Comparison::AtMost, [(1, left), (-1, right)], 1),
            Relation::AtMost => (Comparison::AtMost, [(1, left), (-1, right)], 0),
            Relation::Greater => (Comparison::AtMost, [(1, right), (-1, left)], 1),
            Relation::AtLeast => (Comparison::AtMost, [(1, right), (-1, left)], 0),
        };
        let difference = self.terms.sum(&terms, constant);
        self.terms.compare(comparison, difference)
    }

    fn is_in(&mut self, number: Id, members: &[i128]) -> Id {
        let mut equal = Vec::new();
        for &member in members {
            let member = self.terms.integer(member);
            equal.push(self.terms.equal(number, member));
        }
        self.terms.any(&equal)
    }

    fn all_different(&mut self, numbers: &[Id], except: Option<&[i128]>) -> Id {
        let mut pairs = vec![self.is_defined(numbers)];
        let Some(except) = except else {
            pairs.push(self.terms.all_different(numbers));
            return self.terms.all(&pairs);
        };
        for (index, &a) in numbers.iter().enumerate() {
            let is_exempt = self.is_in(a, except);
            for &b in &numbers[index + 1..] {
                let different = self.terms.different(a, b);
                pairs.push(self.terms.any(&[is_exempt, different]));
            }
        }
        self.terms.all(&pairs)
    }

    /// Returns the condition that one list comes before another in lexicographic order.
    fn lex_less(&mut self, left: &[Id], right: &[Id]) -> Id {
        let mut less = self.terms.truth(left.len() < right.len());
        for (&a, &b) in left.iter().zip(right).rev() {
            let (is_less, is_equal) = (self.compare(a, Relation::Less, b), self.terms.equal(a, b));
            let rest = self.terms.all(&[is_equal, less]);
            less = self.terms.any(&[is_less, rest]);
        }
        less
    }

    fn permutation(&mut self, left: &[Id], right: &[Id]) -> Result<Id> {
        if left.len() != right.len() {
            return Ok(self.terms.truth(false));
        }
        let numbers: Vec<Id> = left.iter().chain(right).copied().collect();
        let mut parts = Vec::new();
        for value in self.values(&numbers)? {
            let value = self.terms.integer(value);
            let counts = [left, right].map(|list| self.count_equal(list, value));
            parts.push(self.terms.equal(counts[0], counts[1]));
        }
        Ok(self.terms.all(&parts))
    }

    fn both_lists(
        &mut self,
        left: &List,
        right: &List,
        predicate: fn(&mut Self, &[Id], &[Id]) -> Result<Id>,
    ) -> Result<Id> {
        let (left, right) = (self.list(left)?, self.list(right)?);
        let cases = self.combined(left, &right, |left, right| (left, right))?;
        self.conditions_of_cases(cases, |grounder, (left, right)| {
            let (left, right) = (grounder.elements(&left), grounder.elements(&right));
            predicate(grounder, &left, &right)
        })
    }
}
