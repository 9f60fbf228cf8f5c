//! Compares the evaluation of random statements with their clauses, on all grids of a 4×4 board.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

use sudoku_cnf::clauses::encoding::SumEncoding;
use sudoku_cnf::puzzle::random::Random;
use sudoku_cnf::puzzle::rule::Rule;
use sudoku_cnf::{AtMostOne, BoxShape, Encoding, Geometry, Grid, Puzzle, Solution};
use sudoku_sat::{SolveOptions, Solver};

use crate::random_statement::StatementWriter;

/// The 288 grids of a 4×4 board.
static GRIDS: LazyLock<Vec<Grid>> = LazyLock::new(|| {
    let empty = Puzzle::empty(Geometry::new(BoxShape::new(2, 2).expect("a valid shape")).into());
    let solutions = SolveOptions::new().solutions(&empty);
    solutions.map(|solution| solution.expect("every grid is a solution").into_grid()).collect()
});

/// The numbers of statements that no grid satisfies, that some grids satisfy, and that all grids satisfy.
#[derive(Debug, Default)]
pub(crate) struct StatementTally([AtomicU64; 3]);

impl StatementTally {
    pub(crate) fn counts(&self) -> [u64; 3] {
        self.0.each_ref().map(|count| count.load(Ordering::Relaxed))
    }
}

/// Compares statement `number`, and returns a description of a difference.
pub(crate) fn compare(seed: u64, number: u64, tally: &StatementTally) -> Option<String> {
    let mut random = Random::new(seed, number);
    let depth = 1 + random.below(3);
    let text = StatementWriter::new(|bound| random.below(bound)).condition(depth);
    // A few statements are beyond a bound of the compiler.
    let rule = Rule::parse(&text, GRIDS[0].geometry()).ok()?;
    let puzzle = Puzzle::empty(GRIDS[0].geometry().clone()).with_rules([rule]);
    let satisfies = |grid: &&Grid| Solution::check((*grid).clone(), &puzzle).is_ok();
    let mut expected: Vec<String> = GRIDS.iter().filter(satisfies).map(Grid::to_string).collect();
    let class = if expected.len() == GRIDS.len() { 2 } else { usize::from(!expected.is_empty()) };
    tally.0[class].fetch_add(1, Ordering::Relaxed);
    let options = SolveOptions::new()
        .solver(if random.below(2) == 0 { Solver::Native } else { Solver::Varisat })
        .encoding(Encoding::ALL[random.below(Encoding::ALL.len())])
        .at_most_one(AtMostOne::ALL[random.below(AtMostOne::ALL.len())])
        .sum_encoding(SumEncoding::ALL[random.below(SumEncoding::ALL.len())])
        .reduce(random.below(2) == 0);
    let found: Result<Vec<_>, _> = options.solutions(&puzzle).collect();
    let mut found: Vec<String> = match found {
        Ok(found) => found.iter().map(ToString::to_string).collect(),
        Err(error) => return Some(format!("{text}: {error}\n{options:?}")),
    };
    expected.sort_unstable();
    found.sort_unstable();
    let counts =
        format!("{} grids satisfy it, but the clauses have {} solutions", expected.len(), found.len());
    (found != expected).then(|| format!("{text}: {counts}\n{options:?}"))
}
