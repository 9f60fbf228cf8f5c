//! Rules that a program creates from constraints.

use sudoku_cnf::files::InstanceOptions;
use sudoku_cnf::puzzle::rule::{Constraint, Diagram, Digits, Relation, Rule, Sum};
use sudoku_cnf::text::{Format, write};
use sudoku_cnf::{Candidate, Cell, CnfOptions, Digit, Problem, Puzzle};
use sudoku_sat::Limits;
use sudoku_sat::explain::{ExplainOptions, StepRecord, explain_candidate};
use sudoku_sat::proof::bundle::bundle_files;
use sudoku_sat::proof::certify;

#[test]
fn custom_rules_are_explained_and_certified_but_not_written() {
    // Without the rule, the puzzle has two solutions.
    let plain: Puzzle = "..343412..434321".parse().unwrap();
    assert_eq!(sudoku_sat::count(&plain).unwrap().exact(), Some(2));
    let geometry = plain.geometry().clone();
    let [a, b] = ["r1c1", "r1c2"].map(|cell| cell.parse::<Cell>().unwrap());
    let one = Candidate { cell: a, digit: Digit::new(1).unwrap() };
    let check = move |digits: &Digits<'_>| digits(a).is_none_or(|digit| digit == 1);
    let rule = Rule::custom("one", vec![Constraint::Some(vec![one])], check, &geometry).unwrap();
    let puzzle = plain.with_rules([rule]);
    assert_eq!(sudoku_sat::count(&puzzle).unwrap().exact(), Some(1));
    let two = Candidate { digit: Digit::new(2).unwrap(), ..one };
    let step = explain_candidate(&puzzle, two, &ExplainOptions::default(), &Limits::none()).unwrap().unwrap();
    let record = StepRecord::new(1, &step, None, &puzzle);
    assert!(serde_json::to_string(&record).unwrap().contains("\"one\""), "{record:?}");
    let certificate = certify(&puzzle, &Limits::none()).unwrap();
    let refused = "the rule 'one' was created by a program and has no text, so it cannot be written";
    assert_eq!(bundle_files(&puzzle, &certificate).unwrap_err().to_string(), refused);
    for format in [Format::Json, Format::FPuzzles, Format::FPuzzlesLink] {
        assert_eq!(write(&puzzle, format, Vec::new()).unwrap_err().to_string(), refused, "{format}");
    }
    let problem = Problem::new(&puzzle, CnfOptions::default());
    assert_eq!(
        problem.write_instance(InstanceOptions::default(), Vec::new()).unwrap_err().to_string(),
        refused
    );
    problem.write_dimacs(Vec::new()).unwrap();
    // Constraints that do not fit the board are errors.
    let invalid =
        |constraint| Rule::custom("own", vec![constraint], |_| true, &geometry).unwrap_err().to_string();
    let outside: Cell = "r5c1".parse().unwrap();
    assert_eq!(invalid(Constraint::AllDifferent(vec![a, outside])), "statement: the board has no cell r5c1");
    let five = Candidate { digit: Digit::new(5).unwrap(), ..one };
    assert_eq!(invalid(Constraint::Some(vec![five])), "the board has no digit 5");
    let terms = vec![(1, a), (2, a)];
    let sum = Sum { terms, relation: Relation::Equal, total: 3, is_distinct: false };
    assert_eq!(invalid(Constraint::Sum(sum)), "statement: r1c1 occurs twice");
    let diagram = Diagram::new(3, 4, 0, |_, _, _| Some(0), |_| true);
    let automaton = Constraint::Automaton { cells: vec![a, b], diagram };
    assert!(invalid(automaton).starts_with("a diagram needs a layer for each cell"));
}
