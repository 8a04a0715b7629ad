import type { KindDescription } from "#harness";

/** Creates a kind with one operation per verb and no samples. `more` overrides fields. */
export function kindNamed(name: string, more: Partial<KindDescription> = {}): KindDescription {
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
    isRuntime: false,
    samples: { specs: [], statuses: [], counter: "observedGeneration", invalidStatuses: [] },
    ...more,
  };
}
