import { flushStatus } from "../status-writer/flush-status.ts";
import { StagedStatus } from "../status-writer/staged-status.ts";
import type { Twin } from "./define-twin.ts";
import { statusTwin } from "./define-twin.ts";

/** Mistakes in when a status is written, and in how many pieces. */
export const flushingTwins: readonly Twin[] = [
  // The second bug that the review of the deferred flush names: the update is always sent.
  statusTwin({
    name: "writes-unconditionally",
    summary: "Sends the status after each reconcile, whether anything is different or not.",
    breaks: ["controller.writes-only-changes"],
    kind: "Deployment",
    mistake: () => ({ needsWrite: () => true }),
  }),
  {
    name: "flushes-per-component",
    summary: "Writes the members of the status, and then its conditions.",
    breaks: ["controller.one-flush-per-reconcile"],
    kind: "Deployment",
    change: () => ({
      report: async (object, work, { writing, signal }) => {
        const staged = new StagedStatus(object);
        await work(staged);
        const { members, conditions } = staged.changes();
        const first = new StagedStatus(object);
        for (const [member, value] of Object.entries(members)) first.set(member, value);
        // So that the first half does not read as ready.
        first.condition({ type: "Ready", status: "Unknown", reason: "Reporting" });
        const flush = await flushStatus(first, writing, signal);
        const second = new StagedStatus(flush.flush === "written" ? flush.object : object);
        for (const condition of conditions) second.condition(condition);
        return { result: undefined, flush: await flushStatus(second, writing, signal) };
      },
    }),
  },
  {
    name: "announces-its-work",
    summary: "Reports that it begins, works, and reports the result in a second write.",
    breaks: ["controller.one-flush-per-reconcile"],
    kind: "Bucket",
    change: ({ report }) => ({
      report: async (object, work, { writing, signal }) => {
        if (object.status?.["observedGeneration"] === object.metadata.generation) {
          return report(object, work, { writing, signal });
        }
        const begun = new StagedStatus(object);
        begun.condition({ type: "Ready", status: "Unknown", reason: "Working" });
        const flush = await flushStatus(begun, writing, signal);
        const after = flush.flush === "written" ? flush.object : object;
        return report(after, work, { writing, signal });
      },
    }),
  },
  {
    name: "forgets-status-on-error",
    summary: "Flushes at the end of the reconcile, which an error never reaches.",
    breaks: ["controller.status-converges"],
    kind: "Bucket",
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
    summary: "Flushes at the end of the reconcile, which an early return never reaches.",
    breaks: ["controller.status-converges"],
    kind: "Deployment",
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
      "Writes the observed generation as soon as it sees it, and its conditions when it is done.",
    breaks: ["controller.not-ready-before-observed", "controller.one-flush-per-reconcile"],
    kind: "Deployment",
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
