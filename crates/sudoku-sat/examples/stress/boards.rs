//! Random puzzles of small sizes, with all kinds of boxes, variants and rules.

use std::sync::Arc;
use std::time::Duration;

use sudoku_cnf::puzzle::board::{Boxes, Regions, Variant};
use sudoku_cnf::puzzle::check;
use sudoku_cnf::puzzle::random::Random;
use sudoku_cnf::puzzle::rule::{Form, Rule, RuleKind};
use sudoku_cnf::{BoxShape, Candidate, Cell, Digit, Geometry, Puzzle};
use sudoku_sat::generate::{Generator, GeneratorOptions};
use sudoku_sat::{Limits, SolveOptions, Solver};

use crate::random_statement::StatementWriter;

/// The box shapes. Smaller boards come first and are chosen more often, because they are faster.
const SHAPES: [(usize, usize); 9] = [(2, 2), (2, 3), (3, 2), (3, 3), (1, 5), (2, 4), (1, 7), (5, 2), (3, 4)];

/// Returns a random puzzle. About a fifth of the puzzles have no solution.
pub(crate) fn random_puzzle(random: &mut Random) -> Puzzle {
    let geometry = Arc::new(random_geometry(random));
    if geometry.size() <= 9 && random.below(3) == 0 {
        return with_rules(geometry, random);
    }
    let mut puzzle = filled(&geometry, random);
    // Fewer givens make puzzles with several solutions, more make puzzles with one solution.
    let kept = 20 + random.below(50);
    for cell in geometry.cells() {
        if random.below(100) >= kept {
            puzzle.set(cell, None);
        }
    }
    if random.below(4) == 0 {
        place(&mut puzzle, random_candidate(&geometry, random));
    }
    if random.below(4) == 0 {
        let count = random.below(2 * geometry.size());
        let excluded: Vec<_> = (0..count).map(|_| random_candidate(&geometry, random)).collect();
        puzzle.exclude(
            excluded.into_iter().filter(|excluded| puzzle.get(excluded.cell).is_none()).collect::<Vec<_>>(),
        );
    }
    puzzle
}

/// Returns a puzzle with random rules. It lacks some of the givens and rules that make its solution unique, and some of
/// its givens may contradict the rules.
fn with_rules(geometry: Arc<Geometry>, random: &mut Random) -> Puzzle {
    let kinds: Vec<_> = RuleKind::named().filter(|kind| kind.form() != Form::Flag).collect();
    let kinds = (0..=random.below(3)).map(|_| kinds[random.below(kinds.len())]);
    let options = GeneratorOptions::new().geometry(geometry.clone()).rules(kinds.collect::<Vec<_>>());
    let seed = random.below(1 << 30) as u64;
    let limits = Limits::none().within(Duration::from_secs(1));
    let generated =
        Generator::new(options.seed(seed)).and_then(|mut generator| generator.generate(1, &limits));
    let Ok(generated) = generated else { return Puzzle::empty(geometry) };
    let mut puzzle = generated.puzzle;
    for cell in geometry.cells() {
        if random.below(3) == 0 {
            puzzle.set(cell, None);
        }
    }
    if random.below(3) == 0 {
        place(&mut puzzle, random_candidate(&geometry, random));
    }
    let mut rules: Vec<_> = puzzle.rules().iter().filter(|_| random.below(6) > 0).cloned().collect();
    if geometry.size() == 4 {
        let depth = random.below(4);
        let statement = StatementWriter::new(|bound| random.below(bound)).condition(depth);
        rules.extend(Rule::parse(&statement, &geometry));
    }
    puzzle.with_rules(rules)
}

fn random_geometry(random: &mut Random) -> Geometry {
    let (rows, columns) = SHAPES[random.below(SHAPES.len()).min(random.below(SHAPES.len()))];
    let shape = BoxShape::new(rows, columns).expect("the shapes are valid");
    let boxes = if random.below(5) == 0 { random_regions(shape, random) } else { Boxes::Shape(shape) };
    let variants: Vec<_> = Variant::ALL.iter().copied().filter(|_| random.below(6) == 0).collect();
    Geometry::with_variants(boxes, &variants).unwrap_or_else(|_| Geometry::new(shape))
}

/// Returns the boxes of `shape`, in which some pairs of cells are exchanged.
fn random_regions(shape: BoxShape, random: &mut Random) -> Boxes {
    let mut labels: Vec<_> =
        Boxes::Shape(shape).cell_regions().into_iter().map(|region| region.to_string()).collect();
    for _ in 0..random.below(shape.size()) {
        let (a, b) = (random.below(labels.len()), random.below(labels.len()));
        labels.swap(a, b);
    }
    Boxes::Regions(Regions::from_labels(&labels).expect("each region keeps its size"))
}

fn random_candidate(geometry: &Geometry, random: &mut Random) -> Candidate {
    let cell = Cell::from_index(random.below(geometry.cell_count()), geometry.size());
    Candidate { cell, digit: Digit::new(1 + random.below(geometry.size())).expect("digits start at 1") }
}

/// Sets a cell unless the digit clashes with another given.
fn place(puzzle: &mut Puzzle, candidate: Candidate) {
    let before = puzzle.get(candidate.cell);
    puzzle.set(candidate.cell, Some(candidate.digit));
    if check::check_givens(puzzle).is_err() {
        puzzle.set(candidate.cell, before);
    }
}

/// Returns a full grid, or a board with some random givens that has no solution.
fn filled(geometry: &Arc<Geometry>, random: &mut Random) -> Puzzle {
    let mut puzzle = Puzzle::empty(geometry.clone());
    for _ in 0..random.below(geometry.size()) {
        place(&mut puzzle, random_candidate(geometry, random));
    }
    let options = SolveOptions::new().solver(Solver::Native).timeout(Duration::from_millis(200));
    match options.solve(&puzzle) {
        Ok(Some(solution)) => solution.into_grid().into(),
        _ => puzzle,
    }
}
