//! The board: its size, its cells and its houses, without any digits.
//!
//! A board of size n has n × n cells, n digits, and houses: sets of cells in which no digit repeats. A house
//! of n cells is complete: it contains every digit. All modules above this one (encodings, the rule checker,
//! propagation) ask a [`Geometry`] for houses and cells, never for rows, columns or boxes by themselves. So a
//! [`Variant`] only adds houses, and a jigsaw only replaces the boxes.

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
