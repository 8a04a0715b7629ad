import { defineWorkload } from "#harness";

/**
 * Acknowledged writes are stored, and pending ones are stored once or never: only a crash shows whether a reply was
 * sent before the data were on disk.
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
    // Clients that are offline during a crash ask afterwards for earlier events.
    leaveWithin: 60,
    restartAt: 0.4,
  },
});
