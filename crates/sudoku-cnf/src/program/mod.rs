//! What the command lines of the three programs share. Nothing here reads arguments or prints: the programs do.

pub mod args;
