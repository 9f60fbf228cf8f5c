//! Lower bounds of the size of hitting sets, by Lagrangian relaxation.
//!
//! Each set has a multiplier, which is not negative. The reduced cost of a number is [`PRICE`] minus the multipliers of
//! the sets that contain it. The sum of all multipliers and all negative reduced costs is a lower bound, multiplied by
//! `PRICE`. The subgradient method searches for multipliers that make this bound large. All arithmetic uses integers,
//! so the bounds are exact.
//!
//! Reference: J. E. Beasley: A Lagrangian heuristic for set-covering problems, 1990.

use super::ids::ElementId;

use std::cmp::Reverse;

/// The price of a number in the relaxation. Multipliers are integers on the same scale.
pub(super) const PRICE: i64 = 1 << 20;

/// The number of steps of the subgradient method in each node of the search.
const STEPS: usize = 100;

/// The step size is halved after this many steps without a better bound.
const PATIENCE: usize = 10;

/// A set that must be hit, with its multiplier.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// The numbers in ascending order.
    pub(super) numbers: Vec<ElementId>,
    pub(super) multiplier: i64,
}

/// The best multipliers found for some rows.
pub(super) struct Relaxation {
    /// A lower bound of the size of all hitting sets, multiplied by [`PRICE`].
    pub(super) bound: i64,
    /// The numbers in ascending order, with their reduced costs.
    pub(super) costs: Vec<(ElementId, i64)>,
}

/// Returns the numbers in ascending order, with the indices of the rows that contain them.
pub(super) fn columns(rows: &[Row]) -> Vec<(ElementId, Vec<usize>)> {
    let pairs = rows
        .iter()
        .enumerate()
        .flat_map(|(index, row)| row.numbers.iter().map(move |&number| (number, index)));
    let mut pairs: Vec<(ElementId, usize)> = pairs.collect();
    pairs.sort_unstable();
    let runs = pairs.chunk_by(|a, b| a.0 == b.0);
    runs.map(|run| (run[0].0, run.iter().map(|&(_, index)| index).collect())).collect()
}

impl Relaxation {
    /// Improves the multipliers of `rows`. Stops early if the bound proves that every hitting set has at least `upper`
    /// numbers.
    pub(super) fn of(rows: &mut [Row], upper: usize) -> Self {
        let columns = columns(rows);
        let position = |number: &ElementId| columns.partition_point(|(other, _)| other < number);
        let positions: Vec<Vec<usize>> =
            rows.iter().map(|row| row.numbers.iter().map(position).collect()).collect();
        let mut multipliers: Vec<i64> = rows.iter().map(|row| row.multiplier).collect();
        let mut best = Self { bound: i64::MIN, costs: Vec::new() };
        let upper = upper as i64 * PRICE;
        // The step size is divided by this number.
        let mut divisor = 1;
        let mut last_improvement = 0;
        for step in 0..STEPS {
            let cost = |(number, column): &(ElementId, Vec<usize>)| {
                (*number, PRICE - column.iter().map(|&row| multipliers[row]).sum::<i64>())
            };
            let costs: Vec<(ElementId, i64)> = columns.iter().map(cost).collect();
            let bound =
                multipliers.iter().sum::<i64>() + costs.iter().map(|&(_, cost)| cost.min(0)).sum::<i64>();
            // Each row should be hit exactly once by the numbers with negative costs.
            let hit = |row: &Vec<usize>| row.iter().filter(|&&position| costs[position].1 < 0).count() as i64;
            let slopes: Vec<i64> = positions.iter().map(|row| 1 - hit(row)).collect();
            if bound > best.bound {
                for (row, &multiplier) in rows.iter_mut().zip(&multipliers) {
                    row.multiplier = multiplier;
                }
                best = Self { bound, costs };
                last_improvement = step;
            }
            let length: i64 = slopes.iter().map(|slope| slope * slope).sum();
            if length == 0 || best.bound > upper - PRICE {
                break;
            }
            if step >= last_improvement + PATIENCE {
                divisor *= 2;
                last_improvement = step;
            }
            let scale = (upper - bound) / (length * divisor);
            for (multiplier, slope) in multipliers.iter_mut().zip(slopes) {
                *multiplier = (*multiplier + scale * slope).max(0);
            }
        }
        best
    }

    /// Returns a hitting set of `rows` that prefers numbers with low costs.
    pub(super) fn hitting_set(&self, rows: &[Row]) -> Vec<ElementId> {
        let columns = columns(rows);
        let mut is_hit = vec![false; rows.len()];
        let mut chosen: Vec<usize> = Vec::new();
        loop {
            let rating = |index: usize| {
                let (_, column) = &columns[index];
                let new = column.iter().filter(|&&row| !is_hit[row]).count() as i64;
                let cost = self.costs[index].1;
                // The cost for each new row.
                (new > 0).then(|| if cost < 0 { cost * new } else { cost / new })
            };
            let rated = (0..columns.len()).filter_map(|index| Some((rating(index)?, index)));
            let Some((_, index)) = rated.min() else { break };
            chosen.push(index);
            columns[index].1.iter().for_each(|&row| is_hit[row] = true);
        }
        // Numbers that became redundant are removed, those with the highest costs first.
        let mut hits = vec![0_u32; rows.len()];
        chosen.iter().flat_map(|&index| &columns[index].1).for_each(|&row| hits[row] += 1);
        chosen.sort_by_key(|&index| Reverse(self.costs[index].1));
        chosen.retain(|&index| {
            let column = &columns[index].1;
            let is_redundant = column.iter().all(|&row| hits[row] > 1);
            if is_redundant {
                for &row in column {
                    hits[row] -= 1;
                }
            }
            !is_redundant
        });
        chosen.into_iter().map(|index| columns[index].0).collect()
    }
}
