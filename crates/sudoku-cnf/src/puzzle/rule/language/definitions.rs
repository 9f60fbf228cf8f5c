//! Definitions, by which statements become rules with names.

use std::sync::Arc;

use super::error::StatementError;
use super::syntax::Definition;

/// A list of definitions with different names. Each uses only those before it.
///
/// ```
/// use sudoku_cnf::Geometry;
/// use sudoku_cnf::puzzle::rule::Definitions;
///
/// let mut definitions = Definitions::default();
/// definitions.define("define apart(l: cells, d: int = 4): forall (a, b in consecutive of l) (abs(a - b) >= d)")?;
/// let rule = definitions.rule("apart 5: r1c1 r1c2 r2c2")?.on(&Geometry::standard())?;
/// assert_eq!(rule.to_string(), "apart 5: r1c1 r1c2 r2c2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Definitions {
    list: Vec<Arc<Definition>>,
}

impl Definitions {
    /// Returns the definitions in order.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Definition>> {
        self.list.iter()
    }

    /// Returns whether there are no definitions.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Returns the definition with a name.
    pub fn get(&self, name: &str) -> Option<&Arc<Definition>> {
        self.list.iter().find(|definition| definition.name() == name)
    }

    /// Adds a definition. An equal definition is added only once.
    ///
    /// # Errors
    /// Returns an error if another definition has the same name.
    pub fn add(&mut self, definition: Arc<Definition>) -> Result<(), StatementError> {
        match self.get(definition.name()) {
            Some(same) if *same == definition => Ok(()),
            Some(other) => Err(StatementError::new(
                None,
                format!("'{}' is defined twice, here and as: {}", definition.name(), other.text()),
            )),
            None => {
                self.list.push(definition);
                Ok(())
            }
        }
    }

    /// Adds all definitions of `other`.
    ///
    /// # Errors
    /// Returns an error if a name has two definitions.
    pub fn extend(&mut self, other: &Self) -> Result<(), StatementError> {
        other.list.iter().try_for_each(|definition| self.add(definition.clone()))
    }

    /// Adds `definition` after those that it uses, unless there is one with its name.
    pub(crate) fn add_with_used(&mut self, definition: &Arc<Definition>) {
        for used in &definition.used {
            self.add_with_used(used);
        }
        if self.get(definition.name()).is_none() {
            self.list.push(definition.clone());
        }
    }
}
