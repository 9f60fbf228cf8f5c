//! A clock that also works in web browsers, in which `std::time::Instant` panics.

#[cfg(not(target_family = "wasm"))]
pub use std::time::Instant;
#[cfg(target_family = "wasm")]
pub use web_time::Instant;
