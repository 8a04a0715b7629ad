import { overwritesAllocations } from "./allocating-variants.ts";
import { statusVariant } from "./define-variant.ts";
import type { FaultyVariant } from "./define-variant.ts";

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
