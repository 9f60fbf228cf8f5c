//! Searches for the cheapest chains between nodes, by Dijkstra's algorithm.

use std::ops::Range;

use super::super::element::{Element, Literal};
use super::super::frontier::Frontier;
use super::super::ids::{CandidateId, EdgeId, NodeId};
use super::{Edge, Implications, Link};

/// The nodes of a search that exclude the goal, from which the cheapest chains are selected.
const ENDS: usize = 6;

/// A chain: its cost and its elements, except for the facts that exclude other candidates of its rules.
pub(in crate::explain) struct Path {
    pub(in crate::explain) cost: u64,
    pub(in crate::explain) elements: Vec<Element>,
    /// For each link in order, the candidates that are false, and the candidates of which one is therefore true.
    pub(in crate::explain) links: Vec<(Vec<CandidateId>, Vec<CandidateId>)>,
}

impl Implications<'_, '_> {
    /// Returns the cheapest chains that prove `goal`, the cheapest one first. None of them costs more than `bound`.
    pub(in crate::explain) fn chains(&mut self, goal: Literal, bound: u64) -> Vec<Path> {
        let mut frontier = std::mem::take(&mut self.frontier);
        frontier.clear();
        let start = self.node(&[goal.id]);
        if goal.is_placed {
            for id in ids_in(self.edges_of_false(goal.id)) {
                frontier.reach(self.edges[id].to, self.edges[id].cost, Some((None, id)));
            }
        } else if let Some(start) = start {
            frontier.reach(start, 0, None);
        }
        let excluding = self.excluded_by(&[goal.id]);
        for &id in &excluding {
            self.excludes_goal[id] = true;
        }
        let mut ends: Vec<(u64, NodeId)> = Vec::new();
        while let Some((cost, node)) = frontier.pop() {
            if cost > bound || ends.len() >= ENDS {
                break;
            }
            let candidates = &self.nodes[node];
            let is_end = if goal.is_placed {
                Some(node) == start
            } else {
                candidates.iter().all(|&id| self.excludes_goal[id])
            };
            if is_end {
                let unit =
                    if goal.is_placed { 0 } else { self.known.tables.unit() * candidates.len() as u64 };
                ends.push((cost + unit, node));
                continue;
            }
            self.follow(node, cost, bound, &mut frontier);
        }
        for &id in &excluding {
            self.excludes_goal[id] = false;
        }
        ends.sort_unstable();
        let ends = ends.into_iter().filter(|(cost, _)| *cost <= bound);
        let path = |(cost, end): (u64, NodeId)| {
            let mut path = Path { cost, elements: Vec::new(), links: Vec::new() };
            if !goal.is_placed {
                self.exclude(&self.nodes[end], &[goal.id], &mut path.elements);
            }
            self.add_links(end, &frontier, &mut path);
            path
        };
        let paths = ends.map(path).collect();
        self.frontier = frontier;
        paths
    }

    /// Returns a chain from the assumption that the candidate `goal` is true to a node that excludes each of `ends`.
    /// Returns `None` if one of them is not excluded.
    pub(in crate::explain) fn branches(
        &mut self,
        goal: CandidateId,
        ends: &[CandidateId],
    ) -> Option<Vec<Path>> {
        let mut frontier = Frontier::default();
        frontier.reach(self.node(&[goal])?, 0, None);
        let mut last: Vec<Option<NodeId>> = vec![None; ends.len()];
        while let Some((cost, node)) = frontier.pop().filter(|_| last.contains(&None)) {
            let excluded = self.excluded_by(&self.nodes[node]);
            for (last, end) in last.iter_mut().zip(ends).filter(|(last, _)| last.is_none()) {
                *last = excluded.contains(end).then_some(node);
            }
            self.follow(node, cost, u64::MAX, &mut frontier);
        }
        let path = |(last, &end): (Option<NodeId>, &CandidateId)| {
            let mut path = Path { cost: 0, elements: Vec::new(), links: Vec::new() };
            self.exclude(&self.nodes[last?], &[end], &mut path.elements);
            self.add_links(last?, &frontier, &mut path);
            Some(path)
        };
        last.into_iter().zip(ends).map(path).collect()
    }

    /// Reaches the nodes that follow from a node, which has been reached at `cost`, at a cost of at most `bound`.
    fn follow(&mut self, node: NodeId, cost: u64, bound: u64, frontier: &mut Frontier) {
        let ids = ids_in(self.edges(node)).map(|id| (id, self.edges[id]));
        for (id, edge) in ids.take_while(|(_, edge)| cost + edge.cost <= bound) {
            frontier.reach(edge.to, cost + edge.cost, Some((Some(node), id)));
        }
    }

    /// Returns, for each first link of a chain from the candidate `goal`, the cheapest chain that proves that it is
    /// false and is a loop: the last node also excludes the candidates of the first link that are false. No chain costs
    /// more than `bound`.
    pub(in crate::explain) fn loops(&mut self, goal: CandidateId, bound: u64) -> Vec<Path> {
        let Some(start) = self.node(&[goal]) else { return Vec::new() };
        let mut frontier = Frontier::default();
        let mut found = Vec::new();
        for first in ids_in(self.edges(start)) {
            let Edge { to: second, cost, .. } = self.edges[first];
            let out = self.out(&self.edges[first]);
            frontier.clear();
            frontier.reach(start, 0, None);
            frontier.pop();
            frontier.reach(second, cost, Some((Some(start), first)));
            while let Some((cost, node)) = frontier.pop().filter(|(cost, _)| *cost <= bound) {
                let excluded = self.excluded_by(&self.nodes[node]);
                if node != second && excluded.contains(&goal) && out.iter().all(|id| excluded.contains(id)) {
                    let mut path = Path { cost, elements: Vec::new(), links: Vec::new() };
                    self.exclude(&self.nodes[node], &[goal], &mut path.elements);
                    self.add_links(node, &frontier, &mut path);
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
    fn out(&self, edge: &Edge) -> Vec<CandidateId> {
        match edge.link {
            Link::Single(index) => {
                let to = &self.nodes[edge.to];
                self.open[index].1.iter().copied().filter(|id| !to.contains(id)).collect()
            }
            Link::Set(index, digit, _) => self.sets[index].places_of(digit).to_vec(),
        }
    }

    /// Adds the links of the chain that ends at the node `end`.
    fn add_links(&self, end: NodeId, frontier: &Frontier, path: &mut Path) {
        let mut last = Some(end);
        while let Some(&(_, Some((previous, edge)))) = last.and_then(|node| frontier.reached.get(node)) {
            let before = previous.map_or(&[][..], |node| &self.nodes[node]);
            let edge = &self.edges[edge];
            match edge.link {
                Link::Single(index) => path.elements.push(self.open[index].0),
                Link::Set(index, digit, other) => {
                    let set = &self.sets[index];
                    path.elements.extend(set.cells.iter().map(|&cell| Element::Cell(cell)));
                    path.elements.extend(set.inner_peers(digit, other));
                }
            }
            let out = self.out(edge);
            self.exclude(before, &out, &mut path.elements);
            path.links.push((out, self.nodes[edge.to].to_vec()));
            last = previous;
        }
        path.links.reverse();
    }
}

fn ids_in(range: Range<EdgeId>) -> impl Iterator<Item = EdgeId> {
    (usize::from(range.start)..usize::from(range.end)).map(EdgeId::from)
}
