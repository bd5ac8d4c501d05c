//! A call, read from its bytes without copies. The layout is in `www/guide/plug-ins.md`.

use rand_pcg::Pcg32;
use std::error::Error;
use std::fmt;

/// The version of the layout that is read.
const VERSION: u32 = 2;
/// Bytes before the list of datacenters.
const HEAD: usize = 48;
/// Bytes of a ticket.
const TICKET: usize = 16;
/// Bytes of a place.
const PLACE: usize = 8;
/// Bytes of a round trip.
const RTT: usize = 2;
/// Bytes of an attribute.
const NUMBER: usize = 8;

/// Bytes that are no call of this version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadError {
    version: u32,
    length: usize,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { version, length } = self;
        write!(
            f,
            "{length} bytes of version {version} are no call of version {VERSION}: build with the kit of this version"
        )
    }
}

impl Error for ReadError {}

/// What a plug-in is told: the waiting tickets, and where matches may form.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    head: &'a [u8],
    open: &'a [u8],
    tickets: &'a [[u8; TICKET]],
    places: &'a [[u8; PLACE]],
    rtts_ms: &'a [[u8; RTT]],
    attributes: &'a [[u8; NUMBER]],
}

impl<'a> Call<'a> {
    /// Reads a call.
    ///
    /// # Errors
    /// Bytes of another version, or of another length than they say.
    pub fn read(bytes: &'a [u8]) -> Result<Self, ReadError> {
        let version = bytes.first_chunk().map_or(0, |version| u32::from_le_bytes(*version));
        let error = ReadError { version, length: bytes.len() };
        if version != VERSION { Err(error) } else { Self::parts(bytes).ok_or(error) }
    }

    fn parts(bytes: &'a [u8]) -> Option<Self> {
        let (head, mut rest) = bytes.split_at_checked(HEAD)?;
        let count = |at| u32_at(head, at) as usize;
        let [datacenters, attributes, tickets, players] = [24, 28, 32, 36].map(count);
        let mut take = |length: Option<usize>| {
            let (part, after) = rest.split_at_checked(length?)?;
            rest = after;
            Some(part)
        };
        let padded = |length: usize| length.checked_next_multiple_of(8);
        let pings = players.checked_mul(datacenters)?.checked_mul(RTT)?;
        let parts = Self {
            head,
            open: &take(padded(datacenters))?[..datacenters],
            tickets: take(tickets.checked_mul(TICKET))?.as_chunks().0,
            places: take(players.checked_mul(PLACE))?.as_chunks().0,
            rtts_ms: take(padded(pings))?[..pings].as_chunks().0,
            attributes: take(players.checked_mul(attributes)?.checked_mul(NUMBER))?.as_chunks().0,
        };
        rest.is_empty().then_some(parts)
    }

    /// The simulated second, from a midnight UTC before the simulation on: `now_s() % 86_400` is the time of the day.
    pub fn now_s(&self) -> u32 {
        u32_at(self.head, 4)
    }

    /// The key of the call's random draws.
    pub fn key(&self) -> u64 {
        u64::from(u32_at(self.head, 12)) << 32 | u64::from(u32_at(self.head, 8))
    }

    /// Random numbers of this call: the same call draws the same ones.
    pub fn random(&self) -> Pcg32 {
        Pcg32::new(self.key(), self.key() ^ 0x9E37_79B9_7F4A_7C15)
    }

    /// Teams of a match; 1 on unranked days.
    pub fn teams(&self) -> usize {
        u32_at(self.head, 16) as usize
    }

    /// Players of a team; on unranked days those of a match.
    pub fn team_size(&self) -> usize {
        u32_at(self.head, 20) as usize
    }

    /// Seconds after which a ticket without a match fails.
    pub fn timeout_s(&self) -> u32 {
        u32_at(self.head, 40)
    }

    /// Number of datacenters.
    pub fn datacenters(&self) -> usize {
        self.open.len()
    }

    /// Whether matches may form at a datacenter.
    pub fn is_open(&self, datacenter: usize) -> bool {
        self.open[datacenter] != 0
    }

