//! The tools: set up by `setup-wasm.sh`, then found on the PATH it gives.

use std::ffi::OsString;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::error::{Error, Result};

/// Prints the PATH that the set-up leaves behind.
const SET_UP_AND_PRINT_PATH: &str =
    r#"env_file=$(bash crate/xtask/setup-wasm.sh) && . "$env_file" && printf %s "$PATH""#;

/// The project's folder and the PATH on which its tools are found.
pub struct Tools {
    root: PathBuf,
    path: OsString,
}

impl Tools {
    /// Sets up what is missing. A second run only checks, in about a second.
    pub fn set_up() -> Result<Self> {
        let root = project_root()?;
        let mut bash = Command::new("bash");
        bash.args(["-c", SET_UP_AND_PRINT_PATH]).current_dir(&root);
        let output = output(&mut bash)?;
        let path = String::from_utf8_lossy(&output.stdout).into_owned().into();
        Ok(Self { root, path })
    }

    /// The project's folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Fetches the sources of the built-in data set if they are missing; gives their folder.
    pub fn set_up_sources(&self) -> Result<String> {
        let output = output(self.command("bash").arg("crate/xtask/setup-sources.sh"))?;
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    }

    /// Sets up DuckDB if it is missing; gives the folder that `PYTHONPATH` has to name.
    pub fn set_up_duckdb(&self) -> Result<String> {
        let output = output(self.command("bash").arg("crate/xtask/setup-duckdb.sh"))?;
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    }

    /// Sets up Ray if it is missing; gives the folder that `PYTHONPATH` has to name.
    pub fn set_up_ray(&self) -> Result<String> {
        let output = output(self.command("bash").arg("crate/xtask/setup-ray.sh"))?;
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    }

    /// Builds what cargo's arguments ask for; gives the path of the program that has this in its path.
    pub fn built(&self, arguments: &[&str], name: &str) -> Result<String> {
        let messages = output(self.command("cargo").args(arguments).arg("--message-format=json"))?.stdout;
        let messages = String::from_utf8_lossy(&messages).into_owned();
        let mut programs = messages.lines().filter_map(|line| {
            let (_, rest) = line.split_once("\"executable\":\"")?;
            rest.split_once('"').map(|(path, _)| path.to_owned())
        });
        programs.find(|path| path.contains(name)).ok_or_else(|| Error::NoProgram(name.to_owned()))
    }

    /// A program that will run in the project's folder, with the tools on its PATH.
    pub fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.root).env("PATH", &self.path);
        // Inherited from the cargo that started us; it need not be the one that the set-up chose.
        for variable in ["CARGO", "RUSTUP_TOOLCHAIN", "LD_LIBRARY_PATH"] {
            command.env_remove(variable);
        }
        command
    }
}

fn project_root() -> Result<PathBuf> {
    // Asked for at run time: clones may share a target folder, and so this very program.
    let manifest_dir = std::env::var_os("CARGO_MANIFEST_DIR").ok_or(Error::NotFromCargo)?;
    let root = Path::new(&manifest_dir).ancestors().nth(2);
    root.map(Path::to_owned).ok_or(Error::NotFromCargo)
}

/// Runs a command whose output people see.
pub fn run(command: &mut Command) -> Result<()> {
    let status = command.status().map_err(start_error(command))?;
    if status.success() { Ok(()) } else { Err(Error::Failed { program: name(command), status }) }
}

/// Runs a command whose standard output we read line by line as it comes; people see the rest.
pub fn run_and_read(command: &mut Command, mut read: impl FnMut(&str)) -> Result<()> {
    let mut child = command.stdout(Stdio::piped()).spawn().map_err(start_error(command))?;
    let lines = child.stdout.take().into_iter().flat_map(|output| BufReader::new(output).split(b'\n'));
    for line in lines.map_while(std::result::Result::ok) {
        read(&String::from_utf8_lossy(&line));
    }
    let status = child.wait().map_err(start_error(command))?;
    if status.success() { Ok(()) } else { Err(Error::Failed { program: name(command), status }) }
}

/// Runs a command whose standard output we read; people see the rest.
pub fn output(command: &mut Command) -> Result<Output> {
    let output = command.stderr(Stdio::inherit()).output().map_err(start_error(command))?;
    if output.status.success() {
        Ok(output)
    } else {
        Err(Error::Failed { program: name(command), status: output.status })
    }
}

fn start_error(command: &Command) -> impl FnOnce(std::io::Error) -> Error + use<> {
    let program = name(command);
    move |source| Error::Start { program, source }
}

/// The program and its first argument: `cargo clippy`, but not a screenful of flags.
fn name(command: &Command) -> String {
    let mut name = command.get_program().to_string_lossy().into_owned();
    if let Some(first) = command.get_args().next().and_then(|arg| arg.to_str())
        && !first.starts_with('-')
    {
        name = format!("{name} {first}");
    }
    name
}
