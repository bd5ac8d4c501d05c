//! The match broker: matches wait here until a server takes them.
