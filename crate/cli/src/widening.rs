//! `widening=FILE`: the steps of a search window as a table.
//!
//! A CSV file with the columns `seconds,points,ms` and one step per line: age of the ticket, largest
//! difference in points, longest round trip. The file is converted to the parameter's own text, so links can
//! contain it.

use crate::error::CliError;
use crate::files;
use matchday_document::csv::Rows;
use matchday_matchmaker::ranked::Widening;
use matchday_scenario::Params;
use matchday_scenario::params::Policy;
use std::path::Path;

/// The columns, as the first line names them.
const HEADER: &str = "seconds,points,ms";

/// The value of the parameter: `text` itself, or the content of the file of this name.
///
/// # Errors
/// A file that cannot be read, or an invalid table.
pub fn text_of(text: &str) -> Result<String, CliError> {
    let is_name = text.contains(['.', std::path::MAIN_SEPARATOR]) && !text.contains(':');
    if !is_name {
        return Ok(text.to_owned());
    }
    let path = Path::new(text);
    let table = files::read_text(path)?;
    steps_of(&table).map_err(|cause| CliError::Widening { path: path.to_owned(), cause })
}

/// What is odd about the search windows of a ranked day, such as steps beyond their caps.
pub fn lint(params: &Params) -> Vec<String> {
    let widening = params.widening().parse::<Widening>();
    let acts = params.is_ranked() && params.policy() == Policy::Article;
    let found = widening.ok().filter(|_| acts).map(|widening| widening.lint());
    found.unwrap_or_default().into_iter().map(|notice| format!("widening={}: {notice}", params.widening())).collect()
}

/// The steps of a table.
///
/// # Errors
/// The line that is refused, in words.
pub fn steps_of(table: &str) -> Result<String, String> {
    let (mut rows, mut text) = (Rows::new(1 << 10), table.as_bytes());
    let (mut has_header, mut steps) = (false, Vec::new());
    while let Some(row) = rows.next(&mut text, true) {
        let row = row.map_err(|error| error.to_string())?;
        if std::mem::replace(&mut has_header, true) {
            steps.push(row.texts().join(":"));
            // Reads each step together with all earlier ones, so that the error names the wrong line.
            steps.join("/").parse::<Widening>().map_err(|error| format!("line {}: {error}", row.line))?;
        } else if row.texts().join(",") != HEADER {
            return Err(format!("line {}: expected the columns {HEADER}", row.line));
        }
    }
    match steps.len() {
        0 if has_header => Err("line 2: expected a step, such as 0,100,50".into()),
        0 => Err(format!("line 1: expected the columns {HEADER}")),
        _ => Ok(steps.join("/")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_becomes_steps() {
        assert_eq!(steps_of("seconds,points,ms\n0,100,50\n\n60,400,120\n").unwrap(), "0:100:50/60:400:120");
        let quoted = "\"seconds\",\"points\",\"ms\"\r\n\"0\",100,50\r\n60,\"400\",120\r\n";
        assert_eq!(steps_of(quoted).unwrap(), "0:100:50/60:400:120");
        for (table, says) in [
            ("0,100,50\n", "line 1: expected the columns"),
            ("seconds,points,ms\n", "line 2: expected a step"),
            ("seconds,points,ms\n0,100,50\n0,200,60\n", "line 3: "),
            ("seconds,points,ms\n0,100\n", "line 2: "),
        ] {
            let error = steps_of(table).unwrap_err();
            assert!(error.contains(says), "{error}");
        }
    }

    #[test]
    fn windows_beyond_their_caps_are_told_on_ranked_days() {
        let said = |pairs: &[(&str, &str)]| {
            let mut params = Params::default();
            pairs.iter().for_each(|(key, value)| params.set(key, value).unwrap());
            lint(&params)
        };
        let found = said(&[("ranked", "1v1")]);
        assert_eq!(found[0], "widening=a: at 75 s the window opens to 125 ms, beyond its cap: held to 120");
        assert_eq!(said(&[("ranked", "1v1"), ("widening", "b")]), [""; 0]);
        assert_eq!(said(&[]), [""; 0], "not ranked");
    }

    #[test]
    fn what_is_no_file_name_is_left_alone() {
        for text in ["a", "b", "0:100:50", "0:100:50/60:400:120"] {
            assert_eq!(text_of(text).unwrap(), text);
        }
        assert!(text_of("no/such.csv").is_err());
    }
}
