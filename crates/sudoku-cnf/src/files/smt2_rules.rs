//! The constraints of rules as SMT-LIB terms over one integer variable per cell.

use std::io::{self, Write};

use itertools::Itertools;

use crate::puzzle::Puzzle;
use crate::puzzle::board::{Candidate, Cell, Digit};
use crate::puzzle::rule::{Constraint, Counted, Diagram, Relation, Sum};

/// Writes an assertion for each constraint of the rules of `puzzle`.
pub(super) fn write(puzzle: &Puzzle, writer: &mut impl Write) -> io::Result<()> {
    for rule in puzzle.rules() {
        for constraint in rule.constraints(puzzle.rule_context()) {
            writeln!(writer, "(assert {})", term(&constraint))?;
        }
    }
    Ok(())
}

/// Returns a constraint as a Boolean term.
fn term(constraint: &Constraint) -> String {
    match constraint {
        Constraint::AllDifferent(cells) if cells.len() < 2 => "true".to_owned(),
        Constraint::AllDifferent(cells) => {
            format!("(distinct {})", cells.iter().join(" "))
        }
        Constraint::Some(candidates) => any(candidates.iter().copied().map(equals)),
        Constraint::Pairs { cells: [first, second], forbidden } => {
            let neither = |&[a, b]: &[Digit; 2]| {
                let candidates = [(*first, a), (*second, b)].map(|(cell, digit)| Candidate { cell, digit });
                format!("(not {})", all(candidates.into_iter().map(equals)))
            };
            all(forbidden.iter().map(neither))
        }
        Constraint::Sum(sum) => sum_term(sum),
        Constraint::Choice(alternatives) => {
            any(alternatives.iter().map(|constraints| all(constraints.iter().map(term))))
        }
        Constraint::Automaton { cells, diagram } => automaton(cells, diagram),
        Constraint::Count(count) => {
            let condition = |condition: &Counted| {
                format!("(ite {} {} 0)", all(condition.holds.iter().map(term)), number(condition.weight))
            };
            let sum = join("+", count.conditions.iter().map(condition), "0");
            format!("({} {sum} {})", symbol(count.relation), number(count.total))
        }
    }
}

pub(super) fn equals(candidate: Candidate) -> String {
    format!("(= {} {})", candidate.cell, candidate.digit)
}

pub(super) fn any(terms: impl Iterator<Item = String>) -> String {
    join("or", terms, "false")
}

fn all(terms: impl Iterator<Item = String>) -> String {
    join("and", terms, "true")
}

fn join(operator: &str, terms: impl Iterator<Item = String>, empty: &str) -> String {
    let terms: Vec<String> = terms.collect();
    match &terms[..] {
        [] => empty.to_owned(),
        [term] => term.clone(),
        terms => format!("({operator} {})", terms.join(" ")),
    }
}

fn sum_term(sum: &Sum) -> String {
    let product = |&(coefficient, cell): &(i64, Cell)| match coefficient {
        1 => cell.to_string(),
        _ => format!("(* {} {cell})", number(coefficient)),
    };
    let sum_of_terms = join("+", sum.terms.iter().map(product), "0");
    format!("({} {sum_of_terms} {})", symbol(sum.relation), number(sum.total))
}

pub(super) fn symbol(relation: Relation) -> &'static str {
    match relation {
        Relation::Equal => "=",
        Relation::AtLeast => ">=",
    }
}

/// Returns a number as a term. SMT-LIB has no negative literals.
fn number(value: i64) -> String {
    if value < 0 { format!("(- {})", value.unsigned_abs()) } else { value.to_string() }
}

/// Returns the term that the automaton accepts the digits of `cells`. From the last layer to the first, `let` names the
/// term of each state, which is true if the automaton accepts the remaining digits.
fn automaton(cells: &[Cell], diagram: &Diagram) -> String {
    if diagram.state_count() == 0 {
        return "false".to_owned();
    }
    let name = |layer: usize, state: usize| format!("q{layer}_{state}");
    let mut text = String::new();
    for (layer, (states, &cell)) in diagram.layers.iter().zip(cells).enumerate().rev() {
        let accepts = |transitions: &Vec<(usize, usize)>| {
            any(transitions.iter().map(|&(digit, target)| {
                let digit = format!("(= {cell} {digit})");
                if layer + 1 == cells.len() {
                    digit
                } else {
                    format!("(and {digit} {})", name(layer + 1, target))
                }
            }))
        };
        let mut bindings = states
            .iter()
            .enumerate()
            .map(|(state, transitions)| format!("({} {})", name(layer, state), accepts(transitions)));
        text.extend(["(let (", &bindings.join(" "), ") "]);
    }
    text.push_str(&name(0, 0));
    text.push_str(&")".repeat(cells.len()));
    text
}
