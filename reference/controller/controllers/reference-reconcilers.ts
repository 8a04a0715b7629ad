import type { Reconciler } from "../runtime/reconciler.ts";
import { AddressPool } from "./address-pool.ts";
import { bucketReconciler, modestInstances } from "./bucket-reconciler.ts";
import { deploymentReconciler, instantWorkloads } from "./deployment-reconciler.ts";
import { serviceReconciler } from "./service-reconciler.ts";

/**
 * Reconcilers for `Service`, `Deployment` and `Bucket`, each with a simulated backend, and for the widgets that a run
 * registers on an API server.
 */
export function referenceReconcilers(): readonly Reconciler[] {
  const pool = new AddressPool();
  return [
    serviceReconciler({
      allocate: (service, all) => pool.allocate(service, all),
      release: (uid) => pool.release(uid),
    }),
    deploymentReconciler(instantWorkloads()),
    bucketReconciler(modestInstances()),
    ...widgetReconcilers(),
  ];
}

const widgetKinds = ["Widget", "WidgetD", "WidgetU"] as const;

/** Grants each widget its requested address, and reports its size. A widget without a color is invalid. */
export function widgetReconcilers(): readonly Reconciler[] {
  return widgetKinds.map((kind) => ({
    kind,
    reconcile: (staged) => {
      const { metadata, spec = {} } = staged.object;
      const { size, color, address } = spec;
      if (metadata.deletionTimestamp !== undefined) {
        staged.condition({ type: "Ready", status: "False", reason: "Terminating" });
        return Promise.resolve();
      }
      const isMade = typeof color === "string" && color !== "";
      staged.set("num", isMade && typeof size === "number" ? size : 0);
      staged.set("phase", isMade ? "Ready" : "Failed");
      if (isMade && typeof address === "string") staged.set("allocatedAddress", address);
      else staged.clear("allocatedAddress");
      staged.condition({
        type: "Ready",
        status: isMade ? "True" : "False",
        reason: isMade ? "Made" : "NoColor",
      });
      return Promise.resolve();
    },
    forget: () => {},
  }));
}
