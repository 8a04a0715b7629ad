import { defineWorkload } from "#harness";

export const objectsComeAndGo = defineWorkload({
  id: "histories/objects-come-and-go",
  title: "Deleting and re-creating objects produces a linearizable history",
  features: ["delete", "labels.write", "precondition.uid"],
  verbs: ["delete"],
  plan: {
    objects: 8,
    clients: 16,
    watchers: 2,
    share: 0.33,
    changes: { status: 4, spec: 1, remove: 2 },
    listEvery: 30,
  },
});
