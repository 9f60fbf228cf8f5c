//! Plots of measurements: cactus and scatter plots.

use std::collections::BTreeMap;

use anyhow::anyhow;
use sudoku_cnf::cli::Failure;
use sudoku_cnf::named_enum;

use super::super::plot::{self, Curve, Lines, Scatter};
use super::combinations::{Combination, Combinations, PuzzleResult};

named_enum! {
    /// The kind of a plot.
    pub(crate) enum PlotKind: "plot" {
        /// For each combination, the time within which each number of puzzles is solved.
        Cactus = "cactus",
        /// The times of two combinations for each puzzle.
        Scatter = "scatter",
    }
}

/// Returns a plot as SVG.
///
/// # Errors
/// Returns an error if no puzzle was solved, or if the combinations do not suit the kind of plot.
pub(super) fn svg(kind: PlotKind, combinations: &Combinations) -> Result<String, Failure> {
    if combinations.list.iter().all(|combination| combination.solved().next().is_none()) {
        return Err(Failure::Other(anyhow!("there is nothing to plot, because no puzzle was solved")));
    }
    match kind {
        PlotKind::Cactus => cactus(combinations),
        PlotKind::Scatter => scatter(combinations),
    }
}

fn cactus(combinations: &Combinations) -> Result<String, Failure> {
    let curve = |combination: &Combination| {
        let mut seconds: Vec<f64> = combination.solved().map(|solve| solve.median).collect();
        seconds.sort_by(f64::total_cmp);
        let points = (1..).map(f64::from).zip(seconds).collect();
        Curve { title: combination.title(), points, ranges: Vec::new() }
    };
    plot::lines(&Lines {
        caption: "Puzzles solved within a time",
        x: "puzzles solved",
        is_count: true,
        y: "seconds per puzzle",
        curves: combinations.list.iter().map(curve).collect(),
    })
}

/// Returns an error unless a plot can show `count` combinations.
pub(super) fn check(kind: PlotKind, count: usize) -> Result<(), Failure> {
    if kind == PlotKind::Scatter && count != 2 { Err(wrong_count(count)) } else { Ok(()) }
}

fn wrong_count(count: usize) -> Failure {
    Failure::Usage(format!(
        "a scatter plot needs 2 combinations of a solver, an encoding and a scheme, but there are {count}\n\
         hint: select them with --solvers, --encoding and --amo"
    ))
}

fn scatter(combinations: &Combinations) -> Result<String, Failure> {
    let [first, second] = &combinations.list[..] else {
        return Err(wrong_count(combinations.list.len()));
    };
    let times = |combination: &Combination| -> BTreeMap<usize, Option<f64>> {
        let result = |result: &PuzzleResult| (result.puzzle, result.solve.map(|solve| solve.median));
        combination.results.iter().map(result).collect()
    };
    let (xs, ys) = (times(first), times(second));
    let (mut both, mut only_x, mut only_y) = (Vec::new(), Vec::new(), Vec::new());
    // Puzzles that were measured with one of the combinations only are left out.
    for (x, y) in xs.iter().filter_map(|(puzzle, &x)| Some((x, *ys.get(puzzle)?))) {
        match (x, y) {
            (Some(x), Some(y)) => both.push((x, y)),
            (Some(x), None) => only_x.push(x),
            (None, Some(y)) => only_y.push(y),
            (None, None) => {}
        }
    }
    plot::scatter(&Scatter {
        caption: "Seconds for each puzzle",
        x: &first.title(),
        y: &second.title(),
        points: both,
        only_x,
        only_y,
    })
}
