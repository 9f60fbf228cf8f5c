//! Calls public constructors and methods with odd arguments, chosen by the input. The test `arguments` also makes the
//! calls that must panic.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../../../tests/arguments.rs"]
mod arguments;

fuzz_target!(|data: &[u8]| {
    let mut bytes = data.iter();
    let mut below = |bound: usize| usize::from(bytes.next().copied().unwrap_or_default()) % bound;
    arguments::calls(&mut below, &mut |_, returns, call| {
        if returns {
            call();
        }
    });
});
