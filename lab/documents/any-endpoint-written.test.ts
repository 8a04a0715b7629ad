import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checks } from "#checks";
import { scaleLimits } from "#contract";
import type { RunResult } from "#verdicts";
import { startJobs } from "../../suites/targets/graphql/testing/endpoints/jobs.ts";
import type { JobDefect } from "../../suites/targets/graphql/testing/endpoints/jobs.ts";
import type { LampDefect } from "../../suites/targets/graphql/testing/endpoints/lamps-feed.ts";
import { startLamps } from "../../suites/targets/graphql/testing/endpoints/lamps.ts";
import { startRecipes } from "../../suites/targets/graphql/testing/endpoints/recipes.ts";
import type { RecipeDefect } from "../../suites/targets/graphql/testing/endpoints/recipes.ts";
import { startSensors } from "../../suites/targets/graphql/testing/endpoints/sensors.ts";
import type { SensorDefect } from "../../suites/targets/graphql/testing/endpoints/sensors.ts";
import { checkTarget } from "../../bin/reach/compose.ts";
import { connect } from "../../bin/reach/connect-endpoint.ts";
import { readDialectOption } from "../../bin/options/dialect-option.ts";
import {
  environment,
  identities,
  init,
  servers,
  wordsFor,
} from "../../bin/testing/own-endpoints.ts";
import type { Started } from "../../bin/testing/own-endpoints.ts";

let folder = "";

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "conformance-written-"));
  for (const name of ["lamps", "jobs", "sensors", "recipes"] as const) {
    await using server = await servers[name].start();
    const args = wordsFor(name, server, folder);
    await init(server, join(folder, `${name}.yaml`), [...identities("key"), ...args]);
  }
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

type Name = "jobs" | "lamps" | "recipes" | "sensors";

async function check(
  name: Name,
  server: Started,
  only: readonly string[] = [],
): Promise<RunResult> {
  const path = join(folder, `${name}.yaml`);
  const dialect = { ...readDialectOption(path), path };
  const signal = new AbortController().signal;
  const limits = scaleLimits(6);
  const world = { environment, clock: () => new Date() };
  await using target = await connect({ endpoint: server.url, dialect, world, limits, signal });
  const scenarios = checks.filter(({ phase = "scenario" }) => phase === "scenario");
  return await checkTarget(target, { checks: scenarios, limits, selection: { only, skip: [] } });
}

function broken({ verdicts }: RunResult): readonly string[] {
  return verdicts.filter(({ verdict }) => verdict === "fail").map(({ requirement }) => requirement);
}

describe("a generated dialect", () => {
  it.each<{ name: Name; expected: readonly string[] }>([
    // Neither endpoint has error codes. The first one distinguishes errors by message, the second one by number.
    {
      name: "lamps",
      expected: ["concurrency.conflict-tells-current-version", "errors.machine-code"],
    },
    {
      name: "jobs",
      expected: ["concurrency.conflict-tells-current-version"],
    },
    { name: "sensors", expected: [] },
    { name: "recipes", expected: [] },
  ])("causes no false positive for the $name", async ({ name, expected }) => {
    await using server = await servers[name].start();
    const path = join(folder, `${name}.yaml`);
    await init(server, path, [...identities("key"), ...wordsFor(name, server, folder)]);
    expect(broken(await check(name, server))).toEqual(expected);
  });

  it.each<{ defect: LampDefect; requirement: string }>([
    { defect: "update-stores-status", requirement: "isolation.status-in-spec-write-is-rejected" },
    { defect: "resumption-begins-anew", requirement: "watch.resumes-after-version" },
    { defect: "selector-looks-at-keys", requirement: "watch.selector-filter" },
  ])("finds the planted defect of lamps: $defect", async ({ defect, requirement }) => {
    await using server = await startLamps([defect]);
    expect(broken(await check("lamps", server, [requirement]))).toEqual([requirement]);
  });

  it.each<{ defect: JobDefect; requirement: string }>([
    { defect: "version-in-text-ignored", requirement: "concurrency.stale-status-write-conflicts" },
    { defect: "deletion-is-called-a-change", requirement: "watch.deletion-is-deleted" },
  ])("finds the planted defect of jobs: $defect", async ({ defect, requirement }) => {
    await using server = await startJobs([defect]);
    expect(broken(await check("jobs", server, [requirement]))).toEqual([requirement]);
  });

  it.each<{ defect: SensorDefect; requirement: string }>([
    { defect: "resumption-skips-one", requirement: "semantics.watch-resumes-after-event" },
    { defect: "conditions-are-replaced", requirement: "semantics.lists-are-merged" },
    { defect: "removed-twice", requirement: "watch.deletion-is-deleted" },
  ])("finds the planted defect of sensors: $defect", async ({ defect, requirement }) => {
    await using server = await startSensors([defect]);
    expect(broken(await check("sensors", server, [requirement]))).toEqual([requirement]);
  });

  it.each<{ defect: RecipeDefect; requirement: string }>([
    { defect: "push-keeps-generation", requirement: "generation.counts-spec-changes" },
    { defect: "push-is-no-event", requirement: "watch.one-event-per-write" },
  ])("finds the planted defect of recipes: $defect", async ({ defect, requirement }) => {
    await using server = await startRecipes([defect]);
    const path = join(folder, "recipes.yaml");
    await init(server, path, [
      "--no-probe",
      ...identities("key"),
      ...wordsFor("recipes", server, folder),
    ]);
    expect(broken(await check("recipes", server, [requirement]))).toEqual([requirement]);
  });
});
