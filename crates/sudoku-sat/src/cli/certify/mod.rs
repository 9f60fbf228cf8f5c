//! `sudoku-sat certify`: writes bundles that prove how many solutions puzzles have.

mod archive;
mod folder;

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use anyhow::anyhow;
use sudoku_cnf::batch::{Event, in_order};
use sudoku_cnf::cli::error_reports::ErrorReports;
use sudoku_cnf::cli::numbers::{counted, grouped};
use sudoku_cnf::cli::progress::Progress;
use sudoku_cnf::cli::{Failure, Style, exit_code, messages};
use sudoku_cnf::text::Record;
use sudoku_sat::proof::bundle::{BundleFiles, Claim, bundle_files};
use sudoku_sat::proof::{CertifyError, certify as certify_puzzle};
use sudoku_sat::{Interrupt, SolveError, cores};

use super::args::CertifyArgs;
use super::input::{self, Numbered, OneOrMany, Stream};
use super::{PROGRAM, print_data, print_message, report_unknown, solve_failure};
use archive::{ArchiveFormat, ArchiveWriter};

pub(crate) fn certify(args: &CertifyArgs, style: Style, interrupt: &Interrupt) -> Result<u8, Failure> {
    let archive = ArchiveFormat::from_path(&args.output);
    let is_batch = archive.is_some() || args.batch.wants_records();
    match input::one_or_many(&args.puzzles, &args.puzzle, is_batch, false)? {
        OneOrMany::One(_, record) => certify_one(&input::noted(*record, args.batch.quiet), args, interrupt),
        OneOrMany::Many(stream) => certify_many(*stream, args, archive, style, interrupt),
    }
}

/// Returns the name of the bundle of the puzzle with the number `id`.
fn bundle_name(id: u64) -> String {
    format!("{id:06}")
}

fn certify_one(record: &Record, args: &CertifyArgs, interrupt: &Interrupt) -> Result<u8, Failure> {
    folder::reject_existing(&args.output)?;
    match certificate(record, args, interrupt) {
        Ok((claim, files)) => {
            folder::write(&args.output, &files)?;
            print_data(claim.name())?;
            Ok(exit_code::DONE)
        }
        Err(SolveError::Unknown(reason)) => Ok(report_unknown(&reason)),
        Err(error) => Err(solve_failure(error)),
    }
}

/// Returns the claim on a puzzle and the files of its bundle.
fn certificate(
    record: &Record,
    args: &CertifyArgs,
    interrupt: &Interrupt,
) -> Result<(Claim, BundleFiles), SolveError> {
    let internal = |message: String| SolveError::Solver(sudoku_sat::SolverError::Embedded(message));
    let certificate =
        certify_puzzle(&record.puzzle, &args.time.limits(interrupt)).map_err(|error| match error {
            CertifyError::Solve(error) => error,
            other => internal(other.to_string()),
        })?;
    let files = bundle_files(&record.puzzle, &certificate).map_err(|error| internal(error.to_string()))?;
    Ok((certificate.claim(), files))
}

/// Where the bundles of several puzzles are written.
enum Destination {
    Folder(PathBuf),
    Archive {
        format: ArchiveFormat,
        /// The number of puzzles that an earlier run has processed.
        done: u64,
    },
}

/// A worker's result for a puzzle.
enum Response {
    /// The bundle was written to the folder, or it has to be appended to the archive.
    Certified(Claim, Vec<u8>),
    /// An earlier run has written the bundle.
    Skipped,
    Unknown,
    Failed(Option<Failure>),
}

impl Destination {
    fn respond(
        &self,
        Numbered { id, item }: &Numbered,
        args: &CertifyArgs,
        interrupt: &Interrupt,
    ) -> Response {
        let record = match (&item.puzzle, item.clash()) {
            (Ok(record), None) => record,
            (Ok(_), Some(clash)) => return Response::Failed(Some(Failure::Input(clash))),
            (Err(_), _) => return Response::Failed(None),
        };
        match self.has(*id, record) {
            Ok(true) => return Response::Skipped,
            Ok(false) => {}
            Err(failure) => return Response::Failed(Some(failure)),
        }
        match certificate(record, args, interrupt) {
            Ok((claim, files)) => match self.store(*id, &files) {
                Ok(bytes) => Response::Certified(claim, bytes),
                Err(failure) => Response::Failed(Some(failure)),
            },
            Err(SolveError::Unknown(_)) => Response::Unknown,
            Err(error) => Response::Failed(Some(solve_failure(error))),
        }
    }

    /// Returns whether an earlier run has written the bundle.
    fn has(&self, id: u64, record: &Record) -> Result<bool, Failure> {
        match self {
            Self::Folder(path) => folder::has(&path.join(bundle_name(id)), record),
            Self::Archive { done, .. } => Ok(id <= *done),
        }
    }

