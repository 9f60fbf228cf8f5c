//! Definitions of the techniques, in one or two sentences.

use super::{ChainKind, FishKind, ForcingKind, RectangleKind, Technique};

impl Technique {
    /// Returns the definition of the technique, in a few sentences that need no picture.
    ///
    /// ```
    /// use sudoku_sat::explain::Technique;
    ///
    /// assert_eq!(Technique::HiddenSingle.definition(), "A digit has one place in a house.");
    /// ```
    pub fn definition(&self) -> String {
        let text = match self {
            Self::Given => "The puzzle contains a digit or excludes a candidate.",
            Self::PlacedDigit => "A digit is in the cell, or the same digit is in a cell that sees it.",
            Self::FullHouse => "A house has one open cell.",
            Self::HiddenSingle => "A digit has one place in a house.",
            Self::NakedSingle => "A cell has one candidate.",
            Self::Pointing => {
                "All places for a digit in a box see some other cells, from which the digit is excluded."
            }
            Self::Claiming => {
                "All places for a digit in a row, a column or another house see some other cells, from which the \
                 digit is excluded."
            }
            Self::NakedSubset(_) => {
                "Cells that see each other have as many candidates together as there are cells. Other cells that see \
                 all cells with such a candidate cannot contain it."
            }
            Self::HiddenSubset(_) => {
                "Digits have as many places together in a house as there are digits. These cells contain no other \
                 digits."
            }
            Self::Fish { fins, kind, is_sashimi, .. } => return fish(*kind, !fins.is_empty(), *is_sashimi),
            Self::Chain { kind, .. } => chain(*kind),
            Self::XyzWing => {
                "A cell with three candidates sees two cells with two of them each. The excluded digit is a candidate \
                 of all three, and its cell sees them."
            }
            Self::WxyzWing => {
                "Four cells have four candidates together. The excluded digit sees all of its places in these cells."
            }
            Self::Rectangle(RectangleKind::Unique) => {
                "At least two corners of a rectangle have no candidates but the same two digits. If the others had no \
                 other candidates either, the digits could be exchanged, and the solution would not be unique."
            }
            Self::Rectangle(RectangleKind::Hidden) => {
                "Four corners of a rectangle must not contain only two digits, because these could be exchanged, and \
                 the solution would not be unique. Houses exclude other places for the digits."
            }
            Self::Rectangle(RectangleKind::Avoidable) => {
                "Some corners of a rectangle are filled, but not given. If it contained only two digits, these could \
                 be exchanged, and the solution would not be unique."
            }
            Self::BugPlusOne => {
                "Without one candidate, each open cell would have two candidates, and each digit two places in a \
                 house or none. These could be exchanged, and the solution would not be unique."
            }
            Self::Rules(_) => "Rules beyond houses exclude a candidate or place a digit.",
            Self::SueDeCoq => {
                "Cells of a box and a line, at least two of them in both, have as many candidates together as there \
                 are cells. The places for each digit see each other, so it is excluded from all cells that see all of \
                 its places."
            }
            Self::Forcing { kind, .. } => match kind {
                ForcingKind::DeathBlossom => {
                    "For each candidate of a cell, an almost locked set shows that a candidate elsewhere is excluded."
                }
                ForcingKind::Cell => {
                    "For each candidate of a cell, a chain shows that a candidate elsewhere is excluded."
                }
                ForcingKind::House => {
                    "For each place for a digit in a house, a chain shows that a candidate elsewhere is excluded."
                }
            },
            Self::ForcingChain => {
                "If the opposite is assumed, cells and houses with one possibility left lead to a contradiction."
            }
            Self::Contradiction(_) => {
                "If the opposite is assumed, each of several cases leads to a contradiction."
            }
        };
        text.to_owned()
    }
}

fn fish(kind: FishKind, has_fins: bool, is_sashimi: bool) -> String {
    let places = if has_fins {
        "Except for some places, the fins, base houses have all their places for a digit in as many cover houses."
    } else {
        "Some base houses have all their places for a digit in as many cover houses."
    };
    let excluded = if has_fins {
        "The digit is excluded from the rest of the cover houses, in cells that see all fins."
    } else {
        "Each base house needs a place of its own, so the digit is excluded from the rest of the cover houses."
    };
    let without_fins =
        is_sashimi.then_some("Without its fins, a base house has at most one place in the cover houses.");
    let houses = match kind {
        FishKind::Basic => None,
        FishKind::Franken => Some("Some of the houses are boxes."),
        FishKind::Mutant => {
            Some("Both rows and columns are among the base houses or among the cover houses.")
        }
    };
    let sentences = [Some(places), Some(excluded), without_fins, houses];
    sentences.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

fn chain(kind: ChainKind) -> &'static str {
    match kind {
        ChainKind::Skyscraper => {
            "Two parallel rows or columns have two places for a digit each, of which two are in the same crossing line."
        }
        ChainKind::TwoStringKite => {
            "A row and a column have two places for a digit each, of which two are in the same box."
        }
        ChainKind::EmptyRectangle => {
            "A row or column has two places for a digit, and a box has all its places in one row and one column."
        }
        ChainKind::TurbotFish => "Two houses have two places for a digit each, of which two see each other.",
        ChainKind::SimpleColoring => {
            "A chain of houses with two places for a digit each. Two colors for the places take turns, and all places \
             of one color are true."
        }
        ChainKind::MultiColoring => {
            "Two chains of houses with two places for a digit each. A place of one chain and a place of the other see \
             each other."
        }
        ChainKind::XChain => "A chain of houses, each with two places for a digit, or groups of places.",
        ChainKind::WWing => {
            "Two cells have the same two candidates, X and Y. A house needs X in a place that sees the one cell or in \
             a place that sees the other, so one of the cells contains Y."
        }
        ChainKind::XyWing => {
            "A cell with the candidates X and Y sees a cell with X and Z and a cell with Y and Z. Z is excluded from \
             cells that see both of these."
        }
        ChainKind::RemotePair => "A chain of cells that all have the same two candidates.",
        ChainKind::XyChain => "A chain of more than three cells with two candidates each.",
        ChainKind::Alternating => {
            "A chain of cells with two candidates and of houses with two places for a digit, or groups of places."
        }
        ChainKind::Loop => {
            "A chain whose ends exclude each other, so that each of its links excludes candidates on its own."
        }
        ChainKind::AlsXz => {
            "Two almost locked sets, each of k cells that see each other and have k + 1 candidates. Only one of them \
             contains the digit X, so the other one contains all its other digits."
        }
        ChainKind::AlsXyWing => {
            "Three almost locked sets, each of k cells that see each other and have k + 1 candidates. Two of them are \
             connected to the third one by different digits."
        }
        ChainKind::AlsChain => {
            "A chain of more than three almost locked sets, each of k cells that see each other and have k + 1 \
             candidates."
        }
        ChainKind::AlsAlternating => {
            "A chain of cells, houses and almost locked sets, which are k cells that see each other and have k + 1 \
             candidates."
        }
    }
}
