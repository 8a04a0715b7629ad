import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { faults, startReference } from "#reference";
import { pickFaults } from "../self-test/picked-variants.ts";
import { call } from "./test-world.ts";
import type { Called } from "./test-world.ts";

/** A few cases. With the fault, some of them fail. */
const only = [
  "--only",
  "concurrency/stale-version-conflicts#Service.*",
  "isolation/spec-write*#Service*",
];

/**
 * A folder with the records and reports of two runs: `sound` on a conformant endpoint, and `broken` on an endpoint that
 * accepts stale versions. Disposing removes the folder.
 */
export interface PastRuns extends Disposable {
  at(...names: readonly string[]): string;
  documentAt(...names: readonly string[]): unknown;
}

export type RunAgain = (
  output: string,
  endpoint: "sound" | "broken",
  ...args: readonly string[]
) => Promise<Called>;

/** Writes the known failures of the broken endpoint to `b.yaml`, and runs with that baseline. */
export async function pinAndHold(run: RunAgain, runs: PastRuns): Promise<void> {
  const baseline = ["--baseline", runs.at("b.yaml")];
  for (const called of [
    await run("pinned", "broken", ...baseline, "--update-baseline"),
    await run("held", "broken", ...baseline),
  ]) {
    if (called.code !== 0) throw new Error(called.out + called.err);
  }
}

/** Runs a few checks against two endpoints, and calls `more` while both are still running. */
export async function makePastRuns(
  more: (run: RunAgain, runs: PastRuns) => Promise<void>,
): Promise<PastRuns> {
  const runs = pastRunsIn(mkdtempSync(join(tmpdir(), "conformance-past-")));
  await using broken = await startReference({
    faults: pickFaults(["stale-version-accepted"], faults),
  });
  await using sound = await startReference();
  const urls = { sound: sound.url, broken: broken.url };
  const run: RunAgain = (output, endpoint, ...args) => {
    const where = ["--output", runs.at(output), "--endpoint", urls[endpoint]];
    return call([...where, "--seed", "3", "--quiet", ...only, ...args]);
  };
  const formats = ["--format", "json,junit,markdown", "--format", "conformance-report"];
  await run("broken", "broken", ...formats);
  await run("sound", "sound", ...formats);
  await more(run, runs);
  return runs;
}

function pastRunsIn(folder: string): PastRuns {
  const at = (...names: readonly string[]): string => join(folder, ...names);
  return {
    at,
    documentAt: (...names) => {
      const text = readFileSync(at(...names), "utf8");
      const isYaml = names.at(-1)?.endsWith("yaml") === true;
      const content: unknown = isYaml ? parse(text) : JSON.parse(text);
      return content;
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
}
