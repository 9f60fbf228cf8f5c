//! Assignments of the variables that generators bind.

use super::super::super::syntax::{Element, Generator, Generators, Lists, MAX_SUBSET_ELEMENTS, Pairs, Span};
use super::super::terms::Id;
use super::{Assignment, Binding, Cases, CasesOf, Grounder, MAX_ASSIGNMENTS, Result, bound};
use crate::puzzle::board::Cell;

impl Grounder<'_> {
    /// Calls `ground` with each assignment in scope and returns the results.
    pub(super) fn each<T>(
        &mut self,
        assignments: Vec<Assignment>,
        mut ground: impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        let variables = self.scope.len();
        let mut results = Vec::with_capacity(assignments.len());
        for assignment in assignments {
            self.scope.extend(assignment);
            let result = ground(self);
            self.scope.truncate(variables);
            results.push(result?);
        }
        Ok(results)
    }

    /// Returns the assignments of the generators that satisfy their condition.
    pub(super) fn assignments(&mut self, generators: &Generators) -> Result<CasesOf<Vec<Assignment>>> {
        let cases = self.assignments_from(generators, 0)?;
        self.assignments += cases.iter().map(|(_, assignments)| assignments.len()).sum::<usize>();
        if self.assignments > MAX_ASSIGNMENTS {
            return self.error(
                generators.span,
                format!("the variables of the statement have more than {MAX_ASSIGNMENTS} assignments"),
            );
        }
        Ok(cases)
    }

    fn assignments_from(&mut self, generators: &Generators, next: usize) -> Result<CasesOf<Vec<Assignment>>> {
        let Some(generator) = generators.list.get(next) else {
            let is_included = match &generators.condition {
                None => true,
                Some(condition) => {
                    let id = self.condition(condition)?;
                    match self.terms.truth_value(id) {
                        Some(value) => value,
                        None => {
                            return self.error(
                                condition.span,
                                "the condition after 'where' must not depend on digits",
                            );
                        }
                    }
                }
            };
            return Ok(self.certain(if is_included { vec![Vec::new()] } else { Vec::new() }));
        };
        let mut all = Vec::new();
        for (condition, values) in self.values_of(generator, generators.span)? {
            let mut cases = vec![(condition, Vec::new())];
            for value in values {
                let variables = self.scope.len();
                self.scope.extend(value.clone());
                let rest = self.assignments_from(generators, next + 1);
                self.scope.truncate(variables);
                let rest = rest?;
                let extended = |mut so_far: Vec<Assignment>, rest: Vec<Assignment>| {
                    so_far.extend(rest.into_iter().map(|rest| [value.clone(), rest].concat()));
                    so_far
                };
                cases = match (&mut cases[..], &rest[..]) {
                    // Usually, nothing depends on digits.
                    ([(_, so_far)], [(condition, rest)])
                        if self.terms.truth_value(*condition) == Some(true) =>
                    {
                        so_far.extend(rest.iter().map(|rest| [value.clone(), rest.clone()].concat()));
                        cases
                    }
                    _ => self.combined(cases, &rest, extended)?,
                };
                if cases.iter().map(|(_, assignments)| assignments.len()).sum::<usize>() > MAX_ASSIGNMENTS {
                    return self.error(
                        generators.span,
                        format!("these variables have more than {MAX_ASSIGNMENTS} assignments"),
                    );
                }
            }
            all.extend(cases);
        }
        Ok(all)
    }

    fn values_of(&mut self, generator: &Generator, span: Span) -> Result<CasesOf<Vec<Assignment>>> {
        let each = |cases: Cases, values: &dyn Fn(Vec<Element>) -> Vec<Assignment>| {
            cases.into_iter().map(|(condition, list)| (condition, values(list))).collect()
        };
        Ok(match generator {
            Generator::Element(_, list) => {
                each(self.list(list)?, &|list| list.into_iter().map(|element| vec![bound(element)]).collect())
            }
            Generator::Member(_, set) => {
                let members = self.set(set)?;
                let members =
                    members.into_iter().map(|member| vec![Binding::Number(self.terms.integer(member))]);
                let members = members.collect();
                self.certain(members)
            }
            Generator::OneOf(_, Lists::Subsets(list)) => {
                let cases = self.list(list)?;
                if cases.iter().any(|(_, list)| list.len() > MAX_SUBSET_ELEMENTS) {
                    return self.error(
                        span,
                        format!("subsets are formed of at most {MAX_SUBSET_ELEMENTS} elements"),
                    );
                }
                let always = self.terms.truth(true);
                each(cases, &|list| {
                    let subset = |bits: usize| {
                        let elements = list.iter().enumerate().filter(|(index, _)| bits >> index & 1 == 1);
                        vec![Binding::List(vec![(always, elements.map(|(_, &element)| element).collect())])]
                    };
                    (1..1_usize << list.len()).map(subset).collect()
                })
            }
            Generator::OneOf(_, lists) => {
                let lists: Vec<Vec<Cell>> = match lists {
                    Lists::Houses(kind) => self.board().houses(*kind).collect(),
                    Lists::Edges => self.board().edges(),
                    Lists::Blocks(rows, columns) => self.board().blocks(*rows, *columns),
                    Lists::Runs(list) | Lists::Subsets(list) => {
                        let (always, map) = (self.terms.truth(true), self.board());
                        return Ok(each(self.list(list)?, &|list| {
                            let cells: Vec<Cell> = list.into_iter().filter_map(Element::cell).collect();
                            let runs = map.runs(&cells).into_iter();
                            runs.map(|run| vec![list_of(always, run)]).collect()
                        }));
                    }
                };
                let always = self.terms.truth(true);
                self.certain(lists.into_iter().map(|list| vec![list_of(always, list)]).collect())
            }
            Generator::Pair(_, Pairs::At(steps)) => {
                let pairs = self.board().pairs(steps);
                self.certain(pairs.into_iter().map(|pair| pair.map(Binding::Cell).to_vec()).collect())
            }
            Generator::Pair(_, Pairs::Consecutive(list)) => each(self.list(list)?, &|list| {
                list.windows(2).map(|pair| vec![bound(pair[0]), bound(pair[1])]).collect()
            }),
            Generator::Pair(_, Pairs::All(list)) => each(self.list(list)?, &|list| {
                let later = |i: usize| list[i + 1..].iter().map(move |&other| (i, other));
                let pairs = (0..list.len()).flat_map(later);
                pairs.map(|(i, other)| vec![bound(list[i]), bound(other)]).collect()
            }),
        })
    }
}

/// Returns a list of cells that does not depend on digits. `always` is the condition that is always true.
fn list_of(always: Id, cells: Vec<Cell>) -> Binding {
    Binding::List(vec![(always, cells.into_iter().map(Element::Cell).collect())])
}
