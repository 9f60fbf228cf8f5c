//! The known rules, which are defined in the language for rules.
//!
//! The definitions are parsed when the first rule needs them. Rules with constraints of their own are in the folder
//! `special`: their definitions would compile to more or to weaker clauses, or their meaning depends on other rules of
//! the puzzle.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::{Arc, LazyLock};

use itertools::Itertools;
use rustc_hash::FxHashMap;

use super::constraint::Constraint;
use super::language::{Arguments, Definition, Definitions, compile_definition, definition_holds};
use super::{Digits, MAX_RULE_SIZE, Rule, RuleKind};
use crate::puzzle::board::{BoardMap, Cell, Geometry};

/// The text of the definitions.
pub(super) const KNOWN_RULES: &str = include_str!("known.rules");

static DEFINITIONS: LazyLock<Vec<Arc<Definition>>> = LazyLock::new(|| {
    let definitions = Definitions::known(KNOWN_RULES);
    let definition =
        |kind: RuleKind| definitions.get(kind.name()).expect("each known rule is defined").clone();
    RuleKind::named().map(definition).collect()
});

/// Returns the definition of a kind, or `None` for statements.
pub(super) fn definition(kind: RuleKind) -> Option<&'static Definition> {
    DEFINITIONS.get(kind as usize).map(|definition| &**definition)
}

impl RuleKind {
    /// Returns the definition in the language for rules, with comments, one of which is an example. It can be part of a
    /// rules file, unless its name is a keyword of the language.
    pub fn definition_text(self) -> &'static str {
        let start = format!("define {}(", self.name());
        let is_own = |block: &&str| block.lines().any(|line| line.starts_with(&start));
        KNOWN_RULES.split("\n\n").find(is_own).unwrap_or_default().trim_end()
    }

    /// Returns an example of a rule for a 9×9 board.
    pub fn example(self) -> &'static str {
        let mut lines = self.definition_text().lines();
        lines.find_map(|line| line.strip_prefix("# Example: ")).unwrap_or_default()
    }
}

/// Returns the sentence about a rule.
pub(super) fn sentence(rule: &Rule) -> String {
    definition(rule.kind).map_or_else(String::new, |definition| definition.about(rule.arguments()))
}

/// Returns whether the digits satisfy the definition of a rule.
pub(super) fn holds(rule: &Rule, geometry: &Geometry, digits: &Digits<'_>) -> bool {
    let Some(definition) = definition(rule.kind) else { return true };
    definition_holds(definition, rule.arguments(), &BoardMap::new(geometry), digits) != Some(false)
}

/// The key of a compiled definition: kind, numbers, board size, and the lengths of the two lists of cells. The cells
/// must be distinct.
type Key = (RuleKind, Vec<i64>, usize, [usize; 2]);

/// The largest number of compiled definitions that a thread keeps.
const MAX_TEMPLATES: usize = 1_000;

thread_local! {
    /// The constraints on the first cells of a large board, or `None` if they depend on the board.
    static TEMPLATES: RefCell<FxHashMap<Key, Option<Rc<[Constraint]>>>> = RefCell::default();
}

/// Returns the constraints of the definition of a rule.
pub(super) fn constraints(rule: &Rule, geometry: &Geometry) -> Vec<Constraint> {
    let cells: Vec<Cell> = rule.cells.iter().chain(&rule.others).copied().collect();
    let template = if cells.iter().all_unique() { template(rule, geometry) } else { None };
    match template {
        Some(template) => {
            let cell = |placeholder: Cell| cells[placeholder.index(MAX_RULE_SIZE)];
            template.iter().map(|constraint| constraint.with_cells(&cell)).collect()
        }
        None => compile(rule.kind, rule.arguments(), geometry).0,
    }
}

/// Returns the constraints on placeholders, which are the cells of a large board in order.
fn template(rule: &Rule, geometry: &Geometry) -> Option<Rc<[Constraint]>> {
    let lengths = [rule.cells.len(), rule.others.len()];
    let key = (rule.kind, rule.values.clone(), geometry.size(), lengths);
    TEMPLATES.with_borrow_mut(|templates| {
        if templates.len() >= MAX_TEMPLATES {
            templates.clear();
        }
        let compile = || {
            let placeholder = |index| Cell::new(index / MAX_RULE_SIZE + 1, index % MAX_RULE_SIZE + 1);
            let placeholders: Vec<Cell> = (0..lengths[0] + lengths[1]).filter_map(placeholder).collect();
            let (cells, others) = placeholders.split_at(lengths[0]);
            let arguments = Arguments { values: &rule.values, cells, others };
            let (constraints, uses_board) = compile(rule.kind, arguments, geometry);
            (!uses_board).then(|| constraints.into())
        };
        templates.entry(key).or_insert_with(compile).clone()
    })
}

/// Compiles the definition of a kind. Also returns whether the constraints depend on more of the board than its size.
fn compile(kind: RuleKind, arguments: Arguments<'_>, geometry: &Geometry) -> (Vec<Constraint>, bool) {
    let Some(definition) = definition(kind) else { return (Vec::new(), false) };
    let compiled = compile_definition(definition, arguments, &BoardMap::new(geometry));
    compiled.expect("the constraints of known rules are small")
}

impl Rule {
    fn arguments(&self) -> Arguments<'_> {
        Arguments { values: &self.values, cells: &self.cells, others: &self.others }
    }
}
