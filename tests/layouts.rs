//! Overlapping boards, from their text to certificates.

use std::fs;

use sudoku_cnf::puzzle::board::{BoardOptions, Layout};
use sudoku_cnf::puzzle::propagate::Inference;
use sudoku_cnf::text::{Format, Reader, read_single, write};
use sudoku_cnf::{BoxShape, CandidateBoard, Digit, Geometry, Puzzle};
use sudoku_sat::{Count, SolveOptions, Solver};

use crate::common::{run, run_with_input, sample, test_data};
use crate::programs::file_solvers;

fn samurai() -> Puzzle {
    let text = fs::read_to_string(sample("samurai.txt")).unwrap();
    read_single(text.as_bytes(), None, None).unwrap().puzzle
}

fn empty(shape: &str, layout: &str) -> Puzzle {
    let shape: BoxShape = shape.parse().unwrap();
    Puzzle::empty(Geometry::with_layout(shape, &[], &layout.parse().unwrap()).unwrap().into())
}

#[test]
fn the_sample_has_one_solution_in_all_ways() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let solved = run("sudoku-sat", ["solve", "--check-unique", &sample("samurai.txt")]);
    assert_eq!(solved.code, 0, "{}", solved.stderr);
    for options in ["", "--reduce", "--reduce --compact", "--shuffle 7", "--encoding triad"] {
        let (cnf, model) = (path("p.cnf"), path("model"));
        let arguments = options.split_whitespace().map(str::to_owned);
        let encoded =
            run("sudoku-cnf", arguments.chain([sample("samurai.txt"), "-o".to_owned(), cnf.clone()]));
        assert_eq!(encoded.code, 0, "{}", encoded.stderr);
        for solver in file_solvers() {
            assert_eq!(solver.solve(&cnf, &model).code, 10, "{}", solver.command);
            // The layout is in the comments of the CNF, so the puzzle is not needed.
            let decoded = run("sudoku-cli", ["decode", "--cnf", &cnf, &model]);
            assert_eq!((decoded.code, &decoded.stdout), (0, &solved.stdout), "{options}: {}", decoded.stderr);
        }
    }
    let explained = run("sudoku-cli", ["explain-literal", "--cnf", &path("p.cnf"), "2999"]);
    assert_eq!(explained.stdout, "2999: r20c1 is 2\n", "{}", explained.stderr);
    assert_eq!(run("sudoku-sat", ["count", &sample("samurai.txt")]).stdout, "exactly 1\n");
    assert_eq!(
        run("sudoku-cli", ["check", &sample("samurai.txt")]).stdout,
        "exactly 1 solution; every given is necessary\n"
    );
    let archive = path("bundle.tar");
    let certified = run("sudoku-sat", ["certify", &sample("samurai.txt"), "-o", &archive]);
    assert_eq!(certified.code, 0, "{}", certified.stderr);
    let verified = run("sudoku-sat", ["verify", &archive]);
    assert!(verified.stdout.ends_with(": unique\n"), "{}", verified.stdout);
    let explained = run("sudoku-sat", ["explain", "--format", "json", &sample("samurai.txt")]);
    assert!(explained.stdout.contains("of board 5"), "{}", explained.stderr);
}

#[test]
fn layouts_are_written_and_read() {
    for layout in Layout::all() {
        let name = layout.to_string();
        let mut puzzle = empty("3x3", &name);
        let cells: Vec<_> = puzzle.geometry().cells().collect();
        puzzle.set(cells[0], Digit::new(3));
        puzzle.set(cells[cells.len() - 1], Digit::new(7));
        let written = |format| {
            let mut text = Vec::new();
            write(&puzzle, format, &mut text).unwrap();
            text
        };
        let with_layout = || BoardOptions { layout: Some(layout.clone()), ..BoardOptions::default() };
        let read = |text: &[u8], board: BoardOptions| read_single(text, board, None).unwrap().puzzle;
        assert_eq!(read(&written(Format::Json), BoardOptions::default()), puzzle, "{name}");
        for format in [Format::Grid, Format::Line] {
            assert_eq!(read(&written(format), with_layout()), puzzle, "{name} {format}");
        }
        // The shape of the text indicates a layout unless every place of the canvas is a cell.
        let geometry = puzzle.geometry();
        if geometry.cell_count() < geometry.rows() * geometry.columns() {
            let grid = written(Format::Grid);
            assert_eq!(read(&grid, BoardOptions::default()), puzzle, "{name}");
            let text = String::from_utf8(grid).unwrap();
            let compact: String = text
                .lines()
                .flat_map(|line| line.chars().step_by(2).chain(['\n']).collect::<Vec<_>>())
                .collect();
            assert_eq!(read(compact.as_bytes(), BoardOptions::default()), puzzle, "{name}");
        }
    }
}

