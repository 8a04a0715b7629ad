import type { KindDescription } from "#harness";

/** A kind with one operation for each verb; `Widget` is one that is registered for the run. */
export function kindNamed(name: string): KindDescription {
  const one = ["x"];
  return {
    name,
    scope: "namespaced",
    namespaces: ["default"],
    operations: {
      create: one,
      read: one,
      list: one,
      update: one,
      updateStatus: one,
      patchStatus: [],
      delete: one,
      watch: one,
    },
    statusModes: { x: "partial" },
    isRuntime: name === "Widget",
    samples: { specs: [], statuses: [], counter: "observedGeneration", invalidStatuses: [] },
  };
}
