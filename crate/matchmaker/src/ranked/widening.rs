//! Search windows: the largest difference in points and RTT between two tickets, growing with their wait.

use matchday_base::rtt::MOST_RTT_MS;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A window, and the age at which it opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Age in seconds.
    pub from_s: u32,
    /// Most points between the weakest and the strongest ticket of a match; [`Step::ANY_POINTS`]: no limit.
    pub points: u16,
    /// Highest RTT of any player to the match's datacenter, at most [`MOST_RTT_MS`].
    pub rtt_ms: u16,
}

impl Step {
    /// No limit on points: where tickets meet in fixed bands.
    pub const ANY_POINTS: u16 = u16::MAX;
}

/// The windows of a ticket by age.
///
/// The last window is the cap: an earlier window that is wider, in points or in RTT, is limited to it.
/// [`Widening::lint`] reports such windows.
///
/// As text it is `seconds:points:ms` with `/` between steps, such as `0:100:50/30:150:75`; or the name of a preset; or
/// a preset with the points of its widest window, such as `a:300`, to which all its points are scaled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Widening {
    /// The steps as written; not empty, the first from 0, ascending by age.
    said: Vec<Step>,
}

impl Widening {
    /// Most steps.
    pub const MOST: usize = 32;

    /// Preset A: +-100 and 50 ms, +50 and +25 ms every 15 s from 45 s to 90 s, then in equal steps every 15 s to the
    /// caps of +-400 and 120 ms at 180 s. Its steps of RTT overshoot the cap from 75 s on.
    pub fn a() -> Self {
        Self::of([
            (0, 100, 50),
            (45, 150, 75),
            (60, 200, 100),
            (75, 250, 125),
            (90, 300, 150),
            (105, 317, 120),
            (120, 333, 120),
            (135, 350, 120),
            (150, 367, 120),
            (165, 383, 120),
            (180, 400, 120),
        ])
    }

    /// Preset B: +-100 and 50 ms, then six equal steps every 30 s to the caps of +-400 and 120 ms at 180 s.
    pub fn b() -> Self {
        Self::of([
            (0, 100, 50),
            (30, 150, 62),
            (60, 200, 73),
            (90, 250, 85),
            (120, 300, 97),
            (150, 350, 108),
            (180, 400, 120),
        ])
    }

    fn of<const N: usize>(steps: [(u32, u16, u16); N]) -> Self {
        Self { said: steps.map(|(from_s, points, rtt_ms)| Step { from_s, points, rtt_ms }).to_vec() }
    }

    /// The same ages and RTTs, with all points scaled so that the last window has `widest`. None shrinks to nothing.
    fn scaled(mut self, widest: u16) -> Self {
        let last = u64::from(self.said[self.said.len() - 1].points);
        for step in &mut self.said {
            let points = (u64::from(step.points) * u64::from(widest) * 2 + last) / (2 * last);
            step.points = u16::try_from(points.max(1)).unwrap_or(widest);
        }
        self
    }

    /// The preset of this name.
    fn preset(name: &str) -> Option<Self> {
        match name {
            "a" => Some(Self::a()),
            "b" => Some(Self::b()),
            _ => None,
        }
    }

    /// The windows in force, each with the age at which it opens.
    pub fn steps(&self) -> impl ExactSizeIterator<Item = Step> {
        let cap = self.said[self.said.len() - 1];
        let held = move |step: &Step| Step {
            points: step.points.min(cap.points),
            rtt_ms: step.rtt_ms.min(cap.rtt_ms),
            ..*step
        };
        self.said.iter().map(held)
    }

    /// The window at this age.
    pub fn at(&self, age_s: u32) -> Step {
        let open = self.said.partition_point(|step| step.from_s <= age_s);
        // The first opens at 0, so at least one is open.
        self.steps().take(open).last().unwrap_or(self.said[0])
    }

