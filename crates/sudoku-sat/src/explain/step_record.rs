//! Steps as data that can be serialized: the JSON of `explain`.

use serde::{Deserialize, Serialize};
use sudoku_cnf::{Candidate, Cell, Digit, Puzzle};

use super::board_rule::{BoardRule, Fact, rectangle};
use super::cases::{Case, CaseEnd};
use super::deduction::{Deduction, MinimalSet};
use super::technique::Technique;

/// A step in the JSON that the programs write. Unlike a [`Deduction`], it names houses and rules beyond houses, so it
/// can be read without the puzzle.
///
/// ```
/// use sudoku_sat::explain::{ExplainOptions, Explanation, StepRecord, explain};
/// use sudoku_sat::{Limits, Puzzle};
///
/// let puzzle: Puzzle = "1.....2...3....4".parse()?;
/// let Explanation::Solved { steps, .. } = explain(&puzzle, &ExplainOptions::default(), &Limits::none())? else {
///     panic!("the puzzle has one solution")
/// };
/// let record = StepRecord::new(1, &steps[0], None, &puzzle);
/// let json = serde_json::to_string(&record)?;
/// assert!(json.starts_with(r#"{"step":1,"technique":"hidden-single","cost":4,"rules":[{"kind":"house","#));
/// assert_eq!(serde_json::from_str::<StepRecord>(&json)?, record);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct StepRecord {
    /// The number of the step, counted from 1.
    pub step: usize,
    /// The [name](Technique::name) of the technique.
    pub technique: String,
    /// The cost.
    pub cost: u64,
    /// The step in words, from [`StepsSoFar::sentence`](super::StepsSoFar::sentence). [`new`](Self::new) leaves it
    /// empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub sentence: String,
    /// The rules that the step uses.
    pub rules: Vec<RuleRecord>,
    /// The facts that the step uses.
    pub facts: Vec<Fact>,
    /// The new facts.
    pub derived: Vec<Fact>,
    /// For a step with several new facts, the minimal set of rules and facts for each of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<MinimalSet>,
    /// Whether no set can lose a rule or fact.
    pub minimal: bool,
    /// Whether no smaller set of rules and known facts implies the first new fact.
    pub smallest: bool,
    /// The base houses of a fish, for example `row 1`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub base: Vec<String>,
    /// The cover houses of a fish.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cover: Vec<String>,
    /// The cells of the fins of a fish.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fins: Vec<Cell>,
    /// The links of a chain.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chain: Vec<LinkRecord>,
    /// For a forcing chain, the candidates of a cell or house, each with the chain that excludes it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub branches: Vec<BranchRecord>,
    /// For a step without a pattern, the proof by cases.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cases: Option<CaseRecord>,
}

/// A link of a chain: the candidates that are false, and the candidates of which one is therefore true.
pub type LinkRecord = [Vec<Candidate>; 2];

/// A branch of a forcing chain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BranchRecord {
    /// The candidate that the chain excludes.
    pub excluded: Candidate,
    /// The links of the chain.
    pub chain: Vec<LinkRecord>,
}

/// A [`Case`] of a proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseRecord {
    /// The assumed fact.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assumed: Option<Fact>,
    /// The implied facts and their rules.
    pub implied: Vec<ImpliedRecord>,
    /// The rule that is violated, unless the case ends in a distinction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub violated: Option<RuleRecord>,
    /// The rule that requires one of the further cases to hold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distinction: Option<RuleRecord>,
    /// The further cases.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cases: Vec<CaseRecord>,
}

/// A fact, and the rule that implies it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImpliedRecord {
    /// The fact.
    #[serde(flatten)]
    pub fact: Fact,
    /// The rule.
    pub rule: RuleRecord,
}

/// A [`BoardRule`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[non_exhaustive]
pub enum RuleRecord {
    /// The cell contains exactly one digit.
    Cell {
        /// The row, counted from 1.
        row: usize,
        /// The column, counted from 1.
        column: usize,
    },
    /// One of the cells contains neither digit if the solution is unique. A `bug+1` has `grave` instead.
    Rectangle {
        /// The corners, row by row.
        cells: [Cell; 4],
        /// The digits.
        digits: [Digit; 2],
        /// Always `true`.
        assumes_unique: bool,
    },
    /// One of the cells contains neither of its two digits if the solution is unique.
    Grave {
        /// All open cells.
        cells: Vec<Cell>,
        /// The digits of each cell.
        digits: Vec<[Digit; 2]>,
        /// Always `true`.
        assumes_unique: bool,
    },
    /// The house has a place for the digit.
    House {
        /// The name of the house, for example `row 1`.
        house: String,
        /// The digit.
        digit: Digit,
    },
    /// The two cells do not both contain the digit.
    Peers {
        /// The first cell.
        a: Cell,
        /// The second cell.
        b: Cell,
        /// The digit.
        digit: Digit,
    },
    /// A rule beyond houses.
    Rule {
        /// The rule as it is written.
        rule: String,
        /// The rule as a sentence.
        sentence: String,
    },
}

