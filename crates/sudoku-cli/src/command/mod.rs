//! The commands: what each reads and prints.

mod check;
mod decode;

pub(crate) use check::check;
pub(crate) use decode::decode;
