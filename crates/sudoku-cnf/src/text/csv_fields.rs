//! The fields of CSV records, and the header that names them.

use std::borrow::Cow;
use std::cell::RefCell;

use csv_core::{ReadRecordResult, Reader, ReaderBuilder};

thread_local! {
    /// The parsers for the delimiters that have occurred. Building one takes much longer than parsing a record.
    static PARSERS: RefCell<Vec<(u8, Reader)>> = const { RefCell::new(Vec::new()) };
}

/// Splits a record into fields. Returns `None` if `text` is not one CSV record.
pub(super) fn fields(text: &str, delimiter: u8) -> Option<Vec<Cow<'_, str>>> {
    if !text.contains('"') {
        // Without quotation marks, the fields need not be copied.
        return Some(text.split(char::from(delimiter)).map(Cow::Borrowed).collect());
    }
    PARSERS.with_borrow_mut(|parsers| {
        let index = parsers.iter().position(|(other, _)| *other == delimiter).unwrap_or_else(|| {
            parsers.push((delimiter, ReaderBuilder::new().delimiter(delimiter).build()));
            parsers.len() - 1
        });
        let parser = &mut parsers[index].1;
        parser.reset();
        let mut content = vec![0; text.len()];
        let mut ends = vec![0; text.bytes().filter(|&byte| byte == delimiter).count() + 1];
        let (_, read, written, count) = parser.read_record(text.as_bytes(), &mut content, &mut ends);
        if read < text.len() {
            return None;
        }
        // Without more input, the record ends.
        let (result, _, _, more) = parser.read_record(&[], &mut content[written..], &mut ends[count..]);
        if result != ReadRecordResult::Record {
            return None;
        }
        let content = String::from_utf8(content).ok()?;
        let starts = std::iter::once(0).chain(ends.iter().copied());
        let places = starts.zip(&ends).take(count + more);
        places.map(|(start, &end)| Some(Cow::Owned(content.get(start..end)?.to_owned()))).collect()
    })
}

/// The header of a CSV table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CsvHeader {
    text: String,
    delimiter: u8,
    names: Vec<String>,
}

impl CsvHeader {
    /// Returns the header with the given text.
    pub(super) fn new(text: &str, delimiter: u8) -> Self {
        let names = fields(text, delimiter).unwrap_or_default();
        let names = names.iter().map(|name| name.trim().to_owned()).collect();
        Self { text: text.to_owned(), delimiter, names }
    }

    /// Returns the line that contains the header.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the character between two fields: a comma, a semicolon or a tab.
    pub fn delimiter(&self) -> char {
        self.delimiter.into()
    }

    /// Returns the number of columns.
    pub fn column_count(&self) -> usize {
        self.names.len()
    }

    /// Returns the index of the column with this name, or `None` if there is none.
    pub fn column(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|column| column == name)
    }

    /// Returns the fields of a record of the table, or `None` if `record` is not one CSV record.
    ///
    /// A record may have more or fewer fields than the header.
    pub fn fields<'t>(&self, record: &'t str) -> Option<Vec<Cow<'t, str>>> {
        fields(record, self.delimiter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn quoted_fields_are_split() {
        for (text, expected) in [
            ("a,b,", &["a", "b", ""][..]),
            ("\"a,b\",\"say \"\"so\"\"\"", &["a,b", "say \"so\""]),
            ("\"\"", &[""]),
            ("\"1\n2\",,x", &["1\n2", "", "x"]),
            ("\"é\";,\"ü\"", &["é;", "ü"]),
        ] {
            assert_eq!(fields(text, b',').unwrap(), expected, "{text}");
        }
        assert_eq!(fields("\"a;b\";2", b';').unwrap(), ["a;b", "2"]);
        let header = CsvHeader::new("id;\"the puzzle\" ;n", b';');
        assert_eq!(
            (header.column("n"), header.column("the puzzle"), header.column("x")),
            (Some(2), Some(1), None)
        );
    }

    proptest! {
        #[test]
        fn written_records_are_read_back(record in prop::collection::vec("[a-c,;\" é]{0,6}", 2..6)) {
            for delimiter in [b',', b';', b'\t'] {
                let mut writer = csv::WriterBuilder::new().delimiter(delimiter).from_writer(Vec::new());
                writer.write_record(&record).unwrap();
                let text = String::from_utf8(writer.into_inner().unwrap()).unwrap();
                prop_assert_eq!(fields(text.trim_end_matches('\n'), delimiter).unwrap(), record.clone());
            }
        }
    }
}
