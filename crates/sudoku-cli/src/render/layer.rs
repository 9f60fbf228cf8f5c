//! The layers of a drawing and their colors.

/// A group of shapes that look alike. Later layers cover earlier ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layer {
    Paper,
    Window,
    Highlight,
    /// The houses that a step uses.
    House,
    /// The marks of disjoint groups.
    Group,
    Diagonal,
    Clashing,
    Thin,
    Thick,
    HouseOutline,
    /// The frames of cells that a step is about.
    Frame,
    /// The underlines of digits that a step uses.
    Underline,
    Given,
    Clash,
    Solved,
    Mark,
    /// The frame of a candidate that a step places.
    Placed,
    /// The cross over a candidate that a step excludes.
    Excluded,
    Label,
    Title,
    Note,
}

/// The colors of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Palette {
    /// Solved digits are blue, and clashing givens are red.
    #[default]
    Color,
    /// Black, white and gray, for printing and photocopying.
    Monochrome,
}

/// The appearance of the shapes in a layer. Colors are written as six hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Look {
    pub(super) fill: Option<&'static str>,
    /// The color and the width of lines.
    pub(super) stroke: Option<(&'static str, isize)>,
    pub(super) is_bold: bool,
    /// The opacity in percent.
    pub(super) opacity: usize,
}

impl Layer {
    /// All layers in drawing order.
    pub(super) const ALL: [Self; 21] = [
        Self::Paper,
        Self::Window,
        Self::Highlight,
        Self::House,
        Self::Group,
        Self::Diagonal,
        Self::Clashing,
        Self::Thin,
        Self::Thick,
        Self::HouseOutline,
        Self::Frame,
        Self::Underline,
        Self::Given,
        Self::Clash,
        Self::Solved,
        Self::Mark,
        Self::Placed,
        Self::Excluded,
        Self::Label,
        Self::Title,
        Self::Note,
    ];

    /// Returns the name of the layer, which is also its CSS class and its TikZ style.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Paper => "paper",
            Self::Window => "window",
            Self::Highlight => "highlight",
            Self::House => "house",
            Self::HouseOutline => "house-outline",
            Self::Frame => "frame",
            Self::Underline => "underline",
            Self::Placed => "placed",
            Self::Excluded => "excluded",
            Self::Group => "group",
            Self::Diagonal => "diagonal",
            Self::Clashing => "clashing",
            Self::Thin => "thin",
            Self::Thick => "thick",
            Self::Given => "given",
            Self::Clash => "clash",
            Self::Solved => "solved",
            Self::Mark => "mark",
            Self::Label => "label",
            Self::Title => "title",
            Self::Note => "note",
        }
    }

    /// Returns the appearance of the layer.
    pub(super) const fn look(self, palette: Palette) -> Look {
        const fn fill(color: &'static str) -> Look {
            Look { fill: Some(color), stroke: None, is_bold: false, opacity: 100 }
        }
        const fn bold(color: &'static str) -> Look {
            Look { is_bold: true, ..fill(color) }
        }
        const fn line(color: &'static str, width: isize) -> Look {
            Look { fill: None, stroke: Some((color, width)), is_bold: false, opacity: 100 }
        }
        match (self, palette) {
            (Self::Paper, _) => fill("ffffff"),
            (Self::Window, Palette::Color) => fill("e4e9f2"),
            (Self::Window, Palette::Monochrome) => fill("e8e8e8"),
            (Self::Highlight, Palette::Color) => fill("fff0a8"),
            (Self::Highlight, Palette::Monochrome) => fill("c8c8c8"),
            (Self::House, Palette::Color) => fill("e6f2ea"),
            (Self::House, Palette::Monochrome) => fill("eeeeee"),
            (Self::HouseOutline, Palette::Color) => line("3f8f5c", 8),
            (Self::Frame, Palette::Color) => line("d98a00", 5),
            (Self::Underline, Palette::Color) => line("2458b8", 7),
            (Self::Placed, Palette::Color) => line("1b7a3d", 4),
            (Self::Excluded, Palette::Color) => line("b3141d", 4),
            (Self::HouseOutline, Palette::Monochrome) => line("777777", 8),
            (Self::Frame | Self::Underline, Palette::Monochrome) => line("444444", 5),
            (Self::Placed | Self::Excluded, Palette::Monochrome) => line("000000", 4),
            // The color differs from shape to shape.
            (Self::Group, Palette::Color) => Look { fill: None, stroke: None, is_bold: false, opacity: 35 },
            (Self::Group, Palette::Monochrome) => fill("a0a0a0"),
            (Self::Diagonal, Palette::Color) => line("b9c3d6", 5),
            (Self::Diagonal, Palette::Monochrome) => line("aaaaaa", 5),
            // Without colors, clashing givens are white on black.
            (Self::Clashing, Palette::Color) => fill("fbdcdc"),
            (Self::Clashing, Palette::Monochrome) => fill("000000"),
            (Self::Clash, Palette::Color) => bold("b3141d"),
            (Self::Clash, Palette::Monochrome) => bold("ffffff"),
            (Self::Thin, Palette::Color) => line("9aa0a8", 2),
            (Self::Thin, Palette::Monochrome) => line("808080", 2),
            (Self::Thick, Palette::Color) => line("16181d", 7),
            (Self::Thick, Palette::Monochrome) => line("000000", 7),
            (Self::Given | Self::Title, Palette::Color) => bold("16181d"),
            (Self::Given | Self::Title, Palette::Monochrome) => bold("000000"),
            (Self::Solved, Palette::Color) => fill("2458b8"),
            (Self::Solved, Palette::Monochrome) => fill("333333"),
            (Self::Mark | Self::Label | Self::Note, Palette::Color) => fill("555b66"),
            (Self::Mark | Self::Label | Self::Note, Palette::Monochrome) => fill("444444"),
        }
    }
}
