//! The sentence that explains a step.

use itertools::Itertools;
use sudoku_cnf::text::words::{capitalized, list};
use sudoku_cnf::{Candidate, Cell, Digit};

use super::super::board_rule::{BoardRule, Fact, rectangle};
use super::super::cases::Case;
use super::super::deduction::Deduction;
use super::super::technique::{ChainKind, ChainLink, Technique};
use super::steps_so_far::StepsSoFar;

/// The rules of a step by kind.
struct Parts {
    cells: Vec<Cell>,
    houses: Vec<(usize, Digit)>,
    peers: Vec<(Cell, Cell, Digit)>,
    /// Rules beyond houses in words.
    rules: Vec<String>,
}

impl StepsSoFar {
    /// Explains a step in words. `cases` is the result of [`Deduction::cases`] if the step has no
    /// [pattern](Technique::has_pattern).
    pub fn sentence(&self, step: &Deduction, cases: Option<&Case>) -> String {
        match (self.reason(step), cases) {
            (Some(reason), _) if step.derived.iter().any(|fact| !fact.is_placed) => {
                format!("{reason} Therefore, {}.", self.facts(&step.derived))
            }
            (Some(reason), _) => reason,
            (None, Some(tree)) => self.refutation(step, tree),
            (None, None) => {
                let conclusion = match &step.derived[..] {
                    [] => "contradict each other".to_owned(),
                    derived => format!("show that {}", self.facts(derived)),
                };
                format!("{} rules and facts together {conclusion}. A SAT solver has proved it.", step.size())
            }
        }
    }

    /// Returns the sentence without the facts that the step excludes. Returns `None` if the step has no pattern.
    pub fn reason(&self, step: &Deduction) -> Option<String> {
        let parts = self.parts(step);
        if step.technique.has_pattern() && !parts.rules.is_empty() {
            return Some(self.by_rules(step, &parts));
        }
        match step.derived.first() {
            None => self.contradiction(&parts, step),
            Some(first) if first.is_placed => self.placement(step, &parts, first.candidate),
            Some(_) => self.exclusion(step, &parts),
        }
    }

    fn parts(&self, step: &Deduction) -> Parts {
        let mut parts = Parts { cells: Vec::new(), houses: Vec::new(), peers: Vec::new(), rules: Vec::new() };
        for rule in &step.rules {
            match *rule {
                BoardRule::Cell(cell) => parts.cells.push(cell),
                BoardRule::House { house, digit } => parts.houses.push((house, digit)),
                BoardRule::Peers { a, b, digit } => parts.peers.push((a, b, digit)),
                BoardRule::Rule(index) => parts.rules.push(self.puzzle.rules()[index].sentence()),
                BoardRule::DeadlyPattern(ref pairs) => parts.rules.push(match rectangle(pairs) {
                    Some((cells, digits)) => format!(
                        "if {} contained only {}, these digits could be exchanged, and the solution would not be unique",
                        list(cells, "and"),
                        self.digits(&digits, "and")
                    ),
                    None => "without one candidate, each open cell would have two, and each digit two places in a \
                             house or none; all of them could be exchanged, and the solution would not be unique"
                        .to_owned(),
                }),
            }
        }
        parts
    }

    /// Explains a step by rules beyond houses, and by the cells and houses that it also needs.
    fn by_rules(&self, step: &Deduction, parts: &Parts) -> String {
        let cells = parts.cells.iter();
        let cells = cells.map(|&cell| format!("{cell} is {}", self.digits(&self.candidates(cell), "or")));
        let houses = parts.houses.iter().map(|&(house, digit)| self.must_be(house, digit));
        let words = list(parts.rules.iter().cloned().chain(cells).chain(houses), "and");
        let facts = self.blockers(step).filter(|_| step.technique != Technique::BugPlusOne);
        let known = facts.map(|facts| format!(" Known: {facts}.")).unwrap_or_default();
        let conclusion = match &step.derived[..] {
            [] => " This is a contradiction.".to_owned(),
            derived if derived[0].is_placed => format!(" Therefore, {}.", self.facts(derived)),
            _ if parts.peers.is_empty() => String::new(),
            _ => " A cell that sees all remaining places for a digit cannot contain it.".to_owned(),
        };
        format!("{}.{known}{conclusion}", capitalized(&words))
    }

