//! Typical mistakes in such a server. The variable `MISTAKE` enables one.

use std::{env, sync::LazyLock};

pub const ALL: [(&str, &str); 10] = [
    ("seq-underscored", "record binds its seq as _seq and never compares it"),
    ("read-lock-first", "record checks under a read lock and writes under a write lock"),
    ("default-fills-the-rest", "amend builds a new Exposure with ..Default::default()"),
    ("frames-follow", "record sets the frames of the setup to the number taken"),
    ("guard-forgotten", "record has no guard"),
    ("happenings-unguarded", "happenings has no guard"),
    ("or-keeps-old", "record merges with Option::or instead of replacing"),
    ("question-mark", "record returns its errors with a bare ?, which drops the extensions"),
    ("lagged-is-skipped", "happenings continues after a full channel has dropped events"),
    ("readouts-outlive", "readouts are in a separate map, from which withdraw does not delete"),
];

static CHOSEN: LazyLock<String> = LazyLock::new(|| env::var("MISTAKE").unwrap_or_default());

/// Whether a mistake is enabled.
pub fn has(name: &str) -> bool {
    *CHOSEN == name
}

/// Whether `MISTAKE` is empty or names a mistake.
pub fn is_known() -> bool {
    CHOSEN.is_empty() || ALL.iter().any(|(name, _)| has(name))
}
