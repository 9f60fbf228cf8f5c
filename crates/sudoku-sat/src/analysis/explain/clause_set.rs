//! A small set of rules and facts as clauses, with unit propagation that records reasons, and a search (DPLL) with
//! backjumping.
//!
//! A refutation returns its cone: the elements that the conflict depends on. Elements can be switched off, so that
//! subsets can be tested.

use super::element::{Element, Literal};
use super::known::{Known, Value};
use super::tables::Tables;

const NONE: u32 = u32::MAX;
/// The reason of a decision.
const DECISION: u32 = u32::MAX - 1;
/// The reason of the assumption.
const ASSUMPTION: u32 = u32::MAX - 2;
/// The reason of a literal that is known.
const KNOWN: u32 = u32::MAX - 3;

/// Clauses over the candidates that occur in them. Candidates are numbered densely as variables.
#[derive(Clone, Debug)]
pub(super) struct ClauseSet {
    elements: Vec<Element>,
    is_active: Vec<bool>,
    /// The candidate of each variable.
    ids: Vec<u32>,
    /// The variable of each candidate, or [`NONE`].
    variables: Vec<u32>,
    /// For each element, its variables if it is a rule for a cell or a house, otherwise nothing.
    clauses: Vec<Vec<u32>>,
    /// For each variable, the cells and houses it belongs to.
    groups: Vec<Vec<u32>>,
    /// For each variable, the peers with the same digit, and the element that excludes them.
    peers: Vec<Vec<(u32, u32)>>,
    /// The elements that are cells and houses.
    rules: Vec<u32>,
    /// The elements that are facts, with their variables and values.
    facts: Vec<(u32, u32, bool)>,
    /// For each variable: 0 if it has no value, 1 if it is true, −1 if it is false.
    values: Vec<i8>,
    reasons: Vec<(u32, u32)>,
    trail: Vec<u32>,
    head: usize,
    /// For each element, the number of its variables without a value, and of its true variables.
    counts: Vec<(u16, u16)>,
    /// The number of search nodes that the current call may still visit.
    budget: u64,
}

/// A conflict: the element that is violated, and two true variables or nothing.
type Conflict = (u32, Option<(u32, u32)>);

/// The part of a clause set that a conflict depends on.
#[derive(Clone, Debug, Default)]
pub(super) struct Cone {
    /// The indices of the elements, in ascending order.
    pub(super) elements: Vec<u32>,
    /// Candidates that are known to be excluded.
    pub(super) known: Vec<u32>,
}

/// A cone during a search.
#[derive(Clone, Debug)]
struct Draft {
    elements: Bits,
    /// Variables that are known to be false.
    known: Bits,
    decisions: Vec<u32>,
}

impl Draft {
    fn merge(&mut self, other: &Self) {
        self.elements.merge(&other.elements);
        self.known.merge(&other.known);
        for &decision in &other.decisions {
            if !self.decisions.contains(&decision) {
                self.decisions.push(decision);
            }
        }
    }
}

/// A set of small numbers.
#[derive(Clone, Debug)]
struct Bits(Vec<u64>);

impl Bits {
    fn new(length: usize) -> Self {
        Self(vec![0; length.div_ceil(64)])
    }

    /// Inserts a number. Returns whether it was not in the set.
    fn insert(&mut self, number: u32) -> bool {
        let (word, bit) = (&mut self.0[number as usize / 64], 1 << (number % 64));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    fn merge(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, &other)| *word |= other);
    }

    /// Returns the numbers in ascending order.
    fn numbers(&self) -> Vec<u32> {
        let words = self.0.iter().enumerate();
        words
            .flat_map(|(index, &word)| {
                (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| index as u32 * 64 + bit)
            })
            .collect()
    }
}

/// The result of a search.
#[derive(Debug)]
pub(super) enum Search {
    Refuted(Cone),
    Satisfiable,
    /// The depth or the number of nodes was not sufficient.
    GaveUp,
}

/// The result of a part of a search.
enum Below {
    Refuted(Draft),
    Satisfiable,
    GaveUp,
}

