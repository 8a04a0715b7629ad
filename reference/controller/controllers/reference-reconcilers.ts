import type { Reconciler } from "../runtime/reconciler.ts";
import { AddressPool } from "./address-pool.ts";
import { bucketReconciler, modestInstances } from "./bucket-reconciler.ts";
import { deploymentReconciler, instantWorkloads } from "./deployment-reconciler.ts";
import { serviceReconciler } from "./service-reconciler.ts";
import { widgetReconcilers } from "./widgets.ts";

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
