//! Requirements: what they accept, what is refused, and that what is not refused is cheap.

use matchday_base::DatacenterIndex;
use matchday_fleet::broker::{Accepts, FilterId, Properties};
use matchday_fleet_config::filters::{Filters, Names};
use matchday_fleet_config::requirement::{Match, Property, Requirement, RequirementError};
use proptest::prelude::*;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// Counts the bytes that a thread has asked for.
struct Counting;

thread_local! {
    static ASKED: Cell<usize> = const { Cell::new(0) };
}

unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let _ = ASKED.try_with(|asked| asked.set(asked.get() + layout.size()));
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

fn bytes_asked<T>(run: impl FnOnce() -> T) -> (T, usize) {
    let before = ASKED.get();
    let result = run();
    (result, ASKED.get() - before)
}

fn lostwoods() -> Match {
    let text = |text: &str| Property::Text(text.to_string());
    let properties = [
        ("map", text("lostwoods")),
        ("mode", text("ranked")),
        ("region", text("")),
        ("players", Property::Number(10.0)),
        ("beta", Property::Flag(false)),
    ];
    Match::new(properties).unwrap()
}

/// As large as a match may be.
fn largest() -> Match {
    Match::new(
        (0..120)
            .map(|n| (NAMES[n % NAMES.len()], Property::Text("x".repeat(n))))
            .take(13)
            .chain([("map", Property::Text("y".repeat(1500)))]),
    )
    .unwrap()
}

const NAMES: [&str; 13] = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "mode", "region", "datacenter"];

#[test]
fn truth_is_as_jmespath_has_it() {
    // jmespath.org: false are the empty list, object and text, false and null; numbers are true.
    let table = [
        ("MatchProperties.map == 'lostwoods'", true),
        ("MatchProperties.map == 'forbidden_forest'", false),
        ("MatchProperties.map != 'lostwoods'", false),
        ("MatchProperties.map", true),
        ("MatchProperties.region", false),
        ("MatchProperties.nothing", false),
        ("!(MatchProperties.nothing)", true),
        // `!` binds closer than `.`: a field of false.
        ("!MatchProperties.nothing", false),
        ("MatchProperties.beta", false),
        ("MatchProperties.beta == `false`", true),
        ("MatchProperties.players >= `10`", true),
        ("MatchProperties.players < `10`", false),
        // Only numbers are ordered.
        ("MatchProperties.map > 'a'", false),
        ("MatchProperties.players == '10'", false),
        ("MatchProperties.map == 'lostwoods' && MatchProperties.mode == 'casual'", false),
        ("MatchProperties.map == 'town' || MatchProperties.mode == 'ranked'", true),
        ("contains(`[\"town\", \"lostwoods\"]`, MatchProperties.map)", true),
        ("starts_with(MatchProperties.map, 'lost')", true),
        // A wrong argument is an error, and an error accepts nothing.
        ("starts_with(MatchProperties.players, 'lost')", false),
        ("length(MatchProperties.map) == `9`", true),
        ("MatchProperties.[map, mode] | [0] == 'lostwoods'", true),
        ("MatchProperties.{a: map}.a == 'lostwoods'", true),
        ("`0`", true),
        ("`[]`", false),
        ("`{}`", false),
        ("[]", false),
        ("@", true),
        ("map == 'lostwoods'", false),
    ];
    for (text, expected) in table {
        let requirement = Requirement::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(requirement.accepts(&lostwoods()), expected, "{text}");
    }
}

#[test]
fn properties_are_those_asked_for() {
    let asks = |text: &str| Requirement::parse(text).unwrap().properties().map(str::to_string).collect::<Vec<_>>();
    assert_eq!(asks("MatchProperties.map == 'x' && !(MatchProperties.mode == 'y')"), ["map", "mode"]);
    assert_eq!(asks("MatchProperties.[map, mode] | [0]"), ["map", "mode"]);
    assert_eq!(asks("contains(`[1]`, MatchProperties.players)"), ["players"]);
    assert_eq!(asks("MatchProperties | region"), ["region"]);
    assert_eq!(asks("map"), Vec::<String>::new());
}

