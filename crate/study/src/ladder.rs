//! Findings about a ranked day, in words.

use crate::finding::{Finding, Kind};
use matchday_base::ShownDays;
use matchday_base::time::MINUTE_S;
use matchday_ladder::smurf::Caught;
use matchday_ladder::{Tier, play};
use matchday_matchmaker::ranked::{Mode, Step, Widening};
use matchday_ranked::minutes::{LadderColumn, LadderMinutes};
use matchday_ranked::record::SETTLED;
use matchday_ranked::settings::ANSWER_S;
use matchday_scenario::Params;
use matchday_scenario::params::{Key, Policy, RankedQueue, RatingSystem, Ready, TeamUpdate};
use matchday_sim::histogram::Histogram;
use matchday_sim::limits::{TICKET_S, search_s};
use matchday_sim::policy::Acceptance;
use matchday_sim::text::{grouped, per_cent};
use matchday_wire::report::{GAP_POINTS, LadderReport, PredictionBin, RankedSummary, Smurfs, TierReport};
use std::f64::consts::PI;

/// Least number of matches, or of waits of a tier, for a finding.
const LEAST: u64 = 30;
/// Matches after which the rating error is reported; the last with a value is used.
const LATER: [usize; 4] = [100, 40, 30, 20];
/// Least inflation for a finding, points.
const LEAST_INFLATION: f64 = 10.0;
/// Least misprediction for a finding: a share, and a number of standard deviations.
const LEAST_MISPREDICTED: (f64, f64) = (0.03, 4.0);
/// Least correlation of ratings and true skill that is no problem.
const LEAST_CORRELATION: f64 = 0.5;
/// Least difference of Brier scores for a finding.
const LEAST_BRIER: f64 = 0.0005;
/// Ratio of the best tier's median wait to Gold's: the least for a finding, and for a bad one.
const LONGER: (f64, f64) = (1.5, 3.0);

/// A ranked day.
#[derive(Clone, Copy, Debug)]
pub struct Ranked<'a> {
    /// Its parameters.
    pub params: &'a Params,
    /// The ladder minute by minute.
    pub minutes: &'a LadderMinutes,
    /// Its summary.
    pub summary: &'a RankedSummary,
    /// Further measurements; empty ones say nothing.
    pub report: &'a LadderReport,
    /// The shown days.
    pub days: ShownDays,
}

/// Findings about a ranked day, problems first. Empty for an unranked day.
pub fn findings(day: Ranked<'_>) -> Vec<Finding> {
    let Ok(mode) = day.params.ranked().parse::<Mode>() else { return Vec::new() };
    let found = [
        day.learned(),
        day.fair(mode),
        day.known(),
        day.team_update(mode),
        day.mispredicted(),
        day.shadow(),
        day.accepted(mode),
        day.expired(),
        day.waits(),
        day.smurfs(),
        day.inflation(),
    ];
    let mut findings: Vec<Finding> = found.into_iter().flatten().collect();
    findings.sort_by_key(|finding| !finding.bad);
    findings
}

/// A finding about the whole day.
fn always(kind: Kind, words: String, bad: bool) -> Finding {
    Finding { kind, words, at_s: None, bad }
}

