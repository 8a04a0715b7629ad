import type { JsonObject, JsonValue } from "#contract";
import type { ReferenceServer } from "../server/start-reference.ts";
import { mutate, send, textAt, versionOf } from "./reference-client.ts";

const metadata = `metadata {
  name namespace uid resourceVersion generation creationTimestamp deletionTimestamp
  labels annotations finalizers
}`;
const ports = "ports { name port }";
const status =
  "observedGeneration loadBalancer { ingress { ip } } conditions { type status reason }";

export const events = {
  typed: (filter = ""): string =>
    `subscription { watchServices${filter} { type resourceVersion object {
      kind ${metadata} spec { type loadBalancerIP ${ports} } status { ${status} }
    } } }`,
  generic: (filter: string): string =>
    `subscription { watchResources(kind: "Service", ${filter}) { type resourceVersion object {
      kind ${metadata} spec status
    } } }`,
};

/** Creates a Service, in the namespace `default` unless `more` contains another one. */
export async function create(
  server: ReferenceServer,
  name: string,
  more: JsonObject = {},
): Promise<JsonValue> {
  const input = { namespace: "default", name, spec: {}, ...more };
  return (await mutate(server, "author", { field: "createService", input })).value;
}

export async function report(
  server: ReferenceServer,
  before: JsonValue,
  submitted: JsonObject,
): Promise<JsonValue> {
  const name = textAt(before, "metadata", "name");
  const resourceVersion = versionOf(before);
  const input = { namespace: "default", name, resourceVersion, status: submitted };
  const { value, errors } = await mutate(server, "controller", {
    field: "updateServiceStatus",
    input,
  });
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  return value;
}

/** Resolves when no watch is open. The server notices the disconnection of a client with a delay. */
export async function watchesEnded(server: ReferenceServer): Promise<void> {
  while (server.openWatches > 0) await listVersion(server);
}

export async function listVersion(server: ReferenceServer): Promise<string> {
  const { value } = await send(server, "reader", { query: "{ services { resourceVersion } }" });
  return textAt(value, "resourceVersion");
}
