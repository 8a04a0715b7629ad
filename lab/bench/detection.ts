import { limits } from "#contract";
import { usualEffort } from "#harness";
import type { Fault } from "#reference";
import type { RecordLine } from "#verdicts";
import { checkReference } from "../../bin/reach/compose.ts";

/** How often a fault was found, and by what. */
export interface Detection {
  readonly fault: Fault;
  readonly runs: number;
  readonly found: number;
  /** The workloads that found it first, with their counts. */
  readonly workloads: Readonly<Record<string, number>>;
  /** The requirements that were found broken, with the number of runs. */
  readonly requirements: Readonly<Record<string, number>>;
}

/** What a measurement depends on. */
export interface DetectionOptions {
  readonly runs: number;
  /** Operations of all workloads together; those of a default run by default. */
  readonly operations?: number;
}

/** The workloads of a default run. */
const workloads: readonly string[] = [
  "hot-objects",
  "watchers-leave-and-return",
  "objects-come-and-go",
  "mixed-operations",
  "clients-give-up",
];

/**
 * Runs the workloads against the reference with one fault, with another seed each time. A run ends with the
 * first workload that finds something: those that follow could not unfind it. It starts with the one that
 * found something in the run before, which halves what most faults take and changes no rate.
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

/** The requirements that one workload finds broken. */
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
    effort: {
      ...usualEffort,
      ...(options.operations === undefined ? {} : { operations: options.operations }),
    },
    // A busy machine must not cut a workload short: it would count what was sent, not what was found. A
    // fault may swallow the fence of a watch; nobody else waits for an event.
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
