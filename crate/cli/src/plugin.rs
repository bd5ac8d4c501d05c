//! `matchday plugin`: checks a Wasm module that forms matches; and the plug-in of a scenario.

use crate::error::CliError;
use matchday_sim::policy::Plugin;
use std::path::Path;
use std::sync::Arc;

#[cfg(feature = "plugins")]
pub use check::{Args, run};

/// The plug-in in the bytes of a file.
///
/// # Errors
/// The bytes are no module that can be a plug-in.
#[cfg(feature = "plugins")]
pub fn load(bytes: &[u8], path: &Path) -> Result<Arc<dyn Plugin>, CliError> {
    let module = matchday_plugin::Module::read(bytes);
    let module = module.map_err(|cause| CliError::Plugin { path: path.to_owned(), cause })?;
    Ok(Arc::new(matchday_plugin::WasmPlugin::new(module)))
}

/// The plug-in in the bytes of a file.
///
/// # Errors
/// There is no runtime.
#[cfg(not(feature = "plugins"))]
pub fn load(_: &[u8], _: &Path) -> Result<Arc<dyn Plugin>, CliError> {
    Err(CliError::NoPlugins)
}

#[cfg(feature = "plugins")]
mod check {
    use crate::error::CliError;
    use crate::files;
    use crate::lint;
    use crate::terminal::{self, escaped};
    use matchday_plugin::check::{Trial, check};
    use matchday_plugin::{Module, WasmPlugin};
    use std::path::PathBuf;
    use std::process::ExitCode;

    /// Arguments of `matchday plugin`.
    #[derive(clap::Args)]
    pub struct Args {
        #[command(subcommand)]
        command: Command,
    }

    #[derive(clap::Subcommand)]
    enum Command {
        /// Print what is wrong with a module, one finding per line; exits like `lint`. It is called with queues of several
        /// sizes.
        Check(CheckArgs),
    }

    /// Arguments of `matchday plugin check`.
    #[derive(clap::Args)]
    struct CheckArgs {
        /// The Wasm module.
        #[arg(value_name = "FILE")]
        module: PathBuf,
        /// Teams of a match.
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=64))]
        teams: u8,
        /// Players of a team.
        #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=64))]
        team_size: u8,
        /// The attributes of players, such as skill:normal(1500,300);mode:tdm*3|ctf.
        #[arg(long, value_name = "TEXT", default_value = "")]
        attributes: String,
        /// Numbers that the module reads, such as WIDEN_AFTER:12;START:40.
        #[arg(long, value_name = "TEXT", default_value = "")]
        constants: String,
    }

    /// Runs the command.
    pub fn run(args: Args) -> ExitCode {
        let Command::Check(args) = args.command;
        lint::exit(findings(&args).and_then(|findings| {
            let line = |words: &String| format!("{}: error: {}\n", args.module.display(), escaped(words));
            let lines: String = findings.iter().map(line).collect();
            terminal::print(&lines)?;
            Ok(u8::from(!findings.is_empty()))
        }))
    }

    fn findings(args: &CheckArgs) -> Result<Vec<String>, CliError> {
        let trial = Trial {
            teams: (args.teams.into(), args.team_size.into()),
            population: args.attributes.parse().map_err(CliError::Attributes)?,
            constants: args.constants.parse().map_err(CliError::Constants)?,
        };
        let bytes = files::read(&args.module)?;
        // One budget for all queues: a module that is slow with each of them is found as soon as with one.
        Ok(match Module::read(&bytes) {
            Ok(module) => check(&WasmPlugin::new(module.with_shared_instructions()), &trial),
            Err(cause) => vec![cause.to_string()],
        })
    }
}
