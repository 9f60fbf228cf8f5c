//! Man pages, including the sections at the end of the help text.

use std::io::{self, Write};

use clap::Command;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};

/// Writes the man page for `command`.
///
/// The help text after the options is divided into sections. Each unindented line that ends with a colon
/// starts a section. For example, `Examples:` starts the section EXAMPLES. Indented lines keep their line
/// breaks.
///
/// # Errors
/// Returns an error if `writer` fails.
pub(super) fn write_page(command: Command, writer: &mut dyn Write) -> io::Result<()> {
    // The command `help` has no page, because clap adds it.
    let mut command = command.disable_help_subcommand(true);
    let has_subcommands = command.has_subcommands();
    let sections = command.get_after_long_help().map(ToString::to_string).unwrap_or_default();
    // Without this, the synopsis would list every option, but none of their values.
    let usage = command.render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ").lines().map(str::trim).collect::<Vec<_>>().join("\n");
    let source = format!("{} {}", command.get_name(), env!("CARGO_PKG_VERSION"));
    let page = Man::new(command.override_usage(usage)).source(source);
    page.render_title(writer)?;
    page.render_name_section(writer)?;
    page.render_synopsis_section(writer)?;
    page.render_description_section(writer)?;
    page.render_options_section(writer)?;
    if has_subcommands {
        page.render_subcommands_section(writer)?;
    }
    render_sections(&sections).to_writer(writer)
}

fn render_sections(text: &str) -> Roff {
    let mut page = Roff::default();
    let mut is_verbatim = false;
    for line in text.lines() {
        if is_verbatim != line.starts_with(' ') {
            is_verbatim = !is_verbatim;
            page.control(if is_verbatim { "nf" } else { "fi" }, []);
        }
        match line.strip_suffix(':') {
            Some(title) if !is_verbatim => page.control("SH", [&*title.to_uppercase()]),
            _ if line.is_empty() => page.control("PP", []),
            _ => page.text([roman(line.trim_start())]),
        };
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_become_sections_and_indented_lines_keep_their_breaks() {
        let page = render_sections("Examples:\n  a\n  b -c\n\nExit status:\n  0  done\n").to_roff();
        assert_eq!(
            page, ".SH EXAMPLES\n.nf\na\nb \\-c\n.fi\n.PP\n.SH \"EXIT STATUS\"\n.nf\n0  done\n",
            "{page}"
        );
    }
}
