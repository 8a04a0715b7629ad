import { limits } from "#contract";
import type { KindDescription } from "#harness";
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

/** Creates a kind with one operation per verb and no samples. `more` overrides fields. */
export function kindNamed(name: string, more: Partial<KindDescription> = {}): KindDescription {
  const one = ["x"];
  return {
    name,
    scope: "namespaced",
    namespaces: ["default"],
    operations: {
      create: one,
      read: one,
      list: one,
      update: one,
      updateStatus: one,
      patchStatus: [],
      delete: one,
      watch: one,
    },
    statusModes: { x: "partial" },
    isRuntime: false,
    samples: { specs: [], statuses: [], counter: "observedGeneration", invalidStatuses: [] },
    ...more,
  };
}
