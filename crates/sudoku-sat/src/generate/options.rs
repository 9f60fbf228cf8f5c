//! Options for puzzle generation.

use std::ops::RangeInclusive;
use std::sync::Arc;

use sudoku_cnf::puzzle::rule::{Form, NamedRule, Rule};
use sudoku_cnf::{Geometry, Puzzle, Solution};

use super::GenerateError;
use super::pattern::{Mask, Symmetry};
use super::technique_search::is_rare;
use crate::explain::Technique;
use crate::rate::{Difficulty, Score};
use crate::solver::Solver;

/// The largest board size for which puzzles can be generated.
pub const MAX_GENERATED: usize = 36;

/// Options for puzzle generation.
///
/// By default, generated puzzles up to 16×16 are minimal. Larger puzzles can be solved by naked and hidden singles
/// alone, but no longer if any given is removed. The options [`givens`](Self::givens()),
/// [`difficulty`](Self::difficulty()) and [`minimal`](Self::minimal()) override these defaults.
///
/// ```
/// use sudoku_sat::generate::{GeneratorOptions, Symmetry};
///
/// let options = GeneratorOptions::new().seed(7).symmetry(Symmetry::Rotate180).givens(30);
/// assert!(options.check().is_ok());
/// assert!(GeneratorOptions::new().givens(82).check().is_err());
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct GeneratorOptions {
    pub(super) geometry: Arc<Geometry>,
    pub(super) seed: u64,
    pub(super) solution: Option<Solution>,
    pub(super) draft: Option<Puzzle>,
    pub(super) givens: Option<RangeInclusive<usize>>,
    pub(super) is_minimal: bool,
    pub(super) symmetry: Symmetry,
    pub(super) mask: Option<Mask>,
    pub(super) difficulty: Option<Difficulty>,
    pub(super) score: Option<RangeInclusive<u64>>,
    pub(super) technique: Option<String>,
    pub(super) is_position: bool,
    pub(super) tries: Option<u64>,
    pub(super) rules: Vec<NamedRule>,
    pub(super) tiles: bool,
    pub(super) rule_count: Option<RangeInclusive<usize>>,
    solver: Option<Solver>,
}

impl Default for GeneratorOptions {
    fn default() -> Self {
        Self::new()
    }
}

/// Setters that take `impl Into<Option<…>>` accept a value or an [`Option`]. `None` restores the default.
impl GeneratorOptions {
    /// Returns the default options: seed 0 on the standard 9×9 board.
    pub fn new() -> Self {
        Self {
            geometry: Geometry::standard(),
            seed: 0,
            solution: None,
            draft: None,
            givens: None,
            is_minimal: false,
            symmetry: Symmetry::None,
            mask: None,
            difficulty: None,
            score: None,
            technique: None,
            is_position: false,
            tries: None,
            rules: Vec::new(),
            tiles: false,
            rule_count: None,
            solver: None,
        }
    }

    /// Sets the board.
    pub fn geometry(self, geometry: Arc<Geometry>) -> Self {
        Self { geometry, ..self }
    }

    /// Sets the seed. Each combination of seed and puzzle number has its own stream of random numbers.
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Sets a solution that all puzzles share. This method also sets the board to that of the solution. By default,
    /// each puzzle has its own random solution.
    pub fn solution(self, solution: Solution) -> Self {
        Self { geometry: solution.grid().geometry().clone(), solution: Some(solution), ..self }
    }

    /// Sets a draft, which is a puzzle with any number of solutions. This method also sets the board to that of the
    /// draft.
    ///
    /// All puzzles have the givens, rules and excluded candidates of the draft, and further givens and
    /// [rules](Self::rules()) so that the solution is unique. The numbers of givens and rules include those of the
    /// draft.
    pub fn draft(self, draft: Puzzle) -> Self {
        Self { geometry: draft.geometry().clone(), draft: Some(draft), ..self }
    }

    /// Sets the number of givens. By default, givens are removed until no further given can be removed.
    pub fn givens(self, givens: impl Into<Option<usize>>) -> Self {
        Self { givens: givens.into().map(|givens| givens..=givens), ..self }
    }

