//! `sudoku-sat hardness`: the effort of solvers for random boards, depending on the ratio of holes.

mod output;
mod summary;

use std::sync::Arc;
use std::time::Duration;

use anyhow::anyhow;
use itertools::Itertools;
use sudoku_cnf::cli::run::{Answer, Run, numbers};
use sudoku_cnf::cli::{Failure, Style};
use sudoku_cnf::{BoxShape, Geometry};
use sudoku_sat::family::{FamilyError, FamilyOptions};
use sudoku_sat::{SolveError, Solver, StopReason};

use super::args::HardnessArgs;
use super::family::family_failure;
use super::{PROGRAM, plot, solve_failure};
use output::{Printer, draw};
use summary::{Summary, quartiles};

/// The default time limit for a solver.
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(10);

pub(crate) fn hardness(args: &HardnessArgs) -> Result<u8, Failure> {
    let boards: Vec<Arc<Geometry>> = args.sizes.iter().map(|&size| board(size)).try_collect()?;
    let points: Vec<_> = boards.into_iter().cartesian_product(args.holes.0.iter().copied()).collect();
    let path = args.output.output.as_deref();
    sudoku_cnf::cli::output::open(path.filter(|_| !args.plot), [])?;
    if let Some(path) = path.filter(|_| args.plot) {
        plot::check_path(path, [])?;
    }
    let run = Run { jobs: args.jobs.into(), what: "ratio", ..Run::new(PROGRAM, Style::Plain, args.quiet) };
    let worker = || {
        #[expect(clippy::cast_possible_truncation, reason = "there are as many numbers as points")]
        |&number: &u64| {
            let (geometry, holes) = &points[number as usize - 1];
            measure(args, geometry, *holes).map(|summaries| Answer::new(summaries, None))
        }
    };
    let mut printer = Printer::new(args.format.as_deref().unwrap_or("table"))?;
    let mut summaries = Vec::new();
    let totals = run.each(numbers(points.len() as u64)?, worker, |_, answer| {
        let Ok(answer) = answer else { return Ok(()) };
        answer.iter().try_for_each(|summary| printer.print(summary))?;
        summaries.extend(answer);
        Ok(())
    })?;
    if let Some(path) = path.filter(|_| args.plot && !totals.is_interrupted) {
        plot::write(path, &draw(args.family, &summaries)?)?;
    }
    Ok(totals.exit_code())
}

/// Returns the board of a size.
fn board(size: usize) -> Result<Arc<Geometry>, Failure> {
    let shape = BoxShape::most_square_or_row(size)
        .ok_or_else(|| Failure::Usage(format!("there is no board of size {size}")))?;
    Ok(Geometry::new(shape).into())
}

/// Solves the instances of one size and ratio with all solvers.
fn measure(args: &HardnessArgs, geometry: &Arc<Geometry>, holes: f64) -> Result<Vec<Summary>, Failure> {
    let options = FamilyOptions::new(args.family).geometry(geometry.clone()).seed(args.seed).holes(holes);
    let mut family = options.build().map_err(|error| family_failure(error.into()))?;
    let limits = args.time.limits().within(None).checked_during_search();
    let mut instances = Vec::new();
    for number in 1..=args.count {
        match family.instance(number, &limits) {
            Ok(instance) => instances.push(instance),
            // With many holes, changed givens may always leave a solution.
            Err(FamilyError::NoChange) => {}
            Err(error) => return Err(family_failure(error)),
        }
    }
    let cnf = args.encoding.options();
    let timeout = args.time.timeout().unwrap_or(DEFAULT_TIMEOUT);
    let summary = |solver: &Solver| -> Result<Summary, Failure> {
        let options = args.time.options().timeout(timeout).solver(solver.clone().with_statistics());
        let options = options.encoding(cnf.encoding).at_most_one(cnf.at_most_one);
        let (mut conflicts, mut seconds) = (Vec::new(), Vec::new());
        for instance in &instances {
            let effort = match instance.effort(&options) {
                Err(SolveError::Unknown(StopReason::MemoryLimit)) => None,
                effort => Some(effort.map_err(solve_failure)?),
            };
            if effort.is_some_and(|effort| effort.is_wrong) {
                let name = solver.name();
                return Err(Failure::Other(anyhow!("{name} found no solution, although there is one")));
            }
            // An instance that was not solved within the limits counts as longer than all others.
            let Some(effort) = effort.filter(|effort| effort.is_solved) else {
                conflicts.push(f64::INFINITY);
                seconds.push(f64::INFINITY);
                continue;
            };
            conflicts.extend(effort.statistics.map(|statistics| statistics.conflicts as f64));
            seconds.push(effort.seconds);
        }
        let solved = seconds.iter().filter(|seconds| seconds.is_finite()).count();
        let has_conflicts = conflicts.len() == instances.len();
        let [conflicts_q1, conflicts_median, conflicts_q3] =
            quartiles(conflicts).map(|quartile| quartile.filter(|_| has_conflicts));
        let [seconds_q1, seconds_median, seconds_q3] = quartiles(seconds);
        Ok(Summary {
            family: args.family.name(),
            size: geometry.size(),
            holes,
            solver: solver.name().to_owned(),
            encoding: cnf.encoding.name(),
            at_most_one: cnf.scheme().name(),
            instances: instances.len(),
            solved,
            has_conflicts,
            conflicts_q1,
            conflicts_median,
            conflicts_q3,
            seconds_q1,
            seconds_median,
            seconds_q3,
        })
    };
    args.solvers.iter().map(summary).collect()
}
