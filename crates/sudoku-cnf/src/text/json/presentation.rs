//! The fields of f-puzzles that do not affect the solutions of a puzzle.
//!
//! They are kept as they are and written again. The fields of a rule that only determine how it is drawn, for example
//! the color of a cage, are kept together with the rule, and written again as long as the puzzle has this rule.

use serde_json::{Map, Value};

use super::rules;
use super::value::{JsonObject, is_empty};
use crate::puzzle::board::Geometry;
use crate::text::error_kind::TextErrorKind;
use crate::text::presentation::Presentation;

/// The name of the field in the format `json`.
pub(super) const FIELD: &str = "presentation";

/// The fields of a puzzle that are kept.
pub(super) const KEPT: [&str; 14] = [
    "author",
    "ruleset",
    "rules",
    "successMessage",
    "highlightConflicts",
    "line",
    "rectangle",
    "circle",
    "text",
    "cage",
    "metadata",
    "disabledlogic",
    "truecandidatesoptions",
    GRID,
];

/// The field with the colors and marks of cells, which is an object with a field for each cell.
const GRID: &str = "grid";

/// The fields of a cell that a record stores elsewhere.
const OF_CELLS: [&str; 3] = ["value", "given", "region"];

/// Returns the presentation of an f-puzzles object on the board `geometry`.
pub(super) fn of_fpuzzles(object: &JsonObject, geometry: &Geometry) -> Presentation {
    let mut kept = JsonObject::new();
    for (name, value) in object.iter().filter(|(name, value)| *name != GRID && !is_empty(value)) {
        if KEPT.contains(&&**name) {
            kept.insert(name.clone(), value.clone());
        } else {
            let styled = rules::styled(name, value, geometry);
            if !styled.is_empty() {
                kept.insert(name.clone(), styled.into());
            }
        }
    }
    let cells: JsonObject = styled_cells(object).collect();
    if !cells.is_empty() {
        kept.insert(GRID.to_owned(), cells.into());
    }
    from_object(kept)
}

/// Returns the cells of a puzzle in the format of f-puzzles with their names, and only the fields to keep.
fn styled_cells(object: &JsonObject) -> impl Iterator<Item = (String, Value)> {
    let rows = object.get(GRID).and_then(Value::as_array).into_iter().flatten().enumerate();
    let cells = rows.flat_map(|(row, cells)| {
        cells.as_array().into_iter().flatten().enumerate().map(move |(column, cell)| (row, column, cell))
    });
    cells.filter_map(|(row, column, cell)| {
        let is_kept = |(name, value): &(&String, &Value)| !OF_CELLS.contains(&&***name) && !is_empty(value);
        let fields: JsonObject = cell.as_object()?.iter().filter(is_kept).map(owned).collect();
        (!fields.is_empty()).then(|| (format!("R{}C{}", row + 1, column + 1), fields.into()))
    })
}

fn owned((name, value): (&String, &Value)) -> (String, Value) {
    (name.clone(), value.clone())
}

/// Returns the presentation of an object in the format `json`. `is_supported` returns whether a field is known; an
/// unknown one might be a rule.
///
/// # Errors
/// Returns an error if a field might be a rule.
pub(super) fn of_own(
    object: &JsonObject,
    is_supported: impl Fn(&str, &Value) -> bool,
) -> Result<Presentation, TextErrorKind> {
    let expected = TextErrorKind::Expected("an object in the field \"presentation\"");
    let mut kept = match object.get(FIELD).filter(|value| !is_empty(value)) {
        None => JsonObject::new(),
        Some(value) => value.as_object().ok_or(expected)?.clone(),
    };
    if let Some((name, _)) = kept.iter().find(|(name, value)| !is_supported(name, value)) {
        return Err(TextErrorKind::Constraint(name.clone()));
    }
    let direct = ["author", "ruleset"].into_iter().filter_map(|name| object.get_key_value(name));
    kept.extend(direct.filter(|(_, value)| !is_empty(value)).map(owned));
    Ok(from_object(kept))
}

fn from_object(object: JsonObject) -> Presentation {
    Presentation(object.into_iter().map(|(name, value)| (name, value.to_string())).collect())
}

/// Returns the fields as a JSON object.
pub(super) fn to_object(presentation: &Presentation) -> JsonObject {
    let parsed = |(name, text): (&String, &String)| Some((name.clone(), serde_json::from_str(text).ok()?));
    presentation.0.iter().filter_map(parsed).collect()
}

/// Adds the fields to a puzzle in the format of f-puzzles.
pub(super) fn write(presentation: &Presentation, puzzle: &mut Map<String, Value>) {
    for (name, value) in to_object(presentation) {
        if name == GRID {
            write_cells(&value, puzzle);
        } else if KEPT.contains(&&*name) {
            puzzle.entry(name).or_insert(value);
        } else if let Some(written) = puzzle.get_mut(&name) {
            write_styles(&value, written);
        }
    }
}

