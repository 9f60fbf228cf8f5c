//! The fields of the input that records can repeat.

use std::borrow::Cow;
use std::sync::Arc;

use serde_json::Value;
use sudoku_cnf::text::{CsvHeader, SourceLine};

/// The fields of a record of the input.
#[derive(Debug)]
pub(crate) enum InputFields {
    /// A record of a CSV table.
    Table(Arc<CsvHeader>, Vec<String>),
    /// A line of JSON Lines.
    Object(serde_json::Map<String, Value>),
}

impl InputFields {
    /// Returns the fields of a line, or `None` if it has no named fields.
    pub(crate) fn of(source: &SourceLine) -> Option<Self> {
        let Some(header) = &source.header else {
            return serde_json::from_str(&source.text).ok().map(Self::Object);
        };
        let fields = header.fields(&source.text)?.into_iter().map(Cow::into_owned);
        Some(Self::Table(header.clone(), fields.collect()))
    }

    /// Returns the field with this name, or `None` if the table has no such column or the object no such field. A field
    /// that a record lacks is empty.
    pub(crate) fn get(&self, name: &str) -> Option<Cow<'_, str>> {
        match self {
            Self::Table(header, fields) => {
                Some(fields.get(header.column(name)?).map_or(Cow::Borrowed(""), Cow::from))
            }
            Self::Object(object) => Some(match object.get(name)? {
                Value::Null => Cow::Borrowed(""),
                Value::String(text) => Cow::from(text),
                value => value.to_string().into(),
            }),
        }
    }
}
