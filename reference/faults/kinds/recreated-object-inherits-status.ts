import { describeKey, keyOf } from "#contract";
import type { JsonObject } from "#contract";
import { defineFault } from "../../store/fault.ts";

/** The status is kept by name, and the name comes back. */
export const recreatedObjectInheritsStatus = defineFault({
  name: "recreated-object-inherits-status",
  summary: "An object that is created again has the status of its predecessor.",
  breaks: ["deletion.successor-starts-afresh"],
  change: (rules) => {
    const statuses = new Map<string, JsonObject>();
    return {
      deletedObject: (stored, version) => {
        const last = rules.deletedObject(stored, version);
        if (last.status !== undefined) statuses.set(describeKey(keyOf(last)), last.status);
        return last;
      },
      createObject: (request, stamp) => {
        const object = rules.createObject(request, stamp);
        const status = statuses.get(describeKey(request.key));
        return status === undefined ? object : { ...object, status };
      },
    };
  },
});
