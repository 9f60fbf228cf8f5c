//! The rules of a puzzle as JSON, with the names and fields of f-puzzles.
//!
//! Each field is the name of a rule, and its value is an array with an object for each rule, or `true` for rules of the
//! whole board. The field `negative` lists the rules of which all marks are given. The field `statement` lists
//! statements, and the field `definitions`, beside the rules or around them, the definitions of rules with other names.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::value::{JsonObject, is_empty, strings};
use crate::puzzle::Puzzle;
use crate::puzzle::board::{Geometry, Variant};
use crate::puzzle::rule::{
    Definition, Definitions, Form, InvalidRule, NamedRule, Position, RuleCall, RuleKind, RuleText, Statement,
    StatementError,
};
use crate::text::error_kind::TextErrorKind;
use crate::text::rule_list::{RuleList, VARIANTS};

/// The values of the field `negative`, and the rules that they stand for.
const NEGATIVE: [(&str, RuleKind); 2] = [("ratio", RuleKind::NegativeRatio), ("xv", RuleKind::NegativeXv)];

/// The name of the field with definitions.
pub(super) const DEFINITIONS: &str = "definitions";

/// Returns whether `name` is the name of a field that [`read`] reads.
pub(super) fn is_rule(name: &str) -> bool {
    name == "negative" || VARIANTS.iter().any(|(known, _)| *known == name) || name.parse::<RuleKind>().is_ok()
}

/// Returns the definitions in the field `definitions` of `object`, and those of `others` that do not have the name of a
/// known rule.
///
/// # Errors
/// Returns an error if a definition is malformed.
pub(super) fn definitions(object: &JsonObject, others: &Definitions) -> Result<Definitions, TextErrorKind> {
    let mut definitions = Definitions::default();
    let expected = TextErrorKind::Expected("an array of definitions in the field \"definitions\"");
    for text in strings(object.get(DEFINITIONS)).ok_or(expected)? {
        let error = |error: StatementError| TextErrorKind::Syntax(format!("definitions: {error}\n{text}"));
        definitions.define(text).map_err(error)?;
    }
    for other in others.iter().filter(|other| !is_rule(other.name())) {
        let error = |error: StatementError| TextErrorKind::Syntax(format!("definitions: {error}"));
        definitions.add(other.clone()).map_err(error)?;
    }
    Ok(definitions)
}

/// Returns the variants and rules in `object`, some of which may have the names of `definitions`. Other fields are
/// ignored.
///
/// Clues outside the board without a number and quadruples without digits are skipped, because f-puzzles draws them but
/// does not enforce them.
///
/// # Errors
/// Returns an error if a rule is malformed.
pub(super) fn read(object: &JsonObject, definitions: &Definitions) -> Result<RuleList, TextErrorKind> {
    let is_set = |name: &str| match object.get(name).filter(|value| !is_empty(value)) {
        Some(Value::Bool(is_set)) => Ok(*is_set),
        None => Ok(false),
        Some(_) => Err(TextErrorKind::Syntax(format!("{name}: expected true or false"))),
    };
    let mut list = RuleList { definitions: definitions.clone(), ..RuleList::default() };
    for &(name, variant) in &VARIANTS {
        if is_set(name)? {
            list.variants.push(variant);
        }
    }
    let rules = &mut list.rules;
    for (name, value) in object.iter().filter(|(_, value)| !is_empty(value)) {
        if let Some(definition) = definitions.get(name) {
            read_own(definition, value, rules)?;
            continue;
        }
        let Ok(kind) = name.parse::<RuleKind>() else { continue };
        if kind.form() == Form::Statement {
            read_statements(value, definitions, rules)?;
            continue;
        }
        if kind.form() == Form::Flag {
            if is_set(name)? {
                rules.push(RuleText::new(kind));
            }
            continue;
        }
        let entries = value.as_array().ok_or_else(|| malformed(name, "an array of rules"))?;
        for entry in entries {
            let entry = entry.as_object().ok_or_else(|| malformed(name, "an object for each rule"))?;
            read_entry(&kind.into(), entry, rules)?;
        }
    }
    let negative =
        strings(object.get("negative")).ok_or_else(|| malformed("negative", "an array of names"))?;
    for name in negative {
        let known = NEGATIVE.iter().find(|(known, _)| *known == name);
        let unknown = || TextErrorKind::Constraint(format!("negative {name}"));
        rules.push(RuleText::new(known.ok_or_else(unknown)?.1));
    }
    list.merge_diagonals();
    Ok(list)
}

