//! Puzzles: boards with givens, excluded candidates and rules.

use std::fmt;
use std::sync::Arc;

use super::grid::{Grid, GridError};
use crate::puzzle::board::{Boxes, Candidate, Cell, Digit, Geometry};
use crate::puzzle::rule::{Context, Definitions, Rule};

/// A puzzle: a board with givens, with excluded candidates, which a solution must not contain, and with rules beyond
/// the houses of the board.
///
/// A puzzle may contain givens that clash. [`check::check_givens`](crate::puzzle::check::check_givens) detects such
/// clashes. The format `{}` writes one line, with `.` for open cells. The alternate format `{:#}` writes rows, with
/// bars between boxes. Excluded candidates and rules are not written.
///
/// ```
/// use sudoku_cnf::{Cell, Puzzle};
///
/// let puzzle: Puzzle = "
///     1 . | . .
///     . . | 2 .
///     ----+----
///     . 3 | . .
///     . . | . 4
/// ".parse()?;
/// assert_eq!(puzzle.geometry().size(), 4);
/// assert_eq!(puzzle.given_count(), 4);
/// assert_eq!(puzzle.get(Cell::new(3, 2).unwrap()).unwrap().get(), 3);
/// assert_eq!(puzzle.to_string(), "1.....2..3.....4");
/// # Ok::<(), sudoku_cnf::text::ReadError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Puzzle {
    givens: Grid,
    /// The excluded candidates in ascending order, without duplicates.
    excluded: Vec<Candidate>,
    /// The rules, or `None` if there are none. Clones of a puzzle share them.
    rules: Option<Arc<[Rule]>>,
}

impl fmt::Debug for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut puzzle = f.debug_tuple("Puzzle");
        puzzle.field(&self.to_string());
        if let boxes @ Boxes::Regions(_) = self.geometry().boxes() {
            puzzle.field(&format_args!("regions {:?}", boxes.cell_regions()));
        }
        if !self.geometry().variants().is_empty() {
            puzzle.field(&self.geometry().variants());
        }
        for excluded in &self.excluded {
            puzzle.field(&format_args!("not {excluded}"));
        }
        for rule in self.rules() {
            puzzle.field(&format_args!("{rule}"));
        }
        puzzle.finish()
    }
}

impl From<Grid> for Puzzle {
    /// Converts a grid into a puzzle whose givens are the digits of the grid.
    fn from(givens: Grid) -> Self {
        Self { givens, excluded: Vec::new(), rules: None }
    }
}

impl Puzzle {
    /// Creates a puzzle without givens.
    pub fn empty(geometry: Arc<Geometry>) -> Self {
        Grid::empty(geometry).into()
    }

    /// Replaces the puzzle by one with these givens and nothing else, and reuses its memory.
    ///
    /// # Panics
    /// Panics if `givens` does not contain exactly one item per cell, or if a digit exceeds the size of the board.
    pub(crate) fn replace(&mut self, geometry: &Arc<Geometry>, givens: impl Iterator<Item = Option<Digit>>) {
        self.givens.replace(geometry, givens);
        self.excluded.clear();
        self.rules = None;
    }

    /// Returns the board. All clones of a puzzle share the same board.
    pub fn geometry(&self) -> &Arc<Geometry> {
        self.givens.geometry()
    }

    /// Returns the givens as a grid.
    pub fn grid(&self) -> &Grid {
        &self.givens
    }

    /// Consumes the puzzle and returns the givens as a grid.
    pub fn into_grid(self) -> Grid {
        self.givens
    }

    /// Returns the given in `cell`, or `None` if the cell is empty.
    ///
    /// # Panics
    /// Panics if the board has no such cell.
    pub fn get(&self, cell: Cell) -> Option<Digit> {
        self.givens.get(cell)
    }

    /// Sets the given in `cell`, or clears the cell if `digit` is `None`.
    ///
    /// # Panics
    /// Panics if `cell` is not on the board or `digit` exceeds the size of the board.
    pub fn set(&mut self, cell: Cell, digit: Option<Digit>) {
        self.givens.set(cell, digit);
    }

    /// Like [`set`](Self::set), but returns an error instead of panicking.
    ///
    /// # Errors
    /// Returns an error if `cell` is not on the board or `digit` exceeds the size of the board.
    pub fn try_set(&mut self, cell: Cell, digit: Option<Digit>) -> Result<(), GridError> {
        self.givens.try_set(cell, digit)
    }

