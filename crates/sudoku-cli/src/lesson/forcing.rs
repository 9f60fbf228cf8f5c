//! Steps by contradiction in words: unit propagation from the opposite of the conclusion, with one case distinction if
//! it is needed.

use std::collections::HashMap;

use sudoku_cnf::{Candidate, Lit};
use sudoku_sat::explain::Deduction;

use super::names::{Names, cells, conclusion, list};

/// The maximum number of clauses for which a case distinction is searched for. The search takes quadratic time.
const MAX_CLAUSES: usize = 1000;
/// The maximum number of cases.
const MAX_CASES: usize = 3;

/// Explains why the opposite of the first conclusion is impossible. Returns `None` if unit propagation with one case
/// distinction does not refute it.
pub(super) fn forcing(step: &Deduction, clauses: &[Vec<Lit>], names: Names<'_>) -> Option<String> {
    let geometry = names.geometry;
    let mut trail = Trail::new(clauses);
    step.facts.iter().for_each(|fact| trail.assign(fact.literal(geometry), None));
    if let Some(first) = step.derived.first() {
        trail.assign(!first.literal(geometry), None);
    }
    let argument = match trail.propagate() {
        Some(conflict) => trail.chain(conflict, names),
        None => by_cases(&trail, names)?,
    };
    let Some(first) = step.derived.first() else {
        return Some(format!("The known facts imply that {argument}. This is a contradiction."));
    };
    let Candidate { cell, digit } = first.candidate;
    let negation = if first.is_placed { " not" } else { "" };
    let others = match &step.derived[1..] {
        [] => String::new(),
        others => format!(" In the same way, {}.", conclusion(others, names)),
    };
    Some(format!(
        "Suppose that {cell} were{negation} {}. Then {argument}. This is a contradiction, so {}.{others}",
        names.digit(digit),
        conclusion(&step.derived[..1], names)
    ))
}

/// Finds a cell or house of which unit propagation refutes all candidates, and explains each case.
fn by_cases(trail: &Trail<'_>, names: Names<'_>) -> Option<String> {
    if trail.clauses.len() > MAX_CLAUSES {
        return None;
    }
    let mut splits: Vec<(Vec<Lit>, &[Lit])> = Vec::new();
    for clause in trail.clauses.iter().filter(|clause| clause.iter().all(|literal| literal.is_positive())) {
        let open: Vec<Lit> =
            clause.iter().copied().filter(|literal| !trail.values.contains_key(literal)).collect();
        let is_satisfied = clause.iter().any(|literal| trail.values.get(literal) == Some(&true));
        if !is_satisfied && open.len() <= MAX_CASES {
            splits.push((open, clause));
        }
    }
    splits.sort_by_key(|(open, _)| open.len());
    splits.iter().find_map(|(open, clause)| {
        let cases: Option<Vec<String>> = open.iter().map(|&literal| case(trail, literal, names)).collect();
        let candidates: Vec<Candidate> =
            open.iter().filter_map(|literal| names.geometry.candidate(literal.var())).collect();
        let first = candidates.first()?;
        let choice = if let Some(house) = house_of(clause, names) {
            let places: Vec<_> = candidates.iter().map(|candidate| candidate.cell).collect();
            format!("in {house}, {} must be in {}", names.digit(first.digit), cells(&places, "or"))
        } else {
            let digits: Vec<_> = candidates.iter().map(|candidate| candidate.digit).collect();
            format!("{} must be {}", first.cell, names.digits(&digits, "or"))
        };
        Some(format!("{choice}.\n{}.\nNo case is possible", cases?.join(".\n")))
    })
}

/// Explains why `literal` is impossible, or returns `None` if unit propagation does not refute it.
fn case(trail: &Trail<'_>, literal: Lit, names: Names<'_>) -> Option<String> {
    let mut trail = trail.clone();
    trail.assign(literal, None);
    let conflict = trail.propagate()?;
    let Candidate { cell, digit } = names.geometry.candidate(literal.var())?;
    Some(format!("If {cell} is {}, then {}", names.digit(digit), trail.chain(conflict, names)))
}

/// The literals that unit propagation has derived, in order.
#[derive(Clone)]
struct Trail<'c> {
    clauses: &'c [Vec<Lit>],
    values: HashMap<Lit, bool>,
    /// The derived literals and the clauses that imply them. Facts and assumptions have no clause.
    literals: Vec<(Lit, Option<usize>)>,
}

