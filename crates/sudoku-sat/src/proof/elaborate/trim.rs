//! Backward trimming: only the lemmas on which the empty clause depends are kept.

use super::Elaborator;
use super::literal::literal;
use crate::proof::lrat::LratProof;

impl Elaborator {
    /// Returns the lemmas on which the last one depends.
    pub(super) fn trim(&self) -> LratProof {
        let lemmas = self.hint_ends.len();
        let hints = |lemma: usize| {
            let start = lemma.checked_sub(1).map_or(0, |before| self.hint_ends[before]);
            &self.hints[start..self.hint_ends[lemma]]
        };
        let mut is_needed = vec![false; lemmas];
        if let Some(last) = is_needed.last_mut() {
            *last = true;
        }
        for lemma in (0..lemmas).rev() {
            if is_needed[lemma] {
                for hint in hints(lemma) {
                    if let Some(used) = (*hint as usize).checked_sub(self.originals) {
                        is_needed[used] = true;
                    }
                }
            }
        }
        let mut proof = LratProof { originals: self.originals, ..LratProof::default() };
        let mut ids = vec![0; lemmas];
        for lemma in (0..lemmas).filter(|&lemma| is_needed[lemma]) {
            ids[lemma] = (self.originals + proof.len() + 1) as u32;
            let id =
                |&hint: &u32| (hint as usize).checked_sub(self.originals).map_or(hint + 1, |used| ids[used]);
            let clause = self.clause((self.originals + lemma) as u32);
            proof.push(clause.iter().filter_map(|&code| literal(code)), hints(lemma).iter().map(id));
        }
        proof
    }
}
