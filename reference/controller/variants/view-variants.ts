import { describeKey, jsonEquals, keyOf } from "#contract";
import type { JsonObject } from "#contract";
import type { ControllerRules } from "../runtime/controller-rules.ts";
import { correctLoopRules } from "../runtime/loop-rules.ts";
import type { AfterWatch } from "../runtime/loop-rules.ts";
import type { Reconciler } from "../runtime/reconciler.ts";
import { loopVariant, statusVariant } from "./define-variant.ts";
import type { FaultyVariant } from "./define-variant.ts";
import { overwritesAllocations } from "./allocating-variants.ts";

export const viewVariants: readonly FaultyVariant[] = [
  loopVariant({
    name: "trusts-a-stale-cache",
    summary:
      "Reconciles shortly after each write, from a cache that does not contain the write yet.",
    breaks: ["controller.acts-on-own-writes"],
    kind: "Deployment",
    scenarios: ["waits-for-its-own-write"],
    mistake: { awaitsOwnWrites: false, resyncMs: 300 },
  }),
  loopVariant({
    name: "trusts-its-cache-after-a-retry",
    summary:
      "After a conflict, reads the object again and writes its status, and then reconciles an event from before that write.",
    breaks: ["controller.acts-on-own-writes"],
    kind: "Bucket",
    scenarios: ["waits-for-its-own-write"],
    mistake: { awaitsOwnWrites: false },
  }),
  {
    name: "trusts-its-cache-for-neighbors",
    summary:
      "Reconciles all objects on each event, from a cache that does not contain its own last writes yet.",
    breaks: ["controller.acts-on-own-writes"],
    kind: "Service",
    scenarios: ["waits-for-its-own-write"],
    change: ({ loop, status }) => ({
      loop: { ...loop, awaitsOwnWrites: false },
      status: { ...status, attempts: 1 },
      reconcilers: (correct) =>
        correct.map((reconciler) => ({ ...reconciler, affectsOthers: () => true })),
    }),
  },
  {
    name: "trusts-a-list-in-flight",
    summary:
      "Lists again after its watch has ended, and reconciles the list although it is older than its own last write.",
    breaks: ["controller.acts-on-own-writes"],
    kind: "Deployment",
    scenarios: ["waits-for-its-own-write"],
    change: ({ loop, status }) => ({
      loop: { ...loop, awaitsOwnWrites: false, afterWatch: () => "relist" },
      status: { ...status, attempts: 1 },
    }),
  },
  {
    name: "identifies-objects-by-name",
    summary: "Grants a recreated object the first request of its predecessor.",
    breaks: ["controller.acknowledges-current-request", "controller.same-end-on-any-path"],
    kind: "Bucket",
    scenarios: ["recognizes-a-recreated-object"],
    change: () => granting({ forgets: false }),
  },
  {
    name: "misses-unseen-deletions",
    summary: "Discards the grants of an object only when the watch shows its deletion.",
    breaks: ["controller.acknowledges-current-request", "controller.same-end-on-any-path"],
    kind: "Bucket",
    scenarios: ["finds-a-recreated-object"],
    change: () => granting({ forgets: true }),
  },
  {
    name: "skips-a-reverted-spec",
    summary: "Skips a new generation whose spec equals the last spec that it reported on.",
    breaks: ["controller.status-converges", "controller.observed-generation-follows"],
    kind: "Deployment",
    scenarios: ["reports-on-a-reverted-spec"],
    change: ({ report }) => {
      const done = new Map<string, JsonObject>();
      return {
        report: async (object, work, options) => {
          const { metadata, spec = {} } = object;
          const last = done.get(metadata.uid);
          if (last !== undefined && jsonEquals(last, spec)) return nothingReported;
          const reported = await report(object, work, options);
          done.set(metadata.uid, spec);
          return reported;
        },
      };
    },
  },
  {
    name: "marks-work-done-before-writing",
    summary:
      "Marks a generation as done before reporting on it, and relies on the mark after a restart.",
    breaks: ["controller.status-converges", "controller.observed-generation-follows"],
    kind: "Service",
    scenarios: ["writes-again-after-a-crash-before-the-write"],
    change: ({ report }) => {
      const marked = new Map<string, number>();
      return {
        report: (object, work, options) => {
          const { uid, generation = 0 } = object.metadata;
          if ((marked.get(uid) ?? -1) >= generation) return Promise.resolve(nothingReported);
          marked.set(uid, generation);
          return report(object, work, options);
        },
      };
    },
  },
  loopVariant({
    name: "ignores-a-second-list",
    summary: "Updates its cache from a list after an expired watch, but reconciles nothing.",
    breaks: ["controller.status-converges", "controller.observed-generation-follows"],
    kind: "Deployment",
    scenarios: ["begins-anew-after-a-long-outage"],
    mistake: { reconcilesLists: "first" },
  }),
  {
    name: "expects-every-generation",
    summary:
      "If a generation was skipped, waits for that generation before it reports on a later " +
      "generation.",
    breaks: ["controller.status-converges", "controller.observed-generation-follows"],
    kind: "Service",
    scenarios: ["reports-on-a-reverted-spec"],
    change: ({ report }) => {
      const last = new Map<string, number>();
      return {
        report: (object, work, options) => {
          const { uid, generation = 0 } = object.metadata;
          const expected = (last.get(uid) ?? generation) + 1;
          if (generation > expected) return Promise.resolve(nothingReported);
          last.set(uid, generation);
          return report(object, work, options);
        },
      };
    },
  },
  loopVariant({
    name: "watches-once",
    summary: "Does not reopen a watch that the server has ended without an error.",
    breaks: ["controller.status-converges", "controller.observed-generation-follows"],
    kind: "Deployment",
    scenarios: ["watches-again-after-a-normal-end"],
    mistake: { afterWatch: afterNormalEnd("stop") },
  }),
  loopVariant({
    name: "watches-from-its-opening",
    summary: "Opens each watch from the current state instead of the version of its list.",
    breaks: ["controller.status-converges", "controller.observed-generation-follows"],
    kind: "Bucket",
    scenarios: ["finds-a-change-before-its-watches-open"],
    mistake: { watchesFromList: false },
  }),
  loopVariant({
    name: "watches-from-now-on",
    summary:
      "After the server has ended a watch without an error, opens a watch from the current state instead of the last version.",
    breaks: ["controller.status-converges", "controller.observed-generation-follows"],
    kind: "Service",
    scenarios: ["watches-again-after-a-normal-end"],
    mistake: { afterWatch: afterNormalEnd("relist"), reconcilesLists: "first" },
  }),
  {
    name: "misses-deletions-before-a-list",
    summary:
      "Relists after the server has ended a watch without an error, and discards the grants " +
      "of an object only when the watch shows its deletion.",
    breaks: ["controller.acknowledges-current-request", "controller.same-end-on-any-path"],
    kind: "Bucket",
    scenarios: ["finds-an-object-recreated-before-a-normal-end"],
    change: ({ loop }) => ({
      ...granting({ forgets: true }),
      loop: { ...loop, afterWatch: afterNormalEnd("relist") },
    }),
  },
  {
    name: "trusts-a-name-across-processes",
    summary:
      "Stores a granted value under the object's name, and grants it to any object of that name after a restart.",
    breaks: ["controller.acknowledges-current-request", "controller.same-end-on-any-path"],
    kind: "Bucket",
    scenarios: ["finds-an-object-recreated-while-it-was-down"],
    change: () => granting({ forgets: true }),
  },
];

