//! Measures how the solving time depends on the ratio of holes (cells without a given) to all cells, and prints a table
//! of the results. If `plot=FILE` is specified, the program also draws a plot.
//!
//! ```text
//! cargo run --release --manifest-path crates/sudoku-sat/benchmarks/Cargo.toml -- sizes=16,25 boards=9 plot=peak.svg
//! ```
//!
//! The other settings are `ratios=FROM..TO:STEP`, `encodings=`, `solvers=`, `timeout=` (in seconds) and `seed=`. The
//! default values are defined in `Settings::parse`. Each row of the table summarizes a set of random puzzles. The
//! setting `boards` is the number of puzzles in each set. A row shows the median time, the maximum time, and the number
//! of puzzles that were not solved before the timeout.
//!
//! Reference: C. Ansótegui, R. Béjar, C. Fernàndez, C. Gomes, C. Mateu: Generating highly balanced Sudoku
//! problems as hard problems, Journal of Heuristics 17, 2011.

use std::collections::BTreeMap;
use std::error::Error;
use std::time::{Duration, Instant};

use itertools::Itertools;
use plotters::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use sudoku_benchmarks::with_holes;
use sudoku_cnf::{Encoding, Puzzle};
use sudoku_sat::{SolveError, SolveOptions, Solver};

type Failure = Box<dyn Error>;

/// The parameters of the measurement.
struct Settings {
    sizes: Vec<usize>,
    ratios: Vec<f64>,
    encodings: Vec<Encoding>,
    solvers: Vec<Solver>,
    boards: usize,
    timeout: Duration,
    seed: u64,
    plot: Option<String>,
}

impl Settings {
    fn parse(words: impl Iterator<Item = String>) -> Result<Self, Failure> {
        let mut settings = Self {
            sizes: vec![16, 25, 36, 49],
            ratios: steps(0.3, 0.8, 0.05),
            encodings: vec![Encoding::Complete, Encoding::Triad],
            solvers: vec![Solver::Varisat],
            boards: 5,
            timeout: Duration::from_secs(2),
            seed: 1,
            plot: None,
        };
        for word in words {
            let (name, value) = word.split_once('=').ok_or("settings are NAME=VALUE")?;
            match name {
                "sizes" => settings.sizes = value.split(',').map(str::parse).try_collect()?,
                "ratios" => {
                    settings.ratios = ratios(value).ok_or("ratios=FROM..TO:STEP, such as 0.3..0.8:0.05")?;
                }
                "encodings" => settings.encodings = value.split(',').map(str::parse).try_collect()?,
                "solvers" => {
                    let solvers = value.split(',').map(Solver::named).collect::<Option<_>>();
                    settings.solvers = solvers.ok_or("unknown solver")?;
                }
                "boards" => settings.boards = value.parse::<usize>()?.max(1),
                "timeout" => settings.timeout = Duration::try_from_secs_f64(value.parse()?)?,
                "seed" => settings.seed = value.parse()?,
                "plot" => settings.plot = Some(value.to_owned()),
                _ => return Err(format!("unknown setting '{name}'").into()),
            }
        }
        Ok(settings)
    }
}

fn ratios(text: &str) -> Option<Vec<f64>> {
    let (range, step) = text.split_once(':')?;
    let (from, to) = range.split_once("..")?;
    let (from, to, step) = (from.parse().ok()?, to.parse().ok()?, step.parse().ok()?);
    (step > 0.0).then(|| steps(from, to, step))
}

fn steps(from: f64, to: f64, step: f64) -> Vec<f64> {
    let count = ((to - from) / step).round().clamp(0.0, 1000.0);
    (0..=1000).map(f64::from).take_while(|&i| i <= count).map(|i| from + i * step).collect()
}

