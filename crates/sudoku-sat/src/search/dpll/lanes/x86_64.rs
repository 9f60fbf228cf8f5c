//! Lane groups in AVX2 and AVX-512 vectors.

use std::arch::x86_64::{__m256i, __m512i};
use std::array;

use pulp::NullaryFnOnce;
use pulp::bytemuck::cast;
use pulp::x86::{V2, V3, V4};

use super::portable::Portable;
use super::{Board, Lanes, Task};

/// AVX-512: four digits per vector.
impl Lanes<3> for V4 {
    type Vector = __m512i;

    #[inline(always)]
    fn load(self, board: &Board) -> [__m512i; 3] {
        let [a, b, c]: [[u32; 16]; 3] = cast(board.words);
        [cast(a), cast(b), cast(c)]
    }

    #[inline(always)]
    fn store(self, vectors: [__m512i; 3]) -> Board {
        let words: [[u32; 16]; 3] = vectors.map(cast);
        Board { words: cast(words) }
    }

    #[inline(always)]
    fn splat(self, word: u32) -> __m512i {
        self.avx512f._mm512_set1_epi32(word.cast_signed())
    }

    #[inline(always)]
    fn and(self, a: __m512i, b: __m512i) -> __m512i {
        self.avx512f._mm512_and_si512(a, b)
    }

    #[inline(always)]
    fn or(self, a: __m512i, b: __m512i) -> __m512i {
        self.avx512f._mm512_or_si512(a, b)
    }

    #[inline(always)]
    fn xor(self, a: __m512i, b: __m512i) -> __m512i {
        self.avx512f._mm512_xor_si512(a, b)
    }

    #[inline(always)]
    fn and_not(self, a: __m512i, b: __m512i) -> __m512i {
        self.avx512f._mm512_andnot_si512(b, a)
    }

    #[inline(always)]
    fn select(self, mask: u32, a: __m512i, b: __m512i) -> __m512i {
        self.avx512f._mm512_ternarylogic_epi32::<0xCA>(self.splat(mask), a, b)
    }

    #[inline(always)]
    fn shift(self, a: __m512i, bits: i32) -> __m512i {
        let count = self.sse2._mm_cvtsi32_si128(bits.abs());
        if bits < 0 {
            self.avx512f._mm512_srl_epi32(a, count)
        } else {
            self.avx512f._mm512_sll_epi32(a, count)
        }
    }

    #[inline(always)]
    fn rotate_bands(self, a: __m512i) -> __m512i {
        self.avx512f._mm512_shuffle_epi32::<0b11_00_10_01>(a)
    }

    #[inline(always)]
    fn rotate_bands_back(self, a: __m512i) -> __m512i {
        self.avx512f._mm512_shuffle_epi32::<0b11_01_00_10>(a)
    }

    #[inline(always)]
    fn merge_groups(
        self,
        value: [__m512i; 2],
        merge: impl Fn([__m512i; 2], [__m512i; 2]) -> [__m512i; 2],
    ) -> [__m512i; 2] {
        let value = merge(value, value.map(|a| self.avx512f._mm512_shuffle_i32x4::<0b01_00_11_10>(a, a)));
        merge(value, value.map(|a| self.avx512f._mm512_shuffle_i32x4::<0b10_11_00_01>(a, a)))
    }

    #[inline(always)]
    fn is_zero(self, a: __m512i) -> bool {
        self.avx512f._mm512_test_epi32_mask(a, a) == 0
    }

    #[inline(always)]
    fn has_empty_band(self, [a, b, c]: [__m512i; 3]) -> bool {
        let empty = |used, a| self.avx512f._mm512_mask_testn_epi32_mask(used, a, a);
        empty(0x7777, a) | empty(0x7777, b) | empty(0x0007, c) != 0
    }

    #[inline(always)]
    fn positions(self, values: &[u16; 32]) -> [u32; 10] {
        array::from_fn(|value| {
            let value = self.avx512f._mm512_set1_epi16(value as i16);
            self.avx512bw._mm512_cmpeq_epi16_mask(cast(*values), value)
        })
    }

    #[inline(always)]
    fn numbers(self, planes: [u32; 4]) -> [u16; 32] {
        let bits = |i: usize| self.avx512bw._mm512_maskz_set1_epi16(planes[i], 1 << i);
        cast(self.or(self.or3(bits(0), bits(1), bits(2)), bits(3)))
    }

    #[inline(always)]
    fn first_group(self, a: __m512i) -> [u32; 4] {
        cast(self.avx512f._mm512_castsi512_si128(a))
    }

    #[inline(always)]
    fn or3(self, a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        self.avx512f._mm512_ternarylogic_epi32::<0xFE>(a, b, c)
    }

    #[inline(always)]
    fn majority(self, a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        self.avx512f._mm512_ternarylogic_epi32::<0xE8>(a, b, c)
    }

    #[inline(always)]
    fn digits(self, board: &Board, band: usize, bit: usize) -> u64 {
        let bit = self.splat(1 << bit);
        let [a, b, c] = self.load(board).map(|a| u64::from(self.avx512f._mm512_test_epi32_mask(a, bit)));
        (a | b << 16 | c << 32) >> band & 0x1_1111_1111
    }
}

/// AVX2: two digits per vector.
impl Lanes<5> for V3 {
    type Vector = __m256i;

