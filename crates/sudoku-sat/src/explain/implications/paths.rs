//! Searches for the cheapest chains between nodes, by Dijkstra's algorithm.

use super::super::element::{Element, Literal};
use super::super::frontier::Frontier;
use super::{Edge, Implications, Rule};

/// The nodes of a search that exclude the goal, from which the cheapest chains are selected.
const ENDS: usize = 6;

/// A chain: its cost and its elements, except for the facts that exclude other candidates of its rules.
pub(in crate::explain) struct Path {
    pub(in crate::explain) cost: u64,
    pub(in crate::explain) elements: Vec<Element>,
    /// For each link in order, the candidates that are false, and the candidates of which one is therefore true.
    pub(in crate::explain) links: Vec<(Vec<u32>, Vec<u32>)>,
}

impl Implications<'_, '_> {
    /// Returns the cheapest chains that prove `goal`, the cheapest one first. None of them costs more than `bound`.
    pub(in crate::explain) fn chains(&mut self, goal: Literal, bound: u64) -> Vec<Path> {
        let mut frontier = std::mem::take(&mut self.frontier);
        frontier.clear();
        let start = self.node(&[goal.id]);
        let first = if goal.is_placed { self.edges_of_false(goal.id) } else { Vec::new() };
        for (edge, index) in first.iter().zip(0..) {
            frontier.reach(edge.to, edge.cost, Some((u32::MAX, index)));
        }
        if let Some(start) = start.filter(|_| !goal.is_placed) {
            frontier.reach(start, 0, None);
        }
        let excluding = self.excluded_by(&[goal.id]);
        for &id in &excluding {
            self.excludes_goal[id as usize] = true;
        }
        let mut ends: Vec<(u64, u32)> = Vec::new();
        while let Some((cost, node)) = frontier.pop() {
            if cost > bound || ends.len() >= ENDS {
                break;
            }
            let candidates = &self.nodes[node as usize];
            let is_end = if goal.is_placed {
                Some(node) == start
            } else {
                candidates.iter().all(|&id| self.excludes_goal[id as usize])
            };
            if is_end {
                let unit = if goal.is_placed { 0 } else { self.unit() * candidates.len() as u64 };
                ends.push((cost + unit, node));
                continue;
            }
            self.follow(node, cost, bound, &mut frontier);
        }
        for &id in &excluding {
            self.excludes_goal[id as usize] = false;
        }
        ends.sort_unstable();
        let ends = ends.into_iter().filter(|(cost, _)| *cost <= bound);
        let path = |(cost, end): (u64, u32)| {
            let mut path = Path { cost, elements: Vec::new(), links: Vec::new() };
            if !goal.is_placed {
                self.exclude(&self.nodes[end as usize], &[goal.id], &mut path.elements);
            }
            self.add_links(end, &frontier, &first, &mut path);
            path
        };
        let paths = ends.map(path).collect();
        self.frontier = frontier;
        paths
    }

    /// Returns a chain from the assumption that the candidate `goal` is true to a node that excludes each of `ends`.
    /// Returns `None` if one of them is not excluded.
    pub(in crate::explain) fn branches(&mut self, goal: u32, ends: &[u32]) -> Option<Vec<Path>> {
        let mut frontier = Frontier::default();
        frontier.reach(self.node(&[goal])?, 0, None);
        let mut last: Vec<Option<u32>> = vec![None; ends.len()];
        while let Some((cost, node)) = frontier.pop().filter(|_| last.contains(&None)) {
            let excluded = self.excluded_by(&self.nodes[node as usize]);
            for (last, end) in last.iter_mut().zip(ends).filter(|(last, _)| last.is_none()) {
                *last = excluded.contains(end).then_some(node);
            }
            self.follow(node, cost, u64::MAX, &mut frontier);
        }
        let path = |(last, &end): (Option<u32>, &u32)| {
            let mut path = Path { cost: 0, elements: Vec::new(), links: Vec::new() };
            self.exclude(&self.nodes[last? as usize], &[end], &mut path.elements);
            self.add_links(last?, &frontier, &[], &mut path);
            Some(path)
        };
        last.into_iter().zip(ends).map(path).collect()
    }

    /// Reaches the nodes that follow from a node, which has been reached at `cost`, at a cost of at most `bound`.
    fn follow(&mut self, node: u32, cost: u64, bound: u64, frontier: &mut Frontier) {
        let (from, to) = self.edges(node);
        let edges = (from as u32..).zip(&self.edges[from..to]);
        for (index, edge) in edges.take_while(|(_, edge)| cost + edge.cost <= bound) {
            frontier.reach(edge.to, cost + edge.cost, Some((node, index)));
        }
    }

    /// Returns, for each first link of a chain from the candidate `goal`, the cheapest chain that proves that it is
    /// false and is a loop: the last node also excludes the candidates of the first link that are false. No chain costs
    /// more than `bound`.
    pub(in crate::explain) fn loops(&mut self, goal: u32, bound: u64) -> Vec<Path> {
        let Some(start) = self.node(&[goal]) else { return Vec::new() };
        let (from, to) = self.edges(start);
        let mut frontier = Frontier::default();
        let mut found = Vec::new();
        for first in from..to {
            let Edge { to: second, cost, .. } = self.edges[first];
            let out = self.out(&self.edges[first]);
            frontier.clear();
            frontier.reach(start, 0, None);
            frontier.pop();
            frontier.reach(second, cost, Some((start, first as u32)));
            while let Some((cost, node)) = frontier.pop().filter(|(cost, _)| *cost <= bound) {
                let excluded = self.excluded_by(&self.nodes[node as usize]);
                if node != second && excluded.contains(&goal) && out.iter().all(|id| excluded.contains(id)) {
                    let mut path = Path { cost, elements: Vec::new(), links: Vec::new() };
                    self.exclude(&self.nodes[node as usize], &[goal], &mut path.elements);
                    self.add_links(node, &frontier, &[], &mut path);
                    found.push(path);
                    break;
                }
                self.follow(node, cost, bound, &mut frontier);
            }
        }
        found.sort_by_key(|path| path.cost);
        found
    }

    /// Returns the candidates of a link that are false.
    fn out(&self, edge: &Edge) -> Vec<u32> {
        match edge.rule {
            Rule::Single(index) => {
                let to = &self.nodes[edge.to as usize];
                self.open[index as usize].1.iter().copied().filter(|id| !to.contains(id)).collect()
            }
            Rule::Set(index, digit, _) => self.sets[index as usize].places_of(digit).to_vec(),
        }
    }

    /// Adds the links of the chain that ends at the node `end`. The edges `first` start at the assumption that a
    /// candidate is false.
    fn add_links(&self, end: u32, frontier: &Frontier, first: &[Edge], path: &mut Path) {
        let mut node = end;
        while let Some(&(_, Some((previous, index)))) = frontier.reached.get(node as usize) {
            let (before, edges) = match self.nodes.get(previous as usize) {
                Some(before) => (&before[..], &self.edges[..]),
                None => (&[][..], first),
            };
            let edge = &edges[index as usize];
            match edge.rule {
                Rule::Single(index) => path.elements.push(self.open[index as usize].0),
                Rule::Set(index, digit, other) => {
                    let set = &self.sets[index as usize];
                    path.elements.extend(set.cells.iter().map(|&cell| Element::Cell(cell)));
                    path.elements.extend(set.inner_peers(digit, other));
                }
            }
            let out = self.out(edge);
            self.exclude(before, &out, &mut path.elements);
            path.links.push((out, self.nodes[edge.to as usize].to_vec()));
            node = previous;
        }
        path.links.reverse();
    }
}
