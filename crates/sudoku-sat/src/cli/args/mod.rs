//! The command line: the program, and the options of each command in a module of its own.

mod candidates;
mod certify;
mod compare;
mod count;
mod cubes;
mod dimacs;
mod explain;
mod family;
mod generate;
mod hardness;
mod minimize;
mod proof;
mod puzzles;
mod rate;
mod solve;
mod solver;
mod trace;

use std::path::Path;

use clap::builder::PossibleValue;
use clap::{Parser, Subcommand};
use sudoku_cnf::cli::args::MessageArgs;
use sudoku_cnf::cli::output_file::reject_unknown_extension;
use sudoku_cnf::cli::{Extra, Failure};
use sudoku_cnf::text::Format;
use sudoku_sat::Solver;

use super::help;
pub(crate) use candidates::CandidatesArgs;
pub(crate) use certify::{CertifyArgs, VerifyArgs};
pub(crate) use compare::CompareArgs;
pub(crate) use count::CountArgs;
pub(crate) use cubes::{CubeArgs, CubesArgs};
pub(crate) use dimacs::DimacsArgs;
pub(crate) use explain::{ExplainArgs, ExplainFormat, Hint};
pub(crate) use family::FamilyArgs;
pub(crate) use generate::{GenerateArgs, GivenCount, WantedDifficulty};
pub(crate) use hardness::HardnessArgs;
pub(crate) use minimize::MinimizeArgs;
pub(crate) use proof::{ProofArgs, ProofFormat};
pub(crate) use puzzles::{BatchArgs, OutputArgs, PuzzleArgs, RecordArgs};
pub(crate) use rate::RateArgs;
pub(crate) use solve::SolveArgs;
pub(crate) use solver::{Method, SolverArgs, TimeArgs};
pub(crate) use trace::TraceArgs;

/// Solve, count, analyze, rate and generate Sudoku puzzles of any size
///
/// Puzzles are solved by an embedded or external SAT solver, or by a built-in search engine. An independent rule
/// checker verifies every grid before it is printed.
#[derive(Debug, Parser)]
#[command(version, after_long_help = help::PROGRAM, subcommand_required = true, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,

    #[command(flatten)]
    pub(crate) messages: MessageArgs,

    /// Print details, for example the selected solver and encoding
    #[arg(short, long, global = true, display_order = 100)]
    pub(crate) verbose: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Solve(Box<SolveArgs>),
    Count(CountArgs),
    Candidates(CandidatesArgs),
    Minimize(MinimizeArgs),
    Rate(RateArgs),
    Explain(ExplainArgs),
    Generate(GenerateArgs),
    Family(FamilyArgs),
    Hardness(HardnessArgs),
    Compare(CompareArgs),
    Trace(TraceArgs),
    Cubes(CubesArgs),
    Dimacs(DimacsArgs),
    Certify(CertifyArgs),
    Verify(VerifyArgs),
    #[command(flatten)]
    Extra(Extra),
}

/// The extensions of the formats of puzzles.
const ALL: &[&str] = &["txt", "json", "csv", "sdk", "sdm"];

impl Command {
    /// Returns the solver options of a command that has them.
    fn solver(&self) -> Option<&SolverArgs> {
        match self {
            Self::Solve(args) => Some(&args.solver),
            Self::Count(args) => Some(&args.solver),
            Self::Candidates(args) => Some(&args.solver),
            Self::Minimize(args) => Some(&args.solver),
            Self::Compare(args) => Some(&args.solver),
            _ => None,
        }
    }

    /// Returns the solver of a command that always uses the same one, or whose solver does not depend on the puzzle.
    pub(crate) fn fixed_solver(&self) -> Option<Solver> {
        match self {
            Self::Dimacs(args) => Some(args.solver.clone()),
            Self::Rate(_) => Some(Solver::Varisat),
            Self::Explain(_) | Self::Trace(_) | Self::Cubes(_) | Self::Certify(_) => Some(Solver::Native),
            _ => None,
        }
    }

    /// Returns the file that receives the data for standard output.
    pub(crate) fn output(&self) -> Option<&Path> {
        let output = match self {
            Self::Solve(args) => &args.records.output,
            Self::Count(args) => &args.records.output,
            Self::Rate(args) => &args.records.output,
            Self::Candidates(args) => &args.records.output,
            Self::Minimize(args) => &args.records.output,
            Self::Explain(args) => &args.output,
            Self::Generate(args) => &args.output,
            Self::Compare(args) => &args.output,
            Self::Hardness(args) => &args.output,
            _ => return None,
        };
        output.output.as_deref()
    }

    /// Sets the output format that the extension of the output file indicates, unless `--format` is set.
    ///
    /// # Errors
    /// Returns an error if the extension does not select a format of the command.
    pub(crate) fn set_format_from_output(&mut self) -> Result<(), Failure> {
        let Some(path) = self.output().map(Path::to_owned) else {
            return if let Self::Explain(args) = self { args.set_format(None).map(drop) } else { Ok(()) };
        };
        let format = Format::from_path(&path);
        let record_format = format.filter(|format| matches!(format, Format::Json | Format::Csv));
        let is_svg = path.extension().is_some_and(|name| name == "svg");
        let records: &[_] = &["txt", "json", "csv"];
        let (is_set, extensions) = match self {
            // A filter passes the lines of the input on, whatever the extension is.
            Self::Solve(args) if !args.only.is_empty() => return Ok(()),
            Self::Rate(args) if !args.only.is_empty() => return Ok(()),
            Self::Rate(RateArgs { plot: Some(_), .. })
            | Self::Hardness(HardnessArgs { plot: true, .. })
            | Self::Compare(CompareArgs { plot: Some(_), .. }) => (is_svg, &["svg"][..]),
            Self::Solve(args) => (args.records.set_format(record_format), records),
            Self::Count(CountArgs { records: args, .. }) | Self::Rate(RateArgs { records: args, .. }) => {
                (args.set_format(record_format), records)
            }
            Self::Generate(args) => {
                args.format = args.format.or(format);
                (args.format.is_some() || args.with_solutions, ALL)
            }
            Self::Hardness(HardnessArgs { format, .. }) | Self::Compare(CompareArgs { format, .. }) => {
                *format = format.take().or(record_format.map(|format| format.name().to_owned()));
                (format.is_some(), records)
            }
            Self::Candidates(args) => {
                let is_accepted =
                    |format: &Format| matches!(format, Format::Sdx | Format::Json | Format::Csv);
                (args.records.set_format(format.filter(is_accepted)), &["txt", "json", "csv", "sdx"][..])
            }
            Self::Explain(args) => (args.set_format(Some(&path))?, &["txt", "json"][..]),
            Self::Minimize(args) if args.all => (args.records.set_format(record_format), records),
            Self::Minimize(args) => (args.records.set_format(format), ALL),
            _ => return Ok(()),
        };
        if is_set { Ok(()) } else { reject_unknown_extension(&path, extensions) }
    }

    /// Rejects conflicting options that clap does not detect.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        if let Self::Minimize(args) = self
            && args.all
            && let Some(format) = args.records.format
            && !matches!(format, Format::Line | Format::Json | Format::Csv)
        {
            return Err(Failure::Usage(format!("--all cannot be combined with --format {format}")));
        }
        self.solver().map_or(Ok(()), |solver| solver.check(matches!(self, Self::Compare(_))))
    }
}

/// Returns a value of an option with its description.
fn described(name: &'static str, help: &'static str) -> PossibleValue {
    PossibleValue::new(name).help(help)
}
