//! A set of rules and facts as clauses, with unit propagation that records reasons.
//!
//! A refutation returns its cone: the elements that the conflict depends on. Elements can be switched off, so that
//! subsets can be tested.

mod cone;
mod propagation;
mod refute;
mod rules;

use typed_index_collections::{TiSlice, TiVec, ti_vec};

use super::element::{Element, Literal};
use super::ids::{CandidateId, ClauseId, ElementId, VariableId};
use super::known::{Known, Value};
use super::tables::Tables;
use crate::solver::{LimitPoller, Limits, StopReason};
pub(super) use cone::Cone;
pub(super) use refute::Refutation;
use rules::RuleClause;

/// The cause of a variable's value.
#[derive(Clone, Copy, Debug)]
enum Cause {
    /// It is assumed.
    Assumption,
    /// It is known.
    Known,
    /// The element is a fact, or all other variables of the cell or house are false.
    Element(ElementId),
    /// The element excludes it because the variable is true.
    Peer(ElementId, VariableId),
    /// A clause of a rule implies it.
    Clause(ClauseId),
}

/// What is violated.
#[derive(Clone, Copy, Debug)]
enum Conflict {
    /// All variables of the cell or house are false.
    Group(ElementId),
    /// The element is a fact, and the variable has the other value.
    Fact(ElementId, VariableId),
    /// The element excludes one of the variables if the other one is true.
    Peers(ElementId, [VariableId; 2]),
    /// All literals of a clause of a rule are false.
    Clause(ClauseId),
}

/// Clauses over the candidates that occur in them. Candidates and auxiliary variables are numbered densely.
#[derive(Clone, Debug)]
pub(super) struct ClauseSet {
    elements: TiVec<ElementId, Element>,
    is_active: TiVec<ElementId, bool>,
    /// The candidate of each variable, or `None` for auxiliary variables.
    ids: TiVec<VariableId, Option<CandidateId>>,
    /// The variable of each candidate.
    variables: TiVec<CandidateId, Option<VariableId>>,
    /// For each element, its variables if it is a rule for a cell or a house, otherwise nothing.
    clauses: TiVec<ElementId, Vec<VariableId>>,
    /// For each variable, the cells and houses it belongs to.
    groups: TiVec<VariableId, Vec<ElementId>>,
    /// For each variable, the peers with the same digit, and the element that excludes them.
    peers: TiVec<VariableId, Vec<(VariableId, ElementId)>>,
    /// The elements that are cells and houses.
    rules: Vec<ElementId>,
    /// The clauses of rules beyond houses.
    rule_clauses: TiVec<ClauseId, RuleClause>,
    /// For each variable, the clauses of rules with its negative and with its positive literal.
    occurrences: TiVec<VariableId, [Vec<ClauseId>; 2]>,
    /// The clauses of rules that may be unit clauses before anything is assumed.
    units: Vec<ClauseId>,
    /// The elements that are facts, with their variables and values.
    facts: Vec<(ElementId, VariableId, bool)>,
    /// For each variable: 0 if it has no value, 1 if it is true, −1 if it is false.
    values: TiVec<VariableId, i8>,
    /// The cause of each variable's value, if it has one.
    causes: TiVec<VariableId, Cause>,
    trail: Vec<VariableId>,
    head: usize,
    /// The number of values at the start of the trail that do not depend on an assumption.
    permanent: usize,
    /// For each element, the number of its variables without a value, and of its true variables.
    counts: TiVec<ElementId, (u16, u16)>,
}

impl ClauseSet {
    /// Returns the clauses of all rules of the board over the candidates that are still open.
    ///
    /// # Errors
    /// Returns an error if a limit is reached.
    pub(super) fn of_board(known: &Known<'_>, limits: &Limits) -> Result<Self, StopReason> {
        let tables = known.tables;
        let mut poller = LimitPoller::new(limits.clone());
        let open: Vec<CandidateId> = tables.candidates().filter(|&id| known.is_open(id)).collect();
        let mut set = Self::with_variables(open.iter().copied(), tables);
        let is_placed = |id: CandidateId| known.value(id) == Value::Placed;
        for cell in tables.cells() {
            poller.steps(tables.n)?;
            if known.placed(cell).is_none() {
                set.add_group(Element::Cell(cell), tables.ids_of_cell(cell).filter(|&id| known.is_open(id)));
            }
        }
        for (house, digit) in tables.houses_and_digits() {
            poller.steps(tables.n)?;
            if !tables.ids_of_house(house, digit).any(is_placed) {
                let ids = tables.ids_of_house(house, digit).filter(|&id| known.is_open(id));
                set.add_group(Element::House(house, digit), ids);
            }
        }
        for &id in &open {
            poller.steps(tables.n)?;
            let digit = tables.digit(id);
            for &peer in &tables.peers[tables.cell(id)] {
                let other = tables.id(peer, digit);
                if id < other && known.is_open(other) {
                    set.add_peers(id, other);
                }
            }
        }
        for (rule, table) in tables.rules.iter_enumerated() {
            poller.steps(table.clauses.len())?;
            let value = |id: CandidateId| match known.value(id) {
                Value::Open => None,
                value => Some(value == Value::Placed),
            };
            set.add_rule(rule, value, tables);
        }
        set.is_active = ti_vec![true; set.elements.len()];
        set.settle(0, set.rule_clauses.keys().collect());
        set.reset();
        Ok(set)
    }

