//! The `sudoku-cli lesson` command, which explains a puzzle step by step in pictures.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use sudoku_cnf::sections;

use anyhow::anyhow;
use clap::Args;
use clap::builder::TypedValueParser;
use sudoku_cli::lesson::{Lesson, LessonStatus};
use sudoku_cli::render::{MAX_DRAWN, Picture, write_svg, write_tikz};
#[cfg(feature = "pictures")]
use sudoku_cli::render::{write_pdf_pages, write_png};
use sudoku_cnf::cli::args::{INPUT, ReadArgs, SymbolArgs, one_of, puzzle_number, whole_number, with_help};
use sudoku_cnf::cli::files::Input;
use sudoku_cnf::cli::limits::LimitArgs;
use sudoku_cnf::cli::output::{self, Output, is_stdout};
use sudoku_cnf::cli::output_file::reject_unknown_extension;
use sudoku_cnf::cli::output_pattern::OutputPattern;
use sudoku_cnf::cli::{Failure, exit_code};
use sudoku_sat::SolveError;
use sudoku_sat::explain::ExplainOptions;

use super::lesson_trace::LessonTraceArgs;
use super::render_args::PictureFormat;
use super::{PROGRAM, print_message};

const SECTIONS: &str = sections!("\
Examples:
  sudoku-cli lesson -o lesson.html puzzle.txt
  sudoku-cli lesson -o 'step-%03d.svg' puzzle.txt
  sudoku-cli lesson -o steps.tex puzzle.txt
  sudoku-cli lesson --trace -o watch.html puzzle.txt
  sudoku-cli lesson --step 7 --format svg puzzle.txt > step.svg",
    0 "written; also if the puzzle has several solutions", 20 "written; the puzzle has no solution",
    30 "unknown: --timeout, --memory-limit or --max-conflicts was reached");

/// Explain a puzzle step by step as an HTML page or as pictures
///
/// The page needs no network access. Readers go from step to step with keys and buttons, and see the board with all
/// candidates, the marks of the step, the sentence that explains it, and on demand the clauses that prove it. A SAT
/// solver has checked every step. Printing the page yields a list of all steps.
///
/// For a puzzle without a solution, the lesson shows a minimal set of givens that contradict each other, and the steps
/// to the contradiction. For a puzzle with several solutions, it shows the cells in which they differ, and two
/// solutions.
///
/// With --trace, the page shows what a SAT solver does with the clauses of the puzzle: decisions, unit propagation,
/// conflicts, the implication graph of each conflict, and the learned clauses.
///
/// In the other formats, each step is a picture. A placeholder like %d or %03d in the name of the output file stands
/// for the number of the step: 0 is the puzzle, and the number after the last step is the result. A TikZ or PDF file
/// without a placeholder contains all steps.
#[derive(Debug, Args)]
#[command(after_long_help = SECTIONS)]
pub(crate) struct LessonArgs {
    /// Puzzle file; '-' means standard input [default: -]
    #[arg(value_name = "FILE")]
    puzzle: Option<PathBuf>,

    /// Output format [default: from the -o extension, or html]
    #[arg(short, long, value_name = "FORMAT", value_parser = lesson_format())]
    format: Option<PictureFormat>,

    /// Write to FILE instead of standard output; %d is the number of the step
    ///
    /// Every file is created or replaced only once it is complete. The extension selects the format and the
    /// compression.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Write only the picture of step K (not html)
    #[arg(long, value_name = "K", value_parser = whole_number(0_usize..))]
    step: Option<usize>,

    /// Title of the page or pictures [default: from the input]
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,

    /// Use steps that assume a unique solution, such as unique rectangles
    #[arg(long, conflicts_with = "trace", hide_short_help = true)]
    assume_unique: bool,

    #[command(flatten)]
    trace: LessonTraceArgs,

    #[command(flatten)]
    limits: LimitArgs,

    #[command(flatten)]
    symbols: SymbolArgs,

    /// Use the K-th puzzle of the input, counting from 1
    #[arg(long, alias = "record", value_name = "K", help_heading = INPUT, value_parser = puzzle_number())]
    puzzle_number: Option<usize>,

    #[command(flatten)]
    read: ReadArgs,
}

/// The output formats of `lesson`.
const FORMATS: [PictureFormat; 5] =
    [PictureFormat::Html, PictureFormat::Svg, PictureFormat::Tikz, PictureFormat::Png, PictureFormat::Pdf];

fn lesson_format() -> impl TypedValueParser<Value = PictureFormat> {
    one_of(with_help(FORMATS, |format| match format {
        PictureFormat::Svg => "one picture for each step",
        PictureFormat::Tikz => "one tikzpicture environment for each step",
        PictureFormat::Png => "one image for each step",
        PictureFormat::Pdf => "one page for each step",
        _ => "a page to step through",
    }))
}

