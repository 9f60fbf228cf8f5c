//! Tests of the page in headless Chromium.
//!
//! They compare the page with the programs of the main workspace, which must have been built. The environment variable
//! `SUDOKU_PROGRAMS` is their folder; the default is `target/debug` in the root of the repository. With
//! `SUDOKU_PLAYGROUND`, the tests open this page instead of building one.

mod answers;
mod common;
mod devtools;
mod draw;
mod failures;
mod files;
mod latency;
mod screens;
mod tours;
mod views;
