//! The names of steps.

use std::fmt;

use sudoku_cnf::puzzle::board::{HouseKind, HouseName};

use super::clause_set::ClauseSet;
use super::element::{Element, Literal};
use super::known::Known;
use super::reason::Reason;

/// The name of a step, which follows from its rules.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Technique {
    /// The puzzle contains the digit or excludes the candidate.
    Given,
    /// A digit is placed in the same cell, or the same digit in a peer.
    PlacedDigit,
    /// All other cells of a house are filled.
    FullHouse,
    /// A digit has only one place in a house.
    HiddenSingle,
    /// A cell has only one candidate.
    NakedSingle,
    /// All places for a digit in a box see the excluded candidates.
    Pointing,
    /// All places for a digit in a house other than a box see the excluded candidates.
    Claiming,
    /// This number of cells of a house have, taken together, the same number of candidate digits.
    NakedSubset(usize),
    /// This number of digits have, taken together, the same number of places in a house.
    HiddenSubset(usize),
    /// All places for a digit in the base houses lie in an equal number of cover houses.
    Fish {
        /// The houses in which the digit needs a place.
        base: Vec<HouseName>,
        /// The houses from which the digit is excluded elsewhere.
        cover: Vec<HouseName>,
    },
    /// A cell with two candidates sees two other cells with two candidates, which share the excluded digit.
    XyWing,
    /// Unit propagation refutes the opposite.
    ForcingChain,
    /// The rules refute the opposite, but unit propagation does not, or the step derives no fact but a contradiction.
    /// The number counts the rules.
    Contradiction(usize),
}

impl Technique {
    /// Returns the name without the number of rules, for example `naked-pair`.
    #[must_use]
    pub fn name(&self) -> String {
        let size = |size: usize| match size {
            2 => "pair".to_owned(),
            3 => "triple".to_owned(),
            4 => "quad".to_owned(),
            size => format!("subset-{size}"),
        };
        match self {
            Self::Given => "given".to_owned(),
            Self::PlacedDigit => "placed-digit".to_owned(),
            Self::FullHouse => "full-house".to_owned(),
            Self::HiddenSingle => "hidden-single".to_owned(),
            Self::NakedSingle => "naked-single".to_owned(),
            Self::Pointing => "pointing".to_owned(),
            Self::Claiming => "claiming".to_owned(),
            Self::NakedSubset(count) => format!("naked-{}", size(*count)),
            Self::HiddenSubset(count) => format!("hidden-{}", size(*count)),
            Self::Fish { base, .. } => match base.len() {
                2 => "x-wing".to_owned(),
                3 => "swordfish".to_owned(),
                4 => "jellyfish".to_owned(),
                size => format!("fish-{size}"),
            },
            Self::XyWing => "xy-wing".to_owned(),
            Self::ForcingChain => "forcing-chain".to_owned(),
            Self::Contradiction(_) => "contradiction".to_owned(),
        }
    }

    /// Returns the technique of a reason.
    pub(super) fn of(reason: &Reason, known: &Known<'_>) -> Self {
        Self::named(reason, known).unwrap_or_else(|| {
            let mut set = ClauseSet::of_elements(&reason.elements, &reason.derived, known.tables);
            let mut is_refuted = |&goal: &Literal| !set.refutations(Some(goal), 1).is_empty();
            if !reason.derived.is_empty() && reason.derived.iter().all(&mut is_refuted) {
                Self::ForcingChain
            } else {
                Self::Contradiction(reason.elements.iter().filter(|element| !element.is_fact()).count())
            }
        })
    }

