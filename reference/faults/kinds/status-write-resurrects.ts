import { describeKey, keyOf } from "#contract";
import type { Resource } from "#contract";
import { defineFault } from "../../store/fault.ts";

/** The status handler writes what it has in its cache, and the store creates what is missing. */
export const statusWriteResurrects = defineFault({
  name: "status-write-resurrects",
  summary: "A status write to a deleted object brings it back with its last state.",
  breaks: ["deletion.nothing-comes-back"],
  change: (rules) => {
    const deleted = new Map<string, Resource>();
    return {
      deletedObject: (stored, version) => {
        const last = rules.deletedObject(stored, version);
        deleted.set(describeKey(keyOf(last)), last);
        return last;
      },
      existence: (request, stored) =>
        request.verb === "updateStatus" && deleted.has(describeKey(request.key))
          ? undefined
          : rules.existence(request, stored),
      createObject: (request, stamp) => {
        const last = deleted.get(describeKey(request.key));
        return request.verb === "updateStatus" && last !== undefined
          ? rules.updateStatus(request, last, request.content.status ?? {})
          : rules.createObject(request, stamp);
      },
    };
  },
});
