import type { JsonObject } from "#contract";
import type { KindSamples } from "../../port/target.ts";
import { negativeCounts, statusMetadata } from "../resources/kind-samples.ts";
import type { KindNotes } from "../resources/kind-samples.ts";

/**
 * Three values for each numeric status field. They are nonzero, because 0 is omitted when read. The fields are
 * independent, so that each can be removed or changed separately.
 */
type Counts = Readonly<Record<string, readonly [number, number, number]>>;

const replicaCounts: Counts = { observedGeneration: [1, 2, 3], replicas: [4, 5, 6] };

function workload(specs: KindSamples["specs"], counts: Counts): KindNotes {
  const statuses = ([0, 1, 2] as const).map((index) => ({
    ...Object.fromEntries(Object.entries(counts).map(([name, values]) => [name, values[index]])),
    conditions: [conditions[index]],
  }));
  const [first = {}] = statuses;
  return {
    samples: {
      specs,
      statuses,
      counter: "observedGeneration",
      invalidStatuses: negativeCounts(first, Object.keys(counts)),
    },
    takesVersionlessReplacement: true,
    leavesOutZero: true,
    beginsWithStatus: true,
    hasLooseConditions: true,
    isControlled: true,
  };
}

const conditions: readonly [JsonObject, JsonObject, JsonObject] = [
  condition("Available", "False", "2024-01-01T00:00:00Z"),
  condition("Progressing", "True", "2024-02-02T10:20:30Z"),
  condition("ReplicaFailure", "Unknown", "2024-03-03T23:59:59Z"),
];

function condition(type: string, status: string, lastTransitionTime: string): JsonObject {
  const reason = `${type}Observed`;
  return { type, status, reason, message: `${type} is ${status}`, lastTransitionTime };
}

const labels = { conformance: "sample" };

/**
 * Returns a pod template. Its image is never pulled, because these kinds are tested only where no controller reconciles
 * them.
 */
function template(image: string): JsonObject {
  return { metadata: { labels }, spec: { containers: [{ name: "only", image }] } };
}

/** Returns specs that differ in all mutable fields. Selectors and template labels are immutable. */
function placedSpecs(): KindSamples["specs"] {
  return ["one", "two", "three"].map((image, index) => ({
    minReadySeconds: index + 1,
    selector: { matchLabels: labels },
    template: template(image),
  }));
}

function replicatedSpecs(): KindSamples["specs"] {
  return placedSpecs().map((spec, index) => ({ ...spec, replicas: index + 1 }));
}

/**
 * Built-in kinds by resource name. Their rules are in code rather than in a schema. The notes contain minimal valid
 * specs, valid statuses, and differences from kinds that a CRD defines (rows WR-18 and CC-04 of `docs/survey.md`).
 * Users describe other kinds.
 */
export const builtInKinds: ReadonlyMap<string, KindNotes> = new Map<string, KindNotes>([
  [
    "deployments.apps",
    {
      ...workload(replicatedSpecs(), { ...replicaCounts, unavailableReplicas: [3, 2, 1] }),
      statusMetadata: ["annotations", "finalizers", "ownerReferences"],
      countsAnnotations: true,
    },
  ],
  [
    "replicasets.apps",
    { ...workload(replicatedSpecs(), replicaCounts), statusMetadata, unsetAsZero: ["replicas"] },
  ],
  [
    "statefulsets.apps",
    {
      ...workload(
        replicatedSpecs().map((spec) => ({ ...spec, serviceName: "sample" })),
        replicaCounts,
      ),
      statusMetadata,
      unsetAsZero: ["replicas", "availableReplicas"],
    },
  ],
  [
    "daemonsets.apps",
    {
      ...workload(placedSpecs(), {
        observedGeneration: [1, 2, 3],
        desiredNumberScheduled: [4, 5, 6],
        numberReady: [1, 2, 3],
        numberUnavailable: [3, 2, 1],
      }),
      statusMetadata,
      unsetAsZero: [
        "currentNumberScheduled",
        "desiredNumberScheduled",
        "numberMisscheduled",
        "numberReady",
      ],
    },
  ],
]);
