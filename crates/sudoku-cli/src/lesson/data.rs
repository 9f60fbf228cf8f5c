//! The data from which the script of a lesson draws its views.

use serde::Serialize;
use sudoku_cnf::text::words;
use sudoku_cnf::{Candidate, Cell, Geometry, Lit};
use sudoku_sat::explain::without_cases;

use super::Lesson;
use super::view::View;

/// The data of a lesson. Cells are numbered from 0 in row-major order, digits from 1.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Data {
    size: usize,
    /// The number of columns of the candidates in a cell.
    mark_columns: usize,
    /// The distances of the candidates from the sides, the top and the bottom of their cell.
    mark_insets: [isize; 3],
    symbols: Vec<String>,
    /// The names and the cells of all houses.
    houses: Vec<(String, Vec<usize>)>,
    givens: Vec<[usize; 2]>,
    /// The givens that the steps use, if there are others.
    #[serde(skip_serializing_if = "Option::is_none")]
    basis: Option<Vec<[usize; 2]>>,
    excluded: Vec<[usize; 2]>,
    views: Vec<ViewData>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ViewData {
    id: String,
    title: String,
    text: String,
    /// The cases of the proof that the text summarizes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cases: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    houses: Vec<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cells: Vec<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    used: Vec<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    placed: Vec<[usize; 2]>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    excluded: Vec<[usize; 2]>,
    /// The candidates of a chain that are true or false, and the fins of a fish.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    on: Vec<[usize; 2]>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    off: Vec<[usize; 2]>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fins: Vec<[usize; 2]>,
    /// The links of a chain: two candidates, and whether the link is strong.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    links: Vec<([usize; 2], [usize; 2], bool)>,
    /// The number of each clause, followed by its literals.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    clauses: Vec<Vec<i32>>,
    /// Literals, and the steps that derived them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    earlier: Vec<(i32, usize)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    grid: Option<Vec<usize>>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    all_givens: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    uses_rules: bool,
}

/// Returns the data of a lesson as JSON that can be embedded in HTML.
pub(super) fn json(lesson: &Lesson) -> serde_json::Result<String> {
    let geometry = lesson.puzzle.geometry();
    let n = geometry.size();
    let pair = |candidate: &Candidate| [geometry.index(candidate.cell), candidate.digit.get()];
    let givens: Vec<_> = lesson.puzzle.givens().map(|given| pair(&given)).collect();
    let basis: Vec<_> = lesson.basis.givens().map(|given| pair(&given)).collect();
    let data = Data {
        size: n,
        mark_columns: crate::render::mark_columns(geometry),
        mark_insets: crate::render::mark_insets(&lesson.puzzle),
        symbols: geometry.digits().map(|digit| words::digit(digit, lesson.alphabet)).collect(),
        houses: geometry
            .houses()
            .map(|house| {
                (house.name.to_string(), house.cells.iter().map(|cell| geometry.index(*cell)).collect())
            })
            .collect(),
        basis: (basis != givens).then_some(basis),
        givens,
        excluded: lesson.puzzle.excluded().iter().map(pair).collect(),
        views: lesson.views.iter().map(|view| view_data(view, geometry)).collect(),
    };
    // A less-than sign could end the script element.
    Ok(serde_json::to_string(&data)?.replace('<', "\\u003c").replace("},{\"id\"", "},\n{\"id\""))
}

fn view_data(view: &View, geometry: &Geometry) -> ViewData {
    let indices = |cells: &[Cell]| cells.iter().map(|cell| geometry.index(*cell)).collect();
    let pair = |candidate: &Candidate| [geometry.index(candidate.cell), candidate.digit.get()];
    let pairs = |candidates: &[Candidate]| candidates.iter().map(pair).collect();
    let derived = |is_placed| {
        let facts = view.derived.iter().filter(move |fact| fact.is_placed == is_placed);
        facts.map(|fact| pair(&fact.candidate)).collect()
    };
    let links = view.roles.links.iter();
    let (text, cases) = without_cases(&view.text);
    let literals = |literals: &[Lit]| literals.iter().map(|literal| literal.dimacs()).collect::<Vec<_>>();
    let clause = |clause: &super::proof::NumberedClause| {
        let mut numbers = vec![i32::try_from(clause.number).unwrap_or_default()];
        numbers.extend(literals(&clause.literals));
        numbers
    };
    ViewData {
        id: view.id.clone(),
        title: view.title.clone(),
        text,
        cases: cases.into_iter().map(str::to_owned).collect(),
        houses: view.houses.clone(),
        cells: indices(&view.cells),
        used: indices(&view.used),
        placed: derived(true),
        excluded: derived(false),
        on: pairs(&view.roles.on),
        off: pairs(&view.roles.off),
        fins: pairs(&view.roles.fins),
        links: links.map(|link| (pair(&link.from), pair(&link.to), link.is_strong)).collect(),
        clauses: view.proof.clauses.iter().map(clause).collect(),
        earlier: view.proof.earlier.iter().map(|&(literal, step)| (literal.dimacs(), step)).collect(),
        grid: view.grid.as_ref().map(|grid| {
            grid.as_slice().iter().map(|digit| digit.map_or(0, sudoku_cnf::Digit::get)).collect()
        }),
        all_givens: view.shows_all_givens,
        uses_rules: view.uses_rules,
    }
}
