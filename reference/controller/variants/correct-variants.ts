import type { JsonObject } from "#contract";
import { correctOwningRules } from "../controllers/owned-config-maps.ts";
import { correctControllerRules } from "../runtime/controller-rules.ts";
import type { ControllerRules } from "../runtime/controller-rules.ts";
import { conditionsOf } from "../status-writer/condition.ts";
import type { FaultyVariant } from "./define-variant.ts";
import {
  ownedBuckets,
  ownedConfigMaps,
  owningBucketsChange,
  owningChange,
  owningReplicasRules,
  owningRevisionsRules,
  owningSlowlyChange,
  owningTwoKindsChange,
  unseenGapMs,
} from "./owning-variants.ts";
import { releasing } from "./ownership-variants.ts";
import { reportAfterRead } from "./live-reads.ts";
import { reportInParts } from "./report-in-parts.ts";
import { startingSlowly } from "./slow-starts.ts";

export interface CorrectVariant extends Pick<
  FaultyVariant,
  "change" | "kind" | "name" | "owns" | "scenarios" | "summary"
> {
  /** Set if its statuses report no readiness, so that requirements about readiness do not apply. */
  readonly hasNoReadiness?: true;
  /** Set if its numbers of owned objects cannot be learned, so that they remain undecided. */
  readonly hasUnknownNumbers?: true;
}

