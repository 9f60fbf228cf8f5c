//! The options of `sudoku-sat solve` for proofs.

use std::path::Path;

use clap::builder::{PathBufValueParser, TypedValueParser};
use clap::{Args, ValueEnum};
use sudoku_cnf::cli::output_pattern::OutputPattern;

/// The options that cannot be combined with a proof. Options that require `--proof` conflict with them, too, because
/// clap accepts that a required option is missing if it conflicts with another one.
const WITHOUT_PROOF: [&str; 6] = ["several", "only", "encoding", "at_most_one", "portfolio", "extra_clauses"];

/// Options for proofs.
#[derive(Debug, Args)]
#[command(next_help_heading = "Proofs")]
pub(crate) struct ProofArgs {
    /// Write a proof that there is no solution, or no other one, to FILE
    ///
    /// The proof refers to the complete encoding of the whole board; with --check-unique, also to a last clause that
    /// excludes the solution. Nothing is written if there is nothing to prove. The default solver is 'native'; varisat,
    /// cadical, kissat, glucose and picosat write proofs, too, and a --solver-command that contains {proof}. The proof
    /// is checked before it is written.
    ///
    /// With several puzzles, a placeholder like %d or %03d in FILE stands for the number of the puzzle.
    #[arg(long, value_name = "FILE", value_parser = pattern(), hide_short_help = true,
        conflicts_with_all = WITHOUT_PROOF)]
    pub(crate) proof: Option<OutputPattern>,

    /// Format of the proof [default: from the extension of FILE, otherwise drat]
    #[arg(long, value_name = "FORMAT", requires = "proof", conflicts_with_all = WITHOUT_PROOF, hide_short_help = true)]
    pub(crate) proof_format: Option<ProofFormat>,

    /// Write the CNF that the proof refers to, to the file CNF
    ///
    /// With several puzzles, CNF contains a placeholder, too.
    #[arg(long, value_name = "CNF", value_parser = pattern(), requires = "proof", conflicts_with_all = WITHOUT_PROOF,
        hide_short_help = true)]
    pub(crate) cnf: Option<OutputPattern>,

    /// Accept 'no solution' from the solver only with a valid proof
    ///
    /// Requires a solver that writes proofs.
    #[arg(long, hide_short_help = true, conflicts_with_all = WITHOUT_PROOF)]
    pub(crate) check_proof: bool,
}

impl ProofArgs {
    /// Returns whether the answers of the solver must be proven.
    pub(crate) fn wants_proof(&self) -> bool {
        self.proof.is_some() || self.check_proof
    }

    /// Returns whether each puzzle has its own output files.
    pub(crate) fn has_file_per_puzzle(&self) -> bool {
        self.proof.iter().chain(&self.cnf).all(OutputPattern::is_numbered)
    }
}

/// Parses the name of an output file, which may contain a placeholder for the number of the puzzle.
fn pattern() -> impl TypedValueParser<Value = OutputPattern> {
    PathBufValueParser::new()
        .try_map(|path| OutputPattern::parse(&path).map_err(|error| error.message().unwrap_or_default()))
}

/// The format of a proof file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProofFormat {
    /// clauses without hints, as text
    Drat,
    /// clauses without hints, as bytes
    BinaryDrat,
    /// clauses with hints
    Lrat,
}

impl ProofFormat {
    /// Returns the format that the extension of `path` selects.
    pub(crate) fn from_path(path: &Path) -> Self {
        let extension = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        if extension == "lrat" { Self::Lrat } else { Self::Drat }
    }
}
