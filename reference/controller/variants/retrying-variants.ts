import { loopVariant, statusVariant } from "./define-variant.ts";
import type { FaultyVariant } from "./define-variant.ts";

const countless = 1_000;

export const retryingVariants: readonly FaultyVariant[] = [
  statusVariant({
    name: "retries-conditions-alone",
    summary: "After a conflict, writes only its conditions again and loses every other field.",
    breaks: ["controller.retry-keeps-everything-staged", "controller.one-flush-per-reconcile"],
    kind: "Deployment",
    scenarios: ["retries-after-a-label-conflict"],
    mistake: () => ({
      afterConflict: ({ conditions }) => ({ members: {}, conditions, claimed: [] }),
    }),
  }),
  statusVariant({
    name: "retries-members-alone",
    summary: "After a conflict, writes only its fields again and loses its conditions.",
    breaks: [
      "controller.retry-keeps-everything-staged",
      "controller.one-flush-per-reconcile",
      "controller.not-ready-before-observed",
    ],
    kind: "Bucket",
    scenarios: ["retries-after-a-label-conflict"],
    mistake: () => ({ afterConflict: (changes) => ({ ...changes, conditions: [] }) }),
  }),
  statusVariant({
    name: "retries-without-end",
    summary: "Retries a conflicting flush without a limit and without backoff.",
    breaks: ["controller.retries-are-bounded"],
    kind: "Deployment",
    scenarios: ["gives-up-endless-conflicts"],
    mistake: () => ({ attempts: countless, pauseMs: () => 0 }),
  }),
  statusVariant({
    name: "retries-what-is-forbidden",
    summary: "Treats every rejection as a conflict.",
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
  loopVariant({
    name: "requeues-at-once",
    summary: "Requeues failed objects without backoff.",
    breaks: ["controller.retries-are-bounded"],
    kind: "Service",
    scenarios: ["does-not-insist-without-permission"],
    mistake: { pauseMs: () => 1 },
  }),
  statusVariant({
    name: "comes-back-too-early",
    summary: "Ignores the retry delay that a rejection states.",
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
  statusVariant({
    name: "insists-on-the-deleted",
    summary: "Retries a write that was rejected because its object is missing.",
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
  statusVariant({
    name: "names-no-version",
    summary: "Omits the version from its writes, which therefore never conflict.",
    breaks: ["controller.writes-name-their-version"],
    kind: "Deployment",
    scenarios: ["reports-on-each-change"],
    needs: ["version-not-required"],
    mistake: () => ({ precondition: () => undefined }),
  }),
  loopVariant({
    name: "drops-what-failed",
    summary: "Logs a failed reconcile and never retries it.",
    breaks: ["controller.status-converges"],
    kind: "Deployment",
    scenarios: ["comes-through-a-lost-request"],
    mistake: { pauseMs: () => undefined },
  }),
  loopVariant({
    name: "drops-what-failed-five-times",
    summary: "Retries a failed reconcile four times, and then waits for the next event.",
    breaks: ["controller.status-converges"],
    kind: "Deployment",
    scenarios: ["comes-through-internal-errors"],
    mistake: { pauseMs: ({ failures }) => (failures < 5 ? 20 : undefined) },
  }),
  statusVariant({
    name: "ignores-internal-errors",
    summary:
      "Retries a status write whose response is lost, but not one that failed on the server.",
    breaks: ["controller.status-converges"],
    kind: "Bucket",
    scenarios: ["comes-through-internal-errors"],
    mistake: ({ nextStep }) => ({
      nextStep: (outcome) => {
        const isInternal = outcome.result === "refused" && outcome.refusal.reason === "internal";
        return isInternal ? { next: "end" } : nextStep(outcome);
      },
    }),
  }),
  loopVariant({
    name: "stops-with-its-watch",
    summary: "Stops reconciling when its watch ends.",
    breaks: ["controller.status-converges"],
    kind: "Service",
    scenarios: ["goes-on-after-an-outage"],
    mistake: { afterWatch: () => "stop" },
  }),
  loopVariant({
    name: "insists-on-an-expired-version",
    summary: "Keeps requesting events that are no longer retained.",
    breaks: ["controller.status-converges"],
    kind: "Bucket",
    scenarios: ["begins-anew-after-a-long-outage"],
    mistake: { afterWatch: ({ end }) => (end === "closed" ? "stop" : "resume") },
  }),
];
