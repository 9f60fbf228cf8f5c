//! Lane groups in Neon vectors, for 64-bit Arm processors.

use std::arch::aarch64::uint32x4_t;
use std::array;

use pulp::aarch64::Neon;
use pulp::bytemuck::cast;

use super::{Board, Lanes};
use crate::search::dpll::board::DIGITS;

/// One digit per vector.
impl Lanes<DIGITS> for Neon {
    type Vector = uint32x4_t;

    #[inline(always)]
    fn load(self, board: &Board) -> [uint32x4_t; DIGITS] {
        array::from_fn(|digit| cast(board.words[digit]))
    }

    #[inline(always)]
    fn store(self, vectors: [uint32x4_t; DIGITS]) -> Board {
        let mut board = Board::default();
        for (words, vector) in board.words.iter_mut().zip(vectors) {
            *words = cast(vector);
        }
        board
    }

    #[inline(always)]
    fn splat(self, word: u32) -> uint32x4_t {
        self.neon.vdupq_n_u32(word)
    }

    #[inline(always)]
    fn and(self, a: uint32x4_t, b: uint32x4_t) -> uint32x4_t {
        self.neon.vandq_u32(a, b)
    }

    #[inline(always)]
    fn or(self, a: uint32x4_t, b: uint32x4_t) -> uint32x4_t {
        self.neon.vorrq_u32(a, b)
    }

    #[inline(always)]
    fn xor(self, a: uint32x4_t, b: uint32x4_t) -> uint32x4_t {
        self.neon.veorq_u32(a, b)
    }

    #[inline(always)]
    fn and_not(self, a: uint32x4_t, b: uint32x4_t) -> uint32x4_t {
        self.neon.vbicq_u32(a, b)
    }

    #[inline(always)]
    fn select(self, mask: u32, a: uint32x4_t, b: uint32x4_t) -> uint32x4_t {
        self.neon.vbslq_u32(self.splat(mask), a, b)
    }

    #[inline(always)]
    fn shift(self, a: uint32x4_t, bits: i32) -> uint32x4_t {
        self.neon.vshlq_u32(a, self.neon.vdupq_n_s32(bits))
    }

    #[inline(always)]
    fn rotate_bands(self, a: uint32x4_t) -> uint32x4_t {
        permute(self, a, [1, 2, 0, 3])
    }

    #[inline(always)]
    fn rotate_bands_back(self, a: uint32x4_t) -> uint32x4_t {
        permute(self, a, [2, 0, 1, 3])
    }

    #[inline(always)]
    fn is_zero(self, a: uint32x4_t) -> bool {
        self.neon.vmaxvq_u32(a) == 0
    }

    #[inline(always)]
    fn has_empty_band(self, vectors: [uint32x4_t; DIGITS]) -> bool {
        let mut least = self.splat(u32::MAX);
        for vector in vectors {
            least = self.neon.vminq_u32(least, vector);
        }
        // The unused word does not count.
        self.neon.vminvq_u32(self.or(least, cast([0, 0, 0, 1_u32]))) == 0
    }

    #[inline(always)]
    fn positions(self, values: &[u16; 32]) -> [u32; 10] {
        let [a, b, c, d] = cast(*values);
        let (low, high) = (self.neon.vuzp1q_u8(a, b), self.neon.vuzp1q_u8(c, d));
        // The bit of each byte in a group of eight.
        let bits = cast([[1, 2, 4, 8, 16, 32, 64, 128_u8]; 2]);
        array::from_fn(|value| {
            let value = self.neon.vdupq_n_u8(value as u8);
            let bits_of = |bytes| self.neon.vandq_u8(self.neon.vceqq_u8(bytes, value), bits);
            // Each addition of neighbors halves the number of bytes.
            let mut sums = self.neon.vpaddq_u8(bits_of(low), bits_of(high));
            for _ in 0..2 {
                sums = self.neon.vpaddq_u8(sums, sums);
            }
            let [positions, ..]: [u32; 4] = cast(sums);
            positions
        })
    }

    #[inline(always)]
    fn first_group(self, a: uint32x4_t) -> [u32; 4] {
        cast(a)
    }
}

/// Returns the vector whose word i is word `words[i]` of `a`.
#[inline(always)]
fn permute(neon: Neon, a: uint32x4_t, words: [u8; 4]) -> uint32x4_t {
    let bytes: [[u8; 4]; 4] = words.map(|word| array::from_fn(|byte| 4 * word + byte as u8));
    cast(neon.neon.vqtbl1q_u8(cast(a), cast(bytes)))
}
