import { defineFault } from "../../store/fault.ts";

/** Writes of the author that a status outlives, and one more. */
const writesToLive = 3;

/** The status is a cache, and what nobody has renewed for a while is dropped. */
export const statusExpires = defineFault({
  name: "status-expires",
  summary: "A status is gone after three spec or metadata writes without a status write.",
  breaks: ["allocation.survives-other-writes", "isolation.spec-write-never-changes-status"],
  change: (rules) => {
    const ages = new Map<string, number>();
    return {
      updateStatus: (request, stored, status) => {
        ages.delete(stored.metadata.uid);
        return rules.updateStatus(request, stored, status);
      },
      updateObject: (request, stored) => {
        const updated = rules.updateObject(request, stored);
        const age = (ages.get(stored.metadata.uid) ?? 0) + 1;
        ages.set(stored.metadata.uid, age);
        if (age < writesToLive) return updated;
        const { status: _expired, ...rest } = updated;
        return rest;
      },
    };
  },
});
