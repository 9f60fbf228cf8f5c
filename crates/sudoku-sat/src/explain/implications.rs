//! Chains of implications: the cheapest way from the assumption that a candidate is true to the opposite.
//!
//! A node is a set of candidates of which one is true: a single candidate, or several places for a digit that see a
//! common candidate. A node excludes the candidates that see all of its candidates. If it excludes some candidates of a
//! cell or house, one of the others is true, which is the next node. If it excludes all places for a digit in an almost
//! locked set, which consists of k cells of a house with k + 1 digits, each other digit of the set has a place in it.
//! Each node follows from the previous one alone. Unit propagation has no such restriction, so it also finds proofs
//! with branches, which are harder to follow.
//!
//! The search is Dijkstra's algorithm with the costs of [`cost`](super::cost) as lengths.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::almost_locked::AlmostLocked;
use super::element::{Element, Literal};
use super::known::Known;
use super::tables::Tables;

/// The nodes of a search that exclude the goal, from which the cheapest chains are selected.
const ENDS: usize = 6;

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
    /// The open candidates of each cell and of each digit in each house. [`rules_of`](Self::rules_of) returns indices.
    open: Vec<(Element, Vec<u32>)>,
    /// The nodes with several candidates. They follow the single candidates, which have the same numbers as nodes.
    groups: Vec<Rc<[u32]>>,
    /// The node of each set of several candidates, or `None` if it is not a node.
    nodes: FxHashMap<Rc<[u32]>, Option<u32>>,
    /// The edges by cells and houses, and their range for each node, if they have been computed.
    single_edges: Vec<Edge>,
    single_ranges: Vec<Option<(usize, usize)>>,
    /// The rank of each node: the number of nodes that searches with the same sets found before. Among nodes that are
    /// reached at the same cost, those with low ranks come first.
    ranks: Vec<Option<u32>>,
    /// The node of each rank.
    ranked: Vec<u32>,
    /// The edges between ranks, and their range for each rank, if they have been computed.
    edges: Vec<Edge>,
    ranges: Vec<Option<(usize, usize)>>,
    sets: &'k [AlmostLocked],
    /// For each candidate outside of an almost locked set that sees all places for its digit in the set, the index of
    /// the set.
    seen_sets: Vec<Vec<u32>>,
    /// For each almost locked set, the nodes with its places for each digit, if they have been computed.
    set_nodes: Vec<Vec<Option<Option<u32>>>>,
    frontier: Frontier,
    /// For each candidate, whether the node whose edges are being computed excludes it.
    is_excluded: Vec<bool>,
    /// The rules with such a candidate, as bits. There are none between computations.
    touched: Vec<u64>,
}

/// How a search has reached a node: its cost, and the previous node and the index of the edge from it. The node of the
/// goal and unreached nodes have no previous node.
type Reached = (u64, Option<(u32, u32)>);

/// The nodes that a search has reached.
#[derive(Default)]
struct Frontier {
    reached: Vec<Reached>,
    /// The nodes whose edges have not been followed. The upper half of an item is the cost, the lower half the number.
    /// Nodes that were later reached at a lower cost occur several times.
    queue: BinaryHeap<Reverse<u64>>,
}

impl Frontier {
    fn clear(&mut self) {
        self.reached.clear();
        self.queue.clear();
    }

    /// Reaches a node at `cost`.
    fn reach(&mut self, node: u32, cost: u64, previous: Option<(u32, u32)>) {
        let index = node as usize;
        if self.reached.len() <= index {
            self.reached.resize(index + 1, (u64::MAX, None));
        }
        if cost < self.reached[index].0 {
            self.reached[index] = (cost, previous);
            self.queue.push(Reverse(cost << 32 | u64::from(node)));
        }
    }

    /// Returns the next node and its cost.
    fn pop(&mut self) -> Option<(u64, u32)> {
        loop {
            let Reverse(item) = self.queue.pop()?;
            let (cost, node) = (item >> 32, item as u32);
            if self.reached[node as usize].0 == cost {
                return Some((cost, node));
            }
        }
    }
}

