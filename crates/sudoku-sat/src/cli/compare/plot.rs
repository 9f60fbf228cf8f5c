//! Plots of measurements: cactus and scatter plots.

use sudoku_cnf::cli::Failure;
use sudoku_cnf::named_enum;
use sudoku_sat::compare::Timing;

use super::super::plot::{self, Curve, Lines, Scatter};
use super::combinations::{Combination, Combinations};

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
        return Err(Failure::Usage("there is nothing to plot, because no puzzle was solved".to_owned()));
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
        y: "seconds per puzzle",
        curves: combinations.list.iter().map(curve).collect(),
    })
}

fn scatter(combinations: &Combinations) -> Result<String, Failure> {
    let [first, second] = &combinations.list[..] else {
        let count = combinations.list.len();
        return Err(Failure::Usage(format!(
            "a scatter plot needs 2 combinations of a solver, an encoding and a scheme, but there are {count}\n\
             hint: select them with --solvers, --encoding and --amo"
        )));
    };
    let mut both = Vec::new();
    let mut unsolved = [Vec::new(), Vec::new()];
    for result in &first.results {
        let other = second.results.iter().find(|other| other.puzzle == result.puzzle);
        let median = |solve: Timing| solve.median;
        match (result.solve.map(median), other.and_then(|other| other.solve).map(median)) {
            (Some(x), Some(y)) => both.push((x, y)),
            (Some(x), None) => unsolved[1].push(x),
            (None, Some(y)) => unsolved[0].push(y),
            (None, None) => {}
        }
    }
    let [only_second, only_first] = unsolved;
    plot::scatter(&Scatter {
        caption: "Seconds for each puzzle",
        x: &first.title(),
        y: &second.title(),
        points: both,
        only_x: only_first,
        only_y: only_second,
    })
}
