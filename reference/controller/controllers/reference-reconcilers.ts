import type { Reconciler } from "../runtime/reconciler.ts";
import { AddressPool } from "./address-pool.ts";
import { bucketReconciler, modestInstances } from "./buckets.ts";
import { deploymentReconciler, instantWorkloads } from "./deployments.ts";
import type { Workloads } from "./deployments.ts";
import { serviceReconciler } from "./services.ts";
import { widgetReconcilers } from "./widgets.ts";

/**
 * Reconcilers for `Service`, `Deployment` and `Bucket`, each with a simulated backend, and for the widgets that a run
 * registers on an API server.
 *
 * @param workloads The instances of the deployments, which outlive a process. Processes that work on the same objects
 *   share them.
 */
export function referenceReconcilers(
  workloads: Workloads = instantWorkloads(),
): readonly Reconciler[] {
  const pool = new AddressPool();
  return [
    serviceReconciler({
      allocate: (service, all) => pool.allocate(service, all),
      release: (uid) => pool.release(uid),
    }),
    deploymentReconciler(workloads),
    bucketReconciler(modestInstances()),
    ...widgetReconcilers(),
  ];
}
