import type { DiskFault } from "../store/disk-fault.ts";
import { answersBeforeFlush } from "./answers-before-flush.ts";
import { versionsBeginAgain } from "./versions-begin-again.ts";
import { watchesResumeAtRestart } from "./watches-resume-at-restart.ts";

/** All faults that are visible only after a restart, in display order. */
export const diskFaults: readonly DiskFault[] = [
  answersBeforeFlush,
  versionsBeginAgain,
  watchesResumeAtRestart,
];
