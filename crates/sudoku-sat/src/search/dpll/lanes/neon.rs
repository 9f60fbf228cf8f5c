//! Lane groups in Neon vectors, for 64-bit Arm processors.

use std::array;

use pulp::aarch64::Neon;
use pulp::bytemuck::cast;
use pulp::u32x4;

use super::{DIGITS, Lanes};

/// One digit per vector.
impl Lanes<DIGITS> for Neon {
    // The method of pulp shifts one word after another to the right.
    #[inline(always)]
    fn shift(self, a: u32x4, bits: i32) -> u32x4 {
        cast(self.neon.vshlq_u32(cast(a), self.neon.vdupq_n_s32(bits)))
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
}
