//! `matchday rules`: checks a rule set of FlexMatch, and simulates a day with it.

use crate::error::CliError;
use crate::terminal;
use crate::{exit_code, lint, run};
use matchday_document::Finding;
use matchday_matchmaker::policy::Population;
use matchday_rule_set::{Circumstances, MatchmakingConfiguration, Regions, RuleSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `matchday rules`.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Print what is wrong with a rule set, one finding per line; exits like `lint`.
    Check(CheckArgs),
    /// Simulate a day whose matches the rule set forms. Takes the options of `run`.
    Run(Box<RunArgs>),
}

/// Arguments of `matchday rules check`.
#[derive(clap::Args)]
struct CheckArgs {
    /// The rule set, as JSON.
    #[arg(value_name = "FILE")]
    rules: PathBuf,
    /// The MatchmakingConfiguration, as JSON.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// The attributes of players, such as skill:normal(1500,300);mode:tdm*3|ctf: checked against those of the rule set.
    #[arg(long, value_name = "TEXT")]
    attributes: Option<String>,
}

/// Arguments of `matchday rules run`.
#[derive(clap::Args)]
struct RunArgs {
    /// The rule set, as JSON.
    #[arg(value_name = "FILE")]
    rules: String,
    #[command(flatten)]
    run: run::Args,
}

/// Runs the command.
pub fn run(args: Args) -> ExitCode {
    match args.command {
        Command::Check(args) => lint::exit(check(&args)),
        Command::Run(args) => {
            let RunArgs { rules, mut run } = *args;
            run.scenario.set_first(&[("policy", "rules"), ("rules", &rules)]);
            exit_code(run::run(&run))
        }
    }
}

/// Prints the findings; returns the code to exit with.
fn check(args: &CheckArgs) -> Result<u8, CliError> {
    let mut findings = Vec::new();
    let mut configuration = MatchmakingConfiguration::default();
    if let Some(path) = &args.config {
        let read = MatchmakingConfiguration::read(&lint::bytes(path)?);
        let (said, is) = read.map_or_else(|errors| (errors, None), |(is, notes)| (notes, Some(is)));
        findings.extend(said.into_iter().map(|finding| (path.as_path(), finding)));
        configuration = is.unwrap_or_default();
    }
    let of_rules = rule_set_findings(&args.rules, args.attributes.as_deref(), &configuration)?;
    findings.extend(of_rules.into_iter().map(|finding| (args.rules.as_path(), finding)));
    let lines: String = findings.iter().map(|(path, finding)| lint::line(path, finding)).collect();
    terminal::print(&lines)?;
    Ok(lint::code(findings.iter().map(|(_, finding)| finding)))
}

fn rule_set_findings(
    path: &Path,
    attributes: Option<&str>,
    configuration: &MatchmakingConfiguration,
) -> Result<Vec<Finding>, CliError> {
    let (rule_set, mut findings) = match RuleSet::read(&lint::bytes(path)?) {
        Ok(read) => read,
        Err(errors) => return Ok(errors),
    };
    let population = attributes.map(|text| text.parse::<Population>().map_err(CliError::Attributes)).transpose()?;
    let ranges = population.as_ref().map(Population::ranges).unwrap_or_default();
    findings.extend(rule_set.lint(&Circumstances {
        schema: population.as_ref().map(Population::schema),
        ranges: &ranges,
        configuration: Some(configuration),
        mode: None,
    }));
    if let Some(population) = &population {
        let anywhere = ["anywhere".to_owned()];
        let compiled = rule_set.compile(population.schema(), &anywhere, &Regions::none(), configuration);
        findings.extend(compiled.err().into_iter().flatten());
    }
    findings.sort_by_key(|finding| finding.place);
    Ok(findings)
}
