import { defineWorkload } from "#harness";

/**
 * What was acknowledged is stored, and what was under way is stored once or never: only the death of the
 * server shows whether an answer came before the disk had it.
 */
export const serverDies = defineWorkload({
  id: "durability/server-dies",
  title: "A server killed during writes keeps every acknowledged write and reuses no version",
  features: ["restart"],
  plan: {
    objects: 6,
    clients: 16,
    watchers: 6,
    share: 0.25,
    changes: { status: 4, spec: 1, remove: 0 },
    listEvery: 30,
    // Who is away when the server dies asks it afterwards for what came before.
    leaveWithin: 60,
    restartAt: 0.4,
  },
});
