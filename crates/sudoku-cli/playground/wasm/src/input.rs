//! The puzzle and the options of a request.

use serde::Deserialize;
use sudoku_cnf::clauses::encoding::SumEncoding;
use sudoku_cnf::puzzle::board::{BoardOptions, Variant};
use sudoku_cnf::text::{ReadError, ReadOptions, Record, RuleList, RuleListError, read_single};
use sudoku_cnf::{AtMostOne, CnfOptions, Encoding, UnknownName};

use crate::hints::error_text;

/// The size of the largest board.
pub(crate) const MAX_SIZE: usize = 25;

/// The size of the largest text, in bytes.
const MAX_TEXT: usize = 1 << 20;

/// The puzzle on the page.
#[derive(Debug, Deserialize)]
pub(crate) struct PuzzleText {
    /// The board and the givens, in any format that `sudoku-cnf` reads.
    pub(crate) text: String,
    /// The variants of the board.
    #[serde(default)]
    pub(crate) variants: Vec<String>,
    /// Definitions and rules. Definitions come first.
    #[serde(default)]
    pub(crate) rules: Vec<String>,
    /// The alphabet in which digits are shown.
    #[serde(default)]
    pub(crate) symbols: Option<String>,
}

impl PuzzleText {
    /// Reads the puzzle with all rules.
    pub(crate) fn read(&self) -> Result<Record, String> {
        let mut list = RuleList::default();
        for text in &self.rules {
            add_rule(&mut list, text)?;
        }
        self.read_with(list)
    }

    /// Reads the puzzle without its rules.
    pub(crate) fn read_board(&self) -> Result<Record, String> {
        self.read_with(RuleList::default())
    }

    fn read_with(&self, mut list: RuleList) -> Result<Record, String> {
        let variants: Result<Vec<Variant>, UnknownName> =
            self.variants.iter().map(|name| name.parse()).collect();
        list.variants.extend(variants.map_err(|error| error.to_string())?);
        let mut record = read(&self.text, list)?;
        if let Some(symbols) = &self.symbols {
            record.alphabet = Some(symbols.parse().map_err(|error: UnknownName| error.to_string())?);
        }
        Ok(record)
    }
}

/// Adds a rule or a definition to a list.
pub(crate) fn add_rule(list: &mut RuleList, text: &str) -> Result<(), String> {
    list.read(text).map_err(|error| match error {
        RuleListError::Line { error, .. } => format!("{text}: {error}"),
        other => other.to_string(),
    })
}

/// Reads the first puzzle in `text` with additional rules.
pub(crate) fn read(text: &str, list: RuleList) -> Result<Record, String> {
    if text.len() > MAX_TEXT {
        return Err("the text is longer than 1 MB".to_owned());
    }
    let RuleList { mut variants, rules, .. } = list;
    variants.sort_unstable();
    variants.dedup();
    let board = BoardOptions { variants, ..BoardOptions::default() };
    let options = ReadOptions { board, rules, ..ReadOptions::default() };
    let record = match read_single(text.as_bytes(), options.clone(), None) {
        Err(ReadError::SeveralPuzzles(_)) => read_single(text.as_bytes(), options, Some(1)),
        record => record,
    };
    let record = record.map_err(|error| error_text(&error))?;
    let geometry = record.puzzle.geometry();
    if geometry.layout().is_some() {
        return Err("the playground shows a single board, not overlapping boards".to_owned());
    }
    let size = geometry.size();
    if size > MAX_SIZE {
        return Err(format!(
            "the board is {size}×{size}, but the playground supports boards up to {MAX_SIZE}×{MAX_SIZE}"
        ));
    }
    Ok(record)
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
