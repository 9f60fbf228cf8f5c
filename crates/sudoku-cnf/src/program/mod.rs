//! What the three programs share: groups of arguments, the puzzles of all inputs, and which faults are told. Nothing here parses a command line
//! or prints: the programs do.

pub mod args;
pub mod faults;
pub mod puzzles;