/// Returns the variants and rules in `object`, which has no other fields.
///
/// # Errors
/// Returns an error if a field is not a rule, or if a rule is malformed.
pub(super) fn read_only_rules(
    object: &JsonObject,
    definitions: &Definitions,
) -> Result<RuleList, TextErrorKind> {
    let is_known = |name: &str| name == DEFINITIONS || is_rule(name) || definitions.get(name).is_some();
    if let Some(name) = object.keys().find(|name| !is_known(name)) {
        return Err(TextErrorKind::Constraint(name.clone()));
    }
    for (name, value) in object {
        let Ok(kind) = name.parse::<RuleKind>() else { continue };
        if kind.form() == Form::Statement || definitions.get(name).is_some() {
            continue;
        }
        let known = fields(&kind.into());
        for entry in value.as_array().into_iter().flatten().filter_map(Value::as_object) {
            if let Some(field) = entry.keys().find(|field| !known.contains(&&***field)) {
                let expected = format!("the fields {}, found '{field}'", known.join(", "));
                return Err(malformed(name, &expected));
            }
            if !["cell", "cells", "lines"].iter().any(|field| entry.contains_key(*field)) {
                return Err(malformed(name, "cells"));
            }
        }
    }
    read(object, definitions)
}

/// Adds the statements in an array of strings.
fn read_statements(
    value: &Value,
    definitions: &Definitions,
    rules: &mut Vec<RuleText>,
) -> Result<(), TextErrorKind> {
    for text in strings(Some(value)).ok_or_else(|| malformed("statement", "an array of statements"))? {
        let error = |error: InvalidRule| TextErrorKind::Syntax(format!("statement: {error}\n{text}"));
        rules.push(definitions.rule(text).map_err(error)?);
    }
    Ok(())
}

/// Adds the uses of a definition: objects as for known rules of its form, or with a list of cells for each parameter.
fn read_own(
    definition: &Arc<Definition>,
    value: &Value,
    rules: &mut Vec<RuleText>,
) -> Result<(), TextErrorKind> {
    let named = NamedRule::Own(definition.clone());
    let entries = if *value == Value::Bool(true) {
        vec![json!({})]
    } else {
        value.as_array().cloned().unwrap_or_default()
    };
    if entries.is_empty() {
        return Err(malformed(named.name(), "an array of rules, or true for a rule of the whole board"));
    }
    for entry in &entries {
        let entry = entry.as_object().ok_or_else(|| malformed(named.name(), "an object for each rule"))?;
        let has_lists = entry.get("cells").and_then(Value::as_array);
        let has_lists = has_lists.is_some_and(|lists| lists.iter().all(Value::is_array));
        if has_lists || named.form() == Form::Statement {
            rules.push(read_call(definition, entry)?.into());
            continue;
        }
        let known = fields(&named);
        if let Some(field) = entry.keys().find(|field| !known.contains(&&***field)) {
            let expected = format!("the fields {}, found '{field}'", known.join(", "));
            return Err(malformed(named.name(), &expected));
        }
        read_entry(&named, entry, rules)?;
    }
    Ok(())
}

/// Reads a use of a definition with a list of cells for each parameter.
fn read_call(definition: &Arc<Definition>, entry: &JsonObject) -> Result<Statement, TextErrorKind> {
    let name = definition.name();
    let number =
        |value: &Value| value.as_i64().ok_or_else(|| malformed(name, &format!("a number, found {value}")));
    let mut call = RuleCall::default();
    for (field, value) in entry {
        let values = value.as_array().map_or(std::slice::from_ref(value), |values| values);
        match &**field {
            "values" | "value" => call.values = values.iter().map(number).collect::<Result<_, _>>()?,
            "cells" => {
                call.places = values.iter().map(|list| positions(name, list)).collect::<Result<_, _>>()?;
            }
            "direction" => call.direction = value.as_str().and_then(|text| text.parse().ok()),
            _ => {
                return Err(malformed(
                    name,
                    &format!("the fields cells, values, direction, found '{field}'"),
                ));
            }
        }
    }
    Statement::of_call(definition, call).map_err(|error| TextErrorKind::Syntax(error.to_string()))
}

/// Returns the names of the fields of a rule.
fn fields(named: &NamedRule) -> Vec<&'static str> {
    let value = if named.has_list() { "values" } else { "value" };
    let cells: &[_] = match named.form() {
        Form::Flag | Form::Statement => &[],
        Form::Cell | Form::Outside => &["cell", "cells"],
        Form::Diagonal => &["cell", "cells", "direction"],
        Form::Cells(..) | Form::Adjacent => &["cells"],
        Form::CellsAndClones => &["cells", "cloneCells"],
        Form::Line => &["lines"],
        Form::CellsAndLine => &["cells", "lines"],
    };
    [cells, &[value]].concat()
}

