//! A uniform random sample of a stream.

use sudoku_cnf::puzzle::random::Random;

/// A sample of the items of a stream: each set of `size` items is equally likely (reservoir sampling, Vitter 1985). The
/// items keep their order.
pub(super) struct Sample<T> {
    size: usize,
    random: Random,
    /// The number of items so far.
    seen: usize,
    chosen: Vec<(usize, T)>,
}

impl<T> Sample<T> {
    pub(super) fn new(size: usize, seed: u64) -> Self {
        Self { size, random: Random::new(seed, 0), seen: 0, chosen: Vec::new() }
    }

    /// Offers the next item. `make` is called only if the item is chosen for now.
    pub(super) fn offer(&mut self, make: impl FnOnce() -> T) {
        self.seen += 1;
        if self.chosen.len() < self.size {
            self.chosen.push((self.seen, make()));
        } else {
            let place = self.random.below(self.seen);
            if place < self.size {
                self.chosen[place] = (self.seen, make());
            }
        }
    }

    /// Returns the chosen items in the order of the stream.
    pub(super) fn into_items(mut self) -> impl Iterator<Item = T> {
        self.chosen.sort_unstable_by_key(|&(index, _)| index);
        self.chosen.into_iter().map(|(_, item)| item)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_equally_likely() {
        let mut counts = [0; 10];
        for seed in 0..3000 {
            let mut sample = Sample::new(3, seed);
            (0..10).for_each(|item| sample.offer(|| item));
            let items: Vec<usize> = sample.into_items().collect();
            assert!(items.len() == 3 && items.is_sorted());
            for item in items {
                counts[item] += 1;
            }
        }
        assert!(counts.iter().all(|count| (800..1000).contains(count)), "{counts:?}");
    }

    #[test]
    fn short_streams_are_complete() {
        let mut sample = Sample::new(3, 1);
        (0..2).for_each(|item| sample.offer(|| item));
        assert_eq!(sample.into_items().collect::<Vec<_>>(), [0, 1]);
    }
}