/// A chain: its cost, and the rules and facts without those that exclude the other candidates of its rules.
pub(super) struct Path {
    pub(super) cost: u64,
    pub(super) elements: Vec<Element>,
}

impl<'k, 't> Implications<'k, 't> {
    /// Returns the implications by cells and houses.
    pub(super) fn new(known: &'k Known<'t>) -> Self {
        let tables = known.tables;
        let cells = (0..tables.peers.len() as u32).map(Element::Cell);
        let houses = (0..tables.houses.len() as u32)
            .flat_map(|house| (0..tables.n as u32).map(move |digit| Element::House(house, digit)));
        let open = |rule: Element| {
            let ids: Vec<u32> = match rule {
                Element::Cell(cell) => tables.ids_of_cell(cell).filter(|&id| known.is_open(id)).collect(),
                Element::House(house, digit) => {
                    tables.ids_of_house(house, digit).filter(|&id| known.is_open(id)).collect()
                }
                _ => Vec::new(),
            };
            (rule, ids)
        };
        let open: Vec<(Element, Vec<u32>)> = cells.chain(houses).map(open).collect();
        let count = tables.candidate_count();
        Self {
            known,
            touched: vec![0; open.len().div_ceil(64)],
            open,
            groups: Vec::new(),
            nodes: FxHashMap::default(),
            single_edges: Vec::new(),
            single_ranges: vec![None; count],
            ranks: vec![None; count],
            ranked: Vec::new(),
            edges: Vec::new(),
            ranges: Vec::new(),
            sets: &[],
            seen_sets: vec![Vec::new(); count],
            set_nodes: Vec::new(),
            frontier: Frontier::default(),
            is_excluded: vec![false; count],
        }
    }

    /// Adds the implications by the almost locked sets `sets`.
    ///
    /// The ranks of the nodes decide between chains of the same cost, so they do not depend on earlier searches.
    pub(super) fn with_sets(mut self, sets: &'k [AlmostLocked]) -> Self {
        for (index, set) in (0..).zip(sets) {
            let seeing = set.places.iter().flat_map(|(_, ids)| self.known.seeing_all(ids));
            let outside = seeing.filter(|&id| !set.cells.contains(&self.known.tables.cell(id)));
            outside.for_each(|id| self.seen_sets[id as usize].push(index));
        }
        self.sets = sets;
        self.set_nodes = sets.iter().map(|set| vec![None; set.places.len()]).collect();
        self.ranks.fill(None);
        self.ranked.clear();
        self.edges.clear();
        self.ranges.clear();
        self
    }

    /// Returns the cheapest chains that prove `goal`, the cheapest one first. None of them costs more than `bound`.
    pub(super) fn chains(&mut self, goal: Literal, bound: u64) -> Vec<Path> {
        let mut frontier = std::mem::take(&mut self.frontier);
        frontier.clear();
        let start = self.rank(goal.id);
        let mut first = if goal.is_placed { self.edges_of_false(goal.id) } else { Vec::new() };
        for (edge, index) in first.iter_mut().zip(0..) {
            edge.to = self.rank(edge.to);
            frontier.reach(edge.to, edge.cost, Some((u32::MAX, index)));
        }
        if !goal.is_placed {
            frontier.reach(start, 0, None);
        }
        let mut ends: Vec<(u64, u32)> = Vec::new();
        while let Some((cost, node)) = frontier.pop() {
            if cost > bound || ends.len() >= ENDS {
                break;
            }
            let candidates = self.candidates(node);
            let is_end = if goal.is_placed { node == start } else { self.excludes(candidates, goal.id) };
            if is_end {
                let unit = if goal.is_placed { 0 } else { self.unit() * candidates.len() as u64 };
                ends.push((cost + unit, node));
                continue;
            }
            let (from, to) = self.edges(node);
            let edges = (from as u32..).zip(&self.edges[from..to]);
            for (index, edge) in edges.take_while(|(_, edge)| cost + edge.cost <= bound) {
                frontier.reach(edge.to, cost + edge.cost, Some((node, index)));
            }
        }
        ends.sort_unstable();
        let path = |(cost, end): (u64, u32)| {
            let mut elements = Vec::new();
            if !goal.is_placed {
                self.exclude(self.candidates(end), &[goal.id], &mut elements);
            }
            let mut node = end;
            while let Some(&(_, Some((previous, index)))) = frontier.reached.get(node as usize) {
                if previous == u32::MAX {
                    self.add_edge(&[], &first[index as usize], &mut elements);
                } else {
                    self.add_edge(self.candidates(previous), &self.edges[index as usize], &mut elements);
                }
                node = previous;
            }
            Path { cost, elements }
        };
        let paths = ends.into_iter().filter(|(cost, _)| *cost <= bound).map(path).collect();
        self.frontier = frontier;
        paths
    }

