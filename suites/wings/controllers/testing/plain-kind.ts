import type { KindDescription } from "#harness";

/** A cluster-scoped kind without operations and samples. */
export function plainKind(name: string, more: Partial<KindDescription> = {}): KindDescription {
  return {
    name,
    scope: "cluster",
    namespaces: [],
    operations: {
      create: [],
      read: [],
      list: [],
      update: [],
      updateStatus: [],
      patchStatus: [],
      delete: [],
      watch: [],
    },
    statusModes: {},
    samples: { specs: [], statuses: [], counter: "count", invalidStatuses: [] },
    isRuntime: false,
    ...more,
  };
}
