//! Plain boards: finds the cells among the lines and characters of a text.

pub(in crate::text) mod bands;
pub(in crate::text) mod board_layout;
pub(in crate::text) mod cells_per_line;
mod columns;
mod contents;
pub(in crate::text) mod detection;
pub(in crate::text) mod labels;
pub(in crate::text) mod layout;
pub(in crate::text) mod layout_vote;
pub(in crate::text) mod line_class;
pub(in crate::text) mod padding;
pub(in crate::text) mod prose;
pub(in crate::text) mod reader;
mod region_map;
pub(in crate::text) mod separator;
pub(in crate::text) mod size_header;
pub(in crate::text) mod table_header;
