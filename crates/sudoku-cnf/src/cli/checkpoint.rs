//! The state of a run that a later run can continue.

use anyhow::anyhow;

use super::failure::Failure;

/// The size of a slot in the state file.
pub(super) const SLOT: usize = 256;
/// The number of slots in the state file, which are written alternately. If writing one slot fails or the process is
/// killed meanwhile, the other one is still valid.
pub(super) const SLOTS: usize = 2;

/// The state of a run after an item whose records are complete.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checkpoint {
    /// The number of the item, starting at 1, or 0 before the first item.
    pub items: u64,
    /// A hash of the options of the run and of all items so far.
    pub digest: u64,
    /// The number of items with an error.
    pub errors: u64,
    /// The number of items whose answer is unknown.
    pub unknown: u64,
    /// A number that the command defines, for state that the next record depends on.
    pub context: u64,
    /// The length of the file in bytes.
    pub(super) bytes: u64,
    /// A hash of these bytes.
    pub(super) content: u64,
}

impl Checkpoint {
    /// Checks that this run skipped exactly the items that the earlier run completed.
    ///
    /// # Errors
    /// Returns an error if the number of the last skipped item or the digest differs.
    pub fn verify(&self, items: u64, digest: u64) -> Result<(), Failure> {
        if self.items == 0 || (items, digest) == (self.items, self.digest) {
            return Ok(());
        }
        Err(Failure::Other(anyhow!(
            "the input or the options differ from those of the interrupted run\n\
             hint: run the same command again with --resume, or remove the unfinished output to start again"
        )))
    }

    fn numbers(self) -> [u64; 7] {
        [self.items, self.bytes, self.content, self.digest, self.errors, self.unknown, self.context]
    }

    /// Returns the text of a slot of the state file.
    pub(super) fn to_text(self) -> String {
        let numbers = self.numbers();
        let check = numbers.iter().fold(0, |sum: u64, number| sum.rotate_left(7) ^ number);
        let words: Vec<_> = numbers.iter().chain([&check]).map(ToString::to_string).collect();
        format!("{:<width$}\n", words.join(" "), width = SLOT - 1)
    }

    /// Parses the text of a slot, or returns `None` if it is damaged.
    pub(super) fn parse(text: &[u8]) -> Option<Self> {
        let text = str::from_utf8(text).ok()?;
        let numbers: Vec<_> = text.split_ascii_whitespace().map_while(|word| word.parse().ok()).collect();
        let &[items, bytes, content, digest, errors, unknown, for_command, _check] = &*numbers else {
            return None;
        };
        let checkpoint = Self { items, digest, errors, unknown, context: for_command, bytes, content };
        (checkpoint.to_text() == text).then_some(checkpoint)
    }
}