    fn unit(&self) -> u64 {
        self.known.tables.n as u64 + 1
    }

    /// Returns the node with these candidates, or `None` if they have no common open peer.
    fn node(&mut self, ids: &[u32]) -> Option<u32> {
        if let [id] = *ids {
            return Some(id);
        }
        if let Some(&node) = self.nodes.get(ids) {
            return node;
        }
        let candidates: Rc<[u32]> = ids.into();
        let node = self.known.are_seen(ids).then_some(self.ranks.len() as u32);
        if node.is_some() {
            self.groups.push(candidates.clone());
            self.single_ranges.push(None);
            self.ranks.push(None);
        }
        self.nodes.insert(candidates, node);
        node
    }

    /// Returns the rank of a node.
    fn rank(&mut self, node: u32) -> u32 {
        *self.ranks[node as usize].get_or_insert_with(|| {
            self.ranked.push(node);
            self.ranges.push(None);
            self.ranked.len() as u32 - 1
        })
    }

    /// Returns the candidates of the node with a rank.
    fn candidates(&self, rank: u32) -> &[u32] {
        let node = &self.ranked[rank as usize];
        let group = (*node as usize).checked_sub(self.known.tables.candidate_count());
        group.map_or(std::slice::from_ref(node), |group| &self.groups[group])
    }

    /// Returns whether the candidate `id` is false if any of `ids` is true.
    fn excludes(&self, ids: &[u32], id: u32) -> bool {
        let tables = self.known.tables;
        let is_same_cell = |other: u32| tables.cell(other) == tables.cell(id) && other != id;
        ids.iter().all(|&other| tables.clash(other, id) || is_same_cell(other))
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
        for index in self.rules_of(id) {
            let (rule, open) = &self.open[index];
            let cost = self.rule_cost(*rule, open.len());
            let to: Vec<u32> = open.iter().copied().filter(|&other| other != id).collect();
            self.add_edge_to(index, &to, cost, &mut edges);
        }
        edges
    }

    /// Adds an edge by the cell or house with index `index` to the node `to`.
    fn add_edge_to(&mut self, index: usize, to: &[u32], cost: u64, edges: &mut Vec<Edge>) {
        let is_cell = matches!(self.open[index].0, Element::Cell(_));
        let most = if is_cell { 1 } else { self.known.tables.n / 2 };
        if (1..=most).contains(&to.len()) {
            let rule = Rule::Single(index as u32);
            edges.extend(self.node(to).map(|to| Edge { rule, to, cost }));
        }
    }

    /// Returns the indices of the cell and the houses of a candidate in [`open`](Self::open).
    fn rules_of(&self, id: u32) -> impl Iterator<Item = usize> + use<'k, 't> {
        let tables: &'t Tables = self.known.tables;
        let (cell, digit) = (tables.cell(id) as usize, tables.digit(id) as usize);
        let houses = tables.houses_of[cell].iter();
        houses.map(move |&house| tables.peers.len() + house as usize * tables.n + digit).chain([cell])
    }