    /// Sets a range for the number of givens, for example 24 to 28. Within it, as many givens are removed as possible.
    pub fn givens_within(self, range: impl Into<Option<RangeInclusive<usize>>>) -> Self {
        Self { givens: range.into(), ..self }
    }

    /// Sets whether puzzles must be minimal.
    ///
    /// A puzzle is minimal if removing any given would allow a second solution. If a symmetry is set, only the removal
    /// of whole [orbits](Symmetry::orbits) of givens is considered.
    pub fn minimal(self, is_minimal: bool) -> Self {
        Self { is_minimal, ..self }
    }

    /// Sets the symmetry of the pattern of givens.
    pub fn symmetry(self, symmetry: Symmetry) -> Self {
        Self { symmetry, ..self }
    }

    /// Sets the cells that may contain givens. If a symmetry is set, an [orbit](Symmetry::orbits) can contain givens
    /// only if all of its cells are in the mask.
    pub fn mask(self, mask: Mask) -> Self {
        Self { mask: Some(mask), ..self }
    }

    /// Sets the requested difficulty.
    pub fn difficulty(self, difficulty: impl Into<Option<Difficulty>>) -> Self {
        Self { difficulty: difficulty.into(), ..self }
    }

    /// Sets the requested range of [`Score::hardest`](crate::rate::Score::hardest), the cost of the most expensive
    /// step.
    ///
    /// The generator scores the puzzle of each attempt, so each attempt takes several milliseconds.
    pub fn score(self, score: impl Into<Option<RangeInclusive<u64>>>) -> Self {
        Self { score: score.into(), ..self }
    }

    /// Sets the [name](crate::explain::Technique::name) of the most expensive step, for example `x-wing`.
    ///
    /// Each attempt takes a few milliseconds at most. [Rare](Self::is_rare) techniques take many
    /// [attempts](Self::tries).
    /// Techniques that [assume a unique solution](crate::explain::Technique::names_assuming_unique) are never the most
    /// expensive step.
    pub fn technique(self, technique: impl Into<String>) -> Self {
        Self { technique: Some(technique.into()), ..self }
    }

    /// Returns whether few puzzles have the requested [technique](Self::technique()) as their most expensive step, so
    /// the search may take long or fail.
    #[must_use]
    pub fn is_rare(&self) -> bool {
        self.technique.as_deref().is_some_and(is_rare)
    }

    /// Sets whether to return, instead of each puzzle, the [position](crate::explain::position()) in which the
    /// [technique](Self::technique()) is the next step. The score and all other options concern the puzzle from which
    /// the position comes.
    pub fn position(self, is_position: bool) -> Self {
        Self { is_position, ..self }
    }

    /// Returns whether each puzzle needs a score.
    pub(super) fn needs_score(&self) -> bool {
        self.score.is_some() || self.technique.is_some()
    }

    /// Sets the maximum number of attempts for each puzzle. A value of 0 has the same effect as 1.
    ///
    /// The default is 1000 for boards up to 9×9, or 5000 with a [technique](Self::technique()), 50 for larger boards,
    /// and 200 for puzzles with [rules](Self::rules()).
    pub fn tries(self, tries: impl Into<Option<u64>>) -> Self {
        Self { tries: tries.into().map(|tries| tries.max(1)), ..self }
    }

    /// Sets the kinds of rules beyond houses that the puzzles have: known kinds, and own definitions whose parameters
    /// are those of a known kind. By default, the puzzles have none.
    ///
    /// The rules fit a random solution, and each kind is necessary for the solution to be unique. If the rules do not
    /// suffice, there are givens, too. No single given and no single rule can be left out, unless there are
    /// [tiles](Self::tiles()), or more givens or rules for the requested numbers or difficulty.
    ///
    /// A kind that states that all
    /// [marks](sudoku_cnf::puzzle::rule::RuleKind::marks()) are given needs the marks, which are all given then. The
    /// two are necessary together.
    ///
    /// Each attempt takes some hundredths of a second or, with a score or technique, seconds. With a
    /// [symmetry](Self::symmetry()), the cells of the rules are symmetric, too.
    pub fn rules(self, kinds: impl IntoIterator<Item = impl Into<NamedRule>>) -> Self {
        Self { rules: kinds.into_iter().map(Into::into).collect(), ..self }
    }

