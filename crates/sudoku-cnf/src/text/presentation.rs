//! The author, the rules text and the drawings of a puzzle.

use std::collections::BTreeMap;

use itertools::Itertools;

use crate::puzzle::rule::Position;

/// The fields that do not refer to cells.
const TEXTS: [&str; 4] = ["author", "ruleset", "rules", "successMessage"];

/// The parts of a puzzle that do not affect its solutions, except for its title: its author, the text of its rules, and
/// drawings.
///
/// The fields have the names of f-puzzles, for example `author`, `ruleset`, `line` and `circle`, and contain JSON text.
/// `grid` contains the colors and marks of cells. A field with the name of a rule contains the rules of this kind that
/// have their own colors.
///
/// ```
/// # #[cfg(feature = "formats")] {
/// use sudoku_cnf::text::read_single;
///
/// let rows = r#"[[{"value":1},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]]"#;
/// let text = format!(r#"{{"author":"A. Setter","grid":{rows}}}"#);
/// let record = read_single(text.as_bytes(), None, None)?;
/// assert_eq!(record.presentation.get("author"), Some("\"A. Setter\""));
/// # }
/// # Ok::<(), sudoku_cnf::text::ReadError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Presentation(pub(super) BTreeMap<String, String>);

impl Presentation {
    /// Returns whether there are no fields.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the names of the fields in alphabetical order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// Returns whether a field refers to cells.
    pub fn has_drawings(&self) -> bool {
        self.names().any(|name| !TEXTS.contains(&name))
    }

    /// Returns the fields that do not refer to cells, for a puzzle with other cells.
    #[must_use]
    pub fn texts(&self) -> Self {
        let texts = self.0.iter().filter(|(name, _)| TEXTS.contains(&&***name));
        Self(texts.map(|(name, value)| (name.clone(), value.clone())).collect())
    }

    /// Returns the fields with each cell replaced by the result of `moved`. Every string that is a position, for
    /// example `R1C2`, is a cell.
    #[must_use]
    pub fn with_cells(&self, moved: impl Fn(Position) -> Position) -> Self {
        let text = |piece: &str| match piece.parse::<Position>() {
            Ok(position) => moved(position).to_string().to_uppercase(),
            Err(_) => piece.to_owned(),
        };
        let field = |(name, value): (&String, &String)| (name.clone(), value.split('"').map(text).join("\""));
        Self(self.0.iter().map(field).collect())
    }

    /// Returns the JSON text of a field.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }
}
