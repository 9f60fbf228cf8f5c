//! The numbers of cells, digits, houses, candidates and elements. Each kind has a type of its own, so that none can be
//! taken for another, and indexes its own vectors ([`TiVec`](typed_index_collections::TiVec)).

/// Defines types for numbers that are indices of vectors.
macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub(crate) struct $name(u32);

        impl From<usize> for $name {
            #[inline]
            #[expect(clippy::cast_possible_truncation, reason = "vectors of 2³² items do not fit into memory")]
            fn from(index: usize) -> Self {
                debug_assert!(u32::try_from(index).is_ok());
                Self(index as u32)
            }
        }

        impl From<$name> for usize {
            #[inline]
            fn from(id: $name) -> Self {
                id.0 as Self
            }
        }
    )+};
}

ids! {
    /// A cell of a board, from 0 in row-major order.
    CellId;
    /// A digit minus 1.
    DigitId;
    /// A complete house, as in [`Geometry::houses`](sudoku_cnf::Geometry::houses).
    HouseId;
    /// A candidate: the number of its cell, multiplied by the size of the board, plus that of its digit. This is one
    /// less than the number of its variable in a CNF. Auxiliary variables of rules follow the candidates.
    CandidateId;
    /// A rule beyond houses in the tables of a board.
    RuleId;
    /// An element in a list of rules and facts.
    ElementId;
    /// A variable of a clause set, whose candidates are numbered densely.
    VariableId;
    /// A clause.
    ClauseId;
    /// A set of candidates in a search for chains.
    NodeId;
    /// An implication between two nodes.
    EdgeId;
    /// A cell or a digit in a house, in a list of all.
    LinkId;
    /// An almost locked set in a list.
    SetId;
}

impl DigitId {
    /// Returns a set of this digit only, as bits. The digit must be below 64.
    #[inline]
    pub(crate) fn bit(self) -> u64 {
        1 << self.0
    }
}
