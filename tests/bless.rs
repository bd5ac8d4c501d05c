//! Accepts the engine's present results: writes the files of `golden/`, and the documents that quote the
//! engine. Only `cargo xtask bless` runs this, and nothing else writes these files.

use matchday_tests::golden::Golden;
use matchday_tests::{documents, file};
use std::{fs, io};

fn main() -> io::Result<()> {
    let was = Golden::read();
    let now = was.now();
    for change in was.changes(&now) {
        println!("{change}");
    }
    let golden = now.files().map(|(path, text)| (path.to_owned(), text));
    let documents = documents::all().into_iter().map(|document| (document.path.clone(), document.now()));
    for (path, text) in golden.into_iter().chain(documents) {
        if fs::read_to_string(file(&path))? != text {
            fs::write(file(&path), text)?;
            println!("wrote {path}");
        }
    }
    println!("the golden files match the engine");
    Ok(())
}
