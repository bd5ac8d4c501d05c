//! The tools. `setup/wasm.sh` sets up what building takes and returns the PATH on which it is found; the other scripts in
//! `setup/` are for single steps.

use std::ffi::OsString;
use std::fs;
use std::io::{BufRead, BufReader, pipe};
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;

use crate::error::{Error, Result, at};

/// Prints the PATH after the set-up.
const SET_UP_AND_PRINT_PATH: &str =
    r#"env_file=$(bash crate/xtask/setup/wasm.sh) && . "$env_file" && printf %s "$PATH""#;

const BINDER: &str = "matchday-bind";
const BUILD_BINDER: [&str; 4] = ["build", "--quiet", "--package", BINDER];

/// The project's folder, the PATH on which its tools are found, and the program that binds modules.
pub struct Tools {
    root: PathBuf,
    path: OsString,
    binder: String,
}

impl Tools {
    /// Sets up missing tools. A second run only checks, in about a second.
    pub fn set_up() -> Result<Self> {
        let root = project_root()?;
        let mut bash = Command::new("bash");
        bash.args(["-c", SET_UP_AND_PRINT_PATH]).current_dir(&root);
        // With the cargo that runs this, which is there already: setting Rust up leaves a core idle.
        let mut cargo = Command::new(std::env::var_os("CARGO").ok_or(Error::NotFromCargo)?);
        cargo.args(BUILD_BINDER).current_dir(&root);
        let (output, binder) = thread::scope(|scope| {
            let binder = scope.spawn(|| built(&mut cargo, BINDER));
            (output(&mut bash), binder.join().unwrap_or_else(|panic| resume_unwind(panic)))
        });
        let path = String::from_utf8_lossy(&output?.stdout).into_owned().into();
        Ok(Self { root, path, binder: binder? })
    }

    /// `matchday-bind`.
    pub fn binder(&self) -> &str {
        &self.binder
    }

    /// The project's folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Runs the script in `crate/xtask/setup` that sets up what only some steps need, and returns the folder that it prints,
    /// if any. A second run only checks.
    pub fn install(&self, script: &str) -> Result<String> {
        let output = output(self.command("bash").arg(format!("crate/xtask/setup/{script}.sh")))?;
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    }

    /// Builds with these arguments of cargo, and returns the path of the program that has this text in its
    /// path.
    pub fn built(&self, arguments: &[&str], name: &str) -> Result<String> {
        built(self.command("cargo").args(arguments), name)
    }

    /// Runs `npm ci` in a folder of the project, unless the installed modules came from the same lock file.
    pub fn install_node_modules(&self, folder: &str) -> Result<()> {
        let folder = self.root.join(folder);
        let lock = folder.join("package-lock.json");
        let wanted = fs::read(&lock).map_err(at(&lock))?;
        let installed = folder.join("node_modules/.installed-lock.json");
        if fs::read(&installed).is_ok_and(|content| content == wanted) {
            return Ok(());
        }
        run(self.command("npm").args(["ci", "--no-audit", "--no-fund"]).current_dir(&folder))?;
        fs::write(&installed, wanted).map_err(at(&installed))
    }

    /// A program that will run in the project's folder, with the tools on its PATH.
    pub fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.root).env("PATH", &self.path);
        // Inherited from the cargo that started xtask, which may differ from the one of the set-up.
        for variable in ["CARGO", "RUSTUP_TOOLCHAIN", "LD_LIBRARY_PATH"] {
            command.env_remove(variable);
        }
        command
    }
}

fn built(cargo: &mut Command, name: &str) -> Result<String> {
    let messages = output(cargo.arg("--message-format=json"))?.stdout;
    let messages = String::from_utf8_lossy(&messages).into_owned();
    let mut programs = messages.lines().filter_map(|line| {
        let (_, rest) = line.split_once("\"executable\":\"")?;
        rest.split_once('"').map(|(path, _)| path.to_owned())
    });
    programs.find(|path| path.contains(name)).ok_or_else(|| Error::NoProgram(name.to_owned()))
}

/// The project's folder, as cargo gives it.
pub fn project_root() -> Result<PathBuf> {
    // Read at run time, because clones can share a target folder and so this program.
    let manifest_dir = std::env::var_os("CARGO_MANIFEST_DIR").ok_or(Error::NotFromCargo)?;
    let root = Path::new(&manifest_dir).ancestors().nth(2);
    root.map(Path::to_owned).ok_or(Error::NotFromCargo)
}

/// Runs a command and shows its output.
pub fn run(command: &mut Command) -> Result<()> {
    let status = command.status().map_err(start_error(command))?;
    if status.success() { Ok(()) } else { Err(Error::Failed { program: name(command), status }) }
}

/// Runs a command, and calls `read` with each line of its standard output and standard error, as it comes. Both share a
/// pipe, so that the lines keep their order: `cargo test` names a target on one and its tests on the other.
pub fn run_and_read(command: &mut Command, mut read: impl FnMut(&str)) -> Result<()> {
    let (reader, writer) = pipe().map_err(start_error(command))?;
    command.stdout(writer.try_clone().map_err(start_error(command))?).stderr(writer);
    let child = command.spawn();
    // The pipe ends when the child ends, unless the command keeps its other end open.
    command.stdout(Stdio::inherit()).stderr(Stdio::inherit());
    let mut child = child.map_err(start_error(command))?;
    for line in BufReader::new(reader).split(b'\n').map_while(std::result::Result::ok) {
        read(&String::from_utf8_lossy(&line));
    }
    let status = child.wait().map_err(start_error(command))?;
    if status.success() { Ok(()) } else { Err(Error::Failed { program: name(command), status }) }
}

/// Runs a command and returns its standard output. Standard error is shown.
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

/// The program and its first argument, such as `cargo clippy`, without flags.
fn name(command: &Command) -> String {
    let mut name = command.get_program().to_string_lossy().into_owned();
    if let Some(first) = command.get_args().next().and_then(|arg| arg.to_str())
        && !first.starts_with('-')
    {
        name = format!("{name} {first}");
    }
    name
}
