//! Reproducible random choices: the same seed produces the same choices on every machine.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A reproducible stream of random choices that depends only on a seed and a stream number.
#[derive(Clone, Debug)]
pub struct Random(ChaCha8Rng);

impl Random {
    /// Creates the stream of random choices with the specified seed and stream number.
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut generator = ChaCha8Rng::seed_from_u64(seed);
        generator.set_stream(stream);
        Self(generator)
    }

    /// Returns a random integer from 0 to `bound` − 1. `bound` must be at least 1 and less than 2³².
    ///
    /// Each integer has a probability of 1 / `bound`, with a relative error of less than `bound` / 2³².
    pub fn below(&mut self, bound: usize) -> usize {
        ((u64::from(self.0.next_u32()) * bound as u64) >> 32) as usize
    }

    /// Shuffles `items` with the Fisher–Yates algorithm.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }

    /// Returns the integers from 0 to `count` − 1 in random order. `count` must be less than 2³².
    pub fn permutation(&mut self, count: usize) -> Vec<u32> {
        let mut numbers: Vec<_> = (0..count as u32).collect();
        self.shuffle(&mut numbers);
        numbers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_are_reproducible() {
        let mut order: Vec<_> = (0..10).collect();
        Random::new(2, 3).shuffle(&mut order);
        assert_eq!(order, [0, 8, 9, 4, 7, 1, 6, 3, 2, 5]);
    }

    #[test]
    fn choices_are_uniform() {
        let mut random = Random::new(1, 1);
        let mut counts = [0; 6];
        (0..6000).for_each(|_| counts[random.below(6)] += 1);
        assert!(counts.iter().all(|count| (850..1150).contains(count)), "{counts:?}");
    }
}
