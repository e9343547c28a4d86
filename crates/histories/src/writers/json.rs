//! Texts between quotation marks, as JSON has them.

use std::fmt::Write;

/// Appends a text as JSON has it: whatever is not a control character stands as it is.
pub fn quote(text: &str, out: &mut String) {
    out.push('"');
    let mut done = 0;
    for (place, byte) in text.bytes().enumerate() {
        let short = match byte {
            b'"' => "\\\"",
            b'\\' => "\\\\",
            b'\n' => "\\n",
            b'\r' => "\\r",
            b'\t' => "\\t",
            8 => "\\b",
            12 => "\\f",
            0..0x20 => "",
            _ => continue,
        };
        out.push_str(&text[done..place]);
        if short.is_empty() {
            // Writing to a text cannot fail.
            let _ = write!(out, "\\u{byte:04x}");
        } else {
            out.push_str(short);
        }
        done = place + 1;
    }
    out.push_str(&text[done..]);
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_quoted() {
        let mut out = String::new();
        quote("Zoë \"the\" \\ one\n\u{1}\u{7f}", &mut out);
        assert_eq!(out, "\"Zoë \\\"the\\\" \\\\ one\\n\\u0001\u{7f}\"");
    }
}
