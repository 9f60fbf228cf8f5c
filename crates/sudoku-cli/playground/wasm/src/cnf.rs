//! The CNF of a puzzle.

use serde::Serialize;
use sudoku_cnf::clauses::encoding::SumEncoding;
use sudoku_cnf::files::InstanceOptions;
use sudoku_cnf::puzzle::rule::{NamedRule, RuleKind, RuleText};
use sudoku_cnf::text::Record;
use sudoku_cnf::{AtMostOne, Encoding, Problem};
use sudoku_sat::Solver;

use crate::board::alphabet;
use crate::head::Head;
use crate::input::CnfChoice;

/// The number of clauses of the largest CNF that is written.
const MAX_CLAUSES: usize = 3_000_000;

/// The names that the reader can choose from. The first one is the default.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Choices {
    encodings: Vec<&'static str>,
    at_most_one: Vec<&'static str>,
    sums: Vec<&'static str>,
    solvers: Vec<&'static str>,
    kinds: Vec<Kind>,
}

/// A kind of rule.
#[derive(Debug, Serialize)]
struct Kind {
    name: &'static str,
    /// The notation of the cells.
    form: String,
    /// `none`, `optional`, `required` or `list`.
    numbers: &'static str,
}

impl Kind {
    fn new(kind: RuleKind) -> Self {
        let is_rule = |text: String| text.parse::<RuleText>().is_ok();
        // 5 is also a number of an XV rule.
        let numbers = match (is_rule(kind.to_string()), is_rule(format!("{kind} 5"))) {
            _ if NamedRule::from(kind).has_list() => "list",
            (_, false) => "none",
            (true, true) => "optional",
            (false, true) => "required",
        };
        Self { name: kind.name(), form: format!("{:?}", kind.form()), numbers }
    }
}

pub(crate) fn choices() -> Choices {
    fn names<T: PartialEq>(default: &T, all: &[T], name: impl Fn(&T) -> &'static str) -> Vec<&'static str> {
        let others = all.iter().filter(|other| *other != default).map(&name);
        std::iter::once(name(default)).chain(others).collect()
    }
    Choices {
        encodings: names(&Encoding::default(), Encoding::ALL, |encoding| encoding.name()),
        at_most_one: names(&AtMostOne::default(), AtMostOne::ALL, |scheme| scheme.name()),
        sums: names(&SumEncoding::default(), SumEncoding::ALL, |encoding| encoding.name()),
        solvers: Solver::names().collect(),
        kinds: RuleKind::named().map(Kind::new).collect(),
    }
}

/// The CNF of a puzzle, or its first lines.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CnfText {
    variables: usize,
    clauses: usize,
    text: String,
    is_complete: bool,
}

pub(crate) fn encode(record: &Record, choice: CnfChoice, lines: Option<usize>) -> Result<CnfText, String> {
    let problem = Problem::new(&record.puzzle, choice.0).with_symbols(alphabet(record));
    let size = problem.size().map_err(|error| error.to_string())?;
    if size.clauses > MAX_CLAUSES {
        return Err(format!(
            "the CNF has {} clauses, but the playground writes at most {MAX_CLAUSES}; sudoku-cnf has no such limit",
            size.clauses
        ));
    }
    let mut head = Head::new(lines.unwrap_or(usize::MAX));
    let options = InstanceOptions { annotate: true, ..InstanceOptions::default() };
    let is_complete = match problem.write_instance(options, &mut head) {
        Ok(()) => true,
        Err(_) if head.is_full() => false,
        Err(error) => return Err(error.to_string()),
    };
    Ok(CnfText { variables: size.variables, clauses: size.clauses, text: head.into_text(), is_complete })
}

#[cfg(test)]
mod tests {
    use sudoku_cnf::CnfOptions;
    use sudoku_cnf::text::RuleList;

    use super::*;
    use crate::input::read;

    #[test]
    fn a_cnf_is_complete_if_all_lines_fit() {
        let record = read("1.....2...3....4", RuleList::default()).unwrap();
        let encode = |lines| encode(&record, CnfChoice(CnfOptions::default()), lines).unwrap();
        let count = encode(None).text.lines().count();
        assert!(encode(Some(count)).is_complete && !encode(Some(count - 1)).is_complete);
    }
}
