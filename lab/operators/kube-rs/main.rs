use std::{sync::Arc, time::Duration};

use futures::StreamExt;
use kube::{
    Api, Client, CustomResource, ResourceExt,
    api::{Patch, PatchParams},
    runtime::{Controller, controller, controller::Action, watcher},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

#[derive(CustomResource, Deserialize, Serialize, Clone, Debug, JsonSchema)]
#[kube(group = "example.com", version = "v1", kind = "Gear", namespaced, status = "GearStatus")]
struct GearSpec {
    teeth: i64,
    material: Option<String>,
    axle: Axle,
}

#[derive(Deserialize, Serialize, Clone, Debug, JsonSchema)]
struct Axle {
    length: i64,
}

#[derive(Deserialize, Serialize, Clone, Debug, Default, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct GearStatus {
    observed_generation: Option<i64>,
    phase: Option<String>,
}

#[derive(Debug, thiserror::Error)]
enum Error {
    #[error("Kube Error: {0}")]
    Kube(#[source] kube::Error),
}

struct Context {
    client: Client,
}

async fn reconcile(gear: Arc<Gear>, context: Arc<Context>) -> Result<Action, Error> {
    let namespace = gear.namespace().unwrap_or_default();
    let gears: Api<Gear> = Api::namespaced(context.client.clone(), &namespace);
    // Always overwrite the status with what we saw.
    let status = Patch::Apply(json!({
        "apiVersion": "example.com/v1",
        "kind": "Gear",
        "status": GearStatus {
            observed_generation: gear.metadata.generation,
            phase: Some("Turning".into()),
        }
    }));
    let parameters = PatchParams::apply("gears").force();
    gears
        .patch_status(&gear.name_any(), &parameters, &status)
        .await
        .map_err(Error::Kube)?;
    // If no events were received, check back every 5 minutes.
    Ok(Action::requeue(Duration::from_secs(5 * 60)))
}

fn error_policy(_gear: Arc<Gear>, error: &Error, _context: Arc<Context>) -> Action {
    eprintln!("reconcile failed: {error}");
    Action::requeue(Duration::from_secs(5))
}

#[tokio::main]
async fn main() -> Result<(), kube::Error> {
    let client = Client::try_default().await?;
    let gears = Api::<Gear>::all(client.clone());
    println!("ready");
    // 0 is no limit, the default.
    let concurrency = std::env::var("GEARS_CONCURRENCY").map_or(0, |text| text.parse().unwrap_or(0));
    Controller::new(gears, watcher::Config::default())
        .with_config(controller::Config::default().concurrency(concurrency))
        .shutdown_on_signal()
        .run(reconcile, error_policy, Arc::new(Context { client }))
        .for_each(|_| std::future::ready(()))
        .await;
    Ok(())
}
