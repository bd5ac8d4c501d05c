//! Every reader of rows reads them as R, pandas, spreadsheets and old programs write them, and names the lines of an editor.

use super::written;
use matchday_atlas::{Datacenter, RecordedJoins};
use matchday_cli::fuzz_readers;
use std::fmt::Debug;
use std::path::Path;

/// A table in all dialects: with and without quotes, row numbers and a byte order mark, with any line ends.
fn dialects(plain: &str) -> Vec<String> {
    let mut texts = Vec::new();
    for (has_quotes, has_numbers) in [(false, false), (true, false), (false, true), (true, true)] {
        let cell = |cell: &str| if has_quotes { format!("\"{cell}\"") } else { cell.to_owned() };
        let row = |(number, line): (usize, &str)| {
            let number = if number == 0 { String::new() } else { number.to_string() };
            let cells = has_numbers.then_some(number.as_str()).into_iter().chain(line.split(','));
            cells.map(cell).collect::<Vec<_>>().join(",")
        };
        let lines: Vec<String> = plain.lines().enumerate().map(row).collect();
        for ends in [&["\n"][..], &["\r\n"], &["\r"], &["\r\n", "\n", "\r"]] {
            let text: String = lines.iter().zip(ends.iter().cycle()).map(|(line, end)| line.to_owned() + end).collect();
            texts.extend([format!("\u{feff}{}", text.trim_end()), text]);
        }
    }
    texts
}

/// A reader returns the same for all dialects of a table, and names a wrong last row by its line in an editor.
fn check<T: PartialEq + Debug>(plain: &str, wrong: &str, read: impl Fn(&[u8]) -> Result<T, String>) {
    let expected = read(plain.as_bytes()).unwrap();
    for text in dialects(plain) {
        assert_eq!(read(text.as_bytes()).as_ref(), Ok(&expected), "{text:?}");
    }
    let line = format!("line {}", plain.lines().count() + 1);
    for text in dialects(&format!("{plain}{wrong}\n")) {
        let error = read(text.as_bytes()).unwrap_err();
        assert!(error.contains(&line), "{text:?}: {error}");
    }
}

/// The rows of a recorded queue without a column that has no name.
fn tickets(bytes: &[u8]) -> Result<Vec<Vec<String>>, String> {
    let path = written("dialects", "queue.csv", bytes);
    let mut rows: Vec<Vec<String>> = Vec::new();
    fuzz_readers::tickets(Path::new(&path), &mut |_, fields| {
        rows.push(fields.iter().map(ToString::to_string).collect());
        Ok(())
    })?;
    let numbers = usize::from(rows[0][0].is_empty());
    Ok(rows.into_iter().map(|row| row[numbers..].to_vec()).collect())
}

#[test]
fn tables_of_all_dialects_are_read() {
    let list = "id,name,lat,long\n1,lima,-12.04,-77.03\n2,tokyo,35.7,139.7\n";
    check(list, "3,oslo,north,10.75", |bytes| Datacenter::read_csv(bytes, "list").map_err(|error| error.to_string()));
    check("time,lat,long\n0:05:02,50.1,8.7\n18:00:00,-12.04,-77.03\n", "noon,1,2", |bytes| {
        let mut reader = RecordedJoins::reader("joins");
        reader.push(bytes);
        let (joins, summary) = reader.finish().map_err(|error| error.to_string())?;
        Ok((joins.encode(), summary.read))
    });
    let sites = Datacenter::read_csv(list.as_bytes(), "list").unwrap();
    let pings = "timestamp,lat,long,datacenter,rtt_ms\n2026-3-1 7:05:02,1,2,lima,90\n1772366400,3,4,tokyo,80\n";
    check(pings, "1772366400,3,4,atlantis,80", |bytes| {
        fuzz_readers::pings(Path::new(&written("dialects", "pings.csv", bytes)), &sites)
    });
    let matches = "match_id,player_id,team,rank\nm,ann,1,1\nm,bob,2,2\n";
    check(matches, "n,ann,1,first", fuzz_readers::matches);
    let queue = "time,ticket,lat,long\n7:05:02,a,50.1,8.7\n7:05:03,b,50.1,8.7\n";
    let expected = tickets(queue.as_bytes()).unwrap();
    dialects(queue).iter().for_each(|text| assert_eq!(tickets(text.as_bytes()).as_ref(), Ok(&expected), "{text:?}"));
}

/// `write.csv` of a data frame whose row names are the ids.
#[test]
fn row_numbers_of_datacenters_without_an_id_are_their_ids() {
    let plain = Datacenter::read_csv(b"1,lima,-12.04,-77.03\n2,tokyo,35.7,139.7\n", "list");
    let r = "\"\",\"name\",\"lat\",\"long\"\n\"1\",\"lima\",-12.04,-77.03\n\"2\",\"tokyo\",35.7,139.7\n";
    for text in [r.to_owned(), r.replace('"', ""), r.replace('\n', "\r\n"), r.replace('\n', "\r")] {
        assert_eq!(Datacenter::read_csv(text.as_bytes(), "list"), plain, "{text:?}");
    }
}
