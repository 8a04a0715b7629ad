import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isJsonObject } from "#contract";
import { makePastRuns, pinAndHold } from "../testing/past-runs.ts";
import type { PastRuns } from "../testing/past-runs.ts";
import { call } from "../testing/test-world.ts";

let runs: PastRuns;
const at = (...names: readonly string[]): string => runs.at(...names);

beforeAll(async () => {
  runs = await makePastRuns(async (run, made) => {
    await pinAndHold(run, made);
    for (const index of [1, 2, 3]) {
      const shard = await run(`shard${index}`, "sound", "--shard", `${index}/3`);
      expect(shard.code, shard.err).toBe(0);
    }
  });
});

afterAll(() => {
  runs[Symbol.dispose]();
});

function verdictsOf(name: string): string {
  const report = runs.documentAt(name, "report.json");
  const list: unknown = isJsonObject(report) ? report["requirements"] : [];
  return JSON.stringify(
    (Array.isArray(list) ? list : []).map((of: unknown) => {
      const members = isJsonObject(of) ? of : {};
      const { requirement, level, verdict, reason, instances, checks } = members;
      return [requirement, level, verdict, reason, instances, checks];
    }),
  );
}

describe("a baseline", () => {
  it("is written with a fingerprint for each failure and a place for the reason", () => {
    expect(runs.documentAt("b.yaml")).toMatchObject({
      format: 1,
      profile: "graphql-status/v1",
      failures: expect.arrayContaining([
        expect.objectContaining({
          kind: "Service",
          fingerprints: expect.arrayContaining([expect.stringMatching(/^[\da-f]{16}$/u)]),
        }),
      ]),
    });
  });

  it("makes the same failures of another run expected, and states so in every report", async () => {
    const report = await call(["report", at("held"), "--format", "json"]);
    expect(JSON.parse(report.out)).toMatchObject({
      conclusion: "conformant",
      sums: { fail: 0 },
      baseline: { problems: [] },
    });
    const junit = await call(["report", at("held"), "--format", "junit"]);
    expect(junit.out).toContain('<skipped message="expected-fail: ');
    expect(junit.out).not.toContain("<failure");
  });

  it("is red if its expectation is no longer met", async () => {
    const judged = await call(["judge", at("sound"), "--baseline", at("b.yaml")]);
    // The run selects only some cases (`--only`), so it cannot prove that a failure is fixed, and the entry is not
    // stale.
    expect(judged.code).toBe(0);
    const text = readFileSync(at("b.yaml"), "utf8").replaceAll("kind: Service", "kind: Servise");
    writeFileSync(at("misspelt.yaml"), text);
    const misspelt = await call(["judge", at("sound"), "--baseline", at("misspelt.yaml")]);
    expect(misspelt.code).toBe(1);
    expect(misspelt.out).toMatch(
      /^Baseline\n\n {2}unmatched +[\w.-]+: the entry names a kind that /mu,
    );
  });

  it.each([
    { name: "not the failure", from: /[\da-f]{16}/gu, to: "abcdef0123456789", code: 1 },
    {
      name: "an expired entry",
      from: "reason:",
      to: 'expires: "2020-01-01"\n    reason:',
      code: 1,
    },
    { name: "not a date", from: "reason:", to: 'expires: "tomorrow"\n    reason:', code: 2 },
    { name: "no day", from: "reason:", to: 'expires: "2026-02-30"\n    reason:', code: 2 },
    { name: "a missing member", from: /reason:/gu, to: "season:", code: 2 },
    { name: "a newer format", from: "format: 1", to: "format: 7", code: 2 },
    { name: "damage", from: "failures:", to: "failures: [", code: 2 },
  ])("rejects $name with a clear message", async ({ from, to, code }) => {
    writeFileSync(at("edited.yaml"), readFileSync(at("b.yaml"), "utf8").replace(from, to));
    const judged = await call(["judge", at("broken"), "--baseline", at("edited.yaml")]);
    expect(judged.code, judged.err).toBe(code);
    if (code === 2) expect(judged.err).toMatch(/^error: the baseline .*edited\.yaml.*\nhelp:/u);
  });
});

describe("shards", () => {
  it("come to the same verdicts as one run, byte for byte", async () => {
    const merged = await call([
      "merge",
      ...[3, 1, 2].map((index) => at(`shard${index}`)),
      "--output",
      at("merged"),
      "--format",
      "json",
    ]);
    expect(merged.code, merged.err).toBe(0);
    expect(verdictsOf("merged")).toBe(verdictsOf("sound"));
    expect((await call(["verify", at("merged", "report.json")])).code).toBe(0);
  });

  it("are not merged when one is missing, and the message names it", async () => {
    const merged = await call(["merge", at("shard1"), at("shard3"), "--output", at("none")]);
    expect(merged.code).toBe(2);
    expect(merged.err).toContain("the record of shard 2/3 is missing");
  });

  it.each(["0/3", "4/3", "1", "a/b", "1/101"])("cannot be %s", async (shard) => {
    const called = await call(["--shard", shard]);
    expect(called.code).toBe(2);
    expect(called.err).toContain(`invalid value for --shard: "${shard}"`);
  });
});
