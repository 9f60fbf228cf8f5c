//! The rules of a step, as the definitions of techniques need them.

use itertools::Itertools;
use sudoku_cnf::puzzle::board::{HouseKind, HouseName};

use super::super::element::{Element, Literal};
use super::super::ids::{CandidateId, CellId, DigitId, HouseId};
use super::super::known::Known;

/// The rules of a step and its conclusions. Candidates, cells, houses and digits are numbered as in the tables.
pub(super) struct Shape<'a> {
    /// The cells that contain exactly one digit.
    pub(super) cells: Vec<CellId>,
    /// The houses, each with a digit that has a place in it.
    pub(super) houses: Vec<(HouseId, DigitId)>,
    /// The conclusions, of which there is at least one.
    pub(super) derived: &'a [Literal],
    pub(super) known: &'a Known<'a>,
}

impl<'a> Shape<'a> {
    pub(super) fn new(elements: &[Element], derived: &'a [Literal], known: &'a Known<'a>) -> Self {
        let (mut cells, mut houses) = (Vec::new(), Vec::new());
        for element in elements {
            match *element {
                Element::Cell(cell) => cells.push(cell),
                Element::House(house, digit) => houses.push((house, digit)),
                _ => {}
            }
        }
        Self { cells, houses, derived, known }
    }

    /// Returns the open candidates of a cell.
    pub(super) fn candidates(&self, cell: CellId) -> Vec<CandidateId> {
        self.open(Element::Cell(cell))
    }

    /// Returns the open candidates of a digit in a house.
    pub(super) fn places(&self, (house, digit): (HouseId, DigitId)) -> Vec<CandidateId> {
        self.open(Element::House(house, digit))
    }

    /// Returns the digits of the open candidates of `cells` in ascending order.
    pub(super) fn digits(&self, cells: &[CellId]) -> Vec<DigitId> {
        let ids = cells.iter().flat_map(|&cell| self.candidates(cell));
        ids.map(|id| self.known.tables.digit(id)).sorted_unstable().dedup().collect()
    }

    /// Returns the open candidates of `digit` in `cells`.
    pub(super) fn in_cells(&self, cells: &[CellId], digit: DigitId) -> Vec<CandidateId> {
        let ids = cells.iter().map(|&cell| self.known.tables.id(cell, digit));
        ids.filter(|&id| self.known.is_open(id)).collect()
    }

    /// Returns the houses that contain the cells of both candidates.
    pub(super) fn shared_houses(&self, a: CandidateId, b: CandidateId) -> impl Iterator<Item = HouseId> {
        let tables = self.known.tables;
        let houses = |id: CandidateId| &tables.houses_of[tables.cell(id)];
        houses(a).iter().copied().filter(move |house| houses(b).contains(house))
    }

    /// Returns whether all `cells` are in one house.
    pub(super) fn are_in_a_house(&self, cells: &[CellId]) -> bool {
        let tables = self.known.tables;
        let Some(&first) = cells.first() else { return false };
        let mut houses = tables.houses_of[first].iter();
        houses.any(|&house| cells.iter().all(|cell| tables.houses[house].contains(cell)))
    }

    /// Returns the cells and houses of the step.
    pub(super) fn rules(&self) -> Vec<Element> {
        let houses = self.houses.iter().map(|&(house, digit)| Element::House(house, digit));
        self.cells.iter().map(|&cell| Element::Cell(cell)).chain(houses).collect()
    }

    /// Returns whether the cells and houses among `elements` are those of the step.
    pub(super) fn are_rules(&self, elements: impl Iterator<Item = Element>) -> bool {
        let rules = elements.filter(|element| matches!(element, Element::Cell(_) | Element::House(..)));
        rules.sorted().dedup().eq(self.rules().into_iter().sorted())
    }

    /// Returns the open candidates of a cell or house.
    pub(super) fn open(&self, rule: Element) -> Vec<CandidateId> {
        self.known.open_of(rule)
    }

    /// Returns whether the candidate `id` has the same digit as each of `others` and sees all of them.
    pub(super) fn sees_all(&self, id: CandidateId, others: &[CandidateId]) -> bool {
        others.iter().all(|&other| self.known.tables.clash(id, other))
    }

    /// Returns the only digit of the rules if they are all about places in houses.
    pub(super) fn single_digit(&self) -> Option<DigitId> {
        let &(_, digit) = self.houses.first().filter(|_| self.cells.is_empty())?;
        self.houses.iter().all(|&(_, other)| other == digit).then_some(digit)
    }

    pub(super) fn house_name(&self, house: HouseId) -> HouseName {
        self.known.tables.geometry.house(house.into()).name
    }

    pub(super) fn house_kind(&self, house: HouseId) -> HouseKind {
        self.house_name(house).kind
    }
}
