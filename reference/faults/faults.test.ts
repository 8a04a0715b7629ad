import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isRequirementId } from "#contract";
import { startReference } from "../server/start-reference.ts";
import type { ReferenceServer } from "../server/start-reference.ts";
import { at, mutate, send, versionOf } from "../testing/reference-client.ts";
import { create, report } from "../testing/service-requests.ts";
import { defineFault } from "../store/fault.ts";
import { faults } from "./index.ts";
import { pausingBeforeCommit } from "./fault-parts.ts";

describe("the fault list", () => {
  it("contains every fault once", () => {
    const named = readdirSync(import.meta.dirname)
      .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
      .map((file) => readFileSync(join(import.meta.dirname, file), "utf8"))
      .flatMap((text) =>
        [...text.matchAll(/name: "([a-z\d-]+)",\n\s+summary:/gu)].map(([, name = ""]) => name),
      );

    expect(named.length).toBeGreaterThan(200);
    expect(faults.map((fault) => fault.name).toSorted()).toEqual(named.toSorted());
  });

  it.each(faults)(
    "$name names the requirements that it breaks, and its server works",
    async (fault) => {
      expect(fault.breaks.length).toBeGreaterThan(0);
      expect(fault.breaks.filter((id) => !isRequirementId(id))).toEqual([]);
      expect(fault.summary).toMatch(/^[A-Z].*\.$/);

      await using server = await startReference({ faults: [fault] });
      expect((await send(server, "reader", { query: "{ __typename }" })).value).toBe("Query");
    },
  );
});

describe("a fault", () => {
  const place = { namespace: "default", name: "web" };

  it("can add fields to a typed input that the contract does not define", async () => {
    await using server = await startFaulty("status-write-stores-spec");
    const resourceVersion = versionOf(await create(server, "web"));
    const input = { ...place, resourceVersion, status: {}, spec: { type: "NodePort" } };

    expect(
      (await mutate(server, "controller", { field: "updateServiceStatus", input })).value,
    ).toHaveProperty("spec.type", "NodePort");
  });

  it("can store foreign fields of a boxed body", async () => {
    await using server = await startFaulty("status-write-stores-spec");
    const resourceVersion = versionOf(await create(server, "web"));
    const status = { observedGeneration: 1, spec: { type: "NodePort" } };
    const input = { kind: "Service", ...place, resourceVersion, status };

    expect(
      (await mutate(server, "controller", { field: "updateResourceStatus", input })).value,
    ).toMatchObject({ spec: { type: "NodePort" }, status: { observedGeneration: 1 } });
  });

  it("can make a required field optional", async () => {
    await using server = await startFaulty("version-not-required");
    await create(server, "web");
    const input = { ...place, status: { observedGeneration: 3 } };

    expect(
      (await mutate(server, "controller", { field: "updateServiceStatus", input })).value,
    ).toHaveProperty("status.observedGeneration", 3);
  });

  it("can yield between the check and the commit", async () => {
    const together = rendezvous(3);
    const gap = defineFault({
      name: "gap",
      summary: "Each status write waits for two others before it is stored.",
      breaks: ["concurrency.one-winner"],
      change: (rules) => ({ beforeCommit: pausingBeforeCommit(rules, together) }),
    });
    await using server = await startReference({ faults: [gap] });
    const before = await create(server, "web");
    const replies = await Promise.all(
      [1, 2, 3].map((observedGeneration) => report(server, before, { observedGeneration })),
    );

    expect(new Set(replies.map(versionOf)).size).toBe(3);
  });

  it("can show previous states", async () => {
    await using server = await startFaulty("stale-reads");
    await report(server, await create(server, "web"), { observedGeneration: 1 });
    const query =
      '{ service(namespace: "default", name: "web") { status { observedGeneration } } }';

    expect(at((await send(server, "reader", { query })).value, "status")).toBeNull();
  });

  it("affects one server only", async () => {
    await using faulty = await startFaulty("generation-moves-with-status");
    await using correct = await startReference();
    const generations = [];
    for (const server of [faulty, correct]) {
      const reported = await report(server, await create(server, "web"), { observedGeneration: 1 });
      generations.push(at(reported, "metadata", "generation"));
    }

    expect(generations).toEqual([2, 1]);
  });
});

/** Returns a function whose promises all resolve once N callers have called it. */
function rendezvous(callers: number): () => Promise<void> {
  const waiting: (() => void)[] = [];
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === callers) for (const resume of waiting) resume();
    });
}

function startFaulty(name: string): Promise<ReferenceServer> {
  return startReference({ faults: faults.filter((fault) => fault.name === name) });
}
