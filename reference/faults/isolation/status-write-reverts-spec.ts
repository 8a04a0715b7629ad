import type { JsonObject } from "#contract";
import { defineFault } from "../../store/fault.ts";

/** The status handler works on the copy of the object that it took when it first saw it. */
export const statusWriteRevertsSpec = defineFault({
  name: "status-write-reverts-spec",
  summary: "A status write brings back the spec with which the object was created.",
  breaks: ["isolation.status-write-never-changes-spec", "generation.ignores-status-writes"],
  change: (rules) => {
    const firstSpecs = new Map<string, JsonObject>();
    return {
      createObject: (request, stamp) => {
        const object = rules.createObject(request, stamp);
        if (object.spec !== undefined) firstSpecs.set(stamp.uid, object.spec);
        return object;
      },
      updateStatus: (request, stored, status) => {
        const spec = firstSpecs.get(stored.metadata.uid);
        const updated = rules.updateStatus(request, stored, status);
        return spec === undefined ? updated : { ...updated, spec };
      },
    };
  },
});
