//! What a rule means, apart from its cells and numbers.

use std::sync::Arc;

use super::form::Values;
use super::language::RuleCall;
use super::position::invalid_number;
use super::{Definition, Form, InvalidRule, RuleKind, RuleText, Shape, Statement, known};

/// A known kind of rule, or an own definition.
///
/// ```
/// use sudoku_cnf::Geometry;
/// use sudoku_cnf::puzzle::rule::{Definitions, Form, NamedRule, RuleKind};
///
/// let mut definitions = Definitions::default();
/// definitions.define("define far(l: cells): forall (a, b in consecutive of l) (abs(a - b) > 3)  draw line")?;
/// let far = definitions.named("far").unwrap();
/// assert_eq!(far.form(), Form::Line);
/// assert_eq!(definitions.named("renban"), Some(RuleKind::Renban.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NamedRule {
    /// A known kind.
    Known(RuleKind),
    /// An own definition.
    Own(Arc<Definition>),
}

impl From<RuleKind> for NamedRule {
    fn from(kind: RuleKind) -> Self {
        Self::Known(kind)
    }
}

impl NamedRule {
    /// Returns the definition, or `None` for statements.
    pub fn definition(&self) -> Option<&Definition> {
        match self {
            Self::Known(kind) => known::definition(*kind),
            Self::Own(definition) => Some(definition),
        }
    }

    /// Returns the name.
    pub fn name(&self) -> &str {
        self.definition().map_or(RuleKind::Statement.name(), Definition::name)
    }

    /// Returns how the cells of the rule are written. Own definitions with other parameters have the form
    /// [`Form::Statement`].
    pub fn form(&self) -> Form {
        self.definition().map_or(Form::Statement, Definition::form)
    }

    /// Returns whether the rule has several numbers.
    pub fn has_list(&self) -> bool {
        self.definition().is_some_and(|definition| definition.values() == Values::List)
    }

    /// Returns whether the rule is a cage: one list of cells, which are drawn as a cage.
    pub fn is_cage(&self) -> bool {
        let is_drawn = |definition: &Definition| definition.shape().0 == Shape::Cage;
        self.form() == Form::Cells(1, usize::MAX) && self.definition().is_some_and(is_drawn)
    }

    /// Returns the mark whose absence has a meaning under this rule. See [`RuleKind::marks`].
    pub fn marks(&self) -> Option<RuleKind> {
        if let Self::Known(kind) = self { kind.marks() } else { None }
    }

    /// Returns whether the rule needs a number.
    pub fn needs_number(&self) -> bool {
        self.definition().is_some_and(|definition| definition.values() == Values::Required)
    }

    /// Parses a number of the rule, or the letter of an XV rule.
    pub(crate) fn number(&self, word: &str) -> Result<i64, InvalidRule> {
        match (self, word) {
            (Self::Known(RuleKind::Xv), "X" | "x") => Ok(10),
            (Self::Known(RuleKind::Xv), "V" | "v") => Ok(5),
            _ => {
                let error = || InvalidRule::Syntax(format!("{}: {}", self.name(), invalid_number(word)));
                word.parse().map_err(|_| error())
            }
        }
    }

    /// Returns the rule on the cells and with the numbers of `places`, whose kind is ignored.
    ///
    /// # Errors
    /// Returns an error if the cells or numbers do not fit.
    pub fn rule(&self, places: RuleText) -> Result<RuleText, InvalidRule> {
        let definition = match self {
            Self::Known(kind) => {
                let rule = RuleText { kind: *kind, ..places };
                rule.check_values()?;
                return Ok(rule);
            }
            Self::Own(definition) => definition,
        };
        let RuleText { cells, others, direction, values, .. } = places;
        let lists = match self.form() {
            Form::Flag => Vec::new(),
            Form::CellsAndLine => {
                let line = others.into_iter().skip_while(|cell| cells.contains(cell)).collect();
                vec![cells, line]
            }
            Form::CellsAndClones => vec![cells, others],
            _ => vec![cells],
        };
        Ok(Statement::of_call(definition, RuleCall { values, places: lists, direction })?.into())
    }
}
