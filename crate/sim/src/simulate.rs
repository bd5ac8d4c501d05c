//! What every kind of day can do.

use crate::columns::Columns;
use crate::log::DayLog;
use crate::servers::Servers;
use matchday_base::SimTime;
use matchday_matchmaker::policy::Fault;
use matchday_wire::report::{PolicyReport, Summary};

/// A day that is simulated second by second. A caller that knows its kind links only that code.
pub trait Simulate {
    /// Simulates `seconds` seconds, or to the end. The result does not depend on how calls divide the day.
    fn advance(&mut self, seconds: u32);

    /// Clock and recorded minutes.
    fn log(&self) -> &DayLog;

    /// The figures of the run so far.
    fn summary(&self) -> Summary;

    /// The simulated servers, if there are any.
    fn servers(&self) -> Option<&Servers> {
        None
    }

    /// Why a policy forms no more matches; `None` while it works.
    fn fault(&self) -> Option<&Fault> {
        None
    }

    /// What the policy has done on the shown days so far; `None` where no policy forms the matches.
    fn policy_report(&self) -> Option<PolicyReport> {
        None
    }

    /// The next second.
    #[inline]
    fn now(&self) -> SimTime {
        self.log().now
    }

    /// The end of the last shown day.
    #[inline]
    fn end(&self) -> SimTime {
        self.log().end
    }

    /// The minutes recorded so far.
    #[inline]
    fn columns(&self) -> &Columns {
        self.log().columns()
    }
}
