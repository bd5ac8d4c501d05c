//! A call as bytes, little-endian, version 2:
//!
//! | offset | type | what |
//! |---|---|---|
//! | 0 | u32 | version, 2 |
//! | 4 | u32 | the simulated second |
//! | 8 | u64 | key of the call's random draws |
//! | 16 | u32 | teams of a match |
//! | 20 | u32 | players of a team |
//! | 24 | u32 | D, datacenters |
//! | 28 | u32 | A, attributes of a player |
//! | 32 | u32 | T, tickets |
//! | 36 | u32 | P, players of all tickets |
//! | 40 | u32 | seconds after which a ticket without a match fails |
//! | 44 | u32 | 0 |
//! | 48 | u8\[D\] | 1 where matches may form, else 0; padded with zeros to a multiple of 8 |
//! | then | T x 16 bytes | u32 id, u32 seconds waited, u32 index of its first player, u32 number of its players |
//! | then | P x 8 bytes | f32 latitude, f32 longitude, degrees |
//! | then | u16\[P * D\] | round trip of player p to datacenter d at p * D + d, ms; 1001: out of reach; padded to a multiple of 8 |
//! | then | f64\[P * A\] | a number; the index of a text; a list as the sum of 2^index of its texts; a map as NaN |

use crate::policy::Shape;
use matchday_matchmaker::policy::{Attribute, Call, Player};

/// The version of the layout.
pub const VERSION: u32 = 2;

