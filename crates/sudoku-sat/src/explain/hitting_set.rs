//! Minimum hitting sets, by branch and bound.
//!
//! Lower bounds come from a [Lagrangian relaxation](super::relaxation). Numbers whose reduced cost exceeds the gap
//! between the bounds are excluded (reduced-cost fixing).

use super::ids::ElementId;
use super::relaxation::{PRICE, Relaxation, Row, columns};
use crate::search::SolveError;
use crate::solver::{Limits, StopReason};

/// A collection of sets of numbers, for which smallest hitting sets are computed.
pub(super) struct HittingSets {
    sets: Vec<Vec<ElementId>>,
    /// A lower bound of the size of all hitting sets.
    bound: usize,
    /// The number of nodes that searches may still visit.
    nodes: u64,
}

impl HittingSets {
    /// Returns an empty collection. All searches together visit at most `nodes` nodes.
    pub(super) fn new(nodes: u64) -> Self {
        Self { sets: Vec::new(), bound: 0, nodes }
    }

    /// Adds a set, which must not be empty.
    pub(super) fn add(&mut self, mut set: Vec<ElementId>) {
        set.sort_unstable();
        self.sets.push(set);
    }

    /// Returns a smallest set of numbers that contains a number of every set, in ascending order.
    ///
    /// # Errors
    /// Returns [`SolveError::Unknown`] if a limit is reached.
    pub(super) fn minimum(&mut self, limits: &Limits) -> Result<Vec<ElementId>, SolveError> {
        let (best, proven) = self.search(limits);
        proven.map(|()| best).map_err(SolveError::Unknown)
    }

    /// Returns a hitting set in ascending order, and whether it is proven to be smallest.
    ///
    /// If a limit is reached, the result is the smallest hitting set found so far.
    pub(super) fn small(&mut self, limits: &Limits) -> (Vec<ElementId>, bool) {
        let (best, proven) = self.search(limits);
        (best, proven.is_ok())
    }

    /// Returns the smallest hitting set found, and an error if it is not proven to be smallest.
    fn search(&mut self, limits: &Limits) -> (Vec<ElementId>, Result<(), StopReason>) {
        let row = |set: &Vec<ElementId>| Row { numbers: set.clone(), multiplier: PRICE / set.len() as i64 };
        let rows: Vec<Row> = self.sets.iter().map(row).collect();
        let mut search = Search { best: self.greedy(), bound: self.bound, nodes: &mut self.nodes, limits };
        let proven = search.run(rows, Vec::new());
        let mut best = search.best;
        best.sort_unstable();
        if proven.is_ok() {
            self.bound = best.len();
        }
        (best, proven)
    }

    /// Returns a hitting set: the first number of each set that the numbers before do not hit.
    fn greedy(&self) -> Vec<ElementId> {
        let mut chosen: Vec<ElementId> = Vec::new();
        for set in &self.sets {
            if !set.iter().any(|number| chosen.contains(number)) {
                chosen.extend(set.first());
            }
        }
        chosen
    }
}

struct Search<'s> {
    best: Vec<ElementId>,
    bound: usize,
    nodes: &'s mut u64,
    limits: &'s Limits,
}

impl Search<'_> {
    /// Searches for hitting sets that consist of `chosen` and a hitting set of `rows`, and are smaller than the best
    /// one.
    fn run(&mut self, mut rows: Vec<Row>, mut chosen: Vec<ElementId>) -> Result<(), StopReason> {
        loop {
            simplify(&mut rows, &mut chosen);
            if rows.is_empty() {
                self.offer(&chosen, &[]);
                return Ok(());
            }
            let relaxation = Relaxation::of(&mut rows, self.upper(&chosen));
            self.offer(&chosen, &relaxation.hitting_set(&rows));
            let Some(most) = self.upper(&chosen).checked_sub(1) else { return Ok(()) };
            let most = most as i64 * PRICE;
            if relaxation.bound > most {
                return Ok(());
            }
            self.check_limits()?;
            let is_too_expensive = |&&(_, cost): &&(ElementId, i64)| relaxation.bound + cost > most;
            let excluded = relaxation.costs.iter().filter(is_too_expensive).map(|&(number, _)| number);
            let mut excluded: Vec<ElementId> = excluded.collect();
            if excluded.is_empty() {
                let Some(number) = most_frequent(&rows) else { return Ok(()) };
                let others = rows.iter().filter(|row| row.numbers.binary_search(&number).is_err()).cloned();
                self.run(others.collect(), [&chosen[..], &[number]].concat())?;
                excluded.push(number);
            }
            if !exclude(&mut rows, &excluded) {
                return Ok(());
            }
        }
    }

    /// Returns the size that a hitting set of the remaining rows must stay below to improve the best one.
    ///
    /// The result is 0 if the best one cannot be improved.
    fn upper(&self, chosen: &[ElementId]) -> usize {
        if self.best.len() <= self.bound { 0 } else { self.best.len().saturating_sub(chosen.len()) }
    }

    /// Replaces the best hitting set by `chosen` and `more` if together they are smaller.
    fn offer(&mut self, chosen: &[ElementId], more: &[ElementId]) {
        if chosen.len() + more.len() < self.best.len() {
            self.best = [chosen, more].concat();
        }
    }

    /// Counts a node. Returns an error if a limit is reached.
    fn check_limits(&mut self) -> Result<(), StopReason> {
        self.limits.check()?;
        let gave_up =
            || StopReason::GaveUp("the search for a smallest hitting set takes too long".to_owned());
        *self.nodes = self.nodes.checked_sub(1).ok_or_else(gave_up)?;
        Ok(())
    }
}

