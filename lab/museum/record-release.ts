import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { isJsonObject } from "#contract";
import type { JsonValue } from "#contract";
import type { BuildPlaces } from "../implementers/build.ts";
import { runCommand } from "../kubernetes/lab-command.ts";
import { buildRelease } from "./build-release.ts";
import type { RecordedSystem } from "./exhibit.ts";
import { anomalyTypes } from "./anomaly-types.ts";
import { emptied } from "./run-suite.ts";
import type { ReleaseResult, Verdict } from "./run-suite.ts";

export interface RecordTrial {
  readonly system: RecordedSystem;
  readonly release: string;
  readonly scenario: string;
  readonly output: string;
  readonly places: BuildPlaces;
}

const run = promisify(execFile);

/** Time limit for a recording, in milliseconds. */
const recordMs = 120_000;

export async function recordRelease(trial: RecordTrial): Promise<ReleaseResult> {
  const { system, release, scenario, output, places } = trial;
  const { record } = system;
  const built = await buildRelease(system, release, places);
  if (!built.isBuilt) return { isTried: false, reason: built.reason };
  await emptied(output);
  const beganMs = performance.now();
  const [program, ...words] = record;
  const path = program.includes("/") ? resolve(built.folder, program) : program;
  const { stdout } = await run(path, [...words, scenario], {
    cwd: built.folder,
    timeout: recordMs,
    killSignal: "SIGKILL",
  });
  const history = join(output, "history.ndjson");
  await writeFile(history, stdout);
  const { code, printed } = await runCommand({
    words: ["check-history", history, "--format", "json"],
    environment: process.env,
    isShown: false,
  });
  const seconds = Math.round((performance.now() - beganMs) / 1_000);
  if (code === 2 || code === 3)
    throw new Error(
      `the history of ${system.name} ${release} cannot be checked: ${printed.trim()}`,
    );
  const checked: JsonValue = JSON.parse(printed);
  return { isTried: true, seconds, seed: undefined, verdicts: verdictsOf(checked) };
}

/** Returns the verdicts by anomaly. An inconclusive history does not prove that an anomaly is absent. */
export function verdictsOf(checked: JsonValue): ReadonlyMap<string, Verdict> {
  const { verdict, anomalies } = isJsonObject(checked) ? checked : {};
  const list: readonly JsonValue[] = Array.isArray(anomalies) ? anomalies : [];
  const found = new Map<string, string>();
  for (const anomaly of list) {
    const { type, message } = isJsonObject(anomaly) ? anomaly : {};
    if (typeof type !== "string" || typeof message !== "string" || found.has(type)) continue;
    found.set(type, message);
  }
  const isDecided = verdict === "legal" || verdict === "illegal";
  const absent: Verdict = { verdict: isDecided ? "pass" : "inconclusive", level: "MUST" };
  return new Map(
    anomalyTypes.map((type) => {
      const finding = found.get(type);
      return [type, finding === undefined ? absent : { verdict: "fail", level: "MUST", finding }];
    }),
  );
}
