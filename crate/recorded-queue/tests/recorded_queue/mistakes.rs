//! What is wrong with a file is said, with its line and what to do.

use crate::{data, params, replay, survey};
use matchday_sim::World;

fn error(text: &str) -> String {
    replay(text, &[]).unwrap_err().to_string()
}

#[test]
fn a_file_that_is_no_queue_is_refused() {
    for (text, says) in [
        ("", "there are no tickets in the file"),
        ("time,lat,long\n", "there are no tickets in the file"),
        ("when,lat,long\n1,2,3\n", "the column time is missing: the file has when, lat, long"),
        (
            "time,players\n1,2\n",
            "the columns lat and long are missing, and so are columns of round trips, such as rtt_fra",
        ),
        ("time,lat,lon,LAT\n1,2,3,4\n", "the column LAT is there twice: keep one"),
        ("time,lat,long\n100,2,3\n20,2,3\n", "line 3 is 80 s earlier than a line above it: sort the file by time"),
        ("time,lat,long\n0,2,3\n99999999,2,3\n", "the tickets span 1157 days: at most 400 can be replayed"),
        ("time,lat,long\n0,92,3\n", "1 of 1 rows cannot be read; the first is line 2: latitude 92"),
    ] {
        assert!(error(text).contains(says), "{text}: {}", error(text));
    }
    let no_skill = replay("time,lat,long\n0,2,3\n", &[("ranked", "1v1")]).unwrap_err().to_string();
    assert!(no_skill.contains("need the column skill"), "{no_skill}");
}

#[test]
fn rows_that_cannot_be_read_are_left_out_and_named() {
    let good = "5,t,1,50,8,1500,7,6,m\n";
    let table = [
        ("soon,t,1,50,8,1,,,", "time \"soon\" is not a time, such as 2026-05-20T12:30:00Z, or a number of seconds"),
        ("1,t,0,50,8,1,,,", "players \"0\" is not a whole number from 1 to 200"),
        ("1,t,1.5,50,8,1,,,", "players \"1.5\" is not a whole number"),
        ("1,t,1,x,8,1,,,", "lat \"x\" is not a number"),
        ("1,t,1,50,181,1,,,", "longitude 181 is not between -180 and 180"),
        ("1,t,1,50,8,NaN,,,", "skill \"NaN\" is not a number"),
        ("9,t,1,50,8,1,7,,", "cancelled_at \"7\" is not after the ticket's own time"),
        ("9,t,1,50,8,1,,8,", "matched_at \"8\" is not after the ticket's own time"),
        ("1,t,1", "3 fields, where the first line has 9"),
        ("5,t,1,50,8,1500,7,6,m", "ticket \"t\" is in the line above, too: write one line for each ticket"),
    ];
    for (bad, says) in table {
        let others = "6,,1,50,8,1500,7,6,m\n".repeat(20);
        let text = format!("time,ticket,players,lat,long,skill,cancelled_at,matched_at,match\n{good}{bad}\n{others}");
        let report = replay(&text, &[]).unwrap();
        assert_eq!((report.tickets, report.refused), (21, 1), "{bad}");
        assert!(report.notices[0].starts_with("line 3: ") && report.notices[0].contains(says), "{:?}", report.notices);
    }
}

#[test]
fn lines_are_those_of_an_editor() {
    for end in ["\n", "\r\n", "\r"] {
        let others = "6,50,8,a".to_owned() + end;
        let text =
            format!("{end}time,lat,long,name{end}5,50,8,\"two{end}lines\"{end}{end}x,50,8,a{end}{}", others.repeat(20));
        let report = replay(&text, &[]).unwrap();
        assert!(report.notices[0].starts_with("line 6: time \"x\""), "{end:?}: {:?}", report.notices);
    }
}

#[test]
fn row_numbers_describe_no_player() {
    let world = World::new(&data(), &params(&[])).unwrap();
    let text = b"\"\",\"time\",\"lat\",\"long\",\"level\"\n\"1\",0,50,8,3\n\"2\",1,50,8,4\n";
    let queue = survey(text, 9, &world, &params(&[])).unwrap();
    let names: Vec<_> = queue.schema().attributes().iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!((names, queue.rows), (vec!["level"], 2));
}

#[test]
fn columns_that_describe_no_player_are_left_out() {
    let names: String = (0..200).map(|at| format!("{at},50,8,player {at},{},,a|b\n", at % 7)).collect();
    let text = format!("time,lat,long,name,level,blank,maps[]\n{names}");
    let params = params(&[]);
    let world = World::new(&data(), &params).unwrap();
    let queue = survey(text.as_bytes(), 1 << 20, &world, &params).unwrap();
    let kept: Vec<_> = queue.schema().attributes().iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(kept, ["level", "maps"]);
    assert_eq!(queue.schema().texts(), ["a", "b"]);
    assert_eq!(
        queue.notices,
        [
            "name: more than 100 different texts, and \"player 0\" in line 2 is no number, so the column is left out",
            "blank: nothing stands in it, so the column is left out"
        ]
    );
    // A datacenter that is not on.
    let text = "time,lat,long,rtt_lima\n0,50,8,20\n";
    let queue = survey(text.as_bytes(), 100, &world, &params).unwrap();
    assert_eq!(queue.notices, ["rtt_lima: no datacenter of that name is on, so the column is left out"]);
}
