//! Board settings that the caller chooses before reading a puzzle.

use std::sync::Arc;

use super::{BoardError, BoxShape, Boxes, Geometry, Layout, Variant};

/// The smallest size of a Latin square that is inferred. A line of four cells could otherwise be a 2×2 board or a row
/// of a 4×4 board.
const MIN_LATIN_SIZE: usize = 4;

/// The boxes of a board, as far as they are known before a puzzle is read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum BoxSetting {
    /// The shape of the boxes is inferred from the puzzle.
    #[default]
    Inferred,
    /// The board is a Latin square, which has no boxes. Its size is inferred from the puzzle, from 4×4 on.
    None,
    /// The boxes are known.
    Known(Boxes),
}

impl<B: Into<Boxes>> From<Option<B>> for BoxSetting {
    fn from(boxes: Option<B>) -> Self {
        boxes.map_or(Self::Inferred, |boxes| Self::Known(boxes.into()))
    }
}

impl BoxSetting {
    /// Returns these boxes or, if they are inferred, `other`. A Latin square gets the size of `other` if it is known.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Inferred, other) => other,
            (Self::None, Self::Known(boxes)) => Self::from(BoxShape::new(1, boxes.size()).ok()),
            (boxes, _) => boxes,
        }
    }
}

/// The boxes, variants and layout of a board, chosen before a puzzle is read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct BoardOptions {
    /// The boxes.
    pub boxes: BoxSetting,
    /// The variants of the board, or of each board of the layout.
    pub variants: Vec<Variant>,
    /// The positions of overlapping boards, or `None` for a single board.
    pub layout: Option<Layout>,
}

impl From<Option<BoxShape>> for BoardOptions {
    fn from(shape: Option<BoxShape>) -> Self {
        Self { boxes: shape.into(), ..Self::default() }
    }
}

impl BoardOptions {
    /// Returns these options, with those of `other` for everything that these options leave open.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            boxes: self.boxes.or(other.boxes),
            variants: if self.variants.is_empty() { other.variants } else { self.variants },
            layout: self.layout.or(other.layout),
        }
    }

    /// Returns the box shape that text formats expect, or `None` if the shape must be inferred from the puzzle.
    ///
    /// For a jigsaw, this method returns the most nearly square shape for a board of the same size. The text of a
    /// jigsaw can therefore contain bars and separator lines as if the board had boxes of this shape.
    pub(crate) fn shape(&self) -> Option<BoxShape> {
        match &self.boxes {
            BoxSetting::Known(Boxes::Shape(shape)) => Some(*shape),
            BoxSetting::Known(Boxes::Regions(regions)) => BoxShape::most_square_or_row(regions.size()),
            BoxSetting::Inferred | BoxSetting::None => None,
        }
    }

    /// Returns the box shape that text formats expect on a board of size `n` if the text does not indicate the shape.
    /// [`Self::shape`] takes precedence.
    ///
    /// Returns `None` if there is no such shape: if the board has boxes and `n` is prime, or if `n` is too small or too
    /// large. Text can contain bars and separator lines as if a Latin square had boxes.
    pub(crate) fn inferred_shape(&self, n: usize) -> Option<BoxShape> {
        match self.boxes {
            BoxSetting::None if n >= MIN_LATIN_SIZE => BoxShape::most_square_or_row(n),
            _ => BoxShape::most_square(n),
        }
    }

    /// Creates a board with these settings. Boxes that are inferred have the given `shape`. A Latin square has the size
    /// of `shape`.
    ///
    /// # Errors
    /// Returns an error if a variant or the layout does not fit these boxes.
    pub fn geometry(&self, shape: BoxShape) -> Result<Arc<Geometry>, BoardError> {
        let boxes = match &self.boxes {
            BoxSetting::Inferred => Boxes::Shape(shape),
            BoxSetting::None => Boxes::Shape(shape.row()),
            BoxSetting::Known(boxes) => boxes.clone(),
        };
        if boxes == Boxes::Shape(BoxShape::STANDARD) && self.variants.is_empty() && self.layout.is_none() {
            return Ok(Geometry::standard());
        }
        let geometry = match &self.layout {
            None => Geometry::with_variants(boxes, &self.variants),
            Some(layout) => Geometry::with_layout(boxes, &self.variants, layout),
        };
        geometry.map(Arc::new)
    }
}

impl From<&Geometry> for BoardOptions {
    fn from(geometry: &Geometry) -> Self {
        Self {
            boxes: BoxSetting::Known(geometry.boxes().clone()),
            variants: geometry.variants().to_vec(),
            layout: geometry.layout().cloned(),
        }
    }
}