/// Adds the names of `variants` to `object`, except for those that are not rules.
pub(super) fn write_variants(variants: &[Variant], object: &mut JsonObject) {
    for variant in variants {
        if *variant == Variant::X {
            object.insert("diagonal+".to_owned(), true.into());
            object.insert("diagonal-".to_owned(), true.into());
        } else if let Some((name, _)) = VARIANTS.iter().find(|(_, known)| known == variant) {
            object.insert((*name).to_owned(), true.into());
        }
    }
}

fn malformed(name: &str, expected: &str) -> TextErrorKind {
    TextErrorKind::Syntax(format!("{name}: expected {expected}"))
}

/// Adds the rules of one JSON object: one for each line or single cell, and otherwise one.
fn read_entry(named: &NamedRule, entry: &JsonObject, rules: &mut Vec<RuleText>) -> Result<(), TextErrorKind> {
    let (name, form) = (named.name(), named.form());
    let mut rule = RuleText::new(RuleKind::Statement);
    rule.values = values(named, entry)?;
    // f-puzzles draws such rules but does not enforce them.
    let is_known = matches!(named, NamedRule::Known(_));
    let needs_number = matches!(form, Form::Outside | Form::Diagonal)
        || named.has_list()
        || *named == NamedRule::Known(RuleKind::Xv);
    if is_known && needs_number && rule.values.is_empty() {
        return Ok(());
    }
    let list = |value: &Value| positions(name, value);
    let field = |name: &str| entry.get(name).filter(|value| !is_empty(value));
    let mut add = |rule| {
        rules.push(named.rule(rule).map_err(|error| TextErrorKind::Syntax(error.to_string()))?);
        Ok(())
    };
    match form {
        Form::Flag | Form::Statement => add(rule),
        Form::Cell | Form::Outside | Form::Diagonal => {
            let Some(cell) = field("cell").or_else(|| field("cells")) else {
                return if is_known { Ok(()) } else { Err(malformed(name, "the field \"cell\"")) };
            };
            rule.cells = if cell.is_array() { list(cell)? } else { vec![position(name, cell)?] };
            let direction = field("direction").and_then(Value::as_str).map(str::parse);
            rule.direction =
                direction.transpose().map_err(|()| malformed(name, "a direction: DR, DL, UR or UL"))?;
            if form != Form::Cell {
                return add(rule);
            }
            let mut cells = std::mem::take(&mut rule.cells).into_iter();
            cells.try_for_each(|cell| add(RuleText { cells: vec![cell], ..rule.clone() }))
        }
        Form::Cells(..) | Form::Adjacent | Form::CellsAndClones => {
            rule.cells = field("cells").map(list).transpose()?.unwrap_or_default();
            rule.others = field("cloneCells").map(list).transpose()?.unwrap_or_default();
            add(rule)
        }
        Form::Line | Form::CellsAndLine => {
            let lines = entry.get("lines").and_then(Value::as_array);
            let lines = lines.ok_or_else(|| malformed(name, "the field \"lines\""))?;
            let cells = field("cells").map(list).transpose()?.unwrap_or_default();
            for line in lines {
                let line = list(line)?;
                let (cells, others) =
                    if form == Form::Line { (line, Vec::new()) } else { (cells.clone(), line) };
                add(RuleText { cells, others, ..rule.clone() })?;
            }
            Ok(())
        }
    }
}

fn positions(name: &str, value: &Value) -> Result<Vec<Position>, TextErrorKind> {
    let cells = value.as_array().ok_or_else(|| malformed(name, "an array of cells"))?;
    cells.iter().map(|cell| position(name, cell)).collect()
}

fn position(name: &str, value: &Value) -> Result<Position, TextErrorKind> {
    let text = value.as_str().unwrap_or_default();
    text.parse().map_err(|_| malformed(name, &format!("a cell such as \"r4c7\", found {value}")))
}

/// Returns the numbers of a rule: the array `values`, or the number or text `value`.
fn values(named: &NamedRule, entry: &JsonObject) -> Result<Vec<i64>, TextErrorKind> {
    let text = |value: &Value| match value {
        Value::String(text) => text.trim().to_owned(),
        value => value.to_string(),
    };
    let field = entry.get(if named.has_list() { "values" } else { "value" }).filter(|value| !is_empty(value));
    let values: Vec<String> = match field {
        None => return Ok(Vec::new()),
        Some(Value::Array(values)) => values.iter().map(text).collect(),
        Some(value) => vec![text(value)],
    };
    let number = |text: &String| named.number(text).map_err(TextErrorKind::from);
    values.iter().filter(|text| !text.is_empty()).map(number).collect()
}

