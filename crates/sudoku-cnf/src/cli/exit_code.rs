//! The exit codes that the three programs share.

/// Done: solved, written, decoded.
pub const DONE: u8 = 0;
/// An error of the input, of I/O, or of a solver.
pub const ERROR: u8 = 1;
/// A wrong command line.
pub const USAGE: u8 = 2;
/// Proven to have no solution.
pub const NO_SOLUTION: u8 = 20;
/// A limit was reached before an answer.
pub const UNKNOWN: u8 = 30;
/// Ended by SIGINT or SIGTERM.
pub const INTERRUPTED: u8 = 130;
