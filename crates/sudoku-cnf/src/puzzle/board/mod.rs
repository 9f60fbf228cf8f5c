//! Boards, which consist of cells and houses but do not contain digits.
//!
//! A board of size n has n × n cells and uses the digits from 1 to n. A house is a set of cells in which no digit may
//! occur twice. In the names of methods and fields, a house with n cells is called complete, because it must contain
//! every digit.
//!
//! Encodings, propagation and the rule checker are based on the houses of a [`Geometry`]. Therefore, a [`Variant`] only
//! needs to add houses to the board, and a jigsaw only needs to replace the boxes. Several boards can overlap, as in a
//! samurai puzzle. A [`Layout`] describes their positions, and the geometry contains the houses of all of them.

mod board_map;
mod boxes;
mod cell;
mod cells;
mod error;
mod geometry;
mod house;
mod house_table;
mod layout;
mod options;
mod regions;
mod shape;
mod variant;

pub(crate) use board_map::{BoardMap, Line};
pub use boxes::Boxes;
pub use cell::{Candidate, Cell, Digit, DigitError, ParseCellError};
pub use error::BoardError;
pub use geometry::Geometry;
pub use house::{House, HouseKind, HouseName};
pub use layout::{Layout, LayoutError};
pub use options::{BoardOptions, BoxSetting};
pub use regions::{Regions, RegionsError, labels};
pub use shape::{BoxShape, BoxShapeError, MAX_SIZE};
pub use variant::Variant;
