//! The options of `sudoku-sat hardness`.

use clap::Args;
use clap::builder::TypedValueParser;
use sudoku_cnf::cli::args::{EncodingArgs, jobs, one_of, whole_number};
use sudoku_sat::Solver;
use sudoku_sat::family::Family;

use super::puzzles::OutputArgs;
use super::solver::any_solver;
use super::{TimeArgs, described};
use crate::cli::help;

/// Measure how hard random boards are, depending on the ratio of holes
///
/// A hole is a cell without a given. With few holes, propagation solves a board; with many holes, there are many
/// solutions. In between, the effort of every solver has a peak. For each size, ratio and solver, prints the quartiles
/// of the conflicts and the seconds of random instances. An instance that is not solved within --timeout counts as
/// longer than all others. '-' stands for a quartile that is too long, or for conflicts that the solver does not
/// report.
#[derive(Debug, Args)]
#[command(after_long_help = help::HARDNESS,
    mut_arg("timeout", |argument| argument.help("Stop a solver after SECONDS seconds [default: 10]")))]
pub(crate) struct HardnessArgs {
    /// Family of instances
    #[arg(value_name = "NAME", default_value = Family::BalancedHoles.name(), value_parser = family())]
    pub(crate) family: Family,

    /// Sizes of the boards, separated by commas
    ///
    /// The boxes are as square as possible. Boards of a prime size have no boxes besides the rows.
    #[arg(long, value_name = "N,...", value_delimiter = ',', default_value = "16,25",
        value_parser = whole_number(4_usize..=36))]
    pub(crate) sizes: Vec<usize>,

    /// Ratios of holes to cells
    ///
    /// One ratio, or the first ratio, the last ratio and the step, which is 0.05 unless it is specified.
    #[arg(long, value_name = "FROM..TO:STEP", default_value = "0.3..0.8:0.05")]
    pub(crate) holes: Ratios,

    /// Number of instances for each size and ratio
    #[arg(short = 'n', long, value_name = "N", default_value_t = 9, value_parser = whole_number(1_u64..))]
    pub(crate) count: u64,

    /// Seed for the random number generator
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,

    /// SAT solvers to compare, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_value = "native", value_parser = any_solver())]
    pub(crate) solvers: Vec<Solver>,

    #[command(flatten)]
    pub(crate) encoding: EncodingArgs,

    #[command(flatten)]
    pub(crate) time: TimeArgs,

    /// Output format [default: table]
    #[arg(short, long, value_name = "FORMAT", value_parser = [
        described("table", "a table"),
        described("csv", "CSV with a header"),
        described("json", "JSON Lines"),
    ])]
    pub(crate) format: Option<String>,

    #[command(flatten)]
    pub(crate) output: OutputArgs,

    /// Draw the conflicts, or the seconds, to the SVG file of --output
    ///
    /// The curves are medians, and the bars extend from the first to the third quartile. Conflicts are drawn if all
    /// solvers report them. The table or the records are printed to standard output.
    #[arg(long, requires = "output")]
    pub(crate) plot: bool,

    /// Number of worker threads
    ///
    /// Several threads make the times less reliable.
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = jobs())]
    pub(crate) jobs: u16,

    /// Do not print progress; errors are still printed
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

fn family() -> impl TypedValueParser<Value = Family> {
    let families = [Family::Holes, Family::BalancedHoles, Family::Critical];
    one_of(families.map(Family::name))
}

/// Ratios of holes to cells, in increasing order.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ratios(pub(crate) Vec<f64>);

impl std::str::FromStr for Ratios {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        /// The maximum number of ratios.
        const MAX: u32 = 1000;
        let parsed = || -> Option<Self> {
            let (from, rest) = text.split_once("..").unwrap_or((text, text));
            let (to, step) = rest.split_once(':').unwrap_or((rest, "0.05"));
            let [from, to, step]: [f64; 3] = [from.parse().ok()?, to.parse().ok()?, step.parse().ok()?];
            let is_range = 0.0 <= from && from <= to && to <= 1.0 && step > 0.0;
            let last = ((to - from) / step + 1e-9).floor();
            let ratios = (0..MAX).map(f64::from).take_while(|&number| number <= last);
            // The ratios are printed, so 0.4 and two steps of 0.1 should be 0.6 and not 0.6000000000000001.
            let rounded = |ratio: f64| (ratio * 1e9).round() / 1e9;
            (is_range && last < f64::from(MAX))
                .then(|| Self(ratios.map(|number| rounded(from + number * step)).collect()))
        };
        parsed().ok_or_else(|| "expected ratios from 0 to 1, for example 0.3..0.8:0.05".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_have_a_step() {
        let ratios = |text: &str| text.parse::<Ratios>().map(|ratios| ratios.0.len());
        assert_eq!(ratios("0.3..0.8:0.05"), Ok(11));
        assert_eq!(ratios("0.3..0.8:0.3"), Ok(2));
        assert_eq!("0.4..0.6:0.1".parse(), Ok(Ratios(vec![0.4, 0.5, 0.6])));
        assert_eq!(ratios("0.4..0.5"), Ok(3));
        assert_eq!(ratios("0.45"), Ok(1));
        for text in ["", "0.5..0.4", "0.5..1.1", "-0.1..0.5", "0..1:0", "0..1:0.0001", "0..1:x", "nan..1"] {
            assert!(ratios(text).is_err(), "{text}");
        }
    }
}
