//! Names of parameters.

use super::text::{Value, parse};
use super::{Kind, ParamError, SPECS, Spec, decimal};

/// Earlier names, which scenarios, scripts and links still have: read, never written.
const RENAMED: [(&str, Key); 2] = [("inside", Key::PlayerActions), ("strikes", Key::Incidents)];

/// Names a parameter; the order is that of [`SPECS`] and of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "each is documented by its entry in SPECS")]
pub enum Key {
    Replay,
    IdealMs,
    ExpandMs,
    IdealS,
    ExpandS,
    WarmS,
    Bots,
    Players,
    MatchS,
    PauseS,
    Together,
    Estimate,
    BadRoutes,
    BadRouteMs,
    JitterMs,
    Accelerator,
    Ccu,
    Playlists,
    Shares,
    Dcs,
    Days,
    Seed,
    Fleet,
    Buffer,
    BootS,
    FaultBootFailure,
    FaultCrashInBoot,
    FaultCrashBeforePickup,
    FaultCrashInLoad,
    FaultCrashInMatch,
    FaultHang,
    FaultZombie,
    FaultLost,
    FaultLate,
    FaultDoubled,
    FaultRefused,
    FaultAnswerLost,
    FaultOutage,
    FaultBrokerRestart,
    Incidents,
    Ranked,
    Rating,
    Shadow,
    Tau,
    Queue,
    Widening,
    WidenBy,
    Accounts,
    SkillSd,
    Activity,
    Newcomers,
    Smurfs,
    Parties,
    Picky,
    Ready,
    AcceptRate,
    CancelAll,
    LeaveRate,
    Season,
    SeasonDays,
    PlayerActions,
}

impl Key {
    /// Every key, in the order of [`SPECS`].
    pub const ALL: [Key; SPECS.len()] = [
        Key::Replay,
        Key::IdealMs,
        Key::ExpandMs,
        Key::IdealS,
        Key::ExpandS,
        Key::WarmS,
        Key::Bots,
        Key::Players,
        Key::MatchS,
        Key::PauseS,
        Key::Together,
        Key::Estimate,
        Key::BadRoutes,
        Key::BadRouteMs,
        Key::JitterMs,
        Key::Accelerator,
        Key::Ccu,
        Key::Playlists,
        Key::Shares,
        Key::Dcs,
        Key::Days,
        Key::Seed,
        Key::Fleet,
        Key::Buffer,
        Key::BootS,
        Key::FaultBootFailure,
        Key::FaultCrashInBoot,
        Key::FaultCrashBeforePickup,
        Key::FaultCrashInLoad,
        Key::FaultCrashInMatch,
        Key::FaultHang,
        Key::FaultZombie,
        Key::FaultLost,
        Key::FaultLate,
        Key::FaultDoubled,
        Key::FaultRefused,
        Key::FaultAnswerLost,
        Key::FaultOutage,
        Key::FaultBrokerRestart,
        Key::Incidents,
        Key::Ranked,
        Key::Rating,
        Key::Shadow,
        Key::Tau,
        Key::Queue,
        Key::Widening,
        Key::WidenBy,
        Key::Accounts,
        Key::SkillSd,
        Key::Activity,
        Key::Newcomers,
        Key::Smurfs,
        Key::Parties,
        Key::Picky,
        Key::Ready,
        Key::AcceptRate,
        Key::CancelAll,
        Key::LeaveRate,
        Key::Season,
        Key::SeasonDays,
        Key::PlayerActions,
    ];

    /// The declaration of this parameter.
    pub fn spec(self) -> &'static Spec {
        &SPECS[self as usize]
    }

    /// The parameter called `key`, now or in earlier versions.
    pub fn named(key: &str) -> Result<Key, ParamError> {
        let named = Key::ALL.into_iter().find(|candidate| candidate.spec().key == key);
        let renamed = || RENAMED.into_iter().find(|&(old, _)| old == key).map(|(_, renamed)| renamed);
        named.or_else(renamed).ok_or_else(|| ParamError::UnknownKey { key: key.to_owned() })
    }

    /// `count` values of a number, as text: `from`, `to` and what lies evenly between, to the parameter's last decimal.
    ///
    /// # Errors
    /// [`ParamError::Malformed`] unless this is a number, and both ends are.
    pub fn spaced(self, from: &str, to: &str, count: u32) -> Result<Vec<String>, ParamError> {
        let spec = self.spec();
        let (Kind::Number { decimals, .. }, Value::Integer(first), Value::Integer(last)) =
            (spec.kind, parse(spec, from)?, parse(spec, to)?)
        else {
            let text = format!("{from}..{to}");
            return Err(ParamError::Malformed { key: spec.key, text, expected: "a list of its values".into() });
        };
        // Wide enough for any two numbers that parse, times any count.
        let (first, last, gaps) = (i128::from(first), i128::from(last), i128::from(count.max(2) - 1));
        let nearest = |at: i128| (2 * (last - first) * at + gaps).div_euclid(2 * gaps);
        Ok((0..count).map(|at| decimal((first + nearest(at.into())) as i64, decimals)).collect())
    }
}
