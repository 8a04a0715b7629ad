import type { JsonObject } from "#contract";
import type { FaultyVariant } from "./define-variant.ts";

export const transitionVariants: readonly FaultyVariant[] = [
  {
    name: "acknowledges-through-a-failure",
    summary: "Keeps the earlier grant in the status if a new request fails.",
    breaks: ["controller.acknowledges-current-request"],
    kind: "Bucket",
    scenarios: ["tells-what-fails"],
    change: () => ({
      reconcilers: (correct) =>
        correct.map((reconciler) => ({
          ...reconciler,
          reconcile: async (staged, driverEnvironment) => {
            const earlier = staged.object.status?.["instance"];
            try {
              await reconciler.reconcile(staged, driverEnvironment);
            } finally {
              const isCleared = staged.changes().members["instance"] === null;
              if (isCleared && earlier !== undefined) staged.set("instance", earlier);
            }
          },
        })),
    }),
  },
  {
    name: "is-ready-before-its-grant-after-a-failure",
    summary: "After a failed request, reports readiness first and the grant in a second write.",
    breaks: ["controller.not-ready-before-observed", "controller.one-flush-per-reconcile"],
    kind: "Bucket",
    scenarios: ["recovers-from-a-failure"],
    change: () => {
      const announced = new Set<string>();
      return {
        reconcilers: (correct) =>
          correct.map((reconciler) => ({
            ...reconciler,
            reconcile: async (staged, driverEnvironment) => {
              await reconciler.reconcile(staged, driverEnvironment);
              const { metadata, status = {} } = staged.object;
              const key = `${metadata.uid} ${metadata.generation ?? 0}`;
              const isGranted = typeof staged.changes().members["instance"] === "string";
              const hasFailed = status["phase"] === "Failed";
              if (!isGranted || !hasFailed || announced.has(key)) return;
              announced.add(key);
              staged.clear("instance");
            },
          })),
      };
    },
  },
  {
    name: "ignores-an-image",
    summary: "Reconciles an object only if spec.replicas or spec.paused changes.",
    breaks: ["controller.status-converges", "controller.observed-generation-follows"],
    kind: "Deployment",
    scenarios: ["follows-single-properties"],
    change: ({ report }) => {
      const known = new Map<string, string>();
      return {
        report: async (object, work, options) => {
          const { metadata, spec = {}, status } = object;
          const wanted = JSON.stringify([spec["replicas"], spec["paused"]]);
          if (status !== undefined && known.get(metadata.uid) === wanted) {
            return { result: undefined, flush: { flush: "unchanged", attempts: 0 } };
          }
          const reported = await report(object, work, options);
          known.set(metadata.uid, wanted);
          return reported;
        },
      };
    },
  },
  {
    name: "takes-zero-for-unset",
    summary: "Does not reconcile an object while spec.replicas is 0, as if it were not set yet.",
    breaks: ["controller.status-converges", "controller.observed-generation-follows"],
    kind: "Deployment",
    scenarios: ["follows-single-properties"],
    change: ({ report }) => ({
      report: async (object, work, options) =>
        object.spec?.["replicas"] === 0
          ? { result: undefined, flush: { flush: "unchanged", attempts: 0 } }
          : await report(object, work, options),
    }),
  },
  {
    name: "treats-a-former-spec-as-done",
    summary:
      "Skips a spec that it has reported on before, even if it has reported on other specs in the meantime.",
    breaks: ["controller.status-converges", "controller.observed-generation-follows"],
    kind: "Deployment",
    scenarios: ["reports-on-each-change"],
    change: ({ report }) => {
      const done = new Map<string, Map<string, number>>();
      return {
        report: async (object, work, options) => {
          const { uid, generation = 0 } = object.metadata;
          const specs = done.get(uid) ?? new Map<string, number>();
          done.set(uid, specs);
          const text = JSON.stringify(sorted(object.spec ?? {}));
          const first = specs.get(text) ?? generation;
          if (first < generation) {
            return { result: undefined, flush: { flush: "unchanged", attempts: 0 } };
          }
          specs.set(text, first);
          return await report(object, work, options);
        },
      };
    },
  },
];

function sorted(spec: JsonObject): readonly unknown[] {
  return Object.entries(spec).toSorted(([one], [other]) => one.localeCompare(other));
}
