import { counted } from "#contract";
import { observedIn } from "../status-writer/flush-rules.ts";
import type { ObjectSnapshots } from "../status-writer/flush-rules.ts";
import { statusVariant } from "./define-variant.ts";
import { reportOnRead, reportOnSecondRead } from "./live-reads.ts";
import type { FaultyVariant } from "./define-variant.ts";

export const generationVariants: readonly FaultyVariant[] = [
  {
    name: "observes-a-second-read",
    summary: "Reads the object again before it writes, and reports that generation as observed.",
    breaks: ["controller.acknowledges-current-request"],
    kind: "Bucket",
    scenarios: ["reports-the-generation-that-it-read"],
    change: () => ({ report: reportOnSecondRead }),
  },
  {
    name: "observes-a-read-after-its-work",
    summary:
      "Works on the state in its cache, then reads the object, and reports that generation as observed.",
    breaks: ["controller.acknowledges-current-request"],
    kind: "Bucket",
    scenarios: ["reports-the-generation-that-it-acted-on"],
    change: () => ({ report: reportOnRead }),
  },
  statusVariant({
    name: "observes-the-reread",
    summary: "Reports the generation read on a retry as observed.",
    breaks: ["controller.observed-generation-of-start"],
    kind: "Bucket",
    scenarios: ["reports-what-it-saw-when-the-spec-changes"],
    mistake: () => ({ observedGeneration: ({ current }) => current.metadata.generation }),
  }),
  statusVariant({
    name: "observes-the-reread-with-an-old-result",
    summary:
      "Reports, on a retry, the result of an earlier spec with the generation that it has read.",
    breaks: ["controller.observed-generation-of-start"],
    kind: "Deployment",
    scenarios: ["reports-what-it-saw-when-the-spec-changes"],
    mistake: () => ({ observedGeneration: ({ current }) => current.metadata.generation }),
  }),
  statusVariant({
    name: "observes-the-next",
    summary: "Reports an observed generation that is one greater than the generation.",
    breaks: ["controller.observed-generation-not-ahead"],
    kind: "Bucket",
    scenarios: ["reports-on-each-change"],
    mistake: () => ({
      observedGeneration: ({ started }) => (started.metadata.generation ?? 0) + 1,
    }),
  }),
  statusVariant({
    name: "observes-nothing",
    summary: "Never reports an observed generation.",
    breaks: ["controller.observed-generation-reported"],
    kind: "Service",
    scenarios: ["reports-on-each-change"],
    mistake: () => ({ observedGeneration: () => undefined }),
  }),
  statusVariant({
    name: "observes-once",
    summary: "Reports the observed generation in its first write only, and never updates it.",
    breaks: ["controller.status-converges"],
    kind: "Deployment",
    scenarios: ["reports-on-each-change"],
    mistake: () => ({ observedGeneration: firstObserved }),
  }),
  {
    name: "observes-once-and-goes-on",
    summary: "Keeps writing the status, but never updates the observed generation.",
    breaks: [
      "controller.observed-generation-follows",
      "controller.status-converges",
      "controller.comes-to-rest",
    ],
    kind: "Service",
    scenarios: ["reports-on-each-change"],
    change: ({ status, loop }) => {
      let count = 0;
      return {
        status: { ...status, observedGeneration: firstObserved },
        loop: { ...loop, resyncMs: 800 },
        reconcilers: (correct) =>
          correct.map((reconciler) => ({
            ...reconciler,
            reconcile: async (staged, driverEnvironment) => {
              await reconciler.reconcile(staged, driverEnvironment);
              // Changes the message only in every second reconcile. Otherwise, each of its own writes would trigger the
              // next.
              count += 1;
              const message = `reconciled ${counted(Math.floor(count / 2), "time")}`;
              for (const condition of staged.changes().conditions) {
                staged.condition({ ...condition, message });
              }
            },
          })),
      };
    },
  },
  statusVariant({
    name: "observes-the-first-on-retry",
    summary: "Reports generation 1 as observed when it retries a write.",
    breaks: [
      "controller.observed-generation-never-goes-back",
      "controller.retry-keeps-everything-staged",
      "controller.one-flush-per-reconcile",
    ],
    kind: "Bucket",
    scenarios: ["retries-after-a-label-conflict"],
    mistake: () => ({
      observedGeneration: ({ started, current }) =>
        started === current ? started.metadata.generation : 1,
      // The variant also ignores that a newer generation has been reported.
      isSuperseded: () => false,
    }),
  }),
];

function firstObserved({ started, current }: ObjectSnapshots): number | undefined {
  return observedIn(current) ?? started.metadata.generation;
}
