import type { AnyCheck } from "#harness";
import { applyNeedsManager } from "./apply-needs-manager.ts";
import { applyNeverCreates } from "./apply-never-creates.ts";
import { applyWorksForEveryKind } from "./apply-works-for-every-kind.ts";
import { dryRunIsDecidedLikeTheWrite } from "./dry-run-is-decided-like-the-write.ts";
import { dryRunOfSpecStoresNothing } from "./dry-run-of-spec-stores-nothing.ts";
import { dryRunShowsTheResult } from "./dry-run-shows-the-result.ts";
import { edgeNumbersAreStored } from "./edge-numbers-are-stored.ts";
import { emptyValuesAreStored } from "./empty-values-are-stored.ts";
import { everyWordIsStored } from "./every-word-is-stored.ts";
import { forceBelongsToApply } from "./force-belongs-to-apply.ts";
import { invalidManagerRefused } from "./invalid-manager-refused.ts";
import { jsonPatchCreatesNoParents } from "./json-patch-creates-no-parents.ts";
import { jsonPatchFailsWhole } from "./json-patch-fails-whole.ts";
import { jsonPatchOperations } from "./json-patch-operations.ts";
import { listedExactlyOnce } from "./listed-exactly-once.ts";
import { listsAreReplaced } from "./lists-are-replaced.ts";
import { longListsAreStored } from "./long-lists-are-stored.ts";
import { malformedJsonPatchRefused } from "./malformed-json-patch-refused.ts";
import { managerIsRecorded } from "./manager-is-recorded.ts";
import { managersNotWritable } from "./managers-not-writable.ts";
import { mergePatch } from "./merge-patch.ts";
import { noStatusMutationWithoutStatus } from "./no-status-mutation-without-status.ts";
import { partialWrites } from "./partial-writes.ts";
import { replacementRemovesOmittedMembers } from "./replacement-removes-omitted-members.ts";
import { unusualStatusesAreStored } from "./unusual-statuses-are-stored.ts";
import { storesSubmittedStatus } from "./stores-submitted-status.ts";
import { unknownMembersByMode } from "./unknown-members-by-mode.ts";
import { unknownValidationModeRefused } from "./unknown-validation-mode-refused.ts";
import { replacementWithoutStatus } from "./replacement-without-status.ts";
import { strictValidationCoversIgnoredMembers } from "./strict-validation-covers-ignored-members.ts";
import { listNamespaceFilter } from "./list-namespace-filter.ts";
import { readStaysInNamespace } from "./read-stays-in-namespace.ts";
import { staysInNamespace } from "./stays-in-namespace.ts";
import { statusWriteStaysInNamespace } from "./status-write-stays-in-namespace.ts";
import { listSelectorFilter } from "./list-selector-filter.ts";
import { exactValuesAreStored } from "./exact-values-are-stored.ts";
import { listItemsAreReplaced } from "./list-items-are-replaced.ts";

export const writeChecks: readonly AnyCheck[] = [
  storesSubmittedStatus,
  listedExactlyOnce,
  unusualStatusesAreStored,
  edgeNumbersAreStored,
  emptyValuesAreStored,
  longListsAreStored,
  everyWordIsStored,
  partialWrites,
  listsAreReplaced,
  noStatusMutationWithoutStatus,
  replacementRemovesOmittedMembers,
  replacementWithoutStatus,
  mergePatch,
  jsonPatchOperations,
  jsonPatchFailsWhole,
  jsonPatchCreatesNoParents,
  malformedJsonPatchRefused,
  applyWorksForEveryKind,
  applyNeedsManager,
  applyNeverCreates,
  forceBelongsToApply,
  managerIsRecorded,
  managersNotWritable,
  invalidManagerRefused,
  unknownMembersByMode,
  strictValidationCoversIgnoredMembers,
  unknownValidationModeRefused,
  dryRunShowsTheResult,
  dryRunIsDecidedLikeTheWrite,
  dryRunOfSpecStoresNothing,
  listNamespaceFilter,
  readStaysInNamespace,
  staysInNamespace,
  statusWriteStaysInNamespace,
  listSelectorFilter,
  exactValuesAreStored,
  listItemsAreReplaced,
];
