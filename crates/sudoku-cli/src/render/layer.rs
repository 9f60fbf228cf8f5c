//! The layers of a drawing and their colors.

use sudoku_cnf::named_enum;

named_enum! {
    /// A group of shapes that look alike. Later layers cover earlier ones. The name of a layer is its CSS class and its
    /// TikZ style.
    pub(super) enum Layer: "layer" {
        Paper = "paper",
        Window = "window",
        /// The cells that rules shade.
        Shade = "shade",
        Highlight = "highlight",
        /// The houses that a step uses.
        House = "house",
        /// The marks of disjoint groups.
        Group = "group",
        Diagonal = "diagonal",
        Clashing = "clashing",
        /// Thermometers and other lines of rules.
        RuleLine = "rule-line",
        /// Circles and other shapes of rules in cells.
        RuleShape = "rule-shape",
        Thin = "thin",
        Thick = "thick",
        /// The outlines of cages, and arrows outside the board.
        Cage = "cage",
        HouseOutline = "house-outline",
        /// The frames of cells that a step is about.
        Frame = "frame",
        /// The underlines of digits that a step uses.
        Underline = "underline",
        /// The arrows of a chain.
        Link = "link",
        /// The candidates of a chain that are true or false, and the fins of a fish.
        Role = "role",
        Given = "given",
        Clash = "clash",
        Solved = "solved",
        Mark = "mark",
        /// The frame of a candidate that a step places.
        Placed = "placed",
        /// The cross over a candidate that a step excludes.
        Excluded = "excluded",
        /// The sums of cages, and numbers outside the board.
        Clue = "clue",
        /// The dots and circles of rules between cells.
        Dot = "dot",
        DotText = "dot-text",
        /// The text of black dots.
        InverseText = "inverse-text",
        Label = "label",
        Title = "title",
        Note = "note",
    }
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
    /// Returns whether the layer contains figures, each of which has its own paint.
    pub(super) const fn has_figures(self) -> bool {
        matches!(
            self,
            Self::Shade | Self::RuleLine | Self::RuleShape | Self::Cage | Self::Link | Self::Role | Self::Dot
        )
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
            (
                Self::Shade
                | Self::RuleLine
                | Self::RuleShape
                | Self::Cage
                | Self::Link
                | Self::Role
                | Self::Dot,
                _,
            ) => Look { fill: None, stroke: None, is_bold: false, opacity: 100 },
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
