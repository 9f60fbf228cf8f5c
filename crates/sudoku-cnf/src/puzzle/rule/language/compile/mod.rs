//! The compiler of statements: translates the syntax tree into constraints.
//!
//! 1. [`ground`] expands generators and definitions, which leaves a term over the digits of cells.
//! 2. [`terms`] stores and simplifies terms.
//! 3. This file chooses a constraint for each part of the term, the one with the strongest propagation that is small
//!    enough. Parts with one or two cells become sets of candidates or pairs of digits. Linear equations and
//!    inequalities become sums. Other parts become automata, whose states are the terms that remain after some digits
//!    are known. What is too large for an automaton is split into alternatives, or into conditions that are counted.

mod derivative;
mod ground;
mod terms;

use std::cell::RefCell;
use std::collections::{BTreeSet, HashSet};

use itertools::Itertools;

use super::super::constraint::{Constraint, Counted, Relation, Sum, WeightedCount};
use super::super::diagram::Diagram;
use super::error::StatementError;
use super::syntax::{Arguments, Condition, Definition};
use crate::puzzle::board::{BoardMap, Candidate, Cell, Digit};
use ground::Grounder;
use terms::{Comparison, Id, Node, Terms};

/// The largest number of states of an automaton before it is minimized.
const MAX_STATES: usize = 10_000;
/// The largest number of terms that are rebuilt for an automaton.
const MAX_WORK: usize = 1_000_000;
/// The number of states of an automaton from which another order of its cells is tried.
const MANY_STATES: usize = 200;
/// The largest number of cells of conditions on several cells each that an automaton counts.
const MAX_COUNT_CELLS: usize = 12;
/// The largest number of sets of conditions, one of which must hold in each.
const MAX_SETS: usize = 20;
/// The largest number of states of one automaton for several conditions on the same cells.
const MAX_JOINT_STATES: usize = 500;

/// The constraints of a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Compiled {
    pub(super) constraints: Vec<Constraint>,
    /// The cells that the statement depends on, in ascending order.
    pub(super) cells: Vec<Cell>,
    /// Whether the statement is always true or always false, if this is obvious.
    pub(super) truth: Option<bool>,
}

/// A part of a statement for which there is no small constraint.
struct TooLarge(Id);

/// Compiles a statement, whose text is `text`.
pub(super) fn compile(
    condition: &Condition,
    text: &str,
    map: &BoardMap<'_>,
) -> Result<Compiled, StatementError> {
    let mut grounder = Grounder::new(map);
    let id = grounder.condition(condition)?;
    let Grounder { terms, sources, .. } = grounder;
    let mut compiler = Compiler { terms: RefCell::new(terms) };
    let cells: BTreeSet<Cell> = compiler.cells(id).into_iter().collect();
    let truth = compiler.terms.get_mut().truth_value(id);
    let constraints = compiler.constraints(id).map_err(|TooLarge(part)| {
        let span = sources.get(&part).copied().unwrap_or(condition.span);
        let part = text.get(span.start as usize..span.end as usize).unwrap_or(text);
        let message = format!(
            "'{part}' is too large: an automaton for it would need more than {MAX_STATES} states. Divide it into several statements, \
             use fewer cells, or state it with a fold whose state has few values"
        );
        StatementError::new(Some(span.start), message)
    })?;
    Ok(Compiled { constraints, cells: cells.into_iter().collect(), truth })
}

/// Compiles a definition with arguments. Also returns whether the constraints depend on
/// more of the board than its size.
pub(in super::super) fn compile_definition(
    definition: &Definition,
    arguments: Arguments<'_>,
    map: &BoardMap<'_>,
) -> Result<(Vec<Constraint>, bool), StatementError> {
    let mut grounder = Grounder::new(map);
    let id = grounder.body(definition, &definition.assign(arguments))?;
    let Grounder { terms, uses_board, .. } = grounder;
    let compiler = Compiler { terms: RefCell::new(terms) };
    let constraints = compiler.constraints(id);
    let error = |_| StatementError::new(None, format!("{}: too large", definition.name()));
    Ok((constraints.map_err(error)?, uses_board))
}

