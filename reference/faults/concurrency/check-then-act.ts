import { setTimeout as wait } from "node:timers/promises";
import { defineFault } from "../../store/fault.ts";
import { brokenByPauses, pausingBeforeCommit } from "../shared/pausing-before-commit.ts";

/** Long enough for every request of a burst to pass its check, on a busy machine, too. */
const gapMs = 100;

/** The version is checked, then something else happens, then the status is stored. */
export const checkThenAct = defineFault({
  name: "check-then-act",
  summary:
    "Status writes that arrive together pass the version check together, and all are stored.",
  breaks: brokenByPauses,
  change: (rules) => ({ beforeCommit: pausingBeforeCommit(rules, () => wait(gapMs)) }),
});
