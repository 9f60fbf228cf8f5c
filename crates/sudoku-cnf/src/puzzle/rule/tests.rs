//! Tests of all rules by brute force, and examples of all rules.

use std::collections::{BTreeSet, HashMap};

use itertools::Itertools;
use proptest::prelude::*;

use super::*;
use crate::puzzle::board::{BoxShape, Candidate, Digit};

/// Rules on a 4×4 board with 2×2 boxes, at least one of each kind.
pub(crate) const SAMPLES: [&str; 91] = [
    "killercage 6: r1c1 r1c2 r2c2",
    "killercage 4: r2c2 r2c3",
    "killercage: r1c1 r2c3",
    "killercage 40: r1c1 r1c2",
    "killercage 10: r1c4 r2c4 r3c4 r4c4",
    "extraregion: r1c1 r2c2 r3c4 r4c3",
    "sum 7: r1c1 r2c3 r3c3",
    "sum 0: r1c1",
    "arrow: r1c1; r1c2 r2c3",
    "arrow: r1c1 r1c2; r1c3 r2c4 r3c4 r4c4",
    "littlekillersum 9: r0c1 DR",
    "littlekillersum 3: r5c3 UL",
    "odd: r2c3",
    "even: r2c3",
    "minimum: r2c2",
    "maximum: r1c1",
    "rowindexer: r2c1 r3c3",
    "columnindexer: r2c1",
    "boxindexer: r2c1 r4c4",
    "thermometer: r1c1 r2c1 r2c2",
    "slowthermometer: r1c1 r2c2 r3c3",
    "greaterthan: r1c1 r1c2",
    "palindrome: r1c1 r1c2 r2c3 r3c3 r4c2",
    "renban: r1c1 r2c2 r2c3",
    "renban: r1c1 r1c2 r1c3 r1c4 r2c1",
    "whispers: r1c1 r1c2 r2c3",
    "whispers 1: r1c1 r2c2",
    "whispers 3: r1c1 r1c2",
    "regionsumline: r1c1 r1c2 r1c3 r2c3",
    "regionsumline: r1c2 r1c3 r3c3 r3c4",
    "betweenline: r1c1 r1c2 r2c3 r3c3",
    "betweenline: r1c1 r1c2",
    "entropicline: r1c1 r1c2 r2c3 r3c3",
    "modularline: r1c1 r1c2 r2c3 r3c3",
    "nabner: r1c1 r2c3",
    "doublearrow: r1c1 r1c2 r2c3 r3c3",
    "doublearrow: r1c1 r1c2",
    "zipperline: r1c1 r1c2 r2c3 r3c3",
    "zipperline: r1c1 r1c2 r2c3",
    "difference: r1c1 r1c2",
    "difference 3: r1c1 r2c1",
    "ratio: r1c1 r1c2",
    "ratio 3: r1c1 r1c2",
    "xv V: r1c1 r1c2",
    "xv X: r1c1 r1c2",
    "nonconsecutive",
    "negativeratio",
    "negativexv",
    "clone: r1c1 r1c2; r3c3 r3c4",
    "quadruple 1,2: r1c1 r1c2 r2c1 r2c2",
    "quadruple 3,3: r1c2 r1c3 r2c2 r2c3",
    "quadruple 9: r1c2 r1c3 r2c2 r2c3",
    "sandwichsum 2: r0c1",
    "sandwichsum 5: r2c5",
    "sandwichsum 0: r2c0",
    "xsum 3: r0c1",
    "xsum 10: r3c5",
    "xsum 1: r5c4",
    "skyscraper 2: r0c1",
    "skyscraper 4: r2c0",
    "skyscraper 1: r2c5",
    "numberedroom 3: r0c2",
    "numberedroom 1: r4c5",
    "diagonal+",
    "diagonal-",
    "thermometer: r1c1 r1c2 r1c3 r1c4",
    "renban: r1c1 r1c2 r2c2 r1c1",
    "palindrome: r1c1 r1c2 r1c1",
    "thermometer: r1c1 r1c2 r1c1",
    "zipperline: r1c1 r1c2 r2c3 r1c2 r3c3",
    "nabner: r1c1 r2c3 r1c1",
    "abs(r1c1 - r2c3) >= 2",
    "r1c1 = 3 -> r2c2 > 2",
    "r1c1 + r2c3 <= r3c2",
    "2 * r1c1 - r2c3 >= 3 - r3c2",
    "max([r1c1, r2c2, r3c3]) - min([r1c1, r2c2, r3c3]) = 2",
    "product([r1c1, r2c3, r3c2]) mod 3 = 1",
    "sum(r1c1..r1c3) != 7",
    "count([r1c1, r2c2, r2c3], r1c1) = r2c3",
    "count(r1c1..r2c2, {1, 4}) >= 1",
    "regular(row 1, \".*1[^4]*4.*\")",
    "fold (s = 0; v in column 2; if v > s then v else s endif) = r1c1",
    "forall (a, b in consecutive of [r1c1, r2c2, r2c3]) (a != b)",
    "exists (x in row 2) (x = r1c1)",
    "(row 1)[r2c1] = 3",
    "sum((row 1)[1..r1c1]) = 6",
    "lex_less([r1c1, r2c2], [r2c3, r3c3])",
    "permutation([r1c1, r2c2], [r2c3, r3c1])",
    "nvalue([r1c1, r2c2, r2c3, r3c1]) = 2",
    "r1c1 div (r2c3 - 2) = 1 \\/ not (r2c2 mod (r2c3 - 2) != 0)",
    "alldifferent(row 1) /\\ sum(r1c1..r1c3) = 6",
];

