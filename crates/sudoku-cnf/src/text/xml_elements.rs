//! Collects the elements of an XML document that may be the cells, rows or boards of a puzzle.

use std::collections::BTreeMap;

use super::field::{self, PlacedToken};
use super::grid_builder::GridBuilder;
use super::record::{ReadResult, Record};
use super::text_line::TextLine;
use super::token::{self, Token};
use crate::puzzle::board::{BoardOptions, MAX_SIZE};

/// The minimum number of cells on a board.
const MIN_CELLS: usize = 16;
/// The maximum number of elements that are kept.
const MAX_ELEMENTS: usize = MAX_SIZE * MAX_SIZE;

/// The elements of a document without child elements, by name.
#[derive(Debug, Default)]
pub(super) struct XmlElements {
    by_name: BTreeMap<String, Vec<String>>,
    /// The first line with such an element.
    pub(super) first: Option<TextLine>,
    count: usize,
}

impl XmlElements {
    /// Adds the element `name`, which contains only `text`. Returns the puzzle if `text` is a whole board.
    ///
    /// Elements whose name starts with `sol` contain solutions and are skipped.
    pub(super) fn add(
        &mut self,
        name: &str,
        text: &str,
        line: &TextLine,
        builder: &mut GridBuilder,
    ) -> ReadResult<Option<Record>> {
        let text = text.replace("&nbsp;", " ").replace("&#160;", " ");
        let rows: Vec<_> = text.split_whitespace().collect();
        let text = &*if rows.len() > 1 && rows.iter().all(|row| row.len() == rows.len()) {
            rows.concat()
        } else {
            text.trim().to_owned()
        };
        let is_digit_or_blank = |c: char| c.is_ascii_digit() || ".*_-?".contains(c);
        let length = text.chars().count();
        if name.to_ascii_lowercase().starts_with("sol") {
            return Ok(None);
        }
        if length >= MIN_CELLS && has_size(length, &builder.board) && text.chars().all(is_digit_or_blank) {
            let column = line.text.find(text).map_or(0, |offset| line.text[..offset].chars().count())
                + line.first_column;
            let (cells, are_characters) = field::cells(line, Some(column), text);
            let place = PlacedToken { line, token: Token::new(column, text) };
            let puzzle = builder.puzzle((&cells, are_characters), &place)?;
            return Ok(Some(Record::new(puzzle, line.number)));
        }
        if self.count < MAX_ELEMENTS && length <= MAX_SIZE {
            self.count += 1;
            self.first.get_or_insert_with(|| line.head());
            self.by_name.entry(name.to_owned()).or_default().push(text.to_owned());
        }
        Ok(None)
    }

    /// Returns the puzzle whose cells or rows are the elements with the same name, if there is one.
    pub(super) fn board(&self, builder: &mut GridBuilder) -> ReadResult<Option<Record>> {
        let Some(line) = &self.first else { return Ok(None) };
        let found = self.by_name.values().find_map(|texts| {
            let are_rows = texts.len() >= 4 && texts.iter().all(|text| text.chars().count() == texts.len());
            let are_cells = texts.len() >= MIN_CELLS
                && has_size(texts.len(), &builder.board)
                && texts.iter().all(|text| text.chars().count() <= 3)
                && texts.iter().any(|text| text.contains(char::is_alphanumeric));
            (are_rows || are_cells).then_some((texts, are_rows))
        });
        let Some((cells, are_rows)) = found else { return Ok(None) };
        let tokens = cells.iter().flat_map(|text| {
            let token = Token::new(1, text.as_str());
            if are_rows { token::spread(&token) } else { vec![token] }
        });
        let cells: Vec<_> = tokens.map(|token| PlacedToken { line, token }).collect();
        let place = PlacedToken { line, token: Token::new(line.first_column, line.text.trim_end()) };
        Ok(Some(Record::new(builder.puzzle((&cells, are_rows), &place)?, line.number)))
    }
}

/// Returns whether a board can have `cells` cells.
fn has_size(cells: usize, board: &BoardOptions) -> bool {
    let n = cells.isqrt();
    n * n == cells && board.inferred_shape(n).is_some()
}

#[cfg(test)]
mod tests {
    use crate::text::testing::check_detected;

    const BOARD: &str = "12....1..2..4..2";

    #[test]
    fn elements_are_cells_rows_or_boards() {
        let cell = |c: char| if c == '.' { "<c/>".to_owned() } else { format!("<c row='1'>{c}</c>") };
        let cells: String = BOARD.chars().map(cell).collect();
        let board = &*format!("1: {BOARD}");
        check_detected(&format!("<board name='x'><size>4</size>\n{cells}</board>"), &[board]);
        check_detected("<s><row>1200</row><row>0010</row>\n<row>0200</row><row>4002</row></s>", &[board]);
        let puzzle = format!("<p>{BOARD}</p><solved>1234341221434321</solved>");
        check_detected(&format!("<s>{puzzle}{puzzle}</s>"), &[board, board]);
        check_detected(&format!("<table><td>{cells}</td></table><br>"), &[board]);
        let spaces = |c: char| if c == '.' { "<td>&nbsp;</td>".to_owned() } else { format!("<td>{c}</td>") };
        check_detected(
            &format!("<table>{}</table>", BOARD.chars().map(spaces).collect::<String>()),
            &[board],
        );
        let input = |c: char| match c {
            '.' => "<td><input/></td>".to_owned(),
            c => format!("<td><input value='{c}'></td>"),
        };
        check_detected(&format!("<form>{}</form>", BOARD.chars().map(input).collect::<String>()), &[board]);
        let game = format!("<game data=\"53{}\"/>", "0".repeat(79));
        let text = format!("<opensudoku>\n{BOARD}\n{game}\n</opensudoku>\n");
        check_detected(&text, &[&format!("2: {BOARD}"), &format!("3: 53{}", ".".repeat(79))]);
    }

    #[test]
    fn other_documents_are_errors() {
        let missing = "1:1: expected a board: <game data=\"…\"/>, or an element per board, row or cell";
        check_detected("<a><b>1</b><b/></a>", &[missing]);
        let invalid = "1:24: 5 is out of range: the digits of a 4x4 board are 1 to 4";
        check_detected("<s><p>  12....1..2..4..5</p></s>", &[invalid]);
    }
}
