//! A writer that keeps only the first lines.

use std::io::{self, Write};

/// A writer that keeps the first lines and then returns an error, so that the rest is not computed.
#[derive(Debug)]
pub(crate) struct Head {
    text: Vec<u8>,
    lines_left: usize,
}

impl Head {
    pub(crate) fn new(lines: usize) -> Self {
        Self { text: Vec::new(), lines_left: lines }
    }

    /// Returns whether the maximum number of lines has been written. Any further text is an error.
    pub(crate) fn is_full(&self) -> bool {
        self.lines_left == 0
    }

    pub(crate) fn into_text(self) -> String {
        String::from_utf8_lossy(&self.text).into_owned()
    }
}

impl Write for Head {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for (index, &byte) in bytes.iter().enumerate() {
            if self.is_full() {
                self.text.extend_from_slice(&bytes[..index]);
                return Err(io::Error::other("enough lines"));
            }
            self.lines_left -= usize::from(byte == b'\n');
        }
        self.text.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_first_lines_are_kept() {
        let mut head = Head::new(2);
        assert!(head.write_all(b"a\nb").is_ok() && !head.is_full());
        assert!(head.write_all(b"c\nd\n").is_err() && head.is_full());
        assert_eq!(head.into_text(), "a\nbc\n");
    }
}
