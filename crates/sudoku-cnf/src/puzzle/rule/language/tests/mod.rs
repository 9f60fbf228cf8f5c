//! Tests of statements: the checker against the constraints, on random statements and on the examples of the language.

mod random_statement;

use std::collections::HashMap;
use std::fmt::Write;

use itertools::Itertools;

use super::super::tests::{geometry, satisfies};
use super::super::{Context, Rule, RuleText};
use super::Definitions;
use crate::puzzle::board::{Cell, Geometry};
use crate::puzzle::random::Random;
use random_statement::StatementWriter;

/// Compares the checker with the constraints on random digits.
fn compare(text: &str, geometry: &Geometry, random: &mut Random) -> Option<[usize; 2]> {
    let rule = match Rule::parse(text, geometry) {
        Ok(rule) => rule,
        Err(error) => {
            let message = error.to_string();
            let is_limit =
                ["is too large", "known bounds", "128 bits"].iter().any(|part| message.contains(part));
            assert!(is_limit, "{text}: {message}");
            return None;
        }
    };
    let rules = [rule.clone()];
    let context = Context { geometry, rules: &rules };
    let constraints = rule.constraints(context);
    let mut counts = [0, 0];
    for _ in 0..60 {
        let digits: HashMap<Cell, i64> =
            geometry.cells().map(|cell| (cell, random.below(4) as i64 + 1)).collect();
        let holds = rule.holds(&|cell| digits.get(&cell).copied(), context);
        let expected = constraints.iter().all(|constraint| satisfies(&digits, constraint));
        assert_eq!(holds, expected, "{text} {}", cells_text(&digits));
        counts[usize::from(holds)] += 1;
        // Open cells never change the verdict of known digits.
        let hidden = random.below(16);
        let partial =
            rule.holds(&|cell| digits.get(&cell).copied().filter(|_| cell.index(4) != hidden), context);
        assert!(partial || !holds, "{text}");
    }
    Some(counts)
}

fn cells_text(digits: &HashMap<Cell, i64>) -> String {
    digits.iter().sorted().fold(String::new(), |mut text, (_, digit)| {
        let _ = write!(text, "{digit}");
        text
    })
}

#[test]
fn the_checker_and_the_constraints_of_random_statements_agree() {
    let geometry = geometry();
    let mut contingent = 0;
    let mut compared = 0;
    for seed in 0..1000 {
        let mut random = Random::new(seed, 0);
        let mut writer = StatementWriter::new(|bound| random.below(bound));
        let text = writer.condition(1 + seed as usize % 3);
        let mut random = Random::new(seed, 1);
        if let Some(counts) = compare(&text, &geometry, &mut random) {
            compared += 1;
            contingent += usize::from(counts[0] > 0 && counts[1] > 0);
        }
    }
    assert!(compared > 900 && contingent * 3 > compared, "{contingent} of {compared}");
}

/// The examples of the specification.
const EXAMPLES: [&str; 16] = [
    "define dutchwhispers(l: cells, d: int = 4): forall (a, b in consecutive of l) (abs(a - b) >= d)   sentence \
     \"neighbors on {l} differ by at least {d}\"  draw line green",
    "define killercage(k: int, c: cells): alldifferent(c) /\\ sum(c) = k",
    "define arrow(c: cell, l: cells): sum(l) = c",
    "define circles(c: cells): forall (x in c) (count(c, x) = x)",
    "define equality(c: cells):\n  count (x in c) (x mod 2 = 0) = count (x in c) (x mod 2 = 1)\n  \
     /\\ count (x in c) (2*x <= n) = count (x in c) (2*x > n + 1)",
    "define rellik(k: int, c: cells): forall (s in subsets of c) (sum(s) != k)",
    "define same(a: cells, b: cells): permutation(a, b)",
    "define sumline(k: int, l: cells): fold (s = 0; v in l; if s < 0 then -1 elseif s + v < k then s + v elseif s + v = k \
     then 0 else -1 endif) = 0",
    "define entropy(): forall (b in blocks (2, 2)) (count(b, 1..3) >= 1 /\\ count(b, 4..6) >= 1 /\\ count(b, 7..9) >= 1)",
    "define taxicab(): forall (a, b in pairs of cells) (a = b -> abs(row(a) - row(b)) + abs(column(a) - column(b)) != a)",
    "define between(l: cells): forall (x in l[2..length(l) - 1]) (x > min(l[1], l[length(l)]) /\\ x < max(l[1], \
     l[length(l)]))",
    "define sandwich(k: int, l: clue): exists (i in 1..n, j in i + 1..n) (min(l[i], l[j]) = 1 /\\ max(l[i], l[j]) = n /\\ \
     sum(l[i + 1..j - 1]) = k)",
    "define xsum(k: int, l: clue): sum(l[1..l[1]]) = k",
    "define skyscraper(k: int, l: clue): fold ((m, s) = (0, 0); v in l; if v > m then (v, s + 1) else (m, s) endif; s) = k",
    "define quad(c: cells, v: ints): forall (x in v) (count(c, x) >= 1)",
    "define twice(x: int): 2 * x",
];