    /// Returns, for example, `in row 3, 5 must be in r3c1 or r3c4`.
    fn must_be(&self, house: usize, digit: Digit) -> String {
        let places = list(self.places(house, digit), "or");
        format!("in {}, {} must be in {places}", self.house(house), self.digit(digit))
    }

    fn placement(&self, step: &Deduction, parts: &Parts, target: Candidate) -> Option<String> {
        let (cell, digit) = (target.cell, self.digit(target.digit));
        let house = || Some(self.house(parts.houses.first()?.0));
        let because = |others: &str| {
            let blockers = self.blockers(step);
            blockers
                .map(|blockers| format!(" The other {others} are ruled out by {blockers}."))
                .unwrap_or_default()
        };
        Some(match &step.technique {
            Technique::Given => format!("The puzzle contains {digit} in {cell}."),
            Technique::FullHouse => {
                format!("{cell} is the last open cell in {}. The missing digit is {digit}.", house()?)
            }
            Technique::HiddenSingle => {
                format!("In {}, {digit} fits only in {cell}.{}", house()?, because("cells"))
            }
            Technique::NakedSingle => {
                format!("{cell} has only one candidate left: {digit}.{}", because("digits"))
            }
            Technique::Chain { links, .. } => {
                format!("{} Therefore, {cell} is {digit}.", self.chain(step, parts, links))
            }
            _ => return None,
        })
    }

    /// Names the facts that exclude the other candidates of a single, for example `r2c3=5 and step 4`.
    fn blockers(&self, step: &Deduction) -> Option<String> {
        let placed = step.facts.iter().filter(|fact| fact.is_placed);
        let mut words: Vec<String> = placed.map(|fact| self.assignment(fact.candidate)).collect();
        let earlier = step
            .facts
            .iter()
            .filter(|fact| !fact.is_placed && self.grid().get(fact.candidate.cell).is_none());
        let steps = earlier.filter_map(|&fact| self.step_of(fact)).sorted().dedup().collect_vec();
        if !steps.is_empty() {
            let numbers = list(&steps, "and");
            words.push(format!("{} {numbers}", if steps.len() == 1 { "step" } else { "steps" }));
        }
        (!words.is_empty()).then(|| list(words, "and"))
    }

