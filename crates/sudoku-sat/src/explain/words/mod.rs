//! Explanations in words: the sentences that text, JSON, lessons and the Python package share.

mod cases;
mod progress;
mod sentence;

pub use progress::Progress;
