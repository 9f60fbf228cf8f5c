//! The commands: what each reads, asks and prints.

mod input;
mod solve;

pub(crate) use solve::solve;