pub(crate) fn geometry() -> Geometry {
    Geometry::new("2x2".parse::<BoxShape>().unwrap())
}

/// Returns whether full `digits` satisfy a constraint.
pub(super) fn satisfies(digits: &HashMap<Cell, i64>, constraint: &Constraint) -> bool {
    let contains = |candidate: &Candidate| digits[&candidate.cell] == candidate.digit.get() as i64;
    match constraint {
        Constraint::AllDifferent(cells) => cells.iter().map(|cell| digits[cell]).all_unique(),
        Constraint::Some(candidates) => candidates.iter().any(contains),
        Constraint::Pairs { cells: [a, b], forbidden } => {
            let digit = |cell| Digit::new(digits[cell].try_into().unwrap()).unwrap();
            let found = [digit(a), digit(b)];
            !forbidden.contains(&found)
        }
        Constraint::Sum(sum) => {
            let value = sum.terms.iter().map(|(coefficient, cell)| coefficient * digits[cell]).sum();
            has_relation(value, sum.relation, sum.total)
        }
        Constraint::Count(count) => {
            let all = |constraints: &[Constraint]| constraints.iter().all(|part| satisfies(digits, part));
            let weight = |condition: &Counted| {
                assert_ne!(all(&condition.holds), all(&condition.fails));
                if all(&condition.holds) { condition.weight } else { 0 }
            };
            has_relation(count.conditions.iter().map(weight).sum(), count.relation, count.total)
        }
        Constraint::Choice(alternatives) => alternatives
            .iter()
            .any(|alternative| alternative.iter().all(|constraint| satisfies(digits, constraint))),
        Constraint::Automaton { cells, diagram } => {
            diagram.accepts(&cells.iter().map(|cell| digits[cell].try_into().unwrap()).collect_vec())
        }
    }
}

fn has_relation(value: i64, relation: Relation, total: i64) -> bool {
    match relation {
        Relation::Equal => value == total,
        Relation::AtLeast => value >= total,
    }
}

/// Returns the cells that constraints mention.
fn cells_of(constraints: &[Constraint]) -> BTreeSet<Cell> {
    let cells = |constraint: &Constraint| -> Vec<Cell> {
        match constraint {
            Constraint::AllDifferent(cells) | Constraint::Automaton { cells, .. } => cells.clone(),
            Constraint::Some(candidates) => candidates.iter().map(|candidate| candidate.cell).collect(),
            Constraint::Pairs { cells, .. } => cells.to_vec(),
            Constraint::Sum(sum) => sum.terms.iter().map(|&(_, cell)| cell).collect(),
            Constraint::Choice(alternatives) => {
                alternatives.iter().flat_map(|alternative| cells_of(alternative)).collect()
            }
            Constraint::Count(count) => {
                let conditions = count.conditions.iter();
                conditions.flat_map(|condition| cells_of(&condition.holds)).collect()
            }
        }
    };
    constraints.iter().flat_map(cells).collect()
}

