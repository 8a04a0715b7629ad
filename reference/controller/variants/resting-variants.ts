import { counted } from "#contract";
import type { StagedCondition } from "../status-writer/condition.ts";
import type { StagedStatus } from "../status-writer/staged-status.ts";
import type { Reconciler } from "../runtime/reconciler.ts";
import { statusVariant } from "./define-variant.ts";
import type { FaultyVariant } from "./define-variant.ts";

export const restingVariants: readonly FaultyVariant[] = [
  rewording({
    name: "counts-its-reconciles",
    summary: "Writes the number of its reconciles into a message.",
    breaks: ["controller.comes-to-rest"],
    kind: "Deployment",
    scenarios: ["reports-on-each-change"],
    reword: (condition, count) => ({
      ...condition,
      message: `reconciled ${counted(count, "time")}`,
    }),
  }),
  rewording({
    name: "goes-back-and-forth",
    summary: "Alternates between two reasons.",
    breaks: ["controller.comes-to-rest"],
    kind: "Service",
    scenarios: ["reports-on-each-change"],
    reword: (condition, count) => ({
      ...condition,
      reason: count % 2 === 0 ? "AsWanted" : "Complete",
    }),
  }),
  statusVariant({
    name: "restamps-conditions",
    summary: "Sets the transition time of every condition to the time of the reconcile.",
    breaks: ["controller.transition-time-stays-without-flip", "controller.comes-to-rest"],
    kind: "Bucket",
    scenarios: ["reports-on-each-change"],
    mistake: () => ({ transitionTime: ({ now }) => now }),
  }),
];

interface Rewording extends Omit<FaultyVariant, "change"> {
  /** Changes a condition. `count` is the number of reconciles of the object. */
  readonly reword: (condition: StagedCondition, count: number) => StagedCondition;
}

function rewording({ reword, ...variant }: Rewording): FaultyVariant {
  return {
    ...variant,
    change: () => {
      const counts = new Map<string, number>();
      const reworded = (reconciler: Reconciler): Reconciler => ({
        ...reconciler,
        reconcile: async (staged, driverEnvironment) => {
          await reconciler.reconcile(staged, driverEnvironment);
          restage(staged, counts, reword);
        },
      });
      return { reconcilers: (correct) => correct.map(reworded) };
    },
  };
}

function restage(
  staged: StagedStatus,
  counts: Map<string, number>,
  reword: Rewording["reword"],
): void {
  const { uid } = staged.object.metadata;
  const count = (counts.get(uid) ?? 0) + 1;
  counts.set(uid, count);
  for (const condition of staged.changes().conditions) staged.condition(reword(condition, count));
}

export const clockVariants: readonly FaultyVariant[] = [
  {
    name: "waits-for-an-age",
    summary:
      "Reports on an object once it is old enough, according to its creation time and the local clock.",
    breaks: ["controller.status-converges", "controller.observed-generation-follows"],
    kind: "Bucket",
    scenarios: ["reports-whatever-the-clock-says"],
    change: ({ report }) => ({
      report: async (object, work, options) => {
        const { creationTimestamp } = object.metadata;
        const { now, wait } = options.writing;
        const leftMs = Date.parse(creationTimestamp ?? "") + minAgeMs - now().getTime();
        if (leftMs > 0) await wait(leftMs, options.signal);
        return await report(object, work, options);
      },
    }),
  },
];

const minAgeMs = 20;
