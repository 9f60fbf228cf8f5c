//! What is known of a board before a puzzle on it is read.

use std::sync::Arc;

use super::{BoxShape, Boxes, Geometry, Variant, VariantError};

/// What is known of a board before a puzzle on it is read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct BoardOptions {
    /// The boxes; `None` where the puzzle shows their shape.
    pub boxes: Option<Boxes>,
    /// The variants.
    pub variants: Vec<Variant>,
}

impl From<Option<BoxShape>> for BoardOptions {
    fn from(shape: Option<BoxShape>) -> Self {
        Self { boxes: shape.map(Boxes::Shape), variants: Vec::new() }
    }
}

impl BoardOptions {
    /// A shape that tells the board's size, which is all that there is to say of a jigsaw; its rows may be
    /// parted as those of an ordinary board.
    pub(crate) fn shape(&self) -> Option<BoxShape> {
        match self.boxes.as_ref()? {
            Boxes::Shape(shape) => Some(*shape),
            Boxes::Regions(regions) => {
                let n = regions.size();
                BoxShape::most_square(n).or_else(|| BoxShape::new(1, n).ok())
            }
        }
    }

    /// The geometry, with boxes of `shape` where nothing else is known.
    ///
    /// # Errors
    /// If a variant is not defined for these boxes.
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
