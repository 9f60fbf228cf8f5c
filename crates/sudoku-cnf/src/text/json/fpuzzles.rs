//! The `fpuzzles` format: the JSON format of f-puzzles, in which each cell of the `grid` is an object.
//!
//! An unsupported constraint is an error, because ignoring the constraint could lead to wrong solutions. The author,
//! the text of the rules and cosmetic fields are kept in [`Record::presentation`](crate::text::Record::presentation).

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde_json::{Map, Value, json};

use super::value::{self, JsonObject, is_empty, parse_regions};
use super::{presentation, rules};
use crate::puzzle::board::{BoardOptions, BoxShape, Boxes};
use crate::puzzle::rule::{Definitions, Position, RuleKind, RuleText};
use crate::text::cell_text::numbers;
use crate::text::error_kind::TextErrorKind;
use crate::text::format_spec::WriteItem;
use crate::text::rule_list::RuleList;

/// The fields that do not add a constraint to the rules of Sudoku, besides the [presentation].
const NEUTRAL_FIELDS: [&str; 3] = ["size", "title", "solution"];

pub(super) fn write(item: &WriteItem<'_>, out: &mut dyn Write) -> io::Result<()> {
    let geometry = item.record.puzzle.geometry();
    let n = geometry.size();
    let boxes = geometry.boxes().cell_regions();
    let is_most_square = geometry.box_shape().is_some_and(|shape| BoxShape::most_square(n) == Some(shape));
    let digits = numbers(item.record.puzzle.grid());
    let cell = |(&digit, &region): (&usize, &usize)| {
        let mut object = Map::new();
        if digit > 0 {
            object.insert("value".to_owned(), digit.into());
            object.insert("given".to_owned(), true.into());
        }
        if !is_most_square {
            object.insert("region".to_owned(), region.into());
        }
        Value::Object(object)
    };
    let rows = digits.chunks(n).zip(boxes.chunks(n));
    let rows: Vec<Vec<_>> =
        rows.map(|(digits, boxes)| digits.iter().zip(boxes).map(cell).collect()).collect();
    let mut puzzle = json!({ "size": n, "grid": rows });
    if let Some(title) = &item.record.remark {
        puzzle["title"] = title.as_str().into();
    }
    if let Some(solution) = &item.record.solution {
        puzzle["solution"] = numbers(solution).into();
    }
    if let Value::Object(object) = &mut puzzle {
        rules::write_variants(geometry.variants(), object);
        rules::write(&item.record.puzzle, object);
        let definitions = rules::definition_texts(&item.record.puzzle);
        if !definitions.is_empty() {
            object.insert(rules::DEFINITIONS.to_owned(), definitions.into());
        }
        presentation::write(&item.record.presentation, object);
    }
    writeln!(out, "{puzzle}")
}

/// Returns whether `object` is in the f-puzzles format, in which the cells of the grid are objects.
pub(super) fn is_fpuzzles(object: &JsonObject) -> bool {
    object.get("grid").and_then(|grid| grid.get(0)?.get(0)).is_some_and(Value::is_object)
}

/// Returns the cells of the grid in `object`, in row-major order.
fn cells(object: &JsonObject) -> impl Iterator<Item = &Value> + Clone {
    let rows = object.get("grid").and_then(Value::as_array).into_iter().flatten();
    rows.filter_map(Value::as_array).flatten()
}

/// Returns an array with the [given](value::givens) of each cell in row-major order.
pub(super) fn givens(object: &JsonObject) -> Value {
    value::givens(cells(object))
}

/// Returns the boxes and variants that `object` specifies.
///
/// # Errors
/// Returns an error if `object` has an unsupported constraint or invalid regions.
pub(super) fn board(object: &JsonObject, definitions: &Definitions) -> Result<BoardOptions, TextErrorKind> {
    let mut board = BoardOptions::default();
    if let Some(labels) = region_labels(object) {
        let boxes = match labels.into_iter().collect::<Option<Vec<_>>>() {
            Some(labels) => Some(Boxes::simplest(parse_regions(&labels)?)),
            // The regions are rules instead.
            None => BoxShape::new(1, size(object)).ok().map(Boxes::Shape),
        };
        let is_most_square = |shape: &BoxShape| BoxShape::most_square(shape.size()) == Some(*shape);
        // The most square boxes are the default, so they need not be set.
        board.boxes =
            boxes.filter(|boxes| !matches!(boxes, Boxes::Shape(shape) if is_most_square(shape))).into();
    }
    let is_known = |name: &str, value: &Value| is_supported(name, value) || definitions.get(name).is_some();
    match object.iter().find(|(name, value)| !is_known(name, value)) {
        Some((name, _)) => Err(TextErrorKind::Constraint(name.clone())),
        None => Ok(board),
    }
}

