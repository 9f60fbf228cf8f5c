//! Pages that the page shows in a frame: traces, decisions of the reader, and lessons.

use std::ops::ControlFlow;

use serde::Serialize;
use serde_json::{Value, json};
use sudoku_cli::lesson::{Lesson, LivePart, TracePage};
use sudoku_cnf::text::Record;
use sudoku_cnf::{Candidate, Geometry, Lit, Problem};
use sudoku_sat::Limits;
use sudoku_sat::solver::DecisionsEnd;
use sudoku_sat::trace::{TraceOptions, trace as run_trace};

use crate::board::{alphabet, written};
use crate::input::CnfChoice;

/// The number of clauses of the largest CNF in a page. The page contains all of them.
const MAX_CLAUSES: usize = 200_000;

/// The largest number of conflicts in a trace.
const MAX_CONFLICTS: u64 = 1_000;

/// A page.
#[derive(Debug, Serialize)]
pub(crate) struct Page {
    html: String,
    /// A sentence that the page itself does not contain.
    sentence: Option<String>,
}

/// Passes the page of a trace to `send`, and then its events while the solver runs.
pub(crate) fn trace(
    record: &Record,
    choice: CnfChoice,
    max_conflicts: u64,
    refute: bool,
    send: &mut dyn FnMut(&str),
) -> Result<(), String> {
    let options = options(record, choice, max_conflicts, refute)?;
    let alphabet = alphabet(record);
    let mut failure = None;
    let end = TracePage::live(&record.puzzle, alphabet, &options, &Limits::none(), &mut |part| {
        let part = match part {
            LivePart::Page(page) => html(&page).map(|html| json!({ "html": html }).to_string()),
            LivePart::Events(events) => serde_json::to_string(&events).map_err(|error| error.to_string()),
        };
        match part {
            Ok(part) => {
                send(&part);
                ControlFlow::Continue(())
            }
            Err(error) => {
                failure = Some(error);
                ControlFlow::Break(())
            }
        }
    });
    end.map_err(|error| error.to_string())?;
    failure.map_or(Ok(()), Err)
}

/// Returns the events of a trace as text: one event per line, in JSON.
pub(crate) fn events(
    record: &Record,
    choice: CnfChoice,
    max_conflicts: u64,
    refute: bool,
) -> Result<Value, String> {
    let options = options(record, choice, max_conflicts, refute)?;
    let mut text = String::new();
    let end = run_trace(&record.puzzle, &options, &Limits::none(), |event| {
        text += &serde_json::to_string(event).unwrap_or_default();
        text.push('\n');
        ControlFlow::Continue(())
    });
    end.map(|_| json!({ "text": text })).map_err(|error| error.to_string())
}

pub(crate) fn what_if(record: Record, choice: CnfChoice, decisions: &[String]) -> Result<Page, String> {
    let options = options(&record, choice, MAX_CONFLICTS, false)?;
    let geometry = record.puzzle.geometry().clone();
    let decisions: Vec<Lit> =
        decisions.iter().map(|text| literal(text, &geometry)).collect::<Result<_, _>>()?;
    let alphabet = alphabet(&record);
    let page = TracePage::what_if(record.puzzle, alphabet, &options, &decisions, &Limits::none());
    let (page, end) = page.map_err(|error| error.to_string())?;
    let sentence = match end {
        DecisionsEnd::Complete => None,
        DecisionsEnd::Conflict => Some("This leads to a conflict.".to_owned()),
        DecisionsEnd::Assigned(literal) => {
            let index = decisions.iter().position(|&decision| decision == literal).unwrap_or_default();
            Some(format!("Decision {} already has a value, so it was not made.", index + 1))
        }
    };
    Ok(Page { html: html(&page)?, sentence })
}

pub(crate) fn lesson(record: Record) -> Result<Page, String> {
    let alphabet = alphabet(&record);
    let lesson = Lesson::new(record.puzzle, alphabet, &Limits::none()).map_err(|error| error.to_string())?;
    Ok(Page { html: written(|html| lesson.write_html(html))?, sentence: None })
}

fn html(page: &TracePage) -> Result<String, String> {
    written(|html| page.write_html(html))
}

fn options(
    record: &Record,
    choice: CnfChoice,
    max_conflicts: u64,
    refute: bool,
) -> Result<TraceOptions, String> {
    let size = Problem::new(&record.puzzle, choice.0).size().map_err(|error| error.to_string())?;
    if size.clauses > MAX_CLAUSES {
        return Err(format!(
            "the CNF has {} clauses, but the page shows at most {MAX_CLAUSES}; choose another encoding or scheme",
            size.clauses
        ));
    }
    Ok(TraceOptions {
        cnf: choice.0,
        seed: None,
        max_conflicts: Some(max_conflicts.min(MAX_CONFLICTS)),
        excludes_solution: refute,
        lists_clauses: false,
        alphabet: alphabet(record),
    })
}

/// Parses a literal, for example `r1c1=5` or `r1c1!=5`.
fn literal(text: &str, geometry: &Geometry) -> Result<Lit, String> {
    let is_positive = !text.contains("!=");
    let candidate: Candidate = text
        .replace("!=", "=")
        .parse()
        .map_err(|_| format!("invalid literal '{text}', expected r1c1=5 or r1c1!=5"))?;
    if !geometry.contains(candidate.cell) || candidate.digit.get() > geometry.size() {
        return Err(format!("{candidate} is not on the board"));
    }
    let literal = geometry.literal(candidate.cell, candidate.digit);
    Ok(if is_positive { literal } else { !literal })
}
