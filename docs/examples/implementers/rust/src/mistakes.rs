//! Mistakes that are easily made in such a server. `MISTAKE` puts one of them into this one.

use std::{env, sync::LazyLock};

pub const ALL: [(&str, &str); 10] = [
    ("seq-underscored", "record binds its seq as _seq and never compares it"),
    ("read-lock-first", "record checks under a read lock and writes under a write lock"),
    ("default-fills-the-rest", "amend builds a new Exposure with ..Default::default()"),
    ("frames-follow", "record sets the frames of the setup to those that were taken"),
    ("guard-forgotten", "record has no guard of its own"),
    ("happenings-unguarded", "happenings has no guard"),
    ("or-keeps-old", "record merges with Option::or where it should replace"),
    ("question-mark", "record returns its refusals with a bare ?, which drops the extensions"),
    ("lagged-is-skipped", "happenings goes on after what a full channel dropped"),
    ("readouts-outlive", "readouts are kept in a map of their own, which withdraw forgets"),
];

static CHOSEN: LazyLock<String> = LazyLock::new(|| env::var("MISTAKE").unwrap_or_default());

/// Whether this mistake was chosen.
pub fn has(name: &str) -> bool {
    *CHOSEN == name
}

/// Whether what was chosen is one of them, or nothing.
pub fn is_known() -> bool {
    CHOSEN.is_empty() || ALL.iter().any(|(name, _)| has(name))
}
