//! Cubes: a hard puzzle as many smaller problems, which several machines can solve independently.
//!
//! A cube is a set of candidates that are assumed. [`Cover::of`] splits a puzzle into cubes such that each solution
//! belongs to one of them, and proves it. If a solver refutes each cube, a [`Composer`] turns the proofs of all cubes
//! and the proof of the cover into a single refutation of the puzzle, and checks it.
//!
//! ```
//! use sudoku_sat::cubes::{Composer, Cover};
//! use sudoku_sat::proof::{Refutation, complete_problem, refute_problem};
//! use sudoku_sat::{Limits, Puzzle, Solver};
//!
//! let puzzle: Puzzle = "8........2.36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".parse()?;
//! let (problem, limits) = (complete_problem(&puzzle), Limits::none());
//! let cover = Cover::of(&problem, 3, &limits)?;
//! assert_eq!(cover.cubes.len(), 3);
//! let mut proof = Vec::new();
//! let mut composer = Composer::new(&problem, &mut proof, &limits)?;
//! for cube in &cover.cubes {
//!     let refutation = refute_problem(&cube.problem(&puzzle), &Solver::Native, &limits)?;
//!     let Refutation::Refuted(_, refutation) = refutation else { panic!("a solution") };
//!     let mut lrat = Vec::new();
//!     refutation.write(&mut lrat)?;
//!     composer.add(&cube.literals, &*lrat)?;
//! }
//! composer.finish(&cover)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | file | contents |
//! |---|---|
//! | `cover` | the cubes, and the proof that there is no other solution |
//! | `choose` | lookahead: which cell, or which digit in which house, splits a cube best |
//! | `compose`, `translate` | from the proofs of all cubes to a refutation of the puzzle |
//!
//! ## References
//! - M. Heule, O. Kullmann, S. Wieringa, A. Biere: Cube and conquer: guiding CDCL SAT solvers by lookaheads, 2011.
//! - M. Heule, O. Kullmann, V. Marek: Solving and verifying the Boolean Pythagorean triples problem via
//!   cube-and-conquer, 2016: the composition of the proofs.

#![allow(
    clippy::cast_possible_truncation,
    reason = "the numbers of clauses of a proof in memory fit all integer types"
)]

mod choose;
mod compose;
mod cover;
mod translate;

pub use compose::{ComposeError, Composer};
pub use cover::{Cover, Cube};
