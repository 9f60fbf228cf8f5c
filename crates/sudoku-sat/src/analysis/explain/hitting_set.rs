//! Minimum hitting sets, by branch and bound.

/// Returns a smallest set of numbers that contains a number of every set in `sets`.
///
/// The sets must not be empty. `budget` limits the number of search nodes; the result is `None` if it is exhausted.
pub(super) fn minimum_hitting_set(sets: &[Vec<u32>], mut budget: u64) -> Option<Vec<u32>> {
    let mut sets: Vec<&[u32]> = sets.iter().map(Vec::as_slice).collect();
    sets.sort_by_key(|set| set.len());
    let mut best = greedy(&sets);
    let mut chosen = Vec::new();
    search(&sets, &mut chosen, &mut Vec::new(), &mut best, &mut budget)?;
    best.sort_unstable();
    Some(best)
}

/// Returns a hitting set of numbers that each hit as many of the remaining sets as possible.
fn greedy(sets: &[&[u32]]) -> Vec<u32> {
    let mut remaining = sets.to_vec();
    let mut chosen = Vec::new();
    while let Some(best) = most_frequent(&remaining) {
        remaining.retain(|set| !set.contains(&best));
        chosen.push(best);
    }
    chosen
}

fn most_frequent(sets: &[&[u32]]) -> Option<u32> {
    let mut numbers: Vec<u32> = sets.iter().flat_map(|set| set.iter().copied()).collect();
    numbers.sort_unstable();
    numbers.chunk_by(|a, b| a == b).max_by_key(|run| (run.len(), std::cmp::Reverse(run[0]))).map(|run| run[0])
}

/// Extends `chosen` to smaller hitting sets than `best`, without the numbers in `banned`.
fn search(
    sets: &[&[u32]],
    chosen: &mut Vec<u32>,
    banned: &mut Vec<u32>,
    best: &mut Vec<u32>,
    budget: &mut u64,
) -> Option<()> {
    *budget = budget.checked_sub(1)?;
    if sets.is_empty() {
        if chosen.len() < best.len() {
            best.clone_from(chosen);
        }
        return Some(());
    }
    if chosen.len() + disjoint(sets) >= best.len() {
        return Some(());
    }
    let allowed = |set: &[u32], banned: &[u32]| set.iter().filter(|number| !banned.contains(number)).count();
    let smallest = sets.iter().min_by_key(|set| allowed(set, banned))?;
    let mut numbers: Vec<u32> = smallest.iter().copied().filter(|number| !banned.contains(number)).collect();
    numbers.sort_by_key(|number| std::cmp::Reverse(sets.iter().filter(|set| set.contains(number)).count()));
    let before = banned.len();
    for number in numbers {
        let rest: Vec<&[u32]> = sets.iter().copied().filter(|set| !set.contains(&number)).collect();
        chosen.push(number);
        let result = search(&rest, chosen, banned, best, budget);
        chosen.pop();
        result?;
        // The remaining branches find the smallest set without this number.
        banned.push(number);
    }
    banned.truncate(before);
    Some(())
}

/// Returns the number of pairwise disjoint sets that a greedy choice finds, which is a lower bound.
fn disjoint(sets: &[&[u32]]) -> usize {
    let mut used: Vec<u32> = Vec::new();
    let mut count = 0;
    for set in sets {
        if set.iter().all(|number| !used.contains(number)) {
            used.extend_from_slice(set);
            count += 1;
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_smallest_sets() {
        let check = |sets: &[&[u32]], expected: usize| {
            let sets: Vec<_> = sets.iter().map(|set| set.to_vec()).collect();
            let found = minimum_hitting_set(&sets, 10_000).unwrap();
            assert!(sets.iter().all(|set| set.iter().any(|number| found.contains(number))), "{found:?}");
            assert_eq!(found.len(), expected, "{found:?}");
        };
        check(&[], 0);
        check(&[&[1, 2], &[3]], 2);
        check(&[&[1, 2], &[2, 3], &[3, 1]], 2);
        // The most frequent number, 1, is not part of a smallest set.
        check(&[&[1, 2], &[1, 3], &[1, 4, 2], &[2, 5], &[3, 5], &[3, 6]], 2);
    }
}