/// Adds the fields of cells to the grid of `puzzle`.
fn write_cells(cells: &Value, puzzle: &mut Map<String, Value>) {
    let rows = puzzle.get_mut(GRID).and_then(Value::as_array_mut).into_iter().flatten();
    for (row, written) in rows.enumerate() {
        for (column, written) in written.as_array_mut().into_iter().flatten().enumerate() {
            let fields = cells.get(format!("R{}C{}", row + 1, column + 1)).and_then(Value::as_object);
            if let (Some(fields), Some(written)) = (fields, written.as_object_mut()) {
                fields.iter().for_each(|(name, value)| {
                    written.entry(name).or_insert_with(|| value.clone());
                });
            }
        }
    }
}

/// Adds the styles of the same rules to `written`, the rules of one kind.
fn write_styles(styled: &Value, written: &mut Value) {
    for rule in written.as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut) {
        let is_same = |styled: &&JsonObject| rule.iter().all(|(name, value)| styled.get(name) == Some(value));
        let style = styled.as_array().into_iter().flatten().filter_map(Value::as_object).find(is_same);
        if let Some(style) = style {
            *rule = style.clone();
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::text::{Format, LostPart, Record, Writer, lost_parts, read_single};

    fn puzzle(fields: &str) -> String {
        let row = "[{},{},{},{}]";
        let first = r##"[{"c":"#FFA0A0"},{"given":true,"value":2},{"cornerPencilMarks":[1,4]},{}]"##;
        format!("{{{fields},\"grid\":[{first},{row},{row},{row}],\"size\":4}}\n")
    }

    fn read(text: &str) -> Record {
        read_single(text.as_bytes(), None, None).unwrap()
    }

    fn written(record: &Record, format: Format) -> String {
        let mut writer = Writer::new(format, Vec::new());
        writer.write(record).unwrap();
        String::from_utf8(writer.finish().unwrap()).unwrap()
    }

    /// Fields that f-puzzles writes, in alphabetical order.
    const FIELDS: &str = concat!(
        r##""arrow":[{"cells":["R4C4"],"isNewConstraint":true,"lines":[["R4C4","R3C3","R2C3"]]}],"##,
        r##""author":"A. Setter","cage":[{"cells":["R1C1"],"outlineC":"#F00","value":"A"}],"##,
        r##""circle":[{"baseC":"#FFF","cells":["R2C2"],"height":0.5,"width":0.5}],"disabledlogic":{"tuples":true},"##,
        r##""killercage":[{"cells":["R2C1","R1C1"],"outlineC":"#00F","value":"5"},{"cells":["R4C1"],"value":"1"}],"##,
        r##""line":[{"lines":[["R1C1","R2C2"]],"outlineC":"#CFCFCF","width":0.3}],"##,
        r##""rectangle":[{"cells":["R3C3"]}],"ruleset":"Normal rules.\nAnd more.","successMessage":"Well done","##,
        r##""text":[{"cells":["R1C1"],"value":"x"}]"##,
    );

    #[test]
    fn everything_that_an_author_writes_comes_back() {
        let text = puzzle(FIELDS);
        let record = read(&text);
        let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
        assert_eq!(value(&written(&record, Format::FPuzzles)), value(&text));
        for format in [Format::Json, Format::FPuzzlesLink] {
            assert!(lost_parts(&record, format).is_empty());
            let again = read(&written(&record, format));
            assert_eq!(
                (again.presentation, again.puzzle),
                (record.presentation.clone(), record.puzzle.clone())
            );
        }
        let LostPart::Presentation(names) = &lost_parts(&record, Format::Line)[0] else { panic!() };
        assert_eq!(names[..3], ["arrow", "author", "cage"]);
    }

    #[test]
    fn the_style_of_a_rule_is_written_with_the_rule_only() {
        let mut record = read(&puzzle(FIELDS));
        let kept =
            record.puzzle.rules().iter().filter(|rule| rule.cells().len() == 1).cloned().collect::<Vec<_>>();
        record.puzzle = record.puzzle.with_rules(kept);
        let written = written(&record, Format::FPuzzles);
        assert!(written.contains(r#""killercage":[{"cells":["R4C1"],"value":"1"}]"#), "{written}");
    }

    #[test]
    fn fields_that_might_be_rules_are_errors() {
        let error = |text: String| read_single(text.as_bytes(), None, None).unwrap_err().to_string();
        assert_eq!(error(puzzle(r#""fog":[1]"#)), "1:1: unsupported constraint 'fog'");
        let own = |fields: &str| format!("{{\"puzzle\":\"1...............\",{fields}}}");
        assert_eq!(error(own(r#""presentation":{"fog":[1]}"#)), "1:1: unsupported constraint 'fog'");
        assert!(error(own(r#""presentation":1"#)).contains("an object in the field"));
        let record = read(&own(r#""author":"A. Setter","presentation":{"line":[]}"#));
        assert_eq!(record.presentation.get("author"), Some("\"A. Setter\""));
        assert!(!record.has_other_fields);
    }
}
