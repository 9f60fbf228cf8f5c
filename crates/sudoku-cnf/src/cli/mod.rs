//! What the three programs share: arguments, inputs and outputs by name, messages, exit codes.

pub mod args;
pub mod exit_code;
pub mod failure;
pub mod faults;
pub mod files;
pub mod messages;
pub mod puzzles;
pub use failure::Failure;
