import { defineWorkload } from "#harness";

/** Names are used again while others still hold what had them before. */
export const objectsComeAndGo = defineWorkload({
  id: "histories/objects-come-and-go",
  title: "Objects that are deleted and created again leave a history that some order explains",
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