/// Replaces `bytes` by a call.
pub fn write(call: &Call<'_>, shape: &Shape, bytes: &mut Vec<u8>) {
    bytes.clear();
    let datacenters = call.open.len();
    let numbers = |ticket: &&[Player<'_>]| ticket.len();
    let players: usize = call.tickets.iter().map(|ticket| ticket.players).map(|of| numbers(&of)).sum();
    let word = |bytes: &mut Vec<u8>, number: usize| bytes.extend_from_slice(&(number as u32).to_le_bytes());
    bytes.extend_from_slice(&VERSION.to_le_bytes());
    bytes.extend_from_slice(&call.now.0.to_le_bytes());
    bytes.extend_from_slice(&call.key.to_le_bytes());
    let head = [shape.teams, shape.team_size, datacenters, shape.attributes, call.tickets.len(), players];
    head.into_iter().for_each(|number| word(bytes, number));
    bytes.extend_from_slice(&shape.request_timeout_s.to_le_bytes());
    word(bytes, 0);
    bytes.extend(call.open.iter().map(|&open| u8::from(open)));
    pad(bytes);
    let mut first = 0;
    for ticket in call.tickets {
        bytes.extend_from_slice(&ticket.id.0.to_le_bytes());
        bytes.extend_from_slice(&ticket.waited_s.to_le_bytes());
        word(bytes, first);
        word(bytes, ticket.players.len());
        first += ticket.players.len();
    }
    let all = || call.tickets.iter().flat_map(|ticket| ticket.players);
    for player in all() {
        bytes.extend_from_slice(&player.place.latitude.to_le_bytes());
        bytes.extend_from_slice(&player.place.longitude.to_le_bytes());
    }
    all().flat_map(|player| player.rtts_ms).for_each(|ms| bytes.extend_from_slice(&ms.to_le_bytes()));
    pad(bytes);
    for attribute in all().flat_map(|player| player.attributes) {
        bytes.extend_from_slice(&number(attribute).to_le_bytes());
    }
}

fn pad(bytes: &mut Vec<u8>) {
    bytes.resize(bytes.len().next_multiple_of(8), 0);
}

fn number(attribute: &Attribute) -> f64 {
    match attribute {
        Attribute::Number(number) => *number,
        Attribute::Text(text) => f64::from(text.0),
        Attribute::List(list) => list.iter().fold(0_u64, |bits, text| bits | 1 << text.0) as f64,
        Attribute::Map(_) => f64::NAN,
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use matchday_base::{SimTime, TicketId};
    use matchday_matchmaker::policy::{Place, Symbol, Ticket};
    use matchday_plugin_kit as kit;

    pub const SHAPE: Shape = Shape { teams: 2, team_size: 5, attributes: 4, request_timeout_s: 90 };

    /// Calls `visit` with a party of two and a single player, and three datacenters of which the second is closed.
    pub fn with_call(visit: impl FnOnce(&Call<'_>)) {
        let list = |texts: &[u32]| Attribute::List(texts.iter().map(|&text| Symbol(text)).collect());
        let of = |skill| {
            let maps = list(&[0, 2, 52]);
            vec![Attribute::Number(skill), Attribute::Text(Symbol(1)), maps, Attribute::Map(vec![(Symbol(0), 3.5)])]
        };
        let attributes = [of(1500.5), of(-2.0), of(0.0)];
        let rtts_ms: [[u16; 3]; 3] = [[10, 20, 1001], [11, 310, 31], [12, 22, 32]];
        let player = |at: usize| Player {
            place: Place { latitude: at as f32 + 0.5, longitude: -1.5 },
            rtts_ms: &rtts_ms[at],
            attributes: &attributes[at],
        };
        let players = [0, 1, 2].map(player);
        let tickets = [
            Ticket { id: TicketId(7), waited_s: 40, players: &players[..2] },
            Ticket { id: TicketId(3), waited_s: 0, players: &players[2..] },
        ];
        visit(&Call {
            now: SimTime(432_061),
            key: 0x0123_4567_89ab_cdef,
            open: &[true, false, true],
            tickets: &tickets,
        });
    }

    #[test]
    fn the_kit_reads_what_is_written() {
        with_call(|call| {
            let mut bytes = vec![9; 3];
            write(call, &SHAPE, &mut bytes);
            let read = kit::Call::read(&bytes).unwrap();
            assert_eq!((read.now_s(), read.key()), (432_061, 0x0123_4567_89ab_cdef));
            assert_eq!((read.teams(), read.team_size(), read.timeout_s()), (2, 5, 90));
            assert_eq!([0, 1, 2].map(|at| read.is_open(at)), [true, false, true]);
            let tickets: Vec<_> = read.tickets().map(|of| (of.id(), of.waited_s(), of.players().len())).collect();
            assert_eq!(tickets, [(7, 40, 2), (3, 0, 1)]);
            let players: Vec<_> = read.tickets().flat_map(|ticket| ticket.players()).collect();
            let told = call.tickets.iter().flat_map(|ticket| ticket.players);
            for (player, told) in players.iter().zip(told) {
                assert_eq!((player.latitude(), player.longitude()), (told.place.latitude, told.place.longitude));
                assert!(player.rtts_ms().eq(told.rtts_ms.iter().copied()));
                assert_eq!([0, 1, 2].map(|at| player.rtt_ms(at)), told.rtts_ms);
                assert_eq!(Attribute::Number(player.attribute(0)), told.attributes[0]);
                assert_eq!((player.attribute(1), player.attribute(3).is_nan()), (1.0, true));
                assert_eq!([0, 1, 2, 52].map(|text| player.lists(2, text)), [true, false, true, true]);
            }
            assert_eq!(players.len(), 3);
        });
    }

    #[test]
    fn offsets_are_those_of_the_table() {
        with_call(|call| {
            let mut bytes = Vec::new();
            write(call, &SHAPE, &mut bytes);
            let u32_at = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
            assert_eq!([0, 4, 16, 20, 24, 28, 32, 36, 40, 44].map(u32_at), [2, 432_061, 2, 5, 3, 4, 2, 3, 90, 0]);
            assert_eq!(u64::from_le_bytes(bytes[8..16].try_into().unwrap()), call.key);
            assert_eq!(bytes[48..56], [1, 0, 1, 0, 0, 0, 0, 0]);
            assert_eq!([56, 60, 64, 68, 72, 76, 80, 84].map(u32_at), [7, 40, 0, 2, 3, 0, 2, 1]);
            let f32_at = |at: usize| f32::from_bits(u32_at(at));
            assert_eq!([88, 92, 96, 100, 104, 108].map(f32_at), [0.5, -1.5, 1.5, -1.5, 2.5, -1.5]);
            let u16_at = |at: usize| u16::from_le_bytes(bytes[112 + 2 * at..][..2].try_into().unwrap());
            assert_eq!(
                [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map(u16_at),
                [10, 20, 1001, 11, 310, 31, 12, 22, 32, 0, 0, 0]
            );
            let f64_at = |at: usize| f64::from_le_bytes(bytes[at..at + 8].try_into().unwrap());
            assert_eq!((f64_at(136), f64_at(144), f64_at(152)), (1500.5, 1.0, (1_u64 + 4 + (1 << 52)) as f64));
            assert!(f64_at(160).is_nan());
            assert_eq!(bytes.len(), 136 + 3 * 4 * 8);
        });
    }
}
