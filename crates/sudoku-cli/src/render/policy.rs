//! The content security policy of pages.

/// Returns the element that makes browsers load nothing from a network, and run no script except for the one with this
/// SHA-256 hash in Base64.
pub(crate) fn policy(script: Option<&str>) -> String {
    let scripts = script.map_or_else(String::new, |hash| format!("script-src 'sha256-{hash}'; "));
    format!(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; {scripts}style-src 'unsafe-inline'; \
         base-uri 'none'; form-action 'none'\">"
    )
}

/// Returns the hash of a script in its element, which begins with a line break.
#[cfg(test)]
pub(crate) fn hash_of_script(script: &str) -> String {
    use base64::Engine;
    use sha2::{Digest, Sha256};
    base64::prelude::BASE64_STANDARD.encode(Sha256::digest(format!("\n{script}")))
}