    #[inline(always)]
    fn load(self, board: &Board) -> [__m256i; 5] {
        array::from_fn(|i| cast([board.words[2 * i], board.words[2 * i + 1]]))
    }

    #[inline(always)]
    fn store(self, vectors: [__m256i; 5]) -> Board {
        let mut board = Board::default();
        for (i, vector) in vectors.into_iter().enumerate() {
            [board.words[2 * i], board.words[2 * i + 1]] = cast(vector);
        }
        board
    }

    #[inline(always)]
    fn splat(self, word: u32) -> __m256i {
        self.avx._mm256_set1_epi32(word.cast_signed())
    }

    #[inline(always)]
    fn and(self, a: __m256i, b: __m256i) -> __m256i {
        self.avx2._mm256_and_si256(a, b)
    }

    #[inline(always)]
    fn or(self, a: __m256i, b: __m256i) -> __m256i {
        self.avx2._mm256_or_si256(a, b)
    }

    #[inline(always)]
    fn xor(self, a: __m256i, b: __m256i) -> __m256i {
        self.avx2._mm256_xor_si256(a, b)
    }

    #[inline(always)]
    fn and_not(self, a: __m256i, b: __m256i) -> __m256i {
        self.avx2._mm256_andnot_si256(b, a)
    }

    #[inline(always)]
    fn shift(self, a: __m256i, bits: i32) -> __m256i {
        let count = self.sse2._mm_cvtsi32_si128(bits.abs());
        if bits < 0 { self.avx2._mm256_srl_epi32(a, count) } else { self.avx2._mm256_sll_epi32(a, count) }
    }

    #[inline(always)]
    fn rotate_bands(self, a: __m256i) -> __m256i {
        self.avx2._mm256_shuffle_epi32::<0b11_00_10_01>(a)
    }

    #[inline(always)]
    fn rotate_bands_back(self, a: __m256i) -> __m256i {
        self.avx2._mm256_shuffle_epi32::<0b11_01_00_10>(a)
    }

    #[inline(always)]
    fn merge_groups(
        self,
        value: [__m256i; 2],
        merge: impl Fn([__m256i; 2], [__m256i; 2]) -> [__m256i; 2],
    ) -> [__m256i; 2] {
        merge(value, value.map(|a| self.avx2._mm256_permute2x128_si256::<1>(a, a)))
    }

    #[inline(always)]
    fn is_zero(self, a: __m256i) -> bool {
        self.avx._mm256_testz_si256(a, a) == 1
    }

    #[inline(always)]
    fn has_empty_band(self, [pairs @ .., last]: [__m256i; 5]) -> bool {
        let zero = self.splat(0);
        let empty = |a| self.avx2._mm256_cmpeq_epi32(a, zero);
        let [first, second, third, fourth] = pairs.map(empty);
        let any = self.or(self.or(first, second), self.or(third, fourth));
        let words = |a| self.avx._mm256_movemask_ps(self.avx._mm256_castsi256_ps(a));
        words(any) & 0x77 | words(empty(last)) & 0x07 != 0
    }

    #[inline(always)]
    fn positions(self, values: &[u16; 32]) -> [u32; 10] {
        let [a, b]: [__m256i; 2] = cast(*values);
        // The instruction packs each half of the vectors by itself.
        let bytes = self.avx2._mm256_permute4x64_epi64::<0b11_01_10_00>(self.avx2._mm256_packs_epi16(a, b));
        array::from_fn(|value| {
            let is_equal = self.avx2._mm256_cmpeq_epi8(bytes, self.avx._mm256_set1_epi8(value as i8));
            self.avx2._mm256_movemask_epi8(is_equal).cast_unsigned()
        })
    }

    #[inline(always)]
    fn first_group(self, a: __m256i) -> [u32; 4] {
        cast(self.avx2._mm256_extracti128_si256::<0>(a))
    }
}

/// A task together with an instruction set.
struct WithLanes<const K: usize, L, T>(L, T);

impl<const K: usize, L: Lanes<K>, T: Task> NullaryFnOnce for WithLanes<K, L, T> {
    type Output = T::Output;

    #[inline(always)]
    fn call(self) -> T::Output {
        self.1.run(self.0)
    }
}

/// Runs `task` with AVX-512, AVX2 or SSE4 vectors if the processor supports them.
#[inline]
pub(super) fn run<T: Task>(task: T) -> T::Output {
    if let Some(avx512) = V4::try_new() {
        avx512.vectorize(WithLanes(avx512, task))
    } else if let Some(avx2) = V3::try_new() {
        avx2.vectorize(WithLanes(avx2, task))
    } else if let Some(sse) = V2::try_new() {
        sse.vectorize(WithLanes(sse, task))
    } else {
        task.run(Portable)
    }
}

/// Runs `task` with AVX-512, AVX2 and SSE4 vectors, as far as the processor supports them.
#[cfg(test)]
pub(super) fn run_all<T: Task + Clone>(task: &T) -> Vec<T::Output> {
    let avx512 = V4::try_new().map(|avx512| avx512.vectorize(WithLanes(avx512, task.clone())));
    let avx2 = V3::try_new().map(|avx2| avx2.vectorize(WithLanes(avx2, task.clone())));
    let sse = V2::try_new().map(|sse| sse.vectorize(WithLanes(sse, task.clone())));
    avx512.into_iter().chain(avx2).chain(sse).collect()
}
