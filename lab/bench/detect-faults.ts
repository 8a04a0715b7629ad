import { limits } from "#contract";
import { usualBudget } from "#harness";
import type { Fault } from "#reference";
import type { RecordLine } from "#verdicts";
import { checkReference } from "../../bin/reach/compose.ts";

export interface Detection {
  readonly fault: Fault;
  readonly runs: number;
  readonly found: number;
  readonly workloads: Readonly<Record<string, number>>;
  readonly requirements: Readonly<Record<string, number>>;
}

export interface DetectionOptions {
  readonly runs: number;
  /** Total number of operations in all workloads. Defaults to the number of a default run. */
  readonly operations?: number;
}

const workloads: readonly string[] = [
  "hot-objects",
  "watchers-leave-and-return",
  "objects-come-and-go",
  "mixed-operations",
  "clients-give-up",
];

/**
 * Runs the workloads against the reference server with one fault, N times with different seeds. A run finishes when a
 * workload detects the fault. Each run starts with the workload that detected the fault in the preceding run, which
 * halves the time for most faults and does not affect the rate.
 */
export async function detect(fault: Fault, options: DetectionOptions): Promise<Detection> {
  const first: Record<string, number> = {};
  const requirements: Record<string, number> = {};
  let found = 0;
  let order = workloads;
  for (let seed = 1; seed <= options.runs; seed += 1) {
    for (const workload of order) {
      const broken = await brokenBy(fault, workload, { ...options, seed });
      if (broken.size === 0) continue;
      found += 1;
      first[workload] = (first[workload] ?? 0) + 1;
      for (const id of broken) requirements[id] = (requirements[id] ?? 0) + 1;
      order = [workload, ...workloads.filter((other) => other !== workload)];
      break;
    }
  }
  return { fault, runs: options.runs, found, workloads: first, requirements };
}

export async function brokenBy(
  fault: Fault,
  workload: string,
  options: { readonly seed: number; readonly operations?: number },
): Promise<ReadonlySet<string>> {
  const broken = new Set<string>();
  await checkReference({
    faults: [fault],
    selection: { only: [`histories/${workload}`], skip: [] },
    seed: options.seed,
    proofBudget: {
      ...usualBudget,
      ...(options.operations === undefined ? {} : { operations: options.operations }),
    },
    // Generous limits: if a busy machine interrupted a workload, detection would depend on its speed. The limit for
    // events stays short, because a fault may drop the sentinel event of a watch, and no other check waits for events.
    limits: { ...limits, caseMs: limits.caseMs * 20, eventMs: limits.eventMs / 3 },
    keepObjects: true,
    emit: (line: RecordLine) => {
      if (line.line !== "case") return;
      for (const { result, requirement } of line.findings) {
        if (result === "violated") broken.add(requirement);
      }
    },
  });
  return broken;
}
