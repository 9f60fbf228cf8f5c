//! The exit codes of `sudoku-cnf`, `sudoku-sat` and `sudoku-cli`.

/// The program succeeded.
pub const DONE: u8 = 0;
/// The input was invalid, a file could not be read or written, or a solver failed.
pub const ERROR: u8 = 1;
/// The command line was invalid.
pub const USAGE: u8 = 2;
/// The puzzle was proven to have no solution.
pub const NO_SOLUTION: u8 = 20;
/// A limit was reached before an answer was found.
pub const UNKNOWN: u8 = 30;
/// A signal, such as SIGINT or SIGTERM, ended the program.
pub const INTERRUPTED: u8 = 130;