impl ClauseSet {
    /// Returns the clauses of all rules of the board over the candidates that are still open.
    pub(super) fn of_board(known: &Known<'_>) -> Self {
        let tables = known.tables;
        let open: Vec<u32> = (0..tables.candidate_count() as u32).filter(|&id| known.is_open(id)).collect();
        let mut set = Self::with_variables(open.iter().copied(), tables);
        let is_placed = |id: u32| known.value(id) == Value::Placed;
        for cell in 0..tables.peers.len() as u32 {
            if known.placed(cell).is_none() {
                set.add_group(Element::Cell(cell), tables.ids_of_cell(cell).filter(|&id| known.is_open(id)));
            }
        }
        for house in 0..tables.houses.len() as u32 {
            for digit in 0..tables.n as u32 {
                if !tables.ids_of_house(house, digit).any(is_placed) {
                    let ids = tables.ids_of_house(house, digit).filter(|&id| known.is_open(id));
                    set.add_group(Element::House(house, digit), ids);
                }
            }
        }
        for &id in &open {
            let digit = tables.digit(id);
            for &peer in &tables.peers[tables.cell(id) as usize] {
                let other = tables.id(peer, digit);
                if id < other && known.is_open(other) {
                    set.add_peers(id, other);
                }
            }
        }
        set.is_active = vec![true; set.elements.len()];
        set.reset();
        set
    }

    /// Returns the clauses of `elements`, which may also be used to refute literals of the candidates `more`.
    pub(super) fn of_elements(elements: &[Element], more: &[Literal], tables: &Tables) -> Self {
        let mut ids: Vec<u32> = more.iter().map(|literal| literal.id).collect();
        for &element in elements {
            match element {
                Element::Cell(cell) => ids.extend(tables.ids_of_cell(cell)),
                Element::House(house, digit) => ids.extend(tables.ids_of_house(house, digit)),
                Element::Peers(a, b) => ids.extend([a, b]),
                Element::Placed(id) | Element::Excluded(id) => ids.push(id),
            }
        }
        ids.sort_unstable();
        ids.dedup();
        let mut set = Self::with_variables(ids, tables);
        for &element in elements {
            match element {
                Element::Cell(cell) => set.add_group(element, tables.ids_of_cell(cell)),
                Element::House(house, digit) => set.add_group(element, tables.ids_of_house(house, digit)),
                Element::Peers(a, b) => set.add_peers(a, b),
                Element::Placed(id) | Element::Excluded(id) => {
                    let index = set.elements.len() as u32;
                    let is_placed = matches!(element, Element::Placed(_));
                    set.facts.push((index, set.variables[id as usize], is_placed));
                    set.add(element, Vec::new());
                }
            }
        }
        set.is_active = vec![true; set.elements.len()];
        set.reset();
        set
    }

    fn with_variables(ids: impl IntoIterator<Item = u32>, tables: &Tables) -> Self {
        let ids: Vec<u32> = ids.into_iter().collect();
        let mut variables = vec![NONE; tables.candidate_count()];
        for (variable, &id) in ids.iter().enumerate() {
            variables[id as usize] = variable as u32;
        }
        let count = ids.len();
        Self {
            elements: Vec::new(),
            is_active: Vec::new(),
            ids,
            variables,
            clauses: Vec::new(),
            groups: vec![Vec::new(); count],
            peers: vec![Vec::new(); count],
            rules: Vec::new(),
            facts: Vec::new(),
            values: vec![0; count],
            reasons: vec![(NONE, NONE); count],
            trail: Vec::new(),
            head: 0,
            counts: Vec::new(),
            budget: u64::MAX,
        }
    }

    fn add(&mut self, element: Element, clause: Vec<u32>) {
        self.elements.push(element);
        self.counts.push((clause.len() as u16, 0));
        self.clauses.push(clause);
    }

    fn add_group(&mut self, element: Element, ids: impl Iterator<Item = u32>) {
        let index = self.elements.len() as u32;
        self.rules.push(index);
        let clause: Vec<u32> = ids.map(|id| self.variables[id as usize]).collect();
        for &variable in &clause {
            self.groups[variable as usize].push(index);
        }
        self.add(element, clause);
    }

    fn add_peers(&mut self, a: u32, b: u32) {
        let index = self.elements.len() as u32;
        let (x, y) = (self.variables[a as usize], self.variables[b as usize]);
        self.peers[x as usize].push((y, index));
        self.peers[y as usize].push((x, index));
        self.add(Element::peers(a, b), Vec::new());
    }

    pub(super) fn elements(&self) -> &[Element] {
        &self.elements
    }

    pub(super) fn set_active(&mut self, element: usize, is_active: bool) {
        self.is_active[element] = is_active;
    }

    pub(super) fn is_active(&self, element: usize) -> bool {
        self.is_active[element]
    }

