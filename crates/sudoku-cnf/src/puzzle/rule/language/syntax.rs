//! The syntax tree of statements and definitions. Names are resolved and types are checked, but places are not yet
//! checked against a board.

use std::sync::Arc;

use super::super::position::{Direction, Position};
use crate::named_enum;
use crate::puzzle::board::{Cell, Line};

/// A part of the text of a statement or definition, as a range of byte offsets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Span {
    pub(super) start: u32,
    pub(super) end: u32,
}

impl Span {
    /// Returns the smallest part that contains this part and `other`.
    pub(super) fn to(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// The number of a variable: its index among the variables that are visible where it is bound.
pub(super) type Slot = usize;

/// The type of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Type {
    Number,
    Cell,
    Cells,
    Numbers,
}

named_enum! {
    /// The type of a parameter of a definition.
    pub(super) enum ParameterType: "type" {
        Int = "int",
        Ints = "ints",
        Cell = "cell",
        Cells = "cells",
        /// The cells that are seen from a position outside the board.
        Clue = "clue",
        /// The cells of a diagonal that is seen from a position outside the board.
        Diagonal = "diagonal",
    }
}

impl ParameterType {
    pub(super) fn of_variable(self) -> Type {
        match self {
            Self::Int => Type::Number,
            Self::Ints => Type::Numbers,
            Self::Cell => Type::Cell,
            Self::Cells | Self::Clue | Self::Diagonal => Type::Cells,
        }
    }

    /// Returns whether a rule states the argument after the colon.
    pub(super) fn is_place(self) -> bool {
        !matches!(self, Self::Int | Self::Ints)
    }
}

/// A parameter of a definition.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Parameter {
    pub(super) name: String,
    pub(super) kind: ParameterType,
    /// The number that replaces a missing argument. It may depend on the size of the board only.
    pub(super) default: Option<Number>,
}

/// The numbers and cells of a known rule.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Arguments<'a> {
    pub(in super::super) values: &'a [i64],
    pub(in super::super) cells: &'a [Cell],
    pub(in super::super) others: &'a [Cell],
}

/// The value of a parameter in a rule.
#[derive(Clone, Copy, Debug)]
pub(super) enum Given<'a> {
    Number(i64),
    Default(&'a Number),
    Numbers(&'a [i64]),
    Cell(Cell),
    Cells(&'a [Cell]),
}

/// An element of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Element {
    Cell(Cell),
    Number(i128),
}

impl Element {
    pub(super) fn cell(self) -> Option<Cell> {
        if let Self::Cell(cell) = self { Some(cell) } else { None }
    }
}

named_enum! {
    /// A drawing of the cells of a rule.
    #[derive(Default)]
    pub enum Shape: "shape" {
        /// A line through the cells of each list.
        Line = "line",
        /// An outline around the cells.
        Cage = "cage",
        /// A shade on each cell.
        Cells = "cells",
        /// A dot on the border between two adjacent cells.
        Dots = "dots",
        /// The number at a position outside the board.
        Outside = "outside",
        /// Nothing.
        #[default]
        None = "none",
    }
}

/// The colors of lines and cells.
pub(super) const COLORS: [&str; 8] =
    ["gray", "green", "purple", "blue", "orange", "teal", "yellow", "lavender"];

/// A definition, which is written `define NAME(PARAMETERS): CONDITION`. Its body can also be a number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Definition {
    pub(super) name: String,
    pub(super) parameters: Vec<Parameter>,
    pub(super) body: Body,
    /// The template of the sentence.
    pub(super) sentence: Option<String>,
    /// The template of the sentence if a number is omitted.
    pub(super) sentence_without: Option<String>,
    pub(super) shape: Shape,
    pub(super) color: Option<String>,
    /// The text in one line.
    pub(super) text: String,
    /// The definitions that the body uses.
    pub(super) used: Vec<Arc<Definition>>,
}

impl Definition {
    /// Returns the name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the definition as text in one line.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns whether the definition has a sentence.
    pub fn has_sentence(&self) -> bool {
        self.sentence.is_some()
    }

    /// Returns how the cells of a rule with this definition are drawn, and the color.
    pub fn shape(&self) -> (Shape, Option<&str>) {
        (self.shape, self.color.as_deref())
    }
}

/// The body of a definition.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Body {
    Condition(Condition),
    Number(Number),
}

/// A use of a definition.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Call {
    pub(super) definition: Arc<Definition>,
    pub(super) arguments: Vec<Argument>,
}

/// An argument of a definition.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Argument {
    Number(Number),
    Cell(CellName),
    List(List),
}

