import type { ControllerRules } from "../runtime/controller-rules.ts";
import type { Reconciler } from "../runtime/reconciler.ts";

/** Time until an instance is available, in milliseconds. */
const startMs = 100;

/** Pause after a rejected report, in milliseconds. Longer than a start, so that a retry has another result. */
const retryMs = 300;

/** Reconciles deployments with one instance each, which restarts whenever the spec changes. */
export function startingSlowly({ loop, status }: ControllerRules): Partial<ControllerRules> {
  return {
    loop: { ...loop, resyncMs: startMs, pauseMs: () => retryMs },
    status: { ...status, attempts: 1 },
    reconcilers: (correct) =>
      correct.map((one) => (one.kind === "Deployment" ? slowDeployments() : one)),
  };
}

function slowDeployments(): Reconciler {
  const starts = new Map<
    string,
    { readonly generation: number | undefined; readonly at: number }
  >();
  return {
    kind: "Deployment",
    reconcile: (staged) => {
      const { uid, generation } = staged.object.metadata;
      const known = starts.get(uid);
      const start =
        known?.generation === generation && known !== undefined
          ? known
          : { generation, at: performance.now() };
      starts.set(uid, start);
      staged.set("replicas", 1);
      staged.set("availableReplicas", performance.now() - start.at < startMs ? 0 : 1);
      return Promise.resolve();
    },
    forget: ({ metadata }) => {
      starts.delete(metadata.uid);
    },
  };
}