/** The correct variants of the reference controllers. They violate no requirement. */
export const correctVariants: readonly CorrectVariant[] = [
  {
    name: "lists-instead-of-watching",
    summary: "Polls the list of its objects instead of watching them.",
    kind: "Deployment",
    scenarios: [
      "keeps-reports-newer-than-its-view",
      "reports-on-each-change",
      "waits-for-its-own-write",
    ],
    change: ({ loop }) => ({
      loop: {
        ...loop,
        listsEveryMs: 300,
        pausesForEvents: false,
        pauseMs: () => 100,
      },
    }),
  },
  {
    name: "streams-its-lists",
    summary: "Obtains the existing objects as the initial events of its watch, without a list.",
    kind: "Deployment",
    scenarios: [
      "keeps-reports-newer-than-its-view",
      "begins-anew-after-a-long-outage",
      "reports-on-each-change",
    ],
    change: ({ loop }) => ({ loop: { ...loop, streamsLists: true } }),
  },
  {
    name: "releases-its-finalizer",
    summary: "Adds a finalizer to each object, and removes it when the object is deleted.",
    kind: "Service",
    scenarios: [
      "releases-after-a-lost-write",
      "releases-after-a-crash",
      "reports-while-terminating",
      "ceases-when-the-object-goes",
    ],
    change: () => releasing({ isChecked: true }),
  },
  {
    name: "reads-before-each-report",
    summary: "Reads an object before it reconciles it, instead of using the state in its cache.",
    kind: "Bucket",
    scenarios: [
      "reports-the-generation-that-it-acted-on",
      "reports-the-generation-that-it-read",
      "reports-on-each-change",
    ],
    change: () => ({ report: reportAfterRead }),
  },
  {
    name: "reconciles-on-every-event",
    summary: "Reconciles an object on each of its events, even during the backoff after a failure.",
    kind: "Deployment",
    scenarios: ["gives-up-endless-conflicts", "does-not-insist-without-permission"],
    change: ({ loop, status }) => ({
      loop: { ...loop, pausesForEvents: false },
      status: { ...status, attempts: 1 },
    }),
  },
  {
    name: "waits-long-after-a-failure",
    summary: "Waits 20 seconds after each failure, as some work queues do.",
    kind: "Deployment",
    scenarios: ["comes-through-internal-errors"],
    change: ({ loop }) => ({ loop: { ...loop, pauseMs: () => 20_000 } }),
  },
  {
    name: "waits-longer-after-each-failure",
    summary: "Waits two seconds after a failure, and twice as long after each further one.",
    kind: "Bucket",
    scenarios: ["comes-through-internal-errors"],
    change: ({ loop }) => ({
      loop: { ...loop, pauseMs: ({ failures }) => 1_000 * 2 ** failures },
    }),
  },
  {
    name: "consists-of-two-programs",
    summary:
      "One process writes the conditions and another the remaining fields, each as its own field manager.",
    kind: "Deployment",
    scenarios: ["reports-on-each-change", "tells-what-fails"],
    change: () => ({
      report: (object, work, options) =>
        reportInParts(object, work, {
          ...options,
          groupOf: () => "counts",
          managerOf: (group) => group ?? "conditions",
        }),
    }),
  },
  {
    name: "knows-only-whole-seconds",
    summary:
      "Reads and writes all times in whole seconds, including those of other controllers, as many Kubernetes clients do.",
    kind: "Deployment",
    scenarios: ["leaves-others-their-conditions", "keeps-a-rival-condition-on-conflict"],
    change: ({ status }) => ({
      status: {
        ...status,
        needsWrite: (stored, wanted) =>
          status.needsWrite(stored === undefined ? stored : inWholeSeconds(stored), wanted),
        mergeConditions: (stored, written) =>
          status.mergeConditions(stored, written).map(conditionInWholeSeconds),
      },
    }),
  },
  {
    name: "starts-its-instance-slowly",
    summary:
      "Runs one instance, whose restart after a change takes time, and reports without conditions whether it is available.",
    kind: "Deployment",
    scenarios: ["retries-after-a-label-conflict", "reports-on-each-change"],
    change: startingSlowly,
  },
  {
    name: "owns-config-maps",
    summary:
      "Creates a ConfigMap for each object, recreates it if it is deleted, and deletes it with the object.",
    kind: "Deployment",
    owns: ownedConfigMaps,
    scenarios: [
      "keeps-what-it-owns",
      "makes-nothing-twice-while-events-are-late",
      "goes-on-after-a-restart",
      "writes-again-after-a-crash-before-the-write",
      "finds-an-object-recreated-while-it-was-down",
      "finds-a-recreated-object",
    ],
    change: owningChange(() => correctOwningRules),
  },
  {
    name: "owns-a-config-map-per-replica",
    summary:
      "Creates as many ConfigMaps for each object as its spec requests replicas, which may be none.",
    kind: "Deployment",
    owns: ownedConfigMaps,
    scenarios: [
      "keeps-what-it-owns",
      "tells-what-fails",
      "makes-nothing-twice-while-events-are-late",
      "goes-on-after-a-restart",
      "catches-up-on-changes-while-it-was-down",
      "finds-an-object-recreated-while-it-was-down",
    ],
    change: owningChange(() => owningReplicasRules),
  },
  {
    name: "keeps-what-it-owned-for-earlier-specs",
    summary:
      "Creates ConfigMaps for each spec, one for each replica, and keeps those of earlier specs until the object is deleted.",
    kind: "Deployment",
    owns: ownedConfigMaps,
    scenarios: ["keeps-what-it-owns", "tells-what-fails", "ends-the-same-on-each-path"],
    change: owningChange(() => owningRevisionsRules),
  },
  {
    name: "makes-what-it-owns-slowly",
    summary:
      "Creates a ConfigMap for each replica with a pause after each, and reports before they exist, without readiness.",
    kind: "Deployment",
    owns: ownedConfigMaps,
    scenarios: [
      "keeps-what-it-owns",
      "makes-nothing-twice-while-events-are-late",
      "goes-on-after-a-restart",
      "catches-up-on-changes-while-it-was-down",
    ],
    hasNoReadiness: true,
    change: () => owningSlowlyChange(),
  },
  {
    name: "makes-what-it-owns-with-long-pauses",
    summary:
      "Creates a ConfigMap for each replica with a pause after each that is longer than the suite waits for another.",
    kind: "Deployment",
    owns: ownedConfigMaps,
    scenarios: ["goes-on-after-a-restart", "keeps-what-it-owns"],
    hasNoReadiness: true,
    hasUnknownNumbers: true,
    change: () => owningSlowlyChange(unseenGapMs),
  },
  {
    name: "owns-objects-of-two-kinds",
    summary: "Creates a ConfigMap and a Bucket for each object.",
    kind: "Deployment",
    owns: [ownedConfigMaps, ownedBuckets],
    scenarios: [
      "keeps-what-it-owns",
      "makes-nothing-twice-while-events-are-late",
      "goes-on-after-a-restart",
    ],
    change: owningTwoKindsChange(),
  },
  {
    name: "reports-once-what-it-owns-is-shown",
    summary: "Reports on an object only after its watch has shown the ConfigMap that it created.",
    kind: "Deployment",
    owns: ownedConfigMaps,
    scenarios: ["keeps-what-it-owns", "makes-nothing-twice-while-events-are-late"],
    change: owningChange(() => ({ ...correctOwningRules, awaits: "event" })),
  },
  {
    name: "is-ready-while-what-it-owns-is-ready",
    summary: "Creates a Bucket for each object, and reports readiness only while it is ready.",
    kind: "Deployment",
    owns: ownedBuckets,
    scenarios: [
      "agrees-with-the-readiness-of-what-it-owns",
      "keeps-what-it-owns",
      "makes-nothing-twice-while-events-are-late",
      "reports-on-the-last-of-several-changes",
    ],
    change: owningBucketsChange(),
  },
  {
    name: "notices-late-that-what-it-owns-is-ready",
    summary:
      "Creates a Bucket for each object, and notices whether it is ready only when it resyncs, every three seconds.",
    kind: "Deployment",
    owns: ownedBuckets,
    scenarios: ["agrees-with-the-readiness-of-what-it-owns"],
    change: owningBucketsChange({}, 3_000),
  },
  {
    name: "is-ready-once-what-it-owns-is-shown",
    summary:
      "Reports that an object is not ready, then creates its ConfigMap, and reports readiness once its watch has shown the ConfigMap.",
    kind: "Deployment",
    owns: ownedConfigMaps,
    scenarios: ["keeps-what-it-owns", "waits-for-its-own-write"],
    change: (rules) => ({
      ...owningChange(() => ({ ...correctOwningRules, awaits: "readiness" }))(rules),
      loop: { ...rules.loop, resyncMs: 200 },
    }),
  },
];

function inWholeSeconds(status: JsonObject): JsonObject {
  const conditions = conditionsOf(status);
  if (conditions.length === 0) return status;
  return { ...status, conditions: conditions.map(conditionInWholeSeconds) };
}

function conditionInWholeSeconds(condition: JsonObject): JsonObject {
  const time = condition["lastTransitionTime"];
  if (typeof time !== "string") return condition;
  return { ...condition, lastTransitionTime: time.replace(/\.\d+/u, "") };
}

export function rulesOfCorrectVariant({ change }: CorrectVariant): ControllerRules {
  return { ...correctControllerRules, ...change(correctControllerRules) };
}
