import { defineFault } from "../../store/fault.ts";

/** What is read often moves to a faster cache, which has no room for lists. */
export const fifthReadLosesConditions = defineFault({
  name: "fifth-read-loses-conditions",
  summary: "From the fifth read of the same version on, a status is shown without its conditions.",
  line: "second",
  breaks: ["write.visible-to-later-reads"],
  phase: "property",
  change: (rules) => {
    const reads = new Map<string, number>();
    return {
      read: (access, states) => {
        const object = rules.read(access, states);
        if (object?.status === undefined) return object;
        const { uid, resourceVersion } = object.metadata;
        const version = `${uid} ${resourceVersion}`;
        const count = (reads.get(version) ?? 0) + 1;
        reads.set(version, count);
        if (count < 5) return object;
        const { conditions: _lost, ...status } = object.status;
        return { ...object, status };
      },
    };
  },
});
