//! Board settings that the caller chooses before reading a puzzle.

use std::sync::Arc;

use super::{BoardError, BoxShape, Boxes, Geometry, Layout, Variant};

/// The boxes, variants and layout of a board, chosen before a puzzle is read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct BoardOptions {
    /// The boxes, or `None` to infer their shape from the puzzle.
    pub boxes: Option<Boxes>,
    /// Whether the board is a Latin square, which has no boxes, unless `boxes` is set. Its size is inferred.
    pub has_no_boxes: bool,
    /// The variants of the board, or of each board of the layout.
    pub variants: Vec<Variant>,
    /// The positions of overlapping boards, or `None` for a single board.
    pub layout: Option<Layout>,
}

impl From<Option<BoxShape>> for BoardOptions {
    fn from(shape: Option<BoxShape>) -> Self {
        Self { boxes: shape.map(Boxes::Shape), ..Self::default() }
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
    /// Returns an error if a variant or the layout does not fit these boxes.
    pub fn geometry(&self, shape: BoxShape) -> Result<Arc<Geometry>, BoardError> {
        let shape = if self.has_no_boxes { shape.row() } else { shape };
        let boxes = self.boxes.clone().unwrap_or(Boxes::Shape(shape));
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
            boxes: Some(geometry.boxes().clone()),
            has_no_boxes: false,
            variants: geometry.variants().to_vec(),
            layout: geometry.layout().cloned(),
        }
    }
}