    fn exclusion(&self, step: &Deduction, parts: &Parts) -> Option<String> {
        let cells = || list(&parts.cells, "and");
        let digits_of = |cells: &[Cell]| {
            cells.iter().flat_map(|&cell| self.candidates(cell)).sorted().dedup().collect_vec()
        };
        let is_excluded = |digit: &Digit| step.derived.iter().any(|fact| fact.candidate.digit == *digit);
        Some(match &step.technique {
            Technique::Given => "The puzzle excludes this candidate.".to_owned(),
            Technique::PlacedDigit => format!("The board contains {}.", self.blockers(step)?),
            Technique::Pointing | Technique::Claiming => {
                let &(house, digit) = parts.houses.first()?;
                let must_be = capitalized(&self.must_be(house, digit));
                format!("{must_be}. Wherever it is, cells that see all of these places cannot contain it.")
            }
            Technique::NakedSubset(count) => format!(
                "{} have only the candidates {}, so these {count} digits fill these {count} cells.",
                cells(),
                self.digits(&digits_of(&parts.cells), "and")
            ),
            Technique::HiddenSubset(count) => {
                let &(house, _) = parts.houses.first()?;
                let digits = parts.houses.iter().map(|&(_, digit)| digit).sorted().collect_vec();
                let places = parts.houses.iter().flat_map(|&(house, digit)| self.places(house, digit));
                format!(
                    "In {}, {} fit only in {}, so these {count} cells contain no other digits.",
                    self.house(house),
                    self.digits(&digits, "and"),
                    list(places.sorted().dedup(), "and")
                )
            }
            Technique::Fish { base, cover, fins, .. } => {
                let digit = self.digit(parts.houses.first()?.1);
                let (base, cover) = (list(base, "and"), list(cover, "and"));
                let fins = list(fins, "or");
                match &*fins {
                    "" => format!(
                        "In {base}, {digit} fits only in {cover}. So the {digit}s of {cover} are in {base}."
                    ),
                    _ => format!(
                        "In {base}, {digit} fits only in {cover} or in {fins}. Either {fins} contains {digit}, or the \
                         {digit}s of {cover} are in {base}."
                    ),
                }
            }
            Technique::Chain { kind: ChainKind::XyWing, .. } | Technique::XyzWing => {
                self.wing(step, parts)?
            }
            Technique::WxyzWing | Technique::SueDeCoq => {
                let digits = digits_of(&parts.cells);
                let missing =
                    digits.iter().find(|digit| is_excluded(digit)).map(|&digit| self.digit(digit))?;
                let count = digits.len();
                format!(
                    "{} have only the candidates {}. Without {missing}, {} digits would be left for {count} cells, and \
                     each of them fits only once.",
                    cells(),
                    self.digits(&digits, "and"),
                    count - 1
                )
            }
            Technique::Chain { kind: ChainKind::Loop, links } => {
                let links = self.links_in_words(step, parts, links);
                format!(
                    "If {}. This is a loop, which returns to its start and holds in both directions. So of two \
                     neighbors in the loop that exclude each other, one is always true.",
                    links.replacen(" would not be ", " were not ", 1).replacen(", so ", ", ", 1)
                )
            }
            Technique::Chain { links, .. } => self.chain(step, parts, links),
            Technique::Forcing { branches, .. } => self.branches(step, parts, branches),
            _ => return None,
        })
    }

    /// Returns the assumption from which the chains of a step start, for example `r1c3 were 5`.
    fn assumption(&self, step: &Deduction) -> String {
        let Some(Fact { candidate: Candidate { cell, digit }, is_placed }) = step.derived.first() else {
            return String::new();
        };
        format!("{cell} were {}{}", if *is_placed { "not " } else { "" }, self.digit(*digit))
    }

    /// Describes the chains from the first excluded candidate that exclude each candidate of a cell or house.
    fn branches(&self, step: &Deduction, parts: &Parts, branches: &[(Candidate, Vec<ChainLink>)]) -> String {
        let branch = |(end, links): &(Candidate, Vec<_>)| {
            let end = format!("{} would not be {}", end.cell, self.digit(end.digit));
            if links.is_empty() {
                end
            } else {
                format!("{}, so {end}", self.links_in_words(step, parts, links))
            }
        };
        let branches = branches.iter().map(branch).join("; ");
        format!("If {}, nothing would be left: {branches}.", self.assumption(step))
    }

    /// Describes a chain that starts at the first new fact.
    fn chain(&self, step: &Deduction, parts: &Parts, links: &[ChainLink]) -> String {
        let links = self.links_in_words(step, parts, links);
        format!("If {}, {links}, which contradicts it.", self.assumption(step))
    }

    fn links_in_words(&self, step: &Deduction, parts: &Parts, links: &[ChainLink]) -> String {
        let group = |candidates: &[Candidate], cells: &str, digits: &str| {
            let places = candidates.iter().map(|candidate| candidate.cell).sorted().dedup();
            let of = candidates.iter().map(|candidate| candidate.digit).sorted().dedup().collect_vec();
            (list(places, cells), self.digits(&of, digits))
        };
        let link = |link: &ChainLink| {
            let ((false_in, not), (true_in, digits)) =
                (group(&link.0, "and", "or"), group(&link.1, "or", "or"));
            let why = self.why(step, parts, link);
            let would_be = if false_in == true_in { "it would be" } else { &format!("{true_in} would be") };
            format!("{false_in} would not be {not}, so {would_be} {digits}{why}")
        };
        links.iter().map(link).join(", so ")
    }