fn main() -> Result<(), Failure> {
    let settings = Settings::parse(std::env::args().skip(1))?;
    println!(
        "{:>4} {:>6} {:<9} {:<10} {:>10} {:>10} {:>8}",
        "n", "holes", "encoding", "solver", "median s", "max s", "given up"
    );
    // Maps the title of each curve to its points. A point consists of the ratio of holes to cells and the median time
    // in seconds.
    let mut curves = BTreeMap::<String, Vec<(f64, f64)>>::new();
    for &n in &settings.sizes {
        for &ratio in &settings.ratios {
            let mut random = ChaCha8Rng::seed_from_u64(settings.seed);
            let puzzle = |_| with_holes(n, ratio, &mut random);
            let puzzles: Option<Vec<_>> = (0..settings.boards).map(puzzle).collect();
            let puzzles = puzzles.ok_or_else(|| format!("no rectangular box shape fits board size {n}"))?;
            for (&encoding, solver) in settings.encodings.iter().cartesian_product(&settings.solvers) {
                let times: Vec<_> = puzzles
                    .iter()
                    .map(|puzzle| time(puzzle, encoding, solver, settings.timeout))
                    .try_collect()?;
                let given_up = times.iter().filter(|time| time.is_none()).count();
                let seconds = times.iter().map(|time| time.unwrap_or(settings.timeout.as_secs_f64()));
                let seconds = seconds.sorted_by(f64::total_cmp).collect_vec();
                let (median, longest) = (seconds[seconds.len() / 2], seconds[seconds.len() - 1]);
                println!(
                    "{n:>4} {ratio:>6.3} {encoding:<9} {:<10} {median:>10.4} {longest:>10.4} {given_up:>8}",
                    solver.name()
                );
                let title = format!("{n}x{n} {encoding} {}", solver.name());
                curves.entry(title).or_default().push((ratio, median));
            }
        }
    }
    settings.plot.map_or(Ok(()), |path| plot(&path, &curves))
}

/// Returns the time in seconds needed to solve `puzzle` and check the solution, or `None` if the timeout was reached.
fn time(
    puzzle: &Puzzle,
    encoding: Encoding,
    solver: &Solver,
    timeout: Duration,
) -> Result<Option<f64>, Failure> {
    let start = Instant::now();
    let options = SolveOptions::new().solver(solver.clone()).encoding(encoding).timeout(timeout);
    match options.solve(puzzle) {
        Ok(Some(_)) => Ok(Some(start.elapsed().as_secs_f64())),
        Ok(None) => Err("a puzzle created from a solution must be solvable".into()),
        Err(SolveError::Unknown(_)) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Plots the median times, on a logarithmic scale, against the ratio of holes to cells.
fn plot(path: &str, curves: &BTreeMap<String, Vec<(f64, f64)>>) -> Result<(), Failure> {
    let points = || curves.values().flatten();
    let (Some((left, right)), Some((low, high))) = (
        points().map(|point| point.0).minmax_by(f64::total_cmp).into_option(),
        points().map(|point| point.1).minmax_by(f64::total_cmp).into_option(),
    ) else {
        return Err("no puzzle was solved, so there is nothing to plot".into());
    };
    let area = SVGBackend::new(path, (900, 600)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption("Time to solve by the ratio of holes", ("sans-serif", 20))
        .margin(15)
        .x_label_area_size(45)
        .y_label_area_size(70)
        .build_cartesian_2d(left..right, (low / 1.5..high * 1.5).log_scale())?;
    let seconds = |seconds: &f64| format!("{seconds:.4}");
    chart
        .configure_mesh()
        .x_desc("holes / cells")
        .y_desc("median seconds")
        .y_label_formatter(&seconds)
        .draw()?;
    for (i, (title, points)) in curves.iter().enumerate() {
        let color = HSLColor(i as f64 / curves.len() as f64, 0.9, 0.4).to_rgba();
        let line = LineSeries::new(points.iter().copied(), color.stroke_width(2)).point_size(3);
        let legend = move |(x, y)| PathElement::new([(x, y), (x + 20, y)], color.stroke_width(2));
        chart.draw_series(line)?.label(title).legend(legend);
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK)
        .draw()?;
    area.present()?;
    Ok(())
}
