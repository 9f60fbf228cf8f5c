//! The boxes of a board: rectangles or jigsaw regions.

use super::{BoxShape, Regions};

/// The boxes of a board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Boxes {
    /// Rectangular boxes, all of the same shape.
    Shape(BoxShape),
    /// Jigsaw regions.
    Regions(Regions),
}

impl Boxes {
    /// Returns [`Self::Shape`] if the regions form a grid of identical rectangles, and [`Self::Regions`] otherwise.
    pub fn simplest(regions: Regions) -> Self {
        let n = regions.size();
        let shapes = (1..=n).filter(|rows| n.is_multiple_of(*rows));
        let mut shapes = shapes.filter_map(|rows| BoxShape::new(rows, n / rows).ok()).map(Self::Shape);
        let fitting = shapes.find(|shape| {
            shape
                .cell_regions()
                .into_iter()
                .eq(regions.cell_regions().iter().map(|&region| usize::from(region)))
        });
        fitting.unwrap_or(Self::Regions(regions))
    }

    /// Returns the size n of the board.
    pub fn size(&self) -> usize {
        match self {
            Self::Shape(shape) => shape.size(),
            Self::Regions(regions) => regions.size(),
        }
    }

    /// Returns the box number of each cell, in row-major order.
    ///
    /// Box numbers start at 0. Rectangular boxes are numbered in row-major order, and jigsaw regions in the order of
    /// their first cells.
    pub fn cell_regions(&self) -> Vec<usize> {
        let n = self.size();
        match self {
            // Each row of boxes contains n / `shape.columns()` = `shape.rows()` boxes.
            Self::Shape(shape) => (0..n * n)
                .map(|cell| cell / n / shape.rows() * shape.rows() + cell % n / shape.columns())
                .collect(),
            Self::Regions(regions) => regions.cell_regions().iter().map(|&region| region.into()).collect(),
        }
    }

    /// Returns the row-major indices of the cells in each box, in ascending order.
    pub(super) fn cells(&self) -> Vec<Vec<usize>> {
        let n = self.size();
        let mut boxes = vec![Vec::with_capacity(n); n];
        for (cell, number) in self.cell_regions().into_iter().enumerate() {
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