/// Returns the definitions that the rules of `puzzle` use, as text.
pub(super) fn definition_texts(puzzle: &Puzzle) -> Vec<String> {
    puzzle.definitions().iter().map(|definition| definition.text().to_owned()).collect()
}

/// Adds the rules of `puzzle` to `object`.
pub(super) fn write(puzzle: &Puzzle, object: &mut Map<String, Value>) {
    for rule in puzzle.rules() {
        let text = rule.text();
        let call = text.statement.as_ref().and_then(|statement| statement.call());
        if let Some((name, _)) = NEGATIVE.iter().find(|(_, kind)| *kind == text.kind) {
            push(object, "negative", (*name).into());
            continue;
        }
        match (text.named().form(), call) {
            (Form::Flag, _) if text.values.is_empty() => {
                object.insert(rule.name().to_owned(), true.into());
            }
            (Form::Statement, Some((_, call))) => push(object, rule.name(), call_entry(call)),
            (Form::Statement, None) => push(object, rule.name(), text.to_string().into()),
            _ => push(object, rule.name(), entry(&text)),
        }
    }
}

/// Returns the rules in the field `name` that have fields with another purpose than their meaning, for example colors,
/// with all of their fields.
pub(super) fn styled(name: &str, value: &Value, geometry: &Geometry) -> Vec<Value> {
    let Ok(kind) = name.parse::<RuleKind>() else { return Vec::new() };
    let known = fields(&kind.into());
    let mut styled = Vec::new();
    for object in value.as_array().into_iter().flatten().filter_map(Value::as_object) {
        let style = object.iter().filter(|(name, value)| !known.contains(&&***name) && !is_empty(value));
        let style: Vec<(String, Value)> = style.map(|(name, value)| (name.clone(), value.clone())).collect();
        let mut rules = Vec::new();
        if style.is_empty() || read_entry(&kind.into(), object, &mut rules).is_err() {
            continue;
        }
        for rule in rules.iter().filter_map(|rule| rule.on(geometry).ok()) {
            let mut entry = entry(&rule.text());
            entry.as_object_mut().into_iter().for_each(|entry| entry.extend(style.iter().cloned()));
            styled.push(entry);
        }
    }
    styled
}

fn push(object: &mut Map<String, Value>, name: &str, value: Value) {
    if let Value::Array(values) = object.entry(name).or_insert_with(|| json!([])) {
        values.push(value);
    }
}

/// Returns the use of a definition as a JSON object.
fn call_entry(call: &RuleCall) -> Value {
    let list =
        |cells: &Vec<Position>| cells.iter().map(|cell| cell.to_string().to_uppercase()).collect::<Vec<_>>();
    let mut entry = json!({ "cells": call.places.iter().map(list).collect::<Vec<_>>() });
    if !call.values.is_empty() {
        entry["values"] = call.values.clone().into();
    }
    if let Some(direction) = call.direction {
        entry["direction"] = direction.to_string().into();
    }
    entry
}

/// Returns a rule as a JSON object. Cells have the spelling of f-puzzles, `R1C1`.
fn entry(text: &RuleText) -> Value {
    let cell = |cell: &Position| Value::from(cell.to_string().to_uppercase());
    let list = |cells: &[Position]| cells.iter().map(cell).collect::<Vec<_>>();
    let mut entry = match text.named().form() {
        Form::Flag | Form::Statement => json!({}),
        Form::Cell | Form::Outside | Form::Diagonal => json!({ "cell": cell(&text.cells[0]) }),
        Form::Cells(..) | Form::Adjacent => json!({ "cells": list(&text.cells) }),
        Form::CellsAndClones => json!({ "cells": list(&text.cells), "cloneCells": list(&text.others) }),
        Form::Line => json!({ "lines": [list(&text.cells)] }),
        Form::CellsAndLine => {
            // In this format, an arrow starts in the cell of its circle that is nearest to it.
            let distance = |cell: &&Position| {
                let first = text.others[0];
                (cell.row - first.row).abs().max((cell.column - first.column).abs())
            };
            let start = text.cells.iter().min_by_key(distance);
            let line: Vec<Position> = start.into_iter().chain(&text.others).copied().collect();
            json!({ "cells": list(&text.cells), "lines": [list(&line)] })
        }
    };
    if let Some(direction) = text.direction {
        entry["direction"] = direction.to_string().into();
    }
    if text.named().has_list() {
        entry["values"] = text.values.clone().into();
    } else if let Some(number) = text.numbers().pop() {
        entry["value"] = number.into();
    }
    entry
}
