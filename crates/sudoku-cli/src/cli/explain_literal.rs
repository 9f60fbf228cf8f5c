//! The `sudoku-cli explain-literal` command, which prints what literals and clauses mean.

use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;
use sudoku_cnf::sections;

use anyhow::anyhow;
use clap::Args;
use sudoku_cnf::clauses::meaning::Meaning;
use sudoku_cnf::clauses::numbering::Numbering;
use sudoku_cnf::cli::args::BoardArgs;
use sudoku_cnf::cli::cnf_file;
use sudoku_cnf::cli::files::Input;
use sudoku_cnf::cli::{Failure, exit_code};
use sudoku_cnf::{BoxShape, Lit};

use super::PROGRAM;

const SECTIONS: &str = sections!("\
Examples:
  sudoku-cli explain-literal 42 -7
  sudoku-cli explain-literal --clause -1 -10
  sudoku-cli explain-literal --box 2x2 64
  sudoku-cnf puzzle.txt | sudoku-cli explain-literal
  sudoku-cnf --amo ladder -o a.cnf puzzle.txt; sudoku-cli explain-literal --cnf a.cnf 731",
    0 "success", 1 "an error");

/// Print what literals and clauses of a CNF mean
///
/// A literal is the number of a variable, negative if it is negated. On a 9x9 board, 42 means that r1c5 is 6. Prints
/// one line per literal. Without literals, reads clauses from standard input, one per line as in DIMACS files, and
/// prints each clause and its meaning. Comments and the header are ignored.
///
/// The variables of a CNF with renumbered variables (sudoku-cnf --compact or --shuffle) and auxiliary variables require
/// --cnf. The clauses of the CNF define the auxiliary variables.
#[derive(Debug, Args)]
#[command(after_long_help = SECTIONS, mut_arg("shape", |argument| argument
    .help("Size of a box, as rows x columns [default: from --cnf, otherwise 3x3]").long_help(None::<&str>)))]
pub(crate) struct ExplainLiteralArgs {
    /// Literals, as in DIMACS files [default: clauses from standard input]
    #[arg(value_name = "LITERAL", allow_negative_numbers = true, value_parser = clap::value_parser!(i32))]
    literals: Vec<i32>,

    /// Treat the literals as one clause
    #[arg(long, requires = "literals")]
    clause: bool,

    /// DIMACS file that contains the literals
    #[arg(long, value_name = "FILE")]
    cnf: Option<PathBuf>,

    #[command(flatten)]
    board: BoardArgs,
}

pub(crate) fn explain_literal(args: &ExplainLiteralArgs) -> Result<u8, Failure> {
    let metadata = cnf_file::metadata(args.cnf.as_ref())?;
    let board = args.board.board()?.or(metadata.board.unwrap_or_default());
    let geometry = board.geometry(BoxShape::STANDARD).map_err(anyhow::Error::from)?;
    let numbering = metadata.numbering.unwrap_or(Numbering::Arithmetic);
    let mut describer = Describer {
        meaning: Meaning::new(&geometry, &numbering),
        variables: numbering.candidate_count(&geometry),
        has_cnf: args.cnf.is_some(),
    };
    if let Some(path) = &args.cnf {
        let Ok(header) = cnf_file::read(&Input::File(path.clone()), &mut describer.meaning)?;
        describer.variables = header.variables;
    }
    let mut out = io::BufWriter::new(io::stdout().lock());
    if args.literals.is_empty() {
        describer.describe_input(&mut out)?;
    } else {
        let checked = args.literals.iter().map(|&number| describer.check(number));
        let literals: Vec<Lit> = checked.collect::<Result<_, _>>().map_err(|error| anyhow!(error))?;
        if args.clause {
            writeln!(out, "{}", describer.clause(&literals)).map_err(Failure::stdout)?;
        } else {
            for literal in literals {
                writeln!(out, "{literal}: {}", describer.literal(literal)).map_err(Failure::stdout)?;
            }
        }
    }
    out.flush().map_err(Failure::stdout)?;
    Ok(exit_code::DONE)
}

/// Describes the literals of a CNF.
struct Describer<'a> {
    meaning: Meaning<'a>,
    /// The number of variables of the CNF, or of candidates if the CNF is unknown.
    variables: usize,
    has_cnf: bool,
}

impl Describer<'_> {
    /// Returns the literal with this number, or an error message if the CNF has no such literal.
    fn check(&self, number: i32) -> Result<Lit, String> {
        let literal = Lit::from_dimacs(number)
            .ok_or_else(|| format!("{number} is not a literal, because variables are numbered from 1"))?;
        let variables = self.variables;
        if literal.var().number() > variables {
            return Err(if self.has_cnf {
                format!("literal {number} is out of range: the largest variable of the CNF is {variables}")
            } else {
                format!(
                    "literal {number} is out of range: the candidates have the variables 1 to {variables}\nhint: \
                     for a board of another size, add --box; for auxiliary variables, pass the CNF with --cnf"
                )
            });
        }
        Ok(literal)
    }

    fn literal(&self, literal: Lit) -> String {
        let text = self.meaning.literal(literal);
        match self.meaning.definition(literal.var()) {
            Some(definition) => format!("{text}; it is {definition}"),
            None => text,
        }
    }

    fn clause(&self, clause: &[Lit]) -> String {
        let literals = clause.iter().map(ToString::to_string).chain(["0".to_owned()]);
        literals.collect::<Vec<_>>().join(" ") + ": " + &self.meaning.clause(clause)
    }

    /// Describes the clauses from standard input. Each line has one or more clauses; the 0 at its end is optional.
    fn describe_input(&self, out: &mut impl Write) -> Result<(), Failure> {
        let input = Input::new(None);
        input.print_waiting(PROGRAM);
        let mut lines = BufReader::new(input.open().map_err(anyhow::Error::from)?);
        let (mut line, mut number) = (Vec::new(), 0);
        loop {
            line.clear();
            if lines.read_until(b'\n', &mut line).map_err(anyhow::Error::from)? == 0 {
                return Ok(());
            }
            number += 1;
            let text = String::from_utf8_lossy(&line);
            if text.starts_with(['c', 'p']) {
                continue;
            }
            let mut clause = Vec::new();
            for word in text.split_ascii_whitespace() {
                let at = |error: String| anyhow!("<stdin>:{number}: {error}");
                let literal: i32 =
                    word.parse().map_err(|_| at(format!("invalid literal '{word}', expected an integer")))?;
                if literal == 0 {
                    writeln!(out, "{}", self.clause(&clause)).map_err(Failure::stdout)?;
                    clause.clear();
                } else {
                    clause.push(self.check(literal).map_err(at)?);
                }
            }
            if !clause.is_empty() {
                writeln!(out, "{}", self.clause(&clause)).map_err(Failure::stdout)?;
            }
        }
    }
}
