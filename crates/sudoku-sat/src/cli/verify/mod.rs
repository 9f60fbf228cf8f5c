//! `sudoku-sat verify`: checks the bundles that `certify` writes.

mod cubes;

use anyhow::anyhow;
use sudoku_cnf::cli::messages::foreign;
use sudoku_cnf::cli::numbers::{counted, grouped};
use sudoku_cnf::cli::result_class::ResultClass;
use sudoku_cnf::cli::run::{Answer, Run, jobs_or_cores};
use sudoku_cnf::cli::{Failure, Style, exit_code, messages, output};
use sudoku_sat::proof::bundle::verify_bundle;

use super::args::VerifyArgs;
use super::bundles::{BundleSource, Found, Rejection};
use super::cubes::CubeFolder;
use super::result_class::class_of;
use super::{PROGRAM, print_message};

pub(crate) fn verify(args: &VerifyArgs, is_verbose: bool) -> Result<u8, Failure> {
    let limits = || args.time.limits();
    match &*args.paths {
        [path] if CubeFolder::exists(path) => return cubes::verify(path, args, &limits()),
        paths if paths.iter().any(|path| CubeFolder::exists(path)) => {
            return Err(Failure::Usage("a folder of cubes must be the only PATH".to_owned()));
        }
        _ if args.write_proof.is_some() => {
            return Err(Failure::Usage("--write-proof requires a folder of cubes".to_owned()));
        }
        _ => {}
    }
    let jobs = jobs_or_cores(args.jobs);
    let run = Run { jobs, what: "bundle", ..Run::new(PROGRAM, Style::Plain, args.quiet) };
    let worker = || {
        |found: &Found| {
            let claim = match &found.files {
                Ok(files) => verify_bundle(files, &limits()).map_err(Rejection::from),
                Err(rejection) => Err(rejection.clone()),
            };
            let class = match &claim {
                Ok(claim) => class_of(*claim),
                Err(Rejection::Invalid(_)) => ResultClass::Invalid,
                Err(Rejection::Unknown(_)) => ResultClass::Unknown,
            };
            Ok(Answer::new(claim, class))
        }
    };
    let time = args.time;
    let source = BundleSource::new(args.paths.clone(), move || time.limits());
    let totals = run.each(source, worker, |found, verified| {
        if let Ok(files) = &found.files
            && is_verbose
        {
            let bytes: usize = files.values().map(Vec::len).sum();
            print_message(format_args!("{}: {} bytes", foreign(&found.name), grouped(bytes as u64)));
        }
        let result = match verified.unwrap_or_else(|error| Err(error.into())) {
            Ok(_) if args.quiet => return Ok(()),
            Ok(claim) => claim.name().to_owned(),
            Err(Rejection::Invalid(error)) => format!("invalid: {}", foreign(error.replace('\n', "; "))),
            Err(Rejection::Unknown(reason)) => format!("unknown: {reason}"),
        };
        output::write_record("", &format!("{}: {result}", foreign(&found.name)))
    })?;
    if totals.is_interrupted {
        return Ok(exit_code::INTERRUPTED);
    }
    if totals.is_empty() {
        return Err(Failure::Other(anyhow!("found no bundles")));
    }
    let of = |class| totals.of_class(class);
    let (invalid, unknown) = (of(ResultClass::Invalid) + totals.errors, of(ResultClass::Unknown));
    if !args.quiet {
        let valid = counted(totals.items - invalid - unknown, "bundle", "bundles");
        let classes = [
            ResultClass::Unique,
            ResultClass::Unsatisfiable,
            ResultClass::Several,
            ResultClass::Unknown,
            ResultClass::Invalid,
        ];
        messages::print_line([vec![format!("verified {valid}")], totals.list(&classes)].concat().join(", "));
    }
    Ok(match (invalid, unknown) {
        (0, 0) => exit_code::DONE,
        (0, _) => exit_code::UNKNOWN,
        _ => exit_code::ERROR,
    })
}
