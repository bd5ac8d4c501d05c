//! Permalinks: a scenario and a view as one line of readable text.
//!
//! `v=1&ccu=50000&replay=0.8&seed=7&t=43200`: the version, then the parameters that differ from their defaults, sorted
//! by key. Reading never fails: an unknown key or invalid value becomes a [`Notice`], and the other keys are read.
//!
//! | key | meaning |
//! |---|---|
//! | `v` | link version; the keys and defaults of a version are frozen |
//! | `e` | version of the engine that made the link |
//! | `d` | data set and its checksum, `world-1a2b3c4d` |
//! | `x` | expected digest of the run |
//! | `t` | the time shown, in seconds after the first shown midnight |
//! | `p` | panes shown in an embed, comma-separated |
//! | `l` | map layers that are on, comma-separated |
//! | `sweep` | parameters to vary and their values, `replay:0.6..0.9:20~seeds:100`; read by `study::sweep` |
//! | `prices` | the quality of matches that is priced, and the number of seeds: `wait,5`, `near,5`, `failures,5` |
//! | `playlist_capacity` | targets of the playlist capacity, `5,60`: wait in seconds, round trip in milliseconds; `carry` is its old name, still read |
//! | `who` | the player whose events are shown, by its number |
//! | `view` | the view of the page: `matchmaking`, `rules`, `servers`, `ranked`, `world`, `experiments` |
//! | `page` | the page of the season shown: `season`, `board:1:gold`, `player:7:1`, `sql`; read by `www/season` |
//! | `a` | parameters of the pinned run A, for comparison: `replay:0.6~seed:3` |
//! | a parameter's key | its value, see [`crate::params`]; rule sets and code are [packed](crate::packed) |

use crate::packed::{pack, unpack};
use crate::params::{Key, PageView, ParamError, Params, Spec};
use matchday_base::text::acts;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use std::fmt;

/// The link version that this build writes, and the newest version that it reads.
pub const VERSION: u32 = 1;

/// Longest link that is read, in bytes. Longer text is damaged or hostile.
const MAX_BYTES: usize = 24_576;
/// Longest version, name of a data set, or digest.
const LONGEST_NAME: usize = 64;

/// Room for packed texts, bytes: what else a link has, has the rest.
const MOST_PACKED_TEXTS: usize = MAX_BYTES - 4_096;

/// Parameters with long texts, which links have packed, as far as they fit.
const PACKED: [Key; 4] = [Key::Rules, Key::RulesConfig, Key::Code, Key::FleetConfig];

/// Characters that end a value or break a copied link. The others stay readable.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b'+')
    .remove(b',')
    .remove(b'@')
    .remove(b':');

/// The keys of a link that are not parameters. All are optional.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "tsify", derive(serde::Serialize, serde::Deserialize, tsify::Tsify))]
#[cfg_attr(feature = "tsify", serde(default), tsify(missing_as_null, rename = "LinkView"))]
pub struct View {
    /// The view of the page; none: the one that fits the scenario.
    pub view: Option<PageView>,
    /// Version of the engine that made the link.
    pub engine: Option<String>,
    /// Data set and checksum.
    pub dataset: Option<String>,
    /// Expected digest of the run.
    pub digest: Option<String>,
    /// Second since the first shown midnight.
    pub time_s: Option<u32>,
    /// Panes of an embed.
    pub panes: Option<String>,
    /// Map layers that are on.
    pub layers: Option<String>,
    /// A sweep, as text.
    pub sweep: Option<String>,
    /// The quality of matches that is priced, and the number of seeds.
    pub prices: Option<String>,
    /// Targets of the playlist capacity, as text.
    pub playlist_capacity: Option<String>,
    /// The number of the player whose events are shown.
    pub who: Option<u32>,
    /// The page of the season shown, as text.
    pub page: Option<String>,
    /// The parameters of the pinned run A, as text.
    pub pinned: Option<String>,
}

/// A scenario and a view.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Link {
    /// The scenario.
    pub params: Params,
    /// The other keys.
    pub view: View,
}

/// A part of a link that was not read as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// The link has a newer version. Its known keys were read.
    NewerVersion(String),
    /// An unknown key. It was ignored.
    UnknownKey(String),
    /// A number out of bounds became the nearest allowed number: key, given number, used number.
    Clamped(String, String, String),
    /// An invalid value. The default is used.
    Malformed(String),
    /// The text is longer than any link. Nothing was read.
    TooLong,
}

/// Text of a link as a page or a terminal may show it: what is invisible or turns the direction of text is replaced, and
/// other scripts than ASCII are isolated from the words around them.
struct Foreign<'a>(&'a str);