    /// Adds known values of candidates permanently. They must be consistent with the clauses.
    pub(super) fn learn(&mut self, changed: &[u32], known: &Known<'_>) {
        self.reset();
        for &id in changed {
            let variable = self.variables[id as usize];
            if variable != NONE && self.values[variable as usize] == 0 {
                self.assign(variable, known.value(id) == Value::Placed, (KNOWN, NONE));
            }
        }
    }

    /// Removes all values except for the known ones.
    fn reset(&mut self) {
        let known = self.trail.iter().take_while(|&&v| self.reasons[v as usize].0 == KNOWN).count();
        self.undo(known);
    }

    fn undo(&mut self, length: usize) {
        while self.trail.len() > length {
            let Some(variable) = self.trail.pop() else { break };
            let is_true = self.values[variable as usize] > 0;
            self.values[variable as usize] = 0;
            for &group in &self.groups[variable as usize] {
                let (open, satisfied) = &mut self.counts[group as usize];
                *open += 1;
                *satisfied -= u16::from(is_true);
            }
        }
        self.head = length;
    }

    fn assign(&mut self, variable: u32, is_true: bool, reason: (u32, u32)) {
        self.values[variable as usize] = if is_true { 1 } else { -1 };
        self.reasons[variable as usize] = reason;
        self.trail.push(variable);
        for &group in &self.groups[variable as usize] {
            let (open, satisfied) = &mut self.counts[group as usize];
            *open -= 1;
            *satisfied += u16::from(is_true);
        }
    }

    /// Refutes the negation of `literal` by unit propagation, and returns up to `most` cones.
    ///
    /// If `literal` is `None`, the clauses themselves are refuted.
    pub(super) fn refutations(&mut self, literal: Option<Literal>, most: usize) -> Vec<Cone> {
        let mut conflicts = Vec::new();
        if self.start(literal, &mut conflicts) {
            self.propagate(&mut conflicts, most);
        }
        conflicts.truncate(most);
        conflicts.into_iter().map(|conflict| self.cone(&self.analyze(conflict))).collect()
    }

    /// Refutes the negation of `literal` by a search with at most `depth` nested decisions and `budget` nodes.
    pub(super) fn search(&mut self, literal: Option<Literal>, depth: usize, budget: u64) -> Search {
        self.budget = budget;
        let mut conflicts = Vec::new();
        if !self.start(literal, &mut conflicts) {
            return match conflicts.pop() {
                Some(conflict) => Search::Refuted(self.cone(&self.analyze(conflict))),
                None => Search::Satisfiable,
            };
        }
        match self.search_below(depth) {
            Below::Refuted(draft) => Search::Refuted(self.cone(&draft)),
            Below::Satisfiable => Search::Satisfiable,
            Below::GaveUp => Search::GaveUp,
        }
    }

    /// Assigns the assumption, the facts and the unit clauses. Returns whether there is no conflict yet.
    fn start(&mut self, literal: Option<Literal>, conflicts: &mut Vec<Conflict>) -> bool {
        self.reset();
        if let Some(Literal { id, is_placed }) = literal {
            let variable = self.variables[id as usize];
            if variable == NONE || self.values[variable as usize] != 0 {
                return false;
            }
            self.assign(variable, !is_placed, (ASSUMPTION, NONE));
        }
        for fact in 0..self.facts.len() {
            let (element, variable, is_true) = self.facts[fact];
            if !self.is_active[element as usize] {
                continue;
            }
            match self.values[variable as usize] {
                0 => self.assign(variable, is_true, (element, NONE)),
                value if (value > 0) != is_true => {
                    conflicts.push((element, Some((variable, NONE))));
                    return false;
                }
                _ => {}
            }
        }
        for rule in 0..self.rules.len() {
            self.check_group(self.rules[rule], conflicts);
        }
        conflicts.is_empty()
    }

    /// Propagates a cell or house with at most one open candidate, or reports a conflict.
    fn check_group(&mut self, element: u32, conflicts: &mut Vec<Conflict>) {
        let index = element as usize;
        let (open, satisfied) = self.counts[index];
        if satisfied > 0 || open > 1 || !self.is_active[index] {
            return;
        }
        if open == 0 {
            conflicts.push((element, None));
            return;
        }
        let last = self.clauses[index].iter().copied().find(|&variable| self.values[variable as usize] == 0);
        if let Some(last) = last {
            self.assign(last, true, (element, NONE));
        }
    }

