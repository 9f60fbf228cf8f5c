//! The records of earlier runs, which may come from several machines.

use std::collections::HashSet;
use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;

use anyhow::anyhow;
use sudoku_cnf::cli::Failure;
use sudoku_cnf::cli::messages::foreign;
use sudoku_cnf::cli::puzzles::inputs;

use super::row::Row;

/// Rows that were read, and the number of rows that were read before.
#[derive(Debug, Default)]
pub(super) struct Records {
    pub(super) rows: Vec<Row<'static>>,
    pub(super) repeated: usize,
}

impl Records {
    /// Reads the records in `files`, CSV or JSON Lines. A record that occurs several times is returned once.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read or contains something else.
    pub(super) fn read(files: &[PathBuf]) -> Result<Self, Failure> {
        let mut records = Self::default();
        let mut seen = HashSet::new();
        for input in inputs(files)? {
            let name = input.name();
            let opened = input.open().map_err(|error| Failure::from(error).at(name.clone()))?;
            read(opened, &mut |row| {
                // The text of a row contains all of its fields.
                if seen.insert(serde_json::to_string(&row).unwrap_or_default()) {
                    records.rows.push(row);
                } else {
                    records.repeated += 1;
                }
            })
            .map_err(|(line, error)| {
                let hint = "hint: --records reads the output of 'sudoku-sat compare --format csv' and '--format json'";
                Failure::Other(anyhow!("{}:{line}: {}\n{hint}", foreign(name), foreign(error)))
            })?;
        }
        Ok(records)
    }
}

/// Reads the rows of a file. An error has the number of a line.
fn read(input: impl Read, add: &mut dyn FnMut(Row<'static>)) -> Result<(), (usize, String)> {
    let mut input = BufReader::new(input);
    let start = input.fill_buf().map_err(|error| (1, error.to_string()))?;
    if start.first() == Some(&b'{') {
        for (number, line) in (1..).zip(input.lines()) {
            let line = line.map_err(|error| (number, error.to_string()))?;
            if line.trim().is_empty() {
                continue;
            }
            add(serde_json::from_str(&line).map_err(|error| (number, error.to_string()))?);
        }
        return Ok(());
    }
    for row in csv::Reader::from_reader(input).deserialize() {
        let message = |error: csv::Error| match error.kind() {
            csv::ErrorKind::Deserialize { err, .. } => err.to_string(),
            _ => error.to_string(),
        };
        let line = |error: &csv::Error| usize::try_from(error.position()?.line()).ok();
        add(row.map_err(|error| (line(&error).unwrap_or(1), message(error)))?);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::combinations::tests::row;
    use super::*;

    fn rows(text: &str) -> Result<Vec<Row<'static>>, (usize, String)> {
        let mut rows = Vec::new();
        read(text.as_bytes(), &mut |row| rows.push(row)).map(|()| rows)
    }

    #[test]
    fn reads_what_is_written() {
        let expected = vec![row("minisat", 1, Some([0.5, 1.0, 2.0])), row("cadical, fast", 2, None)];
        let json: Vec<_> = expected.iter().map(|row| serde_json::to_string(row).unwrap() + "\n").collect();
        assert_eq!(rows(&json.concat()), Ok(expected.clone()));
        let mut csv = csv::Writer::from_writer(Vec::new());
        for row in &expected {
            csv.serialize(row).unwrap();
        }
        let csv = String::from_utf8(csv.into_inner().unwrap()).unwrap();
        assert_eq!(rows(&csv), Ok(expected.clone()));
        assert_eq!(rows(""), Ok(vec![]));
        let older = json[0].replace(",\"peak_memory_bytes\":3145728,\"timeout_seconds\":1.0", "");
        assert_eq!(rows(&older).unwrap()[0].timeout_seconds, None);
        assert_eq!(rows(&format!("{}{{}}\n", json[0])).unwrap_err().0, 2);
        assert_eq!(rows("puzzle\n53..7\n").unwrap_err(), (2, "missing field `id`".to_owned()));
    }
}
