//! Keeps the exposures in memory. Every change of any exposure takes the next seq.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard},
};

use async_graphql::{Error, ErrorExtensions, ID, Value, value};
use async_stream::stream;
use chrono::Utc;
use futures_util::Stream;
use tokio::sync::watch;
use uuid::Uuid;

use crate::exposure::{
    Amended, Dome, Enqueued, Exposure, Happening, Header, Readout, Recorded, Setup, Withdrawn,
};
use crate::mistakes;

const HAPPENINGS_KEPT: usize = 20_000;

/// Why a request was refused.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Refusal {
    #[error("no exposure has this id")]
    Unknown,
    #[error("this dome has an exposure of that label already")]
    LabelTaken,
    #[error("the exposure is at seq {seq}")]
    Outrun { seq: u64 },
    #[error("the readout is not possible")]
    Implausible { problems: Vec<(&'static str, &'static str)> },
    #[error("what happened after {since} is no longer kept")]
    Forgotten { since: u64 },
}

impl ErrorExtensions for Refusal {
    fn extend(&self) -> Error {
        Error::new(self.to_string()).extend_with(|_, extensions| match self {
            Self::Unknown => extensions.set("code", "UNKNOWN_EXPOSURE"),
            Self::LabelTaken => extensions.set("code", "LABEL_TAKEN"),
            Self::Outrun { seq } => {
                extensions.set("code", "OUTRUN");
                extensions.set("seq", *seq);
            }
            Self::Implausible { problems } => {
                extensions.set("code", "IMPLAUSIBLE");
                let listed = problems.iter().map(|(at, rule)| value!({ "at": *at, "rule": *rule }));
                extensions.set("problems", Value::List(listed.collect()));
            }
            Self::Forgotten { .. } => extensions.set("code", "FORGOTTEN"),
        })
    }
}

pub struct Queue {
    state: RwLock<State>,
    /// The newest seq, for subscribers.
    newest: watch::Sender<u64>,
}

struct State {
    seq: u64,
    exposures: HashMap<ID, Exposure>,
    happenings: VecDeque<Happening>,
    left_over: HashMap<(String, String), Readout>,
}

impl Queue {
    pub fn new() -> Self {
        // No seq is used again after a restart: the clock advances faster than seq.
        let seq = u64::try_from(Utc::now().timestamp_micros()).unwrap_or_default();
        Self {
            state: RwLock::new(State {
                seq,
                exposures: HashMap::new(),
                happenings: VecDeque::new(),
                left_over: HashMap::new(),
            }),
            newest: watch::Sender::new(seq),
        }
    }