/// Compares the check with the constraints on every assignment of up to seven cells.
#[test]
fn the_check_and_the_constraints_of_a_rule_agree() {
    let geometry = geometry();
    let mut kinds = BTreeSet::new();
    for text in SAMPLES {
        let rule = Rule::parse(text, &geometry).unwrap();
        kinds.insert(rule.kind());
        let rules = [rule.clone()];
        let context = Context { geometry: &geometry, rules: &rules };
        let constraints = rule.constraints(context);
        let mut cells = cells_of(&constraints);
        cells.extend(rule.cells().iter().chain(rule.other_cells()));
        let cells = cells.into_iter().collect_vec();
        let assignments: Vec<Vec<i64>> = if cells.len() <= 7 {
            cells.iter().map(|_| 1..=4).multi_cartesian_product().collect()
        } else {
            // The digits of eight cells determine those of the others.
            let base = (0..8).map(|_| 1..=4).multi_cartesian_product().step_by(7);
            base.map(|base| (0..16).map(|i| base[i * 5 % 8]).collect()).collect()
        };
        let (mut accepted, mut rejected) = (0, 0);
        for values in assignments {
            let digits: HashMap<Cell, i64> = cells.iter().copied().zip(values).collect();
            let holds = rule.holds(&|cell| digits.get(&cell).copied(), context);
            let expected = constraints.iter().all(|constraint| satisfies(&digits, constraint));
            assert_eq!(holds, expected, "{text} {digits:?}");
            *if holds { &mut accepted } else { &mut rejected } += 1;
        }
        let is_trivial = ["killercage 40: r1c1 r1c2", "sum 0: r1c1", "xv X: r1c1 r1c2"].contains(&text)
            || text.ends_with("r2c1") && text.starts_with("renban")
            || ["palindrome: r1c1 r1c2 r1c1", "thermometer: r1c1 r1c2 r1c1"].contains(&text)
            || text.starts_with("quadruple 9")
            || ["betweenline: r1c1 r1c2", "doublearrow: r1c1 r1c2"].contains(&text);
        assert!(is_trivial || accepted > 0 && rejected > 0, "{text}: {accepted} {rejected}");
    }
    assert_eq!(kinds.into_iter().collect_vec(), RuleKind::ALL);
}

#[test]
fn checks_of_partial_grids_never_reject_too_early() {
    let geometry = geometry();
    for text in SAMPLES {
        let rule = Rule::parse(text, &geometry).unwrap();
        let rules = [rule.clone()];
        let context = Context { geometry: &geometry, rules: &rules };
        for hidden in 0..16 {
            // A grid that satisfies the rule must not be rejected if a cell is hidden.
            for seed in 0..200_usize {
                let digit = |cell: Cell| (seed * 31 + cell.index(4) * (seed % 13 + 3)) / 3 % 4 + 1;
                let full = |cell: Cell| Some(digit(cell) as i64);
                let partial = |cell: Cell| full(cell).filter(|_| cell.index(4) != hidden);
                assert!(!rule.holds(&full, context) || rule.holds(&partial, context), "{text}");
            }
        }
    }
}

#[test]
fn text_round_trips() {
    let geometry = geometry();
    for text in SAMPLES {
        assert_eq!(Rule::parse(text, &geometry).unwrap().to_string(), text);
    }
    let loose = Rule::parse("arrow : R1C1;r1c1,r1c2", &geometry).unwrap();
    assert_eq!(loose.to_string(), "arrow: r1c1; r1c2");
}

#[test]
fn rules_need_a_board_of_at_most_36x36() {
    let parse = |shape: &str| Rule::parse("odd: r1c1", &Geometry::new(shape.parse::<BoxShape>().unwrap()));
    assert!(parse("6x6").is_ok());
    let error = parse("7x7").unwrap_err().to_string();
    assert_eq!(error, "rules are supported on boards up to 36x36, not on a 49x49 board");
}

