//! Random parts of a data set, each in a file of its own.

use std::fs;
use std::io::BufWriter;
use std::path::Path;

use anyhow::anyhow;
use sudoku_cnf::Puzzle;
use sudoku_cnf::cli::Failure;
use sudoku_cnf::cli::lost_parts::LostParts;
use sudoku_cnf::cli::output_file::{OutputFile, reject_input};
use sudoku_cnf::cli::source_lines::SourceLines;
use sudoku_cnf::text::{Format, JsonPuzzle, Record};

use super::args::ConvertArgs;
use super::record_writer::RecordWriter;
use super::shares::Shares;

/// The files of all parts.
pub(super) struct Split<'a> {
    shares: &'a Shares,
    /// The format of the files, or `None` for the lines of the input.
    format: Option<Format>,
    args: &'a ConvertArgs,
    /// The parts, which are created with the first record.
    parts: Vec<Part>,
}

struct Part {
    /// The end of the interval of hash values, as a fraction of all of them. It starts where the previous part ends.
    end: f64,
    writer: RecordWriter<BufWriter<OutputFile>>,
}

impl<'a> Split<'a> {
    pub(super) fn new(shares: &'a Shares, format: Option<Format>, args: &'a ConvertArgs) -> Self {
        Self { shares, format, args, parts: Vec::new() }
    }

    /// Creates the files of the parts in the output folder.
    ///
    /// # Errors
    /// Returns an error if a file cannot be created or is also an input.
    fn create(&mut self, extension: &str) -> Result<(), Failure> {
        let folder = self.args.many.output.as_deref().unwrap_or(Path::new("."));
        fs::create_dir_all(folder).map_err(Failure::writing(folder))?;
        let mut end = 0.0;
        for (name, share) in &self.shares.0 {
            let path = folder.join(format!("{name}.{extension}"));
            reject_input(&path, self.args.many.inputs())?;
            let file = BufWriter::new(OutputFile::create(&path).map_err(Failure::writing(&path))?);
            end += share;
            let writer = RecordWriter::resumed(self.format, file, self.args.lossy);
            self.parts.push(Part { end, writer });
        }
        Ok(())
    }

    /// Writes a record to the part to which `key` belongs: the puzzle itself, or an equivalent one.
    pub(super) fn write(
        &mut self,
        record: &Record,
        key: &Puzzle,
        place: impl Fn() -> String,
    ) -> Result<(), Failure> {
        if self.parts.is_empty() {
            self.create(self.format.map_or_else(|| SourceLines::extension(record), Format::extension))?;
        }
        let fraction = hash(key)? as f64 / 2_f64.powi(64);
        // Rounding may leave a gap before 1.
        let index = self.parts.iter().position(|part| fraction < part.end).unwrap_or(self.parts.len() - 1);
        self.parts[index].writer.write(record, place)
    }

    /// Completes all files, and returns what was omitted from them.
    pub(super) fn finish(self) -> Result<LostParts, Failure> {
        let mut all_lost = LostParts::default();
        for part in self.parts {
            let (file, lost) = part.writer.finish()?;
            file.into_inner().map_err(std::io::IntoInnerError::into_error)?.commit()?;
            all_lost.add(lost);
        }
        Ok(all_lost)
    }
}

/// Returns a hash value of a puzzle. The value never changes, so parts that different versions of the program wrote fit
/// together.
fn hash(puzzle: &Puzzle) -> Result<u64, Failure> {
    let text = serde_json::to_string(&JsonPuzzle::of_puzzle(puzzle))
        .map_err(|error| Failure::Puzzle(anyhow!(error)))?;
    // FNV-1a, followed by the last steps of MurmurHash3, which distribute the low bits over the high ones.
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in text.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    hash = (hash ^ hash >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
    hash = (hash ^ hash >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    Ok(hash ^ hash >> 33)
}

#[cfg(test)]
mod tests {
    #[test]
    fn hash_values_are_uniform_and_never_change() {
        let hash = |text: &str| super::hash(&text.parse().unwrap()).unwrap();
        let mut counts = [0; 16];
        for number in 0..4_usize.pow(6) {
            let digits: String = (0..6).map(|i| ['.', '1', '2', '3'][number >> (2 * i) & 3]).collect();
            counts[(hash(&format!("{digits}..........")) >> 60) as usize] += 1;
        }
        assert!(counts.iter().all(|count| (200..312).contains(count)), "{counts:?}");
        assert_eq!(hash("1234............"), 6_867_035_658_804_276_010);
    }
}