    /// Writes the bundle to the folder, or returns the bytes for the archive.
    fn store(&self, id: u64, files: &BundleFiles) -> Result<Vec<u8>, Failure> {
        match self {
            Self::Folder(path) => folder::write(&path.join(bundle_name(id)), files).map(|()| Vec::new()),
            Self::Archive { format, .. } => format
                .member(&bundle_name(id), files)
                .map_err(|error| Failure::Output { target: None, error }),
        }
    }
}

fn certify_many(
    mut stream: Stream,
    args: &CertifyArgs,
    archive: Option<ArchiveFormat>,
    style: Style,
    interrupt: &Interrupt,
) -> Result<u8, Failure> {
    stream.keep_shard(args.batch.shard);
    let mut writer = archive.map(|format| ArchiveWriter::open(&args.output, format)).transpose()?;
    let destination = match (&writer, archive) {
        (Some(writer), Some(format)) => Destination::Archive { format, done: writer.done() },
        _ => Destination::Folder(args.output.clone()),
    };
    let (total, bytes_read) = (stream.total_bytes(), stream.bytes_read());
    let progress = if args.batch.quiet { Progress::hidden() } else { Progress::of_input(total) };
    let mut reports = ErrorReports::new(PROGRAM, style);
    let (mut tally, mut end) = (Tally::default(), Ok(()));
    let worker = || |item: &Numbered| destination.respond(item, args, interrupt);
    let jobs = args.batch.jobs.map_or_else(cores, usize::from);
    let started = in_order(stream, jobs, worker, |event| {
        let (item, response) = match event {
            Event::Result(item, Ok(response)) => (item, response),
            Event::Result(item, Err(panicked)) => {
                (item, Response::Failed(Some(Failure::Puzzle(anyhow!("puzzle {}: {panicked}", item.id)))))
            }
            Event::Waiting if interrupt.is_triggered() => {
                tally.is_interrupted = true;
                return ControlFlow::Break(());
            }
            Event::Idle | Event::Waiting => return ControlFlow::Continue(()),
        };
        if interrupt.is_triggered() {
            tally.is_interrupted = true;
            return ControlFlow::Break(());
        }
        let failure = match (&item.item.puzzle, &response) {
            (Err(error), _) => reports.report(error),
            (_, Response::Failed(Some(failure))) => reports.report_failure(failure),
            _ => None,
        };
        if let Some(text) = failure {
            progress.print(text);
        }
        if let Some(writer) = &mut writer {
            let puzzle = item.item.puzzle.as_ref().ok().map(|record| &record.puzzle);
            let bytes = if let Response::Certified(_, bytes) = &response { bytes } else { &[][..] };
            end = writer.append(item.id, puzzle, bytes);
        }
        tally.count(&response);
        progress.show(|| (bytes_read.load(Ordering::Relaxed), tally.so_far()));
        let is_end = end.is_err() || args.batch.strict && matches!(response, Response::Failed(_));
        if is_end { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    drop(progress);
    reports.summary().into_iter().for_each(messages::print_line);
    end?;
    if tally.is_interrupted {
        print_message("interrupted; run the same command again to continue");
    } else if let Some(writer) = writer {
        writer.finish()?;
    }
    if !args.batch.quiet {
        messages::note_fewer_threads(PROGRAM, started, jobs);
        messages::print_line(tally.so_far());
    }
    Ok(tally.exit_code())
}

/// The totals of a run.
#[derive(Default)]
struct Tally {
    /// The number of puzzles with each claim, in the order of [`CLAIMS`].
    claims: [u64; CLAIMS.len()],
    skipped: u64,
    unknown: u64,
    errors: u64,
    is_interrupted: bool,
}

const CLAIMS: [Claim; 3] = [Claim::Unique, Claim::NoSolution, Claim::Several];

impl Tally {
    fn count(&mut self, response: &Response) {
        match response {
            Response::Certified(claim, _) => {
                let counts = CLAIMS.iter().zip(&mut self.claims);
                counts.filter(|(other, _)| *other == claim).for_each(|(_, count)| *count += 1);
            }
            Response::Skipped => self.skipped += 1,
            Response::Unknown => self.unknown += 1,
            Response::Failed(_) => self.errors += 1,
        }
    }

    fn so_far(&self) -> String {
        let certified = self.claims.iter().sum();
        let named = CLAIMS.iter().zip(self.claims).map(|(claim, count)| (count, claim.name()));
        let others = [(self.skipped, "certified before"), (self.unknown, "unknown")];
        let mut parts = vec![format!("certified {}", counted(certified, "puzzle", "puzzles"))];
        let parts_with_count = named.chain(others).filter(|(count, _)| *count > 0);
        parts.extend(parts_with_count.map(|(count, name)| format!("{} {name}", grouped(count))));
        parts.extend((self.errors > 0).then(|| counted(self.errors, "error", "errors")));
        parts.join(", ")
    }

    fn exit_code(&self) -> u8 {
        match self {
            Self { is_interrupted: true, .. } => exit_code::INTERRUPTED,
            Self { errors: 1.., .. } => exit_code::ERROR,
            Self { unknown: 1.., .. } => exit_code::UNKNOWN,
            _ => exit_code::DONE,
        }
    }
}
