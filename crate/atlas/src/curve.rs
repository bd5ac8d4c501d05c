//! Joins over the local week.

/// Minutes of a week.
pub const WEEK_MINUTES: u32 = 7 * DAY_MINUTES;
/// Minutes of a day.
const DAY_MINUTES: u32 = 24 * 60;
/// Points of the curve: the hours of a week.
pub const HOURS: usize = 168;

/// Join intensity over the local week, relative to its peak: points in the middle of every hour from Monday
/// 00:30, straight lines between them, Sunday night continuing into Monday.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeekCurve {
    percent: [u8; HOURS],
}

impl WeekCurve {
    /// The level of the peak.
    pub const ONE: u32 = 1 << 16;

    /// A curve through hourly points, percent of the peak. `None` if one is above 100 or all are 0.
    pub fn new(percent: [u8; HOURS]) -> Option<Self> {
        let fine = percent.iter().all(|&point| point <= 100) && percent.iter().any(|&point| point > 0);
        fine.then_some(Self { percent })
    }

    /// The hourly points, percent of the peak.
    pub fn percent(&self) -> &[u8; HOURS] {
        &self.percent
    }

    /// The level at the start of a minute of the local week (0 is Monday 00:00; weeks repeat), in 1/65536 of
    /// the peak.
    pub fn at_local(&self, minute: u32) -> u32 {
        let since_point = (minute % WEEK_MINUTES + WEEK_MINUTES - 30) % WEEK_MINUTES;
        let (hour, into) = ((since_point / 60) as usize, since_point % 60);
        let (from, to) = (u32::from(self.percent[hour]), u32::from(self.percent[(hour + 1) % HOURS]));
        let sixty_percents = from * (60 - into) + to * into;
        (sixty_percents * Self::ONE + 3000) / 6000
    }

    /// The level at a minute of the UTC week, for a clock `zone_quarters` quarter hours ahead of UTC.
    pub fn at_utc(&self, minute: u32, zone_quarters: i8) -> u32 {
        let ahead = (i32::from(zone_quarters) * 15).rem_euclid(WEEK_MINUTES as i32) as u32;
        self.at_local(minute % WEEK_MINUTES + ahead)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A curve that is 0 except in one hour.
    fn spike(hour: usize) -> WeekCurve {
        let mut percent = [0; HOURS];
        percent[hour] = 100;
        WeekCurve::new(percent).unwrap()
    }

    #[test]
    fn runs_straight_between_the_middles_of_hours() {
        let curve = spike(10);
        for (minute, level) in [(9 * 60 + 30, 0), (10 * 60, 32768), (10 * 60 + 30, 65536), (10 * 60 + 45, 49152)] {
            assert_eq!(curve.at_local(minute), level, "{minute}");
        }
        assert_eq!(curve.at_local(11 * 60 + 30), 0);
        assert_eq!(curve.at_local(10 * 60 + 30 + WEEK_MINUTES), 65536);
    }

    #[test]
    fn sunday_night_runs_into_monday() {
        assert_eq!(spike(0).at_local(0), 32768);
        assert_eq!(spike(167).at_local(0), 32768);
        assert_eq!(spike(167).at_local(WEEK_MINUTES - 30), 65536);
    }

    #[test]
    fn east_of_greenwich_the_clock_is_ahead() {
        let curve = spike(10);
        assert_eq!(curve.at_utc(4 * 60 + 45, 23), WeekCurve::ONE, "Kathmandu, +05:45");
        assert_eq!(curve.at_utc(13 * 60 + 30, -12), WeekCurve::ONE, "Sao Paulo, -03:00");
        assert_eq!(spike(166).at_utc(30, -8), WeekCurve::ONE, "Monday 00:30 in UTC is Sunday 22:30 at -02:00");
    }

    #[test]
    fn refuses_points_off_the_scale() {
        assert_eq!(WeekCurve::new([0; HOURS]), None);
        assert_eq!(WeekCurve::new([101; HOURS]), None);
    }
}
