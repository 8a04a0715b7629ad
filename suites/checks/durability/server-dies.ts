import { defineWorkload } from "#harness";

/**
 * Acknowledged writes must be stored, and pending writes must be stored at most once. Only a crash reveals a response
 * that was sent before the data was on disk.
 */
export const serverDies = defineWorkload({
  id: "durability/server-dies",
  title:
    "A server that is killed during writes keeps every acknowledged write and reuses no version",
  features: ["restart"],
  plan: {
    objects: 6,
    clients: 16,
    watchers: 6,
    share: 0.25,
    changes: { status: 4, spec: 1, remove: 0 },
    listEvery: 30,
    // Some clients are offline during the crash and request missed events afterwards.
    leaveWithin: 60,
    restartAt: 0.4,
  },
});