#[test]
fn malformed_rules_are_errors() {
    let geometry = geometry();
    for (text, message) in [
        ("cage 3: r1c1", "unknown rule 'cage'"),
        ("cages 3: r1c1", "unknown rule 'cages'; expected one of killercage"),
        ("thermometre: r1c1", "unknown rule 'thermometre'; did you mean 'thermometer'?"),
        ("kropki: r1c1 r1c2", "unknown rule 'kropki'; write 'difference' for a white dot"),
        ("killercage 3 r1c1 r1c2", "killercage: expected ':' before the cells, found 'r1c1'"),
        ("killercage 3: r1c1-99", "killercage: invalid cell 'r1c1-99'"),
        ("sum 4: r1c1 r1c1", "sum: r1c1 occurs twice"),
        ("killercage 3", "killercage: expected at least 1 cell, found 0"),
        ("killercage 3: r1c5", "killercage: the board has no cell r1c5"),
        ("killercage 3: r1c1 r1c1", "killercage: r1c1 occurs twice"),
        ("killercage 3: r1c1 x", "killercage: invalid cell 'x'"),
        ("killercage -3: r1c1", "killercage: expected a number that is not negative"),
        ("killercage 3,4: r1c1", "killercage: expected at most one number"),
        ("killercage 99999999999999999999: r1c1", "killercage: invalid number"),
        ("thermometer 3: r1c1 r1c2", "thermometer: expected no number"),
        ("thermometer:", "thermometer: expected at least 1 cell, found 0"),
        ("difference: r1c1 r2c2", "difference: r1c1 and r2c2 are not adjacent"),
        ("xv 7: r1c1 r1c2", "xv: expected X or V"),
        ("arrow: r1c1", "arrow: expected the cells of the arrow"),
        ("clone: r1c1; r1c2 r1c3", "clone: expected 1 cells of the clone, found 2"),
        ("odd: r1c1; r1c2", "odd: expected one list of cells"),
        ("odd: r1c1; r1c2; r1c3", "odd: expected at most two lists"),
        ("nonconsecutive: r1c1", "nonconsecutive: expected 0 cells, found 1"),
        ("skyscraper 2: r1c1", "skyscraper: r1c1 is not a position next to the board"),
        ("skyscraper 2: r0c0", "skyscraper: r0c0 is not a position next to the board"),
        ("littlekillersum 2: r0c1", "littlekillersum: expected a direction"),
        ("littlekillersum 2: r0c1 UL", "littlekillersum: no diagonal of the board starts at r0c1"),
        ("", "unknown rule ''"),
    ] {
        let error = Rule::parse(text, &geometry).unwrap_err().to_string();
        assert!(error.starts_with(message), "{text}: {error}");
    }
}

#[test]
fn cells_can_be_ranges_and_rules_have_second_names() {
    for (text, expected) in [
        ("killer 10: r1c1-3", "killercage 10: r1c1 r1c2 r1c3"),
        ("thermo: r3-1c2 r1c3", "thermometer: r3c2 r2c2 r1c2 r1c3"),
        ("sum 9: r1c1..r2c2", "sum 9: r1c1 r1c2 r2c1 r2c2"),
        ("germanwhispers: R1C4-3", "whispers: r1c4 r1c3"),
    ] {
        assert_eq!(Rule::parse(text, &geometry()).unwrap().to_string(), expected);
    }
    let mut definitions = Definitions::default();
    definitions.define("define apart(a: cell, b: cell): a - b > 1").unwrap();
    for text in ["apart: r1c1; r1c2", "apart: r1c1-2"] {
        let rule = definitions.rule(text).unwrap().on(&geometry()).unwrap();
        assert_eq!(rule.cells().len(), 2);
    }
    let error = definitions.rule("apart r1c1-2").unwrap_err().to_string();
    assert_eq!(error, "apart: expected ':' before the cells, found 'r1c1-2'");
}

