import { setTimeout as pause } from "node:timers/promises";
import { ordersIn } from "../../../reports/testing/ci-runners.ts";
import type { World } from "../../../bin/process/world.ts";
import { capturedWorld } from "../captured-world.ts";
import { endProblems } from "../judge-hostile-case.ts";
import { readBack } from "../read-back.ts";
import { leaksIn } from "../run-case.ts";
import type { AttackMeans } from "./attack.ts";

export interface ProgramCall extends Pick<AttackMeans, "program"> {
  readonly words: readonly string[];
  readonly output: string;
  readonly world?: Partial<World>;
}

export interface CallResult {
  /** The exit code. Absent if the program did not exit. */
  readonly code?: number;
  /** Failures that count in every attack. */
  readonly problems: readonly string[];
}

/** Time limit for a call, in milliseconds. A short run takes far less, even on a busy machine. */
const maxMs = 240_000;

export async function callProgram({
  program,
  words,
  output,
  world,
}: ProgramCall): Promise<CallResult> {
  const written = { out: "", err: "" };
  const given = ["--output", output, "--config", "none", "--no-color"];
  const over = new AbortController();
  const limit = pause(maxMs, undefined, { signal: over.signal }).catch(() => undefined);
  const called = program([...words, ...given], { ...capturedWorld(written), ...world });
  const code = await Promise.race([called, limit]);
  over.abort();
  if (code === undefined) return { problems: [`did not exit within ${maxMs} ms`] };
  const back = await readBack(output);
  const end = { code, ...written, uncaught: [], lingering: [], grownBytes: 0, ...back };
  const orders = ordersIn(`${written.out}\n${written.err}`).map((one) => `a CI command: ${one}`);
  return { code, problems: [...leaksIn(output), ...endProblems(end), ...orders] };
}
