//! The module that the page loads when somebody works on the world itself. It lives in a worker of its own,
//! `www/atlas/worker.js`, which names what it can be asked.
//!
//! | module | what it exports |
//! |---|---|
//! | [`atlas`] | `Atlas`: the data set of the page, its cities, and what is kept between questions |
//! | [`import`] | `Importer`: people's own files; of `Atlas`: joins by weights of their own |
//! | [`coverage`] | of `Atlas`: whom datacenters reach, where next, which could go |
//! | [`maps`] | of `Atlas`: RTTs of a place, one datacenter's map, nearest areas |

pub mod atlas;
pub mod coverage;
pub mod import;
pub mod maps;