    /// Returns the clauses of `elements`, which may also be used to refute literals of the candidates `more`.
    pub(super) fn of_elements(elements: &[Element], more: &[Literal], tables: &Tables) -> Self {
        let mut ids: Vec<CandidateId> = more.iter().map(|literal| literal.id).collect();
        for &element in elements {
            match element {
                Element::Cell(cell) => ids.extend(tables.ids_of_cell(cell)),
                Element::House(house, digit) => ids.extend(tables.ids_of_house(house, digit)),
                Element::Peers(a, b) => ids.extend([a, b]),
                Element::Rule(rule) => ids.extend(&tables.rules[rule].candidates),
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
                    let is_placed = matches!(element, Element::Placed(_));
                    set.facts.push((set.elements.next_key(), set.variable(id), is_placed));
                    set.add(element, Vec::new());
                }
            }
        }
        set.is_active = ti_vec![true; set.elements.len()];
        set.units = set.rule_clauses.keys().collect();
        set.reset();
        set
    }

    fn with_variables(ids: impl IntoIterator<Item = CandidateId>, tables: &Tables) -> Self {
        let ids: TiVec<VariableId, Option<CandidateId>> = ids.into_iter().map(Some).collect();
        let mut variables = ti_vec![None; tables.candidate_count()];
        for (variable, id) in ids.iter_enumerated() {
            if let Some(id) = id {
                variables[*id] = Some(variable);
            }
        }
        let count = ids.len();
        Self {
            elements: TiVec::new(),
            is_active: TiVec::new(),
            ids,
            variables,
            clauses: TiVec::new(),
            groups: ti_vec![Vec::new(); count],
            peers: ti_vec![Vec::new(); count],
            rules: Vec::new(),
            rule_clauses: TiVec::new(),
            occurrences: ti_vec![[Vec::new(), Vec::new()]; count],
            units: Vec::new(),
            facts: Vec::new(),
            values: ti_vec![0; count],
            causes: ti_vec![Cause::Known; count],
            trail: Vec::new(),
            head: 0,
            permanent: 0,
            counts: TiVec::new(),
        }
    }

    /// Returns the variable of a candidate of the set.
    fn variable(&self, id: CandidateId) -> VariableId {
        self.variables[id].expect("the candidates of all elements have variables")
    }

    fn add(&mut self, element: Element, clause: Vec<VariableId>) {
        self.elements.push(element);
        let open = u16::try_from(clause.len()).expect("a house has at most 1,000 cells");
        self.counts.push((open, 0));
        self.clauses.push(clause);
    }

    fn add_group(&mut self, element: Element, ids: impl Iterator<Item = CandidateId>) {
        let index = self.elements.next_key();
        self.rules.push(index);
        let clause: Vec<VariableId> = ids.map(|id| self.variable(id)).collect();
        for &variable in &clause {
            self.groups[variable].push(index);
        }
        self.add(element, clause);
    }

    fn add_peers(&mut self, a: CandidateId, b: CandidateId) {
        let index = self.elements.next_key();
        let (x, y) = (self.variable(a), self.variable(b));
        self.peers[x].push((y, index));
        self.peers[y].push((x, index));
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
    pub(super) fn digits_without(&mut self, id: CandidateId) -> usize {
        let mut conflicts = Vec::new();
        if self.start(Some(Literal::placed(id)), &mut conflicts) {
            self.propagate(&mut conflicts, 1);
        }
        self.trail[self.permanent..].iter().filter(|&&variable| self.values[variable] > 0).count()
    }

    pub(super) fn elements(&self) -> &TiSlice<ElementId, Element> {
        &self.elements
    }

    /// Switches all elements off except for `active`.
    pub(super) fn activate_only(&mut self, active: &[ElementId]) {
        self.is_active.fill(false);
        for &element in active {
            self.is_active[element] = true;
        }
    }

    pub(super) fn set_active(&mut self, element: ElementId, is_active: bool) {
        self.is_active[element] = is_active;
    }

    pub(super) fn is_active(&self, element: ElementId) -> bool {
        self.is_active[element]
    }
}
