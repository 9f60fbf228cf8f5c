//! The parameters of a definition in a rule: how the rule is written, their values, and its sentence.

use itertools::Itertools;

use super::super::form::{Form, Values};
use super::syntax::{Arguments, Definition, Given, Number, Parameter, ParameterType, Shape};

impl Definition {
    /// Returns how the cells of a rule with this definition are written. If the parameters are not those of any known
    /// rule, this is [`Form::Statement`].
    pub(in super::super) fn form(&self) -> Form {
        use ParameterType::{Cell, Cells, Clue, Diagonal};
        let kinds = self.parameters.iter().map(|parameter| parameter.kind);
        let places: Vec<ParameterType> = kinds.filter(|kind| kind.is_place()).collect();
        match (&places[..], self.shape) {
            ([], _) => Form::Flag,
            ([Cell], _) => Form::Cell,
            ([Cell, Cell], Shape::Dots) => Form::Adjacent,
            ([Clue], _) => Form::Outside,
            ([Diagonal], _) => Form::Diagonal,
            ([Cells], Shape::Line) => Form::Line,
            ([Cells], _) => Form::Cells(1, usize::MAX),
            ([Cell | Cells, Cells], Shape::Line) => Form::CellsAndLine,
            ([Cells, Cells], _) => Form::CellsAndClones,
            (cells, _) if cells.iter().all(|&kind| kind == Cell) => Form::Cells(cells.len(), cells.len()),
            _ => Form::Statement,
        }
    }

    /// Returns the numbers that a rule with this definition has.
    pub(in super::super) fn values(&self) -> Values {
        let numbers = self.parameters.iter().filter(|parameter| !parameter.kind.is_place());
        match numbers.collect::<Vec<_>>()[..] {
            [] => Values::None,
            [number] if number.kind == ParameterType::Int && number.default.is_some() => Values::Optional,
            [number] if number.kind == ParameterType::Int => Values::Required,
            _ => Values::List,
        }
    }

    /// Returns the values of the parameters.
    pub(super) fn assign<'a>(&'a self, Arguments { values, cells, others }: Arguments<'a>) -> Vec<Given<'a>> {
        let mut numbers = values.iter();
        let mut single_cells = cells.iter();
        let mut lists = [cells, others].into_iter();
        let mut value = |parameter: &'a Parameter| {
            Some(match parameter.kind {
                ParameterType::Int => match numbers.next() {
                    Some(&number) => Given::Number(number),
                    None => Given::Default(parameter.default.as_ref()?),
                },
                ParameterType::Ints => Given::Numbers(values),
                ParameterType::Cell => Given::Cell(*single_cells.next()?),
                _ => Given::Cells(lists.next()?),
            })
        };
        self.parameters.iter().filter_map(&mut value).collect()
    }

    /// Returns the sentence about a known rule.
    pub(in super::super) fn about(&self, arguments: Arguments<'_>) -> String {
        let given = self.assign(arguments);
        let is_complete = !given.iter().any(|value| matches!(value, Given::Default(_)));
        let words: Vec<(String, String)> = given.iter().map(Given::describe).collect();
        self.filled(is_complete, &words).unwrap_or_default()
    }

    /// Returns the sentence, in which each parameter is replaced by its description and `{l[1]}` by its first part.
    /// Returns `None` if the definition has no sentence.
    pub(super) fn filled(&self, is_complete: bool, words: &[(String, String)]) -> Option<String> {
        let without = self.sentence_without.as_ref().filter(|_| !is_complete);
        let mut sentence = without.or(self.sentence.as_ref())?.clone();
        for (parameter, (all, first)) in self.parameters.iter().zip(words) {
            let name = &parameter.name;
            sentence =
                sentence.replace(&format!("{{{name}}}"), all).replace(&format!("{{{name}[1]}}"), first);
        }
        Some(sentence)
    }
}

impl Given<'_> {
    /// Returns the value in words, and its first cell.
    fn describe(&self) -> (String, String) {
        let all = match self {
            Self::Number(number) | Self::Default(Number::Integer(number)) => number.to_string(),
            Self::Default(_) => String::new(),
            Self::Numbers(numbers) => numbers.iter().join(", "),
            Self::Cell(cell) => cell.to_string(),
            Self::Cells(cells) => cells.iter().join(" "),
        };
        let first = all.split(' ').next().unwrap_or_default().to_owned();
        (all, first)
    }
}
