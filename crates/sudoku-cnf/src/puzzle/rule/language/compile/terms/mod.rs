//! Ground terms: conditions and numbers over the digits of cells, without variables.
//!
//! Terms are stored once each, so equal terms have equal numbers. The constructors simplify: they evaluate constants,
//! order the parts of sums, conjunctions and the like, and use the bounds of numbers. A condition in which all cells
//! have digits is therefore `true` or `false`, and the conditions that remain after some digits are known can serve as
//! the states of an automaton.

mod conditions;
mod facts;
mod numbers;
mod substitution;

use rustc_hash::FxHashMap;

use super::super::pattern::Pattern;
use crate::puzzle::board::Cell;

/// The number of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Id(u32);

/// The comparison of a number with zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Comparison {
    Equal,
    NotEqual,
    AtMost,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Node {
    // Numbers.
    Integer(i128),
    /// A number without a value. Comparisons with it are false.
    Undefined,
    Cell(Cell),
    /// A part of the state of a fold.
    Local(u32),
    /// Σ coefficient · term + constant.
    Sum(Vec<(i128, Id)>, i128),
    Product(Vec<Id>),
    Quotient(Id, Id),
    Remainder(Id, Id),
    Absolute(Id),
    Minimum(Vec<Id>),
    Maximum(Vec<Id>),
    If(Id, Id, Id),
    /// 1 if the condition holds, and 0 otherwise.
    Indicator(Id),
    // Conditions.
    Truth(bool),
    All(Vec<Id>),
    Any(Vec<Id>),
    Not(Id),
    Compare(Comparison, Id),
    AllDifferent(Vec<Id>),
    /// The regular expression matches the numbers.
    Regular(Pattern, Vec<Id>),
    /// A number or a condition, like its result.
    Fold(FoldNode),
}

/// The steps of a fold that remain.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct FoldNode {
    /// The number of the first local variable, which stands for the first part of the state.
    pub(super) first_local: u32,
    pub(super) state: Vec<Id>,
    /// The next state for each element, in terms of local variables.
    pub(super) steps: Vec<Vec<Id>>,
    pub(super) result: Id,
}

/// Properties that hold for all values of a term.
#[derive(Clone, Copy, Debug)]
struct Facts {
    /// A set of cells that includes those of the term: bit i stands for all cells whose hash is i.
    cells: u64,
    has_locals: bool,
    /// The bounds of a number, if they are known.
    bounds: Option<(i128, i128)>,
    /// Whether a number always has a value.
    is_total: bool,
}

/// A store of terms.
pub(super) struct Terms {
    nodes: Vec<Node>,
    facts: Vec<Facts>,
    numbers: FxHashMap<Node, Id>,
    n: usize,
    /// Whether a number may have more than 128 bits.
    pub(super) has_overflow: bool,
    next_local: u32,
    /// A cache for `assign`: the term that results if a cell contains a digit.
    assigned: FxHashMap<(Id, Cell, usize), Id>,
    /// The number of terms that have been rebuilt.
    pub(super) work: usize,
}

impl Terms {
    pub(super) fn new(n: usize) -> Self {
        Self {
            nodes: Vec::new(),
            facts: Vec::new(),
            numbers: FxHashMap::default(),
            n,
            has_overflow: false,
            next_local: 0,
            assigned: FxHashMap::default(),
            work: 0,
        }
    }

    pub(super) fn node(&self, id: Id) -> &Node {
        &self.nodes[id.0 as usize]
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn n(&self) -> usize {
        self.n
    }

    fn facts(&self, id: Id) -> Facts {
        self.facts[id.0 as usize]
    }

    pub(super) fn bounds(&self, id: Id) -> Option<(i128, i128)> {
        self.facts(id).bounds
    }

    /// Returns whether a number always has a value.
    pub(super) fn is_total(&self, id: Id) -> bool {
        self.facts(id).is_total
    }

    /// Returns whether no cell occurs in the term.
    pub(super) fn is_constant(&self, id: Id) -> bool {
        self.facts(id).cells == 0
    }

    pub(super) fn value(&self, id: Id) -> Option<i128> {
        match self.node(id) {
            Node::Integer(value) => Some(*value),
            _ => None,
        }
    }

    pub(super) fn truth_value(&self, id: Id) -> Option<bool> {
        match self.node(id) {
            Node::Truth(value) => Some(*value),
            _ => None,
        }
    }

    /// Reserves numbers for local variables and returns the first.
    pub(super) fn new_locals(&mut self, count: usize) -> u32 {
        let first = self.next_local;
        self.next_local += count as u32;
        first
    }

    /// Returns the terms that a term consists of.
    pub(super) fn parts(&self, id: Id) -> Vec<Id> {
        match self.node(id) {
            Node::Integer(_) | Node::Undefined | Node::Cell(_) | Node::Local(_) | Node::Truth(_) => {
                Vec::new()
            }
            Node::Sum(terms, _) => terms.iter().map(|&(_, term)| term).collect(),
            Node::Quotient(a, b) | Node::Remainder(a, b) => vec![*a, *b],
            Node::Absolute(a) | Node::Indicator(a) | Node::Not(a) | Node::Compare(_, a) => vec![*a],
            Node::If(a, b, c) => vec![*a, *b, *c],
            Node::Product(parts)
            | Node::Minimum(parts)
            | Node::Maximum(parts)
            | Node::All(parts)
            | Node::Any(parts)
            | Node::AllDifferent(parts)
            | Node::Regular(_, parts) => parts.clone(),
            Node::Fold(fold) => {
                fold.state.iter().chain(fold.steps.iter().flatten()).chain([&fold.result]).copied().collect()
            }
        }
    }

    /// Returns the number of a term, which is stored unless it is known.
    fn store(&mut self, node: Node) -> Id {
        if let Some(&id) = self.numbers.get(&node) {
            return id;
        }
        let id = Id(self.nodes.len() as u32);
        self.numbers.insert(node.clone(), id);
        self.nodes.push(node);
        let facts = self.facts_of(id);
        self.facts.push(facts);
        id
    }
}

fn cell_bit(cell: Cell) -> u64 {
    1 << ((cell.row() * 37 + cell.column()) % 64)
}
