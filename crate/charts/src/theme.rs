//! Colours and font of a drawing.

use plotters::style::RGBColor;
use thiserror::Error;

/// Colours with the names of the style sheet's tokens, and the font.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the names are the meanings")]
pub struct Theme {
    pub bg: RGBColor,
    pub line: RGBColor,
    pub line_soft: RGBColor,
    pub edge: RGBColor,
    pub ink: RGBColor,
    pub ink_2: RGBColor,
    pub ink_3: RGBColor,
    pub accent: RGBColor,
    pub playing: RGBColor,
    pub between: RGBColor,
    pub searching: RGBColor,
    pub near: RGBColor,
    pub mid: RGBColor,
    pub far: RGBColor,
    pub font: String,
}

/// A colour of the theme that is missing or invalid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the theme's colour `{name}` is `{text}`; expected #rrggbb")]
pub struct ThemeError {
    /// Name of the token.
    pub name: &'static str,
    /// Its text.
    pub text: String,
}

impl Theme {
    /// A theme from the style sheet's tokens: `token("line-soft")` and so on return `#rrggbb`.
    ///
    /// # Errors
    /// The first token that is not a colour.
    pub fn new(font: String, mut token: impl FnMut(&str) -> String) -> Result<Self, ThemeError> {
        let mut color = |name| {
            let text = token(name);
            parse(text.trim()).ok_or(ThemeError { name, text })
        };
        Ok(Self {
            bg: color("bg")?,
            line: color("line")?,
            line_soft: color("line-soft")?,
            edge: color("edge")?,
            ink: color("ink")?,
            ink_2: color("ink-2")?,
            ink_3: color("ink-3")?,
            accent: color("accent")?,
            playing: color("playing")?,
            between: color("between")?,
            searching: color("searching")?,
            near: color("near")?,
            mid: color("mid")?,
            far: color("far")?,
            font,
        })
    }

    /// Whether the background is dark, so that light colours add up on it.
    pub fn is_dark(&self) -> bool {
        let RGBColor(r, g, b) = self.bg;
        u32::from(r) + u32::from(g) + u32::from(b) < 384
    }
}

/// `#rrggbb` or `#rgb`.
fn parse(text: &str) -> Option<RGBColor> {
    let digits = text.strip_prefix('#').filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()))?;
    let n = u32::from_str_radix(digits, 16).ok()?;
    let byte = |shift: u32| (n >> shift) as u8;
    let double = |shift: u32| ((n >> shift) & 15) as u8 * 17;
    match digits.len() {
        6 => Some(RGBColor(byte(16), byte(8), byte(0))),
        3 => Some(RGBColor(double(8), double(4), double(0))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_read_and_bad_ones_named() {
        let theme = Theme::new("serif".into(), |name| if name == "mid" { " #abc ".into() } else { "#56b4e9".into() });
        let theme = theme.unwrap();
        assert_eq!((theme.bg, theme.mid), (RGBColor(0x56, 0xb4, 0xe9), RGBColor(0xaa, 0xbb, 0xcc)));
        for bad in ["", "red", "#12345", "#12345g", "rgb(1,2,3)", "#+12345"] {
            let error = Theme::new(String::new(), |name| if name == "far" { bad.into() } else { "#000000".into() });
            let says = format!("the theme's colour `far` is `{bad}`; expected #rrggbb");
            assert_eq!(error.unwrap_err().to_string(), says);
        }
    }
}
