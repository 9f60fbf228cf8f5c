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

impl Palette {
    /// Returns `color` or, for the monochrome palette, `gray`.
    pub(super) fn choose<T>(self, color: T, gray: T) -> T {
        match self {
            Self::Color => color,
            Self::Monochrome => gray,
        }
    }
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
    pub(super) fn look(self, palette: Palette) -> Look {
        const NONE: Look = Look { fill: None, stroke: None, is_bold: false, opacity: 100 };
        const fn fill(color: &'static str) -> Look {
            Look { fill: Some(color), ..NONE }
        }
        const fn bold(color: &'static str) -> Look {
            Look { is_bold: true, ..fill(color) }
        }
        const fn line(color: &'static str, width: isize) -> Look {
            Look { stroke: Some((color, width)), ..NONE }
        }
        let [color, gray] = match self {
            Self::Paper | Self::InverseText => [fill("ffffff"); 2],
            Self::Shade
            | Self::RuleLine
            | Self::RuleShape
            | Self::Cage
            | Self::Link
            | Self::Role
            | Self::Dot => [NONE; 2],
            Self::Clue | Self::DotText => [fill("16181d"), fill("000000")],
            Self::Window => [fill("e4e9f2"), fill("e8e8e8")],
            Self::Highlight => [fill("fff0a8"), fill("c8c8c8")],
            Self::House => [fill("e6f2ea"), fill("eeeeee")],
            Self::HouseOutline => [line("3f8f5c", 8), line("777777", 8)],
            Self::Frame => [line("d98a00", 5), line("444444", 5)],
            Self::Underline => [line("2458b8", 7), line("444444", 5)],
            Self::Placed => [line("1b7a3d", 4), line("000000", 4)],
            Self::Excluded => [line("b3141d", 4), line("000000", 4)],
            // In color, each shape has its own color.
            Self::Group => [Look { opacity: 35, ..NONE }, fill("a0a0a0")],
            Self::Diagonal => [line("b9c3d6", 5), line("aaaaaa", 5)],
            // Without colors, clashing givens are white on black.
            Self::Clashing => [fill("fbdcdc"), fill("000000")],
            Self::Clash => [bold("b3141d"), bold("ffffff")],
            Self::Thin => [line("9aa0a8", 2), line("808080", 2)],
            Self::Thick => [line("16181d", 7), line("000000", 7)],
            Self::Given | Self::Title => [bold("16181d"), bold("000000")],
            Self::Solved => [fill("2458b8"), fill("333333")],
            Self::Mark | Self::Label | Self::Note => [fill("555b66"), fill("444444")],
        };
        palette.choose(color, gray)
    }
}
