import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { isJsonObject } from "#contract";
import type { Cluster } from "../kubernetes/cluster.ts";
import { runCommand } from "../kubernetes/lab-command.ts";

export interface KindResult {
  readonly project: string;
  readonly kind: string;
  readonly code: number;
  readonly seconds: number;
  readonly sums: Readonly<Record<string, number>>;
  readonly broken: readonly string[];
  readonly open: readonly string[];
  readonly refusal?: string;
}

/** Parses a stored result. Returns undefined for other values. */
export function readResult(value: unknown): KindResult | undefined {
  if (!isJsonObject(value)) return undefined;
  const { project, kind, code, seconds, sums, broken, open, refusal } = value;
  if (typeof project !== "string" || typeof kind !== "string") return undefined;
  if (typeof code !== "number" || typeof seconds !== "number" || !isJsonObject(sums))
    return undefined;
  return {
    project,
    kind,
    code,
    seconds,
    sums: countsIn(sums),
    broken: textsIn(broken),
    open: textsIn(open),
    ...(typeof refusal === "string" ? { refusal } : {}),
  };
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

export interface KindTrial {
  readonly cluster: Cluster;
  readonly project: string;
  readonly kind: string;
  readonly output: string;
  readonly words: readonly string[];
  readonly signal: AbortSignal;
}

/** The exit code after SIGINT. */
export const interruptedCode = 130;

/** Runs the profile on a kind. If interrupted, the result is incomplete. */
export async function tryKind(trial: KindTrial): Promise<KindResult> {
  const { cluster, project, kind, words, signal } = trial;
  const output = join(trial.output, kind);
  await rm(output, { recursive: true, force: true });
  await mkdir(output, { recursive: true });
  const beganMs = performance.now();
  const [endpoint = ""] = cluster.endpoints;
  const { code, printed } = await runCommand({
    words: [
      "--endpoint",
      endpoint,
      "--protocol",
      "kubernetes",
      "--certificate-authority",
      cluster.certificatePath(),
      "--token",
      "env:ADMINISTRATOR_TOKEN",
      "--kind",
      kind,
      "--output",
      output,
      "--quiet",
      "--no-color",
      ...words,
    ],
    environment: { ...process.env, ADMINISTRATOR_TOKEN: cluster.tokens.admin },
    isShown: false,
    signal,
  });
  const seconds = Math.round((performance.now() - beganMs) / 1_000);
  const shared = { project, kind, code, seconds };
  const report = code === 2 ? undefined : await reportIn(output);
  if (report === undefined) {
    const refusal = /^error: (.+)$/mu.exec(printed)?.[1] ?? printed.slice(-300).trim();
    return { ...shared, sums: {}, broken: [], open: [], refusal };
  }
  return { ...shared, ...resultOf(report) };
}

async function reportIn(folder: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(join(folder, "report.json"), "utf8"));
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function resultOf(
  report: Readonly<Record<string, unknown>>,
): Pick<KindResult, "broken" | "open" | "sums"> {
  const { sums, requirements } = report;
  const musts = (Array.isArray(requirements) ? requirements : []).filter(
    (line: unknown) => isJsonObject(line) && line["level"] === "MUST",
  );
  const namesOf = (verdicts: readonly string[]): readonly string[] =>
    musts.flatMap((line: unknown) => {
      const { verdict, requirement } = isJsonObject(line) ? line : {};
      const isWanted = typeof verdict === "string" && verdicts.includes(verdict);
      return isWanted && typeof requirement === "string" ? [requirement] : [];
    });
  return {
    sums: countsIn(sums),
    broken: namesOf(["fail", "flaky"]),
    open: namesOf(["inconclusive", "untestable", "errored"]),
  };
}

function countsIn(sums: unknown): Readonly<Record<string, number>> {
  const entries = Object.entries(isJsonObject(sums) ? sums : {}).flatMap(([name, count]) =>
    typeof count === "number" ? [[name, count] as const] : [],
  );
  return Object.fromEntries(entries);
}
