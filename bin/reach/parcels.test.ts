import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { checks } from "#checks";
import { scaleLimits } from "#contract";
import type { Command, ObjectKey } from "#contract";
import type { Target } from "#targets";
import { loadDialect } from "#targets/dialect-file";
import type { RunResult } from "#verdicts";
import { startParcels } from "../../suites/targets/graphql/testing/endpoints/parcels.ts";
import type { ParcelDefect } from "../../suites/targets/graphql/testing/endpoints/parcels.ts";
import { checkTarget } from "./compose.ts";
import { connect } from "./connect-endpoint.ts";

const path = fileURLToPath(
  new URL("../../suites/targets/graphql/testing/endpoints/parcels.dialect.yaml", import.meta.url),
);

const limits = scaleLimits(6);

function connected(endpoint: string): Promise<Target> {
  const dialect = { ...loadDialect(path, (file) => readFileSync(file, "utf8")), path };
  const world = { environment: {}, clock: () => new Date() };
  return connect({ endpoint, dialect, world, limits, signal: new AbortController().signal });
}

function read(key: ObjectKey): Command {
  return { verb: "read", identity: "author", key };
}

async function check(defects: readonly ParcelDefect[]): Promise<RunResult> {
  await using server = await startParcels(defects);
  await using target = await connected(server.url);
  return await checkTarget(target, {
    checks: checks.filter(({ phase = "scenario" }) => phase === "scenario"),
    seed: 1,
    proofBudget: { runs: 8, operations: 100 },
    limits,
    selection: { only: [], skip: [] },
  });
}

function open({ verdicts }: RunResult): readonly (readonly [string, string, string])[] {
  return verdicts
    .filter(({ verdict }) => !["pass", "not-applicable", "excluded"].includes(verdict))
    .map(({ requirement, verdict, reason = "" }) => [requirement, verdict, reason]);
}

describe("an API by id, with versions that are numbers", () => {
  it("is not found wrong", async () => {
    const result = await check([]);

    expect(open(result)).toEqual([]);
    expect(result.footer.leftBehind).toBe(0);
    expect(
      result.verdicts.find(
        ({ requirement }) => requirement === "authorization.expired-credential-refused",
      ),
    ).toMatchObject({
      verdict: "not-applicable",
      reason: expect.stringContaining("do not expire"),
    });
  });

  it("finds an object by its name that another connection has created", async () => {
    await using server = await startParcels([]);
    await using creating = await connected(server.url);
    await using other = await connected(server.url);
    const signal = new AbortController().signal;
    const [kind] = creating.description.kinds;
    const key = { kind: kind?.name ?? "", name: "found", namespace: kind?.namespaces[0] ?? "" };
    const { outcome: missing } = await other.execute(read(key), signal);
    const spec = kind?.samples.specs[0] ?? {};
    await creating.execute({ verb: "create", identity: "author", key, spec }, signal);
    const { outcome } = await other.execute(read(key), signal);

    expect(missing).toMatchObject({ result: "refused", refusal: { reason: "notFound" } });
    expect(outcome).toMatchObject({ result: "object", object: { metadata: { name: "found" } } });
    const remove = { verb: "delete", identity: "author", key } as const;
    expect((await other.execute(remove, signal)).outcome.result).not.toBe("refused");
  });

  it.each([
    ["stale-reports-pass", "concurrency.stale-status-write-conflicts"],
    ["amendment-drops-progress", "isolation.spec-write-never-changes-status"],
    ["purge-is-no-event", "watch.deletion-is-deleted"],
  ] as const)("is found wrong with %s", async (defect, broken) => {
    const { verdicts } = await check([defect]);
    const failed = verdicts.filter(({ verdict }) => verdict === "fail" || verdict === "flaky");

    expect(failed.map(({ requirement }) => requirement)).toContain(broken);
  });
});
