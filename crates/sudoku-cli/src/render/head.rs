//! The head of pages.

use std::io::{self, Write};

use super::svg::escape;

/// Writes the beginning of a page up to its style sheet. `scheme` lists the color schemes.
///
/// The content security policy makes browsers load nothing from a network, and run no script except for the one with
/// the SHA-256 hash `script` in Base64.
pub(crate) fn write_head(
    title: &str,
    scheme: &str,
    script: Option<&str>,
    writer: &mut dyn Write,
) -> io::Result<()> {
    let scripts = script.map_or_else(String::new, |hash| format!("script-src 'sha256-{hash}'; "));
    write!(
        writer,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; {scripts}style-src 'unsafe-inline'; \
         base-uri 'none'; form-action 'none'\">\n\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"{scheme}\">\n<title>{}</title>\n<style>\n",
        escape(title)
    )
}

/// Returns the hash of a script in its element, which begins with a line break.
#[cfg(test)]
pub(crate) fn hash_of_script(script: &str) -> String {
    use base64::Engine;
    use sha2::{Digest, Sha256};
    base64::prelude::BASE64_STANDARD.encode(Sha256::digest(format!("\n{script}")))
}
