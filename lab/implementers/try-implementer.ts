import { existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { loadDialect, printDialect } from "#targets/dialect-file";
import { compareDialects } from "../../bin/testing/compare-dialects.ts";
import { runCommand } from "../kubernetes/lab-command.ts";
import type { Implementer } from "./implementer.ts";
import { serve } from "./serve-implementer.ts";

export interface RunResult {
  readonly code: number;
  readonly seconds: number;
  readonly cards: readonly Card[];
  readonly refusal?: string;
}

interface Card {
  readonly requirement: string;
  readonly level: string;
}

export interface Inferred {
  readonly code: number;
  readonly path?: string;
  /** Number of statements in the handwritten dialect that `init` inferred correctly. */
  readonly right: number;
  readonly statements: number;
  readonly edits: readonly string[];
  readonly unmarked: readonly string[];
}

export interface Places {
  readonly folder: string;
  readonly output: string;
}

/** Which checks to run. `scripted` skips properties and histories. */
export type Depth = "scripted" | "whole";

const byDepth: Readonly<Record<Depth, readonly string[]>> = {
  scripted: ["--skip", "histories/*", "properties/*"],
  whole: [],
};

export function ownDialect({ folder }: Places): string {
  return join(folder, "dialect.yaml");
}

/** Runs `init` on the correct server, and compares the result with the handwritten dialect. */
export async function infer(implementer: Implementer, places: Places): Promise<Inferred> {
  await mkdir(places.output, { recursive: true });
  const path = join(places.output, "inferred.yaml");
  await using server = await serve(implementer, places.folder);
  const words = ["init", "--endpoint", server.url, "--output", path, "--force", "--no-color"];
  const { code, printed } = await runCommand({
    words: [...words, ...implementer.initArgs],
    environment: process.env,
    isShown: false,
  });
  if (code !== 0) process.stderr.write(printed);
  const byHand = await readFile(ownDialect(places), "utf8");
  const hasFile = existsSync(path);
  const written = hasFile ? await readFile(path, "utf8") : "dialect: 1\n";
  const { same, edits, unmarked } = compareDialects(written, wholeOf(byHand));
  return {
    code,
    ...(hasFile ? { path } : {}),
    right: same,
    statements: same + edits.length,
    edits,
    unmarked,
  };
}

function wholeOf(text: string): string {
  return printDialect(loadDialect("dialect.yaml", () => text).dialect);
}

export async function run(
  implementer: Implementer,
  places: Places,
  { dialect, depth, mistake = "" }: RunPlan,
): Promise<RunResult> {
  await using server = await serve(implementer, places.folder, mistake);
  const beganMs = performance.now();
  const { code, printed } = await runCommand({
    words: [
      "--endpoint",
      server.url,
      "--dialect",
      dialect,
      "--output",
      join(places.output, mistake === "" ? "clean" : mistake),
      "--no-color",
      "--seed",
      "1",
      // The timeout is generous, because the servers share the machine with the suite.
      "--timeout",
      "60",
      "--concurrency",
      "16",
      ...byDepth[depth],
    ],
    environment: { ...process.env, ...credentialsIn(implementer) },
    isShown: false,
  });
  const seconds = Math.round((performance.now() - beganMs) / 1_000);
  const cards = [...printed.matchAll(/^\d+\. (\S+) (MUST|SHOULD)$/gmu)].map(
    ([, requirement = "", level = ""]) => ({ requirement, level }),
  );
  if (code !== 2 && code !== 3) return { code, seconds, cards };
  const refusal = /^error: (.+)$/mu.exec(printed)?.[1] ?? printed.slice(-300).trim();
  return { code, seconds, cards, refusal };
}

export interface RunPlan {
  readonly dialect: string;
  readonly depth: Depth;
  readonly mistake?: string;
}

function credentialsIn({ initArgs }: Implementer): Readonly<Record<string, string>> {
  const pairs = initArgs.flatMap((word) => {
    const [, role, credential] = /^([a-z]+)=(.+)$/u.exec(word) ?? [];
    return role === undefined || credential === undefined
      ? []
      : [[`CONFORMANCE_${role.toUpperCase()}`, credential] as const];
  });
  return Object.fromEntries(pairs);
}
