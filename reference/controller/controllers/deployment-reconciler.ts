import type { JsonObject, Resource } from "#contract";
import type { Reconciler } from "../runtime/reconciler.ts";
import type { StagedStatus } from "../status-writer/staged-status.ts";

export interface ReplicaCounts {
  readonly replicas: number;
  readonly updatedReplicas: number;
  readonly readyReplicas: number;
  readonly availableReplicas: number;
}

/** The runtime of instances. All calls are idempotent. */
export interface Workloads {
  readonly scale: (uid: string, replicas: number, image: string) => Promise<ReplicaCounts>;
  readonly count: (uid: string) => Promise<ReplicaCounts>;
  readonly remove: (uid: string) => void;
}

export function deploymentReconciler(workloads: Workloads): Reconciler {
  return {
    kind: "Deployment",
    reconcile: async (staged) => {
      const { metadata, spec = {} } = staged.object;
      if (metadata.deletionTimestamp !== undefined) return reportRemoval(staged, workloads);
      if (spec["paused"] === true) {
        // Staged changes are flushed despite the early return. The status is the only source for a process that did not
        // start the instances.
        stageCounts(staged, countsIn(staged.object) ?? (await workloads.count(metadata.uid)));
        staged.condition({ type: "Ready", status: "False", reason: "Paused" });
        return;
      }
      const wanted = replicasOf(spec);
      const counts = await workloads.scale(metadata.uid, wanted, imageOf(spec));
      stageCounts(staged, counts);
      stageReadiness(staged, counts, wanted);
    },
    forget: ({ metadata }: Resource) => workloads.remove(metadata.uid),
  };
}

/**
 * Reports that an object is being deleted. Stops its instances immediately, even if finalizers of other clients delay
 * the deletion.
 */
async function reportRemoval(staged: StagedStatus, workloads: Workloads): Promise<void> {
  const { uid } = staged.object.metadata;
  workloads.remove(uid);
  stageCounts(staged, await workloads.count(uid));
  staged.condition({ type: "Ready", status: "False", reason: "Terminating" });
}

function countsIn({ status = {} }: Resource): ReplicaCounts | undefined {
  const { replicas, updatedReplicas, readyReplicas, availableReplicas } = status;
  const isCounted =
    typeof replicas === "number" &&
    typeof updatedReplicas === "number" &&
    typeof readyReplicas === "number" &&
    typeof availableReplicas === "number";
  return isCounted ? { replicas, updatedReplicas, readyReplicas, availableReplicas } : undefined;
}

function stageCounts(staged: StagedStatus, counts: ReplicaCounts): void {
  for (const [member, count] of Object.entries(counts)) staged.set(member, count);
}

function stageReadiness(staged: StagedStatus, counts: ReplicaCounts, wanted: number): void {
  const isReady = counts.readyReplicas === wanted;
  staged.condition({
    type: "Ready",
    status: isReady ? "True" : "False",
    reason: isReady ? "AllReady" : "Progressing",
    message: `${counts.readyReplicas} of ${wanted} instances are ready`,
  });
}

function replicasOf(spec: JsonObject): number {
  return typeof spec["replicas"] === "number" ? spec["replicas"] : 1;
}

function imageOf(spec: JsonObject): string {
  return typeof spec["image"] === "string" ? spec["image"] : "";
}

export function instantWorkloads(): Workloads {
  const running = new Map<string, number>();
  const count = (uid: string): Promise<ReplicaCounts> => {
    const replicas = running.get(uid) ?? 0;
    return Promise.resolve({
      replicas,
      updatedReplicas: replicas,
      readyReplicas: replicas,
      availableReplicas: replicas,
    });
  };
  return {
    scale: (uid, replicas) => {
      running.set(uid, replicas);
      return count(uid);
    },
    count,
    remove: (uid) => {
      running.delete(uid);
    },
  };
}
