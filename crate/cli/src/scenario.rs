//! The scenario of a run: a scenario file, then a link, then `--set`; later ones override.

use crate::error::CliError;
use crate::files;
use crate::json;
use crate::terminal::tell;
use crate::widening;
use matchday_fleet_config::files::add;
use matchday_scenario::Params;
use matchday_scenario::link::Link;
use matchday_scenario::params::Policy;
use serde_json::{Map, Value};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// Sources of parameters.
#[derive(clap::Args)]
pub struct ScenarioArgs {
    /// Set a parameter; can be given many times. fleet_config takes files of brokers and fleets; widening
    /// can take a file of steps, rules and rules_config a file of JSON. plugin takes a file of Wasm, and tickets a
    /// recorded queue as CSV or Parquet, which `run` replays instead of a day.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Take the parameters of a link from the page.
    #[arg(long, value_name = "URL")]
    link: Option<String>,
    /// Take the parameters of a JSON object with parameter keys. A link overrides it, and --set overrides
    /// both.
    #[arg(long, value_name = "FILE")]
    scenario: Option<PathBuf>,
}

/// The scenario of a run.
#[derive(Debug, Default)]
pub struct Scenario {
    /// Its parameters.
    pub params: Params,
    /// Whether files of brokers and fleets were named, not only contained in a link.
    pub names_fleet_config: bool,
    /// The file of the plug-in, whose name alone is the parameter.
    plugin: Option<PathBuf>,
    /// A recorded queue; links cannot contain it.
    tickets: Option<PathBuf>,
}

/// The parameter whose value can be paths of files, with commas between them. Files of all sources are added up.
const FLEET_CONFIG: &str = "fleet_config";

/// The key of [`Scenario::tickets`].
const TICKETS: &str = "tickets";

/// The parameter whose value can be the name of a file of steps.
const WIDENING: &str = "widening";

/// The parameter whose value is the path of a module.
const PLUGIN: &str = "plugin";

/// The parameters whose value can be the name of a file of JSON.
const JSON: [&str; 2] = ["rules", "rules_config"];

impl ScenarioArgs {
    /// Sets parameters before all that `--set` sets.
    pub fn set_first(&mut self, pairs: &[(&str, &str)]) {
        self.set.splice(0..0, pairs.iter().map(|(key, text)| format!("{key}={text}")));
    }

    /// The scenario of these arguments. Notices about unsupported parts of a link, and about the search windows
    /// of a ranked day, go to standard error.
    ///
    /// # Errors
    /// An unreadable file, or an invalid parameter.
    pub fn read(&self) -> Result<Scenario, CliError> {
        let mut scenario = Scenario::default();
        if let Some(path) = &self.scenario {
            scenario.set_all(&files::read(path)?, path)?;
        }
        if let Some(url) = &self.link {
            for (key, text) in read_link(url).params.changed() {
                match key.spec().key {
                    PLUGIN => scenario.set_plugin(&text)?,
                    key => scenario.params.set(key, &text)?,
                }
            }
        }
        for pair in &self.set {
            let (key, text) = pair.split_once('=').ok_or_else(|| CliError::Set(pair.clone()))?;
            match key {
                FLEET_CONFIG => scenario.add_fleet_config(text)?,
                TICKETS => scenario.set_tickets(text),
                PLUGIN => scenario.set_plugin(text)?,
                WIDENING => scenario.params.set(key, &widening::text_of(text)?)?,
                _ if JSON.contains(&key) => scenario.params.set(key, &json_of(text)?)?,
                _ => scenario.params.set(key, text)?,
            }
        }
        widening::lint(&scenario.params).iter().for_each(|notice| tell!("matchday: {notice}"));
        Ok(scenario)
    }
}

impl Scenario {
    /// The scenario of these parameters alone.
    pub fn of(params: Params) -> Self {
        Self { plugin: plugin_of(&params), params, ..Self::default() }
    }

    /// The file of the plug-in that forms matches, if any of the scenarios with these parameters has one.
    ///
    /// # Errors
    /// Code that is not compiled.
    pub fn module(&self, params: impl IntoIterator<Item = Params>) -> Result<Option<&Path>, CliError> {
        if params.into_iter().all(|params| params.policy() != Policy::Plugin) {
            return Ok(None);
        }
        match &self.plugin {
            None if !self.params.code().is_empty() => Err(CliError::Code),
            plugin => Ok(plugin.as_deref()),
        }
    }

    /// The recorded queue, if there is one.
    pub fn tickets(&self) -> Option<&Path> {
        self.tickets.as_deref()
    }

    /// The same scenario, where days are simulated.
    ///
    /// # Errors
    /// There is a recorded queue.
    pub fn of_days(self) -> Result<Self, CliError> {
        if self.tickets.is_some() { Err(CliError::TicketsHere) } else { Ok(self) }
    }

    fn set_tickets(&mut self, path: &str) {
        self.tickets = Some(PathBuf::from(path)).filter(|_| !path.is_empty());
    }

    fn set_plugin(&mut self, path: &str) -> Result<(), CliError> {
        let name = Path::new(path).file_name().and_then(OsStr::to_str);
        self.params.set(PLUGIN, name.unwrap_or(path))?;
        self.plugin = Some(PathBuf::from(path)).filter(|_| !path.is_empty());
        Ok(())
    }

