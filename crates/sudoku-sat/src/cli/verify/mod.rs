//! `sudoku-sat verify`: checks the bundles that `certify` writes.

mod source;

use std::ops::ControlFlow;

use anyhow::anyhow;
use sudoku_cnf::batch::{Event, in_order};
use sudoku_cnf::cli::numbers::{counted, grouped};
use sudoku_cnf::cli::{Failure, exit_code, messages};
use sudoku_sat::proof::bundle::verify_bundle;
use sudoku_sat::{Interrupt, Limits, cores};

use super::args::VerifyArgs;
use super::{PROGRAM, output, print_message};
use source::{BundleSource, Found};

pub(crate) fn verify(args: &VerifyArgs, interrupt: &Interrupt) -> Result<u8, Failure> {
    let source = BundleSource::new(args.paths.clone());
    let limits = Limits::none().with_interrupt(interrupt.clone());
    let worker = || {
        |found: &Found| match &found.files {
            Ok(files) => verify_bundle(files, &limits).map_err(|error| error.to_string()),
            Err(error) => Err(error.clone()),
        }
    };
    let (mut counts, mut invalid, mut end) = ([0_u64; 3], 0, Ok(()));
    let names = ["unique", "unsatisfiable", "several"];
    let jobs = args.jobs.map_or_else(cores, usize::from);
    let started = in_order(source, jobs, worker, |event| {
        if interrupt.is_triggered() {
            return ControlFlow::Break(());
        }
        let (found, result) = match event {
            Event::Result(found, result) => {
                (found, result.unwrap_or_else(|panicked| Err(panicked.to_string())))
            }
            Event::Idle | Event::Waiting => {
                end = output::flush();
                return if end.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
            }
        };
        let line = match result {
            Ok(claim) => {
                let index = names.iter().position(|name| *name == claim.name());
                counts[index.unwrap_or_default()] += 1;
                (!args.quiet).then(|| format!("{}: {}", found.name, claim.name()))
            }
            Err(error) => {
                invalid += 1;
                Some(format!("{}: invalid: {}", found.name, error.replace('\n', "; ")))
            }
        };
        end = line.map_or(Ok(()), |line| output::write_line("", &line));
        if end.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    end.and(output::flush())?;
    if !args.quiet {
        messages::note_fewer_threads(PROGRAM, started, jobs);
    }
    if interrupt.is_triggered() {
        print_message("interrupted");
        return Ok(exit_code::INTERRUPTED);
    }
    let valid: u64 = counts.iter().sum();
    if valid + invalid == 0 {
        return Err(Failure::Other(anyhow!("found no bundles")));
    }
    if !args.quiet {
        let mut parts = vec![format!("verified {}", counted(valid, "bundle", "bundles"))];
        let claims = counts.iter().zip(names).filter(|(count, _)| **count > 0);
        parts.extend(claims.map(|(&count, name)| format!("{} {name}", grouped(count))));
        parts.extend((invalid > 0).then(|| format!("{} invalid", grouped(invalid))));
        messages::print_line(parts.join(", "));
    }
    Ok(if invalid > 0 { exit_code::ERROR } else { exit_code::DONE })
}
