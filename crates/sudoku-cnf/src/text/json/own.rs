//! The `json` format: the JSON format of this project, with one object per line.
//!
//! The fields are `puzzle`, `solution`, `remark`, `box` (`"2x3"`), `regions` (a label for each cell),
//! `variants` (`["x"]`), `constraints` (rules, see [`rules`](mod@super::rules)), `definitions` (of rules with other
//! names), `excluded` (`[[row, column, digit], …]`) and `presentation` (fields of f-puzzles, see
//! [`presentation`]). A grid is a string of cells, an array
//! of cells or an array of rows. In arrays, `null` is a blank. The fields `title`, `difficulty` and `score` become part
//! of the remark.
//!
//! The reader ignores the fields in which the programs of this project print results, for example `status`.
//! It also ignores unknown fields, but sets [`Record::has_other_fields`] if an unknown field is not empty.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Value;

use super::value::{JsonObject, cell_texts, is_empty, parse_regions, strings};
use super::versioned::json_line;
use super::{presentation, rules};
use crate::puzzle::board::{BoardOptions, BoxSetting, BoxShape, Boxes, Candidate, Cell, Digit, LayoutError};
use crate::puzzle::rule::Definitions;
use crate::puzzle::{Grid, Puzzle, UnknownName};
use crate::text::cell_text::{numbers, single_digits};
use crate::text::error_kind::TextErrorKind;
use crate::text::field::{self, PUZZLE_NAMES, REMARK_NAMES, RESULT_NAMES, SOLUTION_NAMES};
use crate::text::format_spec::WriteItem;
use crate::text::record::Record;
use crate::text::rule_list::RuleList;

pub(super) fn write(item: &WriteItem<'_>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", json_line(&JsonPuzzle::of(item.record))?)
}

/// The cells of a grid as a JSON string, in row-major order, with `.` for open cells.
///
/// On boards larger than 9×9, the cells are decimal numbers separated by spaces. Unlike single characters, they are
/// never ambiguous.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct JsonCells(String);

impl JsonCells {
    /// Returns the cells of `grid` as JSON.
    pub fn of(grid: &Grid) -> Self {
        let number = |number: &usize| if *number == 0 { ".".to_owned() } else { number.to_string() };
        let spaced = || numbers(grid).iter().map(number).collect::<Vec<_>>().join(" ");
        Self(single_digits(grid, '.').unwrap_or_else(spaced))
    }

    /// Returns the text of the cells.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A record in the [`json`](crate::text::Format::Json) format, ready for serialization.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct JsonPuzzle {
    puzzle: JsonCells,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<JsonCells>,
    #[serde(rename = "box", skip_serializing_if = "Option::is_none")]
    shape: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    regions: Option<Vec<u16>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    layout: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    variants: Vec<&'static str>,
    #[serde(skip_serializing_if = "JsonObject::is_empty")]
    constraints: JsonObject,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    definitions: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    excluded: Vec<[usize; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    remark: Option<String>,
    #[serde(skip_serializing_if = "JsonObject::is_empty")]
    presentation: JsonObject,
}

impl JsonPuzzle {
    /// Returns the puzzle, the solution, the remark and the presentation of `record` as JSON.
    pub fn of(record: &Record) -> Self {
        Self { solution: record.solution.as_ref().map(JsonCells::of), ..Self::without_solution(record) }
    }

    /// Returns the puzzle, the remark and the presentation of `record` as JSON.
    pub fn without_solution(record: &Record) -> Self {
        Self {
            remark: record.remark.clone(),
            presentation: presentation::to_object(&record.presentation),
            ..Self::of_puzzle(&record.puzzle)
        }
    }

