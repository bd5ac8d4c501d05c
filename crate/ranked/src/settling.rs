//! Matches played to their end: true skill decides, the ladder rates, and players decide whether to play
//! again, by their [policy](super::offers::AnswerPolicy).

use super::journal::Ending as Written;
use super::running::RankedMatch;
use super::search::Age;
use super::{Event, RankedDay};
use matchday_base::MatchId;
use matchday_ladder::ladder::Played;
use matchday_ladder::play;
use matchday_matchmaker::ranked::Team;
use matchday_sim::columns::Count;
use smallvec::SmallVec;

impl RankedDay {
    /// Draws the outcome by true skill; the ladder rates it.
    pub(super) fn rate(&mut self, id: MatchId, ended: &RankedMatch) {
        let skill = |account| self.people.of(account).skill;
        let left = ended.leavers();
        let drawn = play::draw(ended.teams(), &left, skill, &mut self.outcomes);
        // Teams of the queue are never empty, and no player is in two.
        let Ok(outcome) = drawn else { return };
        let played = Played { id, ended: self.log.now, outcome: &outcome, left: &left };
        let won = outcome.teams().iter().position(|team| team.rank == 1).unwrap_or(0) as u32;
        let changes: SmallVec<[_; 2]> = self.ladder.settle(&played).into();
        if left.is_empty() {
            self.record.ended(&outcome, &self.people, &self.ladder);
        }
        for change in &changes {
            let points = change.after.points();
            self.log.digest.fold(u64::from(change.player.0) << 32 ^ points.to_bits());
            self.record.rated(change, self.people.of(change.player).skill);
        }
        if let Some(journal) = &mut self.journal {
            let written = Written::Played { of: ended, outcome: &outcome, changes: &changes };
            journal.ended(&ended.offered, written, &self.ladder, self.log.now);
        }
        self.tell_rated(ended.offered.number, &played, &changes);
        self.fold(Event::Rate, id.0, won);
    }

    /// Members of a party decide: those who play again queue together, the others leave.
    pub(super) fn decide(&mut self, mut party: Team) {
        party.retain(|&mut account| {
            let again = self.policy(account).plays_again();
            if !again {
                self.go_offline(account, Count::Left);
            }
            again
        });
        if !party.is_empty() {
            self.enqueue(&party, Age::new(self.log.now));
        }
    }
}