/// Overlapping boards whose first rows look like rows of a single board are included.
#[test]
fn overlapping_boards_may_follow_and_precede_any_format() {
    let text = |puzzle: &Puzzle, format| {
        let mut text = Vec::new();
        write(puzzle, format, &mut text).unwrap();
        String::from_utf8(text).unwrap()
    };
    let single: Puzzle =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse().unwrap();
    for layout in ["samurai", "windmill", "sohei", "gattai-8"] {
        let mut puzzle = empty("3x3", layout);
        let first = puzzle.geometry().cells().next().unwrap();
        puzzle.set(first, Digit::new(3));
        let canvas = text(&puzzle, Format::Grid);
        for &format in Format::ALL {
            let other = text(&single, format);
            let input = format!("{other}\n{canvas}\n{canvas}\n{other}\n{canvas}");
            let found: Vec<_> = Reader::new(input.as_bytes(), None)
                .map(|record| record.unwrap_or_else(|error| panic!("{layout} {format}: {error}\n{input}")))
                .map(|record| record.puzzle.geometry().cell_count())
                .collect();
            let (one, all) = (81, puzzle.geometry().cell_count());
            assert_eq!(found, [one, all, all, one, all], "{layout} {format}");
        }
    }
}

#[test]
fn overlapping_boards_may_be_indented() {
    let text = fs::read_to_string(sample("samurai.txt")).unwrap();
    let indented = format!("    {}", text.trim_end().replace('\n', "\r\n    "));
    assert_eq!(read_single(indented.as_bytes(), None, None).unwrap().puzzle, samurai());
}

#[test]
fn blanks_may_fill_the_places_between_the_boards() {
    let geometry = samurai().geometry().clone();
    let mut rows = vec![vec!["0".to_owned(); 21]; 21];
    for given in samurai().givens() {
        rows[given.cell.row() - 1][given.cell.column() - 1] = given.digit.to_string();
    }
    let text = |rows: &[Vec<String>]| rows.iter().map(|row| row.join(",") + "\n").collect::<String>();
    assert_eq!(read_single(text(&rows).as_bytes(), None, None).unwrap().puzzle, samurai());
    let json = format!("{{\"puzzle\":{rows:?}}}").replace("\"0\"", "null");
    assert_eq!(read_single(json.as_bytes(), None, None).unwrap().puzzle, samurai());
    rows[0][10] = "1".to_owned();
    let board = BoardOptions { layout: geometry.layout().cloned(), ..BoardOptions::default() };
    let error = read_single(text(&rows).replace(',', " ").as_bytes(), board, None).unwrap_err();
    assert_eq!(error.to_string(), "1:1: the layout samurai has no cell r1c11");
    // Without the option, this is a 21×21 board.
    assert_eq!(read_single(text(&rows).as_bytes(), None, None).unwrap().puzzle.geometry().size(), 21);
}

#[test]
fn positions_describe_any_layout() {
    // A box of a 4×4 board can be filled in 24 ways, and the rest of the board in 12 ways.
    let two = empty("2x2", "r1c1 r3c3");
    assert_eq!(sudoku_sat::count(&two).unwrap(), Count::Exactly(24 * 12 * 12));
    let apart = run_with_input(
        "sudoku-sat",
        ["count", "--box", "2x2", "--layout", "r1c1 r1c6"],
        &format!("{}\n", ".".repeat(32)),
    );
    assert_eq!(apart.stdout, format!("exactly {}\n", 288 * 288));
}

#[test]
fn counts_agree_with_an_enumeration_by_a_sat_solver() {
    for layout in ["r1c1 r3c3", "r1c1 r1c2", "r1c1 r2c2 r1c4"] {
        let mut puzzle = empty("2x2", layout);
        let cells: Vec<_> = puzzle.geometry().cells().collect();
        for index in [0, 5, 14] {
            puzzle.set(cells[index], Digit::new(index % 4 + 1));
        }
        let enumerated = SolveOptions::new().solver(Solver::Varisat).count(&puzzle).unwrap();
        assert!(enumerated.exact().is_some(), "{enumerated}");
        assert_eq!(sudoku_sat::count(&puzzle).unwrap(), enumerated, "{layout}");
    }
}

