import { flushStatus } from "../status-writer/flush-status.ts";
import { StagedStatus } from "../status-writer/staged-status.ts";
import type { FaultyVariant } from "./define-variant.ts";
import { statusVariant } from "./define-variant.ts";
import { reportInParts } from "./report-in-parts.ts";

export const flushingVariants: readonly FaultyVariant[] = [
  statusVariant({
    name: "writes-unconditionally",
    summary: "Sends the status after each reconcile, whether or not it has changed.",
    breaks: ["controller.writes-only-changes"],
    kind: "Deployment",
    scenarios: ["rests-while-nothing-changes", "reports-on-each-change"],
    mistake: () => ({ needsWrite: () => true }),
  }),
  {
    name: "flushes-per-component",
    summary: "Writes its conditions first, and the other fields of the status in a second write.",
    breaks: ["controller.one-flush-per-reconcile"],
    kind: "Deployment",
    scenarios: ["reports-on-each-change", "tells-what-fails"],
    change: () => ({
      report: (object, work, options) =>
        reportInParts(object, work, { ...options, groupOf: () => "all" }),
    }),
  },
  {
    name: "flushes-each-member",
    summary:
      "Writes its conditions first, then each other field of the status in a separate write.",
    breaks: [
      "controller.one-flush-per-reconcile",
      "controller.not-ready-before-observed",
      "controller.acknowledges-current-request",
    ],
    kind: "Bucket",
    scenarios: ["reports-on-each-change", "tells-what-fails"],
    change: () => ({
      report: (object, work, options) =>
        reportInParts(object, work, { ...options, groupOf: (member) => member }),
    }),
  },
  {
    name: "forgets-status-on-error",
    summary: "Flushes at the end of the reconcile, but not after an error.",
    breaks: ["controller.status-converges"],
    kind: "Bucket",
    scenarios: ["tells-what-fails"],
    change: () => ({
      report: async (object, work, { writing, signal }) => {
        const staged = new StagedStatus(object);
        await work(staged);
        return { result: undefined, flush: await flushStatus(staged, writing, signal) };
      },
    }),
  },
  {
    name: "forgets-status-on-early-return",
    summary: "Flushes at the end of the reconcile, but not after an early return.",
    breaks: ["controller.status-converges"],
    kind: "Deployment",
    scenarios: ["tells-what-fails"],
    change: ({ report }) => ({
      report: async (object, work, options) => {
        if (object.spec?.["paused"] !== true) return report(object, work, options);
        await work(new StagedStatus(object));
        return { result: undefined, flush: { flush: "unchanged", attempts: 0 } };
      },
    }),
  },
  {
    name: "observes-first",
    summary:
      "Writes the observed generation as soon as a new generation appears, and the conditions when the work is done.",
    breaks: ["controller.not-ready-before-observed", "controller.one-flush-per-reconcile"],
    kind: "Deployment",
    scenarios: ["reports-on-each-change", "tells-what-fails"],
    change: ({ report }) => ({
      report: async (object, work, { writing, signal }) => {
        if (object.status?.["observedGeneration"] === object.metadata.generation) {
          return report(object, work, { writing, signal });
        }
        const flush = await flushStatus(new StagedStatus(object), writing, signal);
        const after = flush.flush === "written" ? flush.object : object;
        return report(after, work, { writing, signal });
      },
    }),
  },
];
