import { expect, it } from "vitest";
import { defineFault } from "./fault.ts";
import { FaultReach } from "./fault-reach.ts";
import { faults } from "../faults/index.ts";
import { freedoms } from "../freedoms/index.ts";
import { startReference } from "../server/start-reference.ts";
import { connect, mutate, versionOf, watch } from "../testing/reference-client.ts";
import { create, events, report } from "../testing/service-requests.ts";

/** One fault in stored data, two in delivered events, and two that have no effect in this test. */
const asked = [
  "generation-starts-at-zero",
  "event-duplicated",
  "creation-announced-as-modified",
  "deletion-never-announced",
  "stale-version-accepted",
];

function reachOf(...names: readonly string[]): FaultReach {
  return new FaultReach(faults.filter(({ name }) => names.includes(name)));
}

it("reports which faults would have made a difference, and changes nothing", async () => {
  const reach = reachOf(...asked);
  await using server = await startReference({ faults: [reach.watcher] });

  const created = await create(server, "web");
  expect(reach.take()).toEqual(["generation-starts-at-zero"]);

  const reported = await report(server, created, { observedGeneration: 1 });
  expect(reach.take()).toEqual([]);
  expect(reported).toMatchObject({
    metadata: { generation: 1 },
    status: { observedGeneration: 1 },
  });

  const input = { namespace: "default", name: "web", status: { observedGeneration: 2 } };
  const resourceVersion = versionOf(created);
  const stale = { field: "updateServiceStatus", input: { ...input, resourceVersion } };
  expect((await mutate(server, "controller", stale)).code).toBe("CONFLICT");
  expect(reach.take()).toEqual(["stale-version-accepted"]);
});

it("detects differences in deliveries", async () => {
  const reach = reachOf(...asked);
  await using server = await startReference({ faults: [reach.watcher] });
  const before = await create(server, "web");
  reach.take();
  const client = connect(server, "reader");
  await using seen = watch(client, events.typed(`(resourceVersion: "${versionOf(before)}")`));

  await report(server, before, { observedGeneration: 1 });
  expect(await seen.next()).toMatchObject({ type: "MODIFIED" });
  expect(reach.take()).toEqual(["event-duplicated"]);

  await create(server, "other");
  expect(await seen.next()).toMatchObject({ type: "ADDED" });
  expect(reach.take().toSorted()).toEqual([
    "creation-announced-as-modified",
    "generation-starts-at-zero",
  ]);
  await client.dispose();
});

it("counts a fault that admits a request when such a request is sent", async () => {
  const reach = reachOf("spec-in-status-write-ignored", "version-not-required");
  await using server = await startReference({ faults: [reach.watcher] });
  const reported = await report(server, await create(server, "web"), { observedGeneration: 1 });
  expect(reach.take()).toEqual([]);

  const input = { namespace: "default", name: "web", status: { observedGeneration: 2 } };
  const field = "updateServiceStatus";
  const withoutVersion = await mutate(server, "controller", { field, input });
  expect(withoutVersion.code).toBe("INVALID");
  expect(reach.take()).toEqual(["version-not-required"]);

  const spec = { ...input, resourceVersion: versionOf(reported), spec: {} };
  expect((await mutate(server, "controller", { field, input: spec })).code).toBe("INVALID");
  expect(reach.take()).toEqual(["spec-in-status-write-ignored"]);
});

it("counts a different order of steps if one of them rejects", async () => {
  const reach = reachOf("validation-before-version", "denied-creation-tells-taken-names");
  await using server = await startReference({ faults: [reach.watcher] });
  const created = await create(server, "web");
  await report(server, created, { observedGeneration: 1 });
  expect(reach.take()).toEqual([]);

  const input = { namespace: "default", name: "web", status: { observedGeneration: 2 } };
  const resourceVersion = versionOf(created);
  const stale = { field: "updateServiceStatus", input: { ...input, resourceVersion } };
  expect((await mutate(server, "controller", stale)).code).toBe("CONFLICT");
  expect(reach.take()).toEqual(["validation-before-version"]);
});

it("counts a step that is repeated after the commit", async () => {
  const reach = reachOf("creation-fails-after-commit");
  await using server = await startReference({ faults: [reach.watcher] });
  await create(server, "web");
  expect(reach.take()).toEqual([]);

  const input = { namespace: "default", name: "node", spec: { type: "NodePort", ports: [] } };
  await mutate(server, "author", { field: "createService", input });
  expect(reach.take()).toEqual(["creation-fails-after-commit"]);
});

it("counts faults that send later and faults that throw", async () => {
  const late = defineFault({
    name: "late",
    summary: "",
    breaks: [],
    change: (rules) => ({
      deliver: (event, watcher, send) => {
        rules.deliver(event, watcher, send);
        queueMicrotask(() => send(event));
      },
    }),
  });
  const failing = defineFault({
    name: "failing",
    summary: "",
    breaks: [],
    change: () => ({
      reply: () => {
        throw new Error("no response");
      },
    }),
  });
  const reach = new FaultReach([late, failing]);
  await using server = await startReference({ faults: [reach.watcher] });

  const before = await create(server, "web");
  expect(reach.take()).toEqual(["failing"]);
  const client = connect(server, "reader");
  await using seen = watch(client, events.typed(`(resourceVersion: "${versionOf(before)}")`));
  await report(server, before, { observedGeneration: 1 });
  await seen.next();
  expect(reach.take().toSorted()).toEqual(["failing", "late"]);
  await client.dispose();
});

it.each([
  { hidden: [], reached: ["generation-starts-at-zero"] },
  { hidden: ["generation"], reached: [] },
] as const)("does not compare hidden rules: $hidden", async ({ hidden, reached }) => {
  const planted = faults.filter(({ name }) => name === "generation-starts-at-zero");
  const reach = new FaultReach(planted, hidden);
  await using server = await startReference({ faults: [reach.watcher] });
  await create(server, "web");

  expect(reach.take()).toEqual(reached);
});

it("adds what a fault adds to a schema that a freedom has extended", async () => {
  const reach = reachOf("status-accepted-on-create");
  const extended = freedoms.filter(({ name }) => name === "watches-demand-a-switch");
  await using server = await startReference({ faults: [reach.watcher], freedoms: extended });

  expect(await create(server, "web")).toMatchObject({ metadata: { name: "web" } });
});
