import type { AnyCheck } from "#harness";
import { commandSequences } from "./command-sequences.ts";
import { listEqualsFoldOfWatch } from "./list-equals-fold-of-watch.ts";
import { mergePatchEqualsReplacement } from "./merge-patch-equals-replacement.ts";
import { partialWritesCommute } from "./partial-writes-commute.ts";
import { readsWriteNothing } from "./reads-write-nothing.ts";
import { repeatingChangesNothing } from "./repeating-changes-nothing.ts";
import { resumeEqualsSuffix } from "./resume-equals-suffix.ts";
import { specAndStatusWritesCommute } from "./spec-and-status-writes-commute.ts";

export const propertyChecks: readonly AnyCheck[] = [
  commandSequences,
  readsWriteNothing,
  repeatingChangesNothing,
  mergePatchEqualsReplacement,
  partialWritesCommute,
  specAndStatusWritesCommute,
  listEqualsFoldOfWatch,
  resumeEqualsSuffix,
];
