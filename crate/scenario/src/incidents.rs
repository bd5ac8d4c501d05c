//! Incidents: faults and herds at a given minute.

use crate::params::text::parse_decimal;
use crate::params::{MAX_DAYS, SPECS};
use matchday_base::SimTime;

/// A fault or a herd that lasts one minute, or an outage, which lasts longer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Incident {
    /// The part of a fault's key after `fault.`, or [`HERD`](Self::HERD).
    pub kind: &'static str,
    /// The datacenter of an [`OUTAGE`](Self::OUTAGE); `None`: the one with most servers in use.
    pub place: Option<String>,
    /// The minute, as counted by [`SimTime::minute`].
    pub minute: u32,
}

impl Incident {
    /// Many more players join than usual.
    pub const HERD: &'static str = "herd";
    /// A datacenter fails.
    pub const OUTAGE: &'static str = "outage";
    /// Most in one scenario.
    const MOST: usize = 32;

    /// Reads `kind@hh:mm`, or `outage:datacenter@hh:mm`. Hours count from the first shown midnight, so the second day starts at 24:00.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let (name, time) = text.trim().split_once('@')?;
        let (name, place) = name.split_once(':').map_or((name, None), |(name, place)| (name, Some(place.trim())));
        if place.is_some_and(|place| name != Self::OUTAGE || place.is_empty()) {
            return None;
        }
        let (hour, minute) = time.split_once(':').filter(|_| !time.contains('.'))?;
        let faults = SPECS.iter().filter_map(|spec| spec.key.strip_prefix("fault."));
        let kind = faults.chain([Self::HERD]).find(|&kind| kind == name)?;
        let below = |digits, end| parse_decimal(digits, 0).filter(|n| (0..end).contains(n));
        let shown = below(hour, i64::from(MAX_DAYS) * 24)? * 60 + below(minute, 60)?;
        let (place, minute) = (place.map(str::to_owned), SimTime::DAY_START.minute() + shown as u32);
        Some(Self { kind, place, minute })
    }

    /// The first entry of a list that is invalid or above the limit.
    pub(crate) fn malformed(list: &str) -> Option<&str> {
        let mut parts = list.split(',').filter(|_| !list.is_empty()).enumerate();
        parts.find(|&(before, part)| before == Self::MOST || Self::read(part).is_none()).map(|(_, part)| part)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Params;
    use crate::params::Key;
    use matchday_base::time::HOUR_S;

    #[test]
    fn incidents_keep_the_order_of_their_text() {
        let mut params = Params::default();
        params.set("incidents", " outage@18:30, herd@00:00 ,lost@719:59").unwrap();
        assert_eq!(params.text(Key::Incidents), "outage@18:30, herd@00:00 ,lost@719:59");
        let expected = [("outage", 18 * HOUR_S + 1_800), ("herd", 0), ("lost", 30 * 24 * HOUR_S - 60)];
        let at = |(kind, shown_s)| Incident { kind, place: None, minute: (SimTime::DAY_START + shown_s).minute() };
        assert_eq!(params.incidents(), expected.map(at));
        params.set("incidents", "outage:frankfurt@18:30").unwrap();
        let placed = Incident { place: Some("frankfurt".into()), ..at(("outage", 18 * HOUR_S + 1_800)) };
        assert_eq!(params.incidents(), [placed]);
        params.set("incidents", "").unwrap();
        assert_eq!((params.incidents(), params), (Vec::new(), Params::default()));
    }

    #[test]
    fn the_error_names_the_invalid_entry() {
        let many = format!("{}herd@07:07", "lost@12:00,".repeat(32));
        for (text, entry) in [
            ("lost@12:00,flood@12:00", "flood@12:00"),
            ("fault.lost@12:00", "fault.lost@12:00"),
            ("lost@12", "lost@12"),
            ("lost", "lost"),
            ("lost@720:00", "lost@720:00"),
            ("lost@12:60,herd@12:00", "lost@12:60"),
            ("lost@-1:00", "lost@-1:00"),
            ("lost@+1:00", "lost@+1:00"),
            ("lost@1.5:00", "lost@1.5:00"),
            ("lost@1 2:00", "lost@1 2:00"),
            ("lost@12:00,", ""),
            ("lost:lima@12:00", "lost:lima@12:00"),
            ("outage:@12:00", "outage:@12:00"),
            (&many, "herd@07:07"),
        ] {
            let mut params = Params::default();
            let error = params.set("incidents", text).unwrap_err().to_string();
            let says = "up to 32 of kind@hh:mm, such as lost@18:30 or outage:frankfurt@18:30";
            assert_eq!(error, format!("incidents={entry}: expected {says}"));
            assert_eq!(params, Params::default());
        }
    }
}
