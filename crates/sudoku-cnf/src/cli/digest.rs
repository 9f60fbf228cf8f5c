//! Hashes that are stored in files. Their values are specified (XXH64), so they do not depend on the compiler.

use std::hash::Hasher;

use twox_hash::XxHash64;

/// A hash of a sequence of values.
///
/// ```
/// use sudoku_cnf::cli::digest::Digest;
///
/// assert_eq!(Digest::new(0).finish(), 0xef46_db37_51d8_e999, "XXH64 of no bytes");
/// let digest = |names: [&str; 2]| names.iter().fold(Digest::new(0), |digest, name| digest.text(name)).finish();
/// assert_ne!(digest(["a", "bc"]), digest(["ab", "c"]));
/// ```
#[derive(Clone, Debug)]
pub struct Digest(XxHash64);

impl Digest {
    /// Returns the digest of an empty sequence. `seed` is 0, or the digest of values that precede the sequence.
    pub fn new(seed: u64) -> Self {
        Self(XxHash64::with_seed(seed))
    }

    /// Adds a number.
    #[must_use]
    pub fn number(mut self, number: u64) -> Self {
        self.bytes(&number.to_le_bytes());
        self
    }

    /// Adds a text, including its length.
    #[must_use]
    pub fn text(self, text: impl AsRef<[u8]>) -> Self {
        let text = text.as_ref();
        let mut digest = self.number(text.len() as u64);
        digest.bytes(text);
        digest
    }

    /// Adds bytes. Adding them in several pieces has the same effect.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.0.write(bytes);
    }

    /// Returns the hash of all values so far.
    pub fn finish(&self) -> u64 {
        self.0.finish()
    }
}
