//! Random rules that a full grid satisfies.
//!
//! A [shape](super::rule_shapes) is drawn at random, and the numbers of the rule are those for which the rule holds in
//! the grid. Rules that [overlap](super::rule_overlap) others are left out.

use std::collections::HashSet;

use itertools::Itertools;
use sudoku_cnf::puzzle::random::Random;
use sudoku_cnf::puzzle::rule::{Form, NamedRule, Position, Rule};
use sudoku_cnf::{Cell, Solution};

use super::GeneratorOptions;
use super::rule_images::images;
use super::rule_overlap::is_in_the_way;
use super::rule_shapes::{Board, of_cells};
use super::tiling::{SIZES, SMALL_SIZES, tiles};
use crate::rate::Difficulty;
use crate::solver::{Limits, StopReason};

/// The number of shapes that are drawn for each kind of rule.
const SHAPES: usize = 4000;
/// The number of colors for clones in pictures.
const MAX_CLONES: usize = 6;

/// Returns random rules that hold in `solution`, each together with its images under the symmetry. Regions and lines of
/// one kind do not overlap, and neither do lines of different kinds.
///
/// # Errors
/// Returns an error if a limit is reached.
pub(super) fn random_rules(
    solution: &Solution,
    options: &GeneratorOptions,
    random: &mut Random,
    limits: &Limits,
) -> Result<Vec<Vec<Rule>>, StopReason> {
    let board = Board { solution, geometry: solution.grid().geometry() };
    let mut rules: Vec<Vec<Rule>> = Vec::new();
    for kind in &options.rules {
        if options.tiled() == Some(kind) {
            let is_easy = options.difficulty.is_some_and(|difficulty| difficulty <= Difficulty::Medium);
            let tiles = tiles(solution, if is_easy { SMALL_SIZES } else { SIZES }, random);
            let rule = |cells| Some(vec![board.with_numbers(kind, of_cells(cells), random)?]);
            // An own definition may hold for no number.
            rules.extend(tiles.into_iter().map(rule).collect::<Option<Vec<_>>>().unwrap_or_default());
            continue;
        }
        if let Some(all) = board.marks(kind, &options.rules, &rules) {
            rules.extend(all.into_iter().map(|rule| vec![rule]));
            continue;
        }
        let (mut found, mut taken): (Vec<Vec<Rule>>, HashSet<Cell>) = Default::default();
        for _ in 0..SHAPES {
            limits.check()?;
            let Some(shape) = board.shape(kind, random) else { continue };
            // Checked first, because the search for the numbers of an own definition takes many tries.
            let is_taken = |position: &Position| position.cell().is_some_and(|cell| taken.contains(&cell));
            if matches!(kind.form(), Form::Cells(..)) && shape.cells.iter().any(is_taken) {
                continue;
            }
            let images = images(&shape, options.symmetry, board.geometry.size());
            let images = images.into_iter().map(|image| board.with_numbers(kind, image, random));
            let Some(images) = images.collect::<Option<Vec<Rule>>>() else { continue };
            let others: Vec<&Rule> =
                options.kept_rules().iter().chain(rules.iter().chain(&found).flatten()).collect();
            let is_new = |rule: &Rule| {
                !others.iter().any(|other| is_in_the_way(other, rule)) && board.has_meaning(rule)
            };
            let are_apart = images.iter().array_combinations().all(|[a, b]| !is_in_the_way(a, b));
            if are_apart && images.iter().all(is_new) {
                taken.extend(images.iter().flat_map(Rule::cells));
                found.push(images);
            }
            if found.iter().map(Vec::len).sum::<usize>() >= most(kind, board.geometry.size()) {
                break;
            }
        }
        rules.append(&mut found);
    }
    Ok(rules)
}

/// Returns how many rules of a kind are proposed for a board of size `n`.
fn most(kind: &NamedRule, n: usize) -> usize {
    match kind.form() {
        Form::Cells(..) | Form::Adjacent | Form::Outside => n * n / 3,
        Form::CellsAndClones => MAX_CLONES,
        _ => n,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use sudoku_cnf::Puzzle;
    use sudoku_cnf::puzzle::rule::RuleKind;

    use super::*;

    #[test]
    fn limits_stop_the_search_for_rules() {
        let puzzle: Puzzle = "1234341221434321".parse().unwrap();
        let solution = Solution::check(puzzle.grid().clone(), &puzzle).unwrap();
        let options = GeneratorOptions::new().rules([RuleKind::KillerCage]);
        let rules = |limits: &Limits| random_rules(&solution, &options, &mut Random::new(1, 1), limits);
        assert!(rules(&Limits::none()).is_ok_and(|rules| !rules.is_empty()));
        assert_eq!(rules(&Limits::none().within(Duration::ZERO)), Err(StopReason::TimeLimit));
    }
}
