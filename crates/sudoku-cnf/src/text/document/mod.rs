//! Documents: any text that contains boards but is not data, for example program text, Markdown, a mail or a log.
//!
//! In [data](super), every line is accounted for. In a document, one search finds the boards, and everything else is
//! ignored, with one exception: a board that is damaged in one place is an error.
//!
//! [`pieces`] splits the text into rows and lists of cells, whatever the syntax around them is. [`search`] puts those
//! together that form a board. Lines that consist of nothing but cells are read like data.

pub(super) mod choice;
pub(super) mod items;
pub(super) mod pieces;
pub(super) mod plain_run;
pub(super) mod reader;
pub(super) mod rule_fields;
pub(super) mod search;
