//! Results as CSV: one row per run, in the order of the runs. Reading and writing a file gives the same
//! bytes.
//!
//! Each row begins with the sweep's checksum, so results of different sweeps are never mixed. No field needs
//! quotes: values are numbers and words of the registry, and what varies has no comma in its name. A figure that the day does not have is an empty field.

use super::{Figures, Results, SweepError};
use matchday_atlas::counted;
use matchday_base::RunDigest;
use matchday_document::csv::{LongRow, Rows};
use std::borrow::Cow;

/// Longest row, bytes.
const MOST_BYTES: usize = 1 << 16;

/// The header, without its line end.
pub fn header(results: &Results) -> String {
    let spec = results.spec();
    let axes: Vec<String> = spec.axes().iter().map(|axis| axis.varied().to_string()).collect();
    format!("sweep,run,{},seed,digest,{}", axes.join(","), Figures::names(spec.parts()).join(","))
}

/// The header of files written before `rtt_estimated_mean_ms` got this name.
fn former_header(header: &str) -> String {
    header.replace("rtt_estimated_mean_ms", "rtt_believed_mean_ms")
}

/// The row of a run, without its line end.
pub fn row(results: &Results, run: usize, figures: &Figures) -> String {
    let field = |value: &Option<f64>| value.map_or_else(String::new, |value| value.to_string());
    let values = figures.values().iter().map(|value| format!(",{}", field(value)));
    format!("{},{}{}", start(results, run), figures.digest(), values.collect::<String>())
}

/// The fields before the figures.
fn start(results: &Results, run: usize) -> String {
    let of_run = results.spec().run(run);
    format!("{},{run},{},{}", results.checksum(), of_run.values.join(","), of_run.seed)
}

/// The header and the rows of all runs made so far.
pub fn write(results: &Results) -> String {
    let rows = (0..results.spec().runs()).filter_map(|run| Some(row(results, run, results.figures(run)?) + "\n"));
    header(results) + "\n" + &rows.collect::<String>()
}

/// Adds the rows of a file, in any order. Ignores a last line without a line end: its writing was
/// interrupted. Returns the length of the complete lines in bytes, 0 without a complete header.
///
/// # Errors
/// [`SweepError`] if the file is not a sweep's or another sweep's, or a row is invalid or contradicts
/// another. The rows before it have been added.
pub fn read(results: &mut Results, bytes: &[u8]) -> Result<usize, SweepError> {
    let header = header(results);
    let headers = [header.clone(), former_header(&header)];
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    if whole == 0 && headers.iter().any(|header| header.as_bytes().starts_with(bytes)) {
        return Ok(0);
    }
    let mut found = None;
    Rows::new(MOST_BYTES).of_list(1).read(&bytes[..whole], true, &mut |row| {
        let too_long =
            |LongRow { line, .. }| SweepError::Row { line: line as usize, reason: "it is longer than 64 KB".into() };
        let row = row.map_err(too_long)?;
        let (fields, line) = (row.texts(), row.line as usize);
        match &found {
            None => found = Some(fields.join(",")),
            Some(found) if headers.contains(found) => read_row(results, &fields, line)?,
            // A file with the columns of a sweep belongs to another sweep.
            Some(found) if found.starts_with("sweep,run,") && !found.starts_with(&header) && fields[0].len() == 16 => {
                return Err(other_sweep(results, &fields[0], line));
            }
            Some(_) => {}
        }
        Ok(())
    })?;
    if found.is_some_and(|found| headers.contains(&found)) { Ok(whole) } else { Err(SweepError::Header(header)) }
}

fn other_sweep(results: &Results, found: &str, line: usize) -> SweepError {
    SweepError::OtherSweep { line, found: found.to_owned(), expected: results.checksum().to_owned() }
}

