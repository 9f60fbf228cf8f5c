//! Explanations as text.

use sudoku_cnf::Puzzle;
use sudoku_cnf::text::words::capitalized;
use sudoku_sat::explain::{BoardRule, Case, Deduction, StepsSoFar, without_cases};

/// Returns the lines that explain a step: the sentence, what the step derives, and its rules and facts if
/// `has_reasons` is set.
///
/// `cases` proves steps without a name. `known` contains the facts that are known before the step.
pub(super) fn step(
    number: usize,
    step: &Deduction,
    cases: Option<&Case>,
    (known, puzzle): (&StepsSoFar, &Puzzle),
    has_reasons: bool,
) -> String {
    let smallest = if step.is_smallest { ", smallest" } else { "" };
    let mut sentence = known.reason(step).unwrap_or_else(|| known.sentence(step, cases));
    if let (short, cases) = without_cases(&sentence)
        && !has_reasons
        && !cases.is_empty()
    {
        sentence = format!("{short} (--reasons prints the {} cases.)", cases.len());
    }
    let (name, sentence) = (capitalized(&step.technique.to_string()), sentence.replace('\n', "\n   "));
    let mut lines = vec![format!("{number}. {name} (cost {}{smallest}). {sentence}", step.cost)];
    let mut add = |title: &str, items: Vec<String>, separator: &str| {
        if !items.is_empty() {
            lines.push(format!("   {title} {}", items.join(separator)));
        }
    };
    add("→", step.derived.iter().map(ToString::to_string).collect(), " ");
    if has_reasons {
        // A placed digit obviously excludes itself from the cells that see it, so this rule is omitted.
        let is_obvious = |rule: &BoardRule| match *rule {
            BoardRule::Peers { a, b, digit } => {
                [a, b].iter().any(|&cell| known.grid().get(cell) == Some(digit))
            }
            _ => false,
        };
        let is_shared = |index: usize| step.reasons.iter().all(|set| set.rules.contains(&index));
        let describe = |index: usize| {
            Some(&step.rules[index]).filter(|rule| !is_obvious(rule)).map(|rule| rule.describe(puzzle))
        };
        let shared = (0..step.rules.len()).filter(|&index| is_shared(index));
        add("rules:", shared.filter_map(describe).collect(), "; ");
        for (fact, set) in step.derived.iter().zip(&step.reasons) {
            let own = set.rules.iter().copied().filter(|&index| !is_shared(index));
            add(&format!("rules for {fact} alone:"), own.filter_map(describe).collect(), "; ");
        }
        add("known:", step.facts.iter().map(ToString::to_string).collect(), " ");
    }
    lines.join("\n")
}