    /// Returns a puzzle as JSON, without a solution and a remark.
    pub fn of_puzzle(puzzle: &Puzzle) -> Self {
        let geometry = puzzle.geometry();
        let (mut shape, mut regions) = (None, None);
        match geometry.boxes() {
            Boxes::Shape(boxes) => {
                shape = (BoxShape::most_square(boxes.size()) != Some(*boxes)).then(|| boxes.to_string());
            }
            Boxes::Regions(labels) => regions = Some(labels.cell_regions().to_vec()),
        }
        let mut constraints = JsonObject::new();
        rules::write(puzzle, &mut constraints);
        let excluded =
            |excluded: &Candidate| [excluded.cell.row(), excluded.cell.column(), excluded.digit.get()];
        Self {
            puzzle: JsonCells::of(puzzle.grid()),
            solution: None,
            shape,
            regions,
            layout: geometry.layout().map(ToString::to_string),
            variants: geometry.variants().iter().map(|variant| variant.name()).collect(),
            constraints,
            definitions: rules::definition_texts(puzzle),
            excluded: puzzle.excluded().iter().map(excluded).collect(),
            remark: None,
            presentation: JsonObject::new(),
        }
    }

    /// Returns the cells of the puzzle.
    pub fn cells(&self) -> &JsonCells {
        &self.puzzle
    }
}

/// Returns the boxes, variants and layout that `object` specifies.
///
/// # Errors
/// Returns an error if the box shape, the regions or the layout are invalid, or if a variant is unknown.
pub(super) fn board(object: &JsonObject) -> Result<BoardOptions, TextErrorKind> {
    let mut board = BoardOptions::default();
    let field = |name: &str| object.get(name).filter(|value| !is_empty(value));
    if let Some(shape) = field("box") {
        let expected = TextErrorKind::Expected("a box shape in the field \"box\", for example \"2x3\"");
        let shape = shape.as_str().and_then(|shape| shape.parse().ok()).ok_or(expected)?;
        board.boxes = BoxSetting::Known(Boxes::Shape(shape));
    }
    if let Some(regions) = field("regions") {
        let mut labels = Vec::new();
        cell_texts(regions, &mut labels);
        if let [text] = &labels[..] {
            labels = text.chars().map(String::from).collect();
        }
        board.boxes = BoxSetting::Known(Boxes::Regions(parse_regions(&labels)?));
    }
    if let Some(layout) = field("layout") {
        let layout = layout.as_str().ok_or(TextErrorKind::Expected("a name in the field \"layout\""))?;
        let layout = layout.parse().map_err(|error: LayoutError| TextErrorKind::Syntax(error.to_string()))?;
        board.layout = Some(layout);
    }
    let names = TextErrorKind::Expected("an array of names in the field \"variants\"");
    for name in strings(object.get("variants")).ok_or(names)? {
        let variant = name.parse().map_err(|error: UnknownName| TextErrorKind::Syntax(error.to_string()))?;
        board.variants.push(variant);
    }
    Ok(board)
}

/// Returns the variants and rules in the field `constraints` of `object`.
///
/// # Errors
/// Returns an error if a rule is unknown, malformed, or outside the field.
pub(super) fn rules(object: &JsonObject, definitions: &Definitions) -> Result<RuleList, TextErrorKind> {
    // Other fields may have the name of a rule, but hardly its form.
    let is_rule =
        |value: &Value| value.as_array().is_some_and(|rules| rules.first().is_some_and(Value::is_object));
    if let Some((name, _)) = object.iter().find(|(name, value)| rules::is_rule(name) && is_rule(value)) {
        return Err(TextErrorKind::Syntax(format!(
            "the rule \"{name}\" must be in the field \"constraints\""
        )));
    }
    if let Some(name) = object.iter().find_map(|(name, value)| unknown_rules(name, value)) {
        return Err(TextErrorKind::Syntax(format!("unknown field \"{name}\"")));
    }
    match object.get("constraints").filter(|value| !is_empty(value)) {
        None => Ok(RuleList::default()),
        Some(Value::Object(constraints)) => rules::read_only_rules(constraints, definitions),
        Some(_) => Err(TextErrorKind::Expected("an object in the field \"constraints\"")),
    }
}

/// Returns the name of a field that is not known but resembles one that determines the puzzle, as `constrains` does.
/// Ignoring it could lead to wrong solutions.
fn unknown_rules<'n>(name: &'n str, value: &Value) -> Option<&'n str> {
    const KNOWN: [&str; 6] = ["constraints", "definitions", "regions", "variants", "excluded", "layout"];
    const MIN_PREFIX: usize = 4;
    let is_unknown = !KNOWN.contains(&name) && (value.is_object() || value.is_array()) && !is_empty(value);
    let resembles = |known: &str| {
        let common = known.bytes().zip(name.bytes()).take_while(|(a, b)| a == b).count();
        common >= MIN_PREFIX && known.len().abs_diff(name.len()) <= 2
    };
    (is_unknown && KNOWN.into_iter().any(resembles)).then_some(name)
}

