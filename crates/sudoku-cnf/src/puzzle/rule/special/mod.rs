//! Known rules whose constraints are not those of their definition.
//!
//! Sums keep their encoding even if they have two cells. Renban and between lines need fewer clauses as alternatives
//! than as an automaton. Building the automaton of a clue directly is faster than compiling a fold. The meaning of
//! marks depends on the other rules of the puzzle.

mod lines;
mod marks;
mod outside;
mod sums;

use super::constraint::Constraint;
use super::{Context, Digits, Rule, RuleKind};

/// Returns the constraints of a rule, unless they are those of its definition.
pub(super) fn constraints(rule: &Rule, context: Context<'_>) -> Option<Vec<Constraint>> {
    Some(match rule.kind() {
        RuleKind::Sum | RuleKind::LittleKillerSum => vec![sums::sum(rule)],
        RuleKind::Arrow => vec![sums::arrow(rule)],
        RuleKind::RegionSumLine => sums::region_sum_line(rule, context.geometry),
        RuleKind::Renban => lines::renban(rule, context.size()),
        RuleKind::BetweenLine => lines::between_line(rule, context.size()),
        RuleKind::SandwichSum => vec![outside::sandwich(rule, context.size())],
        RuleKind::Skyscraper => vec![outside::skyscraper(rule, context.size())],
        RuleKind::XSum => vec![outside::x_sum(rule, context.geometry)],
        _ => marks::Marks::of(rule, context)?.constraints(context.size()),
    })
}

/// Returns whether the digits satisfy a rule, unless its definition describes this.
pub(super) fn holds(rule: &Rule, context: Context<'_>, digits: &Digits<'_>) -> Option<bool> {
    Some(marks::Marks::of(rule, context)?.hold(digits))
}
