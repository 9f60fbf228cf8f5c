//! Clausal proofs: the clauses that a solver derives and deletes, in order.

use sudoku_cnf::Lit;

/// A clausal proof: a sequence of clauses, each of which unit propagation derives from the CNF and the clauses before
/// it (RUP), and of deletions.
///
/// Deletions never make a proof invalid in this crate. They only make checking faster.
///
/// ```
/// use sudoku_cnf::Lit;
/// use sudoku_sat::proof::ClausalProof;
///
/// let [a, b] = [1, 2].map(|number| Lit::from_dimacs(number).unwrap());
/// let mut proof = ClausalProof::new();
/// proof.add(&[a]);
/// proof.delete(&[a, b]);
/// proof.add(&[]);
/// assert_eq!(proof.steps().count(), 3);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClausalProof {
    literals: Vec<Lit>,
    /// The end of each step in `literals`, and whether the step is a deletion.
    ends: Vec<(usize, bool)>,
}

/// A step of a [`ClausalProof`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofStep<'p> {
    /// Adds a derived clause.
    Add(&'p [Lit]),
    /// Deletes a clause, whose literals may be in any order.
    Delete(&'p [Lit]),
}

impl ClausalProof {
    /// Returns a proof without steps.
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends a derived clause.
    pub fn add(&mut self, clause: &[Lit]) {
        self.push(clause.iter().copied(), false);
    }

    /// Appends the deletion of a clause.
    pub fn delete(&mut self, clause: &[Lit]) {
        self.push(clause.iter().copied(), true);
    }

    /// Appends the clause `literals`, or its deletion.
    pub(crate) fn push(&mut self, literals: impl IntoIterator<Item = Lit>, is_deletion: bool) {
        self.literals.extend(literals);
        self.ends.push((self.literals.len(), is_deletion));
    }

    /// Returns the steps in order.
    pub fn steps(&self) -> impl ExactSizeIterator<Item = ProofStep<'_>> {
        self.entries().map(
            |(clause, is_deletion)| {
                if is_deletion { ProofStep::Delete(clause) } else { ProofStep::Add(clause) }
            },
        )
    }

    /// Returns the clause of each step, and whether it is deleted.
    pub(crate) fn entries(&self) -> impl ExactSizeIterator<Item = (&[Lit], bool)> {
        (0..self.ends.len()).map(|index| {
            let start = index.checked_sub(1).map_or(0, |before| self.ends[before].0);
            let (end, is_deletion) = self.ends[index];
            (&self.literals[start..end], is_deletion)
        })
    }

    /// Returns the proof with each literal replaced by `map(literal)`.
    pub(crate) fn mapped(&self, map: impl Fn(Lit) -> Lit) -> Self {
        Self {
            literals: self.literals.iter().map(|&literal| map(literal)).collect(),
            ends: self.ends.clone(),
        }
    }
}
