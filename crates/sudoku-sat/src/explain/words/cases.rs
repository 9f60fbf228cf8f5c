//! Steps by contradiction in words: what follows from the opposite of the conclusion, and numbered cases.

use sudoku_cnf::Candidate;
use sudoku_cnf::text::words::list;

use super::super::board_rule::{BoardRule, Fact};
use super::super::cases::{Case, CaseEnd};
use super::super::deduction::Deduction;
use super::steps_so_far::StepsSoFar;

/// Returns a [sentence](StepsSoFar::sentence) without the lines of its cases, and these lines.
///
/// ```
/// use sudoku_sat::explain::without_cases;
///
/// let sentence = "In row 1, 5 must be in r1c1 or r1c2.\nCase 1: …\nCase 2: …\nNo case is possible.";
/// let (short, cases) = without_cases(sentence);
/// assert_eq!(short, "In row 1, 5 must be in r1c1 or r1c2. No case is possible.");
/// assert_eq!(cases, ["Case 1: …", "Case 2: …"]);
/// ```
pub fn without_cases(sentence: &str) -> (String, Vec<&str>) {
    match &sentence.lines().collect::<Vec<_>>()[..] {
        [first, cases @ .., last] if !cases.is_empty() => (format!("{first} {last}"), cases.to_vec()),
        _ => (sentence.to_owned(), Vec::new()),
    }
}

impl StepsSoFar {
    /// Explains why the opposite of the first conclusion is impossible.
    pub(super) fn refutation(&self, step: &Deduction, tree: &Case) -> String {
        let what_follows = self.events(tree);
        let cases = self.cases(tree, "");
        let end = if cases.is_empty() { " This is a contradiction" } else { "\nNo case is possible" };
        let Some(first) = step.derived.first() else {
            return format!("The known facts imply that {what_follows}.{cases}{end}.");
        };
        let Candidate { cell, digit } = first.candidate;
        let negation = if first.is_placed { " not" } else { "" };
        let others = match &step.derived[1..] {
            [] => String::new(),
            others => format!(" In the same way, {}.", self.facts(others)),
        };
        format!(
            "Suppose that {cell} were{negation} {}. Then {what_follows}.{cases}{end}, so {}.{others}",
            self.digit(digit),
            self.facts(&step.derived[..1])
        )
    }

    /// Returns a line for each case of a distinction. `prefix` is the number of the case with the distinction.
    fn cases(&self, case: &Case, prefix: &str) -> String {
        let CaseEnd::Distinction { cases, .. } = &case.end else { return String::new() };
        let lines = cases.iter().enumerate().map(|(index, case)| {
            let number = format!("{prefix}{}", index + 1);
            let assumed = case.assumed.map_or_else(String::new, |fact| self.fact(fact));
            let end = if matches!(case.end, CaseEnd::Contradiction(_)) { ", a contradiction" } else { "" };
            let inner = self.cases(case, &format!("{number}."));
            format!("\nCase {number}: {assumed}. Then {}{end}.{inner}", self.events(case))
        });
        lines.collect()
    }

    /// Lists what follows in a case: facts, and a violated rule or a distinction.
    fn events(&self, case: &Case) -> String {
        let facts = case.implied.iter().map(|&(fact, ref rule)| match *rule {
            BoardRule::House { house, .. } => {
                format!("{} (the only place in {})", self.fact(fact), self.house(house))
            }
            BoardRule::Cell(_) => format!("{} (the only candidate)", self.fact(fact)),
            _ => format!("{} ({})", self.fact(fact), rule.describe(&self.puzzle)),
        });
        let end = match &case.end {
            CaseEnd::Contradiction(rule) => self.violation(rule),
            CaseEnd::Distinction { rule, cases } => self.choice(rule, cases),
        };
        list(facts.chain([end]), "and")
    }

    fn fact(&self, Fact { candidate: Candidate { cell, digit }, is_placed }: Fact) -> String {
        format!("{cell} is {}{}", if is_placed { "" } else { "not " }, self.digit(digit))
    }

    fn violation(&self, rule: &BoardRule) -> String {
        match *rule {
            BoardRule::Cell(cell) => format!("no digit is left for {cell}"),
            BoardRule::House { house, digit } => {
                format!("no place is left for {} in {}", self.digit(digit), self.house(house))
            }
            BoardRule::Peers { a, b, digit } => {
                format!("{a} and {b}{} both contain {}", self.shared(a, b), self.digit(digit))
            }
            _ => format!("this rule is broken: {}", rule.describe(&self.puzzle)),
        }
    }

    fn choice(&self, rule: &BoardRule, cases: &[Case]) -> String {
        let candidates = cases.iter().filter_map(|case| Some(case.assumed?.candidate));
        match *rule {
            BoardRule::House { house, digit } => {
                let places: Vec<_> = candidates.map(|candidate| candidate.cell).collect();
                let (house, digit) = (self.house(house), self.digit(digit));
                format!("in {house}, {digit} must be in {}", list(&places, "or"))
            }
            BoardRule::Cell(cell) => {
                let digits: Vec<_> = candidates.map(|candidate| candidate.digit).collect();
                format!("{cell} must be {}", self.digits(&digits, "or"))
            }
            // Distinctions are made in cells and houses only.
            _ => rule.describe(&self.puzzle),
        }
    }
}
