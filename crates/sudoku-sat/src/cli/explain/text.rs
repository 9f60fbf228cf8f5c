//! Explanations as text.

use itertools::Itertools;
use sudoku_cnf::{Candidate, Grid, Puzzle};
use sudoku_sat::explain::{BoardRule, Case, CaseEnd, Deduction, Fact, Technique};

/// Returns the lines that explain a step for `puzzle`.
///
/// `cases` proves steps without a name. `placed` contains the digits that are known before the step.
pub(super) fn step(
    number: usize,
    step: &Deduction,
    cases: Option<&Case>,
    puzzle: &Puzzle,
    placed: &Grid,
) -> String {
    let smallest = if step.is_smallest { ", smallest" } else { "" };
    let mut lines =
        vec![format!("{number}. {} (cost {}{smallest}): {}", step.technique, step.cost, conclusion(step))];
    match &step.technique {
        Technique::Fish { base, cover, fins, .. } => {
            let fins =
                if fins.is_empty() { String::new() } else { format!("; fins: {}", fins.iter().join(" ")) };
            lines.push(format!(
                "   base: {}; cover: {}{fins}",
                base.iter().join(", "),
                cover.iter().join(", ")
            ));
        }
        Technique::Chain { links, .. } => lines.push(format!("   chain: {}", chain(links))),
        Technique::Forcing { branches, .. } => {
            lines.extend(branches.iter().filter(|(_, links)| !links.is_empty()).map(|(end, links)| {
                let Candidate { cell, digit } = end;
                format!("   chain: {} → {cell}≠{digit}", chain(links))
            }));
        }
        _ => {}
    }
    lines.extend(cases.iter().flat_map(|tree| case(tree, "", puzzle)));
    let mut add = |title: &str, items: Vec<String>, separator: &str| {
        if !items.is_empty() {
            lines.push(format!("   {title}: {}", items.join(separator)));
        }
    };
    let is_peer_of_placed = |a, b, digit| placed.get(a) == Some(digit) || placed.get(b) == Some(digit);
    let describe = |rule: &BoardRule| rule.describe(puzzle);
    let (peers, rules): (Vec<&BoardRule>, Vec<&BoardRule>) =
        step.rules.iter().partition(|rule| match **rule {
            BoardRule::Peers { a, b, digit } => is_peer_of_placed(a, b, digit),
            _ => false,
        });
    add("rules", rules.into_iter().map(describe).collect(), "; ");
    let (digits, excluded): (Vec<&Fact>, Vec<&Fact>) = step.facts.iter().partition(|fact| fact.is_placed);
    add("placed", digits.into_iter().map(ToString::to_string).collect(), " ");
    let by_peers = peers.into_iter().filter_map(|rule| match *rule {
        BoardRule::Peers { a, b, digit } => {
            let cell = if placed.get(a) == Some(digit) { b } else { a };
            Some(format!("{cell}≠{digit}"))
        }
        _ => None,
    });
    let mut by_peers: Vec<String> = by_peers.collect();
    by_peers.dedup();
    add("excluded by them", by_peers, " ");
    let (filled, earlier): (Vec<&Fact>, Vec<&Fact>) =
        excluded.into_iter().partition(|fact| placed.get(fact.candidate.cell).is_some());
    let mut cells: Vec<String> = filled
        .into_iter()
        .filter_map(|fact| {
            let cell = fact.candidate.cell;
            placed.get(cell).map(|digit| Candidate { cell, digit }.to_string())
        })
        .collect();
    cells.dedup();
    add("filled", cells, " ");
    add("excluded before", earlier.into_iter().map(ToString::to_string).collect(), " ");
    lines.join("\n")
}

/// Returns the lines of a case with this number: what follows, and the cases that it is divided into.
fn case(found: &Case, number: &str, puzzle: &Puzzle) -> Vec<String> {
    let facts = found.assumed.iter().map(ToString::to_string);
    let implied = found.implied.iter().map(|(fact, rule)| format!("{fact} ({})", place(rule, puzzle)));
    let facts = facts.chain(implied).join(" → ");
    let (arrow, end, rule, cases) = match &found.end {
        CaseEnd::Contradiction(rule) => (" → ", "contradiction: ", rule, &[][..]),
        CaseEnd::Distinction { rule, cases } => ("; ", "cases: ", rule, &cases[..]),
    };
    let title = if number.is_empty() { "suppose".to_owned() } else { format!("case {number}") };
    let line = match &*facts {
        "" if number.is_empty() => format!("   {end}{}", rule.describe(puzzle)),
        _ => format!("   {title}: {facts}{arrow}{end}{}", rule.describe(puzzle)),
    };
    let prefix = if number.is_empty() { String::new() } else { format!("{number}.") };
    let cases = cases.iter().enumerate();
    let inner = cases.flat_map(|(index, found)| case(found, &format!("{prefix}{}", index + 1), puzzle));
    std::iter::once(line).chain(inner).collect()
}

/// Returns where a fact is the last possibility.
fn place(rule: &BoardRule, puzzle: &Puzzle) -> String {
    match *rule {
        BoardRule::Cell(_) => "last candidate".to_owned(),
        BoardRule::House { house, .. } => puzzle.geometry().house(house).name.to_string(),
        _ => rule.describe(puzzle),
    }
}

/// Returns the links of a chain, for example `r1c1≠2 → r1c1=3 → r1c7≠3 → r1c7=2`.
fn chain(links: &[(Vec<Candidate>, Vec<Candidate>)]) -> String {
    let group = |sign: char, candidates: &[Candidate]| {
        let is_same_digit = candidates.iter().all(|candidate| candidate.digit == candidates[0].digit);
        match candidates {
            [first, _, ..] if is_same_digit => {
                let cells = candidates.iter().map(|candidate| candidate.cell).join(",");
                format!("{cells}{sign}{}", first.digit)
            }
            _ => {
                let mut all = candidates.iter().map(|found| format!("{}{sign}{}", found.cell, found.digit));
                all.join(if sign == '=' { " or " } else { ", " })
            }
        }
    };
    let link =
        |(from, to): &(Vec<Candidate>, Vec<Candidate>)| format!("{} → {}", group('≠', from), group('=', to));
    links.iter().map(link).join(" → ")
}

fn conclusion(step: &Deduction) -> String {
    if step.derived.is_empty() {
        let has_rule = step.rules.iter().any(|rule| matches!(rule, BoardRule::Rule(_)));
        let what = if has_rule { "the givens and rules" } else { "the givens" };
        return format!("{what} contradict each other");
    }
    step.derived.iter().join(" ")
}
