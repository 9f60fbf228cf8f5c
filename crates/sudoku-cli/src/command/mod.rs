//! The commands: what each reads and prints.

mod decode;

pub(crate) use decode::decode;
