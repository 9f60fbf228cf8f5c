//! JSON as `SudokuPad` shortens it before compression.
//!
//! Names have no quotes, strings have single quotes, `t` and `f` stand for `true` and `false`, and empty objects
//! are omitted: `[,,]` is an array of three empty objects. Any other word, for example a color, is a string.

use serde_json::{Map, Value};

/// The maximum depth of nested arrays and objects.
const MAX_DEPTH: usize = 64;

/// Parses shortened JSON. Returns `None` if it is malformed or nested too deeply.
pub(super) fn parse(text: &str) -> Option<Value> {
    let mut parser = Parser { rest: text };
    let value = parser.value(0)?;
    parser.rest.trim().is_empty().then_some(value)
}

struct Parser<'t> {
    rest: &'t str,
}

impl Parser<'_> {
    /// Skips `token` and returns whether it was next.
    fn take(&mut self, token: char) -> bool {
        let rest = self.rest.trim_start().strip_prefix(token);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        if depth > MAX_DEPTH {
            return None;
        }
        match self.rest.trim_start().chars().next()? {
            '[' => self.array(depth),
            '{' => self.object(depth),
            '\'' | '"' => self.string().map(Value::String),
            _ => self.word(),
        }
    }

    fn array(&mut self, depth: usize) -> Option<Value> {
        self.take('[');
        let mut values = Vec::new();
        loop {
            let is_left_out = self.rest.trim_start().starts_with([',', ']']);
            values.push(if is_left_out { Value::Object(Map::new()) } else { self.value(depth + 1)? });
            if self.take(']') {
                return Some(Value::Array(values));
            }
            self.take(',').then_some(())?;
        }
    }

    fn object(&mut self, depth: usize) -> Option<Value> {
        self.take('{');
        let mut members = Map::new();
        while !self.take('}') {
            if !members.is_empty() {
                self.take(',').then_some(())?;
            }
            let name = if self.rest.trim_start().starts_with(['\'', '"']) {
                self.string()?
            } else {
                self.take_word()?.to_owned()
            };
            self.take(':').then_some(())?;
            members.insert(name, self.value(depth + 1)?);
        }
        Some(Value::Object(members))
    }

    /// Parses a string. A backslash before a quote stands for the quote; other escapes are those of JSON.
    fn string(&mut self) -> Option<String> {
        let text = self.rest.trim_start();
        let quote = text.chars().next()?;
        let mut json = String::from('"');
        let mut chars = text.char_indices().skip(1);
        loop {
            match chars.next()? {
                (_, '\\') => match chars.next()?.1 {
                    '\'' => json.push('\''),
                    escaped => json.extend(['\\', escaped]),
                },
                (end, c) if c == quote => {
                    self.rest = &text[end + c.len_utf8()..];
                    json.push('"');
                    return serde_json::from_str(&json).ok();
                }
                (_, '"') => json.push_str("\\\""),
                (_, c) => json.push(c),
            }
        }
    }

    /// Parses a value without quotes: a number, `t`, `f`, or a word that stands for itself.
    fn word(&mut self) -> Option<Value> {
        let word = self.take_word()?;
        Some(match word {
            "t" => Value::Bool(true),
            "f" => Value::Bool(false),
            _ => serde_json::from_str(word).unwrap_or_else(|_| Value::String(word.to_owned())),
        })
    }

    fn take_word(&mut self) -> Option<&str> {
        let text = self.rest.trim_start();
        let (word, rest) = text.split_at(text.find([',', ':', ']', '}', '[', '{', '\'', '"'])?);
        self.rest = rest;
        Some(word.trim_end()).filter(|word| !word.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn shortened_text_is_expanded() {
        for (text, value) in [
            ("{cs:50,ce:[[,{v:5},]]}", json!({"cs": 50, "ce": [[{}, {"v": 5}, {}]]})),
            ("[]", json!([{}])),
            (
                "{a:t,b:f,c:#0,d:1a2B3c,e:{}}",
                json!({"a": true, "b": false, "c": "#0", "d": "1a2B3c", "e": {}}),
            ),
            (r"{t:'it\'s \\ \u00e4\n','x y':-1.5}", json!({"t": "it's \\ ä\n", "x y": -1.5})),
            (r#"{"a": ["b\"c", null, true]}"#, json!({"a": ["b\"c", null, true]})),
        ] {
            assert_eq!(parse(text), Some(value), "{text}");
        }
        for text in
            ["", "{", "[1", "{a}", "{a:}", "{a:1 b:2}", "[1]2", "'", r"'\q'", "{:1}", &"[".repeat(1000)]
        {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
