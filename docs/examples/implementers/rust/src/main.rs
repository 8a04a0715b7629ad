//! Exposures of an observatory: astronomers set them up, the instrument records its readouts.
//!
//! `PORT` is the port to listen on. `MISTAKE` enables one of [`mistakes::ALL`].

mod access;
mod exposure;
mod mistakes;
mod queue;
mod schema;

use std::{env, error::Error, sync::Arc};

use async_graphql::{Data, http::ALL_WEBSOCKET_PROTOCOLS};
use async_graphql_axum::{GraphQLProtocol, GraphQLRequest, GraphQLResponse, GraphQLWebSocket};
use axum::{
    Router,
    extract::{State, WebSocketUpgrade},
    response::Response,
    routing::post,
};
use tokio::net::TcpListener;

use access::Role;
use queue::Queue;
use schema::{ObservatorySchema, schema};

async fn answer(
    role: Role,
    State(schema): State<ObservatorySchema>,
    request: GraphQLRequest,
) -> GraphQLResponse {
    schema.execute(request.into_inner().data(role)).await.into()
}

/// Browsers cannot set headers of a WebSocket, so its pass is in `connection_init`.
async fn stream(
    State(schema): State<ObservatorySchema>,
    protocol: GraphQLProtocol,
    upgrade: WebSocketUpgrade,
) -> Response {
    upgrade.protocols(ALL_WEBSOCKET_PROTOCOLS).on_upgrade(move |socket| {
        GraphQLWebSocket::new(socket, schema, protocol).on_connection_init(admit).serve()
    })
}

async fn admit(payload: serde_json::Value) -> async_graphql::Result<Data> {
    let role = payload["pass"].as_str().and_then(Role::of);
    let mut data = Data::default();
    data.insert(role.ok_or("a pass of this observatory is required")?);
    Ok(data)
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    if !mistakes::is_known() {
        return Err(format!("MISTAKE is one of {:?}", mistakes::ALL).into());
    }
    let port: u16 = env::var("PORT").map_or(Ok(8000), |port| port.parse())?;
    let schema = schema(Arc::new(Queue::new()));
    let app = Router::new().route("/observatory", post(answer).get(stream)).with_state(schema);
    axum::serve(TcpListener::bind(("127.0.0.1", port)).await?, app).await?;
    Ok(())
}