/// Excludes the candidates in the `excluded` field of `object` from `puzzle`.
///
/// # Errors
/// Returns an error if the field is not a list of candidates on the board.
pub(super) fn exclude(object: &JsonObject, puzzle: &mut Puzzle) -> Result<(), TextErrorKind> {
    let Some(excluded) = object.get("excluded") else { return Ok(()) };
    let not_a_list =
        TextErrorKind::Expected("a list of excluded candidates on the board, each as [row, column, digit]");
    puzzle.exclude(excluded_candidates(excluded, puzzle.geometry().size()).ok_or(not_a_list)?);
    Ok(())
}

fn excluded_candidates(value: &Value, n: usize) -> Option<Vec<Candidate>> {
    let candidate = |value: &Value| {
        let numbers: Vec<_> = value.as_array()?.iter().map(Value::as_u64).collect::<Option<_>>()?;
        let [row, column, digit] = numbers[..] else { return None };
        let is_on_board = [row, column, digit].iter().all(|&value| (1..=n as u64).contains(&value));
        let cell = Cell::new(row as usize, column as usize).filter(|_| is_on_board)?;
        Some(Candidate { cell, digit: Digit::new(digit as usize)? })
    };
    value.as_array()?.iter().map(candidate).collect()
}

/// Returns the remark of a puzzle: its title, remark, difficulty and score.
pub(super) fn remark(object: &JsonObject) -> Option<String> {
    let fields = REMARK_NAMES.map(|name| match object.get(name)? {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    });
    field::remark(fields.each_ref().map(Option::as_deref))
}

/// Returns whether `object` has a nonempty field that contains neither part of the record nor a result.
pub(super) fn has_other_fields(object: &JsonObject) -> bool {
    let board = [
        "value",
        "solution",
        "box",
        "regions",
        "layout",
        "variants",
        "constraints",
        "definitions",
        "excluded",
        "author",
        "ruleset",
        presentation::FIELD,
    ];
    let known = [&board[..], &PUZZLE_NAMES, &SOLUTION_NAMES, &REMARK_NAMES, &RESULT_NAMES];
    let is_known = |name: &str| known.iter().any(|names| names.contains(&name));
    object.iter().any(|(name, value)| !is_known(name) && !is_empty(value))
}

#[cfg(test)]
mod tests {
    use crate::text::testing::{check_read, check_written};
    use crate::text::{Format, read_single};

    #[test]
    fn reads_and_writes_objects() {
        let text = concat!(
            r#"{"version":1,"puzzle":"1...............","solution":"1234341221434321","box":"1x4","variants":["x"],"#,
            r#""excluded":[[1,2,3],[4,4,1]],"remark":"easy"}"#,
            "\n"
        );
        let record = read_single(text.as_bytes(), None, None).unwrap();
        assert!(!record.has_other_fields);
        check_written(Format::Json, &record, text);
    }