function afterNormalEnd(next: AfterWatch): ControllerRules["loop"]["afterWatch"] {
  return (end) => (end.end === "completed" ? next : correctLoopRules.afterWatch(end));
}

const nothingReported = { result: undefined, flush: { flush: "unchanged", attempts: 0 } } as const;

/** Grants each new bucket the first request that was made under its name, possibly by a deleted predecessor. */
function granting({
  forgets,
}: {
  readonly forgets: boolean;
}): Pick<ControllerRules, "reconcilers"> {
  const first = new Map<string, JsonObject>();
  const remembering = (reconciler: Reconciler): Reconciler => ({
    ...reconciler,
    reconcile: async (staged, driverEnvironment) => {
      await reconciler.reconcile(staged, driverEnvironment);
      const { object } = staged;
      const name = describeKey(keyOf(object));
      // Only requests of a deleted predecessor are confused with the object's own. Later requests of the object itself
      // are granted.
      const isNew = object.metadata.generation === 1;
      const known = isNew ? first.get(name) : undefined;
      const { spec = {} } = object;
      if (!first.has(name)) first.set(name, spec);
      const isGranted = typeof staged.changes().members["instance"] === "string";
      const instance = known?.["instance"];
      if (isGranted && instance !== undefined) staged.set("instance", instance);
    },
    forget: (object) => {
      if (forgets) first.delete(describeKey(keyOf(object)));
      reconciler.forget(object);
    },
  });
  return {
    reconcilers: (correct) =>
      correct.map((known) => (known.kind === "Bucket" ? remembering(known) : known)),
  };
}

/** Defects that appear only if a process restarts with an older view than its predecessor had. */
export const olderViewVariants: readonly FaultyVariant[] = [
  statusVariant({
    name: "overwrites-newer-reports",
    summary: "After a conflict, writes its status even over the status for a newer generation.",
    breaks: ["controller.observed-generation-never-goes-back"],
    kind: "Deployment",
    scenarios: ["keeps-reports-newer-than-its-view"],
    mistake: () => ({ isSuperseded: () => false }),
  }),
  statusVariant({
    name: "reports-on-the-namesake",
    summary: "After a conflict, writes its status to any object with the same name.",
    breaks: ["controller.acknowledges-current-request"],
    kind: "Bucket",
    scenarios: ["finds-a-recreated-object-newer-than-its-view"],
    mistake: () => ({ isSameObject: () => true, isSuperseded: () => false }),
  }),
  {
    name: "allocates-over-a-newer-address",
    summary:
      "Allocates an address if its cache shows none, and overwrites an address that was " +
      "allocated in the meantime.",
    breaks: ["controller.allocation-is-stable"],
    kind: "Service",
    scenarios: ["keeps-allocations-newer-than-its-view"],
    change: overwritesAllocations,
  },
];
