//! Jupyter notebooks: JSON documents whose cells contain program text.

use serde::Deserialize;

use super::lines::AnyLines;
use super::text_line::TextLine;

/// The number of lines in which the first key of a notebook must occur.
const MAX_START: usize = 4;
/// The maximum size of a notebook in bytes. The rest of the input is read as JSON.
const MAX_SIZE: usize = 1 << 26;

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
/// If each line of code is on a line of its own, as Jupyter writes them, the lines keep their numbers.
pub(super) fn open(lines: &mut AnyLines<'_>) {
    let starts = |line: &TextLine| line.text.trim_start().starts_with('{');
    let has_key = |line: &TextLine| line.text.contains("\"cells\"") || line.text.contains("\"nbformat\"");
    let is_notebook = lines.line_ahead(0).is_some_and(starts)
        && (0..MAX_START).any(|index| lines.line_ahead(index).is_some_and(has_key));
    if !is_notebook {
        return;
    }
    lines.buffer_bytes(MAX_SIZE);
    if !lines.has_ended() {
        return;
    }
    let found: Vec<_> = lines.buffered().cloned().collect();
    let text = found.iter().map(|line| &*line.text).collect::<Vec<_>>().join("\n");
    if let Ok(notebook) = serde_json::from_str::<Notebook>(&text) {
        lines.end();
        lines.put_back(code(&notebook, &found));
    }
}

/// Returns the lines of the code cells in a notebook, whose JSON text is on the lines `json`.
fn code(notebook: &Notebook, json: &[TextLine]) -> Vec<TextLine> {
    let mut code = Vec::new();
    let mut position = 0;
    for cell in notebook.cells.iter().filter(|cell| cell.cell_type == "code") {
        let lines: Vec<&str> = match &cell.source {
            Source::Text(text) => text.lines().collect(),
            Source::Lines(lines) => lines.iter().map(|line| line.trim_end_matches(['\r', '\n'])).collect(),
        };
        for text in lines {
            let literal = serde_json::to_string(text).unwrap_or_default();
            let literal = literal.trim_end_matches('"');
            let found = json[position..].iter().position(|line| line.text.contains(literal));
            position += found.unwrap_or(0);
            code.push(TextLine::new(json[position].number, text.to_owned()));
        }
        code.push(TextLine::new(json[position].number, String::new()));
    }
    code
}

#[cfg(test)]
mod tests {
    use crate::text::testing::check_detected;

    const BOARD: &str = "12....1..2..4..2";

    #[test]
    fn code_cells_contain_puzzles() {
        let text = format!(
            r##"{{
 "cells": [
  {{"cell_type": "markdown", "source": ["# 1...............\n"]}},
  {{"cell_type": "code", "source": [
    "board = [\n",
    "  [1, 2, 0, 0],\n",
    "  [0, 0, 1, 0], # \"x\"\n",
    "  [0, 2, 0, 0],\n",
    "  [4, 0, 0, 2]]\n",
    "solve(board)"
  ], "outputs": [{{"text": ["ok"]}}]}},
  {{"cell_type": "code", "source": "solve('{BOARD}')"}}
 ],
 "nbformat": 4
}}
"##
        );
        check_detected(&text, &[&format!("5: {BOARD}"), &format!("12: {BOARD}")]);
    }

    #[test]
    fn other_objects_are_json() {
        check_detected(&format!("{{\"puzzle\": \"{BOARD}\", \"cells\": 16}}"), &[&format!("1: {BOARD}")]);
        check_detected("{\"cells\": [\n", &["1:1: unclosed bracket or quote"]);
    }
}
