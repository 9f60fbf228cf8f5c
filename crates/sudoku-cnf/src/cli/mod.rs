//! Code shared by the three programs: arguments, inputs and outputs by name, messages, exit codes.

pub mod args;
pub mod diagnostics;
pub mod exit_code;
mod failure;
pub mod faults;
pub mod files;
pub mod hints;
pub mod messages;
pub mod puzzles;

pub use diagnostics::Style;
pub use failure::Failure;
