//! `cargo xtask`: sets up missing tools, then builds, serves, publishes or tests the page.

mod bench;
mod build;
mod dist;
mod error;
mod fuzz;
mod guide;
mod libraries;
mod notices;
mod serve;
mod setup;
mod sizes;
mod slim;
mod test;

use std::process::ExitCode;

use crate::build::Profile;
use crate::error::{Error, Result};
use crate::setup::Tools;

const USAGE: &str = "\
usage: cargo xtask <command>

  setup                     sets up Rust and C for wasm32, and wasm-opt
  build [--dev]             renders the guide, builds the page's modules into www/pkg*, and bundles the libraries
                            into www/libraries; with --dev the modules compile faster and run slower
  serve [--port N] [--dev] [--no-watch]
                            builds, serves the page on 127.0.0.1 (port 8080, or the next free one) as soon as the
                            first view is built, builds again when a source changes
  dist [--into DIR]         writes the site for a static host into target/dist, or adds this version to the
                            site in DIR and leaves earlier versions unchanged
  bless                     accepts the engine's present results: writes them into tests/golden and into
                            documents that quote them, and prints changed digests
  bench                     prints how long simulated days take with each matchmaker
  fuzz --minutes N [TARGET...]
                            feeds readers hostile bytes with libFuzzer, for N minutes shared among the targets
                            (all, or those named), and prints the coverage; inputs that fail are kept in
                            tests/fuzz/artifacts
  test [--full] [NAME...]   runs the tests of every day, or all that has one of the names: a step, a crate by its
                            folder, a file of browser tests. The steps are
                            format clippy native modules build types sizes e2e;
                            --full runs everything: all browser tests, and these steps:
                              clippy-wasm  the code that is compiled for wasm alone
                              outside      against DuckDB, Ray, the sources of the data set
                              instructions of a tick and of runs, counted and compared with those committed
                              statistics   hundreds of days against the matchmaker's specification and relations
                                           between days, 10,000 tiny worlds against a naive simulator
                              faults       the disk fails at each write of the command
                              kills        the browser is killed 40 times while it writes a season
                              siege        100,000 hostile links, 10,000 messages, and 50 traps of the engine
                              determinism  digests of 1,200 days of each build, of node, Chromium and Firefox

Missing tools are set up first. WASM_SETUP=rustup|debian chooses how (crate/xtask/setup/wasm.sh).";

/// A program among the tests, because it links the engine: in xtask, every `cargo xtask` would wait for the
/// engine.
const BLESS: [&str; 4] = ["test", "--quiet", "--test", "bless"];

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match run(&args) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &[String]) -> Result<ExitCode> {
    let Some((command, rest)) = args.split_first() else {
        return Err(Error::Usage("name a command".to_owned()));
    };
    let done = match command.as_str() {
        "setup" => {
            no_more(rest)?;
            Tools::set_up().map(drop)
        }
        "build" => {
            let (profile, rest) = take_profile(rest);
            no_more(&rest)?;
            build::build(&Tools::set_up()?, profile)
        }
        "serve" => {
            let options = serve::Options::parse(rest)?;
            serve::serve(&Tools::set_up()?, &options)
        }
        "bless" => {
            no_more(rest)?;
            setup::run(Tools::set_up()?.command("cargo").args(BLESS))
        }
        "bench" => {
            no_more(rest)?;
            bench::bench(&Tools::set_up()?)
        }
        "fuzz" => {
            let options = fuzz::Options::parse(rest)?;
            fuzz::fuzz(&Tools::set_up()?, &options)
        }
        "dist" => {
            let options = dist::Options::parse(rest)?;
            let site = dist::dist(&Tools::set_up()?, &options)?;
            println!("the site is in {}", site.display());
            Ok(())
        }
        "test" => return Ok(test::run(&test::select(&setup::project_root()?, rest)?)),
        "help" | "--help" | "-h" => {
            println!("{USAGE}");
            Ok(())
        }
        other => Err(Error::Usage(format!("there is no command '{other}'"))),
    };
    done.map(|()| ExitCode::SUCCESS)
}

fn take_profile(args: &[String]) -> (Profile, Vec<String>) {
    let rest: Vec<String> = args.iter().filter(|arg| *arg != "--dev").cloned().collect();
    let profile = if rest.len() < args.len() { Profile::Dev } else { Profile::Release };
    (profile, rest)
}

fn no_more(args: &[String]) -> Result<()> {
    match args.first() {
        None => Ok(()),
        Some(arg) => Err(Error::Usage(format!("unexpected '{arg}'"))),
    }
}
