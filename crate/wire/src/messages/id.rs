//! Ids of tickets, matches and parties as text: a letter and a number, `t_12`.

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
                // Only the text that `Display` writes: no sign, no leading zero.
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
    /// The id of a ticket, `t_12`.
    TicketRef, "t_"
}
reference! {
    /// The id of a match, `m_34`.
    MatchRef, "m_"
}
reference! {
    /// The id of a party, `p_5`.
    PartyRef, "p_"
}
