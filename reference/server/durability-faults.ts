import type { DiskFault } from "../store/disk-fault.ts";
import { copyOf, putBack } from "../store/reference-disk.ts";
import { defineDiskFault } from "../store/disk-fault.ts";
import { oneIn } from "../faults/fault-parts.ts";
import type { StoredObjects } from "../store/store.ts";

const watchesResumeAtRestart = defineDiskFault({
  name: "watches-resume-at-restart",
  summary:
    "A watch from a version before a restart starts after the restart, without reporting the gap.",
  breaks: ["watch.resumes-after-version"],
  begin: () => ({
    change: (rules) => ({
      startAfter: (cursor, range) => {
        const after = rules.startAfter(cursor, range);
        return typeof after === "number" ? after : range.newest;
      },
    }),
    died: ({ log }) => log.rewind(log.newest),
  }),
});

export const versionsBeginAgain = defineDiskFault({
  name: "versions-begin-again",
  summary: "After a restart, the server issues versions that it has issued before.",
  breaks: ["concurrency.versions-advance"],
  begin: () => ({ died: ({ log, firstVersion }) => log.rewind(firstVersion) }),
});

const flushEvery = 40;

export const answersBeforeFlush: DiskFault = defineDiskFault({
  name: "answers-before-flush",
  summary: "The last acknowledged writes are lost when the server is killed.",
  // After a lost write, the version that it replaced is current again, so a later write replaces that version a second
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

/** All faults that appear only after a restart, in display order. */
export const diskFaults: readonly DiskFault[] = [
  answersBeforeFlush,
  versionsBeginAgain,
  watchesResumeAtRestart,
];
