//! Explanations as JSON Lines.

use std::fmt;

use serde::Serialize;
use sudoku_cnf::puzzle::board::HouseName;
use sudoku_cnf::text::JsonCells;
use sudoku_cnf::{Candidate, Cell, Digit, Puzzle};
use sudoku_sat::explain::{BoardRule, Case, CaseEnd, Deduction, Fact, Technique};

/// A step.
#[derive(Serialize)]
pub(in crate::cli) struct JsonStep {
    step: usize,
    technique: String,
    cost: u64,
    rules: Vec<JsonRule>,
    facts: Vec<JsonFact>,
    derived: Vec<JsonFact>,
    minimal: bool,
    smallest: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    base: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cover: Vec<String>,
    /// The cells of the fins of a fish.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fins: Vec<[usize; 2]>,
    /// For each link of a chain, the candidates that are false, and those of which one is then true.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    chain: Vec<JsonLink>,
    /// For a forcing chain, the candidates of a cell or house, each with the chain that excludes it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    branches: Vec<JsonBranch>,
    /// For a step without a name, the proof by cases.
    #[serde(skip_serializing_if = "Option::is_none")]
    cases: Option<JsonCase>,
}

/// A case of a proof.
#[derive(Serialize)]
struct JsonCase {
    /// What the case assumes.
    #[serde(skip_serializing_if = "Option::is_none")]
    assumed: Option<JsonFact>,
    /// What follows, and the rules that imply it.
    implied: Vec<JsonImplied>,
    /// The rule that is violated.
    #[serde(skip_serializing_if = "Option::is_none")]
    violated: Option<JsonRule>,
    /// The rule because of which one of the further cases holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    distinction: Option<JsonRule>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cases: Vec<JsonCase>,
}

#[derive(Serialize)]
struct JsonImplied {
    #[serde(flatten)]
    fact: JsonFact,
    rule: JsonRule,
}

/// The candidates that are false, and those of which one is then true.
type JsonLink = [Vec<JsonCandidate>; 2];

#[derive(Serialize)]
struct JsonBranch {
    excluded: JsonCandidate,
    chain: Vec<JsonLink>,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum JsonRule {
    Cell {
        row: usize,
        column: usize,
    },
    /// One of the cells contains neither digit if the solution is unique.
    Rectangle {
        cells: [[usize; 2]; 4],
        digits: [usize; 2],
        assumes_unique: bool,
    },
    House {
        house: String,
        digit: usize,
    },
    Peers {
        a: [usize; 2],
        b: [usize; 2],
        digit: usize,
    },
    /// A rule beyond houses, as text that `--rule` accepts and as a sentence.
    Rule {
        rule: String,
        sentence: String,
    },
}

#[derive(Serialize)]
struct JsonFact {
    row: usize,
    column: usize,
    digit: usize,
    placed: bool,
}

/// A part of the first step.
#[derive(Serialize)]
pub(in crate::cli) struct JsonHint {
    /// The houses, cells and rules to look at.
    pub(in crate::cli) places: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::cli) technique: Option<String>,
}

/// A line of an explanation.
#[derive(Serialize)]
#[serde(untagged)]
pub(in crate::cli) enum JsonLine {
    Step(JsonStep),
    Hint(JsonHint),
    Result(JsonResult),
}

/// The last line: the result.
#[derive(Serialize, Default)]
pub(in crate::cli) struct JsonResult {
    pub(in crate::cli) status: &'static str,
    pub(in crate::cli) steps: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::cli) solution: Option<JsonCells>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::cli) givens: Option<Vec<JsonCandidate>>,
    /// Rules beyond houses that contradict each other or the givens.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(in crate::cli) rules: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::cli) smallest: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::cli) differ: Option<Vec<[usize; 2]>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::cli) solutions: Option<Vec<JsonCells>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::cli) remove: Option<Vec<JsonCandidate>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(in crate::cli) remove_rules: Vec<String>,
    /// New digits for the cells of `remove`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::cli) change: Option<Vec<JsonCandidate>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::cli) add: Option<Vec<JsonCandidate>>,
    /// Rules for the whole board, each of which makes the solution unique.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(in crate::cli) add_rules: Vec<&'static str>,
    /// Whether the repair is proven to be smallest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::cli) fewest: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::cli) message: Option<String>,
}

#[derive(Serialize)]
pub(in crate::cli) struct JsonCandidate {
    row: usize,
    column: usize,
    digit: usize,
}

