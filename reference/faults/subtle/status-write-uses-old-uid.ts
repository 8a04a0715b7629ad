import { describeKey, keyOf } from "#contract";
import type { Uid } from "#contract";
import { defineFault } from "../../store/fault.ts";

/** The status handler remembers the uid by name, from the first object that it wrote. */
export const statusWriteUsesOldUid = defineFault({
  name: "status-write-uses-old-uid",
  summary: "A status write to an object that was created again stores the uid of its predecessor.",
  line: "second",
  breaks: ["write.keeps-identity"],
  phase: "property",
  change: (rules) => {
    const deleted = new Map<string, Uid>();
    return {
      deletedObject: (stored, version) => {
        deleted.set(describeKey(keyOf(stored)), stored.metadata.uid);
        return rules.deletedObject(stored, version);
      },
      updateStatus: (request, stored, status) => {
        const updated = rules.updateStatus(request, stored, status);
        const uid = deleted.get(describeKey(request.key)) ?? updated.metadata.uid;
        return { ...updated, metadata: { ...updated.metadata, uid } };
      },
    };
  },
});
