//! The names of steps: the minimal set of rules of a step is compared with the definitions of the techniques.

mod bent_set;
mod chain;
mod fish;
mod rectangle;
mod roles;
mod shape;
mod subset;

use std::fmt;
use std::sync::LazyLock;

use sudoku_cnf::puzzle::board::{HouseKind, HouseName};
use sudoku_cnf::{Candidate, Cell, named_enum};

pub use roles::{RoleLink, Roles};
use shape::Shape;

use super::clause_set::ClauseSet;
use super::element::{Element, Literal};
use super::known::Known;
use super::reason::Reason;

/// The names and definitions of all techniques on boards up to 9×9, in the order in which players learn them.
static TECHNIQUES: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| {
    let lines = include_str!("techniques.txt").lines();
    lines.filter_map(|line| line.split_once(": ")).collect()
});

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
    /// All places for a digit in the base houses lie in as many cover houses, or are fins.
    Fish {
        /// The houses in which the digit needs a place.
        base: Vec<HouseName>,
        /// The houses from which the digit is excluded elsewhere.
        cover: Vec<HouseName>,
        /// The places outside the cover houses. The excluded candidates see all of them.
        fins: Vec<Cell>,
        /// The kinds of the houses.
        kind: FishKind,
        /// Whether a base house has at most one place in the cover houses, so that there is no fish without the fins.
        is_sashimi: bool,
    },
    /// Each rule has two candidates or groups of candidates. If one of them is false, the other one is true, and each
    /// one that is true excludes the next.
    Chain {
        /// The name of the chain.
        kind: ChainKind,
        /// The links in order.
        links: Vec<ChainLink>,
    },
    /// A cell with three candidates sees two cells with two of them. The excluded digit is common to all three cells.
    XyzWing,
    /// Four cells have four digits together, and the excluded candidates see each place for their digit.
    WxyzWing,
    /// The four corners of a rectangle do not contain only two digits, because the solution is assumed to be unique.
    Rectangle(RectangleKind),
    /// Without the placed digit, each open cell would have two candidates, and each digit two places or none in each
    /// house, so there would be a second solution. The solution is assumed to be unique.
    BugPlusOne,
    /// This number of rules beyond houses, together with facts, suffices.
    Rules(usize),
    /// Cells in a box and a line that have as many digits together. The places for each digit are in one house.
    SueDeCoq,
    /// A cell or house each of whose candidates is excluded by a chain of its own.
    Forcing {
        /// The name of the step.
        kind: ForcingKind,
        /// The candidates of the cell or house, each with the links of a chain that excludes it.
        branches: Vec<(Candidate, Vec<ChainLink>)>,
    },
    /// Unit propagation refutes the opposite.
    ForcingChain,
    /// The rules refute the opposite, but unit propagation does not, or the step derives no fact but a contradiction.
    /// The number counts the rules.
    Contradiction(usize),
}

/// A link of a chain: the candidates of a rule that are false, and its other candidates, of which one is therefore
/// true.
pub type ChainLink = (Vec<Candidate>, Vec<Candidate>);

/// The kinds of the base and cover houses of a fish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FishKind {
    /// The base houses are rows and the cover houses are columns, or the other way round.
    Basic,
    /// Some of the houses are boxes.
    Franken,
    /// Both rows and columns are among the base houses or among the cover houses.
    Mutant,
}

named_enum! {
    /// The names of chains.
    pub enum ChainKind: "chain" {
        /// Two parallel lines with two places for a digit each, of which two are in the same crossing line.
        Skyscraper = "skyscraper",
        /// A row and a column with two places for a digit each, of which two are in the same box.
        TwoStringKite = "2-string-kite",
        /// A box whose places for a digit lie in a row and a column, and a line with two places.
        EmptyRectangle = "empty-rectangle",
        /// Two other houses with two places for a digit each.
        TurbotFish = "turbot-fish",
        /// A chain of pairs, each of which has the only two places for a digit in a house.
        SimpleColoring = "simple-coloring",
        /// Two chains of such pairs, which are connected by two places that see each other.
        MultiColoring = "multi-coloring",
        /// More houses with two places for a digit each.
        XChain = "x-chain",
        /// Two cells with the same two digits, and a house with two places for one of the digits.
        WWing = "w-wing",
        /// Three cells with two digits each.
        XyWing = "xy-wing",
        /// Cells with the same two digits.
        RemotePair = "remote-pair",
        /// More than three cells with two digits each.
        XyChain = "xy-chain",
        /// A chain of cells with two candidates and houses with two places for a digit.
        Alternating = "aic",
        /// A chain whose ends exclude each other.
        Loop = "continuous-loop",
        /// Two almost locked sets with a restricted common.
        AlsXz = "als-xz",
        /// Two almost locked sets that have distinct restricted commons with a third one.
        AlsXyWing = "als-xy-wing",
        /// More than three almost locked sets, each of which has a restricted common with the next one.
        AlsChain = "als-chain",
        /// A chain of cells, houses and almost locked sets.
        AlsAlternating = "als-aic",
    }
}

