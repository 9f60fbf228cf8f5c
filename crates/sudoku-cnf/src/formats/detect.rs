//! Which format a text is in, decided by the lines that are at hand.
//!
//! A line that can only be of one of the structured formats decides for that one, if no plain row or board stands
//! before it. Else every line votes for each reading under which it is a row or a whole board; the reading with the
//! most votes wins, so that one bad line is told as an error and does not decide. A line votes
//! in full if all its cells are legal, and counts as a doubtful vote if only their number fits.
//! Sixteen cells are a 4×4 board or a row of 16×16. With equal votes they are the board, unless there are
//! sixteen lines of them: then it is an empty board if all are blank, and else too ambiguous to decide.

use std::cmp::Reverse;

use super::alphabet::Alphabet;
use super::content::Spelling;
use super::csv::Columns;
use super::error::{Cells as Expected, TextError, TextErrorKind};
use super::format::Format;
use super::heading::Heading;
use super::look::{Arrangement, Between, Look, Reading, drawn_shape, is_legal};
use super::sheet::Boards;
use super::source::Line;
use super::word::{self, Word};
use crate::board::BoxShape;

/// How a text is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Family {
    /// Rows or lines of cells, behind a heading or not.
    Plain(Reading, Option<Heading>),
    Csv(Columns),
    Hodoku,
    Xml,
    Json,
    List,
}

/// Decides by `lines`, of which none is blank, a comment or a rule, and behind which a line `is_cut`: `format` is what
/// the user says, and `hint` what the file's name says. `None` if no line is a row or a board.
///
/// # Errors
/// If the lines may be read in different ways, and nothing decides.
pub(super) fn detect<'a>(
    lines: &(impl Iterator<Item = &'a Line> + Clone),
    is_cut: bool,
    boards: &mut Boards,
    format: Option<Format>,
    hint: Option<Format>,
) -> Option<Result<Family, TextError>> {
    let shape = boards
        .board
        .shape()
        .or_else(|| format.is_some_and(Format::is_standard_only).then_some(BoxShape::STANDARD));
    let family = match format {
        Some(format) => Some(structured(format, lines.clone())),
        None => lines.clone().enumerate().find_map(|(i, line)| {
            match recognise(&line.text, lines.clone().skip(i + 1)) {
                Some(family) => Some(Some(family)),
                None => is_plain(line, shape, boards.alphabet).then_some(None),
            }
        }),
    };
    let family = family.flatten();
    if let Some(family) = family {
        return Some(Ok(family));
    }
    let looks = || Look::all().filter(|look| format.is_none_or(|format| look.is_of(format)));
    let count = lines.clone().count() + usize::from(is_cut);
    if format.is_none_or(|format| format == Format::Table)
        && let Some(heading) = Heading::of(lines, count)
    {
        let heading = match heading {
            Ok(heading) => heading,
            Err(error) => return Some(Err(error)),
        };
        let looks = || Look::all().filter(|look| look.between != Between::Blanks);
        let looks = || looks().map(|look| Look { between: heading.between(), ..look });
        let found = plain(lines.clone().skip(1), count - 1, shape, boards.alphabet, true, looks)?;
        return Some(found.map(|reading| Family::Plain(reading, Some(heading))));
    }
    let reading = match plain(lines.clone(), count, shape, boards.alphabet, format.is_some(), looks)? {
        Ok(reading) => reading,
        Err(ambiguous) => return Some(Err(ambiguous)),
    };
    // Nine lines are a 9×9 board, and not one of ten with a line missing.
    let nine = BoxShape::STANDARD.size();
    let is_nine = count == nine || hint.is_some_and(Format::is_standard_only);
    let is_whole = count.is_multiple_of(reading.expected_lines());
    if shape.is_none() && is_nine && !is_whole && reading.shape.size() == nine + 1 {
        boards.board.boxes = Some(BoxShape::STANDARD.into());
        return None;
    }
    Some(Ok(Family::Plain(reading, None)))
}

/// Whether a line is a row or a board in any look.
fn is_plain(line: &Line, shape: Option<BoxShape>, alphabet: Option<Alphabet>) -> bool {
    Look::all().any(|look| vote(line, look, shape, alphabet, false).is_some_and(|(_, vote)| vote.0 > 0))
}

/// The reading with the most votes.
fn plain<'a, L: Iterator<Item = Look>>(
    lines: impl Iterator<Item = &'a Line>,
    count: usize,
    shape: Option<BoxShape>,
    alphabet: Option<Alphabet>,
    is_said: bool,
    looks: impl Fn() -> L,
) -> Option<Result<Reading, TextError>> {
    let mut tally: Vec<(Reading, usize, Votes)> = Vec::new();
    let (mut first, mut all_blank) = (None, true);
    for line in lines {
        first.get_or_insert(line);
        all_blank &= !line.text.contains(|c: char| matches!(c, '1'..='9') || c.is_alphabetic());
        for (rank, look) in looks().enumerate() {
            let Some((reading, vote)) = vote(line, look, shape, alphabet, is_said) else { continue };
            match tally.iter_mut().find(|(voted, ..)| *voted == reading) {
                Some((_, _, votes)) => *votes = (votes.0 + vote.0, votes.1 + vote.1),
                None => tally.push((reading, rank, vote)),
            }
        }
    }
    // n · n blanks, n · n times, are one empty board.
    let is_unlikely = |reading: &Reading| {
        reading.look.arrangement == Arrangement::Line
            && all_blank
            && count.is_multiple_of(reading.expected_cells())
    };
    // A table may end each line in a delimiter or in an empty cell, which the number of its lines tells.
    let is_torn = |reading: &Reading| {
        matches!(reading.look.between, Between::Delimiter { .. })
            && !count.is_multiple_of(reading.expected_lines())
    };
    tally.sort_by_key(|(reading, rank, votes)| {
        (Reverse(*votes), is_unlikely(reading), is_torn(reading), *rank)
    });
    let (reading, _, votes) = tally.first()?;
    let rows = tally.iter().find(|(rows, _, rows_votes)| {
        rows.look.arrangement == Arrangement::Rows
            && reading.look.arrangement == Arrangement::Line
            && rows_votes == votes
            && rows.shape != reading.shape
            && count.is_multiple_of(rows.shape.size())
    });
    Some(match (first, rows) {
        (Some(first), Some((rows, ..))) => {
            let kind = TextErrorKind::Ambiguous { count, board: reading.shape, rows: rows.shape };
            Err(first.whole_error(kind))
        }
        _ => Ok(*reading),
    })
}

