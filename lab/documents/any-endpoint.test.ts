import { describe, expect, it } from "vitest";
import { checks } from "#checks";
import { scaleLimits } from "#contract";
import type { RequirementId } from "#contract";
import type { RunResult, Selection } from "#verdicts";
import { checkTarget } from "../../bin/reach/compose.ts";
import { connect } from "../../bin/reach/connect-endpoint.ts";
import { environment, servers } from "../../bin/testing/own-endpoints.ts";
import type { EndpointName, Started } from "../../bin/testing/own-endpoints.ts";
import { dialectByHand, plantedDefects } from "../../bin/testing/planted-defects.ts";

const scenarios = checks.filter(({ phase = "scenario" }) => phase === "scenario");

/** This check writes more events than an endpoint retains, so it would expire the watches of other checks. */
const expiry = "watch/expired-cursor";

interface Wishes extends Selection {
  readonly checks: typeof checks;
  readonly seed: number;
}

async function check(
  name: EndpointName,
  server: Started,
  { checks: some = scenarios, seed = 1, ...selection }: Partial<Wishes> = {},
): Promise<RunResult> {
  const dialect = dialectByHand(name, server);
  const signal = new AbortController().signal;
  const world = { environment, clock: () => new Date() };
  // These tests do not depend on time. Requests must not time out on a busy machine.
  const limits = scaleLimits(6);
  await using target = await connect({ endpoint: server.url, dialect, world, limits, signal });
  return await checkTarget(target, {
    checks: some,
    seed,
    proofBudget: { runs: 32, operations: 1_500 },
    limits,
    selection: { only: [], skip: [], ...selection },
  });
}

/** Returns the requirements whose verdict is none of `pass`, `not-applicable` and `excluded`. */
function openVerdicts({ verdicts }: RunResult): Readonly<Record<string, string>> {
  const open = verdicts.filter(
    ({ verdict }) => !["pass", "not-applicable", "excluded"].includes(verdict),
  );
  return Object.fromEntries(open.map(({ requirement, verdict }) => [requirement, verdict]));
}

function reasonOf({ verdicts }: RunResult, requirement: RequirementId): string | undefined {
  return verdicts.find((line) => line.requirement === requirement)?.reason;
}

const noCodes = {
  "concurrency.conflict-tells-current-version": "fail",
  "errors.machine-code": "fail",
} as const;

const noMetadata = {
  "isolation.status-write-never-changes-metadata": "inconclusive",
  "isolation.metadata-in-status-write-is-rejected": "inconclusive",
} as const;

/** Hooks support no roles, preconditions or foreign fields. */
const hooksOnly = {
  "authorization.controller-cannot-write-spec": "inconclusive",
  "authorization.controller-needs-no-spec-permission": "inconclusive",
  "concurrency.spec-and-status-share-the-version": "inconclusive",
  "concurrency.stale-spec-write-conflicts": "inconclusive",
  "isolation.create-never-stores-status": "inconclusive",
  "isolation.one-way-of-refusing": "inconclusive",
  "isolation.spec-write-never-changes-status": "inconclusive",
  "isolation.status-in-spec-write-is-rejected": "inconclusive",
} as const;

/** Verdicts other than `pass` that follow from the design of each endpoint. Every other requirement must pass. */
const shapes: Readonly<Record<EndpointName, Readonly<Record<string, string>>>> = {
  // This endpoint ignores null, so no write can withdraw a status.
  volumes: { "allocation.answers-are-told-apart": "inconclusive" },
  routes: { ...noMetadata, "authorization.expired-credential-refused": "untestable" },
  lamps: noCodes,
  jobs: {
    "concurrency.conflict-tells-current-version": "fail",
  },
  sensors: {},
  recipes: hooksOnly,
};

const names = ["volumes", "routes", "lamps", "jobs", "sensors", "recipes"] as const;

