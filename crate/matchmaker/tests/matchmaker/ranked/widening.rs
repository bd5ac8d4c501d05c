//! Windows by age.

use matchday_matchmaker::ranked::{Step, Widening};

/// (age, points, ms) at every second where something changes, and at the second before.
fn holds(widening: &Widening, table: &[(u32, u16, u16)]) {
    for &(age_s, points, rtt_ms) in table {
        let step = widening.at(age_s);
        assert_eq!((step.points, step.rtt_ms), (points, rtt_ms), "at {age_s} s");
        assert!(step.from_s <= age_s);
    }
}

#[test]
fn preset_a_as_the_document_has_it() {
    // To 30 s 100 and 50 ms; 50 and 25 ms more every 15 s up to 90 s; on to 400 at 180 s in six steps of 16 2/3; 120 ms
    // is the cap.
    let table = [
        (0, 100, 50),
        (30, 100, 50),
        (44, 100, 50),
        (45, 150, 75),
        (59, 150, 75),
        (60, 200, 100),
        (74, 200, 100),
        (75, 250, 120),
        (89, 250, 120),
        (90, 300, 120),
        (104, 300, 120),
        (105, 317, 120),
        (119, 317, 120),
        (120, 333, 120),
        (134, 333, 120),
        (135, 350, 120),
        (149, 350, 120),
        (150, 367, 120),
        (164, 367, 120),
        (165, 383, 120),
        (179, 383, 120),
        (180, 400, 120),
        (300, 400, 120),
        (u32::MAX, 400, 120),
    ];
    holds(&Widening::a(), &table);
    assert_eq!("a".parse(), Ok(Widening::a()));
}

#[test]
fn preset_b_as_the_document_has_it() {
    // 50 more every 30 s; 70 ms more in six steps of 11 2/3.
    let table = [
        (0, 100, 50),
        (29, 100, 50),
        (30, 150, 62),
        (59, 150, 62),
        (60, 200, 73),
        (89, 200, 73),
        (90, 250, 85),
        (119, 250, 85),
        (120, 300, 97),
        (149, 300, 97),
        (150, 350, 108),
        (179, 350, 108),
        (180, 400, 120),
        (u32::MAX, 400, 120),
    ];
    holds(&Widening::b(), &table);
    assert_eq!("b".parse(), Ok(Widening::b()));
    assert_eq!(Widening::b().lint(), Vec::<String>::new());
}

#[test]
fn a_preset_is_scaled_to_its_widest_window() {
    let steps = |text: &str| text.parse::<Widening>().unwrap().to_string();
    assert_eq!(steps("a:400"), Widening::a().to_string());
    assert_eq!(steps("b:200"), "0:50:50/30:75:62/60:100:73/90:125:85/120:150:97/150:175:108/180:200:120");
    // 100 and 150 of 400 are 0.25 and 0.375 of 1: no window is empty.
    assert_eq!(steps("b:1"), "0:1:50/30:1:62/60:1:73/90:1:85/120:1:97/150:1:108/180:1:120");
    // 150 of 400 is 24575.25 of 65534; 350 of 400 is 57342.25.
    assert_eq!(
        steps("b:65534"),
        "0:16384:50/30:24575:62/60:32767:73/90:40959:85/120:49151:97/150:57342:108/180:65534:120"
    );
    for text in ["a:", "a:0", "b:65535", "a:+5", "a:1:2", "a:x"] {
        let says =
            format!("'{text}': expected a preset and the points of its widest window, 1 to 65534, such as a:300");
        assert_eq!(text.parse::<Widening>().unwrap_err().to_string(), says);
    }
}

#[test]
fn widenings_are_written_as_they_are_read() {
    for text in ["0:100:50", "0:100:50/30:150:75", "0:0:0/1:65534:254/4294967295:65534:254"] {
        assert_eq!(text.parse::<Widening>().unwrap().to_string(), text);
    }
    for preset in [Widening::a(), Widening::b()] {
        assert_eq!(preset.to_string().parse(), Ok(preset));
    }
    let steps: Vec<Step> = "0:100:50/30:150:75".parse::<Widening>().unwrap().steps().collect();
    let expected = [Step { from_s: 0, points: 100, rtt_ms: 50 }, Step { from_s: 30, points: 150, rtt_ms: 75 }];
    assert_eq!(steps, expected);
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let malformed = |place: usize, text: &str| {
        format!(
            "step {place}, '{text}': expected seconds:points:ms, points up to 65534 and ms up to 1000, such as 30:150:75"
        )
    };
    let many = (0..33).map(|at| format!("{at}:1:1")).collect::<Vec<_>>().join("/");
    let table = [
        ("", malformed(1, "")),
        ("c", malformed(1, "c")),
        ("0:100", malformed(1, "0:100")),
        ("0:100:50:9", malformed(1, "0:100:50:9")),
        ("0:100:50/", malformed(2, "")),
        ("0:100:50/30:+150:75", malformed(2, "30:+150:75")),
        ("0:100:50/30:150:-75", malformed(2, "30:150:-75")),
        ("0:100:50/30: 150:75", malformed(2, "30: 150:75")),
        ("0:100:50,30:150:75", malformed(1, "0:100:50,30:150:75")),
        ("0:65535:50", malformed(1, "0:65535:50")),
        ("0:100:1001", malformed(1, "0:100:1001")),
        ("4294967296:100:50", malformed(1, "4294967296:100:50")),
        ("1:100:50", "step 1 opens at 1 s: the first must open at 0".to_owned()),
        ("0:1:1/5:2:2/5:3:3", "step 3 opens at 5 s, not after the step before it".to_owned()),
        (&many, "33 steps: at most 32".to_owned()),
    ];
    for (text, says) in table {
        assert_eq!(text.parse::<Widening>().unwrap_err().to_string(), says);
    }
}

#[test]
fn the_last_step_is_the_cap_of_all() {
    holds(&"0:500:200/10:50:20/20:100:80".parse().unwrap(), &[(0, 100, 80), (10, 50, 20), (20, 100, 80)]);
}

#[test]
fn what_is_odd_is_said() {
    let lint = |text: &str| text.parse::<Widening>().unwrap().lint();
    assert_eq!(
        lint("a"),
        [
            "at 75 s the window opens to 125 ms, beyond its cap: held to 120",
            "at 90 s the window opens to 150 ms, beyond its cap: held to 120"
        ]
    );
    assert_eq!(
        lint("0:100:50/10:80:40/20:80:40/30:90:60"),
        [
            "at 0 s the window opens to 100 points, beyond its cap: held to 90",
            "at 10 s the window narrows from 90 to 80 points: waiting costs matches",
            "at 10 s the window narrows from 50 to 40 ms: waiting costs matches",
            "at 20 s nothing changes",
        ]
    );
    assert_eq!(lint("0:100:0"), ["no window reaches any datacenter: all RTTs are 1 ms or more"]);
}
