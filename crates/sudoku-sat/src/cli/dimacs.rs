//! `sudoku-sat dimacs`: any CNF file, solved by an embedded solver.

use std::io::{self, Write};

use anyhow::anyhow;
use itertools::Itertools;
use sudoku_cnf::cli::files::Input;
use sudoku_cnf::cli::output::{self, Output};
use sudoku_cnf::cli::output_file::{reject_input, write_file};
use sudoku_cnf::cli::{Failure, cnf_file, exit_code};
use sudoku_cnf::{Cnf, Model, Var};
use sudoku_sat::proof::{CertifyError, solve_cnf_with_proof};
use sudoku_sat::solver::{LimitedCnf, solve_cnf};
use sudoku_sat::{Limits, Outcome, StopReason};

use super::args::DimacsArgs;
use super::{PROGRAM, print_message, report_unknown};

/// The exit codes of SAT solvers. The others are those of every command.
const SATISFIABLE: u8 = 10;
const UNSATISFIABLE: u8 = 20;
const UNKNOWN: u8 = 0;

/// The maximum length of a `v` line, without the line feed.
const LINE_LENGTH: usize = 78;

pub(crate) fn dimacs(args: &DimacsArgs) -> Result<u8, Failure> {
    for output in args.out.iter().chain(&args.proof) {
        reject_input(output, &args.cnf)?;
    }
    let input = Input::new(args.cnf.clone());
    input.print_waiting(PROGRAM);
    let limits = args.time.limits().checked_during_search();
    let mut clauses = LimitedCnf::new(&limits);
    match cnf_file::read(&input, &mut clauses)? {
        Err(reason) => answer(args, &Outcome::Unknown(reason), 0),
        Ok(header) => answer(args, &solve(args, &clauses.into_cnf(), &limits)?, header.variables),
    }
}

/// Solves `cnf` and, if it is unsatisfiable, writes the proof.
fn solve(args: &DimacsArgs, cnf: &Cnf, limits: &Limits) -> Result<Outcome, Failure> {
    let Some(path) = &args.proof else {
        return solve_cnf(cnf, &args.solver, limits).map_err(|error| Failure::Other(error.into()));
    };
    let (outcome, proof) = solve_cnf_with_proof(cnf, &args.solver, limits).map_err(|error| {
        let has_no_proofs = matches!(error, CertifyError::NoProofs(_));
        let hint = if has_no_proofs { "\nhint: use --solver varisat or native" } else { "" };
        Failure::Other(anyhow!("{error}{hint}"))
    })?;
    if let Outcome::Unsatisfiable(_) = outcome {
        write_file(path, |file| proof.write_drat(file))?;
    } else if !args.quiet {
        print_message("no proof written, because the formula was not refuted");
    }
    Ok(outcome)
}

/// Prints the answer and returns the exit code. The formula has the variables 1 to `variables`.
fn answer(args: &DimacsArgs, outcome: &Outcome, variables: usize) -> Result<u8, Failure> {
    let (code, status, result) = match outcome {
        Outcome::Satisfiable(_) => (SATISFIABLE, "SATISFIABLE", "SAT"),
        Outcome::Unsatisfiable(_) => (UNSATISFIABLE, "UNSATISFIABLE", "UNSAT"),
        Outcome::Unknown(StopReason::Interrupted) => (exit_code::INTERRUPTED, "UNKNOWN", "INDET"),
        Outcome::Unknown(reason) => {
            if !args.quiet {
                report_unknown(reason);
            }
            (UNKNOWN, "UNKNOWN", "INDET")
        }
    };
    let model = if let Outcome::Satisfiable(model) = outcome { Some(model) } else { None };
    if let Some(out) = &args.out {
        write_file(out, |file| {
            writeln!(file, "{result}")?;
            if let Some(model) = model {
                writeln!(file, "{}", words(model, variables).format(" "))?;
            }
            Ok(())
        })?;
    }
    writeln!(Output, "s {status}").map_err(output::failure)?;
    if let Some(model) = model.filter(|_| args.out.is_none()) {
        write_values(model, variables).map_err(output::failure)?;
    }
    Ok(code)
}

/// Prints the `v` lines.
fn write_values(model: &Model, variables: usize) -> io::Result<()> {
    let mut line = "v".to_owned();
    for word in words(model, variables) {
        if line.len() + 1 + word.len() > LINE_LENGTH {
            writeln!(Output, "{line}")?;
            line.truncate(1);
        }
        line.push(' ');
        line.push_str(&word);
    }
    writeln!(Output, "{line}")
}

/// Returns the literals of the variables 1 to `variables` that are true in `model`, and a 0.
fn words(model: &Model, variables: usize) -> impl Iterator<Item = String> {
    let mut true_vars = model.true_vars().peekable();
    let vars = (1..=variables).filter_map(Var::new);
    let literals = vars.map(move |var| var.literal(true_vars.next_if_eq(&var).is_some()));
    literals.map(|literal| literal.to_string()).chain(["0".to_owned()])
}
