//! The `sudoku-cli convert` command, which converts puzzles to a different format, and filters and normalizes them.

use std::collections::{BTreeMap, HashSet};

use anyhow::anyhow;
use sudoku_cnf::cli::numbers::{counted, grouped};
use sudoku_cnf::cli::output::{self, Output};
use sudoku_cnf::cli::puzzles::{Item, PuzzleStream, no_puzzle};
use sudoku_cnf::cli::run::{Answer, Run};
use sudoku_cnf::cli::source_lines::SourceLines;
use sudoku_cnf::cli::{Failure, Style, messages};
use sudoku_cnf::puzzle::canonical::CanonicalForm;
use sudoku_cnf::text::{Format, Loss, ReadOptions, Record, WriteError, Writer, losses};
use sudoku_sat::solver::cores;

use super::args::ConvertArgs;
use super::{PROGRAM, print_message};

pub(crate) fn convert(args: &ConvertArgs, style: Style) -> Result<u8, Failure> {
    let (many, needs_forms) = (&args.many, args.canonical || args.dedupe);
    let format = match args.format() {
        None if args.canonical => Some(Format::Sdm),
        None if !args.dedupe => {
            return Err(Failure::Usage(
                "the extension of the output file does not select a format\nhint: select one with --to"
                    .to_owned(),
            ));
        }
        format => format,
    };
    let options = ReadOptions { keep_lines: format.is_none(), ..many.read.options()? };
    let mut puzzles = PuzzleStream::open(PROGRAM, &many.puzzles, options, many.puzzle_number)?;
    output::open_records(many.output.as_deref(), many.inputs(), many.resume.resume)?;
    // The forms are stored rather than their hash values, because two different puzzles may have the same hash value.
    let mut seen = HashSet::new();
    puzzles.skip_completed(|item| {
        if let (true, Ok(form)) = (args.dedupe, form(item)) {
            seen.insert(form);
        }
    })?;
    let run = Run {
        program: PROGRAM,
        style,
        is_quiet: args.quiet,
        is_strict: many.strict,
        jobs: if needs_forms { args.jobs.map_or_else(cores, usize::from) } else { 1 },
        what: "puzzle",
    };
    let worker = || |item: &Item| needs_forms.then(|| form(item)).transpose().map(Form);
    let mut printer = Printer::new(format, args);
    let mut duplicates = 0;
    let totals = run.each(puzzles, worker, |item, form| {
        let Ok(Form(form)) = form else { return Ok(()) };
        if let Some(form) = form.filter(|_| args.dedupe)
            && !seen.insert(form)
        {
            duplicates += 1;
            return Ok(());
        }
        printer.write(item, form.filter(|_| args.canonical))
    })?;
    printer.finish()?;
    if totals.is_empty() {
        return Err(no_puzzle().into());
    }
    if totals.errors > 0 && totals.items == totals.errors {
        return Err(Failure::Reported);
    }
    if args.dedupe && !args.quiet {
        let distinct = totals.items - totals.errors - duplicates;
        let parts =
            vec![format!("{} distinct", grouped(distinct)), counted(duplicates, "duplicate", "duplicates")];
        messages::print_line([parts, totals.list(&[])].concat().join(", "));
    }
    Ok(totals.exit_code())
}

/// The canonical form of a puzzle, if an option requires it.
struct Form(Option<CanonicalForm>);

impl Answer for Form {}

/// Returns the canonical form of a puzzle.
fn form(item: &Item) -> Result<CanonicalForm, Failure> {
    CanonicalForm::of(&item.record()?.puzzle).map_err(|error| match item.clash() {
        Some(clash) => clash.into(),
        None => Failure::Puzzle(anyhow!("{}: {error}", item.place())),
    })
}

/// A printer of puzzles that counts those from which the output format omits information.
struct Printer<'a> {
    args: &'a ConvertArgs,
    /// The output format, or `None` if the puzzles are printed as they are written in the input.
    format: Option<Format>,
    writer: Writer<Output>,
    lines: SourceLines,
    lost: BTreeMap<Loss, u64>,
    /// The number of solutions that were omitted because they do not belong to the canonical form.
    omitted_solutions: u64,
}

impl<'a> Printer<'a> {
    fn new(format: Option<Format>, args: &'a ConvertArgs) -> Self {
        let written = output::checkpoint().map_or(0, |checkpoint| checkpoint.context as usize);
        Self {
            args,
            format,
            writer: Writer::after(format.unwrap_or(Format::Line), Output, written),
            lines: SourceLines::resumed(),
            lost: BTreeMap::new(),
            omitted_solutions: 0,
        }
    }

    /// Writes the puzzle, or the canonical form `form`.
    fn write(&mut self, item: &Item, form: Option<CanonicalForm>) -> Result<(), Failure> {
        let original = item.record()?;
        let Some(format) = self.format else {
            return output::write_record("", &self.lines.text(original));
        };
        let alphabet = self.args.symbols.alphabet(original.alphabet);
        let mut record = Record { alphabet, ..original.clone() };
        if let Some(form) = form {
            // The solution of the puzzle is not a solution of the canonical form.
            record.puzzle = form.into();
            self.omitted_solutions += u64::from(record.solution.take().is_some());
        }
        if !self.args.lossy && losses(&record, format).contains(&Loss::Rules) {
            let name = record.puzzle.rules()[0].kind();
            let hint = "hint: --to json or fpuzzles keeps all rules; --lossy omits them";
            let message =
                format!("{}: the format {format} cannot represent the rule {name}\n{hint}", item.place());
            return Err(Failure::Puzzle(anyhow!(message)));
        }
        self.writer.write(&record).map_err(|error| match error {
            WriteError::Io(error) => output::failure(error),
            other => Failure::Puzzle(anyhow!("{}: {other}", item.place())),
        })?;
        output::count_record();
        output::set_context(self.writer.written() as u64);
        for loss in losses(&record, format) {
            *self.lost.entry(loss).or_insert(0) += 1;
        }
        Ok(())
    }

    /// Completes the output and prints warnings about omitted information.
    fn finish(self) -> Result<(), Failure> {
        if let Some(format) = self.format {
            self.writer.finish().map_err(output::failure)?;
            for (loss, count) in self.lost {
                print_message(format_args!(
                    "warning: the format {format} cannot represent {loss} (omitted from {})",
                    counted(count, "puzzle", "puzzles")
                ));
            }
        }
        if self.omitted_solutions > 0 {
            print_message(format_args!(
                "warning: canonical forms have no solutions (omitted from {})",
                counted(self.omitted_solutions, "puzzle", "puzzles")
            ));
        }
        Ok(())
    }
}
