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

use std::ops::Range;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use sudoku_cnf::puzzle::Bits;

use typed_index_collections::{TiSlice, TiVec, ti_vec};

use super::almost_locked::AlmostLocked;
use super::element::Element;
use super::frontier::Frontier;
use super::ids::{CandidateId, DigitId, EdgeId, LinkId, NodeId, SetId};
use super::known::Known;
use super::tables::Tables;
pub(super) use paths::Path;

/// An implication between two nodes.
#[derive(Clone, Copy)]
struct Edge {
    link: Link,
    to: NodeId,
    cost: u64,
}

/// The rules of an implication.
#[derive(Clone, Copy)]
enum Link {
    /// The cell or house with this index in [`open`](Implications::open).
    Single(LinkId),
    /// The almost locked set with this index, from the first digit to the second one.
    Set(SetId, DigitId, DigitId),
}

/// The implications between the open candidates, which are computed on demand.
pub(super) struct Implications<'k, 't> {
    known: &'k Known<'t>,
    /// The open candidates of each cell and of each digit in each house. [`rules_of`] returns indices.
    open: TiVec<LinkId, (Element, Vec<CandidateId>)>,
    nodes: TiVec<NodeId, Rc<[CandidateId]>>,
    /// The number of the node of each candidate, and of each set of candidates. It is `None` for sets that are not
    /// nodes.
    singles: TiVec<CandidateId, Option<NodeId>>,
    groups: FxHashMap<Rc<[CandidateId]>, Option<NodeId>>,
    edges: TiVec<EdgeId, Edge>,
    /// For each node, the range of its edges, the cheapest ones first, if they have been computed.
    ranges: TiVec<NodeId, Option<Range<EdgeId>>>,
    sets: &'k TiSlice<SetId, AlmostLocked>,
    /// For each candidate outside of an almost locked set that sees all places for its digit in the set, the index of
    /// the set.
    seen_sets: TiVec<CandidateId, Vec<SetId>>,
    /// For each almost locked set, the nodes of the places for its digits that are known.
    set_nodes: TiVec<SetId, Vec<Option<NodeId>>>,
    frontier: Frontier,
    /// For each candidate, whether it excludes the goal.
    excludes_goal: TiVec<CandidateId, bool>,
    /// For each candidate, whether the node whose edges are being computed excludes it.
    is_excluded: TiVec<CandidateId, bool>,
    /// The rules with such a candidate, as bits, and the number of these candidates of each rule. There are none
    /// between computations.
    touched: Vec<u64>,
    counts: TiVec<LinkId, usize>,
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
        is_link: &dyn Fn(Element, &[CandidateId]) -> bool,
    ) -> Self {
        let tables = known.tables;
        let cells = tables.cells().map(Element::Cell);
        let houses = tables.houses_and_digits().map(|(house, digit)| Element::House(house, digit));
        let open = |rule: Element| {
            if !is_rule(rule) {
                return (rule, Vec::new());
            }
            let ids = known.open_of(rule);
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

    fn of_rules(
        known: &'k Known<'t>,
        open: TiVec<LinkId, (Element, Vec<CandidateId>)>,
        sets: &'k [AlmostLocked],
    ) -> Self {
        let tables = known.tables;
        let sets = TiSlice::<SetId, _>::from_ref(sets);
        let mut seen_sets = ti_vec![Vec::new(); if sets.is_empty() { 0 } else { tables.candidate_count() }];
        for (index, set) in sets.iter_enumerated() {
            let seeing = set.places.iter().flat_map(|(_, ids)| known.seeing_all(ids));
            let outside = seeing.filter(|&id| !set.cells.contains(&tables.cell(id)));
            outside.for_each(|id: CandidateId| seen_sets[id].push(index));
        }
        Self {
            known,
            touched: vec![0; open.len().div_ceil(64)],
            counts: ti_vec![0; open.len()],
            open,
            nodes: TiVec::new(),
            singles: ti_vec![None; tables.candidate_count()],
            groups: FxHashMap::default(),
            edges: TiVec::new(),
            ranges: TiVec::new(),
            sets,
            seen_sets,
            set_nodes: ti_vec![Vec::new(); sets.len()],
            frontier: Frontier::default(),
            excludes_goal: ti_vec![false; tables.candidate_count()],
            is_excluded: ti_vec![false; tables.candidate_count()],
        }
    }

    /// Returns the number of the node with these candidates, or `None` if they have no common open peer.
    fn node(&mut self, ids: &[CandidateId]) -> Option<NodeId> {
        if let [id] = *ids {
            let known = self.singles[id];
            return known.or_else(|| {
                let number = self.add(ids.into());
                self.singles[id] = Some(number);
                Some(number)
            });
        }
        if let Some(&number) = self.groups.get(ids) {
            return number;
        }
        let candidates: Rc<[CandidateId]> = ids.into();
        let number = self.known.are_seen(ids).then(|| self.add(candidates.clone()));
        self.groups.insert(candidates, number);
        number
    }

    fn add(&mut self, candidates: Rc<[CandidateId]>) -> NodeId {
        self.ranges.push(None);
        self.nodes.push_and_get_key(candidates)
    }

    /// Returns the open candidates that are false if any of `ids`, which have the same digit, is true.
    fn excluded_by(&self, ids: &[CandidateId]) -> Vec<CandidateId> {
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
        units * self.known.tables.unit() + facts as u64
    }

    /// Returns the implications that follow if the candidate `id` is false.
    fn edges_of_false(&mut self, id: CandidateId) -> Range<EdgeId> {
        let start = self.edges.next_key();
        for index in rules_of(id, self.known.tables) {
            let (rule, open) = &self.open[index];
            let cost = self.rule_cost(*rule, open.len());
            let to: Vec<CandidateId> = open.iter().copied().filter(|&other| other != id).collect();
            if self.may_be_node(*rule, to.len()) {
                let link = Link::Single(index);
                let edge = self.node(&to).map(|to| Edge { link, to, cost });
                self.edges.extend(edge);
            }
        }
        start..self.edges.next_key()
    }

    /// Returns whether `count` candidates of a cell or house may be a node.
    fn may_be_node(&self, rule: Element, count: usize) -> bool {
        let is_cell = matches!(rule, Element::Cell(_));
        (1..=if is_cell { 1 } else { self.known.tables.n / 2 }).contains(&count)
    }

    /// Returns the range of the implications from a node, the cheapest ones first.
    fn edges(&mut self, node: NodeId) -> Range<EdgeId> {
        if let Some(range) = &self.ranges[node] {
            return range.clone();
        }
        let tables = self.known.tables;
        let from = self.nodes[node].clone();
        let excluded = self.excluded_by(&from);
        let start = self.edges.next_key();
        let mut touched = std::mem::take(&mut self.touched);
        for &id in &excluded {
            self.is_excluded[id] = true;
            for index in rules_of(id, tables) {
                touched[usize::from(index) / 64] |= 1 << (usize::from(index) % 64);
                self.counts[index] += 1;
            }
        }
        // A rule with one of these candidates holds anyway.
        for index in from.iter().flat_map(|&id| rules_of(id, tables)) {
            touched[usize::from(index) / 64] &= !(1 << (usize::from(index) % 64));
            self.counts[index] = 0;
        }
        let mut edges = std::mem::take(&mut self.edges);
        let mut to = Vec::with_capacity(tables.n);
        for (word, bits) in touched.iter_mut().enumerate() {
            for index in Bits(std::mem::take(bits)).map(|bit| LinkId::from(word * 64 + bit)) {
                let excluded = std::mem::take(&mut self.counts[index]);
                let (rule, open) = &self.open[index];
                if open.len() <= excluded || !self.may_be_node(*rule, open.len() - excluded) {
                    continue;
                }
                to.clear();
                to.extend(open.iter().filter(|&&id| !self.is_excluded[id]));
                let pairs = (from.len() * excluded) as u64;
                let cost = self.rule_cost(*rule, open.len()) + pairs * self.known.tables.unit();
                let link = Link::Single(index);
                edges.extend(self.node(&to).map(|to| Edge { link, to, cost }));
            }
        }
        self.touched = touched;
        for &id in &excluded {
            self.is_excluded[id] = false;
        }
        self.add_set_edges(&from, &mut edges);
        edges[start..].sort_by_key(|edge| edge.cost);
        self.edges = edges;
        self.ranges[node].insert(start..self.edges.next_key()).clone()
    }

    fn add_set_edges(&mut self, from: &[CandidateId], edges: &mut TiVec<EdgeId, Edge>) {
        if self.sets.is_empty() {
            return;
        }
        let digit = self.known.tables.digit(from[0]);
        for position in 0..self.seen_sets[from[0]].len() {
            let index = self.seen_sets[from[0]][position];
            let is_seen_by = |&id: &CandidateId| self.seen_sets[id].binary_search(&index).is_ok();
            if !from[1..].iter().all(is_seen_by) {
                continue;
            }
            let sets = self.sets;
            let set = &sets[index];
            let exclusions = (from.len() * set.places_of(digit).len()) as u64;
            let mut nodes = std::mem::take(&mut self.set_nodes[index]);
            nodes.resize(set.places.len(), None);
            let others = set.places.iter().zip(&mut nodes).filter(|((other, _), _)| *other != digit);
            for ((other, places), to) in others {
                let rules = 2 * set.cells.len() as u64 + set.inner_peer_count(digit, *other) + exclusions;
                let cost = rules * self.known.tables.unit() + set.closed;
                let link = Link::Set(index, digit, *other);
                *to = to.or_else(|| self.node(places));
                edges.extend(to.map(|to| Edge { link, to, cost }));
            }
            self.set_nodes[index] = nodes;
        }
    }

    /// Adds the rules by which each candidate of `from` excludes each of `out`.
    fn exclude(&self, from: &[CandidateId], out: &[CandidateId], elements: &mut Vec<Element>) {
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
fn rules_of(id: CandidateId, tables: &Tables) -> impl Iterator<Item = LinkId> {
    let (cell, digit) = (tables.cell(id), usize::from(tables.digit(id)));
    let houses = tables.houses_of[cell].iter().map(|&house| usize::from(house));
    let houses = houses.map(move |house| tables.peers.len() + house * tables.n + digit);
    houses.chain([cell.into()]).map(LinkId::from)
}

#[cfg(test)]
mod tests {
    use itertools::Itertools;
    use sudoku_cnf::Puzzle;

    use super::super::element::Literal;
    use super::*;
    use crate::solver::Limits;

    /// In each link, the candidates of a cell or house that the previous node excludes are false, so the others are the
    /// next node. The last node excludes the goal.
    #[test]
    fn each_node_of_a_chain_excludes_the_next_candidates() {
        let text = "..32......4..9....6....8.1.2.......3.1...6.4...7...5.......1..2.9..4..6....5..7..";
        let puzzle: Puzzle = text.parse().unwrap();
        let tables = Tables::new(&puzzle, &Limits::none()).unwrap();
        let known = Known::new(&puzzle, &tables, &Limits::none()).unwrap();
        let mut implications = Implications::new(&known);
        let goals = tables.candidates().filter(|&id| known.is_open(id)).map(Literal::excluded).collect_vec();
        let mut found = 0;
        for goal in goals {
            let paths = implications.chains(goal, 20 * tables.unit());
            assert!(paths.is_sorted_by_key(|path| path.cost), "{goal:?}");
            for path in paths {
                found += 1;
                let mut node = vec![goal.id];
                for (out, to) in path.links {
                    let excluded = implications.excluded_by(&node);
                    assert!(out.iter().all(|id| excluded.contains(id)), "{goal:?}");
                    let is_rule = |(_, open): &&(Element, Vec<CandidateId>)| {
                        open.iter().copied().sorted().eq(out.iter().chain(&to).copied().sorted())
                    };
                    assert!(implications.open.iter().find(is_rule).is_some(), "{goal:?}");
                    node = to;
                }
                assert!(implications.excluded_by(&node).contains(&goal.id), "{goal:?}");
            }
        }
        assert!(found > 10, "{found} chains");
    }
}
