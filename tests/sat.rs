//! Integration tests for `sudoku-sat`. They form a single test binary.

mod append;
mod arguments;
mod at_most_one;
mod batch;
mod common;
mod cubes;
mod dimacs;
mod engines;
mod enumerate;
mod explain;
mod family;
mod faults;
mod faulty_solvers;
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
