import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isJsonList, isJsonObject } from "#contract";
import type { JsonValue } from "#contract";
import { runCommand } from "../kubernetes/lab-command.ts";

export type ReleaseResult =
  | { readonly isTried: false; readonly reason: string }
  | {
      readonly isTried: true;
      readonly seconds: number;
      /** The seed of the run. Undefined for recorded and observed systems, which have no random content. */
      readonly seed: number | undefined;
      readonly verdicts: ReadonlyMap<string, Verdict>;
    };

export interface Verdict {
  readonly verdict: string;
  readonly level: string;
  readonly finding?: string;
}

export interface SuiteRun {
  readonly title: string;
  readonly words: readonly string[];
  readonly rules: readonly string[];
  readonly output: string;
  readonly environment?: NodeJS.ProcessEnv;
}

const seed = 1;

/**
 * Skips checks of permissions, because these servers permit every request, and random sequences and histories, because
 * they take longer.
 */
export const withoutRoles = [
  "authorization/*",
  "allocation/author-cannot-forge",
  "histories/*",
  "properties/*",
].flatMap((check) => ["--skip", check]);

export async function emptied(output: string): Promise<void> {
  await rm(output, { recursive: true, force: true });
  await mkdir(output, { recursive: true });
}

export async function runSuite(run: SuiteRun): Promise<ReleaseResult> {
  const { title, words, rules, output, environment = {} } = run;
  const beganMs = performance.now();
  const { code, printed } = await runCommand({
    words: [
      ...words,
      ...`--seed ${seed} --format terminal,json --no-color`.split(" "),
      ...rules.flatMap((rule) => ["--only", rule]),
      "--output",
      output,
    ],
    environment: { ...process.env, ...environment },
    isShown: false,
  });
  const seconds = Math.round((performance.now() - beganMs) / 1_000);
  await writeFile(join(output, "printed.txt"), printed);
  if (code === 2 || code === 3) {
    const reason = /^error: (.+)$/mu.exec(printed)?.[1] ?? printed.slice(-300).trim();
    throw new Error(`the run on ${title} failed: ${reason}`);
  }
  const report: JsonValue = JSON.parse(await readFile(join(output, "report.json"), "utf8"));
  return { isTried: true, seconds, seed, verdicts: verdictsIn(report) };
}

export function verdictsIn(report: JsonValue): ReadonlyMap<string, Verdict> {
  const lines = isJsonObject(report) ? report["requirements"] : undefined;
  const list: readonly JsonValue[] = isJsonList(lines) ? lines : [];
  return new Map(list.flatMap((line) => verdictIn(line)));
}

function verdictIn(line: JsonValue): readonly (readonly [string, Verdict])[] {
  const { requirement, verdict, level, findings } = isJsonObject(line) ? line : {};
  if (typeof requirement !== "string" || typeof verdict !== "string") return [];
  if (typeof level !== "string") return [];
  const found = (isJsonList(findings) ? findings : []).find(
    (one) => isJsonObject(one) && one["result"] === "violated",
  );
  const { expected, actual } = isJsonObject(found) ? found : {};
  const text =
    typeof expected === "string" && typeof actual === "string"
      ? { finding: `expected: ${expected.replace(/\.$/u, "")}; actual: ${actual}` }
      : {};
  return [[requirement, { verdict, level, ...text }]];
}
