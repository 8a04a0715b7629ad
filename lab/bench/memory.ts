import { readFileSync, writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { checkHistory } from "#checker";
import { historyOf } from "./histories.ts";
import type { Mix } from "./histories.ts";

/**
 * Returns the growth of this process's peak resident memory in bytes while it checks a history. NaN without `/proc`.
 */
export async function memoryOfCheck(mix: Mix): Promise<number> {
  const history = historyOf(mix);
  await settle();
  try {
    // Resets the peak memory to the current resident size.
    writeFileSync("/proc/self/clear_refs", "5");
  } catch {
    return Number.NaN;
  }
  const before = residentBytes("VmHWM");
  checkHistory(history);
  return residentBytes("VmHWM") - before;
}

/** Collects garbage until memory use no longer shrinks. One collection is not enough. */
async function settle(): Promise<void> {
  const leastBytes = 2 ** 20;
  for (let given = Infinity; given > leastBytes;) {
    const before = process.memoryUsage.rss();
    collectGarbage();
    await setTimeout(100);
    given = before - process.memoryUsage.rss();
  }
}

function residentBytes(member: string): number {
  const status = readFileSync("/proc/self/status", "utf8");
  const kibibytes = new RegExp(`${member}:\\s+(\\d+) kB`, "u").exec(status)?.[1];
  return Number(kibibytes) * 1024;
}

function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect === "function") collect();
}
