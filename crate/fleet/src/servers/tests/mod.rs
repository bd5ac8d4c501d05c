//! Tests of fleets that look inside; the others are in `tests/fleet/servers/`.

mod model;
