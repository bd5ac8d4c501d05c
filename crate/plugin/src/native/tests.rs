//! Modules that are wrong in every way, and what they can see.

use super::*;
use crate::WasmPlugin;
use crate::check::{Trial, check};
use crate::host::{Instance, Moment};
use crate::random::RandomBytes;
use matchday_base::{DatacenterIndex, SimTime, TicketId};
use matchday_matchmaker::policy::{Answer, Call, Place, Player, Policy, Schema, Ticket};
use matchday_sim::policy::{Constants, Plugin, Terms};

/// What modules import here.
const IMPORTS: &str = r#"
    (import "extism:host/env" "alloc" (func $alloc (param i64) (result i64)))
    (import "extism:host/env" "store_u64" (func $store (param i64 i64)))
    (import "extism:host/env" "output_set" (func $output (param i64 i64)))
    (import "extism:host/env" "error_set" (func $error (param i64)))
    (import "extism:host/env" "input_length" (func $input_length (result i64)))
    (import "extism:host/env" "input_offset" (func $input (result i64)))
    (import "extism:host/env" "input_load_u64" (func $load (param i64) (result i64)))
    (import "extism:host/env" "length" (func $length (param i64) (result i64)))
    (import "extism:host/env" "config_get" (func $config (param i64) (result i64)))
    (import "extism:host/env" "http_request" (func $http (param i64 i64) (result i64)))
    (import "wasi_snapshot_preview1" "random_get" (func $random (param i32 i32) (result i32)))
    (import "wasi_snapshot_preview1" "clock_time_get" (func $clock (param i32 i64 i32) (result i32)))
    (import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))
    (import "wasi_snapshot_preview1" "poll_oneoff" (func $poll (param i32 i32 i32 i32) (result i32)))
    (import "wasi_snapshot_preview1" "path_open"
      (func $open (param i32 i32 i32 i32 i32 i64 i64 i32 i32) (result i32)))
    (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
    (memory (export "memory") 1)
    (global $n (mut i64) (i64.const 0))
"#;

/// Instructions of a call: enough for all modules that end.
const FEW: u64 = 1_000_000;

/// The bytes of a module with this content.
fn bytes(content: &str) -> Vec<u8> {
    wat::parse_str(format!("(module {IMPORTS} {content})")).unwrap()
}

fn module(content: &str) -> Module {
    Module::read(&bytes(content)).unwrap().with_instructions(FEW)
}

/// A module that exports a function with this body.
fn exports(function: &str, body: &str) -> Module {
    module(&format!("(func (export \"{function}\") (result i32) (local $at i64) {body} (i32.const 0))"))
}

/// Code that puts a text into the memory of the kernel, at `$at`.
fn put(text: &[u8]) -> String {
    let store = |(block, at): (&[u8], usize)| {
        let mut eight = [0; 8];
        eight[..block.len()].copy_from_slice(block);
        let number = i64::from_le_bytes(eight);
        format!("(call $store (i64.add (local.get $at) (i64.const {at})) (i64.const {number}))")
    };
    let blocks: String = text.chunks(8).zip((0..).step_by(8)).map(store).collect();
    // Whole blocks, because the kernel refuses to store beyond what was allocated.
    let (room, length) = (text.len().next_multiple_of(8), text.len());
    format!("(local.set $at (call $alloc (i64.const {room}))) {blocks} (global.set $n (i64.const {length}))")
}

/// Code that answers with a text.
fn says(text: &[u8]) -> String {
    format!("{} (call $output (local.get $at) (i64.const {}))", put(text), text.len())
}

fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn policy(module: Module) -> Result<Arc<dyn Policy>, String> {
    WasmPlugin::new(module).policy(Terms {
        teams: 1,
        team_size: 2,
        request_timeout_s: 60,
        datacenters: vec![("fra", Place::default()), ("iad", Place::default())],
        schema: &Schema::default(),
        constants: Constants::default(),
    })
}

/// Asks about players 7 and 3, at this second.
fn ask_at(policy: &dyn Policy, now_s: u32) -> Result<Answer, String> {
    let players = [Player { place: Place::default(), rtts_ms: &[10, 20], attributes: &[] }];
    let tickets = [7, 3].map(|id| Ticket { id: TicketId(id), waited_s: 0, players: &players });
    let call = Call { now: SimTime(now_s), key: 5, open: &[true, true], tickets: &tickets };
    Answer::of(policy, &call).map_err(|fault| fault.flaw.to_string())
}

fn ask(module: Module) -> Result<Answer, String> {
    ask_at(&*policy(module)?, 433)
}

fn fails(module: Module) -> String {
    ask(module).map(|answer| format!("answered {answer:?}")).unwrap_or_else(|error| error)
}

/// The bytes that a module answers.
fn output(module: &Module, moment: Moment, input: &[u8]) -> Result<Vec<u8>, String> {
    let mut output = Vec::new();
    let config = config();
    let mut instance = module.instance(&config)?;
    instance.call(moment, MATCH, input, &mut output).map(|()| output)
}

fn config() -> Config {
    let schema = Schema::default();
    let datacenters = vec![("fra", Place::default())];
    let constants = "START_S:40".parse().unwrap();
    Config::of(&Terms { teams: 1, team_size: 2, request_timeout_s: 60, datacenters, schema: &schema, constants })
        .unwrap()
}

const AT_FRA: &[u32] = &[1, 0, 1, 2, 7, 3];

#[test]
fn a_module_forms_matches_by_bytes_or_by_text() {
    let team = [7, 3].map(TicketId).into_iter().collect();
    let formed = |answer: Result<Answer, String>| answer.unwrap().matches.remove(0);
    for module in [
        exports(MATCH, &says(&words(AT_FRA))),
        exports(MATCH_JSON, &says(br#"{"matches":[{"datacenter":"fra","teams":[[7,3]]}]}"#)),
    ] {
        let formed = formed(ask(module));
        assert_eq!((formed.datacenter, &formed.teams[..]), (DatacenterIndex(0), std::slice::from_ref(&team)));
    }
    let both = format!(
        "(func (export \"match_json\") (result i32) unreachable) (func (export \"match\") (result i32) (local $at i64) {} (i32.const 0))",
        says(&words(AT_FRA))
    );
    assert_eq!(formed(ask(module(&both))).teams[0], team);
}

#[test]
fn what_cannot_be_a_plug_in_is_named() {
    let error = |bytes: &[u8]| Module::read(bytes).unwrap_err().to_string();
    assert!(error(b"\0asm").starts_with("this is no Wasm module: "));
    assert!(error(b"fn main() {}").starts_with("this is no Wasm module: "));
    assert!(error(&[]).starts_with("this is no Wasm module: "));
    let neither = "it exports neither `match` nor `match_json`, a function without parameters that returns an i32";
    for content in [
        "",
        "(func (export \"match\"))",
        "(func (export \"match\") (param i32) (result i32) (i32.const 0))",
        "(global (export \"match\") i32 (i32.const 0))",
    ] {
        assert_eq!(error(&bytes(content)), neither, "{content}");
    }
    let imports =
        |module: &str, import: &str| wat::parse_str(format!("(module (import \"{module}\" {import}))")).unwrap();
    for (module, import, name) in [
        ("env", "\"abort\" (func (param i32 i32 i32 i32))", "abort"),
        ("extism:host/user", "\"now\" (func (result i64))", "now"),
        ("extism:host/env", "\"socket\" (func)", "socket"),
        ("extism:host/env", "\"memory\" (memory 1)", "memory"),
        ("wasi_snapshot_preview1", "\"fd_fly\" (func)", "fd_fly"),
    ] {
        let says = error(&imports(module, import));
        assert!(says.starts_with(&format!("it imports `{name}` from `{module}`, which does not exist here")), "{says}");
    }
}

#[test]
fn a_function_of_another_type_is_named_before_the_day() {
    let wrong = wat::parse_str(
        r#"(module (import "extism:host/env" "alloc" (func (param i32))) (func (export "match") (result i32) (i32.const 0)))"#,
    );
    let error = policy(Module::read(&wrong.unwrap()).unwrap()).unwrap_err();
    assert!(error.starts_with("it did not start: ") && error.contains("alloc"), "{error}");
}

#[test]
fn a_call_that_does_not_end_is_stopped() {
    let stopped =
        "it was stopped after 1,000,000 instructions: look for a loop that does not end, or do less in a call";
    assert_eq!(fails(exports(MATCH, "(loop (br 0))")), format!("failed: {stopped}"));
    let starts = module("(func $f (loop (br 0))) (start $f) (func (export \"match\") (result i32) (i32.const 0))");
    assert_eq!(fails(starts), format!("it did not start: {stopped}"));
    let initializes =
        "(func (export \"_initialize\") (loop (br 0))) (func (export \"match\") (result i32) (i32.const 0))";
    assert_eq!(fails(module(initializes)), format!("it did not start: {stopped}"));
}

#[test]
fn what_the_host_does_for_a_call_counts_as_its_instructions() {
    let stopped =
        "it was stopped after 1,000,000 instructions: look for a loop that does not end, or do less in a call";
    // 200 times a few ten thousand bytes, in 2,000 instructions of the loop.
    for asks in [
        "(call $random (i32.const 0) (i32.const 60000))",
        "(call $write (i32.const 1) (i32.const 0) (i32.const 8000) (i32.const 65532))",
        "(call $poll (i32.const 0) (i32.const 0) (i32.const 1000) (i32.const 65532))",
        "(block (result i32) (memory.fill (i32.const 0) (i32.const 0) (i32.const 60000)) (i32.const 0))",
    ] {
        let counted = "(global.set $n (i64.add (global.get $n) (i64.const 1)))";
        let counted = format!("{counted} (br_if $out (i64.gt_u (global.get $n) (i64.const 200)))");
        let body = format!("(block $out (loop $loop (drop {asks}) {counted} (br $loop)))");
        assert!(fails(exports("match", &body)).ends_with(stopped), "{asks}");
    }
}

#[test]
fn memory_has_a_limit() {
    let limit = "needed more than 64 MB of memory";
    assert_eq!(
        fails(exports(MATCH, "(loop (drop (memory.grow (i32.const 16))) (br 0))")),
        format!("failed: it {limit}")
    );
    assert_eq!(fails(exports(MATCH, "(drop (call $alloc (i64.const 0x10000000)))")), format!("failed: it {limit}"));
    let large = wat::parse_str(r#"(module (memory 1025) (func (export "match") (result i32) (i32.const 0)))"#).unwrap();
    assert_eq!(fails(Module::read(&large).unwrap()), format!("it did not start: it {limit}"));
    let table =
        wat::parse_str(r#"(module (table 2000000 funcref) (func (export "match") (result i32) (i32.const 0)))"#);
    assert!(fails(Module::read(&table.unwrap()).unwrap()).ends_with("needed a table of more than 1000000 elements"));
    let many = |what: &str, count: usize| {
        let of = format!("{what} ").repeat(count);
        let text = format!(r#"(module {of} (func (export "match") (result i32) (i32.const 0)))"#);
        Module::read(&wat::parse_str(text).unwrap()).map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(many("(table 900000 1000000 funcref)", 2), Ok(()));
    assert_eq!(many("(table 9000000 funcref)", 20), Err("it has 20 tables: it may have 2".to_owned()));
    assert_eq!(many("(memory 1)", 2), Err("it has 2 memories: it may have 1".to_owned()));
    let grows = "(table $t 1 externref) (func (export \"match\") (result i32)
        (loop (drop (table.grow $t (ref.null extern) (i32.const 100000))) (br 0)) (i32.const 0))";
    // Each element of a growing table takes an instruction.
    let grows = module(grows).with_instructions(10_000_000);
    assert_eq!(fails(grows), "failed: it needed a table of more than 1000000 elements");
    for length in ["-1", "0x7fffffffffffffff", "0xffffffff"] {
        let says = fails(exports(MATCH, &format!("(drop (call $alloc (i64.const {length})))")));
        assert!(says.starts_with("failed: it"), "{length}: {says}");
    }
}

/// Runs the test of this name in a process that may take so little address space that no instance fits into it.
#[cfg(target_os = "linux")]
#[test]
fn a_machine_without_memory_is_not_blamed_on_the_module() {
    let name = "native::tests::a_machine_without_memory_is_not_blamed_on_the_module";
    if std::env::var_os("WITHOUT_MEMORY").is_some() {
        let says = fails(exports(MATCH, ""));
        assert_eq!(says, "this machine has too little memory left for an instance of it");
        return;
    }
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", "ulimit -v 3000000; exec \"$0\" --exact \"$1\""]).arg(std::env::current_exe().unwrap()).arg(name);
    let done = shell.env("WITHOUT_MEMORY", "1").output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stdout));
}

#[test]
fn a_check_takes_no_longer_than_a_call() {
    let slow = "(local $i i64) (loop $more (local.set $i (i64.add (local.get $i) (i64.const 1)))
        (br_if $more (i64.lt_u (local.get $i) (i64.const 100000000))))";
    let text =
        format!(r#"(func (export "match") (result i32) (local $at i64) {slow} {} (i32.const 0))"#, says(&[0; 4]));
    let module = Module::read(&bytes(&text)).unwrap();
    let trial = Trial { teams: (1, 2), ..Trial::default() };
    // Each call alone takes less than a call may.
    assert_eq!(check(&WasmPlugin::new(module.clone()), &trial), [""; 0]);
    let found = check(&WasmPlugin::new(module.with_shared_instructions()), &trial);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("it was stopped after 4,000,000,000 instructions"), "{found:?}");
}

#[test]
fn a_module_that_stops_or_gives_nonsense_is_named() {
    let traps = "failed: it stopped itself (wasm `unreachable`), as code does that panics or aborts";
    assert_eq!(fails(exports(MATCH, "unreachable")), traps);
    let told = format!("{} (call $error (local.get $at)) unreachable", put(b"no skill"));
    assert_eq!(fails(exports(MATCH, &told)), "failed: no skill");
    let divides = "(drop (i32.div_u (i32.const 1) (i32.wrap_i64 (global.get $n))))";
    assert_eq!(fails(exports(MATCH, divides)), "failed: it trapped: wasm trap: integer divide by zero");
    let deep = module("(func $f (call $f)) (func (export \"match\") (result i32) (call $f) (i32.const 0))");
    assert_eq!(
        fails(deep.with_instructions(1 << 40)),
        "failed: its stack is full: look for a function that calls itself for ever"
    );
    assert_eq!(fails(exports(MATCH, "(call $exit (i32.const 3))")), "failed: it ended its process with code 3");
    let asks = "(drop (call $http (i64.const 0) (i64.const 0)))";
    assert_eq!(fails(exports(MATCH, asks)), "failed: it asked for a page, and has no network");
    let outside = "(call $output (i64.const 0x7ffffffffffffff0) (i64.const 100))";
    assert!(fails(exports(MATCH, outside)).starts_with("failed: its answer is empty"));
}

#[test]
fn a_module_that_reports_an_error_is_quoted() {
    let returns =
        |body: &str| module(&format!("(func (export \"match\") (result i32) (local $at i64) {body} (i32.const 2))"));
    let reports =
        |text: &str| returns(&format!("{} (call $error (local.get $at))", put(format!("{text:32}").as_bytes())));
    assert_eq!(fails(reports("there is no attribute skill")), "failed: there is no attribute skill");
    assert_eq!(fails(returns("")), "failed: it returned 2 without an error text");
}

#[test]
fn a_wrong_answer_is_a_fault() {
    let says = |text: &[u8]| fails(exports(MATCH, &says(text)));
    assert_eq!(fails(exports(MATCH, "")), "failed: its answer is empty: not even the number of matches is there");
    assert_eq!(
        says(&words(&[1, 0, 1, 2, 7])),
        "failed: its answer announces 1 matches, and ends after 20 bytes in match 1"
    );
    assert_eq!(says(&words(&[1, 0, 1, 2, 7, 3, 0])), "failed: its answer has 4 bytes after match 1, the last one");
    let many = "failed: its answer announces 4294967295 matches, and ends after 12 bytes in match 1";
    assert_eq!(says(&words(&[u32::MAX; 3])), many);
    assert_eq!(says(&words(&[1, 0, 1, 2, 7, 4])), "put ticket 4 into match 1, which does not wait");
    assert_eq!(says(&words(&[1, 2, 1, 2, 7, 3])), "put match 1 at datacenter 2, where there are 2, numbered from 0");
    let text = fails(exports(MATCH_JSON, &self::says(b"matches!")));
    assert!(text.starts_with("failed: its answer is no JSON such as {\"matches\":"), "{text}");
}

#[test]
fn memory_of_earlier_calls_is_found_at_checked_seconds() {
    // No match in the first call, one in the later ones.
    let counts = format!(
        "(global.set $n (i64.add (global.get $n) (i64.const 1)))
         (if (i64.eq (global.get $n) (i64.const 1)) (then {}) (else {}))",
        says(&words(&[0])).replace("(global.set $n (i64.const 4))", ""),
        says(&words(AT_FRA)).replace("(global.set $n (i64.const 24))", ""),
    );
    let asked = |seconds: &[u32]| {
        let policy = policy(exports(MATCH, &counts)).unwrap();
        seconds.iter().map(|&now_s| ask_at(&*policy, now_s)).collect::<Vec<_>>().pop().unwrap()
    };
    assert!(asked(&[432]).is_ok() && asked(&[433, 434]).is_ok());
    let impure = "failed: gave another answer than a fresh instance of the module: an answer must depend only on its call, \
                  not on earlier calls";
    assert_eq!(asked(&[433, 864]), Err(impure.to_owned()));
}

#[test]
fn after_a_trap_the_next_call_has_a_fresh_instance() {
    let once = format!(
        "(if (i64.eq (call $load (i64.const 0)) (i64.const {})) (then unreachable)) {}",
        2_i64 | 433 << 32,
        says(&words(&[0]))
    );
    let policy = policy(exports(MATCH, &once)).unwrap();
    assert!(ask_at(&*policy, 431).is_ok() && ask_at(&*policy, 433).is_err() && ask_at(&*policy, 434).is_ok());
}

#[test]
fn a_module_sees_its_call_and_nothing_else() {
    let echo = exports(MATCH, "(call $output (call $input) (call $input_length))");
    let input: Vec<u8> = (0..1_000_u32).map(|at| at as u8).collect();
    assert_eq!(output(&echo, Moment::START, &input).unwrap(), input);
    let instance = &mut echo.instance(&config()).unwrap();
    for length in [1_000, 3, 0, 500] {
        let mut output = vec![9; 7];
        instance.call(Moment::START, MATCH, &input[..length], &mut output).unwrap();
        assert_eq!(output, input[..length]);
    }
    let asks = |name: &str| {
        let ask = "(local.set $at (call $config (local.get $at))) (call $output (local.get $at) (call $length (local.get $at)))";
        output(&exports(MATCH, &format!("{}{ask}", put(name.as_bytes()))), Moment::START, &[])
    };
    assert_eq!(asks("constant.START_S"), Ok(b"40".to_vec()));
    assert_eq!(asks("constant.START_T"), Ok(Vec::new()));
}

#[test]
fn clocks_and_random_bytes_are_those_of_the_call() {
    let load = "(call $store (local.get $at) (i64.load (i32.const 16)))
        (call $store (i64.add (local.get $at) (i64.const 8)) (i64.load (i32.const 24)))
        (call $store (i64.add (local.get $at) (i64.const 16)) (i64.load (i32.const 32)))";
    let all = format!(
        "(drop (call $clock (i32.const 0) (i64.const 1) (i32.const 16))) (drop (call $random (i32.const 24) (i32.const 16)))
         (local.set $at (call $alloc (i64.const 24))) {load} (call $output (local.get $at) (i64.const 24))"
    );
    let (module, moment) = (exports(MATCH, &all), Moment { now_s: 77, key: 5 });
    let told = output(&module, moment, &[]).unwrap();
    let mut random = [0; 16];
    RandomBytes::new(5).fill(&mut random);
    assert_eq!(told, [&77_000_000_000_u64.to_le_bytes()[..], &random].concat());
    // The second call of an instance draws the same.
    let mut instance = module.instance(&config()).unwrap();
    for _ in 0..2 {
        let mut again = Vec::new();
        instance.call(moment, MATCH, &[], &mut again).unwrap();
        assert_eq!(again, told);
    }
}

#[test]
fn there_are_no_files_and_output_is_dropped() {
    // A list of one block of 5 bytes, at 16; the number of written bytes goes to 32.
    let writes = "(i32.store (i32.const 20) (i32.const 5))
        (if (call $write (i32.const 1) (i32.const 16) (i32.const 1) (i32.const 32)) (then unreachable))
        (if (i32.ne (i32.load (i32.const 32)) (i32.const 5)) (then unreachable))";
    assert_eq!(output(&exports(MATCH, writes), Moment::START, &[]), Ok(Vec::new()));
    let opens =
        "(if (i32.eqz (call $open (i32.const 3) (i32.const 0) (i32.const 16) (i32.const 1) (i32.const 0) (i64.const 1)
        (i64.const 1) (i32.const 0) (i32.const 32))) (then unreachable))";
    assert_eq!(output(&exports(MATCH, opens), Moment::START, &[]), Ok(Vec::new()));
    let outside = "(drop (call $random (i32.const -1) (i32.const -1)))";
    let says = "it asked for random bytes outside of its memory".to_owned();
    assert_eq!(output(&exports(MATCH, outside), Moment::START, &[]), Err(says));
    let list = "(drop (call $write (i32.const 1) (i32.const 16) (i32.const -1) (i32.const 32)))";
    let says = "it wrote from outside of its memory".to_owned();
    assert_eq!(output(&exports(MATCH, list), Moment::START, &[]), Err(says));
}

#[test]
fn every_function_of_wasi_answers_as_in_the_page() {
    let all = Module::read(&wat::parse_str(include_str!("../../../../tests/plugin-host.wat")).unwrap()).unwrap();
    assert_eq!(output(&all, Moment { now_s: 7, key: 5 }, &[]), Ok(Vec::new()), "the number of the check that failed");
}

#[test]
fn nans_have_one_form() {
    let nan = "(local.set $at (call $alloc (i64.const 8)))
        (call $store (local.get $at) (i64.reinterpret_f64 (f64.div (f64.convert_i64_u (global.get $n)) (f64.const 0))))
        (call $output (local.get $at) (i64.const 8))";
    assert_eq!(output(&exports(MATCH, nan), Moment::START, &[]).unwrap(), 0x7ff8_0000_0000_0000_u64.to_le_bytes());
}
