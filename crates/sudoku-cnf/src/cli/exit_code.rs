//! The exit codes that the three programs share.

/// Success: solved, written, decoded.
pub const DONE: u8 = 0;
/// An error in the input, in I/O, or in a solver.
pub const ERROR: u8 = 1;
/// An invalid command line.
pub const USAGE: u8 = 2;
/// The puzzle provably has no solution.
pub const NO_SOLUTION: u8 = 20;
/// A limit was reached before the answer was found.
pub const UNKNOWN: u8 = 30;
/// A signal, such as SIGINT or SIGTERM, ended the program.
pub const INTERRUPTED: u8 = 130;