    /// Sets whether cages cover the board: the first kind of cages among the [rules](Self::rules()). All of them are
    /// kept.
    pub fn tiles(self, tiles: bool) -> Self {
        Self { tiles, ..self }
    }

    /// Sets a range for the number of rules. By default, there are as few as possible.
    pub fn rule_count(self, range: impl Into<Option<RangeInclusive<usize>>>) -> Self {
        Self { rule_count: range.into(), ..self }
    }

    /// Sets the SAT solver. The generator uses this solver only if its own search cannot fill a grid or check
    /// uniqueness within a limited number of guesses.
    ///
    /// The default is [`Solver::default`] on boards up to 9×9, and [`Solver::Native`] on larger boards.
    pub fn solver(self, solver: Solver) -> Self {
        Self { solver: Some(solver), ..self }
    }

    /// Returns the selected solver, or the default solver for the size of the board.
    pub(super) fn solver_or_default(&self) -> Solver {
        self.solver.clone().unwrap_or_else(|| Solver::for_size_and_cores(self.geometry.size(), 1))
    }

    /// Checks that the options are consistent.
    ///
    /// # Errors
    /// Returns an error if the board is larger than [`MAX_GENERATED`], if the requested number of givens exceeds the
    /// number of cells, if a range is empty, if the mask or the solution belongs to a different board, if rules are
    /// combined with positions, or tiles with a symmetry, if no generated puzzle can need the technique, or if
    /// positions are requested without a technique.
    pub fn check(&self) -> Result<(), GenerateError> {
        let (n, cells) = (self.geometry.size(), self.geometry.cell_count());
        let is_restricted = self.symmetry != Symmetry::None || self.mask.is_some();
        if self.geometry.layout().is_some() && (self.draft.is_none() || is_restricted) {
            return Err(GenerateError::Layout);
        }
        if n > MAX_GENERATED {
            return Err(GenerateError::Size(n));
        }
        if let Some(&givens) = self.givens.as_ref().map(RangeInclusive::end).filter(|&&givens| givens > cells)
        {
            return Err(GenerateError::TooManyGivens { givens, cells });
        }
        if self.mask.as_ref().is_some_and(|mask| mask.size() != n) {
            return Err(GenerateError::DifferentBoard("mask"));
        }
        if self.solution.as_ref().is_some_and(|solution| *solution.grid().geometry() != self.geometry) {
            return Err(GenerateError::DifferentBoard("solution"));
        }
        if self.givens.as_ref().is_some_and(RangeInclusive::is_empty) {
            return Err(GenerateError::EmptyRange("number of givens"));
        }
        if self.score.as_ref().is_some_and(RangeInclusive::is_empty) {
            return Err(GenerateError::EmptyRange("score"));
        }
        if self.rule_count.as_ref().is_some_and(RangeInclusive::is_empty) {
            return Err(GenerateError::EmptyRange("number of rules"));
        }
        if let Some(technique) = self.technique.as_ref().filter(|technique| !self.may_need(technique)) {
            return Err(GenerateError::Technique(technique.clone()));
        }
        if self.is_position && self.technique.is_none() {
            return Err(GenerateError::Position);
        }
        self.check_rules()
    }

    /// Returns whether a puzzle on this board may need `technique`. On boards larger than 9×9, there are subsets and
    /// fish of any size.
    fn may_need(&self, technique: &str) -> bool {
        !["given", "placed-digit", "rule", "rules"].contains(&technique)
            && !Technique::names_assuming_unique().any(|name| name == technique)
            && (self.geometry.size() > 9 || Technique::names().any(|name| name == technique))
    }

