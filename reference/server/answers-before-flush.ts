import { copyOf, putBack } from "../store/reference-disk.ts";
import type { DiskFault } from "../store/disk-fault.ts";
import { defineDiskFault } from "../store/disk-fault.ts";
import { oneIn } from "../faults/shared.ts";
import type { StoredObjects } from "../store/store.ts";

const flushEvery = 40;

export const answersBeforeFlush: DiskFault = defineDiskFault({
  name: "answers-before-flush",
  summary: "The last acknowledged writes are lost when the server is killed.",
  // A lost write makes the version that it replaced current again, and a later write replaces that version a second
  // time.
  breaks: ["concurrency.one-winner"],
  begin: (disk) => {
    const isFlush = oneIn(flushEvery);
    let flushed: StoredObjects = new Map();
    return {
      change: (rules) => ({
        beforeCommit: (request) => {
          if (isFlush()) flushed = copyOf(disk()?.objects ?? new Map());
          return rules.beforeCommit(request);
        },
      }),
      died: ({ objects }) => putBack(objects, flushed),
    };
  },
});
