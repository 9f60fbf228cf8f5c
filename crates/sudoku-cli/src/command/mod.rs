//! The commands: what each reads and prints.

mod check;
mod convert;
mod decode;
mod puzzles;
mod render;

pub(crate) use check::check;
pub(crate) use convert::convert;
pub(crate) use decode::decode;
pub(crate) use puzzles::{Interrupted, NothingRight};
pub(crate) use render::render;