    /// Adds files of brokers and fleets: their paths, or their text as a saved scenario has it.
    fn add_fleet_config(&mut self, value: &str) -> Result<(), CliError> {
        let mut text = self.params.fleet_config().to_owned();
        if value.contains('\n') {
            text += value;
        } else {
            for path in value.split(',').map(str::trim).filter(|path| !path.is_empty()) {
                self.names_fleet_config = true;
                add(&mut text, path, &files::read_text(Path::new(path))?);
            }
        }
        Ok(self.params.set(FLEET_CONFIG, &text)?)
    }

    /// Sets the values of a scenario file.
    ///
    /// # Errors
    /// Invalid JSON, or the first invalid value.
    pub fn set_all(&mut self, json: &[u8], path: &Path) -> Result<(), CliError> {
        let refuse = |reason: String| CliError::Scenario { path: path.to_owned(), reason };
        self.set_values(json::object(json).map_err(refuse)?, refuse)
    }

    /// Sets the values of a JSON object; `refuse` makes the error for a value of another type.
    ///
    /// # Errors
    /// The first invalid value.
    pub fn set_values(
        &mut self,
        mut values: Map<String, Value>,
        refuse: impl Fn(String) -> CliError,
    ) -> Result<(), CliError> {
        if let Some(files) = values.remove(FLEET_CONFIG) {
            self.add_fleet_config(&text_of(FLEET_CONFIG, &files).map_err(&refuse)?)?;
        }
        if let Some(path) = values.remove(TICKETS) {
            self.set_tickets(&text_of(TICKETS, &path).map_err(&refuse)?);
        }
        if let Some(Value::String(text)) = values.get_mut(WIDENING) {
            *text = widening::text_of(text)?;
        }
        for key in JSON {
            if let Some(Value::String(text)) = values.get_mut(key) {
                *text = json_of(text)?;
            }
        }
        if let Some(path) = values.remove(PLUGIN) {
            self.set_plugin(&text_of(PLUGIN, &path).map_err(&refuse)?)?;
        }
        for (key, value) in &values {
            self.params.set(key, &text_of(key, value).map_err(&refuse)?)?;
        }
        Ok(())
    }
}

/// Reads a link. Notices about unsupported parts go to standard error.
pub fn read_link(url: &str) -> Link {
    let (link, notices) = Link::parse(url);
    notices.iter().for_each(|notice| tell!("matchday: {notice}"));
    link
}

fn plugin_of(params: &Params) -> Option<PathBuf> {
    Some(PathBuf::from(params.plugin())).filter(|path| !path.as_os_str().is_empty())
}

/// A JSON object itself, or that in the file of this name.
fn json_of(text: &str) -> Result<String, CliError> {
    let is_name = !text.is_empty() && !text.trim_start().starts_with('{');
    if is_name { files::read_text(Path::new(text)) } else { Ok(text.to_owned()) }
}

/// A JSON value as the text of a parameter.
///
/// # Errors
/// The reason why it cannot be a parameter.
pub fn text_of(key: &str, value: &Value) -> Result<String, String> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Number(number) => Ok(number.to_string()),
        Value::Bool(flag) => Ok(u8::from(*flag).to_string()),
        other => Err(format!("{key}: {other} is not a parameter value")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(set: &[&str], link: Option<&str>) -> ScenarioArgs {
        ScenarioArgs { set: set.iter().map(ToString::to_string).collect(), link: link.map(Into::into), scenario: None }
    }

    #[test]
    fn set_wins_over_a_link() {
        let Scenario { params, .. } =
            args(&["seed=9"], Some("http://localhost/#v=1&seed=3&replay=0.8")).read().unwrap();
        assert_eq!((params.seed(), params.replay()), (9, 8_000));
    }

    #[test]
    fn a_scenario_takes_numbers_texts_and_flags() {
        let mut scenario = Scenario::default();
        let json =
            br#"{"ccu": 5000, "replay": 0.8, "bots": true, "dcs": "-lima", "seed": "4", "fleet_config": "--- # a\n{}"}"#;
        scenario.set_all(json, Path::new("s.json")).unwrap();
        assert_eq!((scenario.params.fleet_config(), scenario.names_fleet_config), ("--- # a\n{}", false));
        let params = scenario.params;
        assert_eq!(
            (params.ccu(), params.replay(), params.bots(), params.dcs(), params.seed()),
            (5000, 8000, true, "-lima", 4)
        );
    }

    #[test]
    fn mistakes_are_named() {
        let message =
            |json: &str| Scenario::default().set_all(json.as_bytes(), Path::new("s.json")).unwrap_err().to_string();
        assert!(message("{").starts_with("s.json: EOF while parsing"));
        let says = "not an object; a scenario is a JSON object such as {\"ccu\": 50000, \"replay\": 0.8}";
        assert!(message("[1]").ends_with(says), "{}", message("[1]"));
        assert!(message(r#"{"ccu": null}"#).contains("ccu: null is not a parameter value"));
        assert!(message(r#"{"cuc": 1}"#).contains("no parameter `cuc`"));
        assert!(args(&["ccu"], None).read().unwrap_err().to_string().contains("--set ccu: write --set key=value"));
    }
}
