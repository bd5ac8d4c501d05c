//! Lists the files of the corpora, so that they are replayed where no file can be opened.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=corpus");
    let root = Path::new(&env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("corpus");
    let mut list = String::from("&[\n");
    for folder in entries(&root)? {
        for file in entries(&folder)? {
            let path = file.strip_prefix(&root).unwrap_or(&file).display().to_string();
            // This list outlives the checkout it was made in, where several share a folder of builds.
            let whole = format!("concat!(env!(\"CARGO_MANIFEST_DIR\"), {:?})", format!("/corpus/{path}"));
            list += &format!("    Seed {{ path: {path:?}, bytes: include_bytes!({whole}) }},\n");
        }
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("corpus.rs"), list + "]\n")
}

/// What is in a folder, in order.
fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}
