//! A cursor over the characters of a line, and comments in program code.

/// A position in a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScanPosition {
    /// The byte offset within the text of the line.
    pub(super) offset: usize,
    /// The 1-based column.
    pub(super) column: usize,
}

/// A cursor over the characters of a line.
pub(super) struct LineCursor<'a> {
    pub(super) text: &'a str,
    pub(super) position: ScanPosition,
}

impl LineCursor<'_> {
    pub(super) fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.position.offset += c.len_utf8();
        self.position.column += 1;
        Some(c)
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.text[self.position.offset..].chars().next()
    }

    /// Advances to the byte offset `end`, or to the end of the line if the line is shorter.
    pub(super) fn skip_to(&mut self, end: usize) {
        while self.position.offset < end && self.next().is_some() {}
    }

    /// Skips the rest of a string, up to and including the closing `quote`.
    ///
    /// Returns `None` if the string does not end on this line.
    pub(super) fn skip_string(&mut self, quote: char) -> Option<()> {
        while let Some(c) = self.next() {
            if c == '\\' {
                self.next();
            } else if c == quote {
                return Some(());
            }
        }
        None
    }
}

/// Returns the position after the character `c` at `at`.
pub(super) fn after(at: ScanPosition, c: char) -> ScanPosition {
    ScanPosition { offset: at.offset + c.len_utf8(), column: at.column + 1 }
}

/// Returns whether `text` starts with a comment.
///
/// A comment starts with `%`, `//`, `/*`, `#`, `-- ` or `---`, or with `; ` followed by a word. However, `#`
/// does not start a comment before an opening bracket or in a Lisp array like `#2A(…)`, and `;` does not in the
/// head of a loop like `for (i = 0; i < 9; i++)`.
pub(super) fn begins_comment(text: &str) -> bool {
    let is_word = |rest: &str| {
        rest.trim_start().chars().take(2).filter(|c| c.is_alphabetic()).count() == 2
            && !rest.contains(['<', '>', '=', '+', '{', '}'])
    };
    let after = |start: &str| text.strip_prefix(start);
    text.starts_with('%')
        || text.starts_with("//")
        || text.starts_with("/*")
        || after("#").is_some_and(|rest| !rest.starts_with(['(', '[', '{']) && !rest.contains("A("))
        || after("--").is_some_and(|rest| rest.starts_with([' ', '-']))
        || after("; ").is_some_and(is_word)
}

/// Returns the length in bytes of the block comment at the start of `text`, including `/*` and `*/`.
///
/// Returns `None` if `text` does not start with a complete block comment.
pub(super) fn block_comment_length(text: &str) -> Option<usize> {
    Some(text.strip_prefix("/*")?.find("*/")? + 4)
}
