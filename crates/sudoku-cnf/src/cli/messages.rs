//! Messages on standard error.

use std::fmt::Display;
use std::io::{self, Write};

use anstream::{AutoStream, ColorChoice};

/// Prints a message to standard error, prefixed with the program name.
pub fn print(program: &str, message: impl Display) {
    print_line(format_args!("{program}: {message}"));
}

/// Prints a line to standard error. Write errors are ignored, because there is nowhere to report them.
///
/// The text may quote puzzles, problem files and the output of solvers, so control characters are
/// [escaped](escape_controls).
pub fn print_line(line: impl Display) {
    let keeps_colors = AutoStream::choice(&io::stderr()) != ColorChoice::Never;
    let line = escape_controls(&line.to_string(), keeps_colors);
    // A single write prevents the output of several threads from being interleaved within a line.
    let _ = io::stderr().write_all(format!("{line}\n").as_bytes());
}

/// Replaces control characters by escapes such as `\\u{1b}`, so that foreign text cannot control a terminal.
///
/// Line feeds and tabs are kept. If `keeps_colors` is set, escape sequences that only change colors and styles are
/// kept, too.
pub fn escape_controls(text: &str, keeps_colors: bool) -> String {
    let mut escaped = String::with_capacity(text.len());
    for (index, character) in text.char_indices() {
        let is_kept = !is_control(character)
            || matches!(character, '\n' | '\t')
            || keeps_colors && is_style(&text[index..]);
        if is_kept {
            escaped.push(character);
        } else {
            escaped.extend(character.escape_default());
        }
    }
    escaped
}

/// Returns `text`, for example a file name, with all control characters escaped, including line feeds and tabs.
///
/// A name or text from a file, an archive or a solver can then neither control a terminal nor forge a line.
pub fn foreign(text: impl Display) -> String {
    escape_controls(&text.to_string(), false).replace('\n', "\\n").replace('\t', "\\t")
}

/// Returns whether a terminal may interpret `character`. This includes the characters that reverse the direction of
/// text.
fn is_control(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Returns whether `text` begins with an escape sequence that changes the color or style of text.
fn is_style(text: &str) -> bool {
    let parameters = text
        .strip_prefix("\u{1b}[")
        .map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';'));
    parameters.is_some_and(|rest| rest.starts_with('m'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped() {
        let text = "a\tb\n\u{1b}[1;31mred\u{1b}[0m \u{1b}]0;title\u{7} \0 \u{9b}2J \u{202e}\u{1b}[2J";
        let others = "\\u{1b}]0;title\\u{7} \\u{0} \\u{9b}2J \\u{202e}\\u{1b}[2J";
        assert_eq!(escape_controls(text, true), format!("a\tb\n\u{1b}[1;31mred\u{1b}[0m {others}"));
        assert_eq!(foreign("a\n1: unique\t\r\u{1b}[0m"), r"a\n1: unique\t\r\u{1b}[0m");
        assert_eq!(escape_controls(text, false), format!("a\tb\n\\u{{1b}}[1;31mred\\u{{1b}}[0m {others}"));
    }
}