#[test]
fn what_blows_up_is_refused() {
    let refused = |text: &str| Requirement::parse(text).expect_err(&text[..text.len().min(60)]);
    let deep = format!("{}@{}", "(".repeat(900), ")".repeat(900));
    let too_deep = "brackets are nested more than 16 deep at character 17: write it flatter";
    assert_eq!(refused(&deep).to_string(), too_deep);
    assert_eq!(refused(&"(".repeat(5000)), RequirementError::TooLong { bytes: 5000 });
    assert!(matches!(refused(&format!("{}@", "[@,@]|".repeat(24))), RequirementError::TooCostly(_)));
    assert!(matches!(refused(&format!("{}@", "[@,@][]|".repeat(14))), RequirementError::TooCostly(_)));
    assert!(matches!(refused(&format!("{}@", "{a:@,b:@}|".repeat(13))), RequirementError::TooCostly(_)));
    assert_eq!(refused(&"!".repeat(1900)), RequirementError::TooManyTokens);
    assert_eq!(refused(&format!("a{}", ".a".repeat(900))), RequirementError::TooManyTokens);
    assert_eq!(refused(&"[*]".repeat(600)), RequirementError::TooManyTokens);
    assert!(matches!(refused(&format!("`{}`", "[".repeat(500))), RequirementError::TooDeep { .. }));
    for function in
        ["map(&@, @)", "sort_by(@, &a)", "join(',', `[\"a\"]`)", "to_string(@)", "merge(@, @)", "no_such(@)"]
    {
        assert!(
            matches!(refused(function), RequirementError::Function(_) | RequirementError::Construct(_)),
            "{function}"
        );
    }
    // The interpreter would overflow.
    assert!(matches!(refused("[1::2147483647]"), RequirementError::Construct(_)));
    assert!(matches!(refused("&a"), RequirementError::Construct(_)));
    let error = refused("MatchProperties.map = 'x'");
    assert!(error.to_string().starts_with("no JMESPath at character 21: "), "{error}");
    let error = refused("\u{e9}").to_string();
    assert!(error.starts_with("no JMESPath at character 1: "), "{error}");
}

#[test]
fn a_refusal_says_what_to_write_instead() {
    for (text, words) in [
        ("(".repeat(5000), "the expression has 5000 bytes; at most 2000 are read: split it over several allocators"),
        ("!".repeat(1900), "the expression has more than 200 words and signs: split it over several allocators"),
        ("[@,@]|".repeat(24) + "@", " steps): write it without lists of lists"),
        (
            "&a".to_string(),
            "a reference to an expression (`&`) cannot be used in a requirement: compare properties with values instead",
        ),
        (
            "[1::2147483647]".to_string(),
            "an index beyond a million cannot be used in a requirement: compare properties with values instead",
        ),
    ] {
        let error = Requirement::parse(&text).unwrap_err().to_string();
        assert!(error.ends_with(words), "{error}");
    }
}

#[test]
fn names_too_long_for_a_match_are_refused() {
    let names = |length| Names { maps: vec!["a".to_string(), "x".repeat(length)], ..Names::default() };
    assert!(Filters::new(vec![], names(1900)).is_ok());
    assert_eq!(
        Filters::new(vec![], names(2000)).unwrap_err().to_string(),
        "the properties of a match take 2044 bytes; at most 2000 are possible: shorten names or constants"
    );
}