/// Returns the size of the board, which is the number of rows.
fn size(object: &JsonObject) -> usize {
    object.get("grid").and_then(Value::as_array).map_or(0, Vec::len)
}

/// Returns the label of the region of each cell, or `None` if no cell has its own label.
///
/// Cells without their own label belong to their box. A cell with the label `null` belongs to no region.
fn region_labels(object: &JsonObject) -> Option<Vec<Option<String>>> {
    let n = size(object);
    cells(object).find(|cell| cell.get("region").is_some())?;
    let shape = BoxShape::most_square_or_row(n)?;
    let boxes = Boxes::Shape(shape).cell_regions();
    let label = |(cell, &default): (&Value, &usize)| match cell.get("region") {
        None => Some(default.to_string()),
        Some(Value::Null) => None,
        Some(region) => Some(region.to_string()),
    };
    Some(cells(object).zip(&boxes).map(label).collect())
}

/// Returns the variants and rules of `object`. If some cells belong to no region, the regions are rules, unless other
/// boxes replace them because `has_own_boxes` is `false`.
///
/// # Errors
/// Returns an error if a rule is malformed.
pub(super) fn rules(
    object: &JsonObject,
    definitions: &Definitions,
    has_own_boxes: bool,
) -> Result<RuleList, TextErrorKind> {
    let mut list = rules::read(object, definitions)?;
    let labels = region_labels(object).unwrap_or_default();
    if has_own_boxes && labels.contains(&None) {
        let n = size(object);
        let mut regions: BTreeMap<String, Vec<Position>> = BTreeMap::new();
        for (index, label) in labels.into_iter().enumerate() {
            let position = Position { row: (index / n) as i32 + 1, column: (index % n) as i32 + 1 };
            if let Some(label) = label {
                regions.entry(label).or_default().push(position);
            }
        }
        let rule = |cells| RuleText { cells, ..RuleText::new(RuleKind::ExtraRegion) };
        list.rules.extend(regions.into_values().map(rule));
    }
    Ok(list)
}

/// Returns whether a field either adds no constraint or adds a supported constraint.
pub(super) fn is_supported(name: &str, value: &Value) -> bool {
    NEUTRAL_FIELDS.contains(&name)
        || name == rules::DEFINITIONS
        || presentation::KEPT.contains(&name) && !(name == "cage" && has_digital_root(value))
        || rules::is_rule(name)
        || is_empty(value)
        || *value == Value::Bool(false)
}