#[test]
fn the_examples_of_the_specification_have_constraints() {
    let geometry = Geometry::standard();
    let mut definitions = Definitions::default();
    for text in EXAMPLES {
        definitions.define(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
    for text in [
        "dutchwhispers: r1c1 r1c2 r2c2",
        "dutchwhispers 5: r1c1 r1c2 r2c2",
        "killercage 10: r1c1 r1c2 r2c2",
        "arrow: r1c1; r1c2 r1c3",
        "circles: r1c1 r1c2 r2c2 r3c3 r4c4 r5c5 r6c6 r7c8 r9c9",
        "equality: r1c1 r1c2 r2c2 r3c4",
        "rellik 9: r1c1 r1c2 r2c2 r2c3 r3c3",
        "same: r1c1 r1c2 r1c3; r5c5 r6c5 r7c5",
        "sumline 10: r1c1 r1c2 r2c2 r3c3 r4c4 r5c4 r6c4 r7c4",
        "entropy",
        "taxicab",
        "between: r1c1 r2c2 r3c3 r4c4",
        "sandwich 12: r0c5",
        "xsum 20: r5c0",
        "skyscraper 4: r10c1",
        "quad 1,2: r1c1 r1c2 r2c1 r2c2",
        "product(box 5) mod 7 = 0",
        "regular(row 1, \".*1[^9]*9.*\")",
        "r1c1 = 3 -> r2c2 > 5",
        "max([r1c1, r1c2]) - min([r1c1, r1c2]) = 2",
        "count (l in edges) (lex_less(l, clue r0c1)) = 19",
        "twice(r1c1) = r1c2 + twice(r5c5)",
    ] {
        let rule = definitions.rule(text).and_then(|rule: RuleText| rule.on(&geometry));
        let rule = rule.unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(rule.to_string(), text);
        assert_eq!(rule.truth(), None, "{text}");
        let rules = [rule.clone()];
        let context = Context { geometry: &geometry, rules: &rules };
        assert!(!rule.constraints(context).is_empty(), "{text}");
    }
}

#[test]
fn the_result_of_a_fold_has_no_element() {
    let geometry = geometry();
    for (text, expected) in [
        ("fold (s = 0; v in row 1; s + v; v) = 3", Err("column 33: unknown name 'v'")),
        (
            "fold (s = 0; v in row 1; s + v; fold (t = s; w in row 2; t + v)) = 3",
            Err("column 62: unknown name 'v'"),
        ),
        ("forall (v in row 1) (fold (s = 0; v in row 2; s + v; s + v) = 3)", Ok(())),
        ("fold (s = 0; v in row 1; s + v; count (x in row 1) (x = s)) = 0", Ok(())),
        ("fold (s = 0; v in row 1; s + v; fold (t = s; w in row 2; t + w; t - s)) = 9", Ok(())),
        ("fold ((s, t) = (0, 1); v in row 1; (s + v, t); sum (x in row 2) (x * t) + s) = 20", Ok(())),
    ] {
        let result = Rule::parse(text, &geometry).map_err(|error| error.to_string());
        assert_eq!(result.as_ref().map(|_| ()).map_err(String::as_str), expected, "{text}");
        assert!(result.is_err() || compare(text, &geometry, &mut Random::new(1, 0)).is_some(), "{text}");
    }
}

#[test]
fn a_rule_that_is_too_large_is_named() {
    let mut definitions = Definitions::default();
    definitions.define("define big(l: cells): fold (s = 1; v in l; (7 * s + v) mod 100003) = 5").unwrap();
    let rule = definitions.rule("big: r1c1..r9c9").unwrap();
    let error = rule.on(&Geometry::standard()).unwrap_err().to_string();
    assert!(error.contains(&format!("'{rule}' is too large")), "{error}");
}
