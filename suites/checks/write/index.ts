import type { AnyCheck } from "#harness";
import { listsAreReplaced } from "./lists-are-replaced.ts";
import { noStatusMutationWithoutStatus } from "./no-status-mutation-without-status.ts";
import { partialWrites } from "./partial-writes.ts";
import { storesSubmittedStatus } from "./stores-submitted-status.ts";

/** The checks of this area, in the order in which they are started. */
export const writeChecks: readonly AnyCheck[] = [
  storesSubmittedStatus,
  partialWrites,
  listsAreReplaced,
  noStatusMutationWithoutStatus,
];
