//! Lane groups in SSE4 vectors, for processors without AVX2.

use std::arch::x86_64::__m128i;
use std::array;

use pulp::bytemuck::cast;
use pulp::x86::V2;

use super::{Board, Lanes};
use crate::search::dpll::board::DIGITS;

/// One digit per vector.
impl Lanes<DIGITS> for V2 {
    type Vector = __m128i;

    #[inline(always)]
    fn load(self, board: &Board) -> [__m128i; DIGITS] {
        array::from_fn(|digit| cast(board.words[digit]))
    }

    #[inline(always)]
    fn store(self, vectors: [__m128i; DIGITS]) -> Board {
        let mut board = Board::default();
        for (words, vector) in board.words.iter_mut().zip(vectors) {
            *words = cast(vector);
        }
        board
    }

    #[inline(always)]
    fn splat(self, word: u32) -> __m128i {
        self.sse2._mm_set1_epi32(word.cast_signed())
    }

    #[inline(always)]
    fn and(self, a: __m128i, b: __m128i) -> __m128i {
        self.sse2._mm_and_si128(a, b)
    }

    #[inline(always)]
    fn or(self, a: __m128i, b: __m128i) -> __m128i {
        self.sse2._mm_or_si128(a, b)
    }

    #[inline(always)]
    fn xor(self, a: __m128i, b: __m128i) -> __m128i {
        self.sse2._mm_xor_si128(a, b)
    }

    #[inline(always)]
    fn and_not(self, a: __m128i, b: __m128i) -> __m128i {
        self.sse2._mm_andnot_si128(b, a)
    }

    #[inline(always)]
    fn shift(self, a: __m128i, bits: i32) -> __m128i {
        let count = self.sse2._mm_cvtsi32_si128(bits.abs());
        if bits < 0 { self.sse2._mm_srl_epi32(a, count) } else { self.sse2._mm_sll_epi32(a, count) }
    }

    #[inline(always)]
    fn rotate_bands(self, a: __m128i) -> __m128i {
        self.sse2._mm_shuffle_epi32::<0b11_00_10_01>(a)
    }

    #[inline(always)]
    fn rotate_bands_back(self, a: __m128i) -> __m128i {
        self.sse2._mm_shuffle_epi32::<0b11_01_00_10>(a)
    }

    #[inline(always)]
    fn is_zero(self, a: __m128i) -> bool {
        self.sse4_1._mm_testz_si128(a, a) == 1
    }

    #[inline(always)]
    fn has_empty_band(self, vectors: [__m128i; DIGITS]) -> bool {
        let zero = self.splat(0);
        let mut empty = zero;
        for vector in vectors {
            empty = self.or(empty, self.sse2._mm_cmpeq_epi32(vector, zero));
        }
        self.sse._mm_movemask_ps(self.sse2._mm_castsi128_ps(empty)) & 0x7 != 0
    }

    #[inline(always)]
    fn positions(self, values: &[u16; 32]) -> [u32; 10] {
        let [a, b, c, d]: [__m128i; 4] = cast(*values);
        let (low, high) = (self.sse2._mm_packs_epi16(a, b), self.sse2._mm_packs_epi16(c, d));
        array::from_fn(|value| {
            let value = self.sse2._mm_set1_epi8(value as i8);
            let positions = |bytes| self.sse2._mm_movemask_epi8(self.sse2._mm_cmpeq_epi8(bytes, value));
            (positions(low) | positions(high) << 16).cast_unsigned()
        })
    }

    #[inline(always)]
    fn first_group(self, a: __m128i) -> [u32; 4] {
        cast(a)
    }
}
