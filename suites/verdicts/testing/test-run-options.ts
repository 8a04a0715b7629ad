import { limits } from "#contract";
import type { RunOptions } from "../drive/run-options.ts";

export function runOptions(
  parts: Pick<RunOptions, "target" | "checks" | "emit"> & Partial<RunOptions>,
): RunOptions {
  return {
    suite: { name: "status-conformance", version: "0.0.0" },
    profile: "graphql-status/v1",
    selection: { only: [], skip: [] },
    seed: 1,
    run: "r",
    concurrencyLimits: { usual: 1, most: 1 },
    limits,
    command: "conformance",
    knownFaults: [],
    clock: () => new Date(0),
    monotonicMs: () => 0,
    signal: new AbortController().signal,
    ...parts,
  };
}
