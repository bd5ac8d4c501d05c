//! The module that the page loads when somebody works on the world itself. It lives in a worker of its own,
//! `www/atlas/worker.js`, which names what it can be asked.
//!
//! | module | what it exports |
//! |---|---|
//! | [`atlas`] | `Atlas`: the data set of the page, and questions about places |

pub mod atlas;
