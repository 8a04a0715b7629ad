import { describeKey, keyOf } from "#contract";
import type { JsonValue, Resource } from "#contract";
import type { ControllerRules } from "../runtime/controller-rules.ts";
import type { Reconciler } from "../runtime/reconciler.ts";
import { isReady } from "../status-writer/condition.ts";
import type { StagedStatus } from "../status-writer/staged-status.ts";
import { statusVariant } from "./define-variant.ts";
import type { FaultyVariant } from "./define-variant.ts";

/**
 * Defects by which the final status depends on the history of the spec: earlier specs, missed states, failed writes, or
 * crashes.
 */
export const sameEndVariants: readonly FaultyVariant[] = [
  stagingVariant({
    name: "stays-unready-after-zero",
    summary: "Never reports a deployment as ready again after it was scaled to zero.",
    breaks: ["controller.same-end-on-any-path"],
    kind: "Deployment",
    scenarios: ["ends-the-same-on-each-path"],
    staging: () => {
      const wasZero = new Set<string>();
      return (staged) => {
        const { metadata, spec = {} } = staged.object;
        const isNew = metadata.generation === 1;
        if (spec["replicas"] === 0 && !isNew) wasZero.add(metadata.uid);
        if (!wasZero.has(metadata.uid)) return;
        staged.condition({ type: "Ready", status: "False", reason: "ScaledToZero" });
      };
    },
  }),
  stagingVariant({
    name: "never-counts-down",
    summary: "Never decreases a count in the status.",
    breaks: ["controller.same-end-on-any-path"],
    kind: "Deployment",
    scenarios: ["ends-the-same-on-each-path"],
    staging: () => (staged) => {
      for (const [member, value] of Object.entries(staged.changes().members)) {
        const before = staged.object.status?.[member];
        if (typeof before !== "number" || typeof value !== "number") continue;
        staged.set(member, Math.max(before, value));
      }
    },
  }),
  stagingVariant({
    name: "stays-ready-after-a-failure",
    summary:
      "Reports why a request is rejected, but never reports a bucket that was ready as not ready.",
    breaks: ["controller.same-end-on-any-path"],
    kind: "Bucket",
    scenarios: ["ends-the-same-on-each-path", "recovers-from-a-failure"],
    staging: () => (staged) => {
      const wasReady = isReady(staged.object.status);
      const ready = staged.changes().conditions.find(({ type }) => type === "Ready");
      if (wasReady && ready !== undefined) staged.condition({ ...ready, status: "True" });
    },
  }),
  stagingVariant({
    name: "stays-refused",
    summary: "Rejects every later request of a bucket after it has rejected a request.",
    breaks: ["controller.same-end-on-any-path"],
    kind: "Bucket",
    scenarios: ["ends-the-same-on-each-path", "recovers-from-a-failure"],
    staging: () => {
      const refused = new Set<string>();
      return (staged) => {
        const { uid } = staged.object.metadata;
        if (staged.changes().members["phase"] === "Failed") refused.add(uid);
        if (!refused.has(uid)) return;
        staged.clear("instance");
        staged.set("phase", "Failed");
        staged.condition({ type: "Ready", status: "False", reason: "RefusedBefore" });
      };
    },
  }),
  stagingVariant({
    name: "is-degraded-for-good",
    summary: "Reports a rejected request in a second condition, and never removes that condition.",
    breaks: ["controller.same-end-on-any-path"],
    kind: "Bucket",
    scenarios: ["ends-the-same-on-each-path"],
    staging: () => (staged) => {
      if (staged.changes().members["phase"] !== "Failed") return;
      staged.condition({ type: "Degraded", status: "True", reason: "Refused" });
    },
  }),
  statusVariant({
    name: "renews-only-conditions-that-flip",
    summary: "Keeps the reason and the generation of a condition until its status changes.",
    breaks: ["controller.same-end-on-any-path"],
    kind: "Deployment",
    scenarios: ["ends-the-same-on-each-path"],
    mistake: ({ mergeConditions }) => ({
      mergeConditions: (stored, written) =>
        mergeConditions(
          stored,
          written.map((condition) => {
            const same = stored.find(
              ({ type, status }) => type === condition["type"] && status === condition["status"],
            );
            return same ?? condition;
          }),
        ),
    }),
  }),
  stagingVariant({
    name: "keeps-an-address-that-was-requested",
    summary:
      "Keeps a requested address in the status of a service that no longer requests an address.",
    breaks: ["controller.same-end-on-any-path", "controller.acknowledges-current-request"],
    kind: "Service",
    scenarios: ["ends-the-same-on-each-path"],
    staging: () => {
      const requested = new Set<string>();
      return (staged) => {
        const { metadata, spec = {}, status = {} } = staged.object;
        if (typeof spec["loadBalancerIP"] === "string") requested.add(metadata.uid);
        else if (spec["type"] === "LoadBalancer") requested.delete(metadata.uid);
        const { loadBalancer } = status;
        const isCleared = staged.changes().members["loadBalancer"] === null;
        const isKept = isCleared && requested.has(metadata.uid);
        if (isKept && loadBalancer !== undefined) staged.set("loadBalancer", loadBalancer);
      };
    },
  }),
  stagingVariant({
    name: "loses-a-condition-with-a-crash",
    summary:
      "Reports a second condition when an object is created, and drops it in the first status write after a restart.",
    breaks: ["controller.same-end-on-any-path"],
    kind: "Deployment",
    scenarios: ["allocates-once-across-a-crash"],
    staging: (start) => (staged) => {
      const isFirst = isFirstOf(start(), staged.object);
      const isNew = staged.object.status === undefined;
      if (isNew) staged.condition({ type: "Scheduled", status: "True", reason: "Placed" });
      else if (isFirst) start().found.add(staged.object.metadata.uid);
    },
    status: ({ base }, start) => ({
      base: (snapshots) => {
        const stored = base(snapshots);
        const { conditions } = stored;
        const isFound = start().found.has(snapshots.started.metadata.uid);
        if (!isFound || !Array.isArray(conditions)) return stored;
        const kept = conditions.filter(({ type }) => type !== "Scheduled");
        return { ...stored, conditions: kept };
      },
    }),
  }),
  stagingVariant({
    name: "forgets-a-pause-with-a-crash",
    summary:
      "Reports a paused deployment without replicas as ready if a new process finds that its " +
      "generation was not reported.",
    breaks: ["controller.same-end-on-any-path"],
    kind: "Deployment",
    scenarios: ["ends-the-same-after-a-crash-at-each-write"],
    staging: (start) => {
      const found = new Map<string, number>();
      return (staged) => {
        const { metadata, spec = {}, status } = staged.object;
        const { uid, generation = 0 } = metadata;
        const isFirst = isFirstOf(start(), staged.object);
        const isUnreported = status !== undefined && status["observedGeneration"] !== generation;
        if (isFirst && isUnreported && spec["replicas"] === 0) found.set(uid, generation);
        if (found.get(uid) !== generation) return;
        staged.condition({ type: "Ready", status: "True", reason: "AllReady" });
      };
    },
  }),
  stagingVariant({
    name: "counts-only-after-its-first-report",
    summary:
      "Updates only the conditions, and keeps the stored counts, for the first generation that each process finds.",
    breaks: ["controller.same-end-on-any-path"],
    kind: "Deployment",
    scenarios: ["catches-up-on-changes-while-it-was-down"],
    staging: (start) => {
      const found = new Map<string, number>();
      return (staged) => {
        const { metadata, status } = staged.object;
        const { uid, generation = 0 } = metadata;
        if (isFirstOf(start(), staged.object) && status !== undefined) found.set(uid, generation);
        if (found.get(uid) === generation) keepMembers(staged);
      };
    },
  }),
  stagingVariant({
    name: "counts-only-consecutive-generations",
    summary: "Keeps the stored counts if it has not seen the preceding generation.",
    breaks: ["controller.same-end-on-any-path"],
    kind: "Deployment",
    scenarios: ["begins-anew-after-a-long-outage"],
    staging: () => {
      const seen = new Map<string, number>();
      const skipped = new Map<string, number>();
      return (staged) => {
        const { uid, generation = 0 } = staged.object.metadata;
        const before = seen.get(uid) ?? generation;
        seen.set(uid, generation);
        if (generation > before + 1) skipped.set(uid, generation);
        if (skipped.get(uid) === generation) keepMembers(staged);
      };
    },
  }),
  stagingVariant({
    name: "counts-by-name",
    summary:
      "Reports the counts of the deleted object for a recreated object, unless the watch has " +
      "shown the deletion.",
    breaks: ["controller.same-end-on-any-path"],
    kind: "Deployment",
    scenarios: ["finds-a-recreated-object", "recognizes-a-recreated-object"],
    staging: () => {
      const counts = new Map<string, Readonly<Record<string, JsonValue>>>();
      return Object.assign(
        (staged: StagedStatus) => {
          const name = describeKey(keyOf(staged.object));
          const isNew = staged.object.metadata.generation === 1;
          const before = counts.get(name);
          if (before === undefined) counts.set(name, staged.changes().members);
          else if (isNew)
            for (const [member, value] of Object.entries(before)) staged.set(member, value);
        },
        { forget: (object: Resource) => void counts.delete(describeKey(keyOf(object))) },
      );
    },
  }),
  {
    name: "reports-without-counts-after-a-failure",
    summary: "Keeps the stored counts if its first attempt to report a generation failed.",
    breaks: ["controller.same-end-on-any-path"],
    kind: "Deployment",
    scenarios: ["comes-through-a-lost-request"],
    change: ({ report }) => {
      const failed = new Map<string, number>();
      return {
        report: async (object, work, options) => {
          const { uid, generation = 0 } = object.metadata;
          const isAgain = failed.get(uid) === generation;
          const stage: typeof work = async (staged) => {
            await work(staged);
            if (isAgain) keepMembers(staged);
          };
          try {
            return await report(object, stage, options);
          } catch (error) {
            failed.set(uid, generation);
            throw error;
          }
        },
      };
    },
  },
];