#[test]
fn definitions_determine_how_rules_are_written() {
    for &kind in RuleKind::ALL {
        assert_eq!(kind.is_flag(), kind.form() == Form::Flag, "{kind}");
        let example = Rule::parse(kind.example(), &Geometry::standard());
        assert!(kind == RuleKind::Statement || example.is_ok_and(|rule| rule.kind() == kind), "{kind}");
    }
    assert_eq!(RuleKind::GreaterThan.form(), Form::Cells(2, 2));
    assert_eq!(RuleKind::Difference.form(), Form::Adjacent);
    assert_eq!(RuleKind::Arrow.form(), Form::CellsAndLine);
    assert_eq!(RuleKind::Clone.form(), Form::CellsAndClones);
    assert_eq!(RuleKind::LittleKillerSum.form(), Form::Diagonal);
}

/// Solvers for f-puzzles files also read the number 0 as no sum.
#[test]
fn a_cage_with_the_number_0_has_no_sum() {
    let parse = |text: &str| Rule::parse(text, &geometry()).unwrap();
    assert_eq!(parse("killercage 0: r1c1 r2c3"), parse("killercage: r1c1 r2c3"));
    assert_eq!(parse("sum 0: r1c1").value(), Some(0));
}

#[test]
fn a_diagonal_with_one_cell_keeps_its_direction() {
    for text in ["r0c2 DL", "r0c3 DR", "r5c2 UL", "r5c3 UR"] {
        let text = format!("littlekillersum 3: {text}");
        let rule = Rule::parse(&text, &geometry()).unwrap();
        assert_eq!((rule.cells().len(), rule.to_string()), (1, text));
    }
}

#[test]
fn a_diagonal_starts_outside_the_board_or_at_its_border() {
    let parse = |text: &str| Rule::parse(&format!("littlekillersum 10: {text}"), &Geometry::standard());
    assert!(matches!(parse("r6c7 DL"), Err(InvalidRule::NotOutside { .. })));
    assert_eq!(parse("r1c3 DR"), parse("r0c2 DR"));
}

#[test]
fn the_cells_of_an_arrow_begin_outside_its_circle() {
    let rule = Rule::parse("arrow: r1c1 r1c2; r1c2 r1c1 r2c2", &geometry()).unwrap();
    assert_eq!(rule.to_string(), "arrow: r1c1 r1c2; r2c2");
}

proptest! {
    /// A rule that is written and read again stays the same, wherever its cells are.
    #[test]
    fn rules_round_trip_as_text(
        kind in prop::sample::select(RuleKind::ALL.to_vec()),
        values in prop::collection::vec(0_i64..12, 0..3),
        cells in prop::collection::vec((0_i32..6, 0_i32..6), 0..5),
        others in prop::collection::vec((0_i32..6, 0_i32..6), 0..4),
        direction in prop::option::of((any::<bool>(), any::<bool>())),
    ) {
        let positions =
            |cells: Vec<(i32, i32)>| cells.into_iter().map(|(row, column)| Position { row, column }).collect();
        let (cells, others) = (positions(cells), positions(others));
        let direction = direction.map(|(is_down, is_right)| Direction { is_down, is_right });
        let written = RuleText { cells, others, direction, values, ..RuleText::new(kind) };
        if let Ok(rule) = written.on(&geometry()) {
            prop_assert_eq!(Rule::parse(&rule.to_string(), &geometry()), Ok(rule));
        }
    }
}

#[cfg(feature = "serde")]
#[test]
fn rules_are_serialized_as_text() {
    let rule = Rule::parse("killercage 10: r1c1 r1c2", &Geometry::standard()).unwrap();
    let json = serde_json::to_string(&rule).unwrap();
    assert_eq!(json, "\"killercage 10: r1c1 r1c2\"");
    let text: RuleText = serde_json::from_str(&json).unwrap();
    assert_eq!(text.on(&Geometry::standard()), Ok(rule.clone()));
    assert_eq!(serde_json::to_string(&rule.kind()).unwrap(), "\"killercage\"");
    assert!(serde_json::from_str::<RuleText>("\"cage 10\"").is_err());
}
