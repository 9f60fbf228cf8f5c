//! The options of `sudoku-cli render`, and the output formats to which they apply.

use std::io::{self, IsTerminal};
use std::path::Path;
use sudoku_cnf::sections;

use clap::Args;
use clap::builder::{PossibleValue, TypedValueParser};
use sudoku_cli::render::{CellSet, Labels, Paper};
use sudoku_cnf::cli::Failure;
use sudoku_cnf::cli::args::{SymbolArgs, one_of, whole_number, with_help};
use sudoku_cnf::cli::limits::LimitArgs;
use sudoku_cnf::cli::output::is_stdout;
use sudoku_cnf::cli::output_file::reject_unknown_extension;
use sudoku_cnf::named_enum;
use sudoku_cnf::text::{Strokes, words};

use super::many_args::ManyArgs;

named_enum! {
    /// The output format of `render`.
    pub(crate) enum PictureFormat: "format" {
        Text = "text",
        Svg = "svg",
        Html = "html",
        Tikz = "tikz",
        Png = "png",
        Pdf = "pdf",
        Json = "json",
    }
}

impl PictureFormat {
    /// Returns the format that the extension of `path` indicates, or `None` if it does not indicate one.
    pub(crate) fn from_path(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match &*extension {
            // The extension before it is that of the uncompressed file.
            "gz" | "xz" | "zst" | "bz2" => Self::from_path(Path::new(path.file_stem()?)),
            "txt" => Some(Self::Text),
            "svg" | "svgz" => Some(Self::Svg),
            "html" | "htm" => Some(Self::Html),
            "tex" | "tikz" => Some(Self::Tikz),
            "png" => Some(Self::Png),
            "pdf" => Some(Self::Pdf),
            "json" | "jsonl" | "ndjson" => Some(Self::Json),
            _ => None,
        }
    }

    /// Returns the name in messages.
    pub(crate) fn title(self) -> String {
        match self {
            Self::Text => self.name().to_owned(),
            Self::Tikz => "TikZ".to_owned(),
            _ => self.name().to_uppercase(),
        }
    }

    /// Returns whether the output is a drawing rather than text or data.
    const fn is_drawn(self) -> bool {
        !matches!(self, Self::Text | Self::Json)
    }

    /// Returns whether the output can consist of pages.
    const fn has_pages(self) -> bool {
        matches!(self, Self::Html | Self::Pdf)
    }

    /// Returns whether the output is not text.
    const fn is_binary(self) -> bool {
        matches!(self, Self::Png | Self::Pdf)
    }

    /// Checks that this build supports the format, and that binary output is not written to a terminal.
    ///
    /// # Errors
    /// Returns an error if one of these is not the case.
    pub(crate) fn check_binary(self, output: Option<&Path>) -> Result<(), Failure> {
        if self.is_binary() && !cfg!(feature = "pictures") {
            return Err(Failure::Usage(format!(
                "this build of sudoku-cli cannot write {}\nhint: build it with '--features pictures', or use --format svg",
                self.title()
            )));
        }
        if self.is_binary() && is_stdout(output) && io::stdout().is_terminal() {
            return Err(Failure::Usage(format!(
                "{} output is binary and cannot be shown on a terminal\nhint: write it to a file with -o FILE",
                self.title()
            )));
        }
        Ok(())
    }
}

fn picture_format() -> impl TypedValueParser<Value = PictureFormat> {
    one_of(with_help(PictureFormat::ALL, |format| match format {
        PictureFormat::Text => "a framed board or a table of candidates",
        PictureFormat::Svg => "a drawing of one puzzle",
        PictureFormat::Html => "a page or booklet of any number of puzzles",
        PictureFormat::Tikz => "one or several tikzpicture environments for LaTeX",
        PictureFormat::Png => "an image of one puzzle",
        PictureFormat::Pdf => "a figure of one puzzle, or a booklet of any number of puzzles",
        PictureFormat::Json => "one JSON object per line",
    }))
}

