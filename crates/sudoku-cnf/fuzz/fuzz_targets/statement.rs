//! Parses lists of statements, rules and definitions, and reads what it writes again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sudoku_cnf::puzzle::rule::Rule;
use sudoku_cnf::text::RuleList;
use sudoku_cnf::{BoxShape, Geometry, Puzzle};

fuzz_target!(|text: &str| {
    let Ok(list) = RuleList::parse(text) else { return };
    let geometry = std::sync::Arc::new(Geometry::new(BoxShape::new(2, 2).expect("a valid shape")));
    let rules: Vec<Rule> = list.rules.iter().take(4).filter_map(|rule| rule.on(&geometry).ok()).collect();
    for rule in &rules {
        let again = list.definitions.rule(&rule.to_string()).and_then(|rule| rule.on(&geometry));
        assert_eq!(again.as_ref(), Ok(rule));
    }
    // The definitions that the rules use are written with them.
    let puzzle = Puzzle::empty(geometry).with_rules(rules);
    let definitions = puzzle.definitions();
    assert!(puzzle.rules().iter().all(|rule| definitions.rule(&rule.to_string()).is_ok()));
});
