//! The layers of a drawing and their colors.

/// A group of shapes that look alike. Later layers cover earlier ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layer {
    Paper,
    Window,
    /// The cells that rules shade.
    Shade,
    Highlight,
    /// The houses that a step uses.
    House,
    /// The marks of disjoint groups.
    Group,
    Diagonal,
    Clashing,
    /// Thermometers and other lines of rules.
    RuleLine,
    /// Circles and other shapes of rules in cells.
    RuleShape,
    Thin,
    Thick,
    /// The outlines of cages, and arrows outside the board.
    Cage,
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
    /// The sums of cages, and numbers outside the board.
    Clue,
    /// The dots and circles of rules between cells.
    Dot,
    DotText,
    /// The text of black dots.
    InverseText,
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
    pub(super) const ALL: [Self; 29] = [
        Self::Paper,
        Self::Window,
        Self::Shade,
        Self::Highlight,
        Self::House,
        Self::Group,
        Self::Diagonal,
        Self::Clashing,
        Self::RuleLine,
        Self::RuleShape,
        Self::Thin,
        Self::Thick,
        Self::Cage,
        Self::HouseOutline,
        Self::Frame,
        Self::Underline,
        Self::Given,
        Self::Clash,
        Self::Solved,
        Self::Mark,
        Self::Placed,
        Self::Excluded,
        Self::Clue,
        Self::Dot,
        Self::DotText,
        Self::InverseText,
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
            Self::Shade => "shade",
            Self::RuleLine => "rule-line",
            Self::RuleShape => "rule-shape",
            Self::Cage => "cage",
            Self::Clue => "clue",
            Self::Dot => "dot",
            Self::DotText => "dot-text",
            Self::InverseText => "inverse-text",
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

    /// Returns whether the layer contains figures, each of which has its own paint.
    pub(super) const fn has_figures(self) -> bool {
        matches!(self, Self::Shade | Self::RuleLine | Self::RuleShape | Self::Cage | Self::Dot)
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
            (Self::Paper | Self::InverseText, _) => fill("ffffff"),
            (Self::Shade | Self::RuleLine | Self::RuleShape | Self::Cage | Self::Dot, _) => {
                Look { fill: None, stroke: None, is_bold: false, opacity: 100 }
            }
            (Self::Clue | Self::DotText, Palette::Color) => fill("16181d"),
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
            (Self::Clashing | Self::Clue | Self::DotText, Palette::Monochrome) => fill("000000"),
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