/// Full votes, then doubtful ones.
type Votes = (usize, usize);

fn vote(
    line: &Line,
    look: Look,
    shape: Option<BoxShape>,
    alphabet: Option<Alphabet>,
    is_said: bool,
) -> Option<(Reading, Votes)> {
    let (words, _) = look.cells(&line.text);
    let n = look.size(words.len());
    let drawn = || {
        let is_drawn = look.arrangement == Arrangement::Rows && look.between == Between::Blanks;
        is_drawn.then(|| drawn_shape(&line.text, look.spelling, n)).flatten()
    };
    let shape = shape.or_else(drawn).or_else(|| BoxShape::most_square(n))?;
    let reading = Reading { look, shape, alphabet: alphabet.unwrap_or_default() };
    let longest = match look.spelling {
        Spelling::Symbols if n > alphabet.map_or(Alphabet::FromZero.largest(), Alphabet::largest) => {
            return None;
        }
        Spelling::Symbols => 1,
        Spelling::Numbers => n.to_string().len(),
        Spelling::Groups => n * (n.to_string().len() + 1),
        Spelling::Positional => n,
    };
    if shape.size() != n
        || words.len() != reading.expected_cells()
        || words.iter().any(|word| word.text.chars().count() > longest)
    {
        return None;
    }
    let cells = reading.cells(&line.text);
    if is_legal(&words, cells, alphabet) {
        return Some((reading, (1, 0)));
    }
    // A fault or two make a row doubtful, and more make it something else; so do any where much else looks alike.
    let is_clear =
        matches!(look.spelling, Spelling::Symbols | Spelling::Numbers) && look.between != Between::Words;
    let legal = words.iter().filter(|word| is_legal(std::slice::from_ref(*word), cells, alphabet)).count();
    (is_said || is_clear && 2 * legal > words.len()).then_some((reading, (0, 1)))
}

/// The family of a format that is not plain; `None` for the plain ones.
fn structured<'a>(format: Format, mut lines: impl Iterator<Item = &'a Line>) -> Option<Family> {
    match format {
        Format::Csv => Some(Family::Csv(
            lines.next().and_then(|line| Columns::from_header(&line.text)).unwrap_or_default(),
        )),
        Format::Hodoku => Some(Family::Hodoku),
        Format::OpenSudoku => Some(Family::Xml),
        Format::Json | Format::FPuzzles => Some(Family::Json),
        Format::Dzn | Format::List => Some(Family::List),
        _ => None,
    }
}

/// The structured format that a line belongs to, if it shows one.
fn recognise<'a>(line: &str, mut later: impl Iterator<Item = &'a Line>) -> Option<Family> {
    let text = line.trim_start();
    let mut after = text.chars().skip(1).filter(|c| !c.is_whitespace());
    let mut next =
        || after.next().or_else(|| later.find_map(|line| line.text.chars().find(|c| !c.is_whitespace())));
    match text.chars().next()? {
        '<' => Some(Family::Xml),
        '{' => Some(if matches!(next(), Some('"' | '}')) { Family::Json } else { Family::List }),
        '[' if next() == Some('{') => Some(Family::Json),
        '[' | '(' => Some(Family::List),
        '\'' if next() == Some('(') => Some(Family::List),
        '#' if text.starts_with("#2A(") => Some(Family::List),
        ':' if text.matches(':').count() >= 4 => Some(Family::Hodoku),
        _ => {
            let is_assignment = text.split_once('=').is_some_and(|(name, value)| {
                name.starts_with(char::is_alphabetic)
                    && (value.contains(['[', '{', '('])
                        || value.trim_end().ends_with(';') && !value.contains(['"', '\''])
                        || value.trim().is_empty())
            });
            if is_assignment { Some(Family::List) } else { Columns::from_header(text).map(Family::Csv) }
        }
    }
}

/// What is wrong with a line that is neither a row nor a board.
pub(super) fn no_board(line: &str, shape: Option<BoxShape>) -> TextErrorKind {
    let words = word::words(line);
    let is_number = |word: &Word<'_>| word.text.chars().all(|c| c.is_ascii_digit());
    let are_numbers = words.len() > 1
        && words.iter().all(|word| word.text.len() <= 4)
        && words.iter().any(|word| is_number(word) && word.text.len() > 1);
    let spelling = if are_numbers { Spelling::Numbers } else { Spelling::Symbols };
    let found = word::cell_count(line, spelling);
    match shape {
        Some(shape) => TextErrorKind::CellCount { found, expected: Expected::RowOrBoard(shape) },
        None => TextErrorKind::NoBoard { cells: found },
    }
}
