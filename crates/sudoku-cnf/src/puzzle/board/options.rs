//! Board settings that the caller chooses before reading a puzzle.

use std::sync::Arc;

use super::{BoxShape, Boxes, Geometry, Variant, VariantError};

/// The boxes and variants of a board, chosen before a puzzle is read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct BoardOptions {
    /// The boxes, or `None` to infer their shape from the puzzle.
    pub boxes: Option<Boxes>,
    /// The variants of the board.
    pub variants: Vec<Variant>,
}

impl From<Option<BoxShape>> for BoardOptions {
    fn from(shape: Option<BoxShape>) -> Self {
        Self { boxes: shape.map(Boxes::Shape), variants: Vec::new() }
    }
}

impl BoardOptions {
    /// Returns the box shape that text formats expect, or `None` if the shape must be inferred from the puzzle.
    ///
    /// For a jigsaw, this method returns the most nearly square shape for a board of the same size. The text of a
    /// jigsaw can therefore contain bars and separator lines as if the board had boxes of this shape.
    pub(crate) fn shape(&self) -> Option<BoxShape> {
        match self.boxes.as_ref()? {
            Boxes::Shape(shape) => Some(*shape),
            Boxes::Regions(regions) => {
                let n = regions.size();
                BoxShape::most_square(n).or_else(|| BoxShape::new(1, n).ok())
            }
        }
    }

    /// Creates a board with these settings. If `self.boxes` is `None`, the boxes have the given `shape`.
    ///
    /// # Errors
    /// Returns an error if a variant is not defined for these boxes.
    pub fn geometry(&self, shape: BoxShape) -> Result<Arc<Geometry>, VariantError> {
        let boxes = self.boxes.clone().unwrap_or(Boxes::Shape(shape));
        if boxes == Boxes::Shape(BoxShape::STANDARD) && self.variants.is_empty() {
            return Ok(Geometry::standard());
        }
        Geometry::with_variants(boxes, &self.variants).map(Arc::new)
    }
}

impl From<&Geometry> for BoardOptions {
    fn from(geometry: &Geometry) -> Self {
        Self { boxes: Some(geometry.boxes().clone()), variants: geometry.variants().to_vec() }
    }
}
