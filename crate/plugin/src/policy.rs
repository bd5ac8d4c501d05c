//! A module as a policy.

use crate::config::MOST_LISTED_TEXTS;
use crate::host::{Host, Instance, MATCH, MATCH_JSON, Moment};
use crate::{Config, answer, call, json};
use matchday_matchmaker::policy::{Answer, Call, Kind, Policy, PolicyMatch};
use matchday_sim::policy::{Plugin, Terms};
use std::sync::{Arc, Mutex, PoisonError};

/// At seconds that this number divides, a fresh instance is asked, too: two hundred times a day.
pub const CHECKED_EVERY_S: u32 = 432;

/// A module that makes the policies of days.
#[derive(Debug)]
pub struct WasmPlugin<H> {
    host: Arc<H>,
}

impl<H: Host> WasmPlugin<H> {
    /// The plug-in of a compiled module.
    pub fn new(host: H) -> Self {
        Self { host: Arc::new(host) }
    }
}

impl<H: Host + 'static> Plugin for WasmPlugin<H> {
    fn policy(&self, terms: Terms<'_>) -> Result<Arc<dyn Policy>, String> {
        let form = Form::of(&*self.host, &terms)?;
        let config = Config::of(&terms)?;
        let first = self.host.instance(&config)?;
        let shape = Shape {
            teams: terms.teams,
            team_size: terms.team_size,
            attributes: terms.schema.attributes().len(),
            request_timeout_s: terms.request_timeout_s,
        };
        let asked = Mutex::new(Asked { instance: Some(first), input: Vec::new(), output: Vec::new() });
        Ok(Arc::new(WasmPolicy { host: Arc::clone(&self.host), config, form, shape, asked }))
    }
}

/// The numbers of a day that every call has in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Teams of a match.
    pub teams: usize,
    /// Players of a team.
    pub team_size: usize,
    /// Attributes of a player.
    pub attributes: usize,
    /// Seconds after which a ticket without a match fails.
    pub request_timeout_s: u32,
}

/// The form of calls and answers.
#[derive(Debug)]
enum Form {
    Bytes,
    Json(json::Names),
}

impl Form {
    fn of(host: &impl Host, terms: &Terms<'_>) -> Result<Self, String> {
        let schema = terms.schema;
        if host.has(MATCH_JSON) && !host.has(MATCH) {
            return Ok(Self::Json(json::Names::of(terms)));
        }
        if !host.has(MATCH) {
            return Err(format!(
                "the module exports neither `{MATCH}` nor `{MATCH_JSON}`, a function without parameters that returns an i32"
            ));
        }
        let texts = schema.texts().len();
        match schema.attributes().iter().find(|(_, kind)| *kind == Kind::List) {
            Some((list, _)) if texts > MOST_LISTED_TEXTS => Err(format!(
                "the attribute {list} is a list, and all attributes have {texts} texts; `{MATCH}` can be told of lists of \
                 at most {MOST_LISTED_TEXTS}; use fewer texts, or export only `{MATCH_JSON}`"
            )),
            _ => Ok(Self::Bytes),
        }
    }

    /// The exported function that is called.
    fn function(&self) -> &'static str {
        match self {
            Self::Bytes => MATCH,
            Self::Json(_) => MATCH_JSON,
        }
    }

    fn write(&self, call: &Call<'_>, shape: &Shape, input: &mut Vec<u8>) -> Result<(), String> {
        match self {
            Self::Bytes => {
                call::write(call, shape, input);
                Ok(())
            }
            Self::Json(names) => names.write(call, shape, input),
        }
    }

    fn read(&self, output: &[u8], matches: &mut Vec<PolicyMatch>) -> Result<(), String> {
        match self {
            Self::Bytes => answer::read(output, matches),
            Self::Json(names) => names.read(output, matches),
        }
    }
}

/// The policy of a module on a day.
#[derive(Debug)]
struct WasmPolicy<H: Host> {
    host: Arc<H>,
    config: Config,
    form: Form,
    shape: Shape,
    asked: Mutex<Asked<H::Instance>>,
}

/// The instance that is asked, and the bytes of its last call.
#[derive(Debug)]
struct Asked<I> {
    /// `None` after an error.
    instance: Option<I>,
    input: Vec<u8>,
    output: Vec<u8>,
}

impl<H: Host> Policy for WasmPolicy<H> {
    fn rules(&self) -> &[String] {
        &[]
    }

    fn match_size(&self) -> (usize, usize) {
        let players = self.shape.teams * self.shape.team_size;
        (players, players)
    }

    fn request_timeout_s(&self) -> u32 {
        self.shape.request_timeout_s
    }

    fn form(&self, call: &Call<'_>, answer: &mut Answer) -> Result<(), String> {
        // Nothing in it is left half done by a panic that would matter to the next call.
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        let Asked { instance, input, output } = &mut *asked;
        self.form.write(call, &self.shape, input)?;
        let moment = Moment { now_s: call.now.0, key: call.key };
        let mut own = instance.take().map_or_else(|| self.host.instance(&self.config), Ok)?;
        own.call(moment, self.form.function(), input, output)?;
        *instance = Some(own);
        self.form.read(output, &mut answer.matches)?;
        if call.now.0.is_multiple_of(CHECKED_EVERY_S) {
            self.check_purity(moment, input, &answer.matches)
        } else {
            Ok(())
        }
    }
}

impl<H: Host> WasmPolicy<H> {
    /// Asks a fresh instance the same.
    fn check_purity(&self, moment: Moment, input: &[u8], matches: &[PolicyMatch]) -> Result<(), String> {
        let (mut output, mut fresh_matches) = (Vec::new(), Vec::new());
        let mut fresh = self.host.instance(&self.config)?;
        let told = fresh.call(moment, self.form.function(), input, &mut output);
        let told = told.and_then(|()| self.form.read(&output, &mut fresh_matches));
        told.map_err(|error| format!("answered, but a fresh instance of the module did not: {error}"))?;
        if fresh_matches == matches {
            return Ok(());
        }
        Err("gave another answer than a fresh instance of the module: an answer must depend only on its call, not on \
             earlier calls"
            .to_owned())
    }
}
