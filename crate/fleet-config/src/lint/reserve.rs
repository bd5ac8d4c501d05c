//! A server's reservation ends while the matchmaker may still choose the server.

use super::{Circumstances, Report};
use crate::Configuration;
use crate::Severity;

pub(super) fn check(configuration: &Configuration, _: &Circumstances, report: &mut Report) {
    let Some(broker) = &configuration.broker else { return };
    let (Some(reserve), Some(registration)) = (&broker.server_reserve_s, &broker.server_registration_s) else { return };
    let (reserve_s, registration_s) = (reserve.value, registration.value);
    // Reserve(0) is unlimited.
    if reserve_s == 0 || reserve_s > registration_s {
        return;
    }
    let words = format!(
        "ServerReserveSeconds ({reserve_s}) is not above ServerRegistrationSeconds ({registration_s}): a server becomes Ready \
         again, and can be deleted or allocated, while the matchmaker may still choose it; set it above {registration_s}, \
         or to 0 for ever"
    );
    report.say(Severity::Warning, reserve.place, words);
}