#[test]
fn propagation_keeps_the_solution() {
    let solution = sudoku_sat::solve(&samurai()).unwrap().unwrap();
    for inference in Inference::ALL {
        let board = CandidateBoard::from_puzzle(&samurai(), inference).unwrap();
        assert!(solution.grid().digits().all(|placed| board.contains(placed)), "{inference:?}");
    }
}

#[test]
fn malformed_rows_are_errors() {
    let text = fs::read_to_string(sample("samurai.txt")).unwrap();
    let lines: Vec<_> = text.lines().collect();
    let message = |lines: &[&str]| {
        let joined = lines.join("\n");
        read_single(joined.as_bytes(), None, None).unwrap_err().to_string()
    };
    let mut long = lines.clone();
    let row = format!("{} 1", lines[3]);
    long[3] = &row;
    assert_eq!(message(&long), "4:1: expected 18 cells in row 3 of the layout samurai, found 19");
    let mut odd = lines.clone();
    let row = lines[3].replacen('4', "x", 1);
    odd[3] = &row;
    assert_eq!(message(&odd), "4:13: unexpected character 'x'");
    let board = BoardOptions { layout: "samurai".parse().ok(), ..BoardOptions::default() };
    let error = read_single(lines[..11].join("\n").as_bytes(), board, None).unwrap_err();
    assert_eq!(error.to_string(), "11:1: the puzzle ends after 10 rows, but the layout samurai has 21");
}

#[test]
fn unsupported_combinations_are_refused_by_name() {
    let path = sample("samurai.txt");
    let check = |program: &str, arguments: &[&str], expected: &str| {
        let output = run(program, arguments);
        assert!(output.code != 0 && output.stderr.contains(expected), "{arguments:?}: {}", output.stderr);
    };
    check("sudoku-cli", &["convert", "--to", "csv", &path], "csv does not support overlapping boards");
    check("sudoku-cli", &["convert", "--canonical", &path], "consists of overlapping boards");
    check("sudoku-cli", &["lesson", &path], "not overlapping boards");
    check("sudoku-sat", &["generate", "--layout", "samurai"], "overlapping boards");
    let rule = ["solve", "--rule", "skyscraper 3: r0c1", &path];
    check("sudoku-sat", &rule, "skyscraper is not supported on overlapping boards");
    let layout = ["solve", "--layout", "clueless-1", "--box", "2x2", &path];
    check("sudoku-sat", &layout, "the layout clueless-1 consists of 9x9 boards");
    check("sudoku-sat", &["solve", "--layout", "giant", &path], "invalid layout 'giant'");
}

#[test]
#[ignore = "requires the test data in SUDOKU_TEST_DATA"]
fn solves_the_overlapping_boards_of_the_test_data() {
    let names = [
        ("Samurai", "samurai"),
        ("Windmill", "windmill"),
        ("Gattai8", "gattai-8"),
        ("Sohei", "sohei"),
        ("Sumo", "sumo"),
        ("Shogun", "shogun"),
        ("Butterfly", "butterfly"),
        ("Clueless1", "clueless-1"),
        ("Clueless2", "clueless-2"),
    ];
    let mut seen = 0;
    for (file, layout) in names {
        let path = test_data(&format!("variants/puzzlekit/{file}Sudoku.json"));
        let entries: serde_json::Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        let board = BoardOptions { layout: layout.parse().ok(), ..BoardOptions::default() };
        // The first line is the size of the canvas. Places without a cell are `-`.
        let read = |text: &str| {
            let rows = text.split_once('\n').unwrap().1.replace('-', ".");
            read_single(rows.as_bytes(), board.clone(), None).unwrap().puzzle
        };
        for (name, entry) in entries.as_object().unwrap() {
            let [problem, expected] = ["problem", "solution"].map(|key| read(entry[key].as_str().unwrap()));
            let solutions: Vec<_> = sudoku_sat::solutions(&problem).take(2).map(Result::unwrap).collect();
            assert_eq!(solutions.len(), 1, "{file} {name}");
            assert_eq!(solutions[0].grid(), expected.grid(), "{file} {name}");
            seen += 1;
        }
    }
    assert_eq!(seen, 505);
}
