/** A field of the spec that asks for something, and the field of the status that grants it. */
export interface Acknowledgement {
  /** Below `spec`: `["instance"]`. */
  readonly spec: readonly string[];
  /** Below `status`. A list is entered by the index of an item: `["loadBalancer", "ingress", "0", "ip"]`. */
  readonly status: readonly string[];
}

/**
 * What a kind promises beyond what every kind does. It cannot be distinguished from a history: a number of
 * replicas stands in spec and status as well, and is observed, not granted.
 */
export interface KindPromises {
  readonly acknowledgements?: readonly Acknowledgement[];
  /** Fields below `status` that hold what was allocated once and for all, each as in an acknowledgement. */
  readonly allocations?: readonly (readonly string[])[];
}

/** What the kinds of the reference promise. */
export const referencePromises: Readonly<Record<string, KindPromises>> = {
  Service: {
    acknowledgements: [
      { spec: ["loadBalancerIP"], status: ["loadBalancer", "ingress", "0", "ip"] },
    ],
    allocations: [["loadBalancer", "ingress", "0", "ip"]],
  },
  Bucket: { acknowledgements: [{ spec: ["instance"], status: ["instance"] }] },
};