named_enum! {
    /// The names of steps that assume a unique solution.
    pub enum RectangleKind: "rectangle" {
        /// At least two corners have no other candidates than the two digits, or no house is needed.
        Unique = "unique-rectangle",
        /// Fewer corners have no other candidates.
        Hidden = "hidden-rectangle",
        /// Some corners are filled, but not given.
        Avoidable = "avoidable-rectangle",
    }
}

named_enum! {
    /// The names of steps that consist of several chains.
    pub enum ForcingKind: "forcing chain" {
        /// Each candidate of a cell is excluded by an almost locked set.
        DeathBlossom = "death-blossom",
        /// Each candidate of a cell is excluded by a chain.
        Cell = "cell-forcing-chain",
        /// Each place for a digit in a house is excluded by a chain.
        House = "unit-forcing-chain",
    }
}

impl Technique {
    /// Returns the name without the number of rules, for example `naked-pair`.
    pub fn name(&self) -> String {
        // Larger subsets and fish are not recognized.
        let size = |count: &usize| ["pair", "triple", "quad"][count.saturating_sub(2).min(2)];
        match self {
            Self::Given => "given".to_owned(),
            Self::PlacedDigit => "placed-digit".to_owned(),
            Self::FullHouse => "full-house".to_owned(),
            Self::HiddenSingle => "hidden-single".to_owned(),
            Self::NakedSingle => "naked-single".to_owned(),
            Self::Pointing => "pointing".to_owned(),
            Self::Claiming => "claiming".to_owned(),
            Self::NakedSubset(count) => format!("naked-{}", size(count)),
            Self::HiddenSubset(count) => format!("hidden-{}", size(count)),
            Self::Fish { base, fins, kind, is_sashimi, .. } => {
                let fins = match (fins.is_empty(), is_sashimi) {
                    (true, _) => "",
                    (false, false) => "finned-",
                    (false, true) => "sashimi-",
                };
                let kind = match kind {
                    FishKind::Basic => "",
                    FishKind::Franken => "franken-",
                    FishKind::Mutant => "mutant-",
                };
                let size = ["x-wing", "swordfish", "jellyfish"][base.len().saturating_sub(2).min(2)];
                format!("{fins}{kind}{size}")
            }
            Self::Chain { kind, links } => {
                let is_grouped = links.iter().any(|(from, to)| from.len() > 1 || to.len() > 1);
                match kind {
                    ChainKind::XChain | ChainKind::Alternating | ChainKind::Loop if is_grouped => {
                        format!("grouped-{kind}")
                    }
                    _ => kind.to_string(),
                }
            }
            Self::XyzWing => "xyz-wing".to_owned(),
            Self::WxyzWing => "wxyz-wing".to_owned(),
            Self::Rectangle(kind) => kind.to_string(),
            Self::BugPlusOne => "bug+1".to_owned(),
            Self::Rules(1) => "rule".to_owned(),
            Self::Rules(_) => "rules".to_owned(),
            Self::SueDeCoq => "sue-de-coq".to_owned(),
            Self::Forcing { kind, .. } => kind.to_string(),
            Self::ForcingChain => "forcing-chain".to_owned(),
            Self::Contradiction(_) => "contradiction".to_owned(),
        }
    }

    /// Returns whether the name describes a pattern. Otherwise, [`Deduction::cases`](super::Deduction::cases) shows how
    /// the step works.
    pub fn has_pattern(&self) -> bool {
        !matches!(self, Self::ForcingChain | Self::Contradiction(_))
    }

    /// Returns whether the step is a full house, a hidden single or a naked single.
    pub fn is_single(&self) -> bool {
        matches!(self, Self::FullHouse | Self::HiddenSingle | Self::NakedSingle)
    }

    /// Returns the names of all techniques, in the order in which players learn them.
    pub fn names() -> impl Iterator<Item = String> {
        TECHNIQUES.iter().map(|&(name, _)| name.to_owned())
    }

    /// Returns the definition of the technique, in a few sentences that need no picture.
    ///
    /// ```
    /// use sudoku_sat::explain::Technique;
    ///
    /// assert_eq!(Technique::HiddenSingle.definition(), "A digit has one place in a house.");
    /// ```
    pub fn definition(&self) -> String {
        TECHNIQUES.get(self.rank()).map_or_else(String::new, |&(_, definition)| definition.to_owned())
    }

    /// Returns the position of the technique in the order in which players learn them.
    pub(crate) fn rank(&self) -> usize {
        Self::rank_of(&self.name())
    }

