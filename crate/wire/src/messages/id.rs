//! Tickets, matches and parties as text: a letter and a number, `t_12`.

use serde::{Deserialize, Serialize};
use std::fmt;
#[cfg(feature = "tsify")]
use tsify::Tsify;

macro_rules! reference {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        #[cfg_attr(feature = "tsify", derive(Tsify), tsify(type = "string"))]
        #[serde(into = "String", try_from = "String")]
        pub struct $name(pub u32);

        impl From<$name> for String {
            fn from(id: $name) -> Self {
                id.to_string()
            }
        }

        impl TryFrom<String> for $name {
            type Error = String;

            fn try_from(text: String) -> Result<Self, String> {
                let number = text.strip_prefix($prefix).and_then(|digits| digits.parse().ok());
                // As it is written, and in no other way.
                let id = number.map(Self).filter(|id| id.to_string() == text);
                id.ok_or_else(|| format!("'{}': expected {}12", text.chars().take(80).collect::<String>(), $prefix))
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}{}", $prefix, self.0)
            }
        }
    };
}

reference! {
    /// A ticket, `t_12`.
    TicketRef, "t_"
}
reference! {
    /// A match, `m_34`.
    MatchRef, "m_"
}
reference! {
    /// A party, `p_5`.
    PartyRef, "p_"
}
