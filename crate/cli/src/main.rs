//! The `matchday` command.

fn main() -> std::process::ExitCode {
    matchday_cli::main()
}
