//! The DRAT formats of clausal proofs: text and binary.
//!
//! In the text format, each line contains the literals of a clause and a 0. Deletions start with `d`. In the binary
//! format, each step is the byte `a` or `d`, the literals, and a zero byte. The literal of the variable v is written as
//! 2v, plus 1 if it is negative, in groups of seven bits, the lowest first.

use std::io::{self, Write};
use std::str;

use sudoku_cnf::{Lit, Var};
use thiserror::Error;

use crate::solver::ClausalProof;

/// The error for text that is not a DRAT proof. Contains the 1-based number of the malformed step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("step {0} of the proof is malformed")]
pub struct DratError(pub usize);

impl ClausalProof {
    /// Writes the proof in the DRAT text format.
    ///
    /// # Errors
    /// Returns an error if writing fails.
    pub fn write_drat(&self, mut out: impl Write) -> io::Result<()> {
        for (clause, is_deletion) in self.entries() {
            if is_deletion {
                out.write_all(b"d ")?;
            }
            clause.iter().try_for_each(|literal| write!(out, "{literal} "))?;
            out.write_all(b"0\n")?;
        }
        Ok(())
    }

    /// Writes the proof in the binary DRAT format.
    ///
    /// # Errors
    /// Returns an error if writing fails.
    pub fn write_binary_drat(&self, mut out: impl Write) -> io::Result<()> {
        let mut bytes = Vec::new();
        for (clause, is_deletion) in self.entries() {
            bytes.clear();
            bytes.push(if is_deletion { b'd' } else { b'a' });
            for literal in clause {
                let mut code = 2 * literal.var().number() as u64 + u64::from(!literal.is_positive());
                while code > 127 {
                    bytes.push(code as u8 | 128);
                    code >>= 7;
                }
                bytes.push(code as u8);
            }
            bytes.push(0);
            out.write_all(&bytes)?;
        }
        Ok(())
    }

    /// Parses a DRAT proof in text or binary format. The first bytes determine the format.
    ///
    /// In text, lines that start with `c` are comments, and so are lines that start with `%`. `picosat` writes
    /// such a line.
    ///
    /// # Errors
    /// Returns an error if a step is malformed.
    ///
    /// ```
    /// use sudoku_sat::proof::ClausalProof;
    ///
    /// let proof = ClausalProof::parse_drat(b"1 -2 0\nd 1 3 0\n0\n")?;
    /// let mut binary = Vec::new();
    /// proof.write_binary_drat(&mut binary)?;
    /// assert_eq!(binary, b"a\x02\x05\0d\x02\x06\0a\0");
    /// assert_eq!(ClausalProof::parse_drat(&binary)?, proof);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse_drat(bytes: &[u8]) -> Result<Self, DratError> {
        let is_binary = match bytes {
            [b'a', ..] => true,
            // In text, a space follows the `d`. In a binary proof, this byte would be the literal 16, but proofs do not
            // begin with the deletion of such a clause in practice.
            [b'd', second, ..] => *second != b' ',
            _ => false,
        };
        if is_binary { parse_binary(bytes) } else { parse_text(bytes) }
    }
}

fn parse_text(bytes: &[u8]) -> Result<ClausalProof, DratError> {
    let mut proof = ClausalProof::new();
    for line in bytes.split(|&byte| byte == b'\n') {
        let line = line.trim_ascii();
        if line.is_empty() || matches!(line[0], b'c' | b'%') {
            continue;
        }
        let error = DratError(proof.steps().len() + 1);
        let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).peekable();
        let is_deletion = words.next_if_eq(&&b"d"[..]).is_some();
        proof.push(parse_clause(words).ok_or(error)?, is_deletion);
    }
    Ok(proof)
}

/// Parses literals and the 0 after them.
fn parse_clause<'w>(words: impl Iterator<Item = &'w [u8]>) -> Option<Vec<Lit>> {
    let numbers: Option<Vec<i32>> = words.map(|word| str::from_utf8(word).ok()?.parse().ok()).collect();
    let numbers = numbers?;
    let (0, literals) = numbers.split_last()? else { return None };
    literals.iter().map(|&number| Lit::from_dimacs(number)).collect()
}

fn parse_binary(bytes: &[u8]) -> Result<ClausalProof, DratError> {
    let mut proof = ClausalProof::new();
    let mut rest = bytes.iter();
    let mut clause = Vec::new();
    while let Some(&kind) = rest.next() {
        let error = DratError(proof.steps().len() + 1);
        if !matches!(kind, b'a' | b'd') {
            return Err(error);
        }
        clause.clear();
        loop {
            let (mut code, mut shift) = (0_u64, 0);
            loop {
                let &byte = rest.next().ok_or(error)?;
                code |= u64::from(byte & 127) << shift;
                shift += 7;
                if byte < 128 {
                    break;
                }
                if shift > 28 {
                    return Err(error);
                }
            }
            if code == 0 {
                break;
            }
            let var = Var::new((code / 2) as usize).ok_or(error)?;
            clause.push(var.literal(code % 2 == 0));
        }
        proof.push(clause.iter().copied(), kind == b'd');
    }
    Ok(proof)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_malformed_steps() {
        for (text, step) in [
            (&b"1 2\n"[..], 1),
            (b"1 0\n1 0 2 0\n", 2),
            (b"1 0\n\nc comment\nd x 0\n", 2),
            (b"-2147483648 0\n", 1),
            (b"a\x02\0b", 2),
            (b"a\x02", 1),
            (b"a\x01\0", 1),
            (b"a\xff\xff\xff\xff\xff\x01\0", 1),
        ] {
            assert_eq!(ClausalProof::parse_drat(text), Err(DratError(step)), "{text:?}");
        }
        assert_eq!(ClausalProof::parse_drat(b"").unwrap().steps().len(), 0);
    }
}
