//! Texts and keys as TOML has them, in the style of the public dataset.

use std::fmt::Write;

/// Tells whether a text has control characters but the tab, which none between apostrophes may have.
fn has_control(text: &str) -> bool {
    text.bytes().any(|byte| byte < 0x20 && byte != b'\t' || byte == 0x7f)
}

/// Appends a text as TOML has it.
pub fn quote(text: &str, out: &mut String) {
    if has_control(text) {
        escape(text, out);
    } else if !text.contains('\'') {
        out.push('\'');
        out.push_str(text);
        out.push('\'');
    } else if text.contains("'''") || text.starts_with('\'') || text.ends_with('\'') {
        escape(text, out);
    } else {
        out.push_str("'''");
        out.push_str(text);
        out.push_str("'''");
    }
}

/// Appends a key as TOML has it.
pub fn write_key(key: &str, out: &mut String) {
    let bare = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    if !key.is_empty() && key.bytes().all(bare) {
        out.push_str(key);
    } else if !key.contains('\'') && !has_control(key) {
        out.push('\'');
        out.push_str(key);
        out.push('\'');
    } else {
        escape(key, out);
    }
}

fn escape(text: &str, out: &mut String) {
    out.push('"');
    for letter in text.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\u{8}' => out.push_str("\\b"),
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\u{c}' => out.push_str("\\f"),
            '\r' => out.push_str("\\r"),
            '\0'..='\u{1f}' | '\u{7f}' => {
                let _ = write!(out, "\\u{:04x}", u32::from(letter));
            }
            _ => out.push(letter),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_quoted_so_that_little_is_escaped() {
        for (text, expected) in [
            ("Ann", "'Ann'"),
            ("Amy's", "'''Amy's'''"),
            ("it's'", "\"it's'\""),
            ("two\nlines", "\"two\\nlines\""),
            ("\u{7f}", "\"\\u007f\""),
        ] {
            let mut out = String::new();
            quote(text, &mut out);
            assert_eq!(out, expected);
        }
        let mut out = String::new();
        write_key("it's", &mut out);
        assert_eq!(out, "\"it's\"");
    }
}