/// A condition and its place in the text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Condition {
    pub(super) kind: Box<ConditionKind>,
    pub(super) span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum ConditionKind {
    Not(Condition),
    All(Vec<Condition>),
    Any(Vec<Condition>),
    Implies(Condition, Condition),
    /// `a <-> b <-> c` is `(a <-> b) <-> c`.
    Equivalent(Vec<Condition>),
    If(Condition, Condition, Condition),
    Compare(Number, Relation, Number),
    In(Number, Set),
    Quantified {
        is_universal: bool,
        generators: Generators,
        body: Condition,
    },
    AllDifferent {
        numbers: Numbers,
        except: Option<Set>,
    },
    LexLess(List, List),
    Permutation(List, List),
    Regular(List, super::pattern::Pattern),
    /// The state of a fold equals a tuple.
    FoldEquals(Fold, Vec<Number>),
    Call(Call),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Relation {
    Equal,
    NotEqual,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

/// A term that denotes a number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Number {
    Integer(i64),
    /// The size of the board.
    Size,
    Variable(Slot),
    Cell(CellName),
    /// The terms of a sum. `true` stands for a negative term.
    Sum(Vec<(bool, Number)>),
    /// A product: the first operand, then each operator with its operand, from left to right.
    Product(Box<Number>, Vec<(Operator, Number)>),
    Absolute(Box<Number>),
    If(Condition, Box<Number>, Box<Number>),
    Index(List, Box<Number>),
    Aggregate(Aggregate, Numbers),
    /// The number of assignments of the generators that satisfy the condition.
    Count(Generators, Condition),
    /// The number of elements that are equal to a number.
    CountEqual(List, Box<Number>),
    /// The number of the row, column or box of a cell.
    Coordinate(Line, CellName),
    Length(List),
    Fold(Fold),
    Call(Call),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Operator {
    Times,
    Div,
    Mod,
}

named_enum! {
    /// A function of a sequence of numbers.
    pub(super) enum Aggregate: "function" {
        Sum = "sum",
        Product = "product",
        Minimum = "min",
        Maximum = "max",
        /// The number of distinct values.
        Distinct = "nvalue",
    }
}

/// A sequence of numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Numbers {
    /// The elements of lists and single numbers.
    Items(Vec<Item>),
    /// The value of a number for each assignment of the generators.
    Each(Generators, Box<Number>),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Item {
    List(List),
    Number(Number),
}

/// A cell, by its name or as a variable.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum CellName {
    At(Position, Span),
    Variable(Slot),
}

/// A list of cells or numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct List {
    pub(super) kind: Box<ListKind>,
    pub(super) span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum ListKind {
    Cell(CellName),
    /// The rectangle between two corners, from the first to the second.
    Between(CellName, CellName),
    House {
        /// The number of the board, or `None` for the first board.
        board: Option<usize>,
        kind: Line,
        number: Number,
    },
    Diagonal {
        is_rising: bool,
        board: Option<usize>,
    },
    /// All cells of the board.
    Cells,
    Variable(Slot),
    /// The cells that are seen from a position outside the board.
    Clue(Position, Option<Direction>),
    /// The elements from a first to a last position, which are counted from 1.
    Slice(List, Number, Number),
    Concatenation(Vec<List>),
    Reverse(List),
    /// The elements without repetitions, in the order of their first occurrence.
    Unique(List),
    /// Numbers, as the argument of a parameter of type `ints`.
    Numbers(Vec<i64>),
}

/// A set of constant numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Set {
    pub(super) kind: Box<SetKind>,
    pub(super) span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum SetKind {
    Members(Vec<Number>),
    Range(Number, Number),
}

/// Generators, which bind variables, with a condition on their constant values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Generators {
    pub(super) list: Vec<Generator>,
    pub(super) condition: Option<Box<Condition>>,
    pub(super) span: Span,
}

/// A generator. The slots are those of the variables that it binds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Generator {
    Element(Slot, List),
    Member(Slot, Set),
    OneOf(Slot, Lists),
    Pair([Slot; 2], Pairs),
}

/// A sequence of lists.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Lists {
    Houses(Line),
    /// All rows and columns, read from both ends.
    Edges,
    Blocks(usize, usize),
    Subsets(List),
    /// The longest parts of a list within one box.
    Runs(List),
}

/// A sequence of pairs of cells.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Pairs {
    /// Pairs of cells of the board, by the distances from the first cell to the second.
    At(Vec<(i32, i32)>),
    Consecutive(List),
    All(List),
}

/// A state that changes with each element of a list.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Fold {
    /// The slots of the variables of the state.
    pub(super) state: Vec<Slot>,
    pub(super) start: Vec<Number>,
    /// The slot of the element.
    pub(super) element: Slot,
    pub(super) list: List,
    pub(super) next: Box<Tuple>,
    pub(super) result: Option<Box<Number>>,
}

/// The next state of a fold.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Tuple {
    Numbers(Vec<Number>),
    If(Condition, Box<Tuple>, Box<Tuple>),
}

/// The greatest number of elements of a list of which all subsets are formed.
pub(super) const MAX_SUBSET_ELEMENTS: usize = 12;