    fn named(reason: &Reason, known: &Known<'_>) -> Option<Self> {
        let tables = known.tables;
        let cells: Vec<u32> = reason
            .elements
            .iter()
            .filter_map(|&element| match element {
                Element::Cell(cell) => Some(cell),
                _ => None,
            })
            .collect();
        let houses: Vec<(u32, u32)> = reason
            .elements
            .iter()
            .filter_map(|&element| match element {
                Element::House(house, digit) => Some((house, digit)),
                _ => None,
            })
            .collect();
        let first = *reason.derived.first()?;
        if first.is_placed {
            return match (&cells[..], &houses[..]) {
                ([], []) => Some(Self::Given),
                (&[cell], []) if cell == tables.cell(first.id) => Some(Self::NakedSingle),
                ([], &[(house, digit)]) if digit == tables.digit(first.id) => {
                    let house = &tables.houses[house as usize];
                    let is_full = house.iter().filter(|&&cell| known.placed(cell).is_none()).count() == 1;
                    Some(if is_full { Self::FullHouse } else { Self::HiddenSingle })
                }
                _ => None,
            };
        }
        match (&cells[..], &houses[..]) {
            ([], []) => {
                let is_given = reason.elements.iter().all(|element| matches!(element, Element::Excluded(_)));
                Some(if is_given { Self::Given } else { Self::PlacedDigit })
            }
            (&[cell], []) if known.placed(cell).is_some() => Some(Self::PlacedDigit),
            ([], &[(house, _)]) => {
                let is_box = tables.geometry.house(house as usize).name.kind == HouseKind::Box;
                Some(if is_box { Self::Pointing } else { Self::Claiming })
            }
            ([], _) => fish(&houses, &reason.derived, known),
            (_, []) => naked_subset(&cells, &reason.derived, known).or_else(|| xy_wing(&cells, known)),
            (_, &[(house, _), ..]) => {
                let is_hidden = houses.len() == cells.len()
                    && houses.iter().all(|&(other, _)| other == house)
                    && cells.iter().all(|cell| tables.houses[house as usize].contains(cell))
                    && reason.derived.iter().all(|literal| cells.contains(&tables.cell(literal.id)))
                    && houses.iter().all(|&(house, digit)| {
                        let mut places = tables.ids_of_house(house, digit).filter(|&id| known.is_open(id));
                        places.all(|id| cells.contains(&tables.cell(id)))
                    });
                is_hidden.then_some(Self::HiddenSubset(cells.len()))
            }
        }
    }
}

fn naked_subset(cells: &[u32], derived: &[Literal], known: &Known<'_>) -> Option<Technique> {
    let tables = known.tables;
    let size = cells.len();
    let open = |cell: u32| tables.ids_of_cell(cell).filter(|&id| known.is_open(id));
    let mut digits: Vec<u32> = cells.iter().flat_map(|&cell| open(cell)).map(|id| tables.digit(id)).collect();
    digits.sort_unstable();
    digits.dedup();
    let first = *cells.first()?;
    let mut shared = tables.houses_of[first as usize].iter();
    let in_house = shared.any(|&house| cells.iter().all(|cell| tables.houses[house as usize].contains(cell)));
    let sees_all = |literal: &Literal| {
        let digit = tables.digit(literal.id);
        digits.contains(&digit)
            && cells
                .iter()
                .flat_map(|&cell| open(cell))
                .filter(|&id| tables.digit(id) == digit)
                .all(|id| tables.clash(id, literal.id))
    };
    (size > 1 && digits.len() == size && in_house && derived.iter().all(sees_all))
        .then_some(Technique::NakedSubset(size))
}

fn xy_wing(cells: &[u32], known: &Known<'_>) -> Option<Technique> {
    let tables = known.tables;
    let open =
        |cell: u32| tables.ids_of_cell(cell).filter(|&id| known.is_open(id)).map(|id| tables.digit(id));
    let pairs: Vec<Vec<u32>> = cells.iter().map(|&cell| open(cell).collect()).collect();
    let mut digits: Vec<u32> = pairs.iter().flatten().copied().collect();
    digits.sort_unstable();
    digits.dedup();
    (cells.len() == 3 && digits.len() == 3 && pairs.iter().all(|pair| pair.len() == 2))
        .then_some(Technique::XyWing)
}

fn fish(houses: &[(u32, u32)], derived: &[Literal], known: &Known<'_>) -> Option<Technique> {
    let tables = known.tables;
    let (_, digit) = *houses.first()?;
    let kind = |house: u32| tables.geometry.house(house as usize).name.kind;
    let base_kind = kind(houses[0].0);
    let cover_kind = match base_kind {
        HouseKind::Row => HouseKind::Column,
        HouseKind::Column => HouseKind::Row,
        _ => return None,
    };
    let cover_of = |id: u32| {
        let houses = &tables.houses_of[tables.cell(id) as usize];
        houses.iter().copied().find(|&house| kind(house) == cover_kind)
    };
    if houses.iter().any(|&(house, other)| other != digit || kind(house) != base_kind) {
        return None;
    }
    let places = houses.iter().flat_map(|&(house, _)| tables.ids_of_house(house, digit));
    let mut covers: Vec<u32> = places.filter(|&id| known.is_open(id)).filter_map(cover_of).collect();
    covers.sort_unstable();
    covers.dedup();
    let is_fish = covers.len() == houses.len()
        && derived.iter().all(|literal| cover_of(literal.id).is_some_and(|cover| covers.contains(&cover)));
    let name = |house: u32| tables.geometry.house(house as usize).name;
    is_fish.then(|| Technique::Fish {
        base: houses.iter().map(|&(house, _)| name(house)).collect(),
        cover: covers.into_iter().map(name).collect(),
    })
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Contradiction(1) => f.write_str("contradiction from 1 rule"),
            Self::Contradiction(rules) => write!(f, "contradiction from {rules} rules"),
            other => f.pad(&other.name().replace('-', " ")),
        }
    }
}
