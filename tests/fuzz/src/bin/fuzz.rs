//! The program that `cargo xtask fuzz` runs: libFuzzer with the target that `MATCHDAY_FUZZ_TARGET` names.
#![no_main]

use libfuzzer_sys::fuzz_target;
use matchday_fuzz::{MOST_BYTES, Target, targets};
use peak_alloc::PeakAlloc;
use std::sync::LazyLock;

/// libFuzzer measures the whole process, with its own tables; this measures the reader.
#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

static TARGET: LazyLock<Target> = LazyLock::new(|| {
    let name = std::env::var("MATCHDAY_FUZZ_TARGET").unwrap_or_default();
    targets().find(|target| target.name == name).unwrap_or_else(|| {
        let names: Vec<_> = targets().map(|target| target.name).collect();
        panic!("MATCHDAY_FUZZ_TARGET={name:?}: expected one of {}", names.join(", "))
    })
});

fuzz_target!(|bytes: &[u8]| {
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    (TARGET.read)(bytes);
    let taken = MEMORY.peak_usage().saturating_sub(before);
    assert!(taken <= MOST_BYTES, "{taken} bytes were allocated at once");
});