    /// The waiting tickets, longest wait first, equal ones by id.
    pub fn tickets(&self) -> impl ExactSizeIterator<Item = Ticket<'a>> + use<'a> {
        let call = *self;
        self.tickets.iter().map(move |bytes| Ticket { call, bytes })
    }

    /// The ticket at this position among the waiting ones.
    pub fn ticket(&self, at: usize) -> Ticket<'a> {
        Ticket { call: *self, bytes: &self.tickets[at] }
    }
}

/// A waiting ticket: a player, or a party whose members play in one team.
#[derive(Clone, Copy, Debug)]
pub struct Ticket<'a> {
    call: Call<'a>,
    bytes: &'a [u8; TICKET],
}

impl<'a> Ticket<'a> {
    /// Its number, which no other waiting ticket has.
    pub fn id(&self) -> u32 {
        u32_at(self.bytes, 0)
    }

    /// Seconds since it was queued.
    pub fn waited_s(&self) -> u32 {
        u32_at(self.bytes, 4)
    }

    /// Its players, at least one.
    pub fn players(&self) -> impl ExactSizeIterator<Item = Player<'a>> + use<'a> {
        let (call, first) = (self.call, u32_at(self.bytes, 8) as usize);
        (first..first + u32_at(self.bytes, 12) as usize).map(move |at| Player { call, at })
    }

    /// Its first player: the only one of a ticket without a party.
    pub fn player(&self) -> Player<'a> {
        Player { call: self.call, at: u32_at(self.bytes, 8) as usize }
    }
}

/// A player of a waiting ticket.
#[derive(Clone, Copy, Debug)]
pub struct Player<'a> {
    call: Call<'a>,
    at: usize,
}

impl<'a> Player<'a> {
    /// The round trip to a datacenter out of reach.
    pub const OUT_OF_REACH: u16 = 1_001;

    /// Degrees from -90 to 90.
    pub fn latitude(&self) -> f32 {
        f32::from_bits(u32_at(&self.call.places[self.at], 0))
    }

    /// Degrees from -180 to 180.
    pub fn longitude(&self) -> f32 {
        f32::from_bits(u32_at(&self.call.places[self.at], 4))
    }

    /// Round trip to each datacenter, ms; [`OUT_OF_REACH`](Self::OUT_OF_REACH) where there is no data.
    pub fn rtts_ms(&self) -> impl ExactSizeIterator<Item = u16> + use<'a> {
        let datacenters = self.call.datacenters();
        self.call.rtts_ms[self.at * datacenters..][..datacenters].iter().map(|&bytes| u16::from_le_bytes(bytes))
    }

    /// Round trip to a datacenter, ms.
    pub fn rtt_ms(&self, datacenter: usize) -> u16 {
        u16::from_le_bytes(self.call.rtts_ms[self.at * self.call.datacenters()..][datacenter])
    }

    /// The attribute at this position of [`Config::attributes`](crate::Config::attributes): a number, or the index of a
    /// text. See [`lists`](Self::lists) for lists.
    pub fn attribute(&self, attribute: usize) -> f64 {
        f64::from_le_bytes(self.call.attributes[self.at * self.call.attributes() + attribute])
    }

    /// Whether a list has the text of this index.
    pub fn lists(&self, attribute: usize, text: u32) -> bool {
        (self.attribute(attribute) as u64).checked_shr(text).is_some_and(|bits| bits & 1 == 1)
    }
}

impl Call<'_> {
    /// Number of a player's attributes.
    fn attributes(&self) -> usize {
        u32_at(self.head, 28) as usize
    }
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    bytes[at..].first_chunk().map_or(0, |bytes| u32::from_le_bytes(*bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_do_not_add_up_are_no_call() {
        let mut bytes = vec![0; HEAD];
        bytes[0] = 2;
        assert!(Call::read(&bytes).is_ok());
        for (at, value) in [(0, 1), (24, 1), (32, 1), (36, 1), (39, 255)] {
            let mut wrong = bytes.clone();
            wrong[at] = value;
            assert!(Call::read(&wrong).is_err(), "{at}");
        }
        assert!(Call::read(&[&bytes[..], &[0]].concat()).is_err());
        let error = Call::read(&[]).unwrap_err().to_string();
        assert_eq!(error, "0 bytes of version 0 are no call of version 2: build with the kit of this version");
    }
}
