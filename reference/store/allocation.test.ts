import { describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "#contract";
import { startReference } from "../server/start-reference.ts";
import type { ReferenceServer } from "../server/start-reference.ts";
import { at, mutate, send, versionOf } from "../testing/reference-client.ts";
import type { Reply } from "../testing/reference-client.ts";

const service = { kind: "Service", namespace: "default", name: "web" };

/** A request, and a status that acknowledges it with values that no server could compute by itself. */
const kinds = [
  {
    kind: "Service",
    spec: { loadBalancerIP: "192.0.2.1" },
    status: { loadBalancer: { ingress: [{ ip: "192.0.2.1" }] }, observedGeneration: 1 },
    other: { loadBalancerIP: "192.0.2.2" },
  },
  {
    kind: "Bucket",
    spec: { instance: "a" },
    status: { instance: "a", observedGeneration: 1 },
    other: { instance: "b" },
  },
] as const;

describe.each(kinds)("an allocation of a $kind", ({ kind, spec, status, other }) => {
  const key = { kind, namespace: "default", name: "one" };

  it("survives every spec write", async () => {
    await using server = await startReference();
    let reply = await report(server, key, await create(server, key, spec), status);
    for (const change of [
      { spec: other },
      { labels: { a: "b" } },
      { annotations: { a: "b" } },
      { finalizers: ["example.com/hold"] },
      { spec },
      { spec: {} },
      { labels: null, annotations: null, finalizers: null },
    ]) {
      reply = await update(server, key, reply, change);
      expect(reply.value).toMatchObject({ status });
    }
  });

  it("cannot be forged by authors", async () => {
    await using server = await startReference();
    const created = await create(server, key, spec);
    const input = { ...key, resourceVersion: versionOf(created.value) };
    const forgeries = [
      await mutate(server, "author", {
        field: "createResource",
        input: { ...key, name: "two", spec, status },
      }),
      await mutate(server, "author", { field: "updateResource", input: { ...input, status } }),
      await mutate(server, "author", {
        field: "updateResource",
        input: { ...input, spec: { ...spec, status } },
      }),
      await mutate(server, "author", {
        field: "updateResourceStatus",
        input: { ...input, status },
      }),
    ];

    expect(forgeries.map(({ code }) => code)).toEqual([
      "INVALID",
      "INVALID",
      "INVALID",
      "FORBIDDEN",
    ]);
    expect(await statusOf(server, key)).toBeNull();
  });

  it("succeeds for one of two allocators, and not for a request that has changed", async () => {
    await using server = await startReference();
    const read = await create(server, key, spec);
    const rivals = await Promise.all([
      report(server, key, read, status),
      report(server, key, read, { ...status, observedGeneration: 7 }),
    ]);
    const acknowledged = rivals.find(({ code }) => code === undefined) ?? read;
    await update(server, key, acknowledged, { spec: other });

    expect(rivals.filter(({ code }) => code === "CONFLICT")).toHaveLength(1);
    expect((await report(server, key, acknowledged, status)).code).toBe("CONFLICT");
  });
});

it("an acknowledgement shows its generation in every state", async () => {
  await using server = await startReference();
  const created = await create(server, service, { loadBalancerIP: "192.0.2.1" });
  const acknowledged = await report(server, service, created, { observedGeneration: 1 });
  const asked = await update(server, service, acknowledged, {
    spec: { loadBalancerIP: "192.0.2.2" },
  });

  expect(asked.value).toMatchObject({
    metadata: { generation: 2 },
    status: { observedGeneration: 1 },
  });
});

function create(server: ReferenceServer, key: JsonObject, spec: JsonObject): Promise<Reply> {
  return mutate(server, "author", { field: "createResource", input: { ...key, spec } });
}

function update(
  server: ReferenceServer,
  key: JsonObject,
  before: Reply,
  change: JsonObject,
): Promise<Reply> {
  const input = { ...key, resourceVersion: versionOf(before.value), ...change };
  return mutate(server, "author", { field: "updateResource", input });
}

function report(
  server: ReferenceServer,
  key: JsonObject,
  before: Reply,
  status: JsonObject,
): Promise<Reply> {
  const input = { ...key, resourceVersion: versionOf(before.value), status };
  return mutate(server, "controller", { field: "updateResourceStatus", input });
}

async function statusOf(server: ReferenceServer, key: JsonObject): Promise<JsonValue> {
  const query = `query ($kind: String!, $namespace: String, $name: String!) {
    resource(kind: $kind, namespace: $namespace, name: $name) { status }
  }`;
  return at((await send(server, "reader", { query, variables: key })).value, "status") ?? null;
}
