//! Statements of the language for rules: conditions that nobody has named. Rules of programs are similar.

use super::Rule;
use super::constraint::Constraint;
use super::custom::Stated;
use super::definition::{Context, Definition, Digits, Form, Meaning, Values};

/// The digits satisfy the statement.
pub(super) static STATEMENT: Definition = Definition {
    form: Form::Statement,
    values: Values::None,
    meaning: Meaning::Other { holds, constraints },
    sentence: |rule| rule.statement().map_or(rule.name().to_owned(), |statement| statement.sentence()),
};

fn holds(rule: &Rule, context: Context<'_>, digits: &Digits<'_>) -> bool {
    match rule.stated.as_deref() {
        Some(Stated::Statement(statement)) => statement.holds(digits, context.geometry),
        Some(Stated::Custom(custom)) => custom.holds(digits),
        None => true,
    }
}

fn constraints(rule: &Rule, _: Context<'_>) -> Vec<Constraint> {
    match rule.stated.as_deref() {
        Some(Stated::Statement(statement)) => statement.constraints().to_vec(),
        Some(Stated::Custom(custom)) => custom.constraints().to_vec(),
        None => Vec::new(),
    }
}
