//! Lane groups as arrays of four words, in plain Rust, for all other processors.

use std::array;

use super::{Board, Lanes};
use crate::search::dpll::board::DIGITS;

/// Plain Rust code, with one digit per vector.
#[derive(Clone, Copy, Debug)]
pub(super) struct Portable;

type Group = [u32; 4];

#[inline(always)]
fn zip(a: Group, b: Group, f: impl Fn(u32, u32) -> u32) -> Group {
    [f(a[0], b[0]), f(a[1], b[1]), f(a[2], b[2]), f(a[3], b[3])]
}

impl Lanes<DIGITS> for Portable {
    type Vector = Group;

    #[inline(always)]
    fn load(self, board: &Board) -> [Group; DIGITS] {
        array::from_fn(|digit| board.words[digit])
    }

    #[inline(always)]
    fn store(self, vectors: [Group; DIGITS]) -> Board {
        let mut board = Board::default();
        board.words[..DIGITS].copy_from_slice(&vectors);
        board
    }

    #[inline(always)]
    fn splat(self, word: u32) -> Group {
        [word; 4]
    }

    #[inline(always)]
    fn and(self, a: Group, b: Group) -> Group {
        zip(a, b, |a, b| a & b)
    }

    #[inline(always)]
    fn or(self, a: Group, b: Group) -> Group {
        zip(a, b, |a, b| a | b)
    }

    #[inline(always)]
    fn xor(self, a: Group, b: Group) -> Group {
        zip(a, b, |a, b| a ^ b)
    }

    #[inline(always)]
    fn and_not(self, a: Group, b: Group) -> Group {
        zip(a, b, |a, b| a & !b)
    }

    #[inline(always)]
    fn shift(self, a: Group, bits: i32) -> Group {
        a.map(|word| if bits < 0 { word >> -bits } else { word << bits })
    }

    #[inline(always)]
    fn rotate_bands(self, [a, b, c, unused]: Group) -> Group {
        [b, c, a, unused]
    }

    #[inline(always)]
    fn rotate_bands_back(self, [a, b, c, unused]: Group) -> Group {
        [c, a, b, unused]
    }

    #[inline(always)]
    fn is_zero(self, a: Group) -> bool {
        a[0] | a[1] | a[2] | a[3] == 0
    }

    #[inline(always)]
    fn has_empty_band(self, vectors: [Group; DIGITS]) -> bool {
        vectors.iter().any(|words| words[..3].contains(&0))
    }

    #[inline(always)]
    fn positions(self, values: &[u16; 32]) -> [u32; 10] {
        let mut positions = [0; 10];
        for (position, &value) in values.iter().enumerate() {
            positions[usize::from(value)] |= 1 << position;
        }
        positions
    }

    #[inline(always)]
    fn first_group(self, a: Group) -> Group {
        a
    }
}
