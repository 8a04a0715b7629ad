import { setImmediate as nextTurn } from "node:timers/promises";
import { defineFault } from "../../store/fault.ts";
import { brokenByPauses, pausingBeforeCommit } from "../shared/pausing-before-commit.ts";

/** The version is compared, the write is queued, and the queue compares nothing. */
export const versionCheckedATurnBefore = defineFault({
  name: "version-checked-a-turn-before",
  summary:
    "Between the comparison of the version and the storing of a status, other requests have one turn.",
  line: "second",
  breaks: brokenByPauses,
  change: (rules) => ({ beforeCommit: pausingBeforeCommit(rules, () => nextTurn()) }),
});
