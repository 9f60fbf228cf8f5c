//! Jupyter notebooks: JSON documents whose cells contain program text.

use serde::Deserialize;

use super::lines::AnyLines;
use super::text_line::TextLine;

/// The maximum size of a notebook in bytes. A larger one is read as JSON.
const MAX_SIZE: usize = 1 << 26;
/// The keys that may come first in a notebook.
const KEYS: [&str; 4] = ["\"cells\"", "\"metadata\"", "\"nbformat\"", "\"nbformat_minor\""];

/// A notebook.
#[derive(Deserialize)]
struct Notebook {
    cells: Vec<NotebookCell>,
}

/// A cell of a notebook.
#[derive(Deserialize)]
struct NotebookCell {
    cell_type: String,
    source: Source,
}

/// The text of a cell, as one string or as one string per line.
#[derive(Deserialize)]
#[serde(untagged)]
enum Source {
    Text(String),
    Lines(Vec<String>),
}

/// If the input is a notebook, replaces its lines by the lines of its code cells, with a blank line after each cell.
///
/// If each string of the JSON text is on a line of its own, as Jupyter writes them, the lines keep their numbers.
pub(super) fn open(lines: &mut AnyLines<'_>) {
    // The first line is not a whole object, so there is no record to return before the second line arrives.
    let is_start = lines.line_ahead(0).is_some_and(|line| line.text.trim() == "{");
    let has_key = |line: &TextLine| KEYS.iter().any(|key| line.text.trim_start().starts_with(key));
    if !is_start || !lines.line_ahead(1).is_some_and(has_key) {
        return;
    }
    let Some(json) = lines.buffer_rest(MAX_SIZE) else { return };
    let text = json.iter().map(|line| &*line.text).collect::<Vec<_>>().join("\n");
    if let Ok(notebook) = serde_json::from_str::<Notebook>(&text) {
        lines.end();
        lines.put_back(code(&notebook, &json));
    }
}

/// Returns the lines of the code cells in a notebook, whose JSON text is on the lines `json`.
fn code(notebook: &Notebook, json: &[TextLine]) -> Vec<TextLine> {
    let is_source = |line: &&TextLine| line.text.trim_start().starts_with("\"source\"");
    let starts: Vec<_> = json.iter().filter(is_source).map(|line| line.number).collect();
    let is_located = starts.len() == notebook.cells.len();
    let mut code = Vec::new();
    for (index, cell) in notebook.cells.iter().enumerate().filter(|(_, cell)| cell.cell_type == "code") {
        let start = if is_located { starts[index] } else { json[0].number };
        let lines: Vec<(usize, &str)> = match &cell.source {
            Source::Text(text) => text.lines().map(|line| (start, line)).collect(),
            Source::Lines(lines) if is_located => {
                (start + 1..).zip(lines.iter().map(String::as_str)).collect()
            }
            Source::Lines(lines) => lines.iter().map(|line| (start, line.as_str())).collect(),
        };
        let end = lines.last().map_or(start, |&(number, _)| number);
        let lines = lines.into_iter().map(|(number, text)| (number, text.trim_end_matches(['\r', '\n'])));
        code.extend(lines.chain([(end, "")]).map(|(number, text)| TextLine::new(number, text.to_owned())));
    }
    code
}

#[cfg(test)]
mod tests {
    use std::io::{self, Read};

    use crate::text::Reader;
    use crate::text::testing::check_detected;

    const BOARD: &str = "12....1..2..4..2";

    #[test]
    fn code_cells_contain_puzzles() {
        let text = format!(
            r##"{{
 "cells": [
  {{
   "cell_type": "markdown",
   "source": ["# 1...............\n"]
  }},
  {{
   "cell_type": "code",
   "outputs": [{{"text": ["1...............\n"]}}],
   "source": [
    "board = [\n",
    "  [1, 2, 0, 0],\n",
    "  [0, 0, 1, 0], # \"x\"\n",
    "  [0, 2, 0, 0],\n",
    "  [4, 0, 0, 2]]\n",
    "solve(board)"
   ]
  }},
  {{
   "cell_type": "code",
   "source": "solve('{BOARD}')"
  }}
 ],
 "nbformat": 4
}}
"##
        );
        check_detected(&text, &[&format!("12: {BOARD}"), &format!("21: {BOARD}")]);
    }

    #[test]
    fn other_objects_are_json() {
        check_detected(&format!("{{\"puzzle\": \"{BOARD}\", \"cells\": 16}}"), &[&format!("1: {BOARD}")]);
        check_detected("{\n \"cells\": [\n", &["1:1: unclosed bracket or quote"]);
        let rules = format!("{{\n\"puzzle\": \"{BOARD}\",\n\"cells\": 16\n}}\n");
        check_detected(&rules.repeat(2), &[&format!("1: {BOARD}"), &format!("5: {BOARD}")]);
    }

    /// An input that has not arrived yet.
    struct Silence;

    impl Read for Silence {
        fn read(&mut self, _buffer: &mut [u8]) -> io::Result<usize> {
            panic!("the reader waits for input")
        }
    }

    #[test]
    fn a_record_with_cells_is_returned_before_the_next_one_arrives() {
        let cage = r#"{"killercage": [{"cells": ["r1c1", "r1c2"], "value": 3}]}"#;
        let text = format!("{{\"puzzle\": \"{BOARD}\", \"constraints\": {cage}}}\n");
        let record = Reader::new(text.as_bytes().chain(Silence), None).next().unwrap().unwrap();
        assert_eq!(record.puzzle.rules().len(), 1);
    }
}