    /// Propagates until there are `most` conflicts or nothing is left to propagate.
    fn propagate(&mut self, conflicts: &mut Vec<Conflict>, most: usize) {
        while self.head < self.trail.len() && conflicts.len() < most {
            let variable = self.trail[self.head];
            self.head += 1;
            if self.values[variable as usize] < 0 {
                for group in 0..self.groups[variable as usize].len() {
                    let element = self.groups[variable as usize][group];
                    self.check_group(element, conflicts);
                }
                continue;
            }
            for peer in 0..self.peers[variable as usize].len() {
                let (other, element) = self.peers[variable as usize][peer];
                self.exclude(other, variable, element, conflicts);
            }
            for group in 0..self.groups[variable as usize].len() {
                let element = self.groups[variable as usize][group];
                if matches!(self.elements[element as usize], Element::Cell(_)) {
                    for position in 0..self.clauses[element as usize].len() {
                        let other = self.clauses[element as usize][position];
                        if other != variable {
                            self.exclude(other, variable, element, conflicts);
                        }
                    }
                }
            }
        }
    }

    /// Excludes `other`, because `variable` is true.
    fn exclude(&mut self, other: u32, variable: u32, element: u32, conflicts: &mut Vec<Conflict>) {
        if !self.is_active[element as usize] {
            return;
        }
        match self.values[other as usize] {
            0 => self.assign(other, false, (element, variable)),
            1 => conflicts.push((element, Some((variable, other)))),
            _ => {}
        }
    }

    fn search_below(&mut self, depth: usize) -> Below {
        let mut conflicts = Vec::new();
        self.propagate(&mut conflicts, 1);
        if let Some(conflict) = conflicts.pop() {
            return Below::Refuted(self.analyze(conflict));
        }
        let open = |element: &u32| {
            let (open, satisfied) = self.counts[*element as usize];
            (satisfied == 0 && open > 0 && self.is_active[*element as usize]).then_some((open, *element))
        };
        let Some((_, element)) = self.rules.iter().filter_map(open).min() else {
            return Below::Satisfiable;
        };
        if depth == 0 || self.budget == 0 {
            return Below::GaveUp;
        }
        self.budget -= 1;
        let mut total = self.analyze((element, None));
        let mark = self.trail.len();
        for position in 0..self.clauses[element as usize].len() {
            let variable = self.clauses[element as usize][position];
            if self.values[variable as usize] != 0 {
                continue;
            }
            self.assign(variable, true, (DECISION, NONE));
            let result = self.search_below(depth - 1);
            self.undo(mark);
            match result {
                Below::Refuted(mut cone) => {
                    let before = cone.decisions.len();
                    cone.decisions.retain(|&decision| decision != variable);
                    if cone.decisions.len() == before {
                        return Below::Refuted(cone);
                    }
                    total.merge(&cone);
                }
                other => return other,
            }
        }
        Below::Refuted(total)
    }

    /// Returns the part of the clauses that `conflict` depends on. Open variables of the conflict are skipped.
    fn analyze(&self, (element, pair): Conflict) -> Draft {
        let mut cone = Draft {
            elements: Bits::new(self.elements.len()),
            known: Bits::new(self.ids.len()),
            decisions: Vec::new(),
        };
        cone.elements.insert(element);
        let mut is_seen = Bits::new(self.ids.len());
        let mut stack: Vec<u32> = match pair {
            Some((a, b)) => [a, b].into_iter().filter(|&variable| variable != NONE).collect(),
            None => self.clauses[element as usize].clone(),
        };
        while let Some(variable) = stack.pop() {
            let index = variable as usize;
            if self.values[index] == 0 || !is_seen.insert(variable) {
                continue;
            }
            match self.reasons[index] {
                (DECISION, _) => cone.decisions.push(variable),
                (ASSUMPTION, _) => {}
                (KNOWN, _) => {
                    cone.known.insert(variable);
                }
                (element, NONE) => {
                    cone.elements.insert(element);
                    stack.extend(self.clauses[element as usize].iter().filter(|&&other| other != variable));
                }
                (element, cause) => {
                    cone.elements.insert(element);
                    stack.push(cause);
                }
            }
        }
        cone
    }

    fn cone(&self, draft: &Draft) -> Cone {
        let known = draft.known.numbers().into_iter().map(|variable| self.ids[variable as usize]);
        Cone { elements: draft.elements.numbers(), known: known.collect() }
    }
}
