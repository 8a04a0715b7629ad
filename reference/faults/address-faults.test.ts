import { expect, it } from "vitest";
import type { JsonValue } from "#contract";
import { startReference } from "../server/start-reference.ts";
import { mutate, send, versionOf } from "../testing/reference-client.ts";
import type { Reply } from "../testing/reference-client.ts";
import { bucketOf } from "../testing/bucket-writer.ts";
import { create } from "../testing/service-requests.ts";
import { addressFaults } from "./address-faults.ts";

const away = { namespace: "kube-system", name: "web" };

const requests = {
  "read-ignores-namespace": (server) =>
    send(server, "reader", {
      query: `{ service(namespace: "kube-system", name: "web") { metadata { namespace } } }`,
    }),
  "status-write-ignores-namespace": (server, resourceVersion) => {
    const input = { ...away, resourceVersion, status: { observedGeneration: 1 } };
    return mutate(server, "controller", { field: "updateServiceStatus", input });
  },
  "spec-write-ignores-namespace": (server, resourceVersion) => {
    const input = { ...away, resourceVersion, spec: { type: "NodePort" } };
    return mutate(server, "author", { field: "updateService", input });
  },
  "deletion-ignores-namespace": (server) =>
    mutate(server, "author", { field: "deleteService", input: away }),
  "status-write-finds-other-kinds": (server, resourceVersion) =>
    bucketOf(server).report({ phase: "Ready" }, { resourceVersion }),
} satisfies Readonly<
  Record<
    string,
    (server: Awaited<ReturnType<typeof startReference>>, version: string) => Promise<Reply>
  >
>;

async function replyTo(name: keyof typeof requests, isFaulty: boolean): Promise<JsonValue> {
  const faults = isFaulty ? addressFaults.filter((fault) => fault.name === name) : [];
  await using server = await startReference({ faults });
  const version = versionOf(await create(server, "web"));
  const { code, value } = await requests[name](server, version);
  return code ?? value;
}

it.each([
  { name: "read-ignores-namespace", right: null },
  { name: "status-write-ignores-namespace", right: "NOT_FOUND" },
  { name: "spec-write-ignores-namespace", right: "NOT_FOUND" },
  { name: "deletion-ignores-namespace", right: "NOT_FOUND" },
  { name: "status-write-finds-other-kinds", right: "NOT_FOUND" },
] as const)("$name finds an object that the request does not name", async ({ name, right }) => {
  expect(await replyTo(name, false)).toEqual(right);
  expect(await replyTo(name, true)).toHaveProperty("metadata.namespace", "default");
});
