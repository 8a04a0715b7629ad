//! The GraphQL schema and its resolvers.

use std::sync::Arc;

use async_graphql::{Context, ErrorExtensions, ID, Object, Result, Schema, Subscription};
use futures_util::{Stream, StreamExt};

use crate::access::{ANYONE, ASTRONOMERS, INSTRUMENTS, STAFF};
use crate::exposure::{Dome, Exposure, Happening, Night, Readout, Setup, SetupPatch};
use crate::mistakes;
use crate::queue::Queue;

pub type ObservatorySchema = Schema<Query, Mutation, Subscriptions>;

pub fn schema(queue: Arc<Queue>) -> ObservatorySchema {
    Schema::build(Query, Mutation, Subscriptions).data(queue).finish()
}

fn queue<'a>(context: &Context<'a>) -> Result<&'a Arc<Queue>> {
    context.data()
}

pub struct Query;

#[Object]
impl Query {
    async fn queue(&self) -> QueueQuery {
        QueueQuery
    }
}

struct QueueQuery;

#[Object]
impl QueueQuery {
    #[graphql(guard = "STAFF")]
    async fn exposure(&self, context: &Context<'_>, id: ID) -> Result<Option<Exposure>> {
        Ok(queue(context)?.get(&id))
    }

    #[graphql(guard = "STAFF")]
    async fn night(&self, context: &Context<'_>, dome: Dome) -> Result<Night> {
        let (seq, exposures) = queue(context)?.in_dome(dome);
        Ok(Night { seq, exposures })
    }
}

pub struct Mutation;

#[Object]
impl Mutation {
    async fn queue(&self) -> QueueMutation {
        QueueMutation
    }
}

struct QueueMutation;

#[Object]
impl QueueMutation {
    #[graphql(guard = "ASTRONOMERS")]
    async fn enqueue(
        &self,
        context: &Context<'_>,
        dome: Dome,
        label: String,
        setup: Setup,
    ) -> Result<Exposure> {
        queue(context)?.enqueue(dome, label, setup).map_err(|refusal| refusal.extend())
    }

    /// Omitted fields keep their values.
    #[graphql(guard = "ASTRONOMERS")]
    async fn amend(
        &self,
        context: &Context<'_>,
        id: ID,
        seq: u64,
        setup: SetupPatch,
    ) -> Result<Exposure> {
        let change = |exposure: &mut Exposure| {
            setup.apply(&mut exposure.setup);
            if mistakes::has("default-fills-the-rest") {
                exposure.readout = Option::default();
            }
        };
        queue(context)?.amend(&id, seq, change).map_err(|refusal| refusal.extend())
    }

    /// Replaces the stored readout.
    #[graphql(guard = "if mistakes::has(\"guard-forgotten\") { ANYONE } else { INSTRUMENTS }")]
    async fn record(
        &self,
        context: &Context<'_>,
        id: ID,
        seq: u64,
        readout: Readout,
    ) -> Result<Exposure> {
        let recorded = queue(context)?.record(&id, seq, readout).await;
        if mistakes::has("question-mark") {
            return Ok(recorded?);
        }
        recorded.map_err(|refusal| refusal.extend())
    }

    #[graphql(guard = "ASTRONOMERS")]
    async fn withdraw(&self, context: &Context<'_>, id: ID, seq: Option<u64>) -> Result<ID> {
        queue(context)?.withdraw(&id, seq).map_err(|refusal| refusal.extend())?;
        Ok(id)
    }
}

pub struct Subscriptions;

#[Subscription]
impl Subscriptions {
    #[graphql(guard = "if mistakes::has(\"happenings-unguarded\") { ANYONE } else { STAFF }")]
    async fn happenings(
        &self,
        context: &Context<'_>,
        dome: Option<Dome>,
        since: Option<u64>,
    ) -> Result<impl Stream<Item = Result<Happening>>> {
        let happenings = Arc::clone(queue(context)?).follow(since);
        Ok(happenings.filter_map(move |happening| async move {
            match happening {
                Ok(happening) if dome.is_some_and(|dome| dome != happening.dome()) => None,
                Ok(happening) => Some(Ok(happening)),
                Err(refusal) => Some(Err(refusal.extend())),
            }
        }))
    }
}