impl RuleRecord {
    /// Returns a rule of the board of `puzzle`.
    pub fn new(rule: &BoardRule, puzzle: &Puzzle) -> Self {
        let geometry = puzzle.geometry();
        match *rule {
            BoardRule::Cell(cell) => Self::Cell { row: cell.row(), column: cell.column() },
            BoardRule::House { house, digit } => {
                Self::House { house: geometry.house(house).name.to_string(), digit }
            }
            BoardRule::Peers { a, b, digit } => Self::Peers { a, b, digit },
            BoardRule::DeadlyPattern(ref pairs) => {
                if let Some((cells, digits)) = rectangle(pairs) {
                    return Self::Rectangle { cells, digits, assumes_unique: true };
                }
                let (cells, digits) = pairs.iter().copied().unzip();
                Self::Grave { cells, digits, assumes_unique: true }
            }
            BoardRule::Rule(index) => {
                let rule = &puzzle.rules()[index];
                Self::Rule { rule: rule.to_string(), sentence: rule.sentence() }
            }
        }
    }
}

impl CaseRecord {
    /// Returns a case of a proof for a step of `puzzle`.
    pub fn new(case: &Case, puzzle: &Puzzle) -> Self {
        let rule = |rule: &BoardRule| RuleRecord::new(rule, puzzle);
        let implied = case.implied.iter();
        let (violated, distinction, cases) = match &case.end {
            CaseEnd::Contradiction(violated) => (Some(rule(violated)), None, Vec::new()),
            CaseEnd::Distinction { rule: of_cases, cases } => {
                (None, Some(rule(of_cases)), cases.iter().map(|case| Self::new(case, puzzle)).collect())
            }
        };
        Self {
            assumed: case.assumed,
            implied: implied
                .map(|(fact, of_fact)| ImpliedRecord { fact: *fact, rule: rule(of_fact) })
                .collect(),
            violated,
            distinction,
            cases,
        }
    }
}

impl StepRecord {
    /// Returns step `number` of an explanation of `puzzle`. `cases` is the result of [`Deduction::cases`] if the step
    /// has no [pattern](Technique::has_pattern).
    pub fn new(number: usize, step: &Deduction, cases: Option<&Case>, puzzle: &Puzzle) -> Self {
        let link = |(from, to): &(Vec<Candidate>, Vec<Candidate>)| [from.clone(), to.clone()];
        let mut record = Self {
            step: number,
            technique: step.technique.name(),
            cost: step.cost,
            sentence: String::new(),
            rules: step.rules.iter().map(|rule| RuleRecord::new(rule, puzzle)).collect(),
            facts: step.facts.clone(),
            derived: step.derived.clone(),
            reasons: if step.derived.len() > 1 { step.reasons.clone() } else { Vec::new() },
            minimal: step.is_minimal,
            smallest: step.is_smallest,
            base: Vec::new(),
            cover: Vec::new(),
            fins: Vec::new(),
            chain: Vec::new(),
            branches: Vec::new(),
            cases: cases.map(|case| CaseRecord::new(case, puzzle)),
        };
        match &step.technique {
            Technique::Fish { base, cover, fins, .. } => {
                record.base = base.iter().map(ToString::to_string).collect();
                record.cover = cover.iter().map(ToString::to_string).collect();
                record.fins.clone_from(fins);
            }
            Technique::Chain { links, .. } => record.chain = links.iter().map(link).collect(),
            Technique::Forcing { branches, .. } => {
                let branch = |(excluded, links): &(Candidate, Vec<_>)| BranchRecord {
                    excluded: *excluded,
                    chain: links.iter().map(link).collect(),
                };
                record.branches = branches.iter().map(branch).collect();
            }
            _ => {}
        }
        record
    }
}
