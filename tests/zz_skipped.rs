//! A test that comes last and lists the tests that were skipped.

use crate::programs::report_skipped_tests;

#[test]
fn skipped_tests_are_listed_above() {
    report_skipped_tests();
}
