//! Chains of implications: the cheapest way from the assumption that a candidate is true to the opposite.
//!
//! A node is a set of candidates of which one is true: a single candidate, or several places for a digit that see a
//! common candidate. A node excludes the candidates that see all of its candidates. If it excludes some candidates of a
//! cell or house, one of the others is true, which is the next node. If it excludes all places for a digit in an almost
//! locked set, which consists of k cells of a house with k + 1 digits, each other digit of the set has a place in it.
//! Each node follows from the previous one alone. Unit propagation has no such restriction, so it also finds proofs
//! with branches, which are harder to follow.
//!
//! [`paths`] searches for chains. Their lengths are estimates of the [`cost`](super::cost) that are not too low.

mod paths;

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::almost_locked::AlmostLocked;
use super::element::Element;
use super::frontier::Frontier;
use super::known::Known;
use super::tables::Tables;
pub(super) use paths::Path;

/// An implication between two nodes.
#[derive(Clone, Copy)]
struct Edge {
    rule: Rule,
    to: u32,
    cost: u64,
}

/// The rules of an implication.
#[derive(Clone, Copy)]
enum Rule {
    /// The cell or house with this index in [`open`](Implications::open).
    Single(u32),
    /// The almost locked set with this index, from the first digit to the second one.
    Set(u32, u32, u32),
}

/// The implications between the open candidates, which are computed on demand.
pub(super) struct Implications<'k, 't> {
    known: &'k Known<'t>,
    /// The open candidates of each cell and of each digit in each house. [`rules_of`] returns indices.
    open: Vec<(Element, Vec<u32>)>,
    nodes: Vec<Rc<[u32]>>,
    /// The number of the node of each candidate, and of each set of candidates. It is `None` for sets that are not
    /// nodes.
    singles: Vec<Option<u32>>,
    groups: FxHashMap<Rc<[u32]>, Option<u32>>,
    edges: Vec<Edge>,
    /// For each node, the range of its edges, the cheapest ones first, if they have been computed.
    ranges: Vec<Option<(usize, usize)>>,
    sets: &'k [AlmostLocked],
    /// For each candidate outside of an almost locked set that sees all places for its digit in the set, the index of
    /// the set.
    seen_sets: Vec<Vec<u32>>,
    /// For each almost locked set, the nodes of the places for its digits that are known.
    set_nodes: Vec<Vec<Option<u32>>>,
    frontier: Frontier,
    /// For each candidate, whether it excludes the goal.
    excludes_goal: Vec<bool>,
    /// For each candidate, whether the node whose edges are being computed excludes it.
    is_excluded: Vec<bool>,
    /// The rules with such a candidate, as bits, and the number of these candidates of each rule. There are none
    /// between computations.
    touched: Vec<u64>,
    counts: Vec<u32>,
}

impl<'k, 't> Implications<'k, 't> {
    /// Returns the implications by cells and houses.
    pub(super) fn new(known: &'k Known<'t>) -> Self {
        Self::among(known, &|_| true, &|_, _| true)
    }

    /// Returns the implications by the cells and houses for which `is_rule` and `is_link` return `true`. The arguments
    /// of `is_link` are a rule and its open candidates.
    pub(super) fn among(
        known: &'k Known<'t>,
        is_rule: &dyn Fn(Element) -> bool,
        is_link: &dyn Fn(Element, &[u32]) -> bool,
    ) -> Self {
        let tables = known.tables;
        let cells = (0..tables.peers.len() as u32).map(Element::Cell);
        let houses = (0..tables.houses.len() as u32)
            .flat_map(|house| (0..tables.n as u32).map(move |digit| Element::House(house, digit)));
        let open = |rule: Element| {
            if !is_rule(rule) {
                return (rule, Vec::new());
            }
            let mut ids = rule.candidates(tables);
            ids.retain(|&id| known.is_open(id));
            let is_link = is_link(rule, &ids);
            (rule, if is_link { ids } else { Vec::new() })
        };
        Self::of_rules(known, cells.chain(houses).map(open).collect(), &[])
    }

