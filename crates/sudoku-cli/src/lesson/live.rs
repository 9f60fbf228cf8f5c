//! Pages that show a trace while the solver runs.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::Duration;

use serde::Serialize;
use sudoku_cnf::Puzzle;
use sudoku_cnf::clock::Instant;
use sudoku_cnf::text::Alphabet;
use sudoku_sat::trace::{TraceEnd, TraceEvent, TraceOptions, trace};
use sudoku_sat::{Limits, SolveError};

use super::watch::{Parts, TracePage, shown_options};

/// Events are collected for this long before they are sent.
const INTERVAL: Duration = Duration::from_millis(50);

/// The largest number of events that are sent together.
const MAX_EVENTS: usize = 2_000;

/// A part of a page that is shown while the solver runs.
#[derive(Clone, Debug)]
pub enum LivePart {
    /// The page with the first event only.
    Page(Box<TracePage>),
    /// The events that follow.
    Events(LiveEvents),
}

/// Events that a live page adds to its own when it receives them as a message.
#[derive(Clone, Debug, Serialize)]
pub struct LiveEvents {
    events: Vec<TraceEvent>,
    /// The meanings of the clauses that occur in the events.
    meanings: BTreeMap<usize, String>,
}

impl TracePage {
    /// Traces the native solver on `puzzle`, like [`TracePage::new`], and passes the page to `send` before the search
    /// starts, and then the events, several times per second. The search ends early if `send` breaks.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use sudoku_cli::lesson::{LivePart, TracePage};
    /// use sudoku_sat::trace::TraceOptions;
    /// use sudoku_sat::{Limits, Puzzle};
    ///
    /// let puzzle: Puzzle = "1.....2...3....4".parse()?;
    /// let mut parts = Vec::new();
    /// TracePage::live(&puzzle, None, &TraceOptions::default(), &Limits::none(), &mut |part| {
    ///     parts.push(part);
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert!(matches!(parts[0], LivePart::Page(_)));
    /// assert!(matches!(parts[1], LivePart::Events(_)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if a limit is reached before the search starts, or if the solver fails.
    pub fn live(
        puzzle: &Puzzle,
        alphabet: Option<Alphabet>,
        options: &TraceOptions,
        limits: &Limits,
        send: &mut dyn FnMut(LivePart) -> ControlFlow<()>,
    ) -> Result<TraceEnd, SolveError> {
        let options = shown_options(puzzle, alphabet, options);
        let mut parts = Parts::default();
        let mut has_page = false;
        let mut last_time = Instant::now();
        let end = trace(puzzle, &options, limits, |event| {
            if !matches!(event, TraceEvent::Start { .. } | TraceEvent::Clause { .. }) && !has_page {
                has_page = true;
                send(LivePart::Page(Box::new(Self::of_start(puzzle, options.alphabet, &mut parts))))?;
            }
            parts.take(event)?;
            if has_page && (parts.events.len() >= MAX_EVENTS || last_time.elapsed() >= INTERVAL) {
                last_time = Instant::now();
                send(events(&mut parts))?;
            }
            ControlFlow::Continue(())
        })?;
        // The search has ended, so it does not matter whether `send` breaks.
        let _ = send(events(&mut parts));
        Ok(end)
    }
}

/// Takes the events out of `parts`.
fn events(parts: &mut Parts) -> LivePart {
    let meanings = parts.meanings();
    LivePart::Events(LiveEvents { events: std::mem::take(&mut parts.events), meanings })
}
