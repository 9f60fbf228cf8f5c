//! Parses nested lists into a tree.

use super::cursor::{begins_comment, block_comment_length};
use crate::text::field::PlacedToken;
use crate::text::text_line::TextLine;
use crate::text::token::Token;

/// The null values of common programming languages, and `-1`, which represents a blank cell in some programs.
const NULL_VALUES: [&str; 11] =
    ["null", "None", "nil", "NULL", "undefined", "NaN", "nan", "none", "NA", "Null", "-1"];

/// The letters and symbols before the quotation mark of a string, for example `r` in Python and Rust.
const STRING_PREFIXES: [char; 7] = ['r', 'b', 'f', 'u', 'L', '@', '$'];

/// A node of the tree: a list or a cell.
pub(in crate::text) enum ListNode<'a> {
    /// A list: its elements and its opening bracket.
    List(Vec<ListNode<'a>>, PlacedToken<'a>),
    /// A cell.
    Cell(PlacedToken<'a>),
}

/// Parses an expression into a tree. The expression is a list, a string, or the start of a list without some of
/// its closing brackets. Closing brackets of the wrong kind are ignored.
pub(in crate::text) fn parse(pieces: &[TextLine]) -> ListNode<'_> {
    let empty = |line, token| (Vec::new(), PlacedToken { line, token });
    // The root contains the expression.
    let mut stack: Vec<(Vec<ListNode<'_>>, PlacedToken<'_>)> = vec![empty(&pieces[0], Token::new(1, ""))];
    for line in pieces {
        for token in tokens(line) {
            match &*token.text {
                "[" | "{" | "(" => {
                    // A word before a bracket names a constructor or a function and is not a cell.
                    if let Some((nodes, _)) = stack.last_mut() {
                        nodes
                            .pop_if(|node| matches!(node, ListNode::Cell(cell) if is_name(&cell.token.text)));
                    }
                    stack.push(empty(line, token));
                }
                bracket @ ("]" | "}" | ")") => {
                    if stack.last().is_some_and(|(_, place)| closes(bracket, &place.token.text)) {
                        close(&mut stack);
                    }
                }
                _ => {
                    if let Some((nodes, _)) = stack.last_mut() {
                        nodes.push(ListNode::Cell(PlacedToken { line, token }));
                    }
                }
            }
        }
    }
    while stack.len() > 1 {
        close(&mut stack);
    }
    let (mut nodes, place) = stack.remove(0);
    match nodes.pop_if(|node| matches!(node, ListNode::List(..))) {
        Some(list) => list,
        None => ListNode::List(nodes, place),
    }
}

/// Returns whether `closing` is the counterpart of the bracket `opening`.
fn closes(closing: &str, opening: &str) -> bool {
    matches!((opening, closing), ("[", "]") | ("{", "}") | ("(", ")"))
}

/// Moves the innermost open list to the list that contains it.
fn close<'a>(stack: &mut Vec<(Vec<ListNode<'a>>, PlacedToken<'a>)>) {
    if let Some((mut nodes, place)) = stack.pop() {
        // In Lisp, the first element of `(list 1 2 3)` is a function name, not a cell.
        if matches!(nodes.first(), Some(ListNode::Cell(cell)) if is_name(&cell.token.text)) {
            nodes.remove(0);
        }
        if let Some((outer, _)) = stack.last_mut() {
            outer.push(ListNode::List(nodes, place));
        }
    }
}

/// Returns whether a token is an identifier rather than a cell.
pub(in crate::text) fn is_name(text: &str) -> bool {
    text.starts_with(char::is_alphabetic) && text.chars().nth(1).is_some()
}

/// Returns the length of the string that starts after the quotation mark `quote`, without the closing mark.
/// Returns `None` if `quote` does not start a string.
fn string_end(quote: char, rest: &str) -> Option<usize> {
    match quote {
        '"' | '`' => rest.find(quote),
        '\'' if !rest.starts_with('(') => rest.find(quote),
        _ => None,
    }
}

/// Splits a line into brackets, strings and words. Removes the quotes around strings, and replaces null
/// values and blank strings with `.`.
fn tokens(line: &TextLine) -> Vec<Token<'_>> {
    let text = &line.text;
    let is_bracket = |c: char| matches!(c, '[' | '{' | '(' | ']' | '}' | ')');
    let separates = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '|');
    let mut tokens = Vec::new();
    let mut characters = text.char_indices().zip(line.first_column..).peekable();
    while let Some(((offset, c), column)) = characters.next() {
        if separates(c) {
            continue;
        }
        if begins_comment(&text[offset..]) {
            match block_comment_length(&text[offset..]) {
                Some(length) => {
                    while characters.next_if(|((at, _), _)| *at < offset + length).is_some() {}
                    continue;
                }
                None => break,
            }
        }
        let rest = &text[offset + c.len_utf8()..];
        if is_bracket(c) {
            tokens.push(Token::new(column, &text[offset..=offset]));
        } else if STRING_PREFIXES.contains(&c) && rest.starts_with(['"', '\'']) {
            // The next character starts a string.
        } else if let Some(end) = string_end(c, rest) {
            let inside = &rest[..end];
            while characters.next_if(|((at, _), _)| *at <= offset + 1 + end).is_some() {}
            tokens.push(if inside.trim().is_empty() {
                Token::new(column, ".")
            } else if inside.contains("\\n") {
                // The rows of a board.
                Token::new(column + 1, inside.replace("\\n", ""))
            } else {
                Token::new(column + 1, inside)
            });
        } else if !matches!(c, '\'' | '"' | '`') {
            let end = rest.find(|c| separates(c) || is_bracket(c)).unwrap_or(rest.len());
            let word = &text[offset..offset + c.len_utf8() + end];
            while characters.next_if(|((at, _), _)| *at < offset + word.len()).is_some() {}
            // NumPy prints the floating-point number 4 as `4.` or `4.0`.
            // Java and C mark long integers by a suffix.
            let number = word.strip_suffix(".0").or_else(|| word.strip_suffix(['.', 'L', 'l']));
            let number = number.unwrap_or(word);
            let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
            let cell = if is_number { number } else { word };
            tokens.push(Token::new(column, if NULL_VALUES.contains(&word) { "." } else { cell }));
        }
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(node: &ListNode<'_>) -> String {
        match node {
            ListNode::Cell(cell) => cell.token.text.to_string(),
            ListNode::List(nodes, _) => {
                format!("[{}]", nodes.iter().map(show).collect::<Vec<_>>().join(" "))
            }
        }
    }

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let lines: Vec<_> =
            (1..).zip(text.lines()).map(|(i, line)| TextLine::new(i, line.to_owned())).collect();
        assert_eq!(show(&parse(&lines)), expected);
    }

    #[test]
    fn parses_lists_of_many_languages() {
        check("[[1, null], [-1, 4.0]]", "[[1 .] [. 4]]");
        check("{{1,2},\n {3,4}}", "[[1 2] [3 4]]");
        check("(list 1 2 (list 3 nil))", "[1 2 [3 .]]");
        check("[vec![1, 2], vec![3]] // text", "[[1 2] [3]]");
        check("[\"1.\", ' ', 'a' /* 5 */, 6]", "[1. . a 6]");
        check("\"12..\"", "[12..]");
        check("\"12..\\n..1.\"", "[12....1.]");
        check("[1L, r\"2\", 3) [4", "[1 2 3 [4]]");
    }
}
