//! A set of rules and facts as clauses, with unit propagation that records reasons.
//!
//! A refutation returns its cone: the elements that the conflict depends on. Elements can be switched off, so that
//! subsets can be tested.

mod cone;
mod propagation;
mod refute;
mod rules;

use super::element::{Element, Literal};
use super::known::{Known, Value};
use super::tables::Tables;
use crate::solver::{LimitPoller, Limits, StopReason};
pub(super) use cone::Cone;
pub(super) use refute::Refutation;
use rules::RuleClause;

const NONE: u32 = u32::MAX;
/// The reason of the assumption.
const ASSUMPTION: u32 = u32::MAX - 1;
/// The reason of a literal that is known.
const KNOWN: u32 = u32::MAX - 2;
/// The reason of a literal that a clause of a rule implies. The second number is the index of the clause.
const RULE: u32 = u32::MAX - 3;

/// Clauses over the candidates that occur in them. Candidates and auxiliary variables are numbered densely.
#[derive(Clone, Debug)]
pub(super) struct ClauseSet {
    elements: Vec<Element>,
    is_active: Vec<bool>,
    /// The candidate of each variable, or [`NONE`] for auxiliary variables.
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
    /// The clauses of rules beyond houses.
    rule_clauses: Vec<RuleClause>,
    /// For each variable, the clauses of rules with its negative and with its positive literal.
    occurrences: Vec<[Vec<u32>; 2]>,
    /// The clauses of rules that may be unit clauses before anything is assumed.
    units: Vec<u32>,
    /// The elements that are facts, with their variables and values.
    facts: Vec<(u32, u32, bool)>,
    /// For each variable: 0 if it has no value, 1 if it is true, −1 if it is false.
    values: Vec<i8>,
    reasons: Vec<(u32, u32)>,
    trail: Vec<u32>,
    head: usize,
    /// The number of values at the start of the trail that do not depend on an assumption.
    permanent: usize,
    /// For each element, the number of its variables without a value, and of its true variables.
    counts: Vec<(u16, u16)>,
}

/// A conflict: the element that is violated, and two true variables or nothing. If a clause of a rule is violated:
/// [`RULE`] and the index of the clause.
type Conflict = (u32, Option<(u32, u32)>);

impl ClauseSet {
    /// Returns the clauses of all rules of the board over the candidates that are still open.
    ///
    /// # Errors
    /// Returns an error if a limit is reached.
    pub(super) fn of_board(known: &Known<'_>, limits: &Limits) -> Result<Self, StopReason> {
        let tables = known.tables;
        let mut poller = LimitPoller::new(limits.clone());
        let open: Vec<u32> = (0..tables.candidate_count() as u32).filter(|&id| known.is_open(id)).collect();
        let mut set = Self::with_variables(open.iter().copied(), tables);
        let is_placed = |id: u32| known.value(id) == Value::Placed;
        for cell in 0..tables.peers.len() as u32 {
            poller.steps(tables.n as u32)?;
            if known.placed(cell).is_none() {
                set.add_group(Element::Cell(cell), tables.ids_of_cell(cell).filter(|&id| known.is_open(id)));
            }
        }
        for house in 0..tables.houses.len() as u32 {
            for digit in 0..tables.n as u32 {
                poller.steps(tables.n as u32)?;
                if !tables.ids_of_house(house, digit).any(is_placed) {
                    let ids = tables.ids_of_house(house, digit).filter(|&id| known.is_open(id));
                    set.add_group(Element::House(house, digit), ids);
                }
            }
        }
        for &id in &open {
            poller.steps(tables.n as u32)?;
            let digit = tables.digit(id);
            for &peer in &tables.peers[tables.cell(id) as usize] {
                let other = tables.id(peer, digit);
                if id < other && known.is_open(other) {
                    set.add_peers(id, other);
                }
            }
        }
        for rule in 0..tables.rules.len() as u32 {
            poller.steps(tables.rules[rule as usize].clauses.len() as u32)?;
            let value = |id: u32| match known.value(id) {
                Value::Open => None,
                value => Some(value == Value::Placed),
            };
            set.add_rule(rule, value, tables);
        }
        set.is_active = vec![true; set.elements.len()];
        set.settle(0, (0..set.rule_clauses.len() as u32).collect());
        set.reset();
        Ok(set)
    }

    /// Returns the clauses of `elements`, which may also be used to refute literals of the candidates `more`.
    pub(super) fn of_elements(elements: &[Element], more: &[Literal], tables: &Tables) -> Self {
        let mut ids: Vec<u32> = more.iter().map(|literal| literal.id).collect();
        for &element in elements {
            match element {
                Element::Cell(cell) => ids.extend(tables.ids_of_cell(cell)),
                Element::House(house, digit) => ids.extend(tables.ids_of_house(house, digit)),
                Element::Peers(a, b) => ids.extend([a, b]),
                Element::Rule(rule) => ids.extend(&tables.rules[rule as usize].candidates),
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
                Element::Rule(rule) => set.add_rule(rule, |_| None, tables),
                Element::Placed(id) | Element::Excluded(id) => {
                    let index = set.elements.len() as u32;
                    let is_placed = matches!(element, Element::Placed(_));
                    set.facts.push((index, set.variables[id as usize], is_placed));
                    set.add(element, Vec::new());
                }
            }
        }
        set.is_active = vec![true; set.elements.len()];
        set.units = (0..set.rule_clauses.len() as u32).collect();
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
            rule_clauses: Vec::new(),
            occurrences: vec![[Vec::new(), Vec::new()]; count],
            units: Vec::new(),
            facts: Vec::new(),
            values: vec![0; count],
            reasons: vec![(NONE, NONE); count],
            trail: Vec::new(),
            head: 0,
            permanent: 0,
            counts: Vec::new(),
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

    /// Refutes the negation of `literal` by unit propagation, and returns up to `most` cones.
    ///
    /// If `literal` is `None`, the clauses themselves are refuted.
    pub(super) fn refutations(&mut self, literal: Option<Literal>, most: usize) -> Vec<Cone> {
        let mut conflicts = Vec::new();
        if self.start(literal, &mut conflicts) {
            self.propagate(&mut conflicts, most);
        }
        conflicts.truncate(most);
        conflicts.into_iter().map(|conflict| self.cone(conflict)).collect()
    }

    /// Returns the number of digits that unit propagation places if the candidate `id` is excluded.
    pub(super) fn digits_without(&mut self, id: u32) -> u64 {
        let mut conflicts = Vec::new();
        if self.start(Some(Literal::placed(id)), &mut conflicts) {
            self.propagate(&mut conflicts, 1);
        }
        self.trail[self.permanent..].iter().filter(|&&variable| self.values[variable as usize] > 0).count()
            as u64
    }

    pub(super) fn elements(&self) -> &[Element] {
        &self.elements
    }

    /// Switches all elements off except for those with the indices `active`.
    pub(super) fn activate_only(&mut self, active: &[u32]) {
        self.is_active.fill(false);
        for &index in active {
            self.is_active[index as usize] = true;
        }
    }

    pub(super) fn set_active(&mut self, element: usize, is_active: bool) {
        self.is_active[element] = is_active;
    }

    pub(super) fn is_active(&self, element: usize) -> bool {
        self.is_active[element]
    }
}
