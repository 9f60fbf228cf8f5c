//! The output of `sudoku-sat hardness`: a table, CSV or JSON Lines, and a plot.

use std::io;

use anyhow::anyhow;
use itertools::Itertools;
use sudoku_cnf::cli::{Failure, output};
use sudoku_sat::family::Family;

use super::super::plot::{self, Curve, Lines};
use super::super::print_data;
use super::summary::Summary;

/// Prints summaries in one of the output formats.
pub(super) enum Printer {
    Table,
    Json,
    Csv(Box<csv::Writer<output::Output>>),
}

impl Printer {
    pub(super) fn new(format: &str) -> Result<Self, Failure> {
        Ok(match format {
            "json" => Self::Json,
            "csv" => Self::Csv(Box::new(csv::Writer::from_writer(output::Output))),
            _ => {
                print_data(&format!(
                    "{:>5} {:>6}  {:<15} {:>7} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10}",
                    "size",
                    "holes",
                    "solver",
                    "solved",
                    "confl. Q1",
                    "median",
                    "Q3",
                    "sec. Q1",
                    "median",
                    "Q3"
                ))?;
                Self::Table
            }
        })
    }

    pub(super) fn print(&mut self, summary: &Summary) -> Result<(), Failure> {
        match self {
            Self::Json => print_data(&serde_json::to_string(summary).map_err(anyhow::Error::from)?),
            Self::Csv(writer) => {
                let written =
                    writer.serialize(summary).map_err(io::Error::from).and_then(|()| writer.flush());
                written.map_err(output::failure)
            }
            Self::Table => {
                let Summary { size, holes, solver, solved, instances, .. } = summary;
                let cells = |numbers: [Option<f64>; 3], decimals: usize| {
                    numbers
                        .map(|number| number.map_or("-".to_owned(), |number| format!("{number:.decimals$}")))
                };
                let cells = [cells(summary.conflicts(), 0), cells(summary.seconds(), 4)].concat();
                let cells = cells.iter().map(|cell| format!("{cell:>10}")).join(" ");
                let solved = format!("{solved}/{instances}");
                print_data(&format!("{size:>5} {holes:>6.3}  {solver:<15} {solved:>7} {cells}"))
            }
        }
    }
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
        y: if has_conflicts { "conflicts" } else { "seconds" },
        curves: curves.map(curve).collect(),
    })
}