/// Returns whether a decorative cage has a digital root (`DR` and a number), which solvers for these files enforce.
fn has_digital_root(cages: &Value) -> bool {
    let text = |cage: &Value| cage.get("value").and_then(Value::as_str).unwrap_or_default().trim().to_owned();
    cages.as_array().into_iter().flatten().any(|cage| text(cage).starts_with("DR"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Puzzle;
    use crate::puzzle::board::{Geometry, Variant};
    use crate::text::testing::{check_read, check_written};
    use crate::text::{Format, Record, read_single};

    #[test]
    fn reads_and_writes_variants_and_box_shapes() {
        let shape = BoxShape::new(1, 4).unwrap();
        let geometry = Geometry::with_variants(shape, &[Variant::X, Variant::AntiKing]).unwrap();
        let mut puzzle = Puzzle::empty(geometry.into());
        puzzle.set("r1c2".parse().unwrap(), crate::Digit::new(3));
        let row = |region: usize| format!("{{\"region\":{region}}}");
        let rest: Vec<_> = (1..4).map(|region| format!("[{0},{0},{0},{0}]", row(region))).collect();
        let text = format!(
            "{{\"antiking\":true,\"diagonal+\":true,\"diagonal-\":true,\"grid\":[[{0},{{\"given\":true,\"region\":0,\"value\":3}},{0},{0}],{1}],\"size\":4}}\n",
            row(0),
            rest.join(",")
        );
        check_written(Format::FPuzzles, &Record::new(puzzle.clone(), 1), &text);
        assert_eq!(read_single(text.as_bytes(), None, None).unwrap(), Record::new(puzzle.clone(), 1));
        let titled = Record { remark: Some("A \"title\"".to_owned()), ..Record::new(puzzle, 1) };
        let text = format!("{},\"title\":\"A \\\"title\\\"\"}}\n", text.trim_end().trim_end_matches('}'));
        check_written(Format::FPuzzles, &titled, &text);
        assert_eq!(read_single(text.as_bytes(), None, None).unwrap(), titled);
    }

    #[test]
    fn unmarked_digits_are_ignored_if_others_are_marked_as_given() {
        let row = r#"[{"value":1,"given":true},{"value":2},{},{}]"#;
        let text =
            format!("{{\"grid\":[{row},[{{}},{{}},{{}},{{}}],[{{}},{{}},{{}},{{}}],[{{}},{{}},{{}},{{}}]]}}");
        check_read(Format::FPuzzles, &text, &["1: 1..............."]);
        check_read(Format::FPuzzles, &text.replace(",\"given\":true", ""), &["1: 12.............."]);
    }

    #[test]
    fn rules_round_trip() {
        let geometry = crate::puzzle::rule::tests::geometry();
        for format in [Format::FPuzzles, Format::Json] {
            for text in crate::puzzle::rule::tests::SAMPLES {
                let rule = crate::puzzle::rule::Rule::parse(text, &geometry).unwrap();
                let mut puzzle = Puzzle::empty(geometry.clone().into());
                puzzle.add_rules([rule]);
                let mut writer = crate::text::Writer::new(format, Vec::new());
                writer.write(&Record::new(puzzle.clone(), 1)).unwrap();
                let written = writer.finish().unwrap();
                let read = read_single(&*written, None, None).unwrap();
                assert_eq!(read.puzzle, puzzle, "{}", String::from_utf8_lossy(&written));
            }
        }
    }

    #[test]
    fn regions_may_leave_out_cells() {
        let text = |region: &str| {
            let row = |row: usize| {
                let cell = |column: usize| if (row, column) == (3, 3) { region } else { "{}" };
                format!("[{}]", [0, 1, 2, 3].map(cell).join(","))
            };
            format!("{{\"grid\":[{}]}}", [0, 1, 2, 3].map(row).join(","))
        };
        let read = |region: &str| read_single(text(region).as_bytes(), None, None).unwrap().puzzle;
        assert_eq!(read(r#"{"region":3}"#), read("{}"));
        let without = read(r#"{"region":null}"#);
        let rules: Vec<String> = without.rules().iter().map(ToString::to_string).collect();
        assert_eq!(without.geometry().houses().count(), 8);
        assert_eq!((rules.len(), &*rules[3]), (4, "extraregion: r3c3 r3c4 r4c3"));
    }

    #[test]
    fn unfinished_clues_are_skipped_and_malformed_rules_are_errors() {
        let rules = |fields: &str| {
            let rows = format!("[{0},{0},{0},{0}]", "[{},{},{},{}]");
            let text = format!("{{\"grid\":{rows},{fields}}}");
            match read_single(text.as_bytes(), None, None) {
                Ok(record) => {
                    let rules = record.puzzle.rules().iter().map(ToString::to_string);
                    rules.collect::<Vec<_>>().join(", ")
                }
                Err(error) => error.to_string(),
            }
        };
        assert_eq!(rules(r#""sandwichsum":[{"cell":"R0C1","value":""}]"#), "");
        assert_eq!(rules(r#""arrow":[{"cells":["R1C1"],"lines":[]}]"#), "");
        assert_eq!(rules(r#""odd":[{"cell":"R1C1"},{"cell":"R2C1"}]"#), "odd: r1c1, odd: r2c1");
        assert_eq!(
            rules(r#""thermometer":[{"lines":[["R1C1","R1C2"],["R2C1","R2C2"]]}]"#),
            "thermometer: r1c1 r1c2, thermometer: r2c1 r2c2"
        );
        assert_eq!(
            rules(r#""ratio":[{"cells":["R1C1","R1C2"],"value":"3"}],"negative":["ratio"]"#),
            "ratio 3: r1c1 r1c2, negativeratio"
        );
        assert_eq!(rules(r#""diagonal+":true"#), "diagonal+");
        assert_eq!(rules(r#""cage":[{"cells":["R1C1"],"value":"4.1"}]"#), "");
        let root = rules(r#""cage":[{"cells":["R1C1"],"value":"DR4"}]"#);
        assert_eq!(root, "1:1: unsupported constraint 'cage'");
        assert_eq!(
            rules(r#""killercage":[{"cells":["R1C9"]}]"#),
            "1:1: killercage: the board has no cell r1c9"
        );
        assert_eq!(
            rules(r#""killercage":[{"cells":["R1C1"],"value":"a"}]"#),
            "1:1: killercage: invalid number 'a'"
        );
        assert_eq!(rules(r#""thermometer":[{}]"#), "1:1: thermometer: expected the field \"lines\"");
        assert_eq!(rules(r#""negative":["x"]"#), "1:1: unsupported constraint 'negative x'");
        assert_eq!(rules(r#""fog":[1]"#), "1:1: unsupported constraint 'fog'");
    }
}
