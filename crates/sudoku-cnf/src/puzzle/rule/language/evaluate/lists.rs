//! Values of lists, sets and generators.

use itertools::Itertools;

use super::super::super::clue::seen_from;
use super::super::syntax::{
    CellName, Element, Generator, Generators, List, ListKind, Lists, Pairs, Set, SetKind,
};
use super::{Binding, Evaluator, Missing, Value, bound};
use crate::puzzle::board::Cell;

impl Evaluator<'_> {
    pub(super) fn cell(&self, cell: &CellName) -> Option<Cell> {
        match cell {
            CellName::At(position, _) => position.cell().filter(|&cell| self.map.geometry().contains(cell)),
            CellName::Variable(slot) => match self.scope[*slot] {
                Binding::Cell(cell) => Some(cell),
                _ => None,
            },
        }
    }

    pub(super) fn list(&mut self, list: &List) -> Value<Vec<Element>> {
        let cells = |cells: Option<Vec<Cell>>| {
            let cells = cells.ok_or(Missing::Undefined)?;
            Ok(cells.into_iter().map(Element::Cell).collect::<Vec<_>>())
        };
        match &*list.kind {
            ListKind::Cell(cell) => cells(self.cell(cell).map(|cell| vec![cell])),
            ListKind::Between(start, end) => {
                let corners = self.cell(start).zip(self.cell(end));
                cells(corners.and_then(|(start, end)| self.map.rectangle(start, end)))
            }
            ListKind::House { board, kind, number } => {
                let number = usize::try_from(self.number(number)?).map_err(|_| Missing::Undefined)?;
                cells(self.map.house(board.unwrap_or(1), *kind, number))
            }
            ListKind::Diagonal { is_rising, board } => {
                cells(self.map.diagonal(board.unwrap_or(1), *is_rising))
            }
            ListKind::Cells => cells(Some(self.map.geometry().cells().collect())),
            ListKind::Variable(slot) => match &self.scope[*slot] {
                Binding::List(list) => list.clone(),
                Binding::Cell(cell) => Ok(vec![Element::Cell(*cell)]),
                Binding::Number(_) => Err(Missing::Undefined),
            },
            ListKind::Clue(position, direction) => {
                cells(seen_from(*position, *direction, self.map.geometry()).ok().map(|(_, cells)| cells))
            }
            ListKind::Slice(list, start, end) => {
                let (list, start, end) = (self.list(list)?, self.number(start)?, self.number(end)?);
                if start > end {
                    return Ok(Vec::new());
                }
                let range = usize::try_from(start - 1).ok().zip(usize::try_from(end).ok());
                let part = range.and_then(|(start, end)| list.get(start..end));
                part.map(<[_]>::to_vec).ok_or(Missing::Undefined)
            }
            ListKind::Concatenation(lists) => {
                let lists: Value<Vec<_>> = lists.iter().map(|list| self.list(list)).collect();
                Ok(lists?.concat())
            }
            ListKind::Reverse(list) => Ok(self.list(list)?.into_iter().rev().collect()),
            ListKind::Unique(list) => Ok(self.list(list)?.into_iter().unique().collect()),
            ListKind::Numbers(numbers) => {
                Ok(numbers.iter().map(|&number| Element::Number(number.into())).collect())
            }
        }
    }

    pub(super) fn set(&mut self, set: &Set) -> Value<Vec<i128>> {
        match &*set.kind {
            SetKind::Members(members) => members.iter().map(|member| self.number(member)).collect(),
            SetKind::Range(first, last) => Ok((self.number(first)?..=self.number(last)?).collect()),
        }
    }

    /// Calls `visit` for each assignment of the generators, until it returns `false`.
    pub(super) fn each(
        &mut self,
        generators: &Generators,
        visit: &mut dyn FnMut(&mut Self) -> bool,
    ) -> Value<()> {
        let variables = self.scope.len();
        let result = self.each_from(generators, 0, visit);
        self.scope.truncate(variables);
        result.map(drop)
    }

    /// Assigns the generators from the index `next` on. Returns whether to go on.
    fn each_from(
        &mut self,
        generators: &Generators,
        next: usize,
        visit: &mut dyn FnMut(&mut Self) -> bool,
    ) -> Value<bool> {
        let Some(generator) = generators.list.get(next) else {
            let condition = generators.condition.as_ref();
            let is_visited = condition.is_none_or(|condition| self.condition(condition) == Some(true));
            return Ok(!is_visited || visit(self));
        };
        let variables = self.scope.len();
        for values in self.assignments(generator)? {
            self.scope.truncate(variables);
            self.scope.extend(values);
            if !self.each_from(generators, next + 1, visit)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn assignments(&mut self, generator: &Generator) -> Value<Vec<Vec<Binding>>> {
        let list_of =
            |cells: Vec<Cell>| vec![Binding::List(Ok(cells.into_iter().map(Element::Cell).collect()))];
        Ok(match generator {
            Generator::Element(_, list) => {
                self.list(list)?.into_iter().map(|element| vec![bound(element)]).collect()
            }
            Generator::Member(_, set) => {
                self.set(set)?.into_iter().map(|number| vec![Binding::Number(Ok(number))]).collect()
            }
            Generator::OneOf(_, lists) => match lists {
                Lists::Houses(kind) => self.map.houses(*kind).map(list_of).collect(),
                Lists::Edges => self.map.edges().into_iter().map(list_of).collect(),
                Lists::Blocks(rows, columns) => {
                    self.map.blocks(*rows, *columns).into_iter().map(list_of).collect()
                }
                Lists::Runs(list) => {
                    let list = self.list(list)?;
                    let cells: Vec<Cell> = list.into_iter().filter_map(Element::cell).collect();
                    self.map.runs(&cells).into_iter().map(list_of).collect()
                }
                Lists::Subsets(list) => {
                    let list = self.list(list)?;
                    let subset = |bits: usize| {
                        let elements = list.iter().enumerate().filter(|(index, _)| bits >> index & 1 == 1);
                        vec![Binding::List(Ok(elements.map(|(_, &element)| element).collect()))]
                    };
                    (1..1_usize << list.len()).map(subset).collect()
                }
            },
            Generator::Pair(_, pairs) => {
                let pairs: Vec<[Binding; 2]> = match pairs {
                    Pairs::At(steps) => {
                        self.map.pairs(steps).into_iter().map(|pair| pair.map(Binding::Cell)).collect()
                    }
                    Pairs::Consecutive(list) => {
                        let list = self.list(list)?;
                        list.windows(2).map(|pair| [bound(pair[0]), bound(pair[1])]).collect()
                    }
                    Pairs::All(list) => {
                        let list = self.list(list)?;
                        let later = |i: usize| list[i + 1..].iter().map(move |&other| (i, other));
                        let pairs = (0..list.len()).flat_map(later);
                        pairs.map(|(i, other)| [bound(list[i]), bound(other)]).collect()
                    }
                };
                pairs.into_iter().map(Vec::from).collect()
            }
        })
    }
}