impl fmt::Display for Foreign<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_invisible = |c| matches!(c, '\u{200b}'..='\u{200d}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
        let text = self.0.replace(|c| acts(c) || is_invisible(c), "\u{fffd}");
        if text.is_ascii() { f.write_str(&text) } else { write!(f, "\u{2068}{text}\u{2069}") }
    }
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Notice::NewerVersion(v) => {
                let v = Foreign(v);
                write!(
                    f,
                    "The link has version {v}, and this page reads versions up to {VERSION}. Unknown settings were ignored; open the link on a newer page to use all of them."
                )
            }
            Notice::UnknownKey(key) => {
                write!(f, "The link has an unknown setting `{}`. It was ignored; check its spelling.", Foreign(key))
            }
            Notice::Clamped(key, given, taken) => {
                write!(f, "{}={} in the link is out of range. {taken} is used instead.", Foreign(key), Foreign(given))
            }
            Notice::Malformed(why) => {
                write!(f, "A setting in the link is invalid, so its default is used: {}.", Foreign(why))
            }
            Notice::TooLong => write!(
                f,
                "The link is longer than {MAX_BYTES} characters, so it was not read. Copy the whole link again."
            ),
        }
    }
}

impl Link {
    /// Reads a link: a whole address, or its part after `#` with or without the `#`.
    pub fn parse(text: &str) -> (Link, Vec<Notice>) {
        let mut link = Link::default();
        let mut notices = Vec::new();
        if text.len() > MAX_BYTES {
            return (link, vec![Notice::TooLong]);
        }
        let fragment = text.rsplit_once('#').map_or(text, |(_, fragment)| fragment);
        for pair in fragment.split('&').filter(|pair| !pair.is_empty()) {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            link.take(key, &percent_decode_str(value).decode_utf8_lossy(), &mut notices);
        }
        (link, notices)
    }

    fn take(&mut self, key: &str, value: &str, notices: &mut Vec<Notice>) {
        let text = || Some(value.to_owned()).filter(|value| !value.is_empty());
        match key {
            "v" if value.parse().is_ok_and(|v: u32| (1..=VERSION).contains(&v)) => {}
            "v" => notices.push(Notice::NewerVersion(value.to_owned())),
            "view" => match PageView::named(value) {
                Some(view) => self.view.view = Some(view),
                None => notices.push(Notice::Malformed(format!("view={value}: expected one of {}", PageView::words()))),
            },
            "e" | "d" | "x" => self.take_origin(key, value, notices),
            "p" => self.view.panes = text(),
            "sweep" => self.view.sweep = text(),
            "prices" => self.view.prices = text(),
            "playlist_capacity" | "carry" => self.view.playlist_capacity = text(),
            "page" => self.view.page = text(),
            "a" => self.view.pinned = Some(value.to_owned()),
            "l" => self.view.layers = Some(value.to_owned()),
            "who" => match value.parse() {
                Ok(number) => self.view.who = Some(number),
                Err(_) => notices.push(Notice::Malformed(format!("who={value}: expected the number of a player"))),
            },
            "t" => match value.parse() {
                Ok(t) => self.view.time_s = Some(t),
                Err(_) => notices.push(Notice::Malformed(format!("t={value}: expected whole seconds"))),
            },
            _ => self.take_param(key, value, notices),
        }
    }

    /// Takes what the link was made with. The page quotes it, so it must look like what it is called.
    fn take_origin(&mut self, key: &str, value: &str, notices: &mut Vec<Notice>) {
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b".-+_".contains(&byte);
        let (place, expected, looks_right) = match key {
            "e" => (&mut self.view.engine, "a version, such as 0.8.0", value.starts_with(|c: char| c.is_ascii_digit())),
            "d" => (&mut self.view.dataset, "the name of a data set, such as world-1a2b3c4d", true),
            _ => (&mut self.view.digest, "16 hexadecimal digits", value.bytes().all(|byte| byte.is_ascii_hexdigit())),
        };
        if value.is_empty() {
            return;
        }
        if looks_right && value.len() <= LONGEST_NAME && value.bytes().all(is_name) {
            *place = Some(value.to_owned());
        } else {
            notices.push(Notice::Malformed(format!("{key}={value}: expected {expected}")));
        }
    }

    fn take_param(&mut self, key: &str, value: &str, notices: &mut Vec<Notice>) {
        if Key::named(key).is_ok_and(|key| PACKED.contains(&key)) {
            let text = unpack(value).map_err(|why| format!("the text of {key} cannot be read: {why}"));
            let set = text.and_then(|text| self.params.set(key, &text).map_err(|error| error.to_string()));
            notices.extend(set.err().map(Notice::Malformed));
            return;
        }
        match self.params.set_clamped(key, value) {
            Ok(false) => {}
            Ok(true) => {
                let taken = self.params.changed().find(|&(changed, _)| Key::named(key) == Ok(changed));
                let taken = taken.map_or_else(|| "its default".to_owned(), |(_, text)| text);
                notices.push(Notice::Clamped(key.to_owned(), value.to_owned(), taken));
            }
            Err(ParamError::UnknownKey { key }) => notices.push(Notice::UnknownKey(key)),
            Err(error) => notices.push(Notice::Malformed(error.to_string())),
        }
    }
}