/// Returns the number that hits the most rows.
fn most_frequent(rows: &[Row]) -> Option<ElementId> {
    columns(rows).into_iter().max_by_key(|(_, column)| column.len()).map(|(number, _)| number)
}

/// Removes the numbers `excluded` from all rows. Returns whether all rows can still be hit.
fn exclude(rows: &mut [Row], excluded: &[ElementId]) -> bool {
    for row in &mut *rows {
        row.numbers.retain(|number| excluded.binary_search(number).is_err());
    }
    rows.iter().all(|row| !row.numbers.is_empty())
}

/// Chooses the number of each row with one number, and removes dominated rows and numbers.
fn simplify(rows: &mut Vec<Row>, chosen: &mut Vec<ElementId>) {
    loop {
        let before: usize = rows.iter().map(|row| row.numbers.len()).sum();
        while let Some(&[number]) = rows.iter().map(|row| &row.numbers[..]).find(|numbers| numbers.len() == 1)
        {
            chosen.push(number);
            rows.retain(|row| row.numbers.binary_search(&number).is_err());
        }
        // If a smaller row is hit, all rows that contain it are hit, too.
        rows.sort_by_key(|row| row.numbers.len());
        let mut needed: Vec<Row> = Vec::new();
        for row in rows.drain(..) {
            if !needed.iter().any(|smaller| is_subset(&smaller.numbers, &row.numbers)) {
                needed.push(row);
            }
        }
        *rows = needed;
        // A number is dominated if another number hits all of its rows.
        let columns = columns(rows);
        let is_dominated = |number: ElementId, column: &[usize]| {
            rows[column[0]].numbers.iter().any(|&other| {
                let index = columns.partition_point(|(number, _)| *number < other);
                let larger = &columns[index].1;
                other != number
                    && is_subset(column, larger)
                    && (column.len() < larger.len() || other < number)
            })
        };
        let dominated: Vec<ElementId> = columns
            .iter()
            .filter(|(number, column)| is_dominated(*number, column))
            .map(|(number, _)| *number)
            .collect();
        exclude(rows, &dominated);
        if rows.iter().map(|row| row.numbers.len()).sum::<usize>() == before {
            return;
        }
    }
}

/// Returns whether `set` contains all elements of `subset`. Both are in ascending order.
fn is_subset<T: Ord>(subset: &[T], set: &[T]) -> bool {
    subset.len() <= set.len() && subset.iter().all(|number| set.binary_search(number).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Returns the size of a smallest hitting set of sets of numbers below 10.
    fn smallest_size(sets: &[Vec<ElementId>]) -> usize {
        let mask = |set: &Vec<ElementId>| set.iter().map(|&number| 1 << usize::from(number)).sum();
        let masks: Vec<u32> = sets.iter().map(mask).collect();
        let hits = |chosen: &u32| masks.iter().all(|mask| mask & chosen != 0);
        (0_u32..1 << 10).filter(hits).map(|chosen| chosen.count_ones() as usize).min().unwrap()
    }

    proptest! {
        #[test]
        fn hitting_sets_are_smallest(
            sets in proptest::collection::vec(proptest::collection::btree_set(0_usize..10, 1..5), 0..25),
        ) {
            let sets: Vec<Vec<ElementId>> =
                sets.into_iter().map(|set| set.into_iter().map(ElementId::from).collect()).collect();
            let mut hitting_sets = HittingSets::new(u64::MAX);
            for added in 0..=sets.len() {
                if added > 0 {
                    hitting_sets.add(sets[added - 1].clone());
                }
                let found = hitting_sets.minimum(&Limits::none()).unwrap();
                let hits = |set: &Vec<ElementId>| set.iter().any(|number| found.contains(number));
                prop_assert!(sets[..added].iter().all(hits), "{found:?}");
                prop_assert_eq!(found.len(), smallest_size(&sets[..added]), "{:?}", found);
                let greedy = hitting_sets.greedy();
                prop_assert!(sets[..added].iter().all(|set| set.iter().any(|number| greedy.contains(number))));
            }
        }
    }

    #[test]
    fn the_number_of_nodes_is_limited() {
        // Each triangle needs two numbers, but the relaxation bounds it by one and a half.
        let triangles = [[0, 1], [1, 2], [0, 2], [3, 4], [4, 5], [3, 5]];
        let mut limited = HittingSets::new(0);
        let mut unlimited = HittingSets::new(u64::MAX);
        for side in triangles {
            limited.add(side.map(ElementId::from).to_vec());
            unlimited.add(side.map(ElementId::from).to_vec());
        }
        assert_eq!(unlimited.minimum(&Limits::none()).unwrap().len(), 4);
        let (small, is_smallest) = limited.small(&Limits::none());
        assert_eq!((small.len(), is_smallest), (4, false));
    }
}
