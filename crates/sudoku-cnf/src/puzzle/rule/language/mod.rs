//! A language in which users define rules of their own.
//!
//! A statement is a condition on the digits of a full grid, for example `abs(r1c1 - r1c2) >= 5`. A definition gives a
//! name to a condition with parameters. docs/rules.md describes the language.
//!
//! The [parser] resolves names and checks types, and returns the [syntax tree](syntax). Two parts use the tree
//! and share nothing else: the checker [evaluates](evaluate) it on a grid, and the [compiler](compile) translates it
//! into constraints. Tests compare them on all grids of small boards.

mod compile;
mod definitions;
mod error;
mod evaluate;
mod given;
mod parser;
mod pattern;
mod statement;
mod syntax;
#[cfg(test)]
mod tests;
mod token;

pub(super) use compile::compile_definition;
pub use definitions::Definitions;
pub use error::StatementError;
pub(super) use evaluate::definition_holds;
pub(super) use parser::without_comment;
pub(super) use statement::BoundStatement;
pub(crate) use statement::RuleCall;
pub use statement::Statement;
pub(super) use syntax::Arguments;
pub use syntax::{Definition, Shape};
