//! The article's rules as a plug-in.

use matchday_matchmaker::Rules;
use matchday_matchmaker::policy::{Answer, ArticlePolicy, Call, Policy};
use matchday_sim::policy::{Plugin, Terms};
use std::sync::Arc;

/// The article's rules, with limits that constants set.
#[derive(Clone, Copy, Debug)]
pub struct ArticlePlugin;

impl Plugin for ArticlePlugin {
    fn policy(&self, terms: Terms<'_>) -> Result<Arc<dyn Policy>, String> {
        let set = |name: &str| terms.constants.0.iter().find(|(own, _)| own == name).map(|&(_, number)| number);
        let limit_ms = |name, default| set(name).unwrap_or(default) as u16;
        let rules = Rules {
            players: terms.teams * terms.team_size,
            ideal_s: 10,
            expand_s: 10,
            warm_s: 10,
            patience_s: 120,
            avoid_rematch: false,
        };
        Ok(Arc::new(InTeams {
            article: ArticlePolicy::new(&rules, [limit_ms("IDEAL_MS", 50.0), limit_ms("EXPAND_MS", 100.0)]),
            team_size: terms.team_size,
            timeout_s: terms.request_timeout_s,
        }))
    }
}

/// The article's matches, divided into teams in the order of their players, who queue alone.
#[derive(Clone, Copy, Debug)]
struct InTeams {
    article: ArticlePolicy,
    team_size: usize,
    timeout_s: u32,
}

impl Policy for InTeams {
    fn rules(&self) -> &[String] {
        self.article.rules()
    }

    fn match_size(&self) -> (usize, usize) {
        self.article.match_size()
    }

    fn request_timeout_s(&self) -> u32 {
        self.timeout_s
    }

    fn form(&self, call: &Call<'_>, answer: &mut Answer) -> Result<(), String> {
        self.article.form(call, answer)?;
        for formed in &mut answer.matches {
            let tickets = formed.teams.concat();
            formed.teams = tickets.chunks(self.team_size).map(Into::into).collect();
        }
        Ok(())
    }
}
