//! The CNF file that `--cnf` specifies.

use std::fmt::Display;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use sudoku_cnf::ClauseSink;
use sudoku_cnf::cli::files::Input;
use sudoku_cnf::cli::messages::foreign;
use sudoku_cnf::files::dimacs::{self, Header};
use sudoku_cnf::files::metadata::{self, CnfMetadata};

pub(super) fn open(path: &Path) -> anyhow::Result<BufReader<Box<dyn Read + Send>>> {
    Input::File(path.to_owned()).open().map(BufReader::new).with_context(|| foreign(path.display()))
}

/// Reads the comments of the CNF, if there is a file.
pub(super) fn metadata(path: Option<&PathBuf>) -> anyhow::Result<CnfMetadata> {
    let Some(path) = path else { return Ok(CnfMetadata::default()) };
    metadata::read(open(path)?).map_err(|error| anyhow!("{}:{error}", foreign(path.display())))
}

/// Adds the clauses of the CNF to `sink`.
pub(super) fn read<S: ClauseSink<Error: Display>>(path: &Path, sink: &mut S) -> anyhow::Result<Header> {
    dimacs::read(open(path)?, sink).map_err(|error| anyhow!("{}: {error}", foreign(path.display())))
}
