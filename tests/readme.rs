//! The README's table of parameters is the registry's.

use matchday_scenario::params::{Key, Kind, Params};
use matchday_tests::file;

fn table() -> String {
    let mut rows = "| key | default | from | to | unit | what it does |\n|---|---|---|---|---|---|\n".to_owned();
    for key in Key::ALL {
        let spec = key.spec();
        let (min, max) = match spec.kind {
            Kind::Number { decimals, min, max, .. } => {
                let scale = (0..decimals).fold(1.0, |scale, _| scale * 10.0);
                ((min as f64 / scale).to_string(), (max as f64 / scale).to_string())
            }
            Kind::Flag => ("0".into(), "1".into()),
            Kind::Choice(_) | Kind::Open(_) | Kind::Weights | Kind::Text | Kind::Incidents => {
                (String::new(), String::new())
            }
        };
        let unit = if spec.unit == "%" { "" } else { spec.unit };
        let default = Params::default().text(key);
        rows += &format!("| `{}` | {default} | {min} | {max} | {unit} | {} |\n", spec.key, spec.help);
    }
    rows
}

#[test]
fn the_table_of_parameters_is_the_registry() {
    let readme = std::fs::read_to_string(file("README.md")).unwrap();
    assert!(readme.contains(&table()), "put this table into README.md:\n{}", table());
}
