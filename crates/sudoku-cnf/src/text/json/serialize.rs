//! Serialization of puzzles, grids, solutions and records in the format `json`.

use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use super::own::JsonPuzzle;
use super::value::JsonObject;
use crate::puzzle::{Grid, Puzzle, Solution};
use crate::text::record::Record;
use crate::text::single::read_single;

/// Serializes a puzzle, its solution and its remark as an object in the format [`json`](crate::text::Format::Json).
impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        JsonPuzzle::of(self).serialize(serializer)
    }
}

/// Deserializes an object in a JSON format that [`Reader`](crate::text::Reader) can read. The format of the serialized
/// data must describe itself, as JSON does.
impl<'de> Deserialize<'de> for Record {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        record(JsonObject::deserialize(deserializer)?)
    }
}

/// Serializes a puzzle as an object in the format [`json`](crate::text::Format::Json).
impl Serialize for Puzzle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Record::new(self.clone(), 1).serialize(serializer)
    }
}

/// See the implementation for [`Record`].
impl<'de> Deserialize<'de> for Puzzle {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Record::deserialize(deserializer)?.puzzle)
    }
}

/// Serializes a grid like a puzzle with the same digits.
impl Serialize for Grid {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Puzzle::from(self.clone()).serialize(serializer)
    }
}

/// See the implementation for [`Record`].
impl<'de> Deserialize<'de> for Grid {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Puzzle::deserialize(deserializer)?.into_grid())
    }
}

/// Serializes a solution as an object with the field `solution`, and the fields that describe the board.
impl Serialize for Solution {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let record = Record::new(Puzzle::from(self.grid().clone()), 1);
        let mut object = serde_json::to_value(JsonPuzzle::of(&record)).map_err(S::Error::custom)?;
        object.as_object_mut().into_iter().for_each(|object| rename(object, "puzzle", "solution"));
        object.serialize(serializer)
    }
}

/// Deserializes a solution, and checks that each house contains each digit once. The object does not contain the givens
/// and rules of a puzzle, so these are not checked.
impl<'de> Deserialize<'de> for Solution {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut object = JsonObject::deserialize(deserializer)?;
        rename(&mut object, "solution", "puzzle");
        let grid = record::<D::Error>(object)?.puzzle.into_grid();
        let board = Puzzle::empty(grid.geometry().clone());
        Self::check(grid, &board).map_err(D::Error::custom)
    }
}

fn rename(object: &mut JsonObject, from: &str, to: &str) {
    if let Some(value) = object.remove(from) {
        object.insert(to.to_owned(), value);
    }
}

fn record<E: serde::de::Error>(object: JsonObject) -> Result<Record, E> {
    let text = Value::Object(object).to_string();
    read_single(text.as_bytes(), None, None).map_err(E::custom)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puzzles_survive_serialization() {
        for text in [
            r#"{"puzzle":"12..............","box":"1x4","excluded":[[1,3,4]]}"#,
            r#"{"puzzle":"................","variants":["x"],"constraints":{"odd":[{"cell":"r1c1"}]}}"#,
        ] {
            let puzzle: Puzzle = serde_json::from_str(text).unwrap();
            let written = serde_json::to_string(&puzzle).unwrap();
            assert_eq!(serde_json::from_str::<Puzzle>(&written).unwrap(), puzzle, "{written}");
            let grid: Grid = serde_json::from_str(&serde_json::to_string(puzzle.grid()).unwrap()).unwrap();
            assert_eq!(grid, *puzzle.grid());
        }
        assert!(serde_json::from_str::<Puzzle>(r#"{"puzzle":"12"}"#).is_err());
        assert!(serde_json::from_str::<Puzzle>("{}").is_err());
    }

    #[test]
    fn deserialized_solutions_are_checked() {
        let text = r#"{"solution":"1234341221434321"}"#;
        let solution: Solution = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&solution).unwrap(), text);
        let error = serde_json::from_str::<Solution>(&text.replace("1234", "2134")).unwrap_err();
        assert_eq!(error.to_string(), "2 occurs twice in column 1: at r1c1 and r3c1");
        let open = serde_json::from_str::<Solution>(&text.replace("1234", ".234")).unwrap_err();
        assert_eq!(open.to_string(), "r1c1 is empty");
    }

    #[test]
    fn records_have_a_solution_and_a_remark() {
        let text = r#"{"puzzle":"123.............","solution":"1234341221434321","remark":"easy"}"#;
        let record: Record = serde_json::from_str(text).unwrap();
        assert_eq!(record.remark.as_deref(), Some("easy"));
        assert_eq!(serde_json::to_string(&record).unwrap(), text);
    }
}