pub(in crate::cli) fn place(cell: Cell) -> [usize; 2] {
    [cell.row(), cell.column()]
}

impl fmt::Display for JsonCandidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}={}", self.row, self.column, self.digit)
    }
}

impl From<&Candidate> for JsonCandidate {
    fn from(&Candidate { cell, digit }: &Candidate) -> Self {
        Self { row: cell.row(), column: cell.column(), digit: digit.get() }
    }
}

impl From<&Fact> for JsonFact {
    fn from(&Fact { candidate: Candidate { cell, digit }, is_placed }: &Fact) -> Self {
        Self { row: cell.row(), column: cell.column(), digit: digit.get(), placed: is_placed }
    }
}

impl JsonRule {
    fn new(rule: &BoardRule, puzzle: &Puzzle) -> Self {
        let geometry = puzzle.geometry();
        match *rule {
            BoardRule::Cell(cell) => Self::Cell { row: cell.row(), column: cell.column() },
            BoardRule::House { house, digit } => {
                Self::House { house: geometry.house(house).name.to_string(), digit: digit.get() }
            }
            BoardRule::Peers { a, b, digit } => Self::Peers { a: place(a), b: place(b), digit: digit.get() },
            BoardRule::Rectangle { cells, digits } => Self::Rectangle {
                cells: cells.map(place),
                digits: digits.map(Digit::get),
                assumes_unique: true,
            },
            BoardRule::Rule(index) => {
                let rule = &puzzle.rules()[index];
                Self::Rule { rule: rule.to_string(), sentence: rule.sentence() }
            }
        }
    }
}

impl JsonCase {
    fn new(case: &Case, puzzle: &Puzzle) -> Self {
        let rule = |rule: &BoardRule| JsonRule::new(rule, puzzle);
        let implied = case.implied.iter();
        let (violated, distinction, cases) = match &case.end {
            CaseEnd::Contradiction(violated) => (Some(rule(violated)), None, Vec::new()),
            CaseEnd::Distinction { rule: of_cases, cases } => {
                (None, Some(rule(of_cases)), cases.iter().map(|case| Self::new(case, puzzle)).collect())
            }
        };
        Self {
            assumed: case.assumed.as_ref().map(JsonFact::from),
            implied: implied
                .map(|(fact, of_fact)| JsonImplied { fact: JsonFact::from(fact), rule: rule(of_fact) })
                .collect(),
            violated,
            distinction,
            cases,
        }
    }
}

impl JsonStep {
    /// `cases` proves steps without a name.
    pub(in crate::cli) fn new(
        number: usize,
        step: &Deduction,
        cases: Option<&Case>,
        puzzle: &Puzzle,
    ) -> Self {
        let names = |houses: &[HouseName]| houses.iter().map(ToString::to_string).collect();
        let (base, cover, fins) = match &step.technique {
            Technique::Fish { base, cover, fins, .. } => {
                (names(base), names(cover), fins.iter().map(|&cell| place(cell)).collect())
            }
            _ => (Vec::new(), Vec::new(), Vec::new()),
        };
        let candidates = |group: &Vec<Candidate>| group.iter().map(JsonCandidate::from).collect();
        let link = |(from, to): &(Vec<Candidate>, Vec<Candidate>)| [candidates(from), candidates(to)];
        let (mut chain, mut branches) = (Vec::new(), Vec::new());
        match &step.technique {
            Technique::Chain { links, .. } => chain = links.iter().map(link).collect(),
            Technique::Forcing { branches: of_ends, .. } => {
                let branch = |(end, links): &(Candidate, Vec<_>)| JsonBranch {
                    excluded: JsonCandidate::from(end),
                    chain: links.iter().map(link).collect(),
                };
                branches = of_ends.iter().map(branch).collect();
            }
            _ => {}
        }
        Self {
            step: number,
            technique: step.technique.name(),
            cost: step.cost,
            rules: step.rules.iter().map(|rule| JsonRule::new(rule, puzzle)).collect(),
            facts: step.facts.iter().map(JsonFact::from).collect(),
            derived: step.derived.iter().map(JsonFact::from).collect(),
            minimal: step.is_minimal,
            smallest: step.is_smallest,
            base,
            cover,
            fins,
            chain,
            branches,
            cases: cases.map(|case| JsonCase::new(case, puzzle)),
        }
    }
}

/// Returns a value as a line of JSON.
pub(in crate::cli) fn line(value: &impl Serialize) -> String {
    // Serialization cannot fail, because all keys are strings.
    serde_json::to_string(value).unwrap_or_default()
}