fn labels() -> impl TypedValueParser<Value = Labels> {
    one_of(with_help(Labels::ALL, |labels| match labels {
        Labels::RowColumn => "rows R1, R2, … and columns C1, C2, …",
        Labels::Letters => "rows A, B, … and columns 1, 2, …",
        _ => "",
    }))
}

const RENDER_SECTIONS: &str = sections!("\
Examples:
  sudoku-cli render puzzle.txt
  sudoku-cli render --candidates puzzle.txt
  sudoku-cli render -o puzzle.svg --labels --highlight r1c3,r4-6c5 puzzle.txt
  sudoku-cli render -o x.tex --candidates=givens --variant x x.txt
  sudoku-cli render -o booklet.html --solve --cover --title 'My puzzles' puzzles.csv
  sudoku-cli render -o worksheet.html --next --per-page 4 puzzles.csv
  sudoku-sat generate -n 12 --with-solutions | sudoku-cli render -o booklet.html --per-page 6",
    0 "rendered", 30 "rendered without a solution, because --timeout or --memory-limit was reached");

/// Render puzzles as text, SVG, HTML, TikZ, PNG, PDF or JSON
///
/// Givens are bold, the digits of a solution are blue, and clashing givens are red. SVG and PNG output contain one
/// puzzle. HTML and PDF output can contain any number of puzzles, followed by their solutions. By default, an HTML page
/// adapts to the screen, and a PDF file with one puzzle is as large as the board. The page options arrange the puzzles
/// on sheets of paper with page numbers. Drawings support boards up to 100x100.
///
/// Solutions are taken from the input or, with --solve, computed. The remark or title that the input stores with a
/// puzzle, for example a rating, is its caption.
#[derive(Debug, Args)]
#[command(after_long_help = RENDER_SECTIONS,
    mut_arg("timeout", |argument| argument.requires("answer")
        .help("With --solve or --next, stop after SECONDS per puzzle [default: none]")),
    mut_arg("memory_limit", |argument| argument.requires("answer")))]
pub(crate) struct RenderArgs {
    /// Output format [default: from the -o extension, or text]
    #[arg(short, long, value_name = "FORMAT", value_parser = picture_format())]
    pub(crate) format: Option<PictureFormat>,

    /// Show candidates in open cells [default LEVEL: singles]
    #[arg(long, value_name = "LEVEL", num_args = 0..=1, require_equals = true, default_missing_value = "singles",
        value_parser = [
            PossibleValue::new("singles").help("candidates left after naked and hidden singles"),
            PossibleValue::new("givens").help("candidates not ruled out by any given"),
        ])]
    pub(crate) candidates: Option<String>,

    /// Solve the puzzles and show their solutions
    #[arg(long, group = "answer")]
    pub(crate) solve: bool,

    /// Show the first step of each puzzle as its answer (html, pdf)
    ///
    /// Positions of 'sudoku-sat generate --position' become a worksheet for a technique. The open cells show the
    /// candidates that neither a given nor the input excludes, unless --candidates selects others.
    #[arg(long, group = "answer")]
    pub(crate) next: bool,

    /// Title of the page or picture
    ///
    /// A booklet repeats it on every page. In formats with a single puzzle, the default is the title in the input.
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,

    /// Label the rows and columns [default STYLE: rc]
    #[arg(long, value_name = "STYLE", value_parser = labels(), num_args = 0..=1, require_equals = true,
        default_missing_value = "rc")]
    pub(crate) labels: Option<Labels>,

    /// Highlight these cells, for example r1c3,r4-6c5
    ///
    /// Commas separate several cells. A missing row or column stands for all of them: r5 is row 5.
    #[arg(long, value_name = "CELLS")]
    pub(crate) highlight: Option<CellSet>,

    /// Draw in black, white and gray
    #[arg(long)]
    pub(crate) monochrome: bool,

    /// Characters for grid lines in text output [default: auto-detected]
    #[arg(long, value_name = "STYLE", value_parser = one_of::<Strokes>(Strokes::ALL.iter().copied().map(Strokes::name)))]
    pub(crate) lines: Option<Strokes>,

    /// Width of a PNG image in pixels [default: 100 per cell]
    #[arg(long, value_name = "PIXELS", value_parser = whole_number(16..=10_000_u32))]
    pub(crate) width: Option<u32>,

    /// Place each solution or step beside its puzzle instead of at the end
    #[arg(long, help_heading = PAGES)]
    pub(crate) beside: bool,

    /// Paper size [default: a4]
    #[arg(long, value_name = "SIZE", value_parser = one_of::<Paper>(Paper::ALL.iter().copied().map(Paper::name)),
        help_heading = PAGES)]
    pub(crate) paper: Option<Paper>,

    /// Number of puzzles per page [default: 4 up to 9x9, else 1]
    ///
    /// The puzzles are as large as the page permits. Solutions at the end are smaller.
    #[arg(long, value_name = "N", value_parser = whole_number(1..=100_u8), help_heading = PAGES)]
    pub(crate) per_page: Option<u8>,

    /// Begin with a cover that shows the title and the number of puzzles
    #[arg(long, help_heading = PAGES)]
    pub(crate) cover: bool,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,

    #[command(flatten)]
    pub(crate) symbols: SymbolArgs,

    #[command(flatten)]
    pub(crate) many: ManyArgs,
}

