import { CustomObjectsApi, KubeConfig, makeInformer } from "@kubernetes/client-node";

const gears = { group: "example.com", version: "v1", plural: "gears" };

const config = new KubeConfig();
config.loadFromDefault();
const api = config.makeApiClient(CustomObjectsApi);
const informer = makeInformer(config, "/apis/example.com/v1/gears", () =>
  api.listClusterCustomObject(gears),
);

async function reconcile(gear) {
  const { name, namespace, generation } = gear.metadata;
  if (gear.status?.observedGeneration === generation) return;
  const status = { ...gear.status, phase: "Turning", observedGeneration: generation };
  const body = { ...gear, status };
  try {
    await api.replaceNamespacedCustomObjectStatus({ ...gears, namespace, name, body });
  } catch (error) {
    // Either the informer will deliver a newer version, or the object was deleted.
    if (error.code !== 409 && error.code !== 404) setTimeout(() => void again(gear), 1_000);
  }
}

/** Gets the object from the informer again, because its cache may be newer by now. */
async function again({ metadata: { name, namespace } }) {
  const known = informer.get(name, namespace);
  if (known !== undefined) await reconcile(known);
}

informer.on("add", (gear) => void reconcile(gear));
informer.on("update", (gear) => void reconcile(gear));
informer.on("error", () => setTimeout(() => void informer.start(), 1_000));
await informer.start();
process.stdout.write("ready\n");
