//! The frontier of Dijkstra's algorithm.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// How a search has reached a node: its cost, and the previous node and the index of the edge from it. The node of the
/// goal and unreached nodes have no previous node.
pub(super) type Reached = (u64, Option<(u32, u32)>);

/// The nodes that a search has reached.
#[derive(Default)]
pub(super) struct Frontier {
    pub(super) reached: Vec<Reached>,
    /// The nodes whose edges have not been followed. The upper half of an item is the cost, which is far below 2³², the
    /// lower half the number. Nodes that were later reached at a lower cost occur several times.
    queue: BinaryHeap<Reverse<u64>>,
}

impl Frontier {
    pub(super) fn clear(&mut self) {
        self.reached.clear();
        self.queue.clear();
    }

    /// Reaches a node at `cost`.
    #[inline]
    pub(super) fn reach(&mut self, node: u32, cost: u64, previous: Option<(u32, u32)>) {
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
    #[inline]
    pub(super) fn pop(&mut self) -> Option<(u64, u32)> {
        loop {
            let Reverse(item) = self.queue.pop()?;
            let (cost, node) = (item >> 32, item as u32);
            if self.reached[node as usize].0 == cost {
                return Some((cost, node));
            }
        }
    }
}
