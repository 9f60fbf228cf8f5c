//! The interrupt of this process.

use std::sync::LazyLock;

use sudoku_sat::Interrupt;

/// The interrupt that is triggered when a signal ends the program.
pub(crate) static INTERRUPT: LazyLock<Interrupt> = LazyLock::new(Interrupt::default);
