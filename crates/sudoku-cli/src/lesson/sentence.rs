//! The sentences that explain a step.

use sudoku_cnf::puzzle::board::HouseName;
use sudoku_cnf::text::words::{capitalized, list};
use sudoku_cnf::{Candidate, Cell, Digit, Puzzle};
use sudoku_sat::explain::{BoardRule, ChainKind, ChainLink, Deduction, Fact, Technique};
use sudoku_sat::{Limits, SolveError};

use super::cases::by_cases;
use super::names::{Names, conclusion, sorted};
use super::progress::Progress;

/// Explains a step in words. `puzzle` has the rules beyond houses.
///
/// # Errors
/// Returns an error if a limit is reached.
pub(super) fn sentence(
    step: &Deduction,
    known: &Progress,
    puzzle: &Puzzle,
    names: Names<'_>,
    limits: &Limits,
) -> Result<String, SolveError> {
    let parts = Parts::of(step);
    if step.technique.has_pattern() && !parts.rules.is_empty() {
        return Ok(by_rules(step, &parts, known, puzzle, names));
    }
    let text = match step.derived.first() {
        None => contradiction(&parts, step, known, names),
        Some(first) if first.is_placed => placement(step, &parts, first.candidate, known, names),
        Some(_) => exclusion(step, &parts, known, names),
    };
    if let Some(text) = text {
        return Ok(text);
    }
    Ok(by_cases(step, puzzle, names, limits)?.unwrap_or_else(|| {
        let conclusion = if step.derived.is_empty() {
            "contradict each other".to_owned()
        } else {
            format!("show that {}", conclusion(&step.derived, names))
        };
        format!(
            "{} rules and facts together {conclusion}. A proof by cases would be too long; a SAT solver has proved it.",
            step.size()
        )
    }))
}

/// The rules of a step by kind.
struct Parts {
    cells: Vec<Cell>,
    houses: Vec<(usize, Digit)>,
    peers: Vec<(Cell, Cell, Digit)>,
    /// The indices of rules beyond houses.
    rules: Vec<usize>,
}

impl Parts {
    fn of(step: &Deduction) -> Self {
        let mut parts = Self { cells: Vec::new(), houses: Vec::new(), peers: Vec::new(), rules: Vec::new() };
        for rule in &step.rules {
            match *rule {
                BoardRule::Cell(cell) => parts.cells.push(cell),
                BoardRule::House { house, digit } => parts.houses.push((house, digit)),
                BoardRule::Peers { a, b, digit } => parts.peers.push((a, b, digit)),
                BoardRule::Rule(index) => parts.rules.push(index),
                // A lesson assumes nothing about the number of solutions.
                BoardRule::DeadlyPattern(_) => {}
            }
        }
        parts
    }
}

/// Explains a step by rules beyond houses, and by the cells and houses that it also needs.
fn by_rules(step: &Deduction, parts: &Parts, known: &Progress, puzzle: &Puzzle, names: Names<'_>) -> String {
    let mut words: Vec<String> = parts.rules.iter().map(|&index| puzzle.rules()[index].sentence()).collect();
    words.extend(
        parts.cells.iter().map(|&cell| format!("{cell} is {}", names.digits(&known.candidates(cell), "or"))),
    );
    words.extend(parts.houses.iter().map(|&(house, digit)| {
        let places = list(known.places(house, digit), "or");
        format!("in {}, {} must be in {places}", names.house(house), names.digit(digit))
    }));
    let known = blockers(step, known, names).map(|facts| format!(" Known: {facts}.")).unwrap_or_default();
    let conclusion = match &step.derived[..] {
        [] => "This is a contradiction.".to_owned(),
        derived => format!("Therefore, {}.", conclusion(derived, names)),
    };
    format!("{}.{known} {conclusion}", capitalized(&list(words, "and")))
}

