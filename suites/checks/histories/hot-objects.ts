import { defineWorkload } from "#harness";

export const hotObjects = defineWorkload({
  id: "histories/hot-objects",
  title: "Many clients on a few objects produce a linearizable history",
  plan: {
    objects: 4,
    clients: 16,
    watchers: 2,
    share: 0.38,
    changes: { status: 3, spec: 1, remove: 0 },
    listEvery: 20,
  },
});
