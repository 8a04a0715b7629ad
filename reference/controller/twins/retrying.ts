import { loopTwin, statusTwin } from "./define-twin.ts";
import type { Twin } from "./define-twin.ts";

/** Far more attempts than any scenario waits for. */
const countless = 1_000;

/** Mistakes after a write that did not succeed. */
export const retryingTwins: readonly Twin[] = [
  // The first bug that the review of the deferred flush names.
  statusTwin({
    name: "retries-conditions-alone",
    summary: "After a conflict writes its conditions again, and loses every other member.",
    breaks: ["controller.retry-keeps-everything-staged", "controller.one-flush-per-reconcile"],
    kind: "Deployment",
    scenarios: ["retries-after-a-label-conflict"],
    mistake: () => ({
      afterConflict: ({ conditions }) => ({ members: {}, conditions, claimed: [] }),
    }),
  }),
  statusTwin({
    name: "retries-members-alone",
    summary: "After a conflict writes its members again, and loses its conditions.",
    breaks: [
      "controller.retry-keeps-everything-staged",
      "controller.one-flush-per-reconcile",
      "controller.not-ready-before-observed",
    ],
    kind: "Bucket",
    scenarios: ["retries-after-a-label-conflict"],
    mistake: () => ({ afterConflict: (changes) => ({ ...changes, conditions: [] }) }),
  }),
  statusTwin({
    name: "retries-without-end",
    summary: "Repeats a flush until there is no conflict any more, without a pause.",
    breaks: ["controller.retries-are-bounded"],
    kind: "Deployment",
    scenarios: ["gives-up-endless-conflicts"],
    mistake: () => ({ attempts: countless, pauseMs: () => 0 }),
  }),
  statusTwin({
    name: "retries-what-is-forbidden",
    summary: "Takes every refusal for a conflict.",
    breaks: ["controller.retries-are-bounded"],
    kind: "Bucket",
    scenarios: ["does-not-insist-without-permission"],
    mistake: ({ nextStep }) => ({
      attempts: countless,
      pauseMs: () => 5,
      nextStep: (outcome) => {
        const next = nextStep(outcome);
        return next.next === "fail" && outcome.result === "refused" ? { next: "reread" } : next;
      },
    }),
  }),
  loopTwin({
    name: "requeues-at-once",
    summary: "Puts what failed back into the queue without a pause.",
    breaks: ["controller.retries-are-bounded"],
    kind: "Service",
    scenarios: ["does-not-insist-without-permission"],
    mistake: { pauseMs: () => 1 },
  }),
  statusTwin({
    name: "comes-back-too-early",
    summary: "Does not read after which time it was told to come back.",
    breaks: ["controller.retry-waits-as-told"],
    kind: "Deployment",
    scenarios: ["waits-for-a-busy-server"],
    mistake: ({ nextStep }) => ({
      nextStep: (outcome) => {
        const next = nextStep(outcome);
        return next.next === "wait" ? { ...next, pauseMs: 5 } : next;
      },
    }),
  }),
  statusTwin({
    name: "insists-on-the-deleted",
    summary: "Repeats a write that was answered with the absence of the object.",
    breaks: ["controller.deleted-object-ends-reconcile"],
    kind: "Service",
    scenarios: ["ceases-when-the-object-goes"],
    mistake: ({ nextStep }) => ({
      nextStep: (outcome) => {
        const next = nextStep(outcome);
        return next.next === "forget" ? { next: "wait", pauseMs: 10 } : next;
      },
    }),
  }),
  statusTwin({
    name: "names-no-version",
    summary: "Leaves the version out of its writes, so that none of them meets a conflict.",
    breaks: ["controller.writes-name-their-version"],
    kind: "Deployment",
    scenarios: ["reports-on-each-change"],
    needs: ["version-not-required"],
    mistake: () => ({ precondition: () => undefined }),
  }),
  loopTwin({
    name: "drops-what-failed",
    summary: "Logs a failed reconcile and never tries it again.",
    breaks: ["controller.status-converges"],
    kind: "Deployment",
    scenarios: ["comes-through-a-lost-request"],
    mistake: { pauseMs: () => undefined },
  }),
  loopTwin({
    name: "stops-with-its-watch",
    summary: "Takes the end of its watch for the end of its work.",
    breaks: ["controller.status-converges"],
    kind: "Service",
    scenarios: ["goes-on-after-an-outage"],
    mistake: { afterWatch: () => "stop" },
  }),
  loopTwin({
    name: "insists-on-an-expired-version",
    summary: "Asks again and again for events that are not retained any more.",
    breaks: ["controller.status-converges"],
    kind: "Bucket",
    scenarios: ["begins-anew-after-a-long-outage"],
    mistake: { afterWatch: ({ end }) => (end === "closed" ? "stop" : "resume") },
  }),
];
