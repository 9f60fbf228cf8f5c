//! Names of numbered output files, with a printf-style placeholder such as `%03d`.

use std::path::{Path, PathBuf};

use super::failure::Failure;

/// The name of an output file, in which `%d` or `%03d` stands for the number of a puzzle.
///
/// As in `printf`, `%d` is replaced by the number, and `%0Nd` by the number padded with zeros to at least N digits.
/// `%%` stands for a percent sign.
///
/// ```
/// use std::path::Path;
/// use sudoku_cnf::cli::output_pattern::OutputPattern;
///
/// let pattern = OutputPattern::parse(Path::new("out/%03d.cnf"))?;
/// assert_eq!(pattern.path(7), Path::new("out/007.cnf"));
/// assert!(pattern.is_numbered());
/// # Ok::<(), sudoku_cnf::cli::Failure>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputPattern(PathBuf);

/// The largest width of a number. File systems limit the length of a file name to about 255 bytes.
const MAX_WIDTH: usize = 100;

impl OutputPattern {
    /// Parses the pattern in `path`.
    ///
    /// # Errors
    /// Returns a usage error if a percent sign is not part of a valid placeholder.
    pub fn parse(path: &Path) -> Result<Self, Failure> {
        let lossy = path.to_string_lossy();
        match path.to_str() {
            None if lossy.contains('%') => {
                Err(Failure::Usage(format!("the output file name is not valid UTF-8: {lossy}")))
            }
            Some(text) if expand(text, 0).is_none() => Err(Failure::Usage(format!(
                "unknown placeholder in '{text}'\nhint: use %d or %03d for the number of the file, and %% for a percent sign"
            ))),
            _ => Ok(Self(path.to_owned())),
        }
    }

    /// Returns whether the pattern contains a placeholder for the number.
    pub fn is_numbered(&self) -> bool {
        self.path(0) != self.path(1)
    }

    /// Returns the path of the file for the puzzle with this number.
    pub fn path(&self, number: usize) -> PathBuf {
        // A path without a placeholder need not be valid UTF-8.
        let path = self.0.to_str().and_then(|text| expand(text, number));
        path.map_or_else(|| self.0.clone(), PathBuf::from)
    }
}

/// Replaces the placeholders in `text` by `number`. Returns `None` if one of them is not valid.
fn expand(text: &str, number: usize) -> Option<String> {
    let mut pieces = text.split('%');
    let mut path = pieces.next()?.to_owned();
    while let Some(piece) = pieces.next() {
        if piece.is_empty() {
            // An empty piece between two percent signs is the escape `%%`. The text after it is literal.
            path = path + "%" + pieces.next()?;
        } else {
            let (width, rest) = placeholder(piece)?;
            path = path + &format!("{number:0width$}") + rest;
        }
    }
    Some(path)
}

/// Parses the text after a percent sign and returns the width of the number and the rest of the text.
///
/// A width without a leading zero is rejected, because `printf` would then pad the number with spaces.
fn placeholder(text: &str) -> Option<(usize, &str)> {
    let (width, rest) = text.split_once('d')?;
    let width = match width.strip_prefix('0') {
        _ if width.is_empty() => 1,
        Some(digits) if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) => {
            digits.parse().ok().filter(|&width| width <= MAX_WIDTH)?
        }
        _ => return None,
    };
    Some((width, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(pattern: &str, number: usize, expected: &str) {
        let pattern = OutputPattern::parse(Path::new(pattern)).unwrap();
        assert_eq!(pattern.path(number), Path::new(expected));
    }

    #[test]
    fn numbers_replace_placeholders() {
        check("%d.cnf", 12, "12.cnf");
        check("dir/%03d.cnf", 7, "dir/007.cnf");
        check("%03d", 1234, "1234");
        check("%d/p-%05d.opb", 3, "3/p-00003.opb");
        check("100%%/%d", 1, "100%/1");
        check("%%d", 1, "%d");
        check("plain.cnf", 5, "plain.cnf");
    }

    #[test]
    fn only_patterns_with_a_placeholder_are_numbered() {
        for (pattern, expected) in [("%d", true), ("a%02d", true), ("a", false), ("%%", false)] {
            assert_eq!(
                OutputPattern::parse(Path::new(pattern)).unwrap().is_numbered(),
                expected,
                "{pattern}"
            );
        }
    }

    #[test]
    fn invalid_placeholders_are_errors() {
        for pattern in ["%", "a%", "%s.cnf", "%3d", "%0d", "%-3d", "%0999d", "% d", "%%%"] {
            let error = OutputPattern::parse(Path::new(pattern)).unwrap_err().message().unwrap();
            assert!(error.starts_with("unknown placeholder in '"), "{error}");
        }
    }
}
