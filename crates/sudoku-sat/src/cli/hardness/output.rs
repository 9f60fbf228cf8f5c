//! The output of `sudoku-sat hardness`: a table, CSV or JSON Lines, and a plot.

use std::fmt::Display;

use anyhow::anyhow;
use itertools::Itertools;
use sudoku_cnf::cli::Failure;
use sudoku_sat::family::Family;

use super::super::plot::{self, Curve, Lines};
use super::super::print_data;
use super::super::serialized::Serialized;
use super::summary::Summary;

/// Prints summaries as records, or as a table if `Serialized::new` does not support the format.
pub(super) struct Printer(Option<Serialized>);

impl Printer {
    pub(super) fn new(format: &str) -> Result<Self, Failure> {
        let records = Serialized::new(format);
        if records.is_none() {
            let titles = ["confl. Q1", "median", "Q3", "sec. Q1", "median", "Q3"].map(str::to_owned);
            print_line("size", "holes", "solver", "solved", &titles)?;
        }
        Ok(Self(records))
    }

    pub(super) fn print(&mut self, summary: &Summary) -> Result<(), Failure> {
        if let Some(records) = &mut self.0 {
            return records.print(summary);
        }
        let Summary { size, holes, solver, solved, instances, .. } = summary;
        let cells = |numbers: [Option<f64>; 3], decimals: usize| {
            numbers.map(|number| number.map_or("-".to_owned(), |number| format!("{number:.decimals$}")))
        };
        let cells = [cells(summary.conflicts(), 0), cells(summary.seconds(), 4)].concat();
        print_line(size, format!("{holes:.3}"), solver, format!("{solved}/{instances}"), &cells)
    }
}

/// Prints a line of the table.
fn print_line(
    size: impl Display,
    holes: impl Display,
    solver: impl Display,
    count: impl Display,
    quartiles: &[String],
) -> Result<(), Failure> {
    let quartiles = quartiles.iter().map(|cell| format!("{cell:>10}")).join(" ");
    print_data(&format!("{size:>5} {holes:>6}  {solver:<15} {count:>7} {quartiles}"))
}

/// Draws a curve for each size and solver.
pub(super) fn draw(family: Family, summaries: &[Summary]) -> Result<String, Failure> {
    if summaries.iter().all(|summary| summary.solved == 0) {
        return Err(Failure::Other(anyhow!("there is nothing to plot, because no instance was solved")));
    }
    let has_conflicts = summaries.iter().all(|summary| summary.has_conflicts);
    let quartiles = |summary: &Summary| {
        // Zero has no logarithm.
        let conflicts = || summary.conflicts().map(|quartile| quartile.map(|conflicts| conflicts.max(1.0)));
        if has_conflicts { conflicts() } else { summary.seconds() }
    };
    let curves = summaries.iter().into_group_map_by(|summary| (summary.size, summary.solver.clone()));
    let curves = curves.into_iter().sorted_by(|(first, _), (second, _)| first.cmp(second));
    let curve = |((size, solver), summaries): (_, Vec<&Summary>)| Curve {
        title: format!("{size}x{size}, {solver}"),
        points: summaries
            .iter()
            .filter_map(|summary| quartiles(summary)[1].map(|median| (summary.holes, median)))
            .collect(),
        ranges: summaries
            .iter()
            .filter_map(|summary| {
                let [low, _, high] = quartiles(summary);
                Some((summary.holes, low?, high?))
            })
            .collect(),
    };
    plot::lines(&Lines {
        caption: &format!("Hardness of the family {family}: medians and quartiles"),
        x: "holes / cells",
        is_count: false,
        y: if has_conflicts { "conflicts" } else { "seconds" },
        curves: curves.map(curve).collect(),
    })
}