    /// Warnings about this widening.
    pub fn lint(&self) -> Vec<String> {
        let cap = self.said[self.said.len() - 1];
        let mut found = Vec::new();
        for said in &self.said {
            if said.points > cap.points {
                let (from, points, most) = (said.from_s, said.points, cap.points);
                found.push(format!("at {from} s the window opens to {points} points, beyond its cap: held to {most}"));
            }
            if said.rtt_ms > cap.rtt_ms {
                let (from, rtt, most) = (said.from_s, said.rtt_ms, cap.rtt_ms);
                found.push(format!("at {from} s the window opens to {rtt} ms, beyond its cap: held to {most}"));
            }
        }
        let held: Vec<Step> = self.steps().collect();
        for pair in held.windows(2) {
            let (before, after) = (pair[0], pair[1]);
            let from = after.from_s;
            if after.points < before.points {
                let (wide, narrow) = (before.points, after.points);
                found.push(format!(
                    "at {from} s the window narrows from {wide} to {narrow} points: waiting costs matches"
                ));
            }
            if after.rtt_ms < before.rtt_ms {
                let (wide, narrow) = (before.rtt_ms, after.rtt_ms);
                found.push(format!("at {from} s the window narrows from {wide} to {narrow} ms: waiting costs matches"));
            }
            if (after.points, after.rtt_ms) == (before.points, before.rtt_ms) {
                found.push(format!("at {from} s nothing changes"));
            }
        }
        if cap.rtt_ms == 0 {
            found.push("no window reaches any datacenter: all RTTs are 1 ms or more".to_owned());
        }
        found
    }
}

/// An invalid text of a widening. Places count its steps from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WideningError {
    /// Not three whole numbers within their bounds.
    #[error(
        "step {place}, '{text}': expected seconds:points:ms, points up to 65534 and ms up to 1000, such as 30:150:75"
    )]
    Malformed {
        /// Which step.
        place: usize,
        /// The step.
        text: String,
    },
    /// A preset with an invalid width.
    #[error("'{0}': expected a preset and the points of its widest window, 1 to 65534, such as a:300")]
    Width(String),
    /// New tickets would have no window.
    #[error("step 1 opens at {from_s} s: the first must open at 0")]
    First {
        /// When the first step opens.
        from_s: u32,
    },
    /// Opens no later than the one before it.
    #[error("step {place} opens at {from_s} s, not after the step before it")]
    Order {
        /// Which step.
        place: usize,
        /// When it opens.
        from_s: u32,
    },
    /// Longer than [`Widening::MOST`].
    #[error("{0} steps: at most {most}", most = Widening::MOST)]
    Many(usize),
}

impl FromStr for Widening {
    type Err = WideningError;

    fn from_str(text: &str) -> Result<Self, WideningError> {
        let (name, widest) = text.split_once(':').map_or((text, None), |(name, widest)| (name, Some(widest)));
        if let Some(preset) = Self::preset(name) {
            let Some(widest) = widest else { return Ok(preset) };
            let points = read_number(widest).and_then(points_of).filter(|&points| points > 0);
            return points.map(|points| preset.scaled(points)).ok_or_else(|| WideningError::Width(text.to_owned()));
        }
        let mut said: Vec<Step> = Vec::new();
        for (place, part) in (1..).zip(text.split('/')) {
            let malformed = || WideningError::Malformed { place, text: part.to_owned() };
            let step = read_step(part).ok_or_else(malformed)?;
            match said.last() {
                None if step.from_s > 0 => return Err(WideningError::First { from_s: step.from_s }),
                Some(before) if before.from_s >= step.from_s => {
                    return Err(WideningError::Order { place, from_s: step.from_s });
                }
                _ => said.push(step),
            }
        }
        if said.len() > Self::MOST { Err(WideningError::Many(said.len())) } else { Ok(Self { said }) }
    }
}

/// Digits only: `parse` would take a sign.
fn read_number(digits: &str) -> Option<u32> {
    Some(digits).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))?.parse().ok()
}

fn points_of(number: u32) -> Option<u16> {
    u16::try_from(number).ok().filter(|&points| points < Step::ANY_POINTS)
}

fn read_step(part: &str) -> Option<Step> {
    let mut numbers = part.split(':').map(read_number);
    let mut next = || numbers.next().flatten();
    let (from_s, points, rtt_ms) = (next()?, next()?, next()?);
    let points = points_of(points)?;
    let rtt_ms = u16::try_from(rtt_ms).ok().filter(|&ms| ms <= MOST_RTT_MS)?;
    numbers.next().is_none().then_some(Step { from_s, points, rtt_ms })
}

impl fmt::Display for Widening {
    /// Writes its steps as they were written; those of presets, too.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, Step { from_s, points, rtt_ms }) in self.said.iter().enumerate() {
            let between = if at == 0 { "" } else { "/" };
            write!(f, "{between}{from_s}:{points}:{rtt_ms}")?;
        }
        Ok(())
    }
}
