import { defineWorkload } from "#harness";

export const mixedOperations = defineWorkload({
  id: "histories/mixed-operations",
  title: "All operations on a kind together produce a linearizable history",
  plan: {
    objects: 8,
    clients: 16,
    watchers: 2,
    share: 0.13,
    changes: { status: 3, spec: 1, remove: 0 },
    listEvery: 20,
    isMixed: true,
  },
});