/** Replaces each staged field that the stored status contains with its stored value. */
function keepMembers(staged: StagedStatus): void {
  const { status = {} } = staged.object;
  for (const member of Object.keys(staged.changes().members)) {
    const stored = status[member];
    if (stored !== undefined) staged.set(member, stored);
  }
}

/** The objects on which a process has reported, and those that already had a report from an earlier process. */
interface Start {
  readonly reported: Set<string>;
  readonly found: Set<string>;
}

function newStart(): Start {
  return { reported: new Set(), found: new Set() };
}

/** Whether this is the first report of a process on an object. Records the report. */
function isFirstOf({ reported }: Start, { metadata }: Resource): boolean {
  const isFirst = !reported.has(metadata.uid);
  reported.add(metadata.uid);
  return isFirst;
}

type Staging = ((staged: StagedStatus) => void) & { readonly forget?: (object: Resource) => void };

interface StagingVariant extends Omit<FaultyVariant, "change"> {
  /** Creates the defect for one run. It changes what a correct reconcile has staged. */
  readonly staging: (start: () => Start) => Staging;
  readonly status?: (
    rules: ControllerRules["status"],
    start: () => Start,
  ) => Partial<ControllerRules["status"]>;
}

function stagingVariant({ staging, status, ...variant }: StagingVariant): FaultyVariant {
  return {
    ...variant,
    change: (rules) => {
      let start = newStart();
      const mistake = staging(() => start);
      const changed = (reconciler: Reconciler): Reconciler => ({
        ...reconciler,
        reconcile: async (staged, driverEnvironment) => {
          await reconciler.reconcile(staged, driverEnvironment);
          if (staged.object.metadata.deletionTimestamp === undefined) mistake(staged);
        },
        forget: (object) => {
          mistake.forget?.(object);
          reconciler.forget(object);
        },
      });
      return {
        ...(status === undefined
          ? {}
          : { status: { ...rules.status, ...status(rules.status, () => start) } }),
        reconcilers: (correct) => {
          start = newStart();
          return correct.map((known) => (known.kind === variant.kind ? changed(known) : known));
        },
      };
    },
  };
}
