//! The colors, fills and strokes of the shapes that show rules.

use super::layer::Palette;

/// A color of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Color {
    Ink,
    White,
    /// Thin lines and the outlines of circles.
    DarkGray,
    Gray,
    Green,
    Purple,
    Blue,
    Orange,
    Teal,
    Yellow,
    Lavender,
    PaleGray,
    PaleRed,
    PaleGreen,
    PaleBlue,
    PaleYellow,
    PaleOrange,
    PalePurple,
}

impl Color {
    /// Returns the color as six hexadecimal digits.
    pub(super) fn hex(self, palette: Palette) -> &'static str {
        const MIDDLE: &str = "cccccc";
        const PALE: &str = "e2e2e2";
        let [color, gray] = match self {
            Self::White => ["ffffff"; 2],
            Self::Ink => ["16181d", "000000"],
            Self::DarkGray => ["7d838c", "707070"],
            Self::Gray => ["cdd0d4", MIDDLE],
            Self::Green => ["9fd9a0", MIDDLE],
            Self::Purple => ["dea3e6", MIDDLE],
            Self::Blue => ["9cc6f2", MIDDLE],
            Self::Orange => ["f5bc8a", MIDDLE],
            Self::Teal => ["86d3cb", MIDDLE],
            Self::Yellow => ["ecd96a", MIDDLE],
            Self::Lavender => ["c6bcf0", MIDDLE],
            Self::PaleGray => ["e2e4e7", PALE],
            Self::PaleRed => ["fadcda", PALE],
            Self::PaleGreen => ["dcf1dc", PALE],
            Self::PaleBlue => ["dae8fa", PALE],
            Self::PaleYellow => ["f9f0c4", PALE],
            Self::PaleOrange => ["fbe4cf", PALE],
            Self::PalePurple => ["efdff5", PALE],
        };
        palette.choose(color, gray)
    }
}

/// The fill and the line of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Paint {
    pub(super) fill: Option<Color>,
    /// The color and the width of the line.
    pub(super) stroke: Option<(Color, isize)>,
    /// The lengths of the dashes and of the gaps between them.
    pub(super) dashes: Option<[isize; 2]>,
}

impl Paint {
    /// Returns a fill without a line.
    pub(super) const fn fill(color: Color) -> Self {
        Self { fill: Some(color), stroke: None, dashes: None }
    }

    /// Returns a line without a fill.
    pub(super) const fn line(color: Color, width: isize) -> Self {
        Self { fill: None, stroke: Some((color, width)), dashes: None }
    }

    /// Returns the same fill with a line around it.
    pub(super) const fn with_line(self, color: Color, width: isize) -> Self {
        Self { stroke: Some((color, width)), ..self }
    }

    /// Returns the same line with gaps.
    pub(super) const fn dashed(self, dash: isize, gap: isize) -> Self {
        Self { dashes: Some([dash, gap]), ..self }
    }
}
