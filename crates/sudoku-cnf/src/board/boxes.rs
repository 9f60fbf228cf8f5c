//! The boxes of a board: rectangles, or the regions of a jigsaw.

use super::{BoxShape, Regions};

/// The boxes of a board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Boxes {
    /// Rectangles.
    Shape(BoxShape),
    /// The regions of a jigsaw.
    Regions(Regions),
}

impl Boxes {
    /// Boxes where the regions are rectangles in rows and columns, else the regions.
    #[must_use]
    pub fn simplest(regions: Regions) -> Self {
        let n = regions.size();
        let shapes = (1..=n).filter(|rows| n.is_multiple_of(*rows));
        let mut shapes = shapes.filter_map(|rows| BoxShape::new(rows, n / rows).ok()).map(Self::Shape);
        let fitting = shapes.find(|shape| {
            shape.of_cells().into_iter().eq(regions.of_cells().iter().map(|&region| usize::from(region)))
        });
        fitting.unwrap_or(Self::Regions(regions))
    }

    /// The size n of the board.
    #[must_use]
    pub fn size(&self) -> usize {
        match self {
            Self::Shape(shape) => shape.size(),
            Self::Regions(regions) => regions.size(),
        }
    }

    /// The number of each cell's box, from 0: boxes row-major, regions in the order in which they appear.
    #[must_use]
    pub fn of_cells(&self) -> Vec<usize> {
        let n = self.size();
        match self {
            // A band of boxes is as many rows high as it holds boxes.
            Self::Shape(shape) => (0..n * n)
                .map(|cell| cell / n / shape.rows() * shape.rows() + cell % n / shape.columns())
                .collect(),
            Self::Regions(regions) => regions.of_cells().iter().map(|&region| region.into()).collect(),
        }
    }

    /// The cells of each box, ascending: boxes row-major, regions in the order in which they appear.
    pub(super) fn cells(&self) -> Vec<Vec<usize>> {
        let n = self.size();
        let mut boxes = vec![Vec::with_capacity(n); n];
        for (cell, number) in self.of_cells().into_iter().enumerate() {
            boxes[number].push(cell);
        }
        boxes
    }
}

impl From<BoxShape> for Boxes {
    fn from(shape: BoxShape) -> Self {
        Self::Shape(shape)
    }
}

impl From<Regions> for Boxes {
    fn from(regions: Regions) -> Self {
        Self::Regions(regions)
    }
}
