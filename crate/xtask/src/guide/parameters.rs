//! The table of parameters, from their declarations.

#[cfg(test)]
pub use matchday_scenario::params::SPECS;
use matchday_scenario::params::{Key, Kind, Params, Spec, decimal};

/// A heading and a table for each group of parameters, in Markdown.
pub fn table() -> String {
    let defaults = Params::default();
    let (mut table, mut group) = (String::new(), "");
    for key in Key::ALL {
        let spec = key.spec();
        if spec.group != group {
            group = spec.group;
            table += &format!("\n## {group}\n\n| key | what it sets | default | values |\n|---|---|---|---|\n");
        }
        let was = spec.was.map(|name| format!(" The old name `{name}` is still read.")).unwrap_or_default();
        let (default, values) = (defaults.text(key), values(spec));
        table += &format!("| `{}` | {}{was} | {default} | {values} |\n", spec.key, spec.help);
    }
    table
}

/// The values that a parameter takes, with their unit. Lines do not break inside a range.
fn values(spec: &Spec) -> String {
    match spec.kind {
        Kind::Number { decimals, min, max, .. } => {
            let range = format!("{} to {}", decimal(min, decimals), decimal(max, decimals));
            // A `%` is how the page shows a share; everywhere else it is written as a fraction.
            let unit = if spec.unit == "%" { "" } else { spec.unit };
            format!("{range} {unit}").trim_end().replace(' ', "\u{a0}")
        }
        Kind::Flag => "0 or 1".replace(' ', "\u{a0}"),
        Kind::Choice(words) => words.join(", "),
        Kind::Open(words) => format!("{}, or text", words.join(", ")),
        _ => "text".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_has_help_default_and_values() {
        let table = table().replace('\u{a0}', " ");
        for end in ["queues again. | 0.75 | 0 to 0.95 |", "a match. | 300 | 10 to 7200 s |", "leaving. | 0 | 0 or 1 |"]
        {
            assert!(table.contains(end), "{end} is not in\n{table}");
        }
        assert!(table.contains(" | map | map, distance, ping |"), "{table}");
        assert!(table.contains(" | a | a, b, or text |"), "{table}");
        assert!(table.contains(" The old name `strikes` is still read. |  | text |"), "{table}");
    }

    #[test]
    fn every_group_has_one_table() {
        let table = table();
        let mut headings: Vec<_> = table.lines().filter(|line| line.starts_with("## ")).collect();
        let tables = headings.len();
        headings.sort_unstable();
        headings.dedup();
        assert_eq!(headings.len(), tables, "a group stands in two places");
    }
}
