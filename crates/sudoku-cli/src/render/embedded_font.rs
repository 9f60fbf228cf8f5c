//! The font for text in PNG and PDF files.
//!
//! Digits, letters and most European scripts use the embedded font DejaVu Sans, so the files are the same on every
//! machine. Other characters, for example Chinese ones in a title, use the fonts of the system.

use std::sync::{Arc, LazyLock};

use resvg::usvg::fontdb::{Database, ID, Source};
use resvg::usvg::{Error, FontResolver, Options, Tree};

/// The weight from which text is bold.
const BOLD: u16 = 600;

/// The embedded fonts: regular and bold.
static FONTS: LazyLock<(Arc<Database>, [Option<ID>; 2])> = LazyLock::new(|| {
    let mut database = Database::new();
    let fonts = [dejavu::sans::regular(), dejavu::sans::bold()]
        .map(|font| database.load_font_source(Source::Binary(Arc::new(font))).first().copied());
    (Arc::new(database), fonts)
});

/// Parses an SVG image. Text uses the embedded font, whatever its font family is.
pub(super) fn parse(svg: &str) -> Result<Tree, Error> {
    let (database, [regular, bold]) = &*FONTS;
    let default_fallback = FontResolver::default_fallback_selector();
    let font_resolver = FontResolver {
        select_font: Box::new(|font, _| if font.weight() < BOLD { *regular } else { *bold }),
        select_fallback: Box::new(move |character, used, database| {
            // Loading the system fonts takes time, so they are loaded only if they are required.
            if database.len() == 2 {
                Arc::make_mut(database).load_system_fonts();
            }
            default_fallback(character, used, database)
        }),
    };
    Tree::from_str(svg, &Options { fontdb: database.clone(), font_resolver, ..Options::default() })
}
