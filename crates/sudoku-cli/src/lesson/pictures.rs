//! Pictures of the views of a lesson.

use super::Lesson;
use super::view::View;
use crate::render::{Picture, StepMarks};
use sudoku_sat::explain::StepsSoFar;

pub(super) fn pictures(lesson: &Lesson) -> impl Iterator<Item = Picture> {
    let mut known = StepsSoFar::new(&lesson.basis, None);
    lesson.views.iter().enumerate().map(move |(number, view)| {
        let picture = picture(lesson, view, &known);
        known.learn(&view.derived, number);
        picture
    })
}

fn picture(lesson: &Lesson, view: &View, known: &StepsSoFar) -> Picture {
    let geometry = lesson.puzzle.geometry();
    let puzzle = if view.shows_all_givens { &lesson.puzzle } else { &lesson.basis };
    let grid = view.grid.as_ref().unwrap_or(known.grid());
    let candidates = geometry.cells().map(|cell| known.candidates(cell)).collect();
    let marks = StepMarks {
        houses: view.houses.iter().map(|&house| geometry.house(house).cells.to_vec()).collect(),
        cells: view.cells.clone(),
        used: view.used.clone(),
        derived: view.derived.iter().map(|fact| (fact.candidate, fact.is_placed)).collect(),
        roles: view.roles.clone(),
        caption: view.text.clone(),
    };
    let title = match &lesson.title {
        Some(title) => format!("{title} – {}", view.title),
        None => view.title.clone(),
    };
    Picture::new(puzzle.clone()).with_title(Some(title)).with_alphabet(lesson.alphabet).with_step(
        grid.clone(),
        candidates,
        marks,
    )
}

/// Returns the picture of the puzzle that the page shows before its script runs. It contains candidates, so that the
/// rules are drawn beside them.
pub(super) fn start(lesson: &Lesson) -> Picture {
    Picture::new(lesson.puzzle.clone()).with_alphabet(lesson.alphabet).with_pencilmarks()
}
