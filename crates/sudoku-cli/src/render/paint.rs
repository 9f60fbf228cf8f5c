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
    pub(super) const fn hex(self, palette: Palette) -> &'static str {
        match (self, palette) {
            (Self::White, _) => "ffffff",
            (Self::Ink, Palette::Color) => "16181d",
            (Self::DarkGray, Palette::Color) => "7d838c",
            (Self::Gray, Palette::Color) => "cdd0d4",
            (Self::Green, Palette::Color) => "9fd9a0",
            (Self::Purple, Palette::Color) => "dea3e6",
            (Self::Blue, Palette::Color) => "9cc6f2",
            (Self::Orange, Palette::Color) => "f5bc8a",
            (Self::Teal, Palette::Color) => "86d3cb",
            (Self::Yellow, Palette::Color) => "ecd96a",
            (Self::Lavender, Palette::Color) => "c6bcf0",
            (Self::PaleGray, Palette::Color) => "e2e4e7",
            (Self::PaleRed, Palette::Color) => "fadcda",
            (Self::PaleGreen, Palette::Color) => "dcf1dc",
            (Self::PaleBlue, Palette::Color) => "dae8fa",
            (Self::PaleYellow, Palette::Color) => "f9f0c4",
            (Self::PaleOrange, Palette::Color) => "fbe4cf",
            (Self::PalePurple, Palette::Color) => "efdff5",
            (Self::Ink, Palette::Monochrome) => "000000",
            (Self::DarkGray, Palette::Monochrome) => "707070",
            (
                Self::Gray
                | Self::Green
                | Self::Purple
                | Self::Blue
                | Self::Orange
                | Self::Teal
                | Self::Yellow
                | Self::Lavender,
                Palette::Monochrome,
            ) => "cccccc",
            (_, Palette::Monochrome) => "e2e2e2",
        }
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