/// Expressions of the whole grammar, small ones in and around each other.
fn expression() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("@".to_string()),
        Just("MatchProperties".to_string()),
        Just("*".to_string()),
        "(map|mode|players|nothing|\"a b\")",
        "MatchProperties.(map|mode|players) (==|!=|<|>) (`[0-3]`|'ranked'|'a')",
        "'[a-z]{0,8}'",
        "`(1|-2.5|true|null|\"x\"|\\[1,2,\\[3,\\{\"a\":4\\}\\]\\]|\\{\"a\":\\[1\\]\\})`",
    ];
    leaf.prop_recursive(8, 60, 4, |inner| {
        let two = (inner.clone(), inner.clone());
        prop_oneof![
            (two.clone(), "( \\| |\\.| \\|\\| | && | == | < )").prop_map(|((a, b), sign)| format!("{a}{sign}{b}")),
            (inner.clone(), "(\\[\\*\\]|\\[\\]|\\[0\\]|\\[-1\\]|\\[::2\\]|\\[::-1\\]|\\.\\*)")
                .prop_map(|(a, tail)| format!("{a}{tail}")),
            two.clone().prop_map(|(a, b)| format!("{a}[?{b}]")),
            proptest::collection::vec(inner.clone(), 1..5).prop_map(|parts| format!("[{}]", parts.join(","))),
            two.clone().prop_map(|(a, b)| format!("{{x: {a}, y: {b}}}")),
            two.clone().prop_map(|(a, b)| format!("({a} | [{b},@,@])")),
            inner.clone().prop_map(|a| format!("!({a})")),
            (inner.clone(), "(length|keys|values|type|abs|max|min|ceil)").prop_map(|(a, name)| format!("{name}({a})")),
            (two, "(contains|starts_with|not_null|ends_with)").prop_map(|((a, b), name)| format!("{name}({a},{b})")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// What the limits let pass asks for little memory, of any match. Steps that ask for none are comparisons of what
    /// has been asked for.
    #[test]
    fn what_passes_is_cheap(text in expression(), again in 0..6usize, doubled in 0..26usize) {
        // The same again, of its own result, and that twice as large again and again.
        let text = vec![text; again + 1].join(" | ") + &"|[@,@][]".repeat(doubled);
        let (parsed, bytes) = bytes_asked(|| Requirement::parse(&text));
        prop_assert!(bytes < 1_000_000, "{} bytes to read {}", bytes, text);
        if let Ok(requirement) = parsed {
            for of in [lostwoods(), largest()] {
                let (_, bytes) = bytes_asked(|| requirement.accepts(&of));
                prop_assert!(bytes < 20_000_000, "{} bytes for {}", bytes, text);
            }
        }
    }

    #[test]
    fn any_text_is_survived(text in "([\\[\\](){}|&!*@?.,:'`\"\\\\<>= a0-]|length|MatchProperties|-?[0-9]{1,12}){0,60}") {
        let (parsed, bytes) = bytes_asked(|| Requirement::parse(&text));
        prop_assert!(bytes < 1_000_000);
        if let Ok(requirement) = parsed {
            requirement.accepts(&lostwoods());
        }
    }

    /// Remembered answers are the answers.
    #[test]
    fn filters_answer_as_their_requirements(text in expression(), asked in proptest::collection::vec((0..3u8, 0..3u8, 0..4u16), 1..20)) {
        // What is refused answers nothing.
        if Requirement::parse(&text).is_err() {
            return Ok(());
        }
        let names = || Names {
            modes: ["x", "ranked", ""].map(String::from).to_vec(),
            maps: ["lostwoods", "a"].map(String::from).to_vec(),
            datacenters: vec!["lima".to_string()],
            constants: vec![("players".to_string(), Property::Flag(true)), ("a b".to_string(), Property::Number(1.0))],
            ..Names::default()
        };
        let filters = |text: &str| Filters::new(vec![Requirement::parse(text).unwrap()], names()).unwrap();
        let remembering = filters(&text);
        for (mode, map, players) in asked {
            let of = Properties { mode, map, players, datacenter: DatacenterIndex(0), ..Properties::default() };
            let answer = remembering.accepts(FilterId(0), &of);
            prop_assert_eq!(answer, filters(&text).accepts(FilterId(0), &of));
            prop_assert_eq!(answer, remembering.accepts(FilterId(0), &of));
            prop_assert!(!remembering.accepts(FilterId(1), &of));
        }
    }
}

#[test]
fn reading_the_deepest_expression_needs_little_stack() {
    let texts = [
        format!("{}@{}", "(".repeat(16), ")".repeat(16)),
        format!("{}@", "!".repeat(199)),
        format!("a{}", ".a".repeat(99)),
        format!("@{}", "[]".repeat(60)),
        format!("@{}", "[*]".repeat(60)),
        format!("@{}", "| @".repeat(99)),
        format!("a{}", "==a".repeat(49)),
        format!("a{}", "||a".repeat(60)),
        format!("`{}1{}`", "[".repeat(16), "]".repeat(16)),
    ];
    let read = move || {
        for text in texts {
            match Requirement::parse(&text) {
                Ok(requirement) => drop(requirement.clone().accepts(&lostwoods())),
                Err(error) => assert!(matches!(error, RequirementError::TooCostly(_)), "{text}: {error}"),
            }
        }
    };
    // A quarter of what a page's module has.
    std::thread::Builder::new().stack_size(512 << 10).spawn(read).unwrap().join().unwrap();
}

#[test]
fn a_million_matches_are_asked_about_in_a_moment_once_their_kinds_are_known() {
    let requirement = Requirement::parse("MatchProperties.map == 'a' && MatchProperties.players > `3`").unwrap();
    let maps = ["a", "b"].map(String::from).to_vec();
    let filters = Filters::new(vec![requirement], Names { maps, ..Names::default() }).unwrap();
    let of = |n: u32| Properties {
        map: (n % 2) as u8,
        players: (n % 8) as u16,
        mean_rtt_ms: n as u16,
        ..Properties::default()
    };
    let accepted = |from| (from..from + 1000).filter(|&n| filters.accepts(FilterId(0), &of(n))).count();
    assert_eq!(accepted(0), 250);
    // No memory is asked for any more: nothing is evaluated.
    assert_eq!(bytes_asked(|| accepted(1000)), (250, 0));
}
