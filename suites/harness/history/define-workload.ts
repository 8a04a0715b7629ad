import type { Feature, Verb } from "#contract";
import { defineCheck } from "../session/check.ts";
import type { Check } from "../session/check.ts";
import { judgeWorkload } from "./judge-workload.ts";
import { requirementsIn } from "./requirement-of.ts";
import { runWorkload } from "./run-workload.ts";
import type { WorkloadObservations } from "./judge-workload.ts";
import type { WorkloadPlan } from "./workload-plan.ts";

export interface WorkloadCheck {
  readonly id: string;
  readonly title: string;
  readonly plan: WorkloadPlan;
  readonly features?: readonly Feature[];
  readonly verbs?: readonly (Verb | "watch")[];
}

/** Returns a check that runs a workload on one kind and judges its history. */
export function defineWorkload(workload: WorkloadCheck): Check<WorkloadObservations> {
  const { id, title, plan, features, verbs } = workload;
  return defineCheck({
    id,
    title,
    covers: requirementsIn(plan),
    scope: "target",
    // Other cases cannot run while the server is down.
    phase: plan.restartAt === undefined ? "history" : "restart",
    // An apply may be rejected because of ownership, and histories do not model ownership.
    statusModes: ["partial", "replace"],
    needsCounter: true,
    // Clients reuse the names of objects that they have deleted.
    ...(plan.changes.remove > 0 ? { presumes: { deletedName: "free" as const } } : {}),
    ...(features === undefined ? {} : { features }),
    ...(verbs === undefined ? {} : { verbs }),
    drive: (context) => runWorkload(context, plan),
    judge: (observations) => judgeWorkload(plan, observations),
  });
}