impl Ranked<'_> {
    /// The error of ratings once they have settled, and later.
    fn learned(&self) -> Option<Finding> {
        let after = |matches: usize| Some(self.report.learning.get(matches - 1).copied()??.rmse);
        let settled = after(SETTLED as usize)?;
        let later = LATER.into_iter().find_map(|matches| Some((matches, after(matches)?)));
        let then = later.map_or(String::new(), |(matches, error)| format!(", after {matches} by {error:.0}"));
        let words = format!("After {SETTLED} matches ratings are off by {settled:.0} points (root mean square){then}.");
        Some(always(Kind::Learned, words, later.is_some_and(|(_, error)| error > settled)))
    }

    /// The gap between teams, and the gap that a random draw would give.
    fn fair(&self, mode: Mode) -> Option<Finding> {
        let Ranked { params, report: LadderReport { gaps, .. }, .. } = self;
        let matches: u64 = gaps.iter().map(|&n| u64::from(n)).sum();
        let sides = params.skill_sd() > 0 && matches >= LEAST;
        let mean = self.summary.fairness_mean?;
        // Teams of n drawn at random: E|gap| = 2 sd / sqrt(pi n).
        let random = 2.0 * f64::from(params.skill_sd()) / libm::sqrt(PI * mode.team_size() as f64);
        let who = match (params.policy(), params.queue()) {
            (Policy::Rules, _) => "The rules".to_owned(),
            (Policy::Plugin, _) => "Calls of the plug-in".to_owned(),
            (Policy::Article, RankedQueue::Bands) => "Fixed bands of rating".to_owned(),
            (Policy::Article, RankedQueue::Windows | RankedQueue::Global) => {
                let widest = params.widening().parse::<Widening>().ok()?.at(TICKET_S).points;
                let pool = if params.queue() == RankedQueue::Global { "One pool with windows" } else { "Windows" };
                if widest == Step::ANY_POINTS {
                    format!("{pool} that widen to any rating")
                } else {
                    format!("{pool} that widen to ±{widest} points")
                }
            }
        };
        let words = match mode {
            Mode::Teams(_) => {
                let won = |(bin, &n): (usize, &u32)| f64::from(n) * play::oracle([middle(bin), 0.0]);
                let share = gaps.iter().enumerate().map(won).sum::<f64>() / matches as f64;
                format!(
                    "{who} make matches that the better team wins {} of the time: teams are {mean:.0} points apart on \
                     average, where teams drawn at random would be {random:.0}.",
                    per_cent(share)
                )
            }
            Mode::FreeForAll(_) => format!(
                "{who} make matches whose players are {mean:.0} points apart on average, where players drawn at random \
                 would be {random:.0}."
            ),
        };
        sides.then(|| always(Kind::Fair, words, mean > random / 2.0))
    }

    /// What ratings know of skill. Matches hide it, because ratings make them even: the better the ratings, the less
    /// is left to predict. So players are compared in pairs.
    fn known(&self) -> Option<Finding> {
        let RankedSummary { rating_rmse, rating_bias, rating_spread, skill_spread, .. } = self.summary;
        let (ratings, skills) = (rating_spread.filter(|&sd| sd > 0.0)?, skill_spread.filter(|&sd| sd > 0.0)?);
        let square = |x: f64| x * x;
        let error = square((*rating_rmse)?) - square((*rating_bias)?);
        let correlation = (square(ratings) + square(skills) - error) / (2.0 * ratings * skills);
        // For two normal variables (W. F. Sheppard 1899).
        let better = 0.5 + libm::asin(correlation.clamp(-1.0, 1.0)) / PI;
        let (brier, brier_oracle) = (self.summary.brier?, self.summary.brier_oracle?);
        let words = format!(
            "Of two players drawn at random, the one with the higher rating is the better one in {} of the cases: ratings \
             and true skill correlate by {correlation:.2}. Matches are more even, so that their predictions have a Brier \
             score of {brier:.4}, where true skill would have {brier_oracle:.4} and a coin 0.25.",
            per_cent(better)
        );
        Some(always(Kind::Known, words, correlation < LEAST_CORRELATION))
    }

    /// Whether ratings are compared one by one with opposing teams, and what that does to them.
    fn team_update(&self, mode: Mode) -> Option<Finding> {
        let collapses = self.params.team_update() == TeamUpdate::Own
            && self.params.rating() != RatingSystem::WengLin
            && mode.team_size() > 1;
        let (ratings, skills) = (self.summary.rating_spread?, self.summary.skill_spread?);
        let words = format!(
            "Each player's own rating is compared with the opposing team (team_update=own). A good player then loses \
             points with an average team, and ratings are pulled together: their standard deviation is {ratings:.0} \
             points, that of true skill {skills:.0}. Compare teams instead: team_update=team."
        );
        collapses.then(|| always(Kind::TeamUpdate, words, true))
    }

    /// The worst misprediction.
    fn mispredicted(&self) -> Option<Finding> {
        // A bin's prediction, its score, and how many standard deviations lie between.
        let told = |&PredictionBin { matches, predicted, scored }: &PredictionBin| {
            let (predicted, scored) = predicted.zip(scored).filter(|_| u64::from(matches) >= LEAST)?;
            let sd = libm::sqrt(predicted * (1.0 - predicted) / f64::from(matches));
            Some((predicted, scored, (scored - predicted).abs() / sd))
        };
        let told = self.report.rated.iter().filter_map(told);
        let (predicted, scored, deviations) = told.max_by(|a, b| a.2.total_cmp(&b.2))?;
        if (scored - predicted).abs() < LEAST_MISPREDICTED.0 || deviations < LEAST_MISPREDICTED.1 {
            return None;
        }
        let too_sure = (scored < predicted) == (predicted > 0.5);
        let words = format!(
            "Where ratings say {}, {} is what happens: they are {}.",
            per_cent(predicted),
            per_cent(scored),
            if too_sure { "too sure of themselves" } else { "not sure enough" }
        );
        Some(always(Kind::Mispredicted, words, true))
    }

    /// Whether the shadow system predicts better than the system that decides.
    fn shadow(&self) -> Option<Finding> {
        let name = |system| match system {
            RatingSystem::Glicko2 => "Glicko-2",
            RatingSystem::Elo => "Elo",
            RatingSystem::WengLin => "Weng-Lin",
        };
        let (shadow, rating) = (name(self.params.shadow()?), name(self.params.rating()));
        let (brier, shadow_brier) = (self.summary.brier?, self.summary.shadow_brier?);
        let how = match brier - shadow_brier {
            gain if gain >= LEAST_BRIER => "better than",
            gain if gain <= -LEAST_BRIER => "worse than",
            _ => "as well as",
        };
        let words = format!(
            "{shadow} in the shadow predicts the same matches {how} {rating}: a Brier score of {shadow_brier:.4} against \
             {brier:.4}."
        );
        Some(always(Kind::Shadow, words, false))
    }

    /// Offers per formed match, against the expected number.
    fn accepted(&self, mode: Mode) -> Option<Finding> {
        let (offered, _) = self.sum(LadderColumn::Offered);
        let share = self.summary.accept_share?;
        if offered < LEAST || share >= 1.0 {
            return None;
        }
        let (accept, players) = (f64::from(self.params.share(Key::AcceptRate)) / 10_000.0, mode.players() as u32);
        let form = match (Acceptance::of(self.params).unwrap_or_default(), self.params.ready()) {
            // Some answers are late.
            (Acceptance::WithinS(..=ANSWER_S), _) => None,
            (Acceptance::WithinS(_), _) | (Acceptance::AsSet, Ready::Accept) => Some(players),
            (Acceptance::AsSet, Ready::Double) => Some(2 * players),
            // The players who are not asked depend on ratings.
            (Acceptance::AsSet, Ready::Instant) | (Acceptance::NotRequired, _) => None,
        };
        let expected = form.map_or(String::new(), |answers| {
            format!(
                ": {answers} answers, each of them yes with {}, make {accept}^{answers} = {}",
                per_cent(accept),
                per_cent(libm::pow(accept, f64::from(answers)))
            )
        });
        let words =
            format!("{} of {} matches offered are accepted by all{expected}.", per_cent(share), grouped(offered));
        Some(always(Kind::Accepted, words, share < 0.5))
    }

    /// Players whose search expired.
    fn expired(&self) -> Option<Finding> {
        let (expired, worst) = self.sum(LadderColumn::Expired);
        let matched: u64 = self.report.tiers.iter().flat_map(|tier| &tier.waits).map(|&n| u64::from(n)).sum();
        let share = expired as f64 / (expired + matched).max(1) as f64;
        let words = format!(
            "{} players, {} of those who searched, found no match within {} s, most around {}.",
            grouped(expired),
            per_cent(share),
            search_s(self.params),
            self.days.clock(worst as u32 * MINUTE_S)
        );
        (expired > 0).then_some(Finding {
            kind: Kind::SearchExpired,
            words,
            at_s: Some(worst as u32 * MINUTE_S),
            bad: share >= 0.01,
        })
    }

    /// Waits of the best tier against Gold's.
    fn waits(&self) -> Option<Finding> {
        let median = |tier: Tier| {
            let TierReport { waits, .. } = self.report.tiers.get(tier.index())?;
            let waits = Some(histogram(waits)).filter(|waits| waits.count() >= LEAST)?;
            Some((tier.name(), waits.percentile(50)?))
        };
        let above = Tier::ALL[Tier::Gold.index() + 1..].iter().rev();
        let (best, best_s) = above.copied().find_map(median)?;
        let (gold, gold_s) = median(Tier::Gold)?;
        let longer = f64::from(best_s) / f64::from(gold_s.max(1));
        let words = format!(
            "Half of {best} wait longer than {best_s} s, {longer:.1} times as long as {gold} with {gold_s} s: few are as good."
        );
        (longer >= LONGER.0).then(|| always(Kind::Waits, words, longer >= LONGER.1))
    }

    /// Precision and recall of the smurf flags.
    fn smurfs(&self) -> Option<Finding> {
        let Smurfs { flagged, smurfs, both } = self.report.smurfs;
        let caught = Caught { flagged, smurfs, both };
        let count = |n: u32| grouped(n.into());
        let words = match (caught.precision(), caught.recall()) {
            (None, None) => return None,
            (None, Some(_)) => format!("None of {} smurfs with ten matches or more was flagged.", count(smurfs)),
            (Some(_), None) => format!("{} accounts were flagged, and none is a smurf.", count(flagged)),
            (Some(right), Some(found)) => format!(
                "Of {} accounts flagged {} are smurfs; of {} smurfs with ten matches or more {} are found.",
                count(flagged),
                per_cent(right),
                count(smurfs),
                per_cent(found)
            ),
        };
        Some(always(Kind::Smurfs, words, flagged > 0 && caught.precision() < Some(0.5)))
    }

    /// Whether the mean rating has drifted.
    fn inflation(&self) -> Option<Finding> {
        let inflation = self.summary.inflation?;
        let (moved, became) = if inflation > 0.0 { ("risen", "better") } else { ("fallen", "worse") };
        let points = inflation.abs();
        let words =
            format!("Ratings have {moved} by {points:.0} points on average, though nobody has become {became}.");
        (points >= LEAST_INFLATION).then(|| always(Kind::Inflation, words, true))
    }

    /// The sum over all minutes, and the minute with the most, the first if several are equal.
    fn sum(&self, column: LadderColumn) -> (u64, usize) {
        let count = |minute| self.minutes.at(column, minute) as u64;
        let minutes = 0..self.minutes.minutes();
        let worst = minutes.clone().rev().max_by_key(|&minute| count(minute)).unwrap_or(0);
        (minutes.map(count).sum(), worst)
    }
}

