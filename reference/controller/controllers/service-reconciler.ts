import type { Resource } from "#contract";
import type { Reconciler } from "../runtime/reconciler.ts";
import type { StagedStatus } from "../status-writer/staged-status.ts";
import { addressOf } from "./address-pool.ts";
import type { Allocation } from "./address-pool.ts";

export interface Addresses {
  readonly allocate: (service: Resource, all: readonly Resource[]) => Allocation;
  readonly release: (uid: string) => void;
}

/**
 * Allocates an address to each load balancer: the requested one if it is free, or any free one if none is requested.
 * The status shows the address only after the allocation.
 */
export function serviceReconciler(addresses: Addresses): Reconciler {
  return {
    kind: "Service",
    reconcile: (staged, { objects }) => {
      reconcile(staged, addresses, objects());
      return Promise.resolve();
    },
    // Another service may be waiting for the released address.
    affectsOthers: (before, after) =>
      before !== undefined &&
      addressOf(before) !== undefined &&
      (after === undefined || addressOf(after) !== addressOf(before)),
    forget: ({ metadata }: Resource) => addresses.release(metadata.uid),
  };
}

function reconcile(staged: StagedStatus, addresses: Addresses, all: readonly Resource[]): void {
  const { metadata, spec = {} } = staged.object;
  if (metadata.deletionTimestamp !== undefined) {
    // The address stays in the status until the object is removed, so that it is not allocated again.
    staged.condition({ type: "Ready", status: "False", reason: "Terminating" });
    return;
  }
  if (spec["type"] !== "LoadBalancer") {
    addresses.release(metadata.uid);
    staged.clear("loadBalancer");
    staged.condition({ type: "Ready", status: "True", reason: "NoAddressNeeded" });
    return;
  }
  const allocation = addresses.allocate(staged.object, all);
  if (allocation.address === undefined) {
    const { reason, message } = allocation;
    staged.clear("loadBalancer");
    staged.condition({ type: "Ready", status: "False", reason, message });
    return;
  }
  staged.claim("loadBalancer", { ingress: [{ ip: allocation.address }] });
  staged.condition({ type: "Ready", status: "True", reason: "AddressAllocated" });
}
