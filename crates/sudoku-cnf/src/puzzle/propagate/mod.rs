//! Candidate boards, and propagation by singles, intersections, subsets, fish and rules.
//!
//! A [`CandidateBoard`] stores the candidates of each cell. Propagation removes candidates until no rule of the chosen
//! [`Inference`] level can remove any more. Each level adds one rule to those of the previous level.
//!
//! ## References
//! - P. Norvig: Solving Every Sudoku Puzzle, 2006 (functions `assign` and `eliminate`).
//! - R. Bird: A program to solve Sudoku, Journal of Functional Programming 16, 2006 (function `prune`).

mod all_different;
mod candidate_board;
mod intersections;
mod rules;
mod singles;
#[cfg(test)]
mod tests;

pub use candidate_board::{CandidateBoard, Contradiction, Inference};
