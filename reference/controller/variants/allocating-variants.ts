import type { JsonObject, Resource } from "#contract";
import { addressOf, poolPrefix } from "../controllers/address-pool.ts";
import { serviceReconciler } from "../controllers/service-reconciler.ts";
import type { Reconciler } from "../runtime/reconciler.ts";
import type { ControllerRules } from "../runtime/controller-rules.ts";
import type { FaultyVariant } from "./define-variant.ts";

export const allocatingVariants: readonly FaultyVariant[] = [
  {
    name: "grants-the-first-request",
    summary: "Grants what was requested when the bucket was created, not the current request.",
    breaks: ["controller.acknowledges-current-request"],
    kind: "Bucket",
    scenarios: ["reports-on-each-change", "reports-what-it-saw-when-the-spec-changes"],
    // After a conflict, a new reconcile writes the status, not a retry of the same one.
    change: ({ status }) => {
      const specs = new Map<string, JsonObject>();
      return {
        status: { ...status, attempts: 1 },
        reconcilers: (correct) => correct.map((reconciler) => withFirstRequest(reconciler, specs)),
      };
    },
  },
  {
    name: "allocates-anew-after-a-start",
    summary:
      "Keeps allocated addresses only in memory, and allocates new addresses after a restart.",
    breaks: ["controller.allocation-is-stable"],
    kind: "Service",
    scenarios: ["goes-on-after-a-restart"],
    change: () => {
      let starts = 0;
      return {
        reconcilers: (correct) => {
          starts += 1;
          const forgetful = forgetfulServices(starts * starting);
          return correct.map((known) => (known.kind === forgetful.kind ? forgetful : known));
        },
      };
    },
  },
];

const starting = 40;

function withFirstRequest(reconciler: Reconciler, specs: Map<string, JsonObject>): Reconciler {
  if (reconciler.kind !== "Bucket") return reconciler;
  return {
    ...reconciler,
    reconcile: async (staged, driverEnvironment) => {
      await reconciler.reconcile(staged, driverEnvironment);
      const { metadata, spec = {} } = staged.object;
      const first = specs.get(metadata.uid) ?? spec;
      specs.set(metadata.uid, first);
      const { instance } = first;
      const isGranted = typeof staged.changes().members["instance"] === "string";
      if (isGranted && instance !== undefined) staged.set("instance", instance);
    },
  };
}

function forgetfulServices(from: number): Reconciler {
  const addresses = new Map<string, string>();
  return serviceReconciler({
    allocate: ({ metadata, spec = {} }: Resource) => {
      const wanted = spec["loadBalancerIP"];
      if (typeof wanted === "string" && wanted.startsWith(poolPrefix)) return { address: wanted };
      if (typeof wanted === "string") return { reason: "AddressUnknown", message: wanted };
      const next = `${poolPrefix}${(from + addresses.size) % 256}`;
      const address = addresses.get(metadata.uid) ?? next;
      addresses.set(metadata.uid, address);
      return { address };
    },
    release: () => {},
  });
}

/**
 * Chooses an address for each service that has none in the cache, and writes it even if the endpoint has stored another
 * one since.
 */
export function overwritesAllocations({ status }: ControllerRules): Partial<ControllerRules> {
  let next = 0;
  return {
    status: { ...status, lostClaims: () => [] },
    reconcilers: (correct) => {
      const chosen = new Map<string, string>();
      const choosing = serviceReconciler({
        allocate: (service) => {
          const { uid } = service.metadata;
          const known = addressOf(service) ?? chosen.get(uid);
          const address = known ?? `${poolPrefix}${(next += 1) % 256}`;
          chosen.set(uid, address);
          return { address };
        },
        release: (uid) => void chosen.delete(uid),
      });
      return correct.map((known) => (known.kind === choosing.kind ? choosing : known));
    },
  };
}
