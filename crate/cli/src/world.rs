//! The data set of a run: the built-in one, or users' own files.

use crate::error::CliError;
use crate::files;
use crate::plugin;
use crate::terminal::{self, tell};
use fnv::FnvHasher;
use include_dir::{Dir, include_dir};
use matchday_atlas::manifest::MANIFEST_FILE;
use matchday_atlas::{Datacenter, JoinData, LatencyMap, Manifest, RecordedJoins, SourceData, counted};
use matchday_base::Calendar;
use matchday_base::rtt::OUT_OF_REACH_MS;
use matchday_sim::SimulationData;
use std::fs;
use std::hash::Hasher;
use std::io::Read;
use std::path::{Path, PathBuf};

static BUILT_IN: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../data");

/// Where the data comes from.
#[derive(clap::Args)]
pub struct WorldArgs {
    /// Your own datacenters, rows of `id,name,lat,long`, instead of the built-in ones.
    #[arg(long, value_name = "FILE")]
    datacenters: Option<PathBuf>,
    /// Folder with their latency maps, `latency_<name>.bin` (360 x 180 f32) or `latency_<name>.png` (8-bit
    /// grey). A datacenter without a map takes its round trips from the route model.
    #[arg(long, value_name = "DIR", requires = "datacenters")]
    maps: Option<PathBuf>,
    /// Your own joins, rows of `HH:MM:SS,lat,long`, instead of the built-in ones. `ccu` sets their scale.
    #[arg(long, value_name = "FILE")]
    joins: Option<PathBuf>,
}

impl WorldArgs {
    /// The data set of these arguments with a plug-in from a file. The name of the data set then has the checksum of the
    /// module in it, so that results of another module are told apart.
    ///
    /// # Errors
    /// A file that cannot be read or does not parse.
    pub fn dataset_with(&self, plugin: Option<&Path>) -> Result<SimulationData, CliError> {
        let mut dataset = self.dataset()?;
        if let Some(path) = plugin {
            let mut module = FnvHasher::default();
            dataset.set_plugin(plugin::load(&read(path, &mut module)?, path)?);
            dataset.id = format!("{}-plugin-{:016x}", dataset.id, module.finish());
        }
        Ok(dataset)
    }

    /// Reads the data set of these arguments. Prints skipped rows to standard error.
    ///
    /// # Errors
    /// A file that cannot be read or does not parse.
    fn dataset(&self) -> Result<SimulationData, CliError> {
        let built_in = built_in()?;
        if self.datacenters.is_none() && self.joins.is_none() {
            return Ok(built_in.into());
        }
        let mut dataset = SimulationData::from(built_in);
        let mut files = FnvHasher::default();
        files.write(dataset.id.as_bytes());
        if let Some(path) = &self.joins {
            dataset.set_joins(read_joins(path, &mut files)?);
        }
        if let Some(path) = &self.datacenters {
            dataset.sites.clear();
            self.add_own(&mut dataset, path, &mut files)?;
        }
        dataset.id = format!("own-{:016x}", files.finish());
        Ok(dataset)
    }

    fn add_own(&self, dataset: &mut SimulationData, path: &Path, files: &mut FnvHasher) -> Result<(), CliError> {
        let bytes = read(path, files)?;
        // A missing folder would look like one without maps.
        self.maps.as_deref().map_or(Ok(()), |folder| fs::read_dir(folder).map(drop).map_err(CliError::file(folder)))?;
        for datacenter in Datacenter::read_csv(&bytes, &path.display().to_string())? {
            let map = self.maps.as_deref().map(|folder| read_map(folder, &datacenter, files)).transpose()?.flatten();
            if map.is_none() {
                tell!("matchday: no latency map for {}: its round trips come from the route model", datacenter.name);
            }
            dataset.add_site(datacenter, map);
        }
        Ok(())
    }
}

/// The built-in data set.
///
/// # Errors
/// None unless the program was built from files that do not read.
pub fn built_in() -> Result<SourceData, CliError> {
    Ok(SourceData::read(|path| BUILT_IN.get_file(path).map(include_dir::File::contents))?)
}

/// The dates of the shown days. They are those of the built-in data set, also with users' own data.
///
/// # Errors
/// None unless the program was built from files that do not read.
pub fn calendar() -> Result<Calendar, CliError> {
    let bytes = BUILT_IN.get_file(MANIFEST_FILE).map(include_dir::File::contents).unwrap_or_default();
    Ok(Calendar::new(Manifest::parse(bytes, MANIFEST_FILE)?.date))
}

/// Reads a file and adds it to the checksum of all files.
fn read(path: &Path, files: &mut FnvHasher) -> Result<Vec<u8>, CliError> {
    let bytes = files::read(path)?;
    files.write(&bytes);
    Ok(bytes)
}

fn read_map(folder: &Path, datacenter: &Datacenter, files: &mut FnvHasher) -> Result<Option<LatencyMap>, CliError> {
    let path = |extension| folder.join(format!("latency_{}.{extension}", datacenter.name));
    let (bin, png) = (path("bin"), path("png"));
    let say = |file: &Path, cells: usize, words: &str| {
        if cells > 0 {
            tell!("matchday: {}: {} {words}", file.display(), counted(cells as u64, "cell"));
        }
    };
    if bin.exists() {
        let (map, summary) =
            LatencyMap::from_f32_le(&read(&bin, files)?, &bin.display().to_string(), datacenter.location)?;
        say(&bin, summary.below_floor as usize, "faster than light in fibre left out");
        say(&bin, map.count(OUT_OF_REACH_MS), "above 1000 ms: out of reach");
        return Ok(Some(map));
    }
    if png.exists() {
        let map = LatencyMap::from_png(&read(&png, files)?, &png.display().to_string())?;
        say(&png, map.count(u8::MAX.into()), "at 255, which means 255 ms or more in a picture: counted as 255");
        return Ok(Some(map));
    }
    Ok(None)
}

fn read_joins(path: &Path, files: &mut FnvHasher) -> Result<JoinData, CliError> {
    let mut file = fs::File::open(path).map_err(CliError::file(path))?;
    let mut reader = RecordedJoins::reader(&path.display().to_string());
    let mut piece = vec![0; 1 << 20];
    loop {
        match file.read(&mut piece).map_err(CliError::file(path))? {
            0 => break,
            length => {
                files.write(&piece[..length]);
                reader.push(&piece[..length]);
            }
        }
    }
    let (joins, summary) = reader.finish()?;
    terminal::tell_refused(path, summary.refused, summary.read, &summary.first_refused);
    Ok(JoinData::Recorded(joins))
}