/** `MORE_SEEDS=20` runs twenty additional seeds. A false positive may only occur with a rare seed. */
const moreSeeds = Array.from({ length: Number(process.env["MORE_SEEDS"] ?? 0) }, (_, at) => at + 2);

describe("an endpoint without defects", () => {
  it.each(names)("passes everything that its shape supports: %s", async (name) => {
    await using server = await servers[name].start();
    const result = await check(name, server, { skip: [expiry] });

    expect(openVerdicts(result)).toEqual(shapes[name]);
    expect(result.footer).toMatchObject({ leftBehind: 0 });
    expect(result.footer.sums.pass).toBeGreaterThan(60);
  });

  it.each([
    ...names.flatMap((name) => [1, ...moreSeeds].map((seed) => ({ name, seed }))),
    // A delete event that contains only the key of an object that is no longer known.
    { name: "volumes", seed: 4 },
    // Two writes to lists. The endpoint merges lists.
    { name: "sensors", seed: 6 },
    // A write through a hook. Hooks cannot require a version.
    { name: "recipes", seed: 11 },
    // A write to a missing object. It lacks the version that the schema requires.
    { name: "volumes", seed: 1_008 },
  ] satisfies readonly { name: EndpointName; seed: number }[])(
    "causes no false positive in random sequences: $name, seed $seed",
    async ({ name, seed }) => {
      await using server = await servers[name].start();
      const searching = checks.filter(({ phase }) => phase === "property" || phase === "history");
      const { verdicts } = await check(name, server, { checks: searching, seed });
      const broken = verdicts.flatMap(({ requirement, findings }) =>
        findings.flatMap((finding) =>
          finding.result === "violated" && !(requirement in shapes[name])
            ? [`${requirement}: ${finding.case}: ${finding.actual}`]
            : [],
        ),
      );

      expect(broken).toEqual([]);
    },
  );

  it("ends a watch with an expired cursor with an error message: lamps", async () => {
    await using server = await servers.lamps.start();
    const result = await check("lamps", server, { only: ["watch.expired-cursor-is-refused"] });
    expect(openVerdicts(result)).toEqual({});
  });

  it("is excused from requirements that its dialect declares differently, with the reason", async () => {
    await using server = await servers.volumes.start();
    const nulls = "write.null-clears-member";
    expect(reasonOf(await check("volumes", server, { only: [nulls] }), nulls)).toBe(
      "the target declares that fields that a status write sends as null are unchanged (nullMembers); the rule assumes cleared",
    );
  });
});

describe("a planted defect", () => {
  it.each(plantedDefects)("is found in the $name: $defect", async ({ name, broken, start }) => {
    await using server = await start();
    const result = await check(name, server, { only: [broken] });
    expect(openVerdicts(result)).toMatchObject({ [broken]: "fail" });
  });

  it.each(plantedDefects)("is not found in the correct $name: $defect", ({ name, broken }) => {
    expect(shapes[name][broken]).not.toBe("fail");
  });

  it("exists at least twice for each endpoint", () => {
    const counts = names.map((one) => plantedDefects.filter(({ name }) => name === one).length);
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(2);
  });

  it.each([
    // Only the generic mutation has these faults.
    { wrong: /^generic-/u, innocent: /\.update\w+Status$/u },
    // Only the typed mutations return a conflict in their payload.
    { wrong: /^conflict-/u, innocent: /\.setStatus$/u },
  ])("is attributed to the right type: $wrong, not $innocent", async ({ wrong, innocent }) => {
    for (const { broken, start } of plantedDefects.filter(({ defect }) => wrong.test(defect))) {
      await using server = await start();
      const { verdicts } = await check("routes", server, { only: [broken] });
      const blamed = verdicts.flatMap(({ requirement, findings }) =>
        requirement === broken ? findings.filter(({ result }) => result === "violated") : [],
      );
      expect(blamed.length).toBeGreaterThan(0);
      expect(blamed.filter((finding) => innocent.test(finding.case))).toEqual([]);
    }
  });
});
