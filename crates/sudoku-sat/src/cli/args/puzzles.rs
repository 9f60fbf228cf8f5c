//! Options of commands that read puzzles.

use std::path::{Path, PathBuf};

use clap::builder::{StringValueParser, TypedValueParser};
use clap::{Arg, Args};
use sudoku_cnf::cli::Failure;
use sudoku_cnf::cli::args::{INPUT, ReadArgs, ResumeArg, jobs, one_of, puzzle_number};
use sudoku_cnf::cli::output_file::reject_unknown_extension;
use sudoku_cnf::cli::puzzles::Shard;
use sudoku_cnf::text::Format;

use super::Listed;
use crate::cli::csv_record::{Column, OutputColumn, has};

/// Options of every command that reads puzzles.
#[derive(Debug, Args)]
#[command(next_help_heading = INPUT)]
pub(crate) struct PuzzleArgs {
    /// Use only the K-th puzzle of the input, counting from 1
    #[arg(long, alias = "record", value_name = "K", value_parser = puzzle_number())]
    pub(crate) puzzle_number: Option<usize>,

    #[command(flatten)]
    pub(crate) read: ReadArgs,
}

/// The input files and the output format of a command that always prints one record per puzzle.
#[derive(Debug, Args)]
pub(crate) struct RecordArgs {
    /// Puzzle files; '-' means standard input [default: -]
    #[arg(value_name = "FILE")]
    pub(crate) puzzles: Vec<PathBuf>,

    /// Output format [default: line]
    #[arg(short, long, value_name = "FORMAT", value_parser = one_of::<Format>(["line", "json", "csv"]))]
    pub(crate) format: Option<Format>,

    #[command(flatten)]
    pub(crate) output: OutputArgs,

    /// Columns of CSV output, separated by commas; implies --format csv
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = columns(&[]))]
    pub(crate) columns: Vec<OutputColumn>,

    /// Append these results to the rows of the input
    ///
    /// NAMES are separated by commas. The input must be CSV with a header, or JSON Lines. Its rows are printed
    /// unchanged, in order, and the results follow as further columns or fields. Rows whose puzzle cannot be read are
    /// printed, too.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', hide_short_help = true, conflicts_with_all = ["columns", "format"],
        value_parser = one_of::<Column>(Column::common_and(&[]).map(Column::name)))]
    pub(crate) append: Vec<Column>,
}

impl RecordArgs {
    /// Returns the input files and the output file.
    pub(crate) fn files(&self) -> (&[PathBuf], Option<&Path>) {
        (&self.puzzles, self.output.output.as_deref())
    }

    /// Sets the format that the extension of the output file indicates. See [`OutputArgs::set_format`].
    pub(super) fn set_format(&mut self, extensions: &[&str]) -> Result<(), Failure> {
        let selects_columns = self.selects_columns();
        self.output.set_format(&mut self.format, extensions, selects_columns)
    }

    /// Returns whether an option selects the format of the records.
    pub(crate) fn selects_records(&self) -> bool {
        self.format.is_some() || self.selects_columns()
    }

    /// Returns whether an option selects this column.
    pub(crate) fn selects(&self, column: Column) -> bool {
        has(&self.columns, column) || self.append.contains(&column)
    }

    /// Returns whether an option selects columns.
    pub(crate) fn selects_columns(&self) -> bool {
        !self.columns.is_empty() || !self.append.is_empty()
    }
}

/// The output file.
#[derive(Debug, Args)]
pub(crate) struct OutputArgs {
    /// Write to FILE instead of standard output
    ///
    /// FILE is created or replaced only once the output is complete. The extension selects the compression (.gz, .xz or
    /// .bz2) and, without --format, the format.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// Extensions that stand for those of all formats of puzzles.
pub(super) const PUZZLES: &[&str] = &["txt", "json", "csv", "sdk", "sdm"];

impl OutputArgs {
    /// Sets the format that the extension of the file indicates, if it is one of `extensions` and no option selects the
    /// format. `is_set` states whether another option selects the format.
    ///
    /// # Errors
    /// Returns an error if no option selects a format and the extension is unknown.
    pub(super) fn set_format(
        &self,
        format: &mut Option<Format>,
        extensions: &[&str],
        is_set: bool,
    ) -> Result<(), Failure> {
        let Some(path) = &self.output else { return Ok(()) };
        let by_extension = Format::from_path(path)
            .filter(|format| extensions == PUZZLES || extensions.contains(&format.extension()));
        *format = format.or(by_extension);
        if is_set || format.is_some() { Ok(()) } else { reject_unknown_extension(path, extensions) }
    }

    /// Returns an error unless the file has the extension of a plot.
    pub(super) fn check_svg(&self) -> Result<(), Failure> {
        let path = self.output.as_ref().filter(|path| path.extension().is_none_or(|name| name != "svg"));
        path.map_or(Ok(()), |path| reject_unknown_extension(path, &["svg"]))
    }
}

/// Adapts `--columns` and `--append` to a command whose records have the columns `more`. `default` names the columns
/// without these options.
pub(super) fn record_columns(more: &'static [Column], default: &'static str) -> impl FnMut(Arg) -> Arg {
    move |argument| match argument.get_id().as_str() {
        "columns" => argument.value_parser(columns(more)).long_help(format!(
            "Columns of CSV output, separated by commas; implies --format csv [default: {default}]"
        )),
        "append" => argument.value_parser(one_of::<Column>(Column::common_and(more).map(Column::name))),
        _ => argument,
    }
}

/// Returns a parser for the columns that every command has, for `more` columns, and for those of the input. Its help
/// lists the results, but it accepts all names.
fn columns(more: &[Column]) -> impl TypedValueParser<Value = OutputColumn> {
    let columns: Vec<_> = Column::common_and(more).collect();
    let names = columns.iter().map(ToString::to_string).collect();
    let parser = StringValueParser::new().map(move |name| {
        let result = columns.iter().find(|column| column.name() == name);
        result.map_or(OutputColumn::Input(name), |&column| OutputColumn::Result(column))
    });
    Listed { parser, names }
}

/// Options of commands that process many puzzles.
#[derive(Debug, Args)]
pub(crate) struct BatchArgs {
    /// Number of worker threads [default: number of cores]
    #[arg(short, long, value_name = "N", value_parser = jobs())]
    pub(crate) jobs: Option<u16>,

    /// Process only every N-th puzzle, starting with the K-th
    ///
    /// The shards 1/N to N/N divide a list of puzzles among N runs.
    #[arg(long, value_name = "K/N", value_parser = Shard::parse, conflicts_with = "puzzle_number")]
    pub(crate) shard: Option<Shard>,

    /// Stop at the first error instead of continuing with the next puzzle
    #[arg(long)]
    pub(crate) strict: bool,

    #[command(flatten)]
    pub(crate) resume: ResumeArg,

    /// Do not print progress, notes or the summary; errors are still printed
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

impl BatchArgs {
    /// Returns whether the options select records even for a single puzzle.
    pub(crate) fn wants_records(&self) -> bool {
        self.jobs.is_some() || self.shard.is_some() || self.resume.resume
    }
}
