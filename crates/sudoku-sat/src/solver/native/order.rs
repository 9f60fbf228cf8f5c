//! The decision order: a heap of variables with exponential VSIDS scores.
//!
//! ## Reference
//! A. Biere, A. Fröhlich: Evaluating CDCL variable scoring schemes, 2015 (EVSIDS).

/// Scores above this bound are rescaled.
const MAX_SCORE: f64 = 1e150;
/// Marks variables that are not in the heap.
const ABSENT: u32 = u32::MAX;

/// A binary heap of variables. The variable with the highest score is at the top.
#[derive(Clone, Debug, Default)]
pub(super) struct Order {
    heap: Vec<u32>,
    /// The index of each variable in `heap`, or `ABSENT`.
    positions: Vec<u32>,
    scores: Vec<f64>,
    increment: f64,
}

impl Order {
    pub(super) fn add_variable(&mut self, score: f64) {
        if self.increment == 0.0 {
            self.increment = 1.0;
        }
        self.scores.push(score);
        self.positions.push(ABSENT);
        self.insert(self.scores.len() - 1);
    }

    /// Inserts a variable unless it is in the heap already.
    #[inline]
    pub(super) fn insert(&mut self, variable: usize) {
        if self.positions[variable] == ABSENT {
            self.positions[variable] = self.heap.len() as u32;
            self.heap.push(variable as u32);
            self.sift_up(self.heap.len() - 1);
        }
    }

    /// Returns the variable with the highest score without removing it.
    pub(super) fn top(&self) -> Option<usize> {
        self.heap.first().map(|&variable| variable as usize)
    }

    pub(super) fn score(&self, variable: usize) -> f64 {
        self.scores[variable]
    }

    pub(super) fn pop(&mut self) {
        let Some(&top) = self.heap.first() else { return };
        let Some(last) = self.heap.pop() else { return };
        self.positions[top as usize] = ABSENT;
        if top != last {
            self.heap[0] = last;
            self.positions[last as usize] = 0;
            self.sift_down(0);
        }
    }

    /// Increases the score of a variable.
    #[inline]
    pub(super) fn bump(&mut self, variable: usize) {
        self.scores[variable] += self.increment;
        if self.scores[variable] > MAX_SCORE {
            self.rescale();
        }
        if self.positions[variable] != ABSENT {
            self.sift_up(self.positions[variable] as usize);
        }
    }

    /// Makes future bumps weigh more than past ones.
    pub(super) fn decay(&mut self, factor: f64) {
        self.increment *= factor;
        if self.increment > MAX_SCORE {
            self.rescale();
        }
    }

    fn rescale(&mut self) {
        let factor = 1.0 / MAX_SCORE;
        self.scores.iter_mut().for_each(|score| *score *= factor);
        self.increment *= factor;
    }

    #[inline]
    fn is_before(&self, a: u32, b: u32) -> bool {
        self.scores[a as usize] > self.scores[b as usize]
    }

    fn sift_up(&mut self, mut index: usize) {
        let variable = self.heap[index];
        while index > 0 {
            let parent = (index - 1) / 2;
            let above = self.heap[parent];
            if !self.is_before(variable, above) {
                break;
            }
            self.heap[index] = above;
            self.positions[above as usize] = index as u32;
            index = parent;
        }
        self.heap[index] = variable;
        self.positions[variable as usize] = index as u32;
    }

    fn sift_down(&mut self, mut index: usize) {
        let variable = self.heap[index];
        loop {
            let mut child = 2 * index + 1;
            if child >= self.heap.len() {
                break;
            }
            if child + 1 < self.heap.len() && self.is_before(self.heap[child + 1], self.heap[child]) {
                child += 1;
            }
            let below = self.heap[child];
            if !self.is_before(below, variable) {
                break;
            }
            self.heap[index] = below;
            self.positions[below as usize] = index as u32;
            index = child;
        }
        self.heap[index] = variable;
        self.positions[variable as usize] = index as u32;
    }
}