fn read_row(results: &mut Results, fields: &[Cow<'_, str>], line: usize) -> Result<(), SweepError> {
    let refuse = |reason: String| SweepError::Row { line, reason };
    if fields.iter().any(|field| matches!(field, Cow::Owned(_))) {
        return Err(refuse("it is no text".into()));
    }
    let parts = results.spec().parts();
    let (before, names) = (results.spec().axes().len() + 3, Figures::names(parts));
    if fields[0] != results.checksum() && fields[0].len() == 16 {
        return Err(other_sweep(results, &fields[0], line));
    }
    let wanted = before + 1 + names.len();
    if fields.len() != wanted {
        return Err(refuse(format!("it has {} instead of {wanted}", counted(fields.len() as u64, "field"))));
    }
    let run = fields[1].parse().ok().filter(|&run| run < results.spec().runs());
    let run: usize = run.ok_or_else(|| refuse(format!("there is no run {:.20}", fields[1])))?;
    if fields[..before].join(",") != start(results, run) {
        return Err(refuse(format!("run {run} starts with {}", start(results, run))));
    }
    let digest = fields[before].parse().ok().filter(|digest: &RunDigest| digest.to_string() == fields[before]);
    let digest = digest.ok_or_else(|| refuse(format!("{:.20} is no digest", fields[before])))?;
    let number = |(field, name): (&Cow<'_, str>, &&str)| {
        if field.is_empty() {
            return Ok(None);
        }
        // Accept only our own number format, so that the file stays the same when it is written again.
        let value = field.parse().ok().filter(|value: &f64| value.is_finite() && value.to_string() == *field);
        let value = value.ok_or_else(|| refuse(format!("{name} is {field:.40}, which is no number of ours")))?;
        let possible = Some(value).filter(|&value| Figures::is_possible(name, value));
        possible.map(Some).ok_or_else(|| refuse(format!("{name} is {field:.40}, which no day can have")))
    };
    let values = fields[before + 1..].iter().zip(&names).map(number).collect::<Result<Vec<_>, _>>()?;
    let figures = Figures::new(digest, values, parts).ok_or_else(|| refuse("figures are missing".into()))?;
    if results.insert(run, figures) { Ok(()) } else { Err(SweepError::Contradiction { line, run }) }
}

#[cfg(test)]
mod tests {
    use super::super::results::tests::results;
    use super::*;

    #[test]
    fn reads_what_it_writes_and_what_is_missing_stays_so() {
        let some = results(&[0, 2, 3]);
        let text = write(&some);
        assert_eq!(text.lines().count(), 4);
        let mut read_back = results(&[]);
        assert_eq!(read(&mut read_back, text.as_bytes()), Ok(text.len()));
        assert_eq!((write(&read_back), &read_back), (text, &some));
    }

    #[test]
    fn a_file_with_the_former_name_of_a_column_is_read() {
        let text = write(&results(&[0, 2]));
        let former = text.replacen("rtt_estimated_mean_ms", "rtt_believed_mean_ms", 1);
        assert_ne!(former, text);
        let mut read_back = results(&[]);
        assert_eq!(read(&mut read_back, former.as_bytes()), Ok(former.len()));
        assert_eq!(write(&read_back), text);
    }

    /// As spreadsheets save it.
    #[test]
    fn a_file_with_other_line_ends_and_quotes_is_read() {
        let some = results(&[0, 2]);
        let text = write(&some);
        let quoted = format!("\u{feff}\"{}\"\r\n", text.trim_end().replace(',', "\",\"").replace('\n', "\"\r\n\""));
        let mut read_back = results(&[]);
        assert_eq!(read(&mut read_back, quoted.as_bytes()), Ok(quoted.len()));
        assert_eq!(write(&read_back), text);
        let run = |run: &str| format!("{}\",\"{run}\"", some.checksum());
        let damaged = quoted.replace(&run("2"), &run("x"));
        let error = read(&mut results(&[]), damaged.as_bytes()).unwrap_err().to_string();
        assert!(error.starts_with("line 3: there is no run x"), "{error}");
    }

    #[test]
    fn rows_in_any_order_and_twice_give_the_same_file() {
        let text = write(&results(&[0, 1, 2, 3]));
        let lines: Vec<&str> = text.lines().collect();
        let mixed = [lines[0], lines[4], lines[2], lines[2], lines[1], lines[3], ""].join("\n");
        let mut read_back = results(&[1]);
        read(&mut read_back, mixed.as_bytes()).unwrap();
        assert_eq!(write(&read_back), text);
    }

    /// A killed process leaves a partly written file.
    #[test]
    fn a_file_may_be_cut_anywhere() {
        let text = write(&results(&[0, 1, 2, 3]));
        for length in 0..text.len() {
            let mut read_back = results(&[]);
            let whole = read(&mut read_back, &text.as_bytes()[..length]).unwrap();
            assert_eq!(whole, text[..length].rfind('\n').map_or(0, |at| at + 1));
            assert_eq!(4 - read_back.missing().count(), text[..length].matches('\n').count().saturating_sub(1));
        }
    }

    #[test]
    fn what_is_not_ours_is_refused_with_its_line() {
        let text = write(&results(&[0, 1]));
        let sum = results(&[]).checksum().to_owned();
        let row = text.lines().nth(1).unwrap().to_owned();
        let digest = results(&[0]).figures(0).unwrap().digest().to_string();
        let long = "9".repeat(400);
        for (damaged, says) in [
            (
                "my notes\nof today\n".to_owned(),
                "no results of a sweep: their first line is not `sweep,run,replay,seed,",
            ),
            (text.replace("sweep,run,replay", "sweep,run,ccu"), "differ; give another file"),
            (text.replacen("_sample\n", "_sample,more\n", 1), "no results of a sweep"),
            (text.replace(&sum, "0123456789abcdef"), "line 2: a run of sweep 0123456789abcdef, but this sweep is"),
            (
                text.replace(&format!("{sum},0,"), &format!("{sum},4,")),
                "line 2: there is no run 4; take the line out, and its run is made again",
            ),
            (text.replace(&format!("{sum},0,"), &format!("{sum},-1,")), "line 2: there is no run -1"),
            (text.replace(&format!("{sum},0,"), &format!("{sum},1,")), "line 2: run 1 starts with"),
            (text.replace(",0.5,8,", ",0.6,8,"), "line 3: run 1 starts with"),
            (text.replace(&digest, "cafe"), "line 2: cafe is no digest"),
            (text.replace(&digest, &digest.to_uppercase()), "is no digest"),
            (text.replacen(&format!("{digest},0,"), &format!("{digest},NaN,"), 1), "line 2: joined is NaN"),
            (text.replacen(&format!("{digest},0,"), &format!("{digest},1e999,"), 1), "joined is 1e999"),
            (text.replacen(&format!("{digest},0,"), &format!("{digest},{long},"), 1), "which is no number of ours"),
            (
                text.replacen(&format!("{digest},0,"), &format!("{digest},-1,"), 1),
                "line 2: joined is -1, which no day can have",
            ),
            (text.replacen(&format!("{digest},0,"), &format!("{digest},00,"), 1), "joined is 00"),
            (format!("{text}{row},1\n"), "line 4: it has 41 fields instead of 40"),
            (format!("{text}\u{0}\u{0}\n"), "line 4: it has 1 field instead of 40"),
            (text.replacen(&digest, "0000000000000001", 1) + &row + "\n", "line 4: run 0 is there already with other"),
            (format!("{text}{}\n", "x".repeat(70_000)), "line 4: it is longer than 64 KB"),
        ] {
            let error = read(&mut results(&[]), damaged.as_bytes()).unwrap_err().to_string();
            assert!(error.contains(says), "{says}: {error}");
        }
        let mut bytes = text.into_bytes();
        bytes.extend(b"\xff\xfe\n");
        assert!(read(&mut results(&[]), &bytes).unwrap_err().to_string().contains("line 4: it is no text"));
    }
}
