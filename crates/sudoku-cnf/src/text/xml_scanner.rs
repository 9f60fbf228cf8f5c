//! Splits XML text into tags and the text between them.

use super::error::TextError;
use super::error_kind::TextErrorKind;
use super::lines::AnyLines;
use super::record::ReadResult;
use super::text_line::TextLine;

/// The minimum number of digits in a tag that may contain a board.
const MIN_CELLS: usize = 16;
/// The maximum number of lines of a tag or comment.
const MAX_TAG_LINES: usize = 1 << 10;

/// A part of an XML document.
#[derive(Debug)]
pub(super) enum XmlPart {
    /// The text of a tag between `<` and `>`, and its first line, from `<`.
    Tag(String, TextLine),
    /// The nonblank text between two tags on the same line, or the rest of a line, which may be blank.
    Text(TextLine),
}

/// A scanner that reads an XML document line by line.
#[derive(Debug, Default)]
pub(super) struct XmlScanner {
    /// The current line, and the byte offset and the column of the next part.
    rest: Option<(TextLine, usize, usize)>,
}

impl XmlScanner {
    /// Returns whether the next part is at the start of a line.
    pub(super) fn is_at_line_start(&self) -> bool {
        self.rest.as_ref().is_none_or(|(line, offset, _)| line.text[*offset..].trim().is_empty())
    }

    /// Returns the next tag or text. Comments, declarations and processing instructions are skipped.
    ///
    /// # Errors
    /// Returns an error if a tag that may contain a board is not closed. Scanning then resumes with the next line. Any
    /// other `<` without a counterpart is text.
    pub(super) fn next(&mut self, lines: &mut AnyLines<'_>) -> ReadResult<Option<XmlPart>> {
        loop {
            let (line, offset, column) = match self.rest.take() {
                Some(rest) => rest,
                None => match lines.next().transpose()? {
                    Some(line) => (line, 0, 1),
                    None => return Ok(None),
                },
            };
            let text = &line.text[offset..];
            let start = text.find('<').unwrap_or(text.len());
            let before = &text[..start];
            let place = TextLine { number: line.number, text: before.to_owned(), first_column: column };
            if start == text.len() {
                return Ok(Some(XmlPart::Text(place)));
            }
            let column = column + before.chars().count();
            if !before.trim().is_empty() {
                self.rest = Some((line, offset + start, column));
                return Ok(Some(XmlPart::Text(place)));
            }
            if let Some(tag) = self.tag(line, offset + start, column, lines)? {
                return Ok(Some(tag));
            }
        }
    }

    /// Reads the tag that starts at `offset`. Returns `None` for a comment or another part to be skipped.
    fn tag(
        &mut self,
        mut line: TextLine,
        offset: usize,
        column: usize,
        lines: &mut AnyLines<'_>,
    ) -> Result<Option<XmlPart>, TextError> {
        let end = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")]
            .into_iter()
            .find(|(start, _)| line.text[offset..].starts_with(start))
            .map(|(_, end)| end);
        for _ in 0..MAX_TAG_LINES {
            let length = match end {
                Some(end) => line.text[offset..].find(end).map(|length| length + end.len()),
                None => tag_length(&line.text[offset..]),
            };
            if let Some(length) = length {
                let part = &line.text[offset..offset + length];
                let after = column + part.chars().count();
                let text = part.trim_start_matches('<').trim_end_matches('>').to_owned();
                let first = part.lines().next().unwrap_or_default().to_owned();
                let place = TextLine { text: first, first_column: column, number: line.number };
                let breaks = part.matches('\n').count();
                self.rest = Some(match part.rsplit_once('\n') {
                    Some((_, last)) => {
                        let text = line.text[offset + length..].to_owned();
                        let column = last.chars().count() + 1;
                        (TextLine::new(line.number + breaks, text), 0, column)
                    }
                    None => (line, offset + length, after),
                });
                return Ok((end.is_none() && !text.starts_with('!')).then_some(XmlPart::Tag(text, place)));
            }
            // A tag does not contain another one, so the tag on the next line is complete.
            let is_tag = |next: &TextLine| end.is_none() && next.text.trim_start().starts_with('<');
            if lines.line_ahead(0).is_none_or(is_tag) {
                break;
            }
            let Some(Ok(next)) = lines.next() else { break };
            line.text.push('\n');
            line.text.push_str(&next.text);
        }
        line.text.truncate(line.text.find('\n').unwrap_or(line.text.len()));
        let text = &line.text[offset..];
        if tag_name(&text[1..]) == "game" || text.bytes().filter(u8::is_ascii_digit).count() >= MIN_CELLS {
            return Err(line.error(column, 1, TextErrorKind::Unclosed));
        }
        // A less-than sign in a program, for example.
        let text = text.to_owned();
        Ok(Some(XmlPart::Text(TextLine { text, first_column: column, number: line.number })))
    }
}

/// Returns the length in bytes of the tag at the start of `text`, or `None` if the tag does not end there.
fn tag_length(text: &str) -> Option<usize> {
    let mut quote = None;
    for (offset, c) in text.char_indices() {
        match (quote, c) {
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), c) if open == c => quote = None,
            (None, '>') => return Some(offset + 1),
            _ => {}
        }
    }
    None
}

/// Returns the name of a tag without a prefix.
pub(super) fn tag_name(tag: &str) -> &str {
    let tag = tag.trim_start_matches('/');
    let name = tag.find(|c: char| c.is_whitespace() || c == '/').map_or(tag, |end| &tag[..end]);
    name.rsplit(':').next().unwrap_or(name)
}

/// Returns the value of the attribute `name` of a tag. Returns `None` if the tag does not have this attribute.
pub(super) fn attribute<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    tag.match_indices(name).find_map(|(offset, _)| {
        let is_name = tag[..offset].ends_with(char::is_whitespace);
        let value = tag[offset + name.len()..].trim_start().strip_prefix('=')?.trim_start();
        let quote = value.chars().next().filter(|quote| is_name && matches!(quote, '"' | '\''))?;
        value[1..].split(quote).next()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::lines::Lines;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let (mut lines, mut scanner) = (Lines::new(text.as_bytes()), XmlScanner::default());
        let mut found = Vec::new();
        while let Some(part) = scanner.next(&mut lines).transpose() {
            found.push(match part {
                Ok(XmlPart::Tag(tag, place)) => format!("{}:{tag}", place.first_column),
                Ok(XmlPart::Text(text)) if text.text.trim().is_empty() => continue,
                Ok(XmlPart::Text(text)) => text.text,
                Err(error) => error.to_string(),
            });
        }
        assert_eq!(found, expected);
    }

    #[test]
    fn documents_are_split_into_tags_and_text() {
        check(
            "<?xml version='1.0'?><!DOCTYPE a>\n<a b='>'>x <c/></a>",
            &["1:a b='>'", "x ", "12:c/", "16:/a"],
        );
        check("<!-- <a>\n--><b\nc='1'>", &["4:b\nc='1'"]);
        check("<game b='1>\n<c/>", &["1:1: unclosed bracket or quote", "1:c/"]);
        check("<a b='1234123412341234>\n<c/>", &["1:1: unclosed bracket or quote", "1:c/"]);
        check("for (i=0; i<l; i++)\n<c/>", &["for (i=0; i", "<l; i++)", "1:c/"]);
        assert_eq!([tag_name("game data='1'"), tag_name("/x:td"), tag_name("a/")], ["game", "td", "a"]);
        assert_eq!(attribute("game data = \"12\"", "data"), Some("12"));
        assert_eq!(attribute("game xdata='1'", "data"), None);
    }
}
