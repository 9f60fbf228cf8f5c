//! Lists of rules, apart from a puzzle.
//!
//! A list is text with one rule, statement or definition a line, or a JSON object whose fields are the names of rules.
//! A line that starts with a blank continues the line before. Blank lines and lines that start with `#` are skipped.
//! Some rules are variants of the board.

use crate::puzzle::board::Variant;
use crate::puzzle::rule::{Definitions, RuleKind, RuleText};

/// A list of rules and variants.
///
/// ```
/// use sudoku_cnf::text::RuleList;
///
/// let list = RuleList::parse("# a comment\nkillercage 10: r1c1 r1c2\nantiknight\n")?;
/// assert_eq!((list.rules.len(), list.variants.len()), (1, 1));
/// # Ok::<(), sudoku_cnf::text::RuleListError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleList {
    /// The variants of the board.
    pub variants: Vec<Variant>,
    /// The rules.
    pub rules: Vec<RuleText>,
    /// The definitions, which rules after them may use.
    pub definitions: Definitions,
}

/// The variants that are written like rules, with the names of f-puzzles.
pub(super) const VARIANTS: [(&str, Variant); 3] = [
    ("antiknight", Variant::AntiKnight),
    ("antiking", Variant::AntiKing),
    ("disjointgroups", Variant::Disjoint),
];

impl RuleList {
    /// Replaces the two diagonals by the variant X.
    pub(super) fn merge_diagonals(&mut self) {
        let diagonals = [RuleKind::RisingDiagonal, RuleKind::FallingDiagonal];
        if diagonals.iter().all(|&kind| self.rules.iter().any(|rule| rule.kind == kind)) {
            self.rules.retain(|rule| !diagonals.contains(&rule.kind));
            self.variants.push(Variant::X);
        }
    }
}
