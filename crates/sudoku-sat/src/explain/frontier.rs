//! The frontier of Dijkstra's algorithm.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use typed_index_collections::TiVec;

use super::ids::{EdgeId, NodeId};

/// The edge by which a search has reached a node, and the node at which it starts, if it is not the goal.
pub(super) type Arrival = (Option<NodeId>, EdgeId);

/// The nodes that a search has reached.
#[derive(Default)]
pub(super) struct Frontier {
    /// The cost of each node, and the edge to it. Starts and unreached nodes have none.
    pub(super) reached: TiVec<NodeId, (u64, Option<Arrival>)>,
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
    pub(super) fn reach(&mut self, node: NodeId, cost: u64, by: Option<Arrival>) {
        let index = usize::from(node);
        if self.reached.len() <= index {
            self.reached.resize(index + 1, (u64::MAX, None));
        }
        if cost < self.reached[node].0 {
            self.reached[node] = (cost, by);
            self.queue.push(Reverse(cost << 32 | index as u64));
        }
    }

    /// Returns the next node and its cost.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the lower half of an item is the number of a node")]
    pub(super) fn pop(&mut self) -> Option<(u64, NodeId)> {
        loop {
            let Reverse(item) = self.queue.pop()?;
            let (cost, node) = (item >> 32, NodeId::from(item as u32 as usize));
            if self.reached[node].0 == cost {
                return Some((cost, node));
            }
        }
    }
}
