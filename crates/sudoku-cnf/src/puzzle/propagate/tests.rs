//! Compares propagation with an implementation of each inference rule directly from its definition.

use std::hash::Hash;
use std::sync::Arc;

use itertools::Itertools;
use proptest::prelude::*;

use super::{CandidateBoard, Inference};
use crate::puzzle::Puzzle;
use crate::puzzle::board::{BoxShape, Cell, Digit, Geometry, HouseKind, Variant};

/// Returns the values that Hall's theorem excludes from `sets`, as pairs of a set index and a value.
///
/// One value must be chosen from each set, and all chosen values must be distinct. If k sets contain only k distinct
/// values in total, these values are excluded from all other sets. If k sets contain fewer than k distinct values,
/// there is no solution, and all values are excluded from every set.
fn excluded_by_hall_sets<T: Clone + Eq + Hash>(sets: &[Vec<T>]) -> Vec<(usize, T)> {
    let mut excluded = Vec::new();
    for chosen in (0..sets.len()).powerset() {
        let values = chosen.iter().flat_map(|&i| &sets[i]).unique().collect_vec();
        if values.len() < chosen.len() {
            return sets
                .iter()
                .enumerate()
                .flat_map(|(i, set)| set.iter().map(move |v| (i, v.clone())))
                .collect();
        }
        if values.len() == chosen.len() {
            let others = sets.iter().enumerate().filter(|(i, _)| !chosen.contains(i));
            let pairs = others.flat_map(|(i, set)| set.iter().map(move |value| (i, value)));
            excluded.extend(pairs.filter(|(_, v)| values.contains(v)).map(|(i, v)| (i, v.clone())));
        }
    }
    excluded
}

/// Returns the candidates of each cell at the fixpoint of `inference`, or `None` if there is a contradiction.
fn slow_fixpoint(puzzle: &Puzzle, inference: Inference) -> Option<Vec<Vec<Digit>>> {
    let geometry = puzzle.geometry();
    let all: Vec<Digit> = geometry.digits().collect();
    let mut sets: Vec<Vec<Digit>> =
        geometry.cells().map(|cell| puzzle.get(cell).map_or(all.clone(), |digit| vec![digit])).collect();
    loop {
        let before = sets.clone();
        for cell in geometry.cells() {
            if let [digit] = before[geometry.index(cell)][..] {
                geometry
                    .peers(cell)
                    .for_each(|peer| sets[geometry.index(peer)].retain(|&other| other != digit));
            }
        }
        for (house, &digit) in geometry.houses().filter(|house| house.is_complete).cartesian_product(&all) {
            let mut places = house.cells.iter().filter(|cell| sets[geometry.index(**cell)].contains(&digit));
            match (places.next().copied(), places.next()) {
                (None, _) => return None,
                (Some(cell), None) => sets[geometry.index(cell)] = vec![digit],
                _ => {}
            }
        }
        for (a, b) in geometry.houses().cartesian_product(geometry.houses()) {
            for &digit in all.iter().filter(|_| a.is_complete && inference >= Inference::Intersections) {
                let has = |cell: &Cell| sets[geometry.index(*cell)].contains(&digit);
                if a.cells.iter().filter(|&cell| has(cell)).all(|cell| b.cells.contains(cell)) {
                    let rest = b.cells.iter().filter(|cell| !a.cells.contains(cell));
                    rest.for_each(|cell| sets[geometry.index(*cell)].retain(|&other| other != digit));
                }
            }
        }
        for house in
            geometry.houses().filter(|house| house.is_complete && inference >= Inference::DirectSubsets)
        {
            let cells = house.cells.iter().map(|cell| sets[geometry.index(*cell)].clone()).collect_vec();
            let excluded = excluded_by_hall_sets(&cells).into_iter().unique().collect_vec();
            let is_open =
                |&(i, digit): &(usize, Digit)| cells[i].contains(&digit) && !excluded.contains(&(i, digit));
            let is_placed = |digit| (0..cells.len()).filter(|&i| is_open(&(i, digit))).count() <= 1;
            for &(i, digit) in &excluded {
                if inference >= Inference::Subsets || is_placed(digit) {
                    sets[geometry.index(house.cells[i])].retain(|&other| other != digit);
                }
            }
        }
        let kinds = [HouseKind::Row, HouseKind::Column, HouseKind::Box, HouseKind::DisjointGroup];
        for (pair, digit) in kinds.iter().array_combinations::<2>().cartesian_product(geometry.digits()) {
            let number = |kind, cell: Cell| {
                let mut houses = geometry.houses_of(cell).iter().map(|&house| geometry.house(house as usize));
                houses.find(|house| house.name.kind == kind).map(|house| house.name.number)
            };
            let numbers = |cell| Some((number(*pair[0], cell)?, number(*pair[1], cell)?));
            let has = |cell: &Cell| sets[geometry.index(*cell)].contains(&digit);
            let places = geometry.cells().filter(has).filter_map(numbers).into_group_map();
            if inference < Inference::Fish || numbers(geometry.cell(0)).is_none() {
                continue;
            }
            let lines = (1..=geometry.size()).map(|line| places.get(&line).cloned().unwrap_or_default());
            let excluded = excluded_by_hall_sets(&lines.collect_vec());
            for cell in geometry.cells() {
                let is_excluded = |(line, other)| excluded.contains(&(line - 1, other));
                if numbers(cell).is_some_and(is_excluded) {
                    sets[geometry.index(cell)].retain(|&other| other != digit);
                }
            }
        }
        if sets.iter().any(Vec::is_empty) {
            return None;
        }
        if sets == before {
            return Some(sets);
        }
    }
}

proptest! {
    #[test]
    fn propagation_reaches_the_same_fixpoint_as_brute_force(
        shape in prop::sample::select(vec!["2x2", "2x3", "3x3"]),
        variants in prop::sample::subsequence(Variant::ALL, 0..=2),
        inference in prop::sample::select(&Inference::ALL[1..]),
        givens in prop::collection::vec((0..81_usize, 1..=9_usize), 0..20),
    ) {
        let shape: BoxShape = shape.parse().unwrap();
        let geometry = Arc::new(Geometry::with_variants(shape, &variants).unwrap());
        let mut puzzle = Puzzle::empty(geometry.clone());
        for (cell, digit) in givens {
            let cell = geometry.cell(cell % geometry.cell_count());
            puzzle.set(cell, Digit::new(digit % geometry.size() + 1));
            if crate::puzzle::check::check_givens(&puzzle).is_err() {
                puzzle.set(cell, None);
            }
        }
        let fast = CandidateBoard::from_puzzle(&puzzle, inference).ok();
        let fast = fast.map(|board| geometry.cells().map(|cell| board.digits(cell).collect()).collect());
        prop_assert_eq!(fast, slow_fixpoint(&puzzle, inference));
    }
}