    #[test]
    fn large_boards_are_numbers_and_jigsaws_have_regions() {
        let text = format!("{{\"version\":1,\"puzzle\":\"10{}\"}}\n", " .".repeat(99));
        check_written(Format::Json, &read_single(text.as_bytes(), None, None).unwrap(), &text);
        let array = format!("{{\"puzzle\":[10{}]}}\n", ",0".repeat(99));
        check_written(Format::Json, &read_single(array.as_bytes(), None, None).unwrap(), &text);
        let text = "{\"version\":1,\"puzzle\":\"1........\",\"regions\":[0,0,1,0,1,1,2,2,2]}\n";
        check_written(Format::Json, &read_single(text.as_bytes(), None, None).unwrap(), text);
    }

    #[test]
    fn malformed_fields_are_errors() {
        for (fields, expected) in [
            (r#""variants":"x""#, "an array of names in the field \"variants\""),
            (r#""variants":[1]"#, "an array of names in the field \"variants\""),
            (r#""box":2"#, "a box shape in the field \"box\""),
            (r#""constraints":{"antiknight":"true"}"#, "antiknight: expected true or false"),
            (r#""constraints":{"nonconsecutive":1}"#, "nonconsecutive: expected true or false"),
            (
                r#""constraints":{"killercage":[{"cells":["r1c1"],"sum":3}]}"#,
                "killercage: expected the fields cells, value, found 'sum'",
            ),
            (r#""constraints":{"killercage":[{"cells":["r1c1"],"values":[3]}]}"#, "found 'values'"),
            (r#""constraints":{"odd":[{}]}"#, "odd: expected cells"),
            (r#""constraints":{"negative":"xv"}"#, "negative: expected an array of names"),
            (r#""killercage":[{"cells":["r1c1"],"value":3}]"#, "must be in the field \"constraints\""),
            (r#""excluded":[[1,1,9]]"#, "excluded candidates on the board"),
            (r#""constrains":{"odd":[{"cell":"R1C1"}]}"#, "unknown field \"constrains\""),
        ] {
            let text = format!("{{\"puzzle\":\"1...............\",{fields}}}");
            let error = read_single(text.as_bytes(), None, None).unwrap_err().to_string();
            assert!(error.contains(expected), "{fields}: {error}");
        }
        let regions = "{\"puzzle\":\"................\",\"regions\":\"1112122233343444\"}";
        assert!(read_single(regions.as_bytes(), None, None).is_ok());
    }

    #[test]
    fn ratings_are_remarks_and_other_fields_are_skipped() {
        for (fields, remark, has_other_fields) in [
            (r#""score":20,"difficulty":"easy","title":"No. 1""#, Some("No. 1, easy, score 20"), false),
            (r#""difficulty":2.5"#, Some("difficulty 2.5"), false),
            (r#""remark":"","score":null"#, None, false),
            (r#""rating":3"#, None, true),
            (r#""rating":null,"status":"solved","tags":[]"#, None, false),
        ] {
            let text = format!("{{\"puzzle\":\"1...............\",{fields}}}");
            let record = read_single(text.as_bytes(), None, None).unwrap();
            assert_eq!(
                (record.remark.as_deref(), record.has_other_fields),
                (remark, has_other_fields),
                "{text}"
            );
        }
    }

    #[test]
    fn malformed_objects_are_errors() {
        let text = concat!(
            "{\"puzzle\": true}\n{\"a\": 1}\n{\"puzzle\": \"1...............\", \"variants\": [\"killer\"]}\n",
            "{\"puzzle\": \"1...............\", \"excluded\": 7}\n{\"puzzle\": \"1...............\"\n"
        );
        let expected = [
            "1:1: expected a board: a string, an array of cells, or an array of rows",
            "2:1: missing field 'puzzle'",
            "3:1: unknown variant 'killer'; expected one of x, windoku, disjoint, antiknight, antiking",
            "4:1: expected a list of excluded candidates on the board, each as [row, column, digit]",
            "5:1: unclosed bracket or quote",
        ];
        check_read(Format::Json, text, &expected);
    }
}
