import { describe, expect, it } from "vitest";
import { durabilityRun } from "./durability-run.ts";
import { limits } from "#contract";
import { diskFaults, DurableReference, faults } from "#reference";
import type { DurableReferenceOptions } from "#reference";
import { connect } from "../../../bin/reach/connect-endpoint.ts";
import { replicatedTarget, restartableTarget } from "../../../bin/reach/replicated-target.ts";
import type { Target } from "#targets";

async function brokenAfterDeath(options: DurableReferenceOptions): Promise<readonly string[]> {
  await using reference = await DurableReference.start(options);
  const targets: Target[] = [];
  for (const endpoint of reference.urls) {
    targets.push(await connect({ endpoint, limits, signal: new AbortController().signal }));
  }
  const [writer, ...readers] = targets;
  if (writer === undefined) throw new Error("there is no server");
  const restartable = restartableTarget(writer, () => reference.restart());
  await using target = replicatedTarget({ writer: restartable, readers, limits });
  return (await durabilityRun(target, { profile: "graphql-status/v1", operations: 2_500 })).broken;
}

describe("a server that is killed during writes", () => {
  it("breaks no requirement if it restores all acknowledged writes", async () => {
    expect(await brokenAfterDeath({})).toEqual([]);
  });

  it.each(diskFaults)("is detected: $name", async (diskFault) => {
    expect(await brokenAfterDeath({ diskFault })).toContain(diskFault.breaks[0]);
  });
});

describe("a hook that does not work", () => {
  const hooks = [
    {
      title: "fails",
      restart: () => Promise.reject(new Error("no such server")),
      says: "no such server",
    },
    {
      title: "kills nobody",
      restart: () => Promise.resolve(),
      says: "interrupted no request in flight",
    },
  ];

  it.each(hooks)("leaves everything undecided if it $title", async ({ restart, says }) => {
    await using reference = await DurableReference.start();
    const [endpoint = ""] = reference.urls;
    const { signal } = new AbortController();
    await using target = restartableTarget(await connect({ endpoint, limits, signal }), restart);

    const { broken, held, open, isDecided } = await durabilityRun(target, {
      profile: "graphql-status/v1",
      operations: 500,
    });

    expect({ broken, held, isDecided }).toEqual({ broken: [], held: [], isDecided: false });
    expect(open[0]).toContain("errored");
    expect(open[0]).toContain(says);
  });
});

describe("several servers on one disk", () => {
  it("break no requirement if they return the same state", async () => {
    expect(await brokenAfterDeath({ replicas: [[], []] })).toEqual([]);
  });

  it("are detected if one of them is stale", async () => {
    const stale = faults.filter(({ name }) => name === "stale-reads");
    const broken = await brokenAfterDeath({ replicas: [[], stale] });
    expect(broken).toContain("write.visible-to-later-reads");
  });
});
