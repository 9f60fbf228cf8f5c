//! Integration tests for `sudoku-sat`. They form a single test binary.

#![allow(clippy::cast_possible_truncation, reason = "the numbers in tests are small")]

mod append;
mod arguments;
mod at_most_one;
mod batch;
mod common;
mod cubes;
mod custom_rules;
mod dimacs;
mod engines;
mod enumerate;
mod explain;
mod family;
mod faults;
mod faulty_solvers;
mod foreign_rules;
mod generate;
mod measurements;
mod models;
mod native;
mod programs;
mod proofs;
mod questions;
mod selection;
mod solve;
mod trace;
mod variants;
mod zz_skipped;