struct Compiler {
    terms: RefCell<Terms>,
}

impl Compiler {
    fn node(&self, id: Id) -> Node {
        self.terms.borrow().node(id).clone()
    }

    fn n(&self) -> usize {
        self.terms.borrow().n()
    }

    /// Returns the cells of a term in the order of their first occurrence.
    fn cells(&self, id: Id) -> Vec<Cell> {
        self.occurrences(id).into_iter().map(|(cell, _)| cell).collect()
    }

    /// Returns the cells of a term in the order of their first occurrence, and the number of terms that contain them.
    fn occurrences(&self, id: Id) -> Vec<(Cell, usize)> {
        let terms = self.terms.borrow();
        let mut counts: Vec<(Cell, usize)> = Vec::new();
        let mut visited = HashSet::new();
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            if let Node::Cell(cell) = terms.node(id) {
                match counts.iter_mut().find(|(other, _)| other == cell) {
                    Some((_, count)) => *count += 1,
                    None => counts.push((*cell, 1)),
                }
            } else if visited.insert(id) {
                open.extend(terms.parts(id).into_iter().rev());
            }
        }
        counts
    }

    fn constraints(&self, id: Id) -> Result<Vec<Constraint>, TooLarge> {
        match self.node(id) {
            Node::Truth(true) => Ok(Vec::new()),
            Node::Truth(false) => Ok(vec![Constraint::never()]),
            Node::All(parts) => self.conjunction(id, &parts),
            _ => self.condition(id),
        }
    }

    /// Returns the constraints of conditions that must all hold.
    fn conjunction(&self, id: Id, parts: &[Id]) -> Result<Vec<Constraint>, TooLarge> {
        if self.is_entangled(parts)
            && let Some(constraint) = self.automaton(id, MAX_JOINT_STATES)
        {
            return Ok(vec![constraint]);
        }
        let distinct: Vec<Vec<Id>> = parts.iter().filter_map(|&part| self.distinct(part)).collect();
        let mut constraints = Vec::new();
        for &part in parts {
            match self.distinct_sum(part, &distinct) {
                Some(sum) => constraints.push(Constraint::Sum(sum)),
                None => constraints.extend(self.condition(part)?),
            }
        }
        Ok(constraints)
    }

    /// Returns the numbers that a condition requires to be distinct.
    fn distinct(&self, id: Id) -> Option<Vec<Id>> {
        if let Node::AllDifferent(numbers) = self.node(id) { Some(numbers) } else { None }
    }

    /// Returns the sum of digits that other conditions require to be `distinct`. Its propagation is strong even for two
    /// cells, unlike that of pairs of digits.
    fn distinct_sum(&self, id: Id, distinct: &[Vec<Id>]) -> Option<Sum> {
        let Node::Compare(comparison, number) = self.node(id) else { return None };
        let Node::Sum(terms, _) = self.node(number) else { return None };
        let are_distinct = |numbers: &Vec<Id>| terms.iter().all(|(_, term)| numbers.contains(term));
        let is_total = comparison == Comparison::Equal && terms.iter().all(|(factor, _)| *factor == 1);
        if terms.len() < if is_total { 2 } else { 3 } || !distinct.iter().any(are_distinct) {
            return None;
        }
        Some(Sum { is_distinct: true, ..self.sum(comparison, number)? })
    }

    /// Returns whether at least two conditions depend on three cells or more, and all on the cells of one of them. One
    /// automaton for all of them is then stronger than one for each.
    fn is_entangled(&self, parts: &[Id]) -> bool {
        let is_condition =
            |id: &Id| !matches!(self.node(*id), Node::AllDifferent(_)) && !self.is_clauses(*id);
        let cells: Vec<HashSet<Cell>> = parts
            .iter()
            .filter(|id| is_condition(id))
            .map(|&id| self.cells(id).into_iter().collect())
            .collect();
        let Some(most) = cells.iter().max_by_key(|cells| cells.len()) else { return false };
        cells.iter().filter(|cells| cells.len() > 2).count() > 1
            && cells.iter().all(|cells| cells.is_subset(most))
    }

    /// Returns whether a condition becomes clauses of candidates.
    fn is_clauses(&self, id: Id) -> bool {
        match self.node(id) {
            Node::Compare(comparison, number) => self.without_count(comparison, number).is_some_and(|id| {
                if let Node::All(parts) = self.node(id) {
                    parts.iter().all(|part| self.clause(&self.node(*part)).is_some())
                } else {
                    self.clause(&self.node(id)).is_some()
                }
            }),
            node => self.clause(&node).is_some(),
        }
    }

    /// Returns the constraints of a condition that is not a conjunction.
    fn condition(&self, id: Id) -> Result<Vec<Constraint>, TooLarge> {
        let node = self.node(id);
        if let Node::AllDifferent(numbers) = &node {
            return Ok(vec![Constraint::AllDifferent(
                numbers.iter().flat_map(|&number| self.cells(number)).collect(),
            )]);
        }
        let cells = self.cells(id);
        if let [cell] = cells[..] {
            return Ok(vec![Constraint::Some(self.candidates(id, cell))]);
        }
        if let Some(clause) = self.clause(&node).filter(|clause| !self.has_premise(clause, &cells)) {
            return Ok(vec![clause]);
        }
        if let [first, second] = cells[..] {
            return Ok(vec![self.pairs(id, [first, second])]);
        }
        if let Node::Compare(comparison, number) = node {
            if let Some(sum) = self.sum(comparison, number) {
                return Ok(vec![Constraint::Sum(sum)]);
            }
            if let Some(simpler) = self.without_count(comparison, number) {
                return self.constraints(simpler);
            }
        }
        if !self.is_large_count(&node)
            && let Some(constraint) = self.automaton(id, MAX_STATES)
        {
            return Ok(vec![constraint]);
        }
        match node {
            Node::Any(parts) => {
                let alternatives: Result<_, _> = parts.iter().map(|&part| self.constraints(part)).collect();
                Ok(vec![Constraint::Choice(alternatives?)])
            }
            Node::Compare(comparison, number) => self.count(id, comparison, number),
            Node::Truth(_) | Node::All(_) => self.constraints(id),
            _ => Err(TooLarge(id)),
        }
    }

    /// Returns whether conditions on several cells each, and on many cells together, are counted. Their automaton would
    /// be too large.
    fn is_large_count(&self, node: &Node) -> bool {
        let Node::Compare(_, number) = node else { return false };
        let Node::Sum(terms, _) = self.node(*number) else { return false };
        let is_large = |&(_, term): &(i128, Id)| {
            matches!(self.node(term), Node::Indicator(_)) && self.cells(term).len() > 2
        };
        self.cells(*number).len() > MAX_COUNT_CELLS && terms.iter().any(is_large)
    }

    /// Returns the clause of alternatives that each depend on one cell.
    fn clause(&self, node: &Node) -> Option<Constraint> {
        let Node::Any(parts) = node else { return None };
        let mut candidates = Vec::new();
        for &part in parts {
            let [cell] = self.cells(part)[..] else { return None };
            candidates.extend(self.candidates(part, cell));
        }
        candidates.sort_unstable();
        candidates.dedup();
        Some(Constraint::Some(candidates))
    }

    /// Returns whether a clause on two cells states that a digit in one of them implies something about the other.
    /// Pairs of digits propagate earlier: as soon as either cell has a digit.
    fn has_premise(&self, clause: &Constraint, cells: &[Cell]) -> bool {
        let (Constraint::Some(candidates), [_, _]) = (clause, cells) else { return false };
        let count = |&cell: &Cell| candidates.iter().filter(|candidate| candidate.cell == cell).count();
        cells.iter().any(|cell| count(cell) + 1 == self.n())
    }

    fn digits(&self) -> impl Iterator<Item = Digit> + use<> {
        (1..=self.n()).filter_map(Digit::new)
    }

    fn holds(&self, id: Id) -> bool {
        self.terms.borrow().truth_value(id) == Some(true)
    }

    fn assign(&self, id: Id, cell: Cell, digit: Digit) -> Id {
        self.terms.borrow_mut().assign(id, cell, digit.get())
    }

    /// Returns the candidates of the only cell of a condition with which it holds.
    fn candidates(&self, id: Id, cell: Cell) -> Vec<Candidate> {
        let digits = self.digits().filter(|&digit| self.holds(self.assign(id, cell, digit)));
        digits.map(|digit| Candidate { cell, digit }).collect()
    }

    /// Returns the constraint of a condition on two cells.
    fn pairs(&self, id: Id, cells: [Cell; 2]) -> Constraint {
        let pairs = self.digits().flat_map(|a| self.digits().map(move |b| [a, b]));
        let is_forbidden =
            |&[a, b]: &[Digit; 2]| !self.holds(self.assign(self.assign(id, cells[0], a), cells[1], b));
        Constraint::Pairs { cells, forbidden: pairs.filter(is_forbidden).collect() }
    }

    /// Returns the comparison of a weighted sum of digits.
    fn sum(&self, comparison: Comparison, number: Id) -> Option<Sum> {
        let Node::Sum(terms, constant) = self.node(number) else { return None };
        let (relation, sign) = match comparison {
            Comparison::Equal => (Relation::Equal, 1),
            Comparison::AtMost => (Relation::AtLeast, -1),
            Comparison::NotEqual => return None,
        };
        let term = |&(coefficient, id): &(i128, Id)| match self.node(id) {
            Node::Cell(cell) => Some((i64::try_from(sign * coefficient).ok()?, cell)),
            _ => None,
        };
        let terms: Vec<(i64, Cell)> = terms.iter().map(term).collect::<Option<_>>()?;
        let total = i64::try_from(-sign * constant).ok()?;
        Some(Sum { terms, relation, total, is_distinct: false })
    }

    /// Returns alternatives or "none of these" for a bound on the number of conditions that hold: at least k of m
    /// conditions hold if and only if at least one holds in each set of m - k + 1 of them.
    fn without_count(&self, comparison: Comparison, number: Id) -> Option<Id> {
        let Node::Sum(terms, constant) = self.node(number) else { return None };
        let conditions: Vec<Id> = terms
            .iter()
            .map(|&(coefficient, id)| match self.node(id) {
                Node::Indicator(condition) if coefficient.abs() == 1 => Some(condition),
                _ => None,
            })
            .collect::<Option<_>>()?;
        let have_sign = |sign| terms.iter().all(|&(coefficient, _)| coefficient == sign);
        let mut store = self.terms.borrow_mut();
        match (comparison, constant) {
            (Comparison::AtMost, 1..) if have_sign(-1) => {
                let size = (conditions.len() + 1).checked_sub(usize::try_from(constant).ok()?)?;
                let sets = conditions.into_iter().combinations(size).take(MAX_SETS + 1);
                let alternatives: Vec<Id> = sets.map(|set| store.any(&set)).collect();
                (alternatives.len() <= MAX_SETS).then(|| store.all(&alternatives))
            }
            (Comparison::NotEqual, 0) if have_sign(1) => Some(store.any(&conditions)),
            (Comparison::AtMost | Comparison::Equal, 0) if have_sign(1) => {
                let conditions: Vec<Id> = conditions.iter().map(|&condition| store.not(condition)).collect();
                Some(store.all(&conditions))
            }
            _ => None,
        }
    }

    /// Returns an automaton with at most `limit` states that reads the digits of a condition.
    fn automaton(&self, id: Id, limit: usize) -> Option<Constraint> {
        let occurrences = self.occurrences(id);
        let in_order: Vec<Cell> = occurrences.iter().map(|&(cell, _)| cell).collect();
        // Cells on which much depends come first, for example the length of a sum.
        let mut by_count = occurrences;
        by_count.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        let by_count: Vec<Cell> = by_count.into_iter().map(|(cell, _)| cell).collect();
        let first = self.diagram(id, &in_order, limit).map(|diagram| (diagram, in_order.clone()));
        let is_small = first.as_ref().is_some_and(|(diagram, _)| diagram.state_count() < MANY_STATES);
        let second = if is_small || by_count == in_order {
            None
        } else {
            self.diagram(id, &by_count, limit).map(|diagram| (diagram, by_count))
        };
        self.terms.borrow_mut().forget();
        let smallest = first.into_iter().chain(second).min_by_key(|(diagram, _)| diagram.state_count());
        smallest.map(|(diagram, cells)| Constraint::Automaton { cells, diagram })
    }

    /// Returns the automaton that reads the digits of `cells` in this order. Its states are the remaining conditions.
    fn diagram(&self, id: Id, cells: &[Cell], limit: usize) -> Option<Diagram> {
        let next = |&state: &Id, position: usize, digit: usize| {
            let mut terms = self.terms.borrow_mut();
            let state = terms.assign(state, cells[position], digit);
            (terms.truth_value(state) != Some(false)).then_some(state)
        };
        let most = self.terms.borrow().work + MAX_WORK;
        let mut states = 0;
        let mut check = || {
            states += 1;
            if states <= limit && self.terms.borrow().work <= most { Ok(()) } else { Err(()) }
        };
        Diagram::new_while(cells.len(), self.n(), id, next, |&state| self.holds(state), &mut check).ok()
    }

    /// Returns the comparison of a weighted sum of conditions and digits, each of which has its own constraints.
    fn count(&self, id: Id, comparison: Comparison, number: Id) -> Result<Vec<Constraint>, TooLarge> {
        let Node::Sum(terms, constant) = self.node(number) else { return Err(TooLarge(id)) };
        let (relation, sign) = match comparison {
            Comparison::Equal => (Relation::Equal, 1),
            Comparison::AtMost => (Relation::AtLeast, -1),
            Comparison::NotEqual => return self.not_equal(number),
        };
        let mut conditions = Vec::new();
        let mut total = -sign * constant;
        for (coefficient, term) in terms {
            let weight = i64::try_from(sign * coefficient).map_err(|_| TooLarge(id))?;
            match self.node(term) {
                Node::Indicator(condition) => conditions.push(self.counted(weight, condition)?),
                // A digit is 1, and 1 more for each number from 2 on that it reaches.
                Node::Cell(_) => {
                    total -= i128::from(weight);
                    for bound in 2..=self.n() as i128 {
                        let mut store = self.terms.borrow_mut();
                        let difference = store.sum(&[(-1, term)], bound);
                        let is_reached = store.compare(Comparison::AtMost, difference);
                        drop(store);
                        conditions.push(self.counted(weight, is_reached)?);
                    }
                }
                _ => return Err(TooLarge(id)),
            }
        }
        let total = i64::try_from(total).map_err(|_| TooLarge(id))?;
        Ok(vec![Constraint::Count(WeightedCount { conditions, relation, total })])
    }

    fn counted(&self, weight: i64, condition: Id) -> Result<Counted, TooLarge> {
        let opposite = self.terms.borrow_mut().not(condition);
        Ok(Counted { weight, holds: self.constraints(condition)?, fails: self.constraints(opposite)? })
    }

    /// Returns the alternatives that a number is less than zero or greater.
    fn not_equal(&self, number: Id) -> Result<Vec<Constraint>, TooLarge> {
        let mut store = self.terms.borrow_mut();
        let (less, negative) = (store.sum(&[(1, number)], 1), store.sum(&[(-1, number)], 1));
        let alternatives =
            [store.compare(Comparison::AtMost, less), store.compare(Comparison::AtMost, negative)];
        drop(store);
        let alternatives: Result<_, _> = alternatives.iter().map(|&part| self.constraints(part)).collect();
        Ok(vec![Constraint::Choice(alternatives?)])
    }
}
