//! The board: its size, cells and houses, without digits.
//!
//! A board of size n has n × n cells and n digits. A house is a set of cells in which no digit repeats. A house with n
//! cells is called complete, because it contains every digit.
//!
//! Encodings, propagation and the rule checker work on the houses of a [`Geometry`]. Therefore, a [`Variant`] only adds
//! houses, and a jigsaw only replaces the boxes.

mod boxes;
mod cell;
mod geometry;
mod house;
mod options;
mod regions;
mod shape;
mod variant;

pub use boxes::Boxes;
pub use cell::{Candidate, Cell, Digit, ParseCellError};
pub use geometry::Geometry;
pub use house::{House, HouseKind, HouseName};
pub use options::BoardOptions;
pub use regions::{Regions, RegionsError, labels};
pub use shape::{BoxShape, BoxShapeError, MAX_SIZE};
pub use variant::{Variant, VariantError};
