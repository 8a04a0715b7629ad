import type { Resource } from "#contract";
import type { ControllerRules } from "../runtime/controller-rules.ts";
import type { StatusRules } from "../status-writer/flush-rules.ts";
import { overwritesAllocations } from "./allocating-variants.ts";
import type { FaultyVariant } from "./define-variant.ts";

/**
 * Defects of an instance that relies on its in-memory state, and therefore keeps writing after another instance has
 * taken over.
 */
export const twoInstanceVariants: readonly FaultyVariant[] = [
  instanceVariant({
    name: "believes-that-it-leads",
    summary:
      "After a conflict, an instance that has already reported overwrites the status of a newer generation.",
    breaks: ["controller.observed-generation-never-goes-back"],
    kind: "Deployment",
    scenarios: ["gives-way-to-a-second-instance"],
    mistake: ({ isSuperseded }, knows) => ({
      isSuperseded: (snapshots) => !knows(snapshots.started) && isSuperseded(snapshots),
    }),
  }),
  instanceVariant({
    name: "reports-on-the-successor-of-its-object",
    summary:
      "After a conflict, writes its status to the recreated object if it has reported on the " +
      "deleted object.",
    breaks: [
      "controller.observed-generation-not-ahead",
      "controller.acknowledges-current-request",
      "controller.observed-generation-never-goes-back",
    ],
    kind: "Bucket",
    scenarios: ["gives-way-on-a-recreated-object"],
    mistake: ({ isSameObject, isSuperseded }, knows) => ({
      isSameObject: (snapshots) => knows(snapshots.started) || isSameObject(snapshots),
      isSuperseded: (snapshots) => !knows(snapshots.started) && isSuperseded(snapshots),
    }),
  }),
  {
    name: "allocates-from-its-memory",
    summary:
      "Chooses an address from memory, and overwrites the address that another instance has allocated.",
    breaks: ["controller.allocation-is-stable"],
    kind: "Service",
    scenarios: ["allocates-once-in-two-instances"],
    change: overwritesAllocations,
  },
];

interface InstanceVariant extends Omit<FaultyVariant, "change"> {
  /** `knows` indicates whether the instance has reported on an object before. */
  readonly mistake: (
    rules: StatusRules,
    knows: (object: Resource) => boolean,
  ) => Partial<StatusRules>;
}

function instanceVariant({ mistake, ...variant }: InstanceVariant): FaultyVariant {
  return {
    ...variant,
    change: ({ report, status }: ControllerRules) => {
      // The signal identifies the instance.
      const memories = new WeakMap<AbortSignal, Set<string>>();
      return {
        report: async (object, work, options) => {
          const reportedOn = memories.get(options.signal) ?? new Set();
          memories.set(options.signal, reportedOn);
          const knows = ({ metadata }: Resource): boolean => reportedOn.has(metadata.uid);
          const writing = { ...options.writing, rules: { ...status, ...mistake(status, knows) } };
          const reported = await report(object, work, { ...options, writing });
          reportedOn.add(object.metadata.uid);
          return reported;
        },
      };
    },
  };
}
