//! The kinds of rules.

use super::form::{Form, Values};
use super::known;
use super::language::Definition;
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

/// Other words for rules.
const ALIASES: [(&str, RuleKind); 9] = [
    ("killer", RuleKind::KillerCage),
    ("littlekiller", RuleKind::LittleKillerSum),
    ("thermo", RuleKind::Thermometer),
    ("slowthermo", RuleKind::SlowThermometer),
    ("whisper", RuleKind::Whispers),
    ("germanwhispers", RuleKind::Whispers),
    ("between", RuleKind::BetweenLine),
    ("zipper", RuleKind::ZipperLine),
    ("sandwich", RuleKind::SandwichSum),
];

impl RuleKind {
    /// Returns all kinds except for statements.
    pub fn named() -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied().filter(|kind| *kind != Self::Statement)
    }

    /// Returns the kind with a name, or with a word that people use for it. Statements have no name.
    pub fn from_word(word: &str) -> Option<Self> {
        let alias = ALIASES.iter().find(|(alias, _)| *alias == word).map(|&(_, kind)| kind);
        Self::named().find(|kind| kind.name() == word).or(alias)
    }

    /// Returns the message for a name that is neither that of a kind nor among `others`, with the most similar name.
    pub fn unknown<'a>(name: &str, others: impl Iterator<Item = &'a str>) -> String {
        if name == "kropki" {
            return "unknown rule 'kropki'; write 'difference' for a white dot, 'ratio' for a black dot"
                .to_owned();
        }
        let mut known: Vec<&str> = Self::named().map(Self::name).collect();
        known.extend(others);
        let words = known.iter().copied().chain(ALIASES.map(|(alias, _)| alias));
        let nearest = words.map(|word| (strsim::osa_distance(name, word), word)).min();
        match nearest.filter(|(distance, _)| *distance <= 1 + name.chars().count() / 4 && name.len() > 2) {
            Some((_, nearest)) => format!("unknown rule '{name}'; did you mean '{nearest}'?"),
            None => format!("unknown rule '{name}'; expected one of {}", known.join(", ")),
        }
    }

    /// Returns whether the rule refers to the lines, diagonals or boxes of a single board.
    pub(super) fn needs_single_board(self) -> bool {
        let is_on_line = matches!(self.form(), Form::Outside | Form::Diagonal);
        let is_indexer = matches!(self, Self::RowIndexer | Self::ColumnIndexer | Self::BoxIndexer);
        let is_diagonal = matches!(self, Self::RisingDiagonal | Self::FallingDiagonal);
        is_on_line || is_indexer || is_diagonal || self == Self::RegionSumLine
    }

    /// Returns the mark whose absence has a meaning under this rule, for example `ratio` for `negativeratio`.
    pub fn marks(self) -> Option<Self> {
        match self {
            Self::Nonconsecutive => Some(Self::Difference),
            Self::NegativeRatio => Some(Self::Ratio),
            Self::NegativeXv => Some(Self::Xv),
            _ => None,
        }
    }

    /// Returns whether the rule applies to the whole board and has no cells.
    pub fn is_flag(self) -> bool {
        self.marks().is_some() || matches!(self, Self::RisingDiagonal | Self::FallingDiagonal)
    }

    /// Returns how the cells of the rule are written.
    pub fn form(self) -> Form {
        known::definition(self).map_or(Form::Statement, Definition::form)
    }

    pub(super) fn values(self) -> Values {
        known::definition(self).map_or(Values::None, Definition::values)
    }
}
