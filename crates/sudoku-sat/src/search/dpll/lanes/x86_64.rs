//! Lane groups in SSE4, AVX2 and AVX-512 vectors.

use std::arch::x86_64::{__m128i, __m256i};
use std::array;

use pulp::bytemuck::cast;
use pulp::x86::{V2, V3, V4};
use pulp::{NullaryFnOnce, Scalar128b, u32x4, u32x8, u32x16};

use super::{Board, DIGITS, Lanes, Task};

/// AVX-512: four digits per vector.
impl Lanes<3> for V4 {
    #[inline(always)]
    fn select(self, mask: u32, a: u32x16, b: u32x16) -> u32x16 {
        cast(self.avx512f._mm512_ternarylogic_epi32::<0xCA>(cast(self.splat(mask)), cast(a), cast(b)))
    }

    #[inline(always)]
    fn rotate_bands(self, a: u32x16) -> u32x16 {
        cast(self.avx512f._mm512_shuffle_epi32::<0b11_00_10_01>(cast(a)))
    }

    #[inline(always)]
    fn merge_groups(
        self,
        value: [u32x16; 2],
        merge: impl Fn([u32x16; 2], [u32x16; 2]) -> [u32x16; 2],
    ) -> [u32x16; 2] {
        let halves = |a| cast(self.avx512f._mm512_shuffle_i32x4::<0b01_00_11_10>(cast(a), cast(a)));
        let quarters = |a| cast(self.avx512f._mm512_shuffle_i32x4::<0b10_11_00_01>(cast(a), cast(a)));
        let value = merge(value, value.map(halves));
        merge(value, value.map(quarters))
    }

    #[inline(always)]
    fn is_zero(self, a: u32x16) -> bool {
        self.avx512f._mm512_test_epi32_mask(cast(a), cast(a)) == 0
    }

    #[inline(always)]
    fn has_empty_band(self, [a, b, c]: [u32x16; 3]) -> bool {
        let empty = |used, a| self.avx512f._mm512_mask_testn_epi32_mask(used, cast(a), cast(a));
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
        let bits = |i: usize| cast(self.avx512bw._mm512_maskz_set1_epi16(planes[i], 1 << i));
        cast(self.or(self.or3(bits(0), bits(1), bits(2)), bits(3)))
    }

    // The compiler would replace some of these operations by a slow multiplication.
    #[inline(always)]
    fn or3(self, a: u32x16, b: u32x16, c: u32x16) -> u32x16 {
        cast(self.avx512f._mm512_ternarylogic_epi32::<0xFE>(cast(a), cast(b), cast(c)))
    }

    #[inline(always)]
    fn majority(self, a: u32x16, b: u32x16, c: u32x16) -> u32x16 {
        cast(self.avx512f._mm512_ternarylogic_epi32::<0xE8>(cast(a), cast(b), cast(c)))
    }

    #[inline(always)]
    fn digits(self, board: &Board, band: usize, bit: usize) -> u64 {
        let bit = self.splat(1 << bit);
        let [a, b, c] =
            self.load(board).map(|a| u64::from(self.avx512f._mm512_test_epi32_mask(cast(a), cast(bit))));
        (a | b << 16 | c << 32) >> band & 0x1_1111_1111
    }
}

/// AVX2: two digits per vector.
impl Lanes<5> for V3 {
    #[inline(always)]
    fn rotate_bands(self, a: u32x8) -> u32x8 {
        cast(self.avx2._mm256_shuffle_epi32::<0b11_00_10_01>(cast(a)))
    }

    #[inline(always)]
    fn merge_groups(
        self,
        value: [u32x8; 2],
        merge: impl Fn([u32x8; 2], [u32x8; 2]) -> [u32x8; 2],
    ) -> [u32x8; 2] {
        merge(value, value.map(|a| cast(self.avx2._mm256_permute2x128_si256::<1>(cast(a), cast(a)))))
    }

    #[inline(always)]
    fn is_zero(self, a: u32x8) -> bool {
        self.avx._mm256_testz_si256(cast(a), cast(a)) == 1
    }

    #[inline(always)]
    fn has_empty_band(self, [pairs @ .., last]: [u32x8; 5]) -> bool {
        let zero = self.splat(0);
        let empty = |a| cast(self.avx2._mm256_cmpeq_epi32(cast(a), cast(zero)));
        let [first, second, third, fourth] = pairs.map(empty);
        let any = self.or(self.or(first, second), self.or(third, fourth));
        let words = |a: u32x8| self.avx._mm256_movemask_ps(cast(a));
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
}

/// SSE4: one digit per vector.
impl Lanes<DIGITS> for V2 {
    #[inline(always)]
    fn has_empty_band(self, vectors: [u32x4; DIGITS]) -> bool {
        let zero = self.splat(0);
        let empty = vectors.into_iter().fold(zero, |empty, vector| {
            self.or(empty, cast(self.sse2._mm_cmpeq_epi32(cast(vector), cast(zero))))
        });
        self.sse._mm_movemask_ps(cast(empty)) & 0x7 != 0
    }

    // The method of pulp shifts one word after another.
    #[inline(always)]
    fn shift(self, a: u32x4, bits: i32) -> u32x4 {
        let count = self.sse2._mm_cvtsi32_si128(bits.abs());
        cast(if bits < 0 {
            self.sse2._mm_srl_epi32(cast(a), count)
        } else {
            self.sse2._mm_sll_epi32(cast(a), count)
        })
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
        task.run(Scalar128b)
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