    fn read(&self) -> RwLockReadGuard<'_, State> {
        self.state.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, State> {
        self.state.write().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn get(&self, id: &ID) -> Option<Exposure> {
        self.read().exposures.get(id).cloned()
    }

    /// The exposures of a dome, and the seq of this state.
    pub fn in_dome(&self, dome: Dome) -> (u64, Vec<Exposure>) {
        let state = self.read();
        let found = state.exposures.values().filter(|exposure| exposure.header.dome == dome);
        (state.seq, found.cloned().collect())
    }

    pub fn enqueue(&self, dome: Dome, label: String, setup: Setup) -> Result<Exposure, Refusal> {
        let mut state = self.write();
        let is_taken =
            |exposure: &Exposure| exposure.header.dome == dome && exposure.header.label == label;
        if state.exposures.values().any(is_taken) {
            return Err(Refusal::LabelTaken);
        }
        let readout = state.left_over.get(&(format!("{dome:?}"), label.clone())).cloned();
        let exposure = Exposure {
            id: Uuid::new_v4().into(),
            header: Header { dome, label, seq: 0, queued_at: Utc::now() },
            setup,
            readout,
        };
        Ok(self.commit(&mut state, exposure, |exposure| Enqueued { exposure }.into()))
    }

    pub fn amend(
        &self,
        id: &ID,
        seq: u64,
        change: impl FnOnce(&mut Exposure),
    ) -> Result<Exposure, Refusal> {
        let mut state = self.write();
        let before = state.find(id, Some(seq))?;
        let mut after = before.clone();
        change(&mut after);
        if after == before {
            return Ok(before);
        }
        Ok(self.commit(&mut state, after, |exposure| Amended { exposure }.into()))
    }

    pub async fn record(&self, id: &ID, seq: u64, readout: Readout) -> Result<Exposure, Refusal> {
        if mistakes::has("read-lock-first") {
            self.read().find(id, Some(seq))?;
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
        let is_compared = !mistakes::has("seq-underscored") && !mistakes::has("read-lock-first");
        let mut state = self.write();
        let before = state.find(id, is_compared.then_some(seq))?;
        let problems = readout.problems();
        if !problems.is_empty() {
            return Err(Refusal::Implausible { problems });
        }
        let mut after = before.clone();
        if mistakes::has("frames-follow") {
            after.setup.frames = readout.frames_taken.unwrap_or(before.setup.frames);
        }
        after.readout = Some(match before.readout.clone() {
            Some(old) if mistakes::has("or-keeps-old") => Readout {
                phase: readout.phase.or(old.phase),
                frames_taken: readout.frames_taken.or(old.frames_taken),
                seeing: readout.seeing.or(old.seeing),
                detector: readout.detector.or(old.detector),
                warnings: readout.warnings,
            },
            _ => readout,
        });
        if after == before {
            return Ok(before);
        }
        Ok(self.commit(&mut state, after, |exposure| Recorded { exposure }.into()))
    }

    pub fn withdraw(&self, id: &ID, seq: Option<u64>) -> Result<(), Refusal> {
        let mut state = self.write();
        let Exposure { header, readout, .. } = state.find(id, seq)?;
        state.exposures.remove(id);
        if mistakes::has("readouts-outlive") {
            let key = (format!("{:?}", header.dome), header.label);
            readout.and_then(|readout| state.left_over.insert(key, readout));
        }
        state.seq += 1;
        let withdrawn = Withdrawn { id: id.clone(), dome: header.dome, seq: state.seq };
        self.publish(&mut state, withdrawn.into());
        Ok(())
    }

    fn commit(
        &self,
        state: &mut State,
        mut exposure: Exposure,
        happening: impl FnOnce(Exposure) -> Happening,
    ) -> Exposure {
        state.seq += 1;
        exposure.header.seq = state.seq;
        state.exposures.insert(exposure.id.clone(), exposure.clone());
        self.publish(state, happening(exposure.clone()));
        exposure
    }

    fn publish(&self, state: &mut State, happening: Happening) {
        if state.happenings.len() == HAPPENINGS_KEPT {
            state.happenings.pop_front();
        }
        state.happenings.push_back(happening);
        self.newest.send_replace(state.seq);
    }

    /// All changes after a seq, or all new changes. A subscriber that is too slow gets an error.
    pub fn follow(
        self: Arc<Self>,
        since: Option<u64>,
    ) -> impl Stream<Item = Result<Happening, Refusal>> {
        let mut newest = self.newest.subscribe();
        let mut is_live = since.is_none();
        let mut since = since.unwrap_or(*newest.borrow_and_update());
        stream! {
            loop {
                if mistakes::has("lagged-is-skipped") {
                    tokio::time::sleep(std::time::Duration::from_millis(20)).await;
                }
                let mut news = self.read().after(since);
                if let Ok(news) = news.as_mut() && mistakes::has("lagged-is-skipped") && is_live {
                    news.drain(..news.len().saturating_sub(1));
                }
                is_live = true;
                match news {
                    Ok(news) => for happening in news {
                        since = happening.seq();
                        yield Ok(happening);
                    },
                    Err(refusal) => {
                        yield Err(refusal);
                        return;
                    }
                }
                if newest.changed().await.is_err() {
                    return;
                }
            }
        }
    }
}

impl State {
    /// The exposure, if it exists and has this seq.
    fn find(&self, id: &ID, seq: Option<u64>) -> Result<Exposure, Refusal> {
        let exposure = self.exposures.get(id).ok_or(Refusal::Unknown)?;
        match seq {
            Some(seq) if seq != exposure.header.seq => {
                Err(Refusal::Outrun { seq: exposure.header.seq })
            }
            _ => Ok(exposure.clone()),
        }
    }

    fn after(&self, since: u64) -> Result<Vec<Happening>, Refusal> {
        let is_full = self.happenings.len() == HAPPENINGS_KEPT;
        if is_full && self.happenings.front().is_some_and(|first| first.seq() > since + 1) {
            return Err(Refusal::Forgotten { since });
        }
        let first = self.happenings.partition_point(|happening| happening.seq() <= since);
        Ok(self.happenings.range(first..).cloned().collect())
    }
}
