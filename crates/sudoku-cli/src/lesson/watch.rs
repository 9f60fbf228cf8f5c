//! The page that replays a trace of the native solver.
//!
//! The page contains the puzzle and the events of the trace. A script shows the state of the solver after each event:
//! the assigned candidates on the board, the clauses, and how a conflict leads to a learned clause.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::ControlFlow;

use serde::Serialize;
use sudoku_cnf::text::Alphabet;
use sudoku_cnf::text::words;
use sudoku_cnf::{Lit, Puzzle};
use sudoku_sat::solver::DecisionsEnd;
use sudoku_sat::trace::{TraceEnd, TraceEvent, TraceOptions, trace, what_if};
use sudoku_sat::{Limits, SolveError, Statistics, StopReason};

use super::page::write_cells;
use crate::render::{Picture, draw_board, escape, mark_columns, write_head};

const BASE_STYLE: &str = include_str!("page.css");
const STYLE: &str = include_str!("watch.css");
const SCRIPT: &str = include_str!("watch.js");
/// The hash of the script element, which begins with a line break.
const SCRIPT_HASH: &str = "GT6aBIn1pbTKrS5VnoNyl/CK+l3BGv1v7Gm8xd2RKMs=";
const CONTROLS: &str = include_str!("watch.html");

/// A page on which readers watch the native solver.
///
/// ```
/// use sudoku_cli::lesson::TracePage;
/// use sudoku_sat::trace::TraceOptions;
/// use sudoku_sat::{Limits, Puzzle};
///
/// let puzzle: Puzzle = "1.....2...3....4".parse()?;
/// let page = TracePage::new(puzzle, None, &TraceOptions::default(), &Limits::none())?;
/// let mut html = Vec::new();
/// page.write_html(&mut html)?;
/// assert!(String::from_utf8(html)?.contains("\"event\":\"propagate\""));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TracePage {
    puzzle: Puzzle,
    alphabet: Option<Alphabet>,
    title: Option<String>,
    trace: Trace,
    end: TraceEnd,
}

/// The trace in the data for the script.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Trace {
    clauses: Vec<Vec<Lit>>,
    /// The meanings of the clauses that occur in the events.
    meanings: BTreeMap<usize, String>,
    /// Whether the reader chose the decisions.
    is_what_if: bool,
    /// Whether the page receives more events while the solver runs.
    is_live: bool,
    events: Vec<TraceEvent>,
}

/// The data for the script. Cells are numbered from 0 in row-major order, digits from 1.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Data<'a> {
    size: usize,
    /// The number of columns of the candidates in a cell.
    mark_columns: usize,
    symbols: Vec<String>,
    /// The cells and digits of the givens.
    givens: Vec<(usize, usize)>,
    #[serde(flatten)]
    trace: &'a Trace,
}

/// The clauses of a trace, their meanings, and the other events.
#[derive(Default)]
pub(super) struct Parts {
    clauses: Vec<Vec<Lit>>,
    words: Vec<String>,
    pub(super) events: Vec<TraceEvent>,
}

impl Parts {
    pub(super) fn take(&mut self, event: &TraceEvent) -> ControlFlow<()> {
        if let TraceEvent::Clause { literals, meaning, .. } = event {
            self.clauses.push(literals.clone());
            self.words.push(meaning.clone());
        } else {
            self.events.push(event.clone());
        }
        ControlFlow::Continue(())
    }

    /// Returns the meanings of the clauses that occur in the events.
    pub(super) fn meanings(&self) -> BTreeMap<usize, String> {
        let used = self.events.iter().filter_map(|event| match event {
            TraceEvent::Propagate { clause, .. } | TraceEvent::Conflict { clause, .. } => Some(*clause),
            _ => None,
        });
        used.filter_map(|number| Some((number, self.words.get(number.checked_sub(1)?)?.clone()))).collect()
    }
}

impl TracePage {
    /// Traces the native solver on `puzzle`. Digits are written in `alphabet`, or as decimal numbers if it is `None`.
    ///
    /// # Errors
    /// Returns an error if a limit is reached before the search starts, or if the solver fails.
    pub fn new(
        puzzle: Puzzle,
        alphabet: Option<Alphabet>,
        options: &TraceOptions,
        limits: &Limits,
    ) -> Result<Self, SolveError> {
        let options = shown_options(&puzzle, alphabet, options);
        let mut parts = Parts::default();
        let end = trace(&puzzle, &options, limits, |event| parts.take(event))?;
        Ok(Self::from_parts(puzzle, options.alphabet, parts, end))
    }