    /// Returns the range of the implications from the node with a rank, the cheapest ones first.
    fn edges(&mut self, rank: u32) -> (usize, usize) {
        if let Some(range) = self.ranges[rank as usize] {
            return range;
        }
        let from = self.candidates(rank).to_vec();
        let (first, end) = self.single_edges(self.ranked[rank as usize], &from);
        let start = self.edges.len();
        self.edges.extend_from_slice(&self.single_edges[first..end]);
        self.add_set_edges(&from);
        for index in start..self.edges.len() {
            self.edges[index].to = self.rank(self.edges[index].to);
        }
        self.edges[start..].sort_by_key(|edge| edge.cost);
        *self.ranges[rank as usize].insert((start, self.edges.len()))
    }

    /// Returns the range of the implications by cells and houses from a node with the candidates `from`.
    fn single_edges(&mut self, node: u32, from: &[u32]) -> (usize, usize) {
        if let Some(range) = self.single_ranges[node as usize] {
            return range;
        }
        let excluded = self.excluded_by(from);
        let mut touched = std::mem::take(&mut self.touched);
        for &id in &excluded {
            self.is_excluded[id as usize] = true;
            self.rules_of(id).for_each(|index| touched[index / 64] |= 1 << (index % 64));
        }
        // A rule with one of these candidates holds anyway.
        for index in from.iter().flat_map(|&id| self.rules_of(id)) {
            touched[index / 64] &= !(1 << (index % 64));
        }
        let mut edges = std::mem::take(&mut self.single_edges);
        let start = edges.len();
        let mut to = Vec::with_capacity(self.known.tables.n);
        let own = self.known.tables.cell(from[0]) * self.known.tables.n as u32;
        let own = own..own + self.known.tables.n as u32;
        for (word, bits) in touched.iter_mut().enumerate() {
            while *bits != 0 {
                let index = word * 64 + bits.trailing_zeros() as usize;
                *bits &= *bits - 1;
                let (rule, open) = &self.open[index];
                to.clear();
                to.extend(open.iter().filter(|&&id| !self.is_excluded[id as usize]));
                let cost = self.rule_cost(*rule, open.len());
                let is_in_cell = from.len() == 1
                    && open.iter().any(|id| self.is_excluded[*id as usize] && own.contains(id));
                let pairs = if is_in_cell { 2 } else { from.len() * (open.len() - to.len()) };
                self.add_edge_to(index, &to, cost + pairs as u64 * self.unit(), &mut edges);
            }
        }
        self.touched = touched;
        for &id in &excluded {
            self.is_excluded[id as usize] = false;
        }
        self.single_edges = edges;
        *self.single_ranges[node as usize].insert((start, self.single_edges.len()))
    }

    fn add_set_edges(&mut self, from: &[u32]) {
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
            for (at, (other, places)) in set.places.iter().enumerate() {
                if *other == digit {
                    continue;
                }
                let rules = 2 * set.cells.len() as u64 + set.inner_peer_count(digit, *other) + exclusions;
                let cost = rules * self.unit() + set.closed;
                let rule = Rule::Set(index, digit, *other);
                let known = self.set_nodes[index as usize][at];
                let to = known.unwrap_or_else(|| self.node(places));
                self.set_nodes[index as usize][at] = Some(to);
                self.edges.extend(to.map(|to| Edge { rule, to, cost }));
            }
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

    /// Adds the rules of an implication from the node `from`, which is empty if the chain starts there.
    fn add_edge(&self, from: &[u32], edge: &Edge, elements: &mut Vec<Element>) {
        match edge.rule {
            Rule::Single(index) => {
                let to = self.candidates(edge.to);
                let (rule, open) = &self.open[index as usize];
                let out: Vec<u32> = open.iter().copied().filter(|id| !to.contains(id)).collect();
                elements.push(*rule);
                self.exclude(from, &out, elements);
            }
            Rule::Set(index, digit, other) => {
                let set = &self.sets[index as usize];
                elements.extend(set.cells.iter().map(|&cell| Element::Cell(cell)));
                elements.extend(set.inner_peers(digit, other));
                self.exclude(from, set.places_of(digit), elements);
            }
        }
    }
}
