//! `sudoku-sat verify`: checks the bundles that `certify` writes.

mod source;

use anyhow::anyhow;
use sudoku_cnf::cli::numbers::counted;
use sudoku_cnf::cli::result_class::ResultClass;
use sudoku_cnf::cli::run::{Answer, Run};
use sudoku_cnf::cli::{Failure, Style, exit_code, messages, output};
use sudoku_sat::Interrupt;
use sudoku_sat::proof::bundle::{Claim, verify_bundle};
use sudoku_sat::solver::{Limits, cores};

use super::PROGRAM;
use super::args::VerifyArgs;
use super::certify::class_of;
use source::{BundleSource, Found};

/// The result of verifying a bundle: its claim, or the reason why it is invalid.
struct Verified(Result<Claim, String>);

impl Answer for Verified {
    fn class(&self) -> Option<ResultClass> {
        Some(self.0.as_ref().map_or(ResultClass::Invalid, |claim| class_of(*claim)))
    }
}

pub(crate) fn verify(args: &VerifyArgs, interrupt: &Interrupt) -> Result<u8, Failure> {
    let limits = Limits::none().with_interrupt(interrupt.clone());
    let run = Run {
        program: PROGRAM,
        style: Style::Plain,
        is_quiet: args.quiet,
        is_strict: false,
        jobs: args.jobs.map_or_else(cores, usize::from),
        what: "bundle",
    };
    let worker = || {
        |found: &Found| {
            let claim = match &found.files {
                Ok(files) => verify_bundle(files, &limits).map_err(|error| error.to_string()),
                Err(error) => Err(error.clone()),
            };
            Ok(Verified(claim))
        }
    };
    let totals = run.each(BundleSource::new(args.paths.clone()), worker, |found, verified| match verified
        .unwrap_or_else(|error| Verified(Err(error)))
    {
        Verified(Ok(_)) if args.quiet => Ok(()),
        Verified(Ok(claim)) => output::write_record("", &format!("{}: {}", found.name, claim.name())),
        Verified(Err(error)) => {
            let error = error.replace('\n', "; ");
            output::write_record("", &format!("{}: invalid: {error}", found.name))
        }
    })?;
    if totals.is_interrupted {
        return Ok(exit_code::INTERRUPTED);
    }
    if totals.is_empty() {
        return Err(Failure::Other(anyhow!("found no bundles")));
    }
    let invalid = totals.of_class(ResultClass::Invalid) + totals.errors;
    if !args.quiet {
        let valid = counted(totals.items - invalid, "bundle", "bundles");
        let classes =
            [ResultClass::Unique, ResultClass::Unsatisfiable, ResultClass::Several, ResultClass::Invalid];
        let list = totals.list(&classes);
        messages::print_line([vec![format!("verified {valid}")], list].concat().join(", "));
    }
    Ok(if invalid > 0 { exit_code::ERROR } else { exit_code::DONE })
}