    /// Shows what follows from decisions of the reader by unit propagation; see [`what_if`]. The [end](Self::end) of
    /// such a page is always [`StopReason::Interrupted`].
    ///
    /// # Errors
    /// Returns an error if a limit is reached or the CNF has too many variables.
    pub fn what_if(
        puzzle: Puzzle,
        alphabet: Option<Alphabet>,
        options: &TraceOptions,
        decisions: &[Lit],
        limits: &Limits,
    ) -> Result<(Self, DecisionsEnd), SolveError> {
        let options = shown_options(&puzzle, alphabet, options);
        let mut parts = Parts::default();
        let decided = what_if(&puzzle, &options, decisions, limits, |event| parts.take(event))?;
        // Parts take all events, so the decisions never end early.
        let decided = decided.unwrap_or(DecisionsEnd::Complete);
        let mut page = Self::from_parts(puzzle, options.alphabet, parts, interrupted());
        page.trace.is_what_if = true;
        Ok((page, decided))
    }

    fn from_parts(puzzle: Puzzle, alphabet: Option<Alphabet>, parts: Parts, end: TraceEnd) -> Self {
        let meanings = parts.meanings();
        let Parts { clauses, events, .. } = parts;
        let trace = Trace { clauses, meanings, is_what_if: false, is_live: false, events };
        Self { puzzle, alphabet, title: None, trace, end }
    }

    /// Takes the clauses and the events so far out of `parts`, for a page that receives more events.
    pub(super) fn of_start(puzzle: &Puzzle, alphabet: Option<Alphabet>, parts: &mut Parts) -> Self {
        let words = parts.words.clone();
        let start = std::mem::replace(parts, Parts { words, ..Parts::default() });
        let mut page = Self::from_parts(puzzle.clone(), alphabet, start, interrupted());
        page.trace.is_live = true;
        page
    }

    /// Sets the title.
    #[must_use]
    pub fn with_title(self, title: Option<String>) -> Self {
        Self { title, ..self }
    }

    /// Returns the result of the search.
    pub fn end(&self) -> &TraceEnd {
        &self.end
    }

    /// Writes the page, which needs no other files.
    ///
    /// # Errors
    /// Returns an error if writing fails.
    ///
    /// # Panics
    /// Panics if the board is larger than [`MAX_DRAWN`](crate::render::MAX_DRAWN).
    pub fn write_html(&self, writer: &mut dyn Write) -> io::Result<()> {
        let default = if self.trace.is_what_if { "What if" } else { "Sudoku solver at work" };
        let title = self.title.as_deref().unwrap_or(default);
        let picture = Picture::new(self.puzzle.clone()).with_alphabet(self.alphabet);
        write_head(title, "light dark", Some(SCRIPT_HASH), writer)?;
        write!(
            writer,
            "{BASE_STYLE}{STYLE}</style>\n</head>\n<body>\n<main>\n<header>\n<h1>{}</h1>\n",
            escape(title)
        )?;
        if !self.puzzle.rules().is_empty() {
            writeln!(writer, "<details>\n<summary>Rules</summary>")?;
            for rule in self.puzzle.rules() {
                writeln!(writer, "<p class=\"rule\">{}</p>", escape(&rule.sentence()))?;
            }
            writeln!(writer, "</details>")?;
        }
        writeln!(
            writer,
            "</header>\n<div id=\"board\">\n<div aria-hidden=\"true\">\n{}\n</div>",
            draw_board(&picture)
        )?;
        write_cells(&self.puzzle, self.alphabet, writer)?;
        writeln!(writer, "</div>\n{CONTROLS}</main>")?;
        let data = self.data().map_err(io::Error::other)?;
        writeln!(writer, "<script type=\"application/json\" id=\"trace-data\">\n{data}\n</script>")?;
        write!(writer, "<script>\n{SCRIPT}</script>\n</body>\n</html>\n")
    }

    /// Returns the data as JSON that can be embedded in HTML.
    fn data(&self) -> serde_json::Result<String> {
        let geometry = self.puzzle.geometry();
        let data = Data {
            size: geometry.size(),
            mark_columns: mark_columns(geometry),
            symbols: geometry.digits().map(|digit| words::digit(digit, self.alphabet)).collect(),
            givens: self
                .puzzle
                .givens()
                .map(|given| (geometry.index(given.cell), given.digit.get()))
                .collect(),
            trace: &self.trace,
        };
        // A less-than sign could end the script element.
        Ok(serde_json::to_string(&data)?.replace('<', "\\u003c").replace("},{\"event\"", "},\n{\"event\""))
    }
}

/// Returns the options of a trace for a page. It lists the clauses, and uses the alphabet if it has enough symbols.
pub(super) fn shown_options(
    puzzle: &Puzzle,
    alphabet: Option<Alphabet>,
    options: &TraceOptions,
) -> TraceOptions {
    let alphabet = alphabet.filter(|alphabet| alphabet.largest() >= puzzle.geometry().size());
    TraceOptions { lists_clauses: true, alphabet, ..*options }
}

/// The end of a trace that was not run to its end.
fn interrupted() -> TraceEnd {
    let (stopped, statistics) = (Some(StopReason::Interrupted), Statistics::default());
    TraceEnd { excluded: None, solution: None, stopped, statistics }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::hash_of_script;

    #[test]
    fn the_policy_permits_the_script() {
        assert_eq!(SCRIPT_HASH, hash_of_script(SCRIPT));
    }
}
