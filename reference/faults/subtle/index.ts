import type { Fault } from "../../store/fault.ts";
import { dryRunAfterRefusalStores } from "./dry-run-after-refusal-stores.ts";
import { labelWriteKeepsStatusVersion } from "./label-write-keeps-status-version.ts";
import { resumeAtDeletionSkipsNext } from "./resume-at-deletion-skips-next.ts";
import { repeatedPatchNotTested } from "./repeated-patch-not-tested.ts";
import { singleMembersOverwriteEachOther } from "./single-members-overwrite-each-other.ts";
import { specThatComesBackNotCounted } from "./spec-that-comes-back-not-counted.ts";
import { patchedReportLosesConditions } from "./patched-report-loses-conditions.ts";
import { statusWriteRestoresOlderLabels } from "./status-write-restores-older-labels.ts";
import { statusWriteUsesOldUid } from "./status-write-uses-old-uid.ts";
import { fifthNoOpTakesVersion } from "./fifth-no-op-takes-version.ts";
import { fifthReadLosesConditions } from "./fifth-read-loses-conditions.ts";

/** Faults that take a sequence of commands to show, and that no single scenario runs into. */
export const subtleFaults: readonly Fault[] = [
  fifthNoOpTakesVersion,
  statusWriteUsesOldUid,
  resumeAtDeletionSkipsNext,
  patchedReportLosesConditions,
  labelWriteKeepsStatusVersion,
  dryRunAfterRefusalStores,
  singleMembersOverwriteEachOther,
  fifthReadLosesConditions,
  statusWriteRestoresOlderLabels,
  specThatComesBackNotCounted,
  repeatedPatchNotTested,
];
