//! A cursor over the characters of a line.

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

    fn peek(&self) -> Option<char> {
        self.text[self.position.offset..].chars().next()
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
