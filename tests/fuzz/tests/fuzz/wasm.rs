//! Every input of the corpora through the readers that the page has, as wasm.

use crate::MEMORY;
use matchday_fuzz::{MOST_BYTES, targets};
use wasm_bindgen_test::{console_log, wasm_bindgen_test};

#[wasm_bindgen_test]
fn every_input_is_read_or_refused_within_the_memory() {
    for target in targets() {
        for seed in target.seeds() {
            // Shown only if the test fails: a panic ends it.
            console_log!("{}", seed.path);
            let before = MEMORY.current_usage();
            MEMORY.reset_peak_usage();
            (target.read)(seed.bytes);
            assert!(MEMORY.peak_usage().saturating_sub(before) <= MOST_BYTES, "too much memory");
        }
    }
}
