//! Integration tests for `sudoku-cli`, and tests that involve all three programs. They form a single test binary.

#![allow(clippy::cast_possible_truncation, reason = "the numbers in tests are small")]

mod authors;
mod canonical;
mod check;
mod common;
mod common_options;
mod completions;
mod convert;
mod decode;
mod drawings;
mod explain_literal;
mod help;
mod hostile;
mod imports;
mod large;
mod layouts;
mod lesson;
mod lesson_browser;
mod output;
mod own_definitions;
mod pictures;
mod programs;
#[path = "../crates/sudoku-cnf/src/puzzle/rule/language/tests/random_statement.rs"]
mod random_statement;
mod readme;
mod reduce;
mod resume;
mod rule_steps;
mod rules;
mod structure;
mod trace_page;
mod walk;
mod zz_skipped;
