import { describe, expect, it } from "vitest";
import { levelIn, profiles, scaleLimits } from "#contract";
import { usualBudget } from "#harness";
import { faults } from "#reference";
import {
  correctVariants,
  faultyVariants,
  rulesOfCorrectVariant,
  rulesOfVariant,
} from "#reference/controller";
import type { RunResult, VerdictLine } from "#verdicts";
import { checkOwnController } from "./check-own-controller.ts";
import type { OwnControllerOptions } from "./check-own-controller.ts";
import { reportLimitFor } from "../../lab/controllers/finding-patterns.ts";

/** A small number of random scenarios, because the scripted ones suffice to reveal the defects. */
const proofBudget = { ...usualBudget, runs: 4 };

/** Requests and cases take longer on a busy machine, but waiting for controllers does not; see `ProcessClock`. */
const patient = scaleLimits(10);

/** A limit, in milliseconds, that only a hang can exceed. */
const unlimited = 4 * 3_600_000;

/** Slots for concurrent runs in this process. With more slots, the runs would delay each other. */
const lanes = Array.from({ length: 8 }, () => Promise.resolve());

let started = 0;

async function inLane(options: OwnControllerOptions): Promise<RunResult> {
  const place = started % lanes.length;
  started += 1;
  const result = (lanes[place] ?? Promise.resolve()).then(() =>
    // The quiet period that the command line uses for controllers of unknown speed.
    checkOwnController({ ...options, quietMs: 500 }),
  );
  lanes[place] = result.then(
    () => {},
    () => {},
  );
  return await result;
}

describe("the variants", () => {
  it("are at least 25, each of its own name, and break what is asked of controllers", () => {
    const names = faultyVariants.map(({ name }) => name);

    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(25);
    for (const { breaks } of faultyVariants)
      for (const requirement of breaks)
        expect(levelIn("controller/v1", requirement)).not.toBe("not-asked");
  });

  it("break every requirement between them", () => {
    const levels = Object.entries(profiles["controller/v1"]);
    const required = levels.filter(([, level]) => level !== "not-asked").map(([id]) => id);
    const broken = new Set<string>(faultyVariants.map(({ breaks }) => breaks[0]));

    expect(required.filter((id) => !broken.has(id))).toEqual([]);
  });

  it.concurrent.each(faultyVariants)(
    "$name is found, by what it breaks and by nothing else",
    { timeout: unlimited },
    async (variant) => {
      const { verdicts } = await inLane({
        rules: rulesOfVariant(variant),
        serverFaults: faults.filter(({ name }) => variant.needs?.includes(name)),
        kinds: [variant.kind],
        owned: variant.owns,
        selection: { only: variant.scenarios.map((name) => `controllers/${name}`), skip: [] },
        convergeMs: reportLimitFor(variant.breaks),
        limits: patient,
        proofBudget,
      });
      const found = verdicts
        .filter(({ verdict }) => verdict === "fail" || verdict === "warn")
        .map(({ requirement }) => requirement);

      expect(verdicts.filter(({ verdict }) => verdict === "errored").map(textOf)).toEqual([]);
      expect(found, verdicts.map(textOf).join("\n")).toContain(variant.breaks[0]);
      expect(found.filter((requirement) => !variant.breaks.includes(requirement))).toEqual([]);
    },
  );
});

describe("the correct variants", () => {
  it.concurrent.each(correctVariants)(
    "$name causes no violation",
    { timeout: unlimited },
    async (variant) => {
      const { verdicts } = await inLane({
        rules: rulesOfCorrectVariant(variant),
        kinds: [variant.kind],
        owned: variant.owns,
        selection: { only: variant.scenarios.map((name) => `controllers/${name}`), skip: [] },
        convergeMs: 30_000,
        limits: patient,
        proofBudget,
      });
      const others = verdicts.filter(
        ({ verdict }) => !["pass", "excluded", "not-applicable", "inconclusive"].includes(verdict),
      );

      expect(others.map(textOf)).toEqual([]);
      expect(verdicts.some(({ verdict }) => verdict === "pass")).toBe(true);
      const aboutOwned = verdicts.filter(({ requirement }) => requirement.includes("owned"));
      const applies = variant.owns === undefined ? "not-applicable" : "pass";
      const agrees = variant.hasNoReadiness === true ? "not-applicable" : applies;
      // Without a surplus in the run, the numbers stay without a maximum, and the requirement passes.
      const matches =
        variant.hasUnknownNumbers === true ? expect.toBeOneOf(["inconclusive", "pass"]) : applies;
      expect(aboutOwned.map(({ verdict }) => verdict)).toEqual([matches, agrees]);
    },
  );
});

describe("the right controllers", () => {
  it(
    "cause no violation, whatever happens to them, and every rule is exercised",
    { timeout: unlimited },
    async () => {
      const { verdicts, footer } = await checkOwnController({
        concurrency: 6,
        proofBudget: { ...usualBudget, runs: 12 },
        limits: patient,
        convergeMs: 60_000,
      });

      // Only the correct variant that creates owned objects exercises the rules about such objects.
      const applicable = verdicts.filter(({ requirement }) => !requirement.includes("owned"));
      const others = applicable.filter(({ verdict }) => verdict !== "pass");

      expect(others.map(textOf)).toEqual([]);
      expect(applicable).toHaveLength(footer.sums.pass);
    },
  );
});

function textOf({ requirement, verdict, reason, findings }: VerdictLine): string {
  const found = findings.find(({ result }) => result === "violated");
  const actual = found?.result === "violated" ? `${found.actual} (${found.case})` : (reason ?? "");
  return `${verdict} ${requirement}: ${actual}`;
}
