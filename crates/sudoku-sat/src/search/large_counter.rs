//! Counts the solutions of boards that are too large for bit boards.
//!
//! After propagation, the open cells form independent components. The number of solutions is the product of the numbers
//! of ways to fill the components. The ways to fill a component are enumerated.

use std::mem;

use sudoku_cnf::{Candidate, CandidateBoard, Cell, Inference, Puzzle};

use super::depth_first::{Branching, DepthFirst, Found};
use super::propagate::propagate;
use crate::solver::{LimitPoller, Limits, StopReason};

/// Counts up to `max` solutions. Returns a lower bound and the reason for stopping if a limit stopped the search.
///
/// `has_solution` is `true` if a solution is known. Otherwise, the function first searches for one.
pub(super) fn count_by_components(
    puzzle: &Puzzle,
    has_solution: bool,
    max: u128,
    limits: Limits,
) -> (u128, Option<StopReason>) {
    // With a solution, every component can be filled, so the counts of some components are a lower bound.
    if !has_solution {
        match propagate(puzzle, limits.clone()).next() {
            None => return (0, None),
            Some(Err(reason)) => return (0, Some(reason)),
            Some(Ok(_)) => {}
        }
    }
    let Ok(board) = CandidateBoard::from_puzzle(puzzle, Inference::Singles) else { return (0, None) };
    let components = match components(&board, &mut LimitPoller::new(limits.clone())) {
        Ok(components) => components,
        Err(reason) => return (1, Some(reason)),
    };
    let mut search = DepthFirst::new(limits);
    let mut product = 1_u128;
    for component in components {
        search.start(Some(board.clone()));
        let (mut component, mut ways) = (Component(component), 0);
        loop {
            match search.next_solution(&mut component, &(), u64::MAX) {
                Ok(Found::Solution(_)) => ways += 1,
                Ok(Found::Nothing | Found::GaveUp) => break,
                Err(reason) => return (product.saturating_mul(ways.max(1)), Some(reason)),
            }
            if product.saturating_mul(ways) >= max {
                return (max, None);
            }
        }
        product = product.saturating_mul(ways);
    }
    (product, None)
}

/// Returns the components of the open cells. Two cells are adjacent if they share a house and a candidate.
fn components(board: &CandidateBoard, poller: &mut LimitPoller) -> Result<Vec<Vec<Cell>>, StopReason> {
    let geometry = board.geometry();
    let n = geometry.size();
    let mut is_reached = vec![false; geometry.cell_count()];
    // Whether the cells of a house that can contain a digit have been reached.
    let mut is_expanded = vec![false; geometry.houses().len() * n];
    let mut components = Vec::new();
    for start in geometry.cells().filter(|&cell| board.count(cell) > 1) {
        if mem::replace(&mut is_reached[geometry.index(start)], true) {
            continue;
        }
        let mut component = vec![start];
        let mut expanded = 0;
        while let Some(&cell) = component.get(expanded) {
            expanded += 1;
            for &house in geometry.houses_of(cell) {
                for digit in board.digits(cell) {
                    if mem::replace(&mut is_expanded[house as usize * n + digit.get() - 1], true) {
                        continue;
                    }
                    poller.steps(n)?;
                    let places = geometry.house(house as usize).cells.iter().copied();
                    let places = places.filter(|&cell| board.contains(Candidate { cell, digit }));
                    component.extend(
                        places.filter(|cell| !mem::replace(&mut is_reached[geometry.index(*cell)], true)),
                    );
                }
            }
        }
        components.push(component);
    }
    Ok(components)
}

/// A strategy that fills the cells of a component and leaves all other cells open.
struct Component(Vec<Cell>);

impl Branching<CandidateBoard> for Component {
    type Alternatives = Vec<Candidate>;

    fn branch(&mut self, board: &CandidateBoard) -> Option<Vec<Candidate>> {
        let open = self.0.iter().copied().filter(|&cell| board.count(cell) > 1);
        let cell = open.min_by_key(|&cell| (board.count(cell), cell))?;
        Some(board.digits(cell).map(|digit| Candidate { cell, digit }).collect())
    }

    fn next(&mut self, alternatives: &mut Vec<Candidate>) -> Option<Candidate> {
        alternatives.pop()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Count, count};
    use std::sync::Arc;
    use sudoku_cnf::puzzle::random::Random;
    use sudoku_cnf::{BoxShape, Digit, Geometry};

    #[test]
    fn independent_components_are_multiplied() {
        // In a cyclic Latin square of even order, these four cells contain two digits, which can be exchanged.
        let n = 40;
        let geometry = Arc::new(Geometry::new(BoxShape::new(1, n).unwrap()));
        let mut puzzle = Puzzle::empty(geometry.clone());
        for cell in geometry.cells() {
            let (row, column) = (cell.row() - 1, cell.column() - 1);
            if row % 20 != column % 20 {
                puzzle.set(cell, Digit::new((row + column) % n + 1));
            }
        }
        assert_eq!(count_by_components(&puzzle, false, u128::MAX, Limits::none()), (1 << 20, None));
        assert_eq!(count_by_components(&puzzle, true, u128::MAX, Limits::none()), (1 << 20, None));
        assert_eq!(count_by_components(&puzzle, false, 1000, Limits::none()), (1000, None));
        assert_eq!(count(&puzzle, u128::MAX, Limits::none()).unwrap(), Count::Exactly(1 << 20));
    }

    #[test]
    fn counts_are_the_same_as_on_bit_boards() {
        let mut random = Random::new(1, 0);
        for _ in 0..200 {
            let mut puzzle: Puzzle = "123456456123231564564231312645645312".parse().unwrap();
            for cell in puzzle.geometry().clone().cells() {
                if random.below(100) < 60 {
                    puzzle.set(cell, None);
                }
            }
            let (found, stopped) = count_by_components(&puzzle, false, u128::MAX, Limits::none());
            let counted = count(&puzzle, u128::MAX, Limits::none()).unwrap();
            assert_eq!((Count::Exactly(found), stopped), (counted, None));
        }
        let unsatisfiable: Puzzle = "123....4........".parse().unwrap();
        assert_eq!(count_by_components(&unsatisfiable, false, u128::MAX, Limits::none()), (0, None));
    }
}
