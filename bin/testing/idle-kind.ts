import type { KindDescription } from "#targets";

export function idleKind(name: string, isRuntime: boolean): KindDescription {
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
    isRuntime,
  };
}