    pub(crate) fn rank_of(name: &str) -> usize {
        TECHNIQUES.iter().position(|&(other, _)| other == name).unwrap_or(TECHNIQUES.len())
    }

    /// Returns the names of the techniques that assume that the solution is unique.
    pub fn names_assuming_unique() -> impl Iterator<Item = String> {
        RectangleKind::ALL.iter().map(ToString::to_string).chain([Self::BugPlusOne.name()])
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
        let shape = Shape::new(&reason.elements, &reason.derived, known);
        let first = *reason.derived.first()?;
        let rules = reason.elements.iter().filter(|element| matches!(element, Element::Rule(_))).count();
        if rules > 0 {
            if let Some(rectangle) = rectangle::recognize(&shape, &reason.elements) {
                return Some(rectangle);
            }
            let suffice = shape.cells.is_empty() && shape.houses.is_empty();
            return suffice.then_some(Self::Rules(rules));
        }
        if first.is_placed {
            return single(&shape, first)
                .or_else(|| chain::recognize(&shape))
                .or_else(|| chain::with_sets(&shape));
        }
        match (&shape.cells[..], &shape.houses[..]) {
            ([], []) => {
                let is_given = reason.elements.iter().all(|element| matches!(element, Element::Excluded(_)));
                Some(if is_given { Self::Given } else { Self::PlacedDigit })
            }
            (&[cell], []) if known.placed(cell).is_some() => Some(Self::PlacedDigit),
            ([], &[(house, _)]) => {
                let is_box = shape.house_kind(house) == HouseKind::Box;
                Some(if is_box { Self::Pointing } else { Self::Claiming })
            }
            ([], _) => single_digit(&shape),
            (_, []) => subset::naked(&shape)
                .or_else(|| chain::recognize(&shape))
                .or_else(|| bent_set::recognize(&shape))
                .or_else(|| chain::with_sets(&shape))
                .or_else(|| chain::forcing(&shape)),
            _ => subset::hidden(&shape)
                .or_else(|| chain::recognize(&shape))
                .or_else(|| chain::with_sets(&shape))
                .or_else(|| chain::forcing(&shape)),
        }
    }

    /// Returns by which factor the search multiplies the cost of a reason, so that steps that are easier to follow come
    /// first: 1 for patterns and single chains, 2 for steps with several chains, and 3 for steps without a name.
    pub(super) fn weight(reason: &Reason, known: &Known<'_>) -> u64 {
        match Self::named(reason, known) {
            _ if reason.derived.is_empty() => 1,
            Some(Self::Forcing { .. }) => 2,
            Some(_) => 1,
            None => 3,
        }
    }
}

/// Recognizes steps that use only places for digits in several houses. The simplest name comes first.
fn single_digit(shape: &Shape<'_>) -> Option<Technique> {
    let fish = fish::between_lines(shape);
    let has_fins = matches!(&fish, Some(Technique::Fish { fins, .. }) if !fins.is_empty());
    let chain = if fish.is_some() && !has_fins { None } else { chain::short(shape) };
    chain
        .or(fish)
        .or_else(|| chain::recognize(shape))
        .or_else(|| fish::between_houses(shape))
        .or_else(|| chain::forcing(shape))
}

/// Recognizes singles. `placed` is the digit that the step places.
fn single(shape: &Shape<'_>, placed: Literal) -> Option<Technique> {
    let (tables, known) = (shape.known.tables, shape.known);
    match (&shape.cells[..], &shape.houses[..]) {
        ([], []) => Some(Technique::Given),
        (&[cell], []) if cell == tables.cell(placed.id) => Some(Technique::NakedSingle),
        ([], &[(house, digit)]) if digit == tables.digit(placed.id) => {
            let house = &tables.houses[house];
            let is_full = house.iter().filter(|&&cell| known.placed(cell).is_none()).count() == 1;
            Some(if is_full { Technique::FullHouse } else { Technique::HiddenSingle })
        }
        _ => None,
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Contradiction(1) => f.write_str("contradiction from 1 rule"),
            Self::Contradiction(rules) => write!(f, "contradiction from {rules} rules"),
            other => f.pad(&in_words(&other.name())),
        }
    }
}

/// Returns a name as people write it, for example `2-string kite` or `grouped X-chain`.
fn in_words(name: &str) -> String {
    let mut words = String::new();
    for part in name.split('-') {
        let is_first = words.is_empty() || words.ends_with(['-', ' ']);
        words.push_str(if is_first { "" } else { " " });
        match part {
            "als" | "w" | "wxyz" | "x" | "xy" | "xyz" => words.extend([&*part.to_uppercase(), "-"]),
            "aic" | "bug+1" | "xz" => words.push_str(&part.to_uppercase()),
            "2" => words.push_str("2-"),
            "sue" => words.push_str("Sue"),
            "coq" => words.push_str("Coq"),
            other => words.push_str(other),
        }
    }
    words
}
