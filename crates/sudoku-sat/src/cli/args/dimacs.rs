//! The options of `sudoku-sat dimacs`.

use std::path::PathBuf;

use clap::Args;
use sudoku_sat::Solver;

use super::TimeArgs;
use super::solver::embedded_solver;
use crate::cli::help;

/// Solve any DIMACS CNF file with an embedded SAT solver
///
/// Prints the answer as the SAT competitions define it: an 's' line and, if the formula is satisfiable, 'v' lines with
/// the value of every variable. Every model is checked against all clauses before it is printed. 'sudoku-cli decode'
/// turns the answer for the CNF of a puzzle back into a grid.
#[derive(Debug, Args)]
#[command(after_long_help = help::DIMACS,
    mut_arg("timeout", |argument| argument.help("Stop after SECONDS seconds [default: no limit]")),
    mut_arg("memory_limit", |argument| argument.help("Stop if the program uses more than SIZE, for example 2G [default: \
        90% of the available memory]").long_help("Stop if the program uses more than SIZE, for example 2G [default: 90% \
        of the available memory]\n\nSIZE is a number of bytes, or a number followed by K, M, G or T. The memory is \
        checked only on Linux, and at intervals, so the program may exceed the limit for a short time.")))]
pub(crate) struct DimacsArgs {
    /// CNF file; '-' means standard input [default: -]
    #[arg(value_name = "CNF")]
    pub(crate) cnf: Option<PathBuf>,

    /// Write the answer to OUT as MiniSat does: SAT and the model, UNSAT, or INDET
    ///
    /// Standard output then contains only the 's' line. OUT is created or replaced once the answer is complete.
    #[arg(value_name = "OUT")]
    pub(crate) out: Option<PathBuf>,

    /// SAT solver
    #[arg(long, value_name = "NAME", default_value = "varisat", value_parser = embedded_solver())]
    pub(crate) solver: Solver,

    /// Write a proof to FILE if the formula is unsatisfiable, in the DRAT text format
    ///
    /// 'drat-trim CNF FILE' checks it. The solvers varisat and native write proofs.
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub(crate) proof: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) time: TimeArgs,

    /// Do not print notes; warnings and errors are still printed
    #[arg(short, long)]
    pub(crate) quiet: bool,
}
