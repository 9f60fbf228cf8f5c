//! The registry of rules: the name and the definition of each kind.

use super::definition::{Definition, Form, Values};
use super::{
    arrow, between_line, cage, class_lines, diagonal, dots, equal_sums, extremes, indexer, nabner, outside,
    palindrome, parity, quadruple, region_sum_line, renban, statement, thermometer, whispers,
};
use crate::named_enum;

named_enum! {
    /// A kind of rule. The names are those of f-puzzles, if it has the rule.
    #[derive(PartialOrd, Ord)]
    pub enum RuleKind: "rule" {
        /// The digits of the cage are distinct. If the cage has a sum, the digits add up to it.
        KillerCage = "killercage",
        /// The digits of the region are distinct.
        ExtraRegion = "extraregion",
        /// The digits of the cells, which may be equal, have a given sum.
        Sum = "sum",
        /// The digits along the arrow sum to the number in the circle or pill.
        Arrow = "arrow",
        /// The digits of a diagonal have a given sum.
        LittleKillerSum = "littlekillersum",
        /// The cell contains an odd digit.
        Odd = "odd",
        /// The cell contains an even digit.
        Even = "even",
        /// The cell contains a smaller digit than its neighbors.
        Minimum = "minimum",
        /// The cell contains a larger digit than its neighbors.
        Maximum = "maximum",
        /// The digit of a cell is the number of the row that contains the number of its row.
        RowIndexer = "rowindexer",
        /// The digit of a cell is the number of the column that contains the number of its column.
        ColumnIndexer = "columnindexer",
        /// The digit of a cell is the position in its box that contains the number of its position.
        BoxIndexer = "boxindexer",
        /// The digits increase along the line.
        Thermometer = "thermometer",
        /// The digits do not decrease along the line.
        SlowThermometer = "slowthermometer",
        /// The first cell contains a greater digit than the second.
        GreaterThan = "greaterthan",
        /// The line reads the same from both ends.
        Palindrome = "palindrome",
        /// The line contains consecutive digits in any order.
        Renban = "renban",
        /// Consecutive digits along the line differ by at least a given number.
        Whispers = "whispers",
        /// The parts of the line in its boxes have equal sums.
        RegionSumLine = "regionsumline",
        /// The digits of the line lie strictly between the digits of its ends.
        BetweenLine = "betweenline",
        /// Any three consecutive digits of the line contain a low, a middle and a high digit.
        EntropicLine = "entropicline",
        /// Any three consecutive digits of the line have distinct remainders modulo 3.
        ModularLine = "modularline",
        /// No two digits of the line are equal or consecutive.
        Nabner = "nabner",
        /// The ends of the line have the same sum as the cells between.
        DoubleArrow = "doublearrow",
        /// Cells at the same distance from the middle of the line have the same sum.
        ZipperLine = "zipperline",
        /// The digits of two cells have a given difference.
        Difference = "difference",
        /// The digits of two cells have a given ratio.
        Ratio = "ratio",
        /// The digits of two cells sum to 10 or 5.
        Xv = "xv",
        /// Adjacent cells without a dot do not contain consecutive digits.
        Nonconsecutive = "nonconsecutive",
        /// Adjacent cells without a dot do not have the ratio of a dot.
        NegativeRatio = "negativeratio",
        /// Adjacent cells without an X or V do not sum to 10 or 5.
        NegativeXv = "negativexv",
        /// Two groups of cells contain the same digits at the same positions.
        Clone = "clone",
        /// Given digits occur among the cells.
        Quadruple = "quadruple",
        /// The digits between 1 and n in a row or column have a given sum.
        SandwichSum = "sandwichsum",
        /// The first x digits of a row or column, where x is the first digit, have a given sum.
        XSum = "xsum",
        /// A given number of digits of a row or column is larger than all digits before them.
        Skyscraper = "skyscraper",
        /// The x-th digit of a row or column, where x is the first digit, is given.
        NumberedRoom = "numberedroom",
        /// The diagonal from the bottom left to the top right repeats no digit.
        RisingDiagonal = "diagonal+",
        /// The diagonal from the top left to the bottom right repeats no digit.
        FallingDiagonal = "diagonal-",
        /// A statement in the language for rules, or a use of a definition.
        Statement = "statement",
    }
}

