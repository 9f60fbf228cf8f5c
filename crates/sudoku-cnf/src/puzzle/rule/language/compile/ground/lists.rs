//! Ground lists of cells, and sets of constants.

use itertools::Itertools;

use super::super::super::super::clue::seen_from;
use super::super::super::syntax::{Element, List, ListKind, Number, Relation, Set, SetKind, Span};
use super::super::terms::Id;
use super::{Binding, Cases, CasesOf, Grounder, MAX_ASSIGNMENTS, MAX_CASES, Result};

impl Grounder<'_> {
    pub(super) fn list(&mut self, list: &List) -> Result<Cases> {
        let span = list.span;
        let cells = match &*list.kind {
            ListKind::Cell(cell) => Some(vec![self.cell(cell)?]),
            ListKind::Between(start, end) => {
                let (start, end) = (self.cell(start)?, self.cell(end)?);
                self.board().rectangle(start, end)
            }
            ListKind::House { board, kind, number } => {
                let number = self.number(number)?;
                let Some(number) = self.terms.value(number) else {
                    return self.error(span, "the number of a house must be constant");
                };
                self.check_board(*board, span)?;
                let index = usize::try_from(number).ok();
                let cells = index.and_then(|index| self.board().house(board.unwrap_or(1), *kind, index));
                if cells.is_none() {
                    let name = kind.name();
                    return self.error(span, format!("the board has no {name} {number}"));
                }
                cells
            }
            ListKind::Diagonal { is_rising, board } => {
                self.check_board(*board, span)?;
                self.board().diagonal(board.unwrap_or(1), *is_rising)
            }
            ListKind::Cells => Some(self.board().geometry().cells().collect()),
            ListKind::Clue(position, direction) => {
                let seen = seen_from(*position, *direction, self.board().geometry());
                let Ok((_, cells)) = seen else {
                    let message = format!("{position} is not a position next to the board, for example r0c1");
                    return self.error(span, message);
                };
                Some(cells)
            }
            ListKind::Variable(slot) => {
                return Ok(match self.scope[*slot].clone() {
                    Binding::List(cases) => cases,
                    Binding::Cell(cell) => self.certain(vec![Element::Cell(cell)]),
                    Binding::Number(_) | Binding::Constant(_) => {
                        return self.error(span, "expected a list, found a number");
                    }
                });
            }
            ListKind::Slice(list, start, end) => return self.slice(list, start, end),
            ListKind::Concatenation(lists) => {
                let mut cases = self.certain(Vec::new());
                for list in lists {
                    let next = self.list(list)?;
                    cases = self.combined(cases, &next, |left, right| [left, right].concat())?;
                }
                return Ok(cases);
            }
            ListKind::Reverse(list) => {
                let mut cases = self.list(list)?;
                for (_, list) in &mut cases {
                    list.reverse();
                }
                return Ok(cases);
            }
            ListKind::Unique(list) => {
                let mut cases = self.list(list)?;
                for (_, list) in &mut cases {
                    *list = list.iter().copied().unique().collect();
                }
                return Ok(cases);
            }
            ListKind::Numbers(numbers) => {
                return Ok(
                    self.certain(numbers.iter().map(|&number| Element::Number(number.into())).collect())
                );
            }
        };
        let Some(cells) = cells else { return self.error(span, "a cell of this list is not on the board") };
        Ok(self.certain(cells.into_iter().map(Element::Cell).collect()))
    }

    fn check_board(&mut self, board: Option<usize>, span: Span) -> Result<()> {
        let count = self.board().board_count();
        match board {
            None if count > 1 => {
                let message = format!("name one of the {count} grids, for example: grid 1 row 3");
                self.error(span, message)
            }
            Some(board) if board > count => self.error(span, format!("there is no grid {board}")),
            _ => Ok(()),
        }
    }

    /// Returns a part of a list, with a case for each pair of possible bounds.
    fn slice(&mut self, list: &List, start: &Number, end: &Number) -> Result<Cases> {
        let span = list.span;
        let (cases, start, end) = (self.list(list)?, self.number(start)?, self.number(end)?);
        let longest = cases.iter().map(|(_, list)| list.len()).max().unwrap_or(0) as i128;
        let starts = self.cases_of_number(start, 1, longest + 1);
        let ends = self.cases_of_number(end, 0, longest);
        let bounds = self.combined(starts, &ends, |start, end| (start, end))?;
        let mut slices = Vec::new();
        let is_empty = self.compare(start, Relation::Greater, end);
        for (condition, list) in cases {
            // An empty range is possible for all bounds.
            let is_empty = self.terms.all(&[condition, is_empty]);
            if self.terms.truth_value(is_empty) != Some(false) {
                slices.push((is_empty, Vec::new()));
            }
            for &(bounds, (start, end)) in bounds.iter().filter(|(_, (start, end))| start <= end) {
                let range = usize::try_from(start - 1).ok().zip(usize::try_from(end).ok());
                let part = range.and_then(|(start, end)| list.get(start..end));
                let Some(part) = part else { continue };
                let both = self.terms.all(&[condition, bounds]);
                if self.terms.truth_value(both) != Some(false) {
                    slices.push((both, part.to_vec()));
                }
            }
        }
        if slices.len() > MAX_CASES {
            return self.error(span, format!("this part of a list has more than {MAX_CASES} cases"));
        }
        Ok(slices)
    }

    /// Returns the values of a number in a range, with their conditions.
    fn cases_of_number(&mut self, number: Id, low: i128, high: i128) -> CasesOf<i128> {
        let (least, most) = self.terms.bounds(number).unwrap_or((low, high));
        let mut cases = Vec::new();
        for value in low.max(least)..=high.min(most) {
            let integer = self.terms.integer(value);
            let is_value = self.terms.equal(number, integer);
            if self.terms.truth_value(is_value) != Some(false) {
                cases.push((is_value, value));
            }
        }
        cases
    }

    pub(super) fn set(&mut self, set: &Set) -> Result<Vec<i128>> {
        let constant = |grounder: &mut Self, number: &Number| {
            let id = grounder.number(number)?;
            let value = grounder.terms.value(id);
            value.map_or_else(
                || {
                    grounder
                        .error(set.span, "the numbers of a set must be constant, but depend on digits here")
                },
                Ok,
            )
        };
        match &*set.kind {
            SetKind::Members(members) => members.iter().map(|member| constant(self, member)).collect(),
            SetKind::Range(first, last) => {
                let (first, last) = (constant(self, first)?, constant(self, last)?);
                if last.saturating_sub(first) > MAX_ASSIGNMENTS as i128 {
                    return self
                        .error(set.span, format!("this range has more than {MAX_ASSIGNMENTS} numbers"));
                }
                Ok((first..=last).collect())
            }
        }
    }
}
