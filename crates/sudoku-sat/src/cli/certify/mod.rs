//! `sudoku-sat certify`: writes bundles that prove how many solutions puzzles have.

mod archive;
mod folder;

use std::io::Write;
use std::path::PathBuf;

use sudoku_cnf::cli::hints::print_note;
use sudoku_cnf::cli::numbers::{counted, grouped};
use sudoku_cnf::cli::output::{self, Output};
use sudoku_cnf::cli::output_file::reject_input;
use sudoku_cnf::cli::puzzles::{Item, PuzzleStream};
use sudoku_cnf::cli::result_class::ResultClass;
use sudoku_cnf::cli::run::{Answer, Run, jobs_or_cores};
use sudoku_cnf::cli::{Failure, Style, exit_code, messages};
use sudoku_cnf::text::Record;
use sudoku_sat::SolveError;
use sudoku_sat::proof::bundle::{BundleFiles, Claim, bundle_files};
use sudoku_sat::proof::{CertifyError, certify as certify_puzzle};

use super::args::CertifyArgs;
use super::result_class::class_of;
use super::{PROGRAM, input, print_data, solve_failure};
use archive::ArchiveFormat;
use folder::Remains;

pub(crate) fn certify(args: &CertifyArgs, style: Style) -> Result<u8, Failure> {
    let archive = ArchiveFormat::from_path(&args.output);
    let is_batch = archive.is_some() || args.batch.wants_records();
    let mut puzzles = input::many(&args.puzzles, &args.puzzle, false)?;
    match puzzles.only_unless(is_batch)? {
        Some(item) => {
            let record = item.record()?;
            print_note(PROGRAM, record, args.batch.quiet);
            certify_one(record, args)
        }
        None => certify_many(puzzles, args, archive, style),
    }
}

/// Returns the files that the command reads.
fn inputs(args: &CertifyArgs) -> impl Iterator<Item = &PathBuf> {
    args.puzzles.iter().chain(args.puzzle.read.files())
}

/// Returns the name of the bundle of the puzzle with the number `id`.
fn bundle_name(id: u64) -> String {
    format!("{id:06}")
}

fn certify_one(record: &Record, args: &CertifyArgs) -> Result<u8, Failure> {
    reject_input(&args.output, inputs(args))?;
    folder::reject_existing(&args.output)?;
    let (claim, files) = certificate(record, args)?;
    folder::write(&args.output, &files, false)?;
    print_data(claim.name())?;
    Ok(exit_code::DONE)
}

/// Returns the claim on a puzzle and the files of its bundle.
fn certificate(record: &Record, args: &CertifyArgs) -> Result<(Claim, BundleFiles), Failure> {
    let internal = |message| solve_failure(SolveError::Internal(message));
    let certificate = certify_puzzle(&record.puzzle, &args.time.limits()).map_err(|error| match error {
        CertifyError::Solve(error) => solve_failure(error),
        other => internal(other.to_string()),
    })?;
    let files = bundle_files(&record.puzzle, &certificate).map_err(|error| internal(error.to_string()))?;
    Ok((certificate.claim(), files))
}

/// Certifies one of several puzzles: writes its bundle to a folder, or returns the bytes to append to the archive. The
/// answer has no class if an earlier run has written the bundle.
fn respond(
    item: &Item,
    args: &CertifyArgs,
    archive: Option<ArchiveFormat>,
) -> Result<Answer<Vec<u8>>, Failure> {
    let unknown = || Ok(Answer::new(Vec::new(), ResultClass::Unknown));
    let record = item.record()?;
    let (name, folder) = (bundle_name(item.id), args.output.join(bundle_name(item.id)));
    // An unfinished archive has been checked when it was opened.
    let remains = match archive {
        Some(_) => Remains::Nothing,
        None => match folder::remains(&folder, record, &args.time.limits()) {
            Err(Failure::Unknown(_)) => return unknown(),
            remains => remains?,
        },
    };
    if matches!(remains, Remains::Valid) {
        return Ok(Answer::new(Vec::new(), None));
    }
    let (claim, files) = match certificate(record, args) {
        Err(Failure::Unknown(_)) => return unknown(),
        certificate => certificate?,
    };
    let bytes = if let Some(format) = archive {
        format.member(&name, &files)?
    } else {
        folder::write(&folder, &files, matches!(remains, Remains::Damaged))?;
        Vec::new()
    };
    Ok(Answer::new(bytes, class_of(claim)))
}

fn certify_many(
    mut puzzles: PuzzleStream,
    args: &CertifyArgs,
    archive: Option<ArchiveFormat>,
    style: Style,
) -> Result<u8, Failure> {
    match archive {
        Some(_) => output::open_part(Some(&args.output), inputs(args), args.batch.resume.resume, None)?,
        None if args.batch.resume.resume => {}
        None => folder::reject_existing(&args.output)?,
    }
    puzzles.keep_shard(args.batch.shard);
    puzzles.skip_completed(|_| {})?;
    let (jobs, is_strict) = (jobs_or_cores(args.batch.jobs), args.batch.strict);
    let run = Run { is_strict, jobs, ..Run::new(PROGRAM, style, args.batch.quiet) };
    let worker = || |item: &Item| respond(item, args, archive);
    // The checkpoints of an archive have the number of its bundles as their context.
    let mut bundles = output::context();
    let totals = run.each(puzzles, worker, |_, response| {
        let Ok(bytes) = response else { return Ok(()) };
        if bytes.is_empty() {
            return Ok(());
        }
        bundles += 1;
        output::set_context(bundles);
        Output.write_all(&bytes).map_err(output::failure)
    })?;
    let is_complete = !totals.is_interrupted && !totals.is_stopped;
    match archive {
        Some(format) if is_complete => {
            Output.write_all(&format.end(bundles)?).map_err(output::failure)?;
        }
        None if is_complete => folder::write_count(&args.output)?,
        _ => {}
    }
    if !args.batch.quiet {
        let classes = [ResultClass::Unique, ResultClass::Unsatisfiable, ResultClass::Several];
        let certified = classes.iter().map(|class| totals.of_class(*class)).sum();
        let unknown = totals.of_class(ResultClass::Unknown);
        let kept = totals.items - totals.errors - unknown - certified;
        let mut parts = vec![format!("certified {}", counted(certified, "puzzle", "puzzles"))];
        parts.extend((kept > 0).then(|| format!("{} certified before", grouped(kept))));
        parts.extend(totals.list(&[&classes[..], &[ResultClass::Unknown]].concat()));
        messages::print_line(parts.join(", "));
    }
    Ok(totals.exit_code())
}
