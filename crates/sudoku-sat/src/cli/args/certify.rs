//! The options of `sudoku-sat certify` and `sudoku-sat verify`.

use std::path::PathBuf;

use clap::Args;
use sudoku_cnf::cli::args::jobs;

use super::TimeArgs;
use super::puzzles::{BatchArgs, PuzzleArgs};
use crate::cli::help;

/// Prove that puzzles have exactly one solution, or none
///
/// For each puzzle, writes a bundle of files: the puzzle, its CNF, the solution, and a proof that there is no other
/// solution, in the formats DRAT and LRAT. If there is no solution, the bundle contains a proof of that; if there are
/// several, two of them. The file README.txt of a bundle explains how to check it with other programs.
///
/// The bundle of a single puzzle is the directory OUTPUT. For several puzzles, or with --jobs or --shard, OUTPUT
/// contains one directory per puzzle, named after the number of the puzzle. If the name of OUTPUT ends with .tar,
/// .tar.gz, .tar.xz, .tar.bz2 or .tar.zst, all bundles are written to an archive.
///
/// If the command is interrupted while it writes several bundles, run it again to continue. It verifies the bundles
/// that it has written before, and writes damaged ones again.
#[derive(Debug, Args)]
#[command(after_long_help = help::CERTIFY)]
pub(crate) struct CertifyArgs {
    /// Puzzle files; '-' means standard input [default: -]
    #[arg(value_name = "FILE")]
    pub(crate) puzzles: Vec<PathBuf>,

    /// Directory or archive to write
    #[arg(short, long, value_name = "OUTPUT")]
    pub(crate) output: PathBuf,

    #[command(flatten)]
    pub(crate) time: TimeArgs,

    #[command(flatten)]
    pub(crate) batch: BatchArgs,

    #[command(flatten)]
    pub(crate) puzzle: PuzzleArgs,
}

/// Verify the bundles that 'certify' wrote, or the cubes of a puzzle
///
/// Verifies each bundle without trusting any of its files: generates the CNF from the puzzle again and compares it,
/// checks the solution by the rules of Sudoku, and checks the proofs with an independent checker.
///
/// For each bundle, prints its name and 'unique', 'unsatisfiable' or 'several', or 'invalid' or 'unknown' and the
/// reason.
///
/// If PATH is a folder that 'cubes' wrote, composes the proofs of all cubes into a proof that the puzzle has no
/// solution, and checks it, or checks and prints a solution. Names the cubes without an answer, and invalid answers.
#[derive(Debug, Args)]
#[command(after_long_help = help::VERIFY,
    mut_arg("timeout", |argument| argument.help("Stop verifying a bundle after SECONDS seconds [default: no limit]")),
    mut_arg("memory_limit", |argument| argument
        .help("Do not verify a bundle that needs more memory than SIZE [default: 90% of the available memory]")
        .long_help("Do not verify a bundle that needs more memory than SIZE, for example 2G [default: 90% of the \
        available memory]\n\nSIZE is a number of bytes, or a number followed by K, M, G or T.")))]
pub(crate) struct VerifyArgs {
    /// Bundles, directories of bundles, or archives; '-' means an archive on standard input
    #[arg(value_name = "PATH", required = true)]
    pub(crate) paths: Vec<PathBuf>,

    /// Write the LRAT proof that is composed from cubes to FILE
    #[arg(long, value_name = "FILE")]
    pub(crate) write_proof: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) time: TimeArgs,

    /// Number of worker threads [default: number of cores]
    #[arg(short, long, value_name = "N", value_parser = jobs())]
    pub(crate) jobs: Option<u16>,

    /// Print only invalid and unknown bundles, and no summary
    #[arg(short, long)]
    pub(crate) quiet: bool,
}
