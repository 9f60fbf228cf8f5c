//! Messages for errors in puzzle text, either as plain lines or with carets below the affected text.

use std::io::ErrorKind;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};

use super::hints::{error_text, hint_text};
use super::messages::foreign;
use super::numbers::counted;
use crate::puzzle::Puzzle;
use crate::text::{Hint, ReadError, TextError, TextErrors};

/// The style of error messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// A line of the form `file:line:column: message`, which other programs can parse. If there is a hint, it
    /// follows on the next line as `hint: …`.
    #[default]
    Plain,
    /// The message, followed by the affected line of the input with carets below the error, in the style of
    /// rustc.
    Drawn {
        /// Whether the output is colored.
        in_color: bool,
    },
}

/// Returns the message for `error`, including the name of the input. The message does not end with a newline.
///
/// ```
/// use sudoku_cnf::cli::diagnostics::{Style, report};
/// use sudoku_cnf::text::read_single;
///
/// let error = read_single(&b"1q.............4"[..], None, None).unwrap_err();
/// assert!(report(&error, "p.txt", Style::Plain).starts_with("p.txt:1:2: unexpected character 'q'"));
/// ```
pub fn report(error: &ReadError, input_name: &str, style: Style) -> String {
    let input_name = &*foreign(input_name);
    match error {
        ReadError::Text(errors) => report_errors(errors, input_name, style),
        ReadError::Io(io) if io.kind() == ErrorKind::NotFound && input_name.parse::<Puzzle>().is_ok() => {
            format!(
                "{input_name}: {}\nhint: the argument is a puzzle, not a file; pipe it into the program: echo {input_name} | …",
                error_text(error)
            )
        }
        other => format!("{input_name}: {}", error_text(other)),
    }
}

/// Returns the messages for all errors, separated by newlines.
///
/// If more errors occurred than `errors` contains, the last line gives the number of additional errors. The
/// result does not end with a newline.
pub fn report_errors(errors: &TextErrors, input_name: &str, style: Style) -> String {
    let input_name = &*foreign(input_name);
    let (text, _, rest) = report_up_to(errors, input_name, style, usize::MAX, &mut Vec::new());
    let more = || format!("{text}\n{input_name}: {}", counted(rest as u64, "more error", "more errors"));
    if rest > 0 { more() } else { text }
}

/// Returns the messages for the first `most` errors, the number of these messages, and the number of errors
/// without a message.
///
/// Each hint appears only below the first error to which it applies, and is then added to `hints`. Hints that
/// are already in `hints` are omitted.
pub(crate) fn report_up_to(
    errors: &TextErrors,
    input_name: &str,
    style: Style,
    most: usize,
    hints: &mut Vec<Hint>,
) -> (String, usize, usize) {
    let input_name = &*foreign(input_name);
    let shown = errors.errors().len().min(most);
    let report = |error: &TextError| {
        let hint = error.kind.hint().filter(|hint| !hints.contains(hint));
        hints.extend(hint.clone());
        report_error(error, hint, input_name, style)
    };
    let reports: Vec<_> = errors.errors()[..shown].iter().map(report).collect();
    (reports.join("\n"), shown, errors.errors().len() - shown + errors.omitted())
}

/// Returns the message for one error, including the text of `hint`. The message does not end with a newline.
fn report_error(error: &TextError, hint: Option<Hint>, input_name: &str, style: Style) -> String {
    let hint = hint.map(|hint| hint_text(&hint));
    match style {
        Style::Drawn { in_color } => draw(error, hint, input_name, in_color),
        Style::Plain => {
            let hint = hint.map_or(String::new(), |hint| format!("\nhint: {hint}"));
            format!("{input_name}:{}:{}: {}{hint}", error.line, error.column, error.kind)
        }
    }
}

fn draw(error: &TextError, hint: Option<String>, input_name: &str, in_color: bool) -> String {
    let title = error.kind.to_string();
    let snippet = Snippet::source(&*error.text)
        .line_start(error.line)
        .annotation(AnnotationKind::Primary.span(span(error)));
    let group = Level::ERROR.primary_title(&*title);
    // The renderer counts columns from the start of `error.text`. If the text does not start at column 1 of
    // its line, the correct position is shown separately.
    let group = if error.text_column == 1 {
        group.element(snippet.path(input_name))
    } else {
        let origin = Origin::path(input_name).line(error.line).char_column(error.column);
        group.element(origin).element(snippet)
    };
    let group = match hint {
        Some(hint) => group.element(Level::HELP.with_name("hint").message(hint)),
        None => group,
    };
    let renderer = if in_color { Renderer::styled() } else { Renderer::plain() };
    renderer.render(&[group])
}

/// Returns the byte range of the error within `error.text`. The range is empty if the text ends before the
/// error.
fn span(error: &TextError) -> Range<usize> {
    let offset = |column: usize| {
        let mut characters = error.text.char_indices().skip(column.saturating_sub(error.text_column));
        characters.next().map_or(error.text.len(), |(offset, _)| offset)
    };
    offset(error.column)..offset(error.column + error.length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::read_single;

    fn errors(text: &str) -> TextErrors {
        match read_single(text.as_bytes(), None, None) {
            Err(ReadError::Text(errors)) => errors,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn draws_carets_below_the_line() {
        let drawn = report_errors(&errors("12..\n.é..\n"), "p.txt", Style::Drawn { in_color: false });
        assert!(drawn.contains(" --> p.txt:2:2\n  |\n2 | .é..\n  |  ^\n"), "{drawn}");
        assert!(drawn.contains("= hint: a cell is a digit"), "{drawn}");
    }

    #[test]
    fn counts_dropped_errors_and_prints_a_shared_hint_once() {
        let errors = errors(&"x\n".repeat(22));
        let report = report_errors(&errors, "p", Style::Plain);
        assert_eq!((report.lines().count(), report.lines().last()), (22, Some("p: 2 more errors")));
        let (text, shown, rest) = report_up_to(&errors, "p", Style::Plain, 2, &mut Vec::new());
        assert_eq!((text.lines().count(), shown, rest), (3, 2, 20));
        assert!(text.lines().nth(1).is_some_and(|line| line.starts_with("hint: a 9x9 board")), "{text}");
    }
}
