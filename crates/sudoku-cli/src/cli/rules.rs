//! The `sudoku-cli rules` command, which lists the known rules and prints their definitions.

use std::io::{self, Write};

use clap::Args;
use sudoku_cnf::cli::{Failure, exit_code};
use sudoku_cnf::puzzle::rule::{Rule, RuleKind};
use sudoku_cnf::{Geometry, sections};

const SECTIONS: &str = sections!("\
Examples:
  sudoku-cli rules
  sudoku-cli rules thermometer
  sudoku-cli rules thermometer > my.rules",
    0 "success", 1 "an error");

/// List the known rules, or print the definition of a rule
///
/// Without NAME, prints the name of each rule and an example in words. With NAME, prints its definition in the
/// language for rules, an example, and the command that draws the example. The output is a file for --rules: a changed
/// definition replaces the known rule. docs/rules.md describes the language.
#[derive(Debug, Args)]
#[command(after_long_help = SECTIONS)]
pub(crate) struct RulesArgs {
    /// Name of a rule
    name: Option<String>,
}

pub(crate) fn rules(args: &RulesArgs) -> Result<u8, Failure> {
    let mut output = io::BufWriter::new(io::stdout().lock());
    match &args.name {
        None => {
            let width = RuleKind::named().map(|kind| kind.name().len()).max().unwrap_or(0);
            for kind in RuleKind::named() {
                let rule = Rule::parse(kind.example(), &Geometry::standard()).map_err(anyhow::Error::from)?;
                writeln!(output, "{kind:width$}  {rule:#}").map_err(Failure::stdout)?;
            }
        }
        Some(name) => {
            let unknown = || anyhow::anyhow!(RuleKind::unknown(name, std::iter::empty()));
            let kind = RuleKind::from_word(name).ok_or_else(unknown)?;
            let (text, example, grid) = (kind.definition_text(), kind.example(), ".".repeat(81));
            let command = format!("echo {grid} | sudoku-cli render --rule '{example}' -o rule.svg");
            writeln!(output, "{text}\n# Picture: {command}").map_err(Failure::stdout)?;
        }
    }
    output.flush().map_err(Failure::stdout)?;
    Ok(exit_code::DONE)
}
