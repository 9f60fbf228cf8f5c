//! Statements of the language for rules: conditions that nobody has named.

use super::Rule;
use super::constraint::Constraint;
use super::definition::{Context, Definition, Digits, Form, Meaning, Values};

/// The digits satisfy the statement.
pub(super) static STATEMENT: Definition = Definition {
    form: Form::Statement,
    values: Values::None,
    meaning: Meaning::Other { holds, constraints },
    sentence: |rule| rule.statement().map_or(String::new(), |statement| statement.sentence()),
};

fn holds(rule: &Rule, context: Context<'_>, digits: &Digits<'_>) -> bool {
    rule.statement.as_ref().is_none_or(|statement| statement.holds(digits, context.geometry))
}

fn constraints(rule: &Rule, _: Context<'_>) -> Vec<Constraint> {
    rule.statement.as_ref().map_or(Vec::new(), |statement| statement.constraints().to_vec())
}
