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

use std::ffi::OsStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Parser, Subcommand};
use sudoku_cnf::cli::args::MessageArgs;
use sudoku_cnf::cli::{Extra, Failure};
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
pub(crate) use generate::{GenerateArgs, WantedDifficulty};
pub(crate) use hardness::HardnessArgs;
pub(crate) use minimize::MinimizeArgs;
pub(crate) use proof::{ProofArgs, ProofFormat};
use puzzles::PUZZLES;
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

/// The extensions of the formats of records.
const RECORDS: &[&str] = &["txt", "json", "csv"];

impl Command {
    /// Returns the solver of a command that always uses the same one, or whose solver does not depend on the puzzle.
    pub(crate) fn fixed_solver(&self) -> Option<Solver> {
        match self {
            Self::Dimacs(args) => Some(args.solver.clone()),
            Self::Rate(_) => Some(Solver::Varisat),
            Self::Explain(_) | Self::Trace(_) | Self::Cubes(_) | Self::Certify(_) => Some(Solver::Native),
            _ => None,
        }
    }

    /// Sets the output format that the extension of the output file indicates, unless `--format` is set.
    ///
    /// # Errors
    /// Returns an error if the extension does not select a format of the command.
    pub(crate) fn set_format_from_output(&mut self) -> Result<(), Failure> {
        match self {
            // A filter passes the lines of the input on, whatever the extension is.
            Self::Solve(args) if !args.only.is_empty() => Ok(()),
            Self::Rate(args) if !args.only.is_empty() => Ok(()),
            Self::Rate(RateArgs { plot: Some(_), records: RecordArgs { output, .. }, .. })
            | Self::Hardness(HardnessArgs { plot: true, output, .. })
            | Self::Compare(CompareArgs { plot: Some(_), output, .. }) => output.check_svg(),
            Self::Solve(args) => args.records.set_format(RECORDS),
            Self::Count(CountArgs { records, .. }) | Self::Rate(RateArgs { records, .. }) => {
                records.set_format(RECORDS)
            }
            Self::Candidates(args) => args.records.set_format(&["txt", "json", "csv", "sdx"]),
            Self::Minimize(args) => args.records.set_format(if args.all { RECORDS } else { PUZZLES }),
            Self::Generate(args) => args.output.set_format(&mut args.format, PUZZLES, args.with_solutions),
            Self::Hardness(HardnessArgs { format, output, .. })
            | Self::Compare(CompareArgs { format, output, .. }) => {
                let mut by_extension = None;
                output.set_format(&mut by_extension, RECORDS, format.is_some())?;
                *format = format.take().or(by_extension.map(|format| format.name().to_owned()));
                Ok(())
            }
            Self::Explain(args) => args.set_format(),
            _ => Ok(()),
        }
    }
}

/// A parser whose help and shell completions list `names`, although `parser` may accept further ones.
#[derive(Clone)]
struct Listed<P> {
    parser: P,
    names: Vec<String>,
}

impl<P: TypedValueParser> TypedValueParser for Listed<P> {
    type Value = P::Value;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<P::Value, clap::Error> {
        self.parser.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.names.iter().map(PossibleValue::new)))
    }
}

/// Returns a value of an option with its description.
fn described(name: &'static str, help: &'static str) -> PossibleValue {
    PossibleValue::new(name).help(help)
}