    /// Adds the implications by the almost locked sets `sets`.
    ///
    /// The numbers of the nodes decide between chains of the same cost, so they do not depend on earlier searches.
    pub(super) fn with_sets(self, sets: &'k [AlmostLocked]) -> Self {
        Self::of_rules(self.known, self.open, sets)
    }

    fn of_rules(known: &'k Known<'t>, open: Vec<(Element, Vec<u32>)>, sets: &'k [AlmostLocked]) -> Self {
        let tables = known.tables;
        let mut seen_sets = vec![Vec::new(); if sets.is_empty() { 0 } else { tables.candidate_count() }];
        for (index, set) in (0..).zip(sets) {
            let seeing = set.places.iter().flat_map(|(_, ids)| known.seeing_all(ids));
            let outside = seeing.filter(|&id| !set.cells.contains(&tables.cell(id)));
            outside.for_each(|id| seen_sets[id as usize].push(index));
        }
        Self {
            known,
            touched: vec![0; open.len().div_ceil(64)],
            counts: vec![0; open.len()],
            open,
            nodes: Vec::new(),
            singles: vec![None; tables.candidate_count()],
            groups: FxHashMap::default(),
            edges: Vec::new(),
            ranges: Vec::new(),
            sets,
            seen_sets,
            set_nodes: vec![Vec::new(); sets.len()],
            frontier: Frontier::default(),
            excludes_goal: vec![false; tables.candidate_count()],
            is_excluded: vec![false; tables.candidate_count()],
        }
    }

    fn unit(&self) -> u64 {
        self.known.tables.n as u64 + 1
    }

    /// Returns the number of the node with these candidates, or `None` if they have no common open peer.
    fn node(&mut self, ids: &[u32]) -> Option<u32> {
        if let [id] = *ids {
            let known = self.singles[id as usize];
            return known.or_else(|| {
                let number = self.add(ids.into());
                self.singles[id as usize] = Some(number);
                Some(number)
            });
        }
        if let Some(&number) = self.groups.get(ids) {
            return number;
        }
        let candidates: Rc<[u32]> = ids.into();
        let number = self.known.are_seen(ids).then(|| self.add(candidates.clone()));
        self.groups.insert(candidates, number);
        number
    }

    fn add(&mut self, candidates: Rc<[u32]>) -> u32 {
        self.nodes.push(candidates);
        self.ranges.push(None);
        self.nodes.len() as u32 - 1
    }

    /// Returns the open candidates that are false if any of `ids`, which have the same digit, is true.
    fn excluded_by(&self, ids: &[u32]) -> Vec<u32> {
        let (tables, known) = (self.known.tables, self.known);
        let mut excluded = known.seeing_all(ids);
        if let [only] = *ids {
            let others = tables.ids_of_cell(tables.cell(only));
            excluded.extend(others.filter(|&id| id != only && known.is_open(id)));
        }
        excluded
    }

    /// Returns the cost of a cell or house with this number of open candidates, and of the facts about the others.
    fn rule_cost(&self, rule: Element, open: usize) -> u64 {
        let facts = self.known.tables.n - open;
        let units = if matches!(rule, Element::Cell(_)) { 2 } else { 4 };
        units * self.unit() + facts as u64
    }

    /// Returns the nodes that follow if the candidate `id` is false.
    fn edges_of_false(&mut self, id: u32) -> Vec<Edge> {
        let mut edges = Vec::new();
        for index in rules_of(id, self.known.tables) {
            let (rule, open) = &self.open[index];
            let cost = self.rule_cost(*rule, open.len());
            let to: Vec<u32> = open.iter().copied().filter(|&other| other != id).collect();
            if self.may_be_node(*rule, to.len()) {
                let rule = Rule::Single(index as u32);
                edges.extend(self.node(&to).map(|to| Edge { rule, to, cost }));
            }
        }
        edges
    }

    /// Returns whether `count` candidates of a cell or house may be a node.
    fn may_be_node(&self, rule: Element, count: usize) -> bool {
        let is_cell = matches!(rule, Element::Cell(_));
        (1..=if is_cell { 1 } else { self.known.tables.n / 2 }).contains(&count)
    }

