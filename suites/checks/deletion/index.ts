import type { AnyCheck } from "#harness";
import { dryRunDeletesNothing } from "./dry-run-deletes-nothing.ts";
import { nothingComesBack } from "./nothing-comes-back.ts";
import { statusWritesGoOn } from "./status-writes-go-on.ts";
import { successorStartsAfresh } from "./successor-starts-afresh.ts";
import { waitsForFinalizers } from "./waits-for-finalizers.ts";
import { terminatingNameIsTaken } from "./terminating-name-is-taken.ts";

export const deletionChecks: readonly AnyCheck[] = [
  waitsForFinalizers,
  statusWritesGoOn,
  nothingComesBack,
  successorStartsAfresh,
  terminatingNameIsTaken,
  dryRunDeletesNothing,
];