pub(crate) fn lesson(args: &LessonArgs, is_quiet: bool) -> Result<u8, Failure> {
    let format = args.output_format()?;
    let (input, options) = (Input::new(args.puzzle.clone()), args.read.options()?);
    let record = input.noted_puzzle(&options, args.puzzle_number, PROGRAM, is_quiet)?;
    let size = record.puzzle.geometry().size();
    if record.puzzle.geometry().layout().is_some() {
        return Err(anyhow!(
            "a lesson shows a single board, not overlapping boards\nhint: use 'sudoku-sat explain'"
        )
        .into());
    }
    if size > MAX_DRAWN {
        return Err(anyhow!(
            "the board is {size}x{size}, but a lesson supports boards up to {MAX_DRAWN}x{MAX_DRAWN}"
        )
        .into());
    }
    let limits = super::limits(args.limits);
    let alphabet = args.symbols.alphabet(record.alphabet);
    let inputs: Vec<&PathBuf> = args.puzzle.iter().chain(args.read.files()).collect();
    let output = args.output.as_deref();
    if args.trace.trace {
        return args.trace.write(record, alphabet, args.title.clone(), &limits, output, &inputs);
    }
    let options = ExplainOptions { assume_unique: args.assume_unique, ..ExplainOptions::default() };
    let lesson = match Lesson::with_options(record.puzzle, alphabet, &options, &limits) {
        Ok(lesson) => lesson.with_title(args.title.clone().or(record.remark)),
        Err(SolveError::Unknown(reason)) => return Err(Failure::Unknown(reason.to_string())),
        Err(error) => return Err(Failure::Puzzle(error.into())),
    };
    match format {
        PictureFormat::Html => {
            let pattern = output.and_then(|path| OutputPattern::parse(path).ok());
            if pattern.is_some_and(|pattern| pattern.is_numbered()) {
                return Err(Failure::Usage(
                    "a page is a single file with all steps\nhint: remove %d from the name, or select --format svg"
                        .to_owned(),
                ));
            }
            output::open(output, inputs)?;
            lesson.write_html(&mut Output).map_err(output::failure)?;
        }
        format => args.write_pictures(&lesson, format, &inputs)?,
    }
    Ok(match lesson.status() {
        LessonStatus::Unsatisfiable => exit_code::NO_SOLUTION,
        LessonStatus::Unknown => {
            print_message("result unknown: the lesson is incomplete");
            exit_code::UNKNOWN
        }
        _ => exit_code::DONE,
    })
}

impl LessonArgs {
    fn output_format(&self) -> Result<PictureFormat, Failure> {
        let output = self.output.as_deref().filter(|path| !is_stdout(Some(path)));
        let format = self
            .format
            .or_else(|| PictureFormat::from_path(output?).filter(|format| FORMATS.contains(format)));
        if let (None, Some(path)) = (format, output) {
            reject_unknown_extension(path, &["html", "svg", "tex", "png", "pdf"])?;
        }
        let format = format.unwrap_or(PictureFormat::Html);
        format.check_binary(self.output.as_deref())?;
        if format != PictureFormat::Html && self.trace.trace {
            return Err(Failure::Usage(
                "--trace writes an HTML page\nhint: use -o with the extension .html".to_owned(),
            ));
        }
        if format == PictureFormat::Html && self.step.is_some() {
            return Err(Failure::Usage(
                "--step does not apply to HTML output\nhint: remove --step, or select --format svg"
                    .to_owned(),
            ));
        }
        Ok(format)
    }

    fn write_pictures(
        &self,
        lesson: &Lesson,
        format: PictureFormat,
        inputs: &[&PathBuf],
    ) -> Result<(), Failure> {
        let output = self.output.as_deref();
        if let Some(step) = self.step {
            let Some(picture) = lesson.pictures().nth(step) else {
                let last = lesson.pictures().count() - 1;
                return Err(Failure::Puzzle(anyhow!(
                    "there is no picture {step}: the last one has the number {last}"
                )));
            };
            return write_pictures(output, inputs, format, [picture]);
        }
        let pattern = output.map(OutputPattern::parse).transpose()?.filter(OutputPattern::is_numbered);
        let Some(pattern) = pattern else {
            if matches!(format, PictureFormat::Tikz | PictureFormat::Pdf) {
                return write_pictures(output, inputs, format, lesson.pictures());
            }
            let title = format.title();
            return Err(Failure::Usage(format!(
                "{title} output consists of one file for each step\nhint: use -o with %d or %03d in the name, for example \
                 -o 'step-%03d.{}', or select one step with --step",
                title.to_lowercase()
            )));
        };
        for (number, picture) in lesson.pictures().enumerate() {
            let path = pattern.path(number);
            if let Some(directory) = path.parent() {
                fs::create_dir_all(directory).map_err(Failure::writing(directory))?;
            }
            write_pictures(Some(&path), inputs, format, [picture])?;
        }
        Ok(())
    }
}

/// Writes pictures to one file. Only TikZ and PDF files can contain several.
fn write_pictures(
    path: Option<&Path>,
    inputs: &[&PathBuf],
    format: PictureFormat,
    pictures: impl IntoIterator<Item = Picture>,
) -> Result<(), Failure> {
    output::open(path, inputs.iter().copied())?;
    let mut pictures = pictures.into_iter();
    let written = match format {
        PictureFormat::Tikz => pictures.enumerate().try_for_each(|(number, picture)| {
            // An empty line begins a new paragraph.
            if number > 0 {
                writeln!(Output)?;
            }
            write_tikz(&picture, &mut Output)
        }),
        #[cfg(feature = "pictures")]
        PictureFormat::Pdf => write_pdf_pages(None, pictures, &mut Output),
        #[cfg(feature = "pictures")]
        PictureFormat::Png => pictures.try_for_each(|picture| write_png(&picture, None, &mut Output)),
        PictureFormat::Svg => pictures.try_for_each(|picture| write_svg(&picture, &mut Output)),
        _ => unreachable!("the options have been checked, and HTML is not a picture"),
    };
    written.map_err(output::failure)?;
    output::finish()
}
