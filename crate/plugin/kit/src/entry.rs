//! From the host's bytes to the author's function and back.

use crate::{Call, Matches};
use extism_pdk::extism::error_set;
use extism_pdk::{Memory, input_bytes, output};
use std::panic;
use std::sync::Once;

/// Answers the call that the host has set as input; returns 0, or 1 after an error. [`export!`](crate::export) calls it.
pub fn answer(form: fn(&Call<'_>, &mut Matches)) -> i32 {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| panic::set_hook(Box::new(|info| report(&info.to_string()))));
    let bytes = input_bytes();
    let answered = Call::read(&bytes).map_err(|error| error.to_string()).and_then(|call| {
        let mut matches = Matches::default();
        form(&call, &mut matches);
        output(matches.into_bytes()).map_err(|error| error.to_string())
    });
    answered.map_or_else(
        |error| {
            report(&error);
            1
        },
        |()| 0,
    )
}

/// Tells the host why there is no answer.
fn report(text: &str) {
    let Ok(text) = Memory::from_bytes(text) else { return };
    #[expect(unsafe_code, reason = "a function of the host, which takes any offset")]
    unsafe {
        error_set(text.offset());
    }
}