fn histogram(counts: &[u32]) -> Histogram {
    Histogram(counts.iter().map(|&count| count.into()).collect())
}

/// The middle of a bin: the mean of its ten whole numbers of points.
fn middle(bin: usize) -> f64 {
    bin as f64 * f64::from(GAP_POINTS) + f64::from(GAP_POINTS - 1) / 2.0
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use matchday_base::calendar::Date;
    use matchday_ranked::minutes::WIDTH;
    use matchday_wire::report::RatingError;

    fn params(settings: &[(&str, &str)]) -> Params {
        let mut params = Params::default();
        params.set("ranked", "1v1").unwrap();
        settings.iter().for_each(|(key, value)| params.set(key, value).unwrap());
        params
    }

    /// A day whose minutes have these values.
    fn minutes(value: impl Fn(LadderColumn, u32) -> f32) -> LadderMinutes {
        let mut minutes = LadderMinutes::default();
        for minute in 0..1_440 {
            let row: [f32; WIDTH] = LadderColumn::ALL.map(|column| value(column, minute));
            minutes.push_rows(&row);
        }
        minutes
    }

    fn say(
        settings: &[(&str, &str)],
        minutes: &LadderMinutes,
        summary: &RankedSummary,
        report: &LadderReport,
    ) -> Vec<Finding> {
        let days = ShownDays { first: Date { year: 2026, month: 5, day: 20 }, count: 1 };
        findings(Ranked { params: &params(settings), minutes, summary, report, days })
    }

    /// The only finding.
    fn only(settings: &[(&str, &str)], summary: &RankedSummary, report: &LadderReport) -> Finding {
        let mut found = say(settings, &minutes(|_, _| 0.0), summary, report);
        assert_eq!(found.len(), 1, "{found:?}");
        found.remove(0)
    }

    fn waits(of: [(usize, u32); 6]) -> LadderReport {
        let tier = |(wait_s, n)| {
            let mut waits = vec![0; 325];
            waits[wait_s] = n;
            TierReport { waits, ..Default::default() }
        };
        LadderReport { tiers: of.map(tier).into(), ..LadderReport::default() }
    }

    /// The findings of a day with one of this kind, and of a near one without it.
    pub(crate) fn pair(kind: Kind) -> [Vec<Finding>; 2] {
        let calm = minutes(|_, _| 0.0);
        let of = |settings: &[(&str, &str)], summary: RankedSummary, report: LadderReport| {
            say(settings, &calm, &summary, &report)
        };
        let reported = |report| of(&[], RankedSummary::default(), report);
        let summed = |settings: &[(&str, &str)], summary| of(settings, summary, LadderReport::default());
        let counted = |column, times: [f32; 2], summary: &RankedSummary| {
            times.map(|times| {
                say(&[], &minutes(|of, _| if of == column { times } else { 0.0 }), summary, &LadderReport::default())
            })
        };
        match kind {
            Kind::Learned => [10, 9].map(|matches| {
                let learning = vec![Some(RatingError { rmse: 100.0, bias: 0.0 }); matches];
                reported(LadderReport { learning, ..LadderReport::default() })
            }),
            Kind::Fair => [30, 29].map(|matches| {
                let summary = RankedSummary { fairness_mean: Some(77.0), ..RankedSummary::default() };
                of(&[], summary, LadderReport { gaps: vec![matches], ..LadderReport::default() })
            }),
            // The same, but all players are equally skilled.
            Kind::Known => [300.0, 0.0].map(|skills| summed(&[("ranked", "5v5")], known(250.0, skills, 0.9))),
            Kind::TeamUpdate => ["own", "team"]
                .map(|update| summed(&[("ranked", "5v5"), ("team_update", update)], known(70.0, 300.0, 0.8))),
            Kind::Mispredicted => [0.74, 0.80].map(|scored| {
                let bin = PredictionBin { matches: 1_000, predicted: Some(0.82), scored: Some(scored) };
                reported(LadderReport { rated: vec![bin], ..LadderReport::default() })
            }),
            Kind::Shadow => [&[("shadow", "elo")][..], &[]].map(|settings| {
                let summary = RankedSummary { brier: Some(0.23), shadow_brier: Some(0.22), ..RankedSummary::default() };
                summed(settings, summary)
            }),
            Kind::Accepted => [0.97, 1.0].map(|share| {
                let summary = RankedSummary { accept_share: Some(share), ..RankedSummary::default() };
                counted(LadderColumn::Offered, [2.0, 0.0], &summary)[0].clone()
            }),
            Kind::SearchExpired => counted(LadderColumn::Expired, [1.0, 0.0], &RankedSummary::default()),
            Kind::Waits => {
                [30, 20].map(|wait_s| reported(waits([(5, 90), (5, 90), (15, 90), (15, 90), (15, 90), (wait_s, 90)])))
            }
            Kind::Smurfs => [1, 0].map(|smurfs| {
                let smurfs = Smurfs { flagged: 0, smurfs, both: 0 };
                reported(LadderReport { smurfs, ..LadderReport::default() })
            }),
            Kind::Inflation => [10.0, 9.0]
                .map(|points| summed(&[], RankedSummary { inflation: Some(points), ..RankedSummary::default() })),
            other => panic!("{other:?} is no finding about a ladder"),
        }
    }

    #[test]
    fn nothing_is_said_of_nothing() {
        let (summary, report) = (RankedSummary::default(), LadderReport::default());
        for settings in [&[("shadow", "elo")][..], &[("ranked", "off")]] {
            assert_eq!(say(settings, &minutes(|_, _| 0.0), &summary, &report), [], "{settings:?}");
            assert_eq!(say(settings, &LadderMinutes::default(), &summary, &report), [], "{settings:?}");
        }
    }

    #[test]
    fn ratings_are_off_by_less_after_more_matches() {
        let mut learning = vec![None; 100];
        let error = |rmse, bias| Some(RatingError { rmse, bias });
        (learning[9], learning[39]) = (error(118.4, 3.0), error(81.6, 1.0));
        let found = only(
            &[],
            &RankedSummary::default(),
            &LadderReport { learning: learning.clone(), ..LadderReport::default() },
        );
        assert_eq!(found.words, "After 10 matches ratings are off by 118 points (root mean square), after 40 by 82.");
        assert!(!found.bad);
        learning[99] = error(130.0, 0.0);
        let found = only(&[], &RankedSummary::default(), &LadderReport { learning, ..LadderReport::default() });
        assert!(found.words.ends_with("after 100 by 130.") && found.bad, "{found:?}");
    }

    #[test]
    fn fairness_is_held_against_teams_drawn_at_random() {
        let mut gaps = vec![0; 301];
        (gaps[0], gaps[40]) = (50, 50);
        let report = LadderReport { gaps, ..LadderReport::default() };
        let summary = RankedSummary { fairness_mean: Some(77.0), ..RankedSummary::default() };
        // Halves of 1/(1 + 10^(-4.5/400)) = 50.65 % and 1/(1 + 10^(-404.5/400)) = 91.12 %; 600 / sqrt(pi) =
        // 338.5.
        let found = only(&[("skill_sd", "300")], &summary, &report);
        assert_eq!(
            found.words,
            "Windows that widen to ±400 points make matches that the better team wins 70.9 % of the time: teams are 77 \
             points apart on average, where teams drawn at random would be 339."
        );
        assert!(!found.bad);
        // Means of five lie closer by the root of five: 151.4.
        let found = only(&[("ranked", "5v5"), ("queue", "bands")], &summary, &report);
        assert!(
            found.words.starts_with("Fixed bands of rating make") && found.words.ends_with("would be 151."),
            "{found:?}"
        );
        assert!(found.bad, "77 is more than half of it");
        let found = only(&[("ranked", "ffa8"), ("queue", "global")], &summary, &report);
        assert!(found.words.starts_with("One pool with windows that widen to ±400 points make matches whose players"));
    }

    /// A ladder whose ratings and skills have these deviations and this correlation.
    fn known(ratings: f64, skills: f64, correlation: f64) -> RankedSummary {
        let error = ratings * ratings + skills * skills - 2.0 * correlation * ratings * skills;
        RankedSummary {
            rating_spread: Some(ratings),
            skill_spread: Some(skills),
            rating_rmse: Some(libm::sqrt(error + 16.0)),
            rating_bias: Some(-4.0),
            brier: Some(0.2505),
            brier_oracle: Some(0.2062),
            ..RankedSummary::default()
        }
    }

    #[test]
    fn ratings_are_compared_with_skill_in_pairs_of_players() {
        // Half of the pairs and asin(0.5) / pi = 1/6 more; even matches hide all of it.
        let found = only(&[("ranked", "5v5")], &known(250.0, 300.0, 0.5), &LadderReport::default());
        assert_eq!(
            found.words,
            "Of two players drawn at random, the one with the higher rating is the better one in 66.7 % of the cases: \
             ratings and true skill correlate by 0.50. Matches are more even, so that their predictions have a Brier score \
             of 0.2505, where true skill would have 0.2062 and a coin 0.25."
        );
        let bad = |correlation| only(&[], &known(250.0, 300.0, correlation), &LadderReport::default()).bad;
        assert!(bad(0.0) && bad(0.49) && !bad(0.51) && !bad(1.0));
        assert_eq!(say(&[], &minutes(|_, _| 0.0), &known(250.0, 0.0, 0.0), &LadderReport::default()), []);
    }

    #[test]
    fn the_shadow_is_compared_with_the_system_that_decides() {
        let shadow = |shadow_brier| {
            let summary =
                RankedSummary { brier: Some(0.23), shadow_brier: Some(shadow_brier), ..RankedSummary::default() };
            only(&[("shadow", "elo")], &summary, &LadderReport::default()).words
        };
        assert!(shadow(0.2296).contains("matches as well as Glicko-2"));
        assert!(shadow(0.2290).ends_with("matches better than Glicko-2: a Brier score of 0.2290 against 0.2300."));
        assert!(shadow(0.2310).starts_with("Elo in the shadow predicts the same matches worse"));
    }

    #[test]
    fn predictions_that_do_not_come_true_are_told_if_chance_does_not_explain_them() {
        let bin =
            |matches, predicted, scored| PredictionBin { matches, predicted: Some(predicted), scored: Some(scored) };
        let said = |bins: &[PredictionBin]| {
            let report = LadderReport { rated: bins.to_vec(), ..LadderReport::default() };
            say(&[], &minutes(|_, _| 0.0), &RankedSummary::default(), &report)
        };
        let none = PredictionBin::default();
        let found = said(&[none, bin(1_000, 0.82, 0.74), bin(1_000, 0.9, 0.89)]);
        assert_eq!(
            found[0].words,
            "Where ratings say 82.0 %, 74.0 % is what happens: they are too sure of themselves."
        );
        assert!(said(&[bin(1_000, 0.2, 0.12)])[0].words.ends_with("12.0 % is what happens: they are not sure enough."));
        assert_eq!(said(&[none, bin(40, 0.82, 0.74)]), [], "one standard deviation");
        assert_eq!(said(&[bin(1_000_000, 0.82, 0.80)]), [], "too little to matter");
    }

    #[test]
    fn accepted_offers_are_held_against_their_closed_form() {
        let offers = minutes(|column, _| if column == LadderColumn::Offered { 2.0 } else { 0.0 });
        let summary = RankedSummary { accept_share: Some(0.732), ..RankedSummary::default() };
        let said = |settings: &[(&str, &str)]| {
            let found = say(settings, &offers, &summary, &LadderReport::default());
            found.into_iter().map(|finding| finding.words).collect::<String>()
        };
        // 0.97^10 = 0.7374.
        assert_eq!(
            said(&[("ranked", "5v5"), ("accept_rate", "0.97")]),
            "73.2 % of 2,880 matches offered are accepted by all: 10 answers, each of them yes with 97.0 %, make \
             0.97^10 = 73.7 %."
        );
        assert!(said(&[("ready", "double"), ("accept_rate", "0.9")]).contains("0.9^4 = 65.6 %"));
        assert!(said(&[("ready", "instant")]).ends_with("offered are accepted by all."));
    }

    #[test]
    fn whoever_finds_nobody_is_counted_against_all_who_searched() {
        let expired = minutes(|column, minute| match (column, minute) {
            (LadderColumn::Expired, 252) => 20.0,
            (LadderColumn::Expired, 700) => 10.0,
            _ => 0.0,
        });
        let report = waits([(0, 0), (0, 0), (9, 970), (0, 0), (0, 0), (0, 0)]);
        let found = say(&[], &expired, &RankedSummary::default(), &report);
        assert_eq!(
            found[0],
            Finding {
                kind: Kind::SearchExpired,
                words: "30 players, 3.0 % of those who searched, found no match within 300 s, most around 04:12."
                    .into(),
                at_s: Some(252 * 60),
                bad: true,
            }
        );
    }

    #[test]
    fn the_best_who_are_enough_are_held_against_gold() {
        let report = |best| waits([(5, 90), (5, 90), (15, 90), (15, 90), (40, 90), (62, best)]);
        let found = only(&[], &RankedSummary::default(), &report(40));
        let words = "Half of Master wait longer than 62 s, 4.1 times as long as Gold with 15 s: few are as good.";
        assert_eq!((found.words.as_str(), found.bad), (words, true));
        let found = only(&[], &RankedSummary::default(), &report(29));
        assert!(found.words.starts_with("Half of Diamond wait longer than 40 s, 2.7 times") && !found.bad, "{found:?}");
    }

    #[test]
    fn flags_are_held_against_smurfs() {
        let said = |flagged, smurfs, both| {
            let report = LadderReport { smurfs: Smurfs { flagged, smurfs, both }, ..LadderReport::default() };
            only(&[], &RankedSummary::default(), &report)
        };
        let found = said(40, 50, 31);
        assert_eq!(
            found.words,
            "Of 40 accounts flagged 77.5 % are smurfs; of 50 smurfs with ten matches or more 62.0 % are found."
        );
        assert!(!found.bad && said(40, 50, 19).bad);
        assert_eq!(said(0, 50, 0).words, "None of 50 smurfs with ten matches or more was flagged.");
        assert_eq!(said(3, 0, 0).words, "3 accounts were flagged, and none is a smurf.");
    }

    #[test]
    fn ratings_compared_one_by_one_are_named_where_teams_play() {
        let spreads =
            RankedSummary { rating_spread: Some(71.6), skill_spread: Some(302.4), ..RankedSummary::default() };
        let said = |settings: &[(&str, &str)]| say(settings, &minutes(|_, _| 0.0), &spreads, &LadderReport::default());
        let found = said(&[("ranked", "5v5"), ("team_update", "own")]);
        assert!(found[0].words.contains("their standard deviation is 72 points, that of true skill 302."), "{found:?}");
        assert!(found[0].bad);
        let own = ("team_update", "own");
        for settings in [&[("ranked", "5v5")][..], &[own], &[("ranked", "5v5"), own, ("rating", "wenglin")]] {
            assert_eq!(said(settings), [], "{settings:?}");
        }
    }

    #[test]
    fn inflation_is_told_with_its_direction() {
        let said = |inflation| {
            only(
                &[],
                &RankedSummary { inflation: Some(inflation), ..RankedSummary::default() },
                &LadderReport::default(),
            )
        };
        assert_eq!(said(23.4).words, "Ratings have risen by 23 points on average, though nobody has become better.");
        assert_eq!(said(-10.0).words, "Ratings have fallen by 10 points on average, though nobody has become worse.");
    }
}