impl RuleKind {
    /// Returns all kinds except for statements.
    pub fn named() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|kind| *kind != Self::Statement)
    }

    /// Returns whether the rule refers to the lines, diagonals or boxes of a single board.
    pub(super) fn needs_single_board(self) -> bool {
        let is_on_line = matches!(self.form(), Form::Outside | Form::Diagonal);
        let is_indexer = matches!(self, Self::RowIndexer | Self::ColumnIndexer | Self::BoxIndexer);
        let is_diagonal = matches!(self, Self::RisingDiagonal | Self::FallingDiagonal);
        is_on_line || is_indexer || is_diagonal || self == Self::RegionSumLine
    }

    /// Returns how the cells of the rule are written.
    pub fn form(self) -> Form {
        self.definition().form
    }

    /// Returns whether the rule has several numbers.
    pub fn has_list(self) -> bool {
        self.definition().values == Values::List
    }

    pub(super) fn definition(self) -> &'static Definition {
        match self {
            Self::KillerCage => &cage::CAGE,
            Self::ExtraRegion => &cage::EXTRA_REGION,
            Self::Sum => &cage::SUM,
            Self::Arrow => &arrow::ARROW,
            Self::LittleKillerSum => &outside::LITTLE_KILLER,
            Self::Odd => &parity::ODD,
            Self::Even => &parity::EVEN,
            Self::Minimum => &extremes::MINIMUM,
            Self::Maximum => &extremes::MAXIMUM,
            Self::RowIndexer => &indexer::ROW_INDEXER,
            Self::ColumnIndexer => &indexer::COLUMN_INDEXER,
            Self::BoxIndexer => &indexer::BOX_INDEXER,
            Self::Thermometer => &thermometer::THERMOMETER,
            Self::SlowThermometer => &thermometer::SLOW_THERMOMETER,
            Self::GreaterThan => &thermometer::GREATER,
            Self::Palindrome => &palindrome::PALINDROME,
            Self::Renban => &renban::RENBAN,
            Self::Whispers => &whispers::WHISPERS,
            Self::RegionSumLine => &region_sum_line::REGION_SUM_LINE,
            Self::BetweenLine => &between_line::BETWEEN_LINE,
            Self::EntropicLine => &class_lines::ENTROPIC_LINE,
            Self::ModularLine => &class_lines::MODULAR_LINE,
            Self::Nabner => &nabner::NABNER,
            Self::DoubleArrow => &equal_sums::DOUBLE_ARROW,
            Self::ZipperLine => &equal_sums::ZIPPER_LINE,
            Self::Difference => &dots::DIFFERENCE,
            Self::Ratio => &dots::RATIO,
            Self::Xv => &dots::XV,
            Self::Nonconsecutive => &dots::NONCONSECUTIVE,
            Self::NegativeRatio => &dots::NEGATIVE_RATIO,
            Self::NegativeXv => &dots::NEGATIVE_XV,
            Self::Clone => &palindrome::CLONE,
            Self::Quadruple => &quadruple::QUADRUPLE,
            Self::SandwichSum => &outside::SANDWICH_SUM,
            Self::XSum => &outside::X_SUM,
            Self::Skyscraper => &outside::SKYSCRAPER,
            Self::NumberedRoom => &outside::NUMBERED_ROOM,
            Self::RisingDiagonal => &diagonal::RISING_DIAGONAL,
            Self::FallingDiagonal => &diagonal::FALLING_DIAGONAL,
            Self::Statement => &statement::STATEMENT,
        }
    }
}
