//! The types of the API.

use async_graphql::{Enum, ID, InputObject, SimpleObject, Union};
use chrono::{DateTime, Utc};

#[derive(Clone, Copy, Debug, Enum, Eq, PartialEq)]
pub enum Dome {
    East,
    West,
}

#[derive(Clone, Copy, Debug, Enum, Eq, PartialEq)]
pub enum Filter {
    Clear,
    HAlpha,
    Oxygen,
}

#[derive(Clone, Copy, Debug, Enum, Eq, PartialEq)]
pub enum Phase {
    Slewing,
    Integrating,
    Done,
}

/// The setup that an astronomer requests (the spec).
#[derive(Clone, Debug, InputObject, PartialEq, SimpleObject)]
#[graphql(input_name = "SetupInput")]
pub struct Setup {
    #[graphql(validator(chars_min_length = 1))]
    pub target: String,
    #[graphql(validator(minimum = 0, maximum = 90))]
    pub altitude: f64,
    pub filter: Filter,
    #[graphql(validator(minimum = 1, maximum = 500))]
    pub frames: i32,
    pub guide_stars: Vec<String>,
}

/// A setup whose fields are all optional.
#[derive(InputObject)]
pub struct SetupPatch {
    #[graphql(validator(chars_min_length = 1))]
    pub target: Option<String>,
    #[graphql(validator(minimum = 0, maximum = 90))]
    pub altitude: Option<f64>,
    pub filter: Option<Filter>,
    #[graphql(validator(minimum = 1, maximum = 500))]
    pub frames: Option<i32>,
    pub guide_stars: Option<Vec<String>>,
}

impl SetupPatch {
    pub fn apply(self, setup: &mut Setup) {
        fn set<T>(member: &mut T, value: Option<T>) {
            if let Some(value) = value {
                *member = value;
            }
        }
        set(&mut setup.target, self.target);
        set(&mut setup.altitude, self.altitude);
        set(&mut setup.filter, self.filter);
        set(&mut setup.frames, self.frames);
        set(&mut setup.guide_stars, self.guide_stars);
    }
}

#[derive(Clone, Debug, InputObject, PartialEq, SimpleObject)]
#[graphql(input_name = "DetectorInput")]
pub struct Detector {
    pub celsius: Option<f64>,
    pub saturated: Option<bool>,
}

/// The readout that the instrument reports (the status).
#[derive(Clone, Debug, Default, InputObject, PartialEq, SimpleObject)]
#[graphql(input_name = "ReadoutInput")]
pub struct Readout {
    pub phase: Option<Phase>,
    pub frames_taken: Option<i32>,
    pub seeing: Option<f64>,
    pub detector: Option<Detector>,
    #[graphql(default)]
    pub warnings: Vec<String>,
}

impl Readout {
    /// The invalid values of a readout, each with its path.
    pub fn problems(&self) -> Vec<(&'static str, &'static str)> {
        let checks = [
            (
                self.frames_taken.is_some_and(|taken| taken < 0),
                "readout.framesTaken",
                "must not be negative",
            ),
            (self.warnings.iter().any(String::is_empty), "readout.warnings", "must not be empty"),
        ];
        checks
            .into_iter()
            .filter(|(is_wrong, ..)| *is_wrong)
            .map(|(_, at, rule)| (at, rule))
            .collect()
    }
}

#[derive(Clone, Debug, PartialEq, SimpleObject)]
pub struct Header {
    pub dome: Dome,
    pub label: String,
    /// From one sequence for all exposures, which starts at the clock time.
    pub seq: u64,
    pub queued_at: DateTime<Utc>,
}

#[derive(Clone, Debug, PartialEq, SimpleObject)]
pub struct Exposure {
    pub id: ID,
    pub header: Header,
    pub setup: Setup,
    pub readout: Option<Readout>,
}

#[derive(SimpleObject)]
pub struct Night {
    pub seq: u64,
    pub exposures: Vec<Exposure>,
}

#[derive(Clone, Debug, SimpleObject)]
pub struct Enqueued {
    pub exposure: Exposure,
}

#[derive(Clone, Debug, SimpleObject)]
pub struct Amended {
    pub exposure: Exposure,
}

#[derive(Clone, Debug, SimpleObject)]
pub struct Recorded {
    pub exposure: Exposure,
}

#[derive(Clone, Debug, SimpleObject)]
pub struct Withdrawn {
    pub id: ID,
    pub dome: Dome,
    pub seq: u64,
}

#[derive(Clone, Debug, Union)]
pub enum Happening {
    Enqueued(Enqueued),
    Amended(Amended),
    Recorded(Recorded),
    Withdrawn(Withdrawn),
}

impl Happening {
    pub fn seq(&self) -> u64 {
        match self {
            Self::Enqueued(Enqueued { exposure })
            | Self::Amended(Amended { exposure })
            | Self::Recorded(Recorded { exposure }) => exposure.header.seq,
            Self::Withdrawn(withdrawn) => withdrawn.seq,
        }
    }

    pub fn dome(&self) -> Dome {
        match self {
            Self::Enqueued(Enqueued { exposure })
            | Self::Amended(Amended { exposure })
            | Self::Recorded(Recorded { exposure }) => exposure.header.dome,
            Self::Withdrawn(withdrawn) => withdrawn.dome,
        }
    }
}
