//! The `rows` format: n lines of n cells, with spaces between the cells if n > 9.

use super::cell_text::write_rows;
use super::format_spec::FormatSpec;
use super::plain::layout::Layout;

pub(super) const SPEC: FormatSpec = FormatSpec {
    between: "\n",
    ..FormatSpec::plain(Layout::is_plain_rows, |item, out| write_rows(item.record, out))
};

#[cfg(test)]
mod tests {
    use crate::text::Format;
    use crate::text::Record;
    use crate::text::testing::{check_read, check_written};

    #[test]
    fn reads_and_writes_rows() {
        let text = "12..\n..1.\n.2..\n4..2\n";
        check_read(Format::Rows, &text.repeat(2), &["1: 12....1..2..4..2", "5: 12....1..2..4..2"]);
        check_read(
            Format::Rows,
            &format!("# first\n{text}\n\n{text}"),
            &["2: 12....1..2..4..2", "8: 12....1..2..4..2"],
        );
        check_written(Format::Rows, &Record::new("12....1..2..4..2".parse().unwrap(), 1), text);
    }

    #[test]
    fn a_wrong_character_affects_only_one_puzzle() {
        let text = "12..\n..x.\n.2..\n4..2\n12..\n..1.\n.2..\n4..2\n";
        check_read(Format::Rows, text, &["2:3: unexpected character 'x'", "5: 12....1..2..4..2"]);
    }
}
