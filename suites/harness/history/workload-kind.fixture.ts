import type { KindDescription } from "#targets";

export const workloadKind: KindDescription = {
  name: "Service",
  scope: "namespaced",
  namespaces: ["a", "b"],
  operations: {
    create: ["create"],
    read: ["read"],
    list: ["list"],
    update: ["update"],
    updateStatus: ["updateStatus"],
    patchStatus: [],
    delete: ["delete"],
    watch: ["watch"],
  },
  statusModes: { updateStatus: "partial" },
  samples: {
    specs: [
      { size: "s", ports: [1] },
      { size: "m", ports: [2] },
      { size: "l", ports: [3, 4] },
    ],
    statuses: [
      { phase: "a", count: 1 },
      { phase: "b", count: 2 },
      { phase: "c", count: 3 },
    ],
    counter: "count",
    invalidStatuses: [],
  },
  isRuntime: false,
};