/// The help heading for options that apply to documents with several puzzles.
const PAGES: &str = "Page options (html, pdf)";

impl RenderArgs {
    /// Returns the output format.
    ///
    /// # Errors
    /// Returns an error if an option does not apply to the output format, or if binary output would be written to a
    /// terminal.
    pub(crate) fn output_format(&self) -> Result<PictureFormat, Failure> {
        let output = self.many.output.as_deref();
        let format = self.format.or_else(|| PictureFormat::from_path(output?));
        if let (None, Some(path)) = (format, output) {
            reject_unknown_extension(path, &["txt", "svg", "html", "tex", "png", "pdf", "json"])?;
        }
        let format = format.unwrap_or(PictureFormat::Text);
        self.check_options(format)?;
        format.check_binary(output)?;
        Ok(format)
    }

    /// Returns whether an option determines the arrangement on sheets of paper.
    pub(crate) fn is_paged(&self) -> bool {
        self.paper.is_some() || self.per_page.is_some() || self.cover
    }

    /// Returns whether boards that are too large for a drawing cannot be written in `format`.
    pub(crate) fn needs_drawing(&self, format: PictureFormat) -> bool {
        format.is_drawn() && (format != PictureFormat::Html || self.is_paged())
    }

    fn check_options(&self, format: PictureFormat) -> Result<(), Failure> {
        type Applies = fn(PictureFormat) -> bool;
        let options: [(&str, bool, Applies); 11] = [
            ("--title", self.title.is_some(), |format| format.is_drawn() || format == PictureFormat::Json),
            ("--labels", self.labels.is_some(), PictureFormat::is_drawn),
            ("--highlight", self.highlight.is_some(), PictureFormat::is_drawn),
            ("--monochrome", self.monochrome, PictureFormat::is_drawn),
            ("--lines", self.lines.is_some(), |format| format == PictureFormat::Text),
            ("--width", self.width.is_some(), |format| format == PictureFormat::Png),
            ("--next", self.next, PictureFormat::has_pages),
            ("--beside", self.beside, PictureFormat::has_pages),
            ("--paper", self.paper.is_some(), PictureFormat::has_pages),
            ("--per-page", self.per_page.is_some(), PictureFormat::has_pages),
            ("--cover", self.cover, PictureFormat::has_pages),
        ];
        for (name, is_set, applies) in options {
            if is_set && !applies(format) {
                let formats: Vec<_> =
                    PictureFormat::ALL.iter().copied().filter(|&format| applies(format)).collect();
                let hint =
                    format!("\nhint: remove {name}, or select a format, for example --format {}", formats[0]);
                return Err(Failure::Usage(format!(
                    "{name} does not apply to {} output, only to {}{hint}",
                    format.title(),
                    words::list(formats.iter().map(|format| format.title()), "and")
                )));
            }
        }
        Ok(())
    }
}
