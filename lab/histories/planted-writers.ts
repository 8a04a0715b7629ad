import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { ApiAnswer, ApiClient } from "./api-client.ts";

/**
 * Users whose clients have a planted defect, and users whose writes such a defect corrupts. Every user has all
 * permissions.
 */
export const plantedUsers = [
  "owner",
  "health-bot",
  "telemetry-bot",
  "legacy-bot",
  "scaler-a",
  "scaler-b",
  "busy-bot",
  "stubborn-bot",
  "overreach-bot",
] as const;

export type PlantedUser = (typeof plantedUsers)[number];

/** A planted defect, and the user to whom findings must attribute it. */
export interface PlantedMistake {
  readonly rule: string;
  readonly user: PlantedUser;
  readonly other?: PlantedUser;
}

export const plantedMistakes: readonly PlantedMistake[] = [
  { rule: "lost-update", user: "telemetry-bot", other: "health-bot" },
  { rule: "status-by-main-resource", user: "legacy-bot" },
  { rule: "fight", user: "scaler-a", other: "scaler-b" },
  { rule: "hot-loop", user: "busy-bot" },
  { rule: "stale-retry", user: "stubborn-bot", other: "owner" },
  { rule: "spec-by-status-writer", user: "overreach-bot", other: "owner" },
];

type Clients = Readonly<Record<PlantedUser, ApiClient>>;

const group = "lab.example";
const collection = `/apis/${group}/v1/namespaces/default/widgets`;

export async function plantMistakes(clients: Clients): Promise<void> {
  await defineWidgets(clients);
  await losesUpdates(clients);
  await writesStatusByMainResource(clients);
  await fights(clients);
  await loops(clients);
  await retriesStale(clients);
  await overreaches(clients);
}

async function losesUpdates({
  owner,
  "health-bot": health,
  "telemetry-bot": telemetry,
}: Clients): Promise<void> {
  const path = await create(owner, "measured");
  for (let round = 0; round < 5; round += 1) {
    const read = await telemetry.must({ method: "GET", path });
    const current = await health.must({ method: "GET", path });
    const healthy = {
      type: "Healthy",
      status: round % 2 === 0 ? "True" : "False",
      reason: `Probe${round}`,
    };
    await health.must({
      method: "PUT",
      path: `${path}/status`,
      body: withStatus(current, { conditions: [healthy] }),
    });
    // The server rejects a PUT without a version for a custom resource. A patch needs no version.
    const status = { ...objectAt(read, "status"), readings: round + 1 };
    await telemetry.must({ method: "PATCH", path: `${path}/status`, body: { status } });
  }
}

async function writesStatusByMainResource({ owner, "legacy-bot": legacy }: Clients): Promise<void> {
  const path = await create(owner, "reported");
  const read = await legacy.must({ method: "GET", path });
  await legacy.must({ method: "PUT", path, body: withStatus(read, { phase: "Ready" }) });
}

async function fights({ owner, "scaler-a": one, "scaler-b": other }: Clients): Promise<void> {
  const path = await create(owner, "scaled");
  for (let round = 0; round < 4; round += 1) {
    await one.must({ method: "PATCH", path, body: { spec: { size: 2 } } });
    await other.must({ method: "PATCH", path, body: { spec: { size: 5 } } });
  }
}

async function loops({ owner, "busy-bot": busy }: Clients): Promise<void> {
  const path = await create(owner, "polled");
  let object = await busy.must({ method: "GET", path });
  for (let round = 0; round < 40; round += 1) {
    const lastSeen = new Date(Date.now() + round * 1_000).toISOString();
    const body = withStatus(object, { lastSeen });
    object = await busy.must({ method: "PUT", path: `${path}/status`, body });
  }
}

async function retriesStale({ owner, "stubborn-bot": stubborn }: Clients): Promise<void> {
  const path = await create(owner, "renamed");
  const read = await stubborn.must({ method: "GET", path });
  await owner.must({ method: "PATCH", path, body: { spec: { size: 7 } } });
  const body = withSpec(read, { title: "renamed by a bot" });
  const refused: ApiAnswer = await stubborn.send({ method: "PUT", path, body });
  if (refused.status !== 409) throw new Error(`no conflict, but ${refused.status}`);
  const fresh = await stubborn.must({ method: "GET", path });
  await stubborn.must({ method: "PUT", path, body: withVersionOf(fresh, body) });
}

async function overreaches({ owner, "overreach-bot": overreach }: Clients): Promise<void> {
  const path = await create(owner, "limited");
  await overreach.must({
    method: "PATCH",
    path: `${path}/status`,
    body: { status: { phase: "TooSmall" } },
  });
  await overreach.must({ method: "PATCH", path, body: { spec: { size: 9 } } });
}

async function create(owner: ApiClient, name: string): Promise<string> {
  const spec = { size: 3, title: name };
  const body = { apiVersion: `${group}/v1`, kind: "Widget", metadata: { name }, spec };
  await owner.must({ method: "POST", path: collection, body });
  return `${collection}/${name}`;
}

function withStatus(object: JsonObject, changes: JsonObject): JsonObject {
  return { ...object, status: { ...objectAt(object, "status"), ...changes } };
}

function withSpec(object: JsonObject, changes: JsonObject): JsonObject {
  return { ...object, spec: { ...objectAt(object, "spec"), ...changes } };
}

function withVersionOf(fresh: JsonObject, object: JsonObject): JsonObject {
  const resourceVersion: JsonValue = objectAt(fresh, "metadata")["resourceVersion"] ?? "";
  return { ...object, metadata: { ...objectAt(object, "metadata"), resourceVersion } };
}

function objectAt(object: JsonObject, member: string): JsonObject {
  const found = object[member];
  return isJsonObject(found) ? found : {};
}

const anything = { type: "object", "x-kubernetes-preserve-unknown-fields": true };

async function defineWidgets(clients: Clients): Promise<void> {
  const version = {
    name: "v1",
    served: true,
    storage: true,
    subresources: { status: {} },
    schema: {
      openAPIV3Schema: { type: "object", properties: { spec: anything, status: anything } },
    },
  };
  await clients.owner.must({
    method: "POST",
    path: "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
    body: {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: `widgets.${group}` },
      spec: {
        group,
        scope: "Namespaced",
        names: { plural: "widgets", singular: "widget", kind: "Widget", listKind: "WidgetList" },
        versions: [version],
      },
    },
  });
  const untilMs = performance.now() + 60_000;
  while (performance.now() < untilMs) {
    const answers = await Promise.all(
      // Each API server discovers a definition on its own, so each one is asked.
      Object.values(clients).map((client) => client.send({ method: "GET", path: collection })),
    );
    if (answers.every(({ status }) => status === 200)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("widgets are not served");
}
