//! The last sections of the help texts.

/// Returns a text followed by the section "Exit status", which lists the exit codes with their meanings.
///
/// The code 1 stands for an error, and 130 for an interruption, unless the text of these codes is given. All commands
/// have the code 2 in common.
#[doc(hidden)]
#[macro_export]
macro_rules! sections {
    ($text:literal, 0 $done:literal, 1 $error:literal $(, $code:literal $meaning:literal)*; 130 $interrupted:literal) => {
        concat!(
            $text,
            "\n\nExit status:\n  0    ",
            $done,
            "\n  1    ",
            $error,
            "\n  2    invalid command line",
            $("\n  ", $code, "   ", $meaning,)*
            "\n  130  ",
            $interrupted
        )
    };
    ($text:literal, 0 $done:literal, 1 $error:literal $(, $code:literal $meaning:literal)*) => {
        $crate::sections!($text, 0 $done, 1 $error $(, $code $meaning)*; 130 "interrupted")
    };
    ($text:literal, 0 $done:literal $($rest:tt)*) => {
        $crate::sections!($text, 0 $done, 1 "an error occurred" $($rest)*)
    };
}
