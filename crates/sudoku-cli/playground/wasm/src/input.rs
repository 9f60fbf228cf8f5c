//! The puzzle and the options of a request.

use serde::Deserialize;
use sudoku_cnf::clauses::encoding::SumEncoding;
use sudoku_cnf::puzzle::board::BoardOptions;
use sudoku_cnf::text::{ReadOptions, Record, RuleList, read_single};
use sudoku_cnf::{AtMostOne, CnfOptions, Encoding, UnknownName};

/// The size of the largest board.
pub(crate) const MAX_SIZE: usize = 25;

/// The size of the largest text, in bytes.
const MAX_TEXT: usize = 1 << 20;

/// A puzzle as the reader of the page has written it.
#[derive(Debug, Deserialize)]
pub(crate) struct PuzzleText {
    /// The puzzle, in any format that `sudoku-cnf` reads.
    pub(crate) text: String,
    /// Additional rules, one a line.
    pub(crate) rules: String,
}

impl PuzzleText {
    /// Reads the puzzle with all rules.
    pub(crate) fn read(&self) -> Result<Record, String> {
        let list = RuleList::parse(&self.rules).map_err(|error| format!("rules: line {error}"))?;
        self.read_with(list)
    }

    /// Reads the puzzle without the additional rules.
    pub(crate) fn read_alone(&self) -> Result<Record, String> {
        self.read_with(RuleList::default())
    }

    fn read_with(&self, list: RuleList) -> Result<Record, String> {
        if self.text.len().max(self.rules.len()) > MAX_TEXT {
            return Err("the text is longer than 1 MB".to_owned());
        }
        let RuleList { variants, rules, .. } = list;
        let board = BoardOptions { variants, ..BoardOptions::default() };
        let options = ReadOptions { board, rules, ..ReadOptions::default() };
        let record = read_single(self.text.as_bytes(), options, None).map_err(|error| error.to_string())?;
        let geometry = record.puzzle.geometry();
        if geometry.layout().is_some() {
            return Err("the playground shows a single board, not overlapping boards".to_owned());
        }
        check_size(geometry.size())?;
        Ok(record)
    }
}

pub(crate) fn check_size(size: usize) -> Result<(), String> {
    if size > MAX_SIZE {
        return Err(format!(
            "the board is {size}×{size}, but the playground supports boards up to {MAX_SIZE}×{MAX_SIZE}"
        ));
    }
    Ok(())
}

/// The names of an encoding and its schemes.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "Names")]
pub(crate) struct CnfChoice(pub(crate) CnfOptions);

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Names {
    encoding: String,
    at_most_one: String,
    sums: String,
}

impl TryFrom<Names> for CnfChoice {
    type Error = UnknownName;

    fn try_from(names: Names) -> Result<Self, UnknownName> {
        let encoding: Encoding = names.encoding.parse()?;
        let at_most_one: AtMostOne = names.at_most_one.parse()?;
        let sum_encoding: SumEncoding = names.sums.parse()?;
        Ok(Self(CnfOptions { encoding, at_most_one, sum_encoding, ..CnfOptions::default() }))
    }
}
