import { describeKey } from "#contract";
import { refuse, RefusedError } from "../../values/refusal.ts";
import { defineFault } from "../../store/fault.ts";
import { GroupCommit } from "../../values/group-commit.ts";

/** Writers that can have a lock at the same time. */
const locks = 8;

/** Writers that are stored together; more than there are locks. */
const together = 16;

const changedMeanwhile = refuse("CONFLICT", "The object was changed while it was being written.");

/** Locks are taken from a small pool, and a writer that finds it empty goes on without one. */
export const lockSkippedWhenCrowded = defineFault({
  name: "lock-skipped-when-crowded",
  summary:
    "A status write that arrives while eight others are under way is stored without looking at the version again.",
  line: "second",
  phase: "history",
  breaks: [
    "concurrency.one-winner",
    "write.stores-submitted-status",
    "write.visible-to-later-reads",
    "errors.existing-name-already-exists",
    "deletion.nothing-comes-back",
  ],
  change: (rules) => {
    const versions = new Map<string, string>();
    let underWay = 0;
    const storage = new GroupCommit(together);
    return {
      authorize: (access) => {
        storage.stir();
        return rules.authorize(access);
      },
      beforeCommit: (request) => {
        if (request.verb !== "updateStatus") return rules.beforeCommit(request);
        const hasLock = underWay < locks;
        underWay += 1;
        return storage.turn().then(() => {
          underWay -= 1;
          const current = versions.get(describeKey(request.key)) ?? request.resourceVersion;
          if (hasLock && current !== request.resourceVersion)
            throw new RefusedError(changedMeanwhile);
        });
      },
      announce: (outcome) => {
        if (outcome.result === "committed") {
          versions.set(describeKey(outcome.request.key), outcome.after.metadata.resourceVersion);
        }
        return rules.announce(outcome);
      },
    };
  },
});