    /// Returns why a candidate of a link is true if the others are false, for example
    /// ` (row 5 has no other place for 2)`.
    fn why(&self, step: &Deduction, parts: &Parts, (from, to): &ChainLink) -> String {
        let all = || from.iter().chain(to);
        let first = from[0];
        if all().all(|candidate| candidate.cell == first.cell) {
            return " (it has no other candidate)".to_owned();
        }
        let cells = all().map(|candidate| candidate.cell).sorted().dedup().collect_vec();
        let is_link = |&&(house, digit): &&(usize, Digit)| {
            all().all(|candidate| candidate.digit == digit)
                && self.places(house, digit).into_iter().sorted().eq(cells.iter().copied())
        };
        if let Some(&(house, digit)) = parts.houses.iter().find(is_link) {
            return format!(" ({} has no other place for {})", self.house(house), self.digit(digit));
        }
        let inside = |set: &Vec<Cell>| {
            let digits = set.iter().flat_map(|&cell| self.candidates(cell)).sorted().dedup().collect_vec();
            let is_locked = digits.len() == set.len() + 1 && self.are_in_a_house(set);
            (is_locked && cells.iter().all(|cell| set.contains(cell))).then_some((set.clone(), digits))
        };
        let sets = (2..=parts.cells.len()).flat_map(|size| parts.cells.iter().copied().combinations(size));
        let set =
            sets.take(if step.technique.has_pattern() { 1 << 14 } else { 0 }).find_map(|set| inside(&set));
        set.map_or_else(String::new, |(set, digits)| {
            format!(" ({} have only the candidates {})", list(set, "and"), self.digits(&digits, "and"))
        })
    }

    /// Explains an XY-wing or an XYZ-wing by the candidates of the cell that sees the others.
    fn wing(&self, step: &Deduction, parts: &Parts) -> Option<String> {
        let wanted = step.derived.first()?.candidate.digit;
        let is_pivot = |cell: &&Cell| {
            let candidates = self.candidates(**cell);
            !candidates.contains(&wanted) || candidates.len() == 3
        };
        let pivot = *parts.cells.iter().find(is_pivot)?;
        let candidates = self.candidates(pivot);
        let cases = candidates.iter().filter(|&&digit| digit != wanted).map(|&digit| {
            let wing =
                parts.cells.iter().find(|&&cell| cell != pivot && self.candidates(cell).contains(&digit))?;
            Some(format!("If it is {}, then {wing} is {}.", self.digit(digit), self.digit(wanted)))
        });
        let cases = cases.collect::<Option<Vec<_>>>()?.join(" ");
        let is = format!("{pivot} is {}.", self.digits(&candidates, "or"));
        Some(format!(
            "{is} {cases} So {} is in one of the cells that the excluded cells see.",
            self.digit(wanted)
        ))
    }

    /// Explains a contradiction between known facts.
    fn contradiction(&self, parts: &Parts, step: &Deduction) -> Option<String> {
        let is_placed = |&&(a, b, digit): &&(Cell, Cell, Digit)| {
            [a, b].iter().all(|&cell| self.grid().get(cell) == Some(digit))
        };
        let (text, what) = match (&parts.cells[..], &parts.houses[..]) {
            ([cell], []) if self.candidates(*cell).is_empty() => {
                (format!("No digit is left for {cell}."), "Its digits")
            }
            ([], &[(house, digit)]) if self.places(house, digit).is_empty() => (
                format!("In {}, no place is left for {}.", self.house(house), self.digit(digit)),
                "Its places",
            ),
            ([], []) => {
                let &(a, b, digit) = parts.peers.iter().find(is_placed)?;
                (format!("{a} and {b}{} both contain {}.", self.shared(a, b), self.digit(digit)), "")
            }
            _ => return None,
        };
        let because = self.blockers(step).filter(|_| !what.is_empty());
        let because = because.map(|blockers| format!(" {what} are ruled out by {blockers}."));
        Some(format!("{text}{} This is a contradiction.", because.unwrap_or_default()))
    }
}