fn placement(
    step: &Deduction,
    parts: &Parts,
    target: Candidate,
    known: &Progress,
    names: Names<'_>,
) -> Option<String> {
    let (cell, digit) = (target.cell, names.digit(target.digit));
    match step.technique {
        Technique::FullHouse => {
            let &(house, _) = parts.houses.first()?;
            Some(format!(
                "{cell} is the last open cell in {}. The missing digit is {digit}.",
                names.house(house)
            ))
        }
        Technique::HiddenSingle => {
            let &(house, _) = parts.houses.first()?;
            let reason = blockers(step, known, names)
                .map(|blockers| format!(" The other cells are ruled out by {blockers}."));
            Some(
                format!("In {}, {digit} fits only in {cell}.", names.house(house))
                    + &reason.unwrap_or_default(),
            )
        }
        Technique::NakedSingle => {
            let reason = blockers(step, known, names)
                .map(|blockers| format!(" The other digits are ruled out by {blockers}."));
            Some(format!("{cell} has only one candidate left: {digit}.") + &reason.unwrap_or_default())
        }
        _ => None,
    }
}

/// Names the facts that exclude the other candidates of a single, for example `r2c3=5 and step 4`.
fn blockers(step: &Deduction, known: &Progress, names: Names<'_>) -> Option<String> {
    let mut words: Vec<String> = step
        .facts
        .iter()
        .filter(|fact| fact.is_placed)
        .map(|fact| names.assignment(fact.candidate))
        .collect();
    let is_earlier = |fact: &&Fact| !fact.is_placed && known.grid.get(fact.candidate.cell).is_none();
    let steps = sorted(step.facts.iter().filter(is_earlier).filter_map(|&fact| known.step_of(fact)));
    if !steps.is_empty() {
        let numbers = list(&steps, "and");
        words.push(format!("{} {numbers}", if steps.len() == 1 { "step" } else { "steps" }));
    }
    (!words.is_empty()).then(|| list(words, "and"))
}

fn exclusion(step: &Deduction, parts: &Parts, known: &Progress, names: Names<'_>) -> Option<String> {
    let result = format!("Therefore, {}", conclusion(&step.derived, names));
    let places = |&(house, digit): &(usize, Digit)| known.places(house, digit);
    match &step.technique {
        Technique::Pointing | Technique::Claiming => {
            let &(house, digit) = parts.houses.first()?;
            let places = list(known.places(house, digit), "or");
            let (house, digit) = (names.house(house), names.digit(digit));
            let targets = sorted(step.derived.iter().map(|fact| fact.candidate.cell));
            let (sees, they) = if targets.len() == 1 { ("sees", "it") } else { ("see", "they") };
            let targets = list(&targets, "and");
            Some(format!(
                "In {house}, {digit} must be in {places}. {targets} {sees} each of these cells, so {they} cannot be {digit}."
            ))
        }
        Technique::NakedSubset(count) => {
            let digits = sorted(parts.cells.iter().flat_map(|&cell| known.candidates(cell)));
            Some(format!(
                "{} have only the candidates {}, so these {count} digits fill these {count} cells. {result}.",
                list(&parts.cells, "and"),
                names.digits(&digits, "and")
            ))
        }
        Technique::HiddenSubset(count) => {
            let &(house, _) = parts.houses.first()?;
            let digits = sorted(parts.houses.iter().map(|&(_, digit)| digit));
            let places = sorted(parts.houses.iter().flat_map(places));
            Some(format!(
                "In {}, {} fit only in {}, so these {count} cells contain no other digits. {result}.",
                names.house(house),
                names.digits(&digits, "and"),
                list(&places, "and")
            ))
        }
        Technique::Fish { base, cover, fins, .. } => {
            let &(_, digit) = parts.houses.first()?;
            let houses = |names: &[HouseName]| list(names, "and");
            let (base, cover, digit) = (houses(base), houses(cover), names.digit(digit));
            if !fins.is_empty() {
                let fins = list(fins, "or");
                return Some(format!(
                    "In {base}, {digit} fits only in {cover} or in {fins}. Either {fins} contains {digit}, or the \
                     {digit}s of {cover} are in {base}. {result}."
                ));
            }
            Some(format!(
                "In {base}, {digit} fits only in {cover}. So the {digit}s of {cover} are in {base}. {result}."
            ))
        }
        Technique::Chain { kind: ChainKind::XyWing, .. } => {
            xy_wing(step, parts, known, names).map(|text| format!("{text} {result}."))
        }
        Technique::Chain { links, .. } => Some(format!("{} {result}.", chain(step, links, names)?)),
        Technique::Forcing { branches, .. } => {
            Some(format!("{} {result}.", branches_in_words(step, branches, names)?))
        }
        _ => None,
    }
}