    fn check_rules(&self) -> Result<(), GenerateError> {
        if self.draft.is_some() && self.is_position {
            return Err(GenerateError::RulesWith("positions"));
        }
        if self.rules.is_empty() {
            return Ok(());
        }
        for kind in &self.rules {
            match kind.marks() {
                Some(marks) if !self.rules.contains(&marks.into()) => {
                    return Err(GenerateError::NoMarks { rule: kind.name().to_owned(), marks });
                }
                Some(_) if self.symmetry != Symmetry::None => {
                    return Err(GenerateError::RulesWith("all marks and a symmetry"));
                }
                None if matches!(kind.form(), Form::Flag | Form::Statement) => {
                    return Err(GenerateError::NoShape(kind.name().to_owned()));
                }
                _ => {}
            }
        }
        if self.is_position {
            return Err(GenerateError::RulesWith("positions"));
        }
        if self.tiles && self.symmetry != Symmetry::None {
            return Err(GenerateError::RulesWith("tiles and a symmetry"));
        }
        if self.tiles && self.tiled().is_none() {
            return Err(GenerateError::Tiles);
        }
        Ok(())
    }

    /// Returns how far the rating of a puzzle is from the requested difficulty, score and technique.
    pub(super) fn rating_distance(&self, difficulty: Option<Difficulty>, score: Option<&Score>) -> u64 {
        let difficulty = match (difficulty, self.difficulty) {
            (Some(found), Some(wanted)) => (found as u64).abs_diff(wanted as u64),
            _ => 0,
        };
        let cost = match (score, &self.score) {
            (Some(Score { hardest, .. }), Some(wanted)) => {
                hardest.abs_diff(*hardest.clamp(wanted.start(), wanted.end()))
            }
            _ => 0,
        };
        let technique = match (score, &self.technique) {
            (score, Some(wanted)) => u64::from(score.is_none_or(|score| score.technique != *wanted)),
            (_, None) => 0,
        };
        difficulty + cost + technique
    }

    /// Returns the kind of the cages that cover the board.
    pub(super) fn tiled(&self) -> Option<&NamedRule> {
        self.rules.iter().find(|kind| self.tiles && kind.is_cage())
    }

    /// Returns whether puzzles have rules of the requested kinds or extend a draft.
    pub(super) fn has_rules(&self) -> bool {
        !self.rules.is_empty() || self.draft.is_some()
    }

    /// Returns the rules of the draft.
    pub(super) fn kept_rules(&self) -> &[Rule] {
        self.draft.as_ref().map_or(&[], Puzzle::rules)
    }

    /// Returns the maximum number of attempts, or the default if this option is not set.
    pub(super) fn max_tries(&self) -> u64 {
        self.tries.unwrap_or(match self.geometry.size() {
            _ if self.has_rules() => 200,
            ..=9 if self.technique.is_some() => 5000,
            ..=9 => 1000,
            _ => 50,
        })
    }

    /// Returns the orbits of the symmetry that lie entirely within the mask, or all orbits if there is no mask.
    pub(super) fn orbits(&self) -> Vec<Vec<usize>> {
        if self.geometry.layout().is_some() {
            return (0..self.geometry.cell_count()).map(|cell| vec![cell]).collect();
        }
        let mut orbits = self.symmetry.orbits(self.geometry.size());
        if let Some(mask) = &self.mask {
            orbits.retain(|orbit| orbit.iter().all(|&cell| mask.0[cell]));
        }
        orbits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_that_no_puzzle_meets_are_errors() {
        let check = |options: GeneratorOptions| options.check().map_err(|error| error.to_string());
        let options = GeneratorOptions::new;
        let (low, high) = (20, 50);
        let (cheap, costly) = (1, 5);
        assert_eq!(check(options().score(costly..=cheap)), Err("the range of the score is empty".to_owned()));
        let empty = check(options().givens_within(high..=low));
        assert_eq!(empty, Err("the range of the number of givens is empty".to_owned()));
        let draft = "1...............".parse().unwrap();
        let empty = check(options().draft(draft).rule_count(costly as usize..=cheap as usize));
        assert_eq!(empty, Err("the range of the number of rules is empty".to_owned()));
        for technique in ["given", "placed-digit", "bug+1", "rules", "x-wings", ""] {
            let expected = format!("no puzzle needs the technique '{technique}'");
            assert_eq!(check(options().technique(technique)), Err(expected));
        }
        for technique in ["hidden-single", "x-wing", "contradiction"] {
            assert_eq!(check(options().technique(technique)), Ok(()));
        }
    }
}
