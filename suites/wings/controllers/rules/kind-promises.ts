import type { ControllerRequirementId } from "#contract";

/** A spec field with a request, and the status field that grants it. */
export interface Acknowledgement {
  /** Path below `spec`, such as `["instance"]`. */
  readonly spec: readonly string[];
  /** Path below `status`. A list is indexed: `["loadBalancer", "ingress", "0", "ip"]`. */
  readonly status: readonly string[];
}

/**
 * The promises of a kind in addition to the behavior of all kinds. Promises cannot be inferred from a history: a number
 * of replicas, for example, also occurs in both spec and status, but is observed, not granted.
 */
export interface KindPromises {
  readonly acknowledgements?: readonly Acknowledgement[];
  /** Paths of permanently allocated fields below `status`, written as in an acknowledgement. */
  readonly allocations?: readonly (readonly string[])[];
  /** The kinds of the objects that the controller creates for each object of the kind. */
  readonly owned?: OwnedKind | readonly OwnedKind[];
}

export function ownedKindsOf({ owned }: KindPromises = {}): readonly OwnedKind[] {
  return owned === undefined ? [] : [owned].flat();
}

/** A kind of objects that the controller creates for each object that it reconciles. */
export interface OwnedKind {
  readonly kind: string;
  /** The label of an owned object that contains the uid or the name of its owner. */
  readonly label: string;
}

/** The promises of the reference server's kinds. */
export const referencePromises: Readonly<Record<string, KindPromises>> = {
  Service: {
    acknowledgements: [
      { spec: ["loadBalancerIP"], status: ["loadBalancer", "ingress", "0", "ip"] },
    ],
    allocations: [["loadBalancer", "ingress", "0", "ip"]],
  },
  Bucket: { acknowledgements: [{ spec: ["instance"], status: ["instance"] }] },
};

/** Returns the requirements that do not apply to a kind, because they concern a promise that the kind does not make. */
export function unpromised(
  kind: string,
  { acknowledgements = [], allocations = [], owned = [] }: KindPromises = {},
): Partial<Readonly<Record<ControllerRequirementId, string>>> {
  return {
    ...(acknowledgements.length > 0
      ? {}
      : {
          "controller.acknowledges-current-request": `the suite knows no field of ${kind} that acknowledges a request`,
        }),
    ...(allocations.length > 0
      ? {}
      : {
          "controller.allocation-is-stable": `the suite knows no field of ${kind} that a controller allocates`,
        }),
    ...(ownedKindsOf({ owned }).length === 0
      ? {
          "controller.owned-objects-match": `the controller is not known to create objects for ${kind}`,
          "controller.ready-agrees-with-owned": `the controller is not known to create objects for ${kind}`,
        }
      : {}),
  };
}
