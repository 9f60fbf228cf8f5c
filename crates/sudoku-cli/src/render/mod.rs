//! Pictures of puzzles as text, SVG, HTML, TikZ and JSON and, with the feature `pictures`, as PNG and PDF.

#![allow(clippy::cast_possible_truncation, reason = "coordinates and the numbers of cells are small")]

// Formats.
mod html;
mod json;
#[cfg(feature = "pictures")]
mod pdf;
#[cfg(feature = "pictures")]
mod pdf_document;
#[cfg(feature = "pictures")]
mod png;
mod svg;
mod text;
mod tikz;

// Pages.
mod booklet;
mod head;
mod page_text;
mod pages;
mod paper;

// Drawings.
mod drawing;
#[cfg(feature = "pictures")]
mod embedded_font;
mod highlight;
mod labels;
mod layer;
mod notes;
mod paint;
mod picture;
mod rules;
mod shape;
mod step_marks;

pub use drawing::MAX_DRAWN;
pub(crate) use drawing::mark_insets;
#[cfg(test)]
pub(crate) use head::hash_of_script;
pub(crate) use head::write_head;
pub use highlight::{CellSet, OutsideBoardError, ParseCellSetError};
pub use html::HtmlPage;
pub use json::write_json;
pub use labels::Labels;
pub use layer::Palette;
pub use pages::{PageOptions, SolutionsAt};
pub use paper::Paper;
#[cfg(feature = "pictures")]
pub use pdf::{PdfBooklet, write_pdf, write_pdf_pages};
pub use picture::Picture;
#[cfg(feature = "pictures")]
pub use png::write_png;
pub(crate) use shape::mark_columns;
pub(crate) use step_marks::StepMarks;
pub use svg::write_svg;
pub(crate) use svg::{draw_board, escape};
pub use text::{TextStyle, write_text};
pub use tikz::write_tikz;