/// Describes the chains from the first excluded candidate that exclude each candidate of a cell or house.
fn branches_in_words(
    step: &Deduction,
    branches: &[(Candidate, Vec<ChainLink>)],
    names: Names<'_>,
) -> Option<String> {
    let start = step.derived.first().filter(|fact| !fact.is_placed)?.candidate;
    let assumption = format!("{} were {}", start.cell, names.digit(start.digit));
    let branch = |(end, links): &(Candidate, Vec<_>)| {
        let end = format!("{} would not be {}", end.cell, names.digit(end.digit));
        if links.is_empty() { end } else { format!("{}, so {end}", links_in_words(links, names)) }
    };
    let branches: Vec<_> = branches.iter().map(branch).collect();
    Some(format!("If {assumption}, nothing would be left: {}.", branches.join("; ")))
}

/// Describes a chain that starts at the first excluded candidate.
fn chain(step: &Deduction, links: &[ChainLink], names: Names<'_>) -> Option<String> {
    let start = step.derived.first().filter(|fact| !fact.is_placed)?.candidate;
    let start = format!("{} were {}", start.cell, names.digit(start.digit));
    Some(format!("If {start}, {}, which excludes the assumption.", links_in_words(links, names)))
}

fn links_in_words(links: &[ChainLink], names: Names<'_>) -> String {
    let digits = |candidates: &[Candidate]| sorted(candidates.iter().map(|candidate| candidate.digit));
    let places = |candidates: &[Candidate]| sorted(candidates.iter().map(|candidate| candidate.cell));
    let link = |(from, to): &ChainLink| {
        let (false_in, false_digits) = (list(places(from), "and"), names.digits(&digits(from), "or"));
        let (true_in, true_digits) = (list(places(to), "or"), names.digits(&digits(to), "or"));
        format!("{false_in} would not be {false_digits}, so {true_in} would be {true_digits}")
    };
    links.iter().map(link).collect::<Vec<_>>().join(", so ")
}

fn xy_wing(step: &Deduction, parts: &Parts, known: &Progress, names: Names<'_>) -> Option<String> {
    let wanted = step.derived.first()?.candidate.digit;
    let (wings, pivots): (Vec<Cell>, Vec<Cell>) =
        parts.cells.iter().partition(|&&cell| known.candidates(cell).contains(&wanted));
    let (&[pivot], &[first, second]) = (&pivots[..], &wings[..]) else { return None };
    let other = |wing: Cell| known.candidates(wing).into_iter().find(|&digit| digit != wanted);
    let (a, b, z) = (names.digit(other(first)?), names.digit(other(second)?), names.digit(wanted));
    Some(format!(
        "{pivot} is {a} or {b}. If it is {a}, then {first} is {z}. If it is {b}, then {second} is {z}. The excluded cells see \
         both."
    ))
}

/// Explains a contradiction between known facts.
fn contradiction(parts: &Parts, step: &Deduction, known: &Progress, names: Names<'_>) -> Option<String> {
    let is_placed = |&&(a, b, digit): &&(Cell, Cell, Digit)| {
        [a, b].iter().all(|&cell| known.grid.get(cell) == Some(digit))
    };
    let text = match (&parts.cells[..], &parts.houses[..]) {
        ([cell], []) if known.candidates(*cell).is_empty() => format!("No digit is left for {cell}."),
        ([], &[(house, digit)]) if known.places(house, digit).is_empty() => {
            format!("In {}, no place is left for {}.", names.house(house), names.digit(digit))
        }
        ([], []) => {
            let &(a, b, digit) = parts.peers.iter().find(is_placed)?;
            format!("{a} and {b}{} both contain {}.", names.shared(a, b), names.digit(digit))
        }
        _ => return None,
    };
    let because = blockers(step, known, names).map(|blockers| match (&parts.cells[..], &parts.houses[..]) {
        ([_], []) => format!(" Its digits are ruled out by {blockers}."),
        ([], [_]) => format!(" Its places are ruled out by {blockers}."),
        _ => String::new(),
    });
    Some(format!("{text}{} This is a contradiction.", because.unwrap_or_default()))
}
