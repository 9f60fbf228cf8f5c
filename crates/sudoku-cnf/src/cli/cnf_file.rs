//! CNF files that the programs read.

use std::io::{BufReader, Read};
use std::path::PathBuf;

use anyhow::{Context, anyhow};

use super::files::Input;
use super::messages::foreign;
use crate::clauses::cnf::ClauseSink;
use crate::files::dimacs::{self, DimacsError, DimacsErrorKind, Header};
use crate::files::metadata::{self, CnfMetadata};

/// The hint for a file without a header.
const NO_HEADER: &str =
    "\nhint: if this is a puzzle, 'sudoku-cnf' writes its CNF, and 'sudoku-sat solve' solves it";

/// Opens a CNF file.
///
/// # Errors
/// Returns an error if the file cannot be opened.
pub fn open(input: &Input) -> anyhow::Result<BufReader<Box<dyn Read + Send>>> {
    input.open().map(BufReader::new).with_context(|| foreign(input.name()))
}

/// Reads the comments of the CNF, if there is a file.
///
/// # Errors
/// Returns an error if the file cannot be read or a comment is malformed.
pub fn metadata(path: Option<&PathBuf>) -> anyhow::Result<CnfMetadata> {
    let Some(path) = path else { return Ok(CnfMetadata::default()) };
    let input = Input::File(path.clone());
    metadata::read(open(&input)?).map_err(|error| anyhow!("{}:{error}", foreign(input.name())))
}

/// Adds the clauses of the CNF to `sink`. The inner result is the error of the sink, if there is one.
///
/// # Errors
/// Returns an error if the file cannot be read or is malformed. The message starts with the name of the file and, if
/// the text is malformed, the line and the column.
pub fn read<S: ClauseSink>(input: &Input, sink: &mut S) -> anyhow::Result<Result<Header, S::Error>> {
    let name = || foreign(input.name());
    match dimacs::read(open(input)?, sink) {
        Ok(header) => Ok(Ok(header)),
        Err(DimacsError::Sink(error)) => Ok(Err(error)),
        Err(DimacsError::Io(error)) => Err(anyhow!("{}: {error}", name())),
        Err(DimacsError::Syntax { line, column, kind }) => {
            let hint = if kind == DimacsErrorKind::Header { NO_HEADER } else { "" };
            Err(anyhow!("{}:{line}:{column}: {kind}{hint}", name()))
        }
    }
}
