//! Nested lists in source code.

pub(in crate::text) mod boards;
pub(in crate::text) mod bracket;
mod cursor;
pub(in crate::text) mod reader;
pub(in crate::text) mod tree;
