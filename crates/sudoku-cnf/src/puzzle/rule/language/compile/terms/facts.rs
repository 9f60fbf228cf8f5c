//! Properties that hold for all values of a term: its cells and its bounds.

use super::{Facts, Id, Node, Terms, cell_bit};

impl Terms {
    pub(super) fn facts_of(&mut self, id: Id) -> Facts {
        let parts: Vec<Facts> = self.parts(id).into_iter().map(|part| self.facts(part)).collect();
        let mut facts = Facts {
            cells: parts.iter().fold(0, |cells, part| cells | part.cells),
            has_locals: parts.iter().any(|part| part.has_locals),
            bounds: None,
            is_total: parts.iter().all(|part| part.is_total),
        };
        let all_bounds: Option<Vec<(i128, i128)>> = parts.iter().map(|part| part.bounds).collect();
        let node = self.nodes[id.0 as usize].clone();
        let checked = match (&node, all_bounds) {
            (Node::Integer(value), _) => Some((*value, *value)),
            (Node::Cell(cell), _) => {
                facts.cells = cell_bit(*cell);
                Some((1, self.n as i128))
            }
            (Node::Local(_), _) => {
                facts.has_locals = true;
                return facts;
            }
            (Node::Indicator(_), _) => {
                facts.is_total = true;
                Some((0, 1))
            }
            (Node::If(..), _) => {
                facts.is_total = parts[1].is_total && parts[2].is_total;
                let (Some(yes), Some(no)) = (parts[1].bounds, parts[2].bounds) else { return facts };
                Some((yes.0.min(no.0), yes.1.max(no.1)))
            }
            (Node::Undefined | Node::Fold(_), _) => {
                facts.is_total = false;
                return facts;
            }
            (Node::Quotient(..) | Node::Remainder(..), bounds) => {
                facts.is_total &= parts[1].bounds.is_some_and(|(low, high)| low > 0 || high < 0);
                let Some(bounds) = bounds else { return facts };
                Some(bounds_of_division(&node, bounds[0], bounds[1]))
            }
            (Node::Sum(terms, constant), Some(bounds)) => sum_bounds(terms, *constant, &bounds),
            (Node::Product(_), Some(bounds)) => product_bounds(&bounds),
            (Node::Absolute(_), Some(bounds)) => {
                let (low, high) = bounds[0];
                let nearest = if low > 0 { low } else { (-high).max(0) };
                Some((nearest, high.max(-low)))
            }
            (Node::Minimum(_), Some(bounds)) => {
                bounds.into_iter().reduce(|(a, b), (c, d)| (a.min(c), b.min(d)))
            }
            (Node::Maximum(_), Some(bounds)) => {
                bounds.into_iter().reduce(|(a, b), (c, d)| (a.max(c), b.max(d)))
            }
            _ => return facts,
        };
        self.has_overflow |= checked.is_none();
        facts.bounds = checked;
        facts
    }
}

fn bounds_of_division(node: &Node, (low, high): (i128, i128), by: (i128, i128)) -> (i128, i128) {
    let magnitude = low.saturating_abs().max(high.saturating_abs());
    let magnitude = match node {
        Node::Remainder(..) => {
            magnitude.min(by.0.saturating_abs().max(by.1.saturating_abs()).saturating_sub(1).max(0))
        }
        _ => magnitude,
    };
    let is_positive = low >= 0 && (matches!(node, Node::Remainder(..)) || by.0 > 0);
    (if is_positive { 0 } else { -magnitude }, magnitude)
}

fn sum_bounds(terms: &[(i128, Id)], constant: i128, bounds: &[(i128, i128)]) -> Option<(i128, i128)> {
    terms.iter().zip(bounds).try_fold((constant, constant), |(low, high), (&(coefficient, _), &(a, b))| {
        let (a, b) = (coefficient.checked_mul(a)?, coefficient.checked_mul(b)?);
        Some((low.checked_add(a.min(b))?, high.checked_add(a.max(b))?))
    })
}

fn product_bounds(bounds: &[(i128, i128)]) -> Option<(i128, i128)> {
    bounds.iter().try_fold((1_i128, 1_i128), |(low, high), &(a, b)| {
        let products = [low.checked_mul(a)?, low.checked_mul(b)?, high.checked_mul(a)?, high.checked_mul(b)?];
        Some((products.into_iter().min()?, products.into_iter().max()?))
    })
}