impl<'c> Trail<'c> {
    fn new(clauses: &'c [Vec<Lit>]) -> Self {
        Self { clauses, values: HashMap::new(), literals: Vec::new() }
    }

    fn assign(&mut self, literal: Lit, reason: Option<usize>) {
        self.values.insert(literal, true);
        self.values.insert(!literal, false);
        self.literals.push((literal, reason));
    }

    /// Derives literals until nothing changes. Returns the first clause whose literals are all false, if any.
    fn propagate(&mut self) -> Option<usize> {
        loop {
            let count = self.literals.len();
            for (index, clause) in self.clauses.iter().enumerate() {
                if clause.iter().any(|literal| self.values.get(literal) == Some(&true)) {
                    continue;
                }
                let mut open = clause.iter().filter(|literal| !self.values.contains_key(literal));
                match (open.next().copied(), open.next()) {
                    (None, _) => return Some(index),
                    (Some(literal), None) => self.assign(literal, Some(index)),
                    _ => {}
                }
            }
            if self.literals.len() == count {
                return None;
            }
        }
    }

    /// Describes the placed digits that lead to a conflict, and the conflict.
    fn chain(&self, conflict: usize, names: Names<'_>) -> String {
        let mut events: Vec<String> = self
            .relevant(conflict)
            .into_iter()
            .filter_map(|(literal, reason)| event(literal, &self.clauses[reason], names))
            .collect();
        events.push(describe_conflict(&self.clauses[conflict], names));
        list(events, "and")
    }

    /// Returns the derived literals on which the conflict depends, with their reasons.
    fn relevant(&self, conflict: usize) -> Vec<(Lit, usize)> {
        let mut needed: Vec<Lit> = self.clauses[conflict].iter().map(|&literal| !literal).collect();
        let mut relevant = Vec::new();
        for &(literal, reason) in self.literals.iter().rev() {
            if let Some(reason) = reason.filter(|_| needed.contains(&literal)) {
                needed.extend(
                    self.clauses[reason].iter().filter(|&&other| other != literal).map(|&other| !other),
                );
                relevant.push((literal, reason));
            }
        }
        relevant.reverse();
        relevant
    }
}

/// Describes a placed digit. Excluded candidates are not mentioned.
fn event(literal: Lit, clause: &[Lit], names: Names<'_>) -> Option<String> {
    if !literal.is_positive() {
        return None;
    }
    let Candidate { cell, digit } = names.geometry.candidate(literal.var())?;
    let symbol = names.digit(digit);
    let house = house_of(clause, names);
    Some(match house {
        Some(house) => format!("{cell} is {symbol} (the only place in {house})"),
        None => format!("{cell} is {symbol} (the only candidate)"),
    })
}

/// Describes a clause whose literals are all false.
fn describe_conflict(clause: &[Lit], names: Names<'_>) -> String {
    let candidates: Vec<Candidate> =
        clause.iter().filter_map(|literal| names.geometry.candidate(literal.var())).collect();
    let [first, .., last] = &candidates[..] else { return "two facts contradict each other".to_owned() };
    let digit = names.digit(first.digit);
    match (clause[0].is_positive(), first.cell == last.cell) {
        (true, true) => format!("no digit is left for {}", first.cell),
        (true, false) => {
            let house = house_of(clause, names).unwrap_or_else(|| "a house".to_owned());
            format!("no place is left for {digit} in {house}")
        }
        (false, true) => {
            format!("{} contains both {digit} and {}", first.cell, names.digit(last.digit))
        }
        (false, false) => {
            let shared = names.shared(first.cell, last.cell);
            format!("{} and {}{shared} both contain {digit}", first.cell, last.cell)
        }
    }
}

/// Returns the name of the house that a clause with several cells is about.
fn house_of(clause: &[Lit], names: Names<'_>) -> Option<String> {
    let mut cells = clause
        .iter()
        .filter_map(|literal| names.geometry.candidate(literal.var()))
        .map(|candidate| candidate.cell);
    let (first, last) = (cells.next()?, cells.next_back()?);
    if first == last {
        return None;
    }
    let is_house = |&&house: &&u32| {
        let house = names.geometry.house(house as usize);
        house.cells.len() == clause.len()
            && clause
                .iter()
                .filter_map(|literal| names.geometry.candidate(literal.var()))
                .all(|candidate| house.cells.contains(&candidate.cell))
    };
    let house = names.geometry.houses_of(first).iter().find(is_house)?;
    Some(names.house(*house as usize))
}