    /// Returns the givens and their cells, in row-major order.
    pub fn givens(&self) -> impl Iterator<Item = Candidate> + '_ {
        self.givens.digits()
    }

    /// Returns the number of givens.
    pub fn given_count(&self) -> usize {
        self.givens.digit_count()
    }

    /// Returns the excluded candidates in ascending order.
    ///
    /// A solution must not contain any excluded candidate. Excluded candidates correspond to crossed-out pencilmarks.
    pub fn excluded(&self) -> &[Candidate] {
        &self.excluded
    }

    /// Excludes `candidates` in addition to the candidates that are already excluded.
    ///
    /// Each call sorts all excluded candidates, so one call with many candidates is faster than many calls with one
    /// candidate each.
    ///
    /// # Panics
    /// Panics if a candidate is not on the board.
    pub fn exclude(&mut self, candidates: impl IntoIterator<Item = Candidate>) {
        let geometry = self.geometry().clone();
        self.excluded.extend(candidates.into_iter().inspect(|candidate| {
            let is_on_board = geometry.contains(candidate.cell) && candidate.digit.get() <= geometry.size();
            assert!(is_on_board, "the board has no candidate {candidate}");
        }));
        self.excluded.sort_unstable();
        self.excluded.dedup();
    }

    /// Returns whether `candidate` is excluded.
    pub fn is_excluded(&self, candidate: Candidate) -> bool {
        self.excluded.binary_search(&candidate).is_ok()
    }

    /// Returns the rules beyond the houses of the board, sorted by kind. Rules of the same kind are in the order in
    /// which they were added.
    pub fn rules(&self) -> &[Rule] {
        self.rules.as_deref().unwrap_or_default()
    }

    /// Adds rules, which must have been created for the board of this puzzle.
    ///
    /// # Panics
    /// Panics if a rule has been created for another board and means something else on this one.
    pub fn add_rules(&mut self, rules: impl IntoIterator<Item = Rule>) {
        *self = self.with_rules(self.rules().iter().cloned().chain(rules));
    }

    /// Returns the definitions that the rules use, directly or not.
    pub fn definitions(&self) -> Definitions {
        let mut definitions = Definitions::default();
        for statement in self.rules().iter().filter_map(Rule::statement) {
            statement.add_definitions(&mut definitions);
        }
        definitions
    }

    /// Returns a puzzle with the same board, givens and excluded candidates, but with other rules.
    ///
    /// The rules are sorted by kind, because formats that list the rules of each kind would lose another order. The
    /// clauses of a puzzle do not change when it is written and read again.
    ///
    /// # Panics
    /// Panics if a rule has been created for another board and means something else on this one.
    #[must_use]
    pub fn with_rules(&self, rules: impl IntoIterator<Item = Rule>) -> Self {
        let mut rules: Vec<Rule> = rules.into_iter().collect();
        for rule in &rules {
            let fits = rule.fits(self.geometry());
            assert!(fits, "the rule '{rule}' is for another board");
        }
        rules.sort_by(|a, b| a.kind().cmp(&b.kind()).then_with(|| a.name().cmp(b.name())));
        let rules: Arc<[Rule]> = rules.into();
        Self { rules: Some(rules).filter(|rules| !rules.is_empty()), ..self.clone() }
    }

    /// Adds the rules of `other`, which has the same board. If this puzzle has no rules, both puzzles share them.
    pub(crate) fn add_rules_of(&mut self, other: &Self) {
        match &self.rules {
            None => self.rules.clone_from(&other.rules),
            Some(_) => self.add_rules(other.rules().iter().cloned()),
        }
    }

    /// Returns what the rules depend on: the board, and all rules.
    pub fn rule_context(&self) -> Context<'_> {
        Context { geometry: self.geometry(), rules: self.rules() }
    }

    /// Returns a puzzle with the same board, excluded candidates and rules, but without givens.
    #[must_use]
    pub fn without_givens(&self) -> Self {
        Self {
            excluded: self.excluded.clone(),
            rules: self.rules.clone(),
            ..Self::empty(self.geometry().clone())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn equal_puzzles_have_equal_hashes() {
        let puzzle = |text: &str, rule: Option<&str>| {
            let puzzle: Puzzle = text.parse().unwrap();
            puzzle.with_rules(rule.map(|rule| Rule::parse(rule, puzzle.geometry()).unwrap()))
        };
        let blank = ".".repeat(16);
        let puzzles = [(&*blank, None), (&blank, Some("odd: r1c1")), ("1234341221434321", None)];
        let twice = puzzles.iter().cycle().take(6);
        let set: HashSet<_> = twice.map(|&(text, rule)| puzzle(text, rule)).collect();
        assert_eq!(set.len(), 3);
    }

    #[test]
    fn debug_output_is_short() {
        let blank = ".".repeat(16);
        let mut puzzle: Puzzle = format!("1{}", &blank[1..]).parse().unwrap();
        assert_eq!(format!("{puzzle:?}"), "Puzzle(\"1...............\")");
        puzzle.add_rules([Rule::parse("odd: r1c1", puzzle.geometry()).unwrap()]);
        puzzle.exclude(["r1c2=3".parse().unwrap()]);
        assert_eq!(format!("{puzzle:?}"), "Puzzle(\"1...............\", not r1c2=3, odd: r1c1)");
    }

    #[test]
    fn rules_of_another_board_are_rejected() {
        let small: Puzzle = ".".repeat(16).parse().unwrap();
        for (text, fits) in [("odd: r1c1", true), ("odd: r9c9", false), ("sandwichsum 9: r0c1", false)] {
            let rule = Rule::parse(text, &Geometry::standard()).unwrap();
            let added = std::panic::catch_unwind(|| small.with_rules([rule]));
            assert_eq!(added.is_ok(), fits, "{text}");
        }
    }
}