    /// Returns the range of the implications from a node, the cheapest ones first.
    fn edges(&mut self, node: u32) -> (usize, usize) {
        if let Some(range) = self.ranges[node as usize] {
            return range;
        }
        let tables = self.known.tables;
        let from = self.nodes[node as usize].clone();
        let excluded = self.excluded_by(&from);
        let start = self.edges.len();
        let mut touched = std::mem::take(&mut self.touched);
        for &id in &excluded {
            self.is_excluded[id as usize] = true;
            for index in rules_of(id, tables) {
                touched[index / 64] |= 1 << (index % 64);
                self.counts[index] += 1;
            }
        }
        // A rule with one of these candidates holds anyway.
        for index in from.iter().flat_map(|&id| rules_of(id, tables)) {
            touched[index / 64] &= !(1 << (index % 64));
            self.counts[index] = 0;
        }
        let mut edges = std::mem::take(&mut self.edges);
        let mut to = Vec::with_capacity(tables.n);
        for (word, bits) in touched.iter_mut().enumerate() {
            while *bits != 0 {
                let index = word * 64 + bits.trailing_zeros() as usize;
                *bits &= *bits - 1;
                let excluded = std::mem::take(&mut self.counts[index]) as usize;
                let (rule, open) = &self.open[index];
                if open.len() <= excluded || !self.may_be_node(*rule, open.len() - excluded) {
                    continue;
                }
                to.clear();
                to.extend(open.iter().filter(|&&id| !self.is_excluded[id as usize]));
                let pairs = (from.len() * excluded) as u64;
                let cost = self.rule_cost(*rule, open.len()) + pairs * self.unit();
                let rule = Rule::Single(index as u32);
                edges.extend(self.node(&to).map(|to| Edge { rule, to, cost }));
            }
        }
        self.touched = touched;
        for &id in &excluded {
            self.is_excluded[id as usize] = false;
        }
        self.add_set_edges(&from, &mut edges);
        edges[start..].sort_by_key(|edge| edge.cost);
        self.edges = edges;
        *self.ranges[node as usize].insert((start, self.edges.len()))
    }

    fn add_set_edges(&mut self, from: &[u32], edges: &mut Vec<Edge>) {
        if self.sets.is_empty() {
            return;
        }
        let digit = self.known.tables.digit(from[0]);
        for position in 0..self.seen_sets[from[0] as usize].len() {
            let index = self.seen_sets[from[0] as usize][position];
            let is_seen_by = |&id: &u32| self.seen_sets[id as usize].binary_search(&index).is_ok();
            if !from[1..].iter().all(is_seen_by) {
                continue;
            }
            let sets: &'k [AlmostLocked] = self.sets;
            let set = &sets[index as usize];
            let exclusions = (from.len() * set.places_of(digit).len()) as u64;
            let mut nodes = std::mem::take(&mut self.set_nodes[index as usize]);
            nodes.resize(set.places.len(), None);
            let others = set.places.iter().zip(&mut nodes).filter(|((other, _), _)| *other != digit);
            for ((other, places), to) in others {
                let rules = 2 * set.cells.len() as u64 + set.inner_peer_count(digit, *other) + exclusions;
                let cost = rules * self.unit() + set.closed;
                let rule = Rule::Set(index, digit, *other);
                *to = to.or_else(|| self.node(places));
                edges.extend(to.map(|to| Edge { rule, to, cost }));
            }
            self.set_nodes[index as usize] = nodes;
        }
    }

    /// Adds the rules by which each candidate of `from` excludes each of `out`.
    fn exclude(&self, from: &[u32], out: &[u32], elements: &mut Vec<Element>) {
        let tables = self.known.tables;
        for &a in from {
            elements.extend(out.iter().map(|&b| {
                if tables.cell(a) == tables.cell(b) {
                    Element::Cell(tables.cell(a))
                } else {
                    Element::peers(a, b)
                }
            }));
        }
    }
}

/// Returns the indices of the cell and the houses of a candidate in [`open`](Implications::open).
fn rules_of(id: u32, tables: &Tables) -> impl Iterator<Item = usize> {
    let (cell, digit) = (tables.cell(id) as usize, tables.digit(id) as usize);
    let houses = tables.houses_of[cell].iter();
    houses.map(move |&house| tables.peers.len() + house as usize * tables.n + digit).chain([cell])
}
