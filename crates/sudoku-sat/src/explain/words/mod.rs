//! Explanations in words: the sentences that text, JSON, lessons and the Python package share.

mod cases;
mod sentence;
mod steps_so_far;

pub use cases::without_cases;
pub use steps_so_far::StepsSoFar;
