//! The HTML page of a lesson.
//!
//! The page contains the puzzle, a list of all steps, and data from which a script draws the board of each step.
//! Without JavaScript, readers see the puzzle and the list.

use std::cmp::Reverse;
use std::io::{self, Write};

use sudoku_cnf::Puzzle;
use sudoku_cnf::text::Alphabet;
use sudoku_cnf::text::words::{self, capitalized};
use sudoku_sat::explain::{Technique, without_cases};

use super::{Lesson, LessonStatus, data, pictures};
use crate::render::{draw_board, escape, write_head};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
/// The hash of the script element, which begins with a line break.
const SCRIPT_HASH: &str = "ayIAK5Eta/wZ+vnGRufngydwb1qL+b0dErJCsxIsBzw=";
const CONTROLS: &str = include_str!("controls.html");
const PROOF: &str = include_str!("proof.html");
const LEGEND: &str = include_str!("legend.html");

pub(super) fn write(lesson: &Lesson, writer: &mut dyn Write) -> io::Result<()> {
    let title = lesson.title.as_deref().unwrap_or("Sudoku lesson");
    let n = lesson.puzzle.geometry().size();
    write_head(title, "light dark", Some(SCRIPT_HASH), writer)?;
    let given_count = lesson.puzzle.given_count();
    writeln!(
        writer,
        "{STYLE}</style>\n</head>\n<body>\n<header>\n<h1>{}</h1>\n\
         <p>Sudoku of {n}×{n} cells with {given_count} givens: {}.</p>\n</header>\n<main>",
        escape(title),
        summary(lesson)
    )?;
    writeln!(writer, "<section id=\"lesson\" aria-label=\"Board and explanation\">\n<div id=\"board\">")?;
    writeln!(writer, "<div aria-hidden=\"true\">\n{}\n</div>", draw_board(&pictures::start(lesson)))?;
    write_cells(&lesson.puzzle, lesson.alphabet, writer)?;
    writeln!(writer, "</div>\n<div id=\"explanation\">\n{CONTROLS}")?;
    let start = lesson.views.first();
    writeln!(
        writer,
        "<div id=\"sentence\" aria-live=\"polite\" aria-atomic=\"true\">\n<h2>{}</h2>\n<p>{}</p>\n</div>",
        start.map_or_else(String::new, |view| escape(&view.title)),
        start.map_or_else(String::new, |view| escape(&view.text))
    )?;
    write!(writer, "{PROOF}{LEGEND}")?;
    write_techniques(lesson, writer)?;
    writeln!(writer, "</div>\n</section>")?;
    write_steps(lesson, writer)?;
    let data = data::json(lesson).map_err(io::Error::other)?;
    writeln!(writer, "</main>\n<script type=\"application/json\" id=\"lesson-data\">\n{data}\n</script>")?;
    write!(writer, "<script>\n{SCRIPT}</script>\n</body>\n</html>\n")
}

fn summary(lesson: &Lesson) -> String {
    let steps = lesson.views.len().saturating_sub(2);
    match lesson.status {
        LessonStatus::Solved => format!("{steps} steps to its only solution"),
        LessonStatus::Unsatisfiable => format!("{steps} steps to a contradiction"),
        LessonStatus::Several => "several solutions".to_owned(),
        LessonStatus::Unknown => format!("{steps} steps, which do not reach the solution"),
    }
}

/// Writes the board as a table for screen readers.
pub(super) fn write_cells(
    puzzle: &Puzzle,
    alphabet: Option<Alphabet>,
    writer: &mut dyn Write,
) -> io::Result<()> {
    let geometry = puzzle.geometry();
    let n = geometry.size();
    writeln!(
        writer,
        "<table id=\"cells\" class=\"visually-hidden\">\n<caption>Cells of the board</caption>\n<tr><td></td>"
    )?;
    (1..=n).try_for_each(|column| write!(writer, "<th scope=\"col\">column {column}</th>"))?;
    for cell in geometry.cells() {
        if cell.column() == 1 {
            write!(writer, "</tr>\n<tr><th scope=\"row\">row {}</th>", cell.row())?;
        }
        let digit = puzzle.get(cell);
        let text = digit.map_or_else(|| "empty".to_owned(), |digit| escape(&words::digit(digit, alphabet)));
        write!(writer, "<td>{text}</td>")?;
    }
    writeln!(writer, "</tr>\n</table>")
}

/// The maximum number of links to the steps of a technique.
const MAX_LINKS: usize = 12;

/// Writes the list of techniques, the most expensive first, with links to their steps and their definitions.
fn write_techniques(lesson: &Lesson, writer: &mut dyn Write) -> io::Result<()> {
    // The technique, its highest cost, and the ids of its steps.
    let mut techniques: Vec<(&Technique, u64, Vec<&str>)> = Vec::new();
    for view in &lesson.views {
        let Some((technique, cost)) = &view.technique else { continue };
        match techniques.iter_mut().find(|(other, ..)| other.to_string() == technique.to_string()) {
            Some((_, highest, ids)) => {
                *highest = (*highest).max(*cost);
                ids.push(&view.id);
            }
            None => techniques.push((technique, *cost, vec![&view.id])),
        }
    }
    if techniques.is_empty() {
        return Ok(());
    }
    techniques.sort_by_key(|&(_, cost, _)| Reverse(cost));
    writeln!(writer, "<details id=\"techniques\">\n<summary>Techniques</summary>\n<ul>")?;
    for (technique, _, ids) in techniques {
        let count = ids.len();
        let times = if count == 1 { "once".to_owned() } else { format!("{count} times") };
        write!(writer, "<li>{}, {times}:", escape(&capitalized(&technique.to_string())))?;
        for id in ids.iter().take(MAX_LINKS) {
            write!(writer, " <a href=\"#{id}\">{}</a>", id.trim_start_matches("step-"))?;
        }
        let more = if count > MAX_LINKS { " …" } else { "" };
        writeln!(writer, "{more}<p>{}</p></li>", escape(&technique.definition()))?;
    }
    writeln!(writer, "</ul>\n</details>")
}

/// Writes the list of all views.
fn write_steps(lesson: &Lesson, writer: &mut dyn Write) -> io::Result<()> {
    writeln!(
        writer,
        "<section id=\"steps\" aria-labelledby=\"steps-heading\">\n<h2 id=\"steps-heading\">All steps</h2>\n<ol>"
    )?;
    for view in &lesson.views {
        let (id, title, (text, cases)) = (escape(&view.id), escape(&view.title), without_cases(&view.text));
        write!(writer, "<li id=\"{id}\"><p><a href=\"#{id}\">{title}.</a> {}</p>", escape(&text))?;
        if !cases.is_empty() {
            let (count, cases) = (cases.len(), escape(&cases.join("\n")));
            write!(writer, "<details><summary>{count} cases</summary><p>{cases}</p></details>")?;
        }
        writeln!(writer, "</li>")?;
    }
    writeln!(writer, "</ol>\n</section>")
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