/// The changed parameters as links have them; `None` for a text that is too long.
fn texts(params: &Params) -> impl Iterator<Item = (Key, Option<String>)> {
    let mut room = MOST_PACKED_TEXTS;
    params.changed().map(move |(key, text)| {
        if !PACKED.contains(&key) {
            return (key, Some(text));
        }
        let packed = pack(&text).filter(|packed| packed.len() <= room);
        room -= packed.as_ref().map_or(0, String::len);
        (key, packed)
    })
}

/// Why days cannot be stored: a stored season is known by its link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotStored(pub Key);

impl fmt::Display for NotStored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Spec { key, .. } = self.0.spec();
        write!(f, "{key}: a stored season is known by its link, and this text is too long for a link; shorten it")
    }
}

/// The parameters that a link leaves out, because their texts are too long for it.
pub fn left_out(params: &Params) -> impl Iterator<Item = Key> {
    texts(params).filter_map(|(key, text)| text.is_none().then_some(key))
}

impl fmt::Display for Link {
    /// The link without `#`: version first, then sorted keys. Texts that are too long for a link are left out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let view = &self.view;
        let changed = texts(&self.params).filter_map(|(key, text)| Some((key.spec().key, text?)));
        let shown = view.view.map(|view| view.word().to_owned());
        let options = [
            ("view", &shown),
            ("e", &view.engine),
            ("d", &view.dataset),
            ("x", &view.digest),
            ("p", &view.panes),
            ("l", &view.layers),
            ("sweep", &view.sweep),
            ("prices", &view.prices),
            ("playlist_capacity", &view.playlist_capacity),
            ("page", &view.page),
            ("a", &view.pinned),
        ];
        let options = options.into_iter().filter_map(|(key, value)| Some((key, value.clone()?)));
        let mut pairs: Vec<(&str, String)> = Vec::new();
        let numbers = [("t", view.time_s), ("who", view.who)];
        let numbers = numbers.into_iter().filter_map(|(key, number)| Some((key, number?.to_string())));
        for pair in changed.chain(options).chain(numbers) {
            // Inserting in order makes the page's module smaller than a sort would.
            pairs.insert(pairs.partition_point(|before| before.0 < pair.0), pair);
        }
        write!(f, "v={VERSION}")?;
        pairs.into_iter().try_for_each(|(key, value)| write!(f, "&{key}={}", utf8_percent_encode(&value, ESCAPED)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::RngExt;

    #[test]
    fn changed_parameters_are_written_in_order_and_read() {
        let mut link = Link::default();
        assert_eq!(link.to_string(), "v=1");
        for (key, text) in
            [("seed", "9"), ("replay", "0.8"), ("ccu", "50000"), ("dcs", "-lima,+my place@-12.5,7"), ("bots", "1")]
        {
            link.params.set(key, text).unwrap();
        }
        link.view.view = Some(PageView::Experiments);
        link.view.time_s = Some(43_200);
        link.view.panes = Some("map,ccu".into());
        link.view.sweep = Some("replay:0.6..0.9:20~seeds:100".into());
        link.view.playlist_capacity = Some("5,60".into());
        link.view.prices = Some("wait,5".into());
        link.view.who = Some(4_711);
        link.view.page = Some("board:1:gold".into());
        link.view.pinned = Some("replay:0.6~dcs:-lima,+my place@-12.5,7".into());
        let text = link.to_string();
        assert_eq!(
            text,
            "v=1&a=replay:0.6~dcs:-lima,+my%20place@-12.5,7&bots=1&ccu=50000&dcs=-lima,+my%20place@-12.5,7&p=map,ccu&page=board:1:gold&playlist_capacity=5,60&prices=wait,5&replay=0.8&seed=9\
             &sweep=replay:0.6..0.9:20~seeds:100&t=43200&view=experiments&who=4711"
        );
        for form in [text.clone(), format!("#{text}"), format!("http://localhost:8080/embed.html?panes=map#{text}")] {
            assert_eq!(Link::parse(&form), (link.clone(), vec![]));
        }
    }

    #[test]
    fn what_a_link_was_made_with_looks_like_it() {
        let (link, notices) = Link::parse("e=0.8.0-rc.1&d=own-01234567&x=0123456789abcdef");
        assert_eq!(notices, []);
        assert_eq!(link.view.engine.as_deref(), Some("0.8.0-rc.1"));
        assert_eq!(link.view.dataset.as_deref(), Some("own-01234567"));
        assert_eq!(link.view.digest.as_deref(), Some("0123456789abcdef"));
        for wrong in
            ["e=newest", "e=1.0%20of%20evil.example", "e=%E2%80%AE0.8", "d=world%0A", "d=%D7%90", "x=evil", "x=0%201"]
        {
            let (link, notices) = Link::parse(wrong);
            assert_eq!(link, Link::default(), "{wrong}");
            assert!(notices[0].to_string().contains(": expected "), "{notices:?}");
        }
        assert_eq!(Link::parse(&format!("d={}", "a".repeat(200))).1.len(), 1);
    }

    #[test]
    fn foreign_text_in_a_notice_is_visible_and_isolated() {
        let says = |text: &str| Link::parse(text).1[0].to_string();
        assert!(says("col\u{202e}our\u{7}=1").contains("`\u{2068}col\u{fffd}our\u{fffd}\u{2069}`"));
        assert!(says("view=%D7%90%E2%81%A6").contains("\u{2068}view=\u{5d0}\u{fffd}: expected"));
        assert!(says("v=%00").contains("version \u{2068}\u{fffd}\u{2069},"));
    }

    #[test]
    fn invalid_keys_become_notices_and_valid_keys_are_read() {
        let (link, notices) = Link::parse("v=9&replay=3&ccu=lots&colour=red&seed=5&t=noon&who=me&=&x");
        assert_eq!(link.params.seed(), 5);
        assert_eq!(link.params.replay(), 9_500);
        assert_eq!(link.params.ccu(), 25_000);
        assert_eq!(notices.len(), 7, "{notices:?}");
        assert!(
            matches!(&notices[1], Notice::Clamped(key, given, taken) if (&key[..], &given[..], &taken[..]) == ("replay", "3", "0.95"))
        );
        assert_eq!(Link::parse(&"a".repeat(25_000)).1, [Notice::TooLong]);
        assert_eq!(Link::parse("dcs=%zz%C3%A9%"), Link::parse("dcs=%25zz%C3%A9%25"));
    }

    #[test]
    fn rule_sets_and_code_travel_packed() {
        let mut link = Link::default();
        let rules = "{ \"name\": \"casual & fair\" }".repeat(50);
        let code = "export function match(tick: Tick): void {}\n";
        for (key, text) in [("policy", "rules"), ("rules", &rules), ("rules_config", &rules), ("code", code)] {
            link.params.set(key, text).unwrap();
        }
        let text = link.to_string();
        assert!(["&rules=z.", "&rules_config=z.", "&code=z."].iter().all(|start| text.contains(start)), "{text}");
        assert!(text.len() < 300, "{text}");
        assert_eq!(Link::parse(&text), (link, vec![]));
        // Earlier links have them as they are.
        assert_eq!(Link::parse("rules=%7B%7D").0.params.rules(), "{}");
        let (link, notices) =
            Link::parse(&text.replace("&rules=z.", "&rules=z.A").replace("policy", "replay=0.8&policy"));
        assert_eq!((link.params.rules(), link.params.replay()), ("", 8_000));
        assert!(notices[0].to_string().contains("the text of rules cannot be read: it is cut off"), "{notices:?}");
        let mut rng = matchday_base::Streams::new(1).stream("noise");
        let noise: String = (0..30_000).map(|_| char::from(rng.random_range(b'a'..=b'z'))).collect();
        let mut long = Link::default();
        long.params.set("code", &noise).unwrap();
        assert_eq!(long.to_string(), "v=1", "too long for a link");
        assert!(left_out(&long.params).eq([Key::Code]));
        // A link has room for the longest of them, and for the other parameters.
        let (link, _) = Link::parse(&format!("rules=z.{}&seed=5", "A".repeat(16_384)));
        assert_eq!(link.params.seed(), 5);
    }

    #[test]
    fn every_view_is_read_and_an_unknown_one_is_none() {
        for view in PageView::ALL {
            let link = Link { view: View { view: Some(view), ..View::default() }, ..Link::default() };
            assert_eq!(Link::parse(&link.to_string()), (link, vec![]), "{view:?}");
        }
        let (link, notices) = Link::parse("view=kitchen&seed=5");
        assert_eq!((link.view.view, link.params.seed()), (None, 5));
        assert!(
            notices[0].to_string().contains("view=kitchen: expected one of matchmaking, rules, servers"),
            "{notices:?}"
        );
    }

    #[test]
    fn no_text_panics() {
        let alphabet: Vec<char> = "v=&%#+,@.-9e7ßx\u{0}".chars().collect();
        let mut rng = matchday_base::Streams::new(1).stream("fuzz");
        for _ in 0..4_000 {
            let text: String =
                (0..rng.random_range(..40_u32)).map(|_| alphabet[rng.random_range(..alphabet.len())]).collect();
            let (link, _) = Link::parse(&text);
            assert_eq!(Link::parse(&link.to_string()).0, link, "{text}");
        }
    }
}
