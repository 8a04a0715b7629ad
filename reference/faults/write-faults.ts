import { describeKey, isEmpty, keyOf } from "#contract";
import type { JsonObject, Resource } from "#contract";
import { joinLists, uniteLists } from "./fault-parts.ts";
import type { Fault } from "../store/fault.ts";
import { defineFault } from "../store/fault.ts";
import type { StoredStates } from "../kinds/store-requests.ts";
import { withoutNulls } from "../values/merge-objects.ts";
import {
  anyManagerAccepted,
  applyCreates,
  applyIgnoresConflicts,
  applyKeepsOmittedMembers,
  applyNeedsNoManager,
  applyRefusedForTypedKinds,
  applyRemovesSharedMembers,
  applyReplacesAllConditions,
  applyWithdrawsSpecOfManager,
  everyWriteConflictsWithOwners,
  forceAcceptedEverywhere,
  forceKeepsOldOwner,
  lastApplierOwnsAlone,
  managerNotRecorded,
  oneEntryPerManager,
  ownershipConflictHidesManager,
  ownershipConflictLooksStale,
  statusManagerRecordedForObject,
  statusWriteDisownsLabels,
  statusWriteDisownsSpec,
  statusWriteResetsManagers,
  updateDoesNotTakeOwnership,
} from "./ownership-faults.ts";
import { optionFaults } from "./option-faults.ts";
import { patchFaults } from "./patch-faults.ts";

export const everyKindHasStatus = defineFault({
  name: "every-kind-has-status",
  summary: "The generic status mutation accepts kinds without a status subresource.",
  breaks: [
    "write.no-status-mutation-without-status",
    "kinds.plain-status-is-validated",
    "kinds.missing-status-is-told-apart",
  ],
  change: (rules) => ({
    servesStatus: () => true,
    validate: (request, stored, after) =>
      request.kind.hasStatus ? rules.validate(request, stored, after) : [],
  }),
});

export const replaceKeepsOmittedMembers = defineFault({
  name: "replace-keeps-omitted-members",
  summary: "A replacement of the status keeps the stored fields that it omits.",
  breaks: ["write.replace-removes-omitted-members", "allocation.answers-are-told-apart"],
  change: (rules) => ({
    updateStatus: (request, stored, status) =>
      request.form === "replace"
        ? rules.updateStatus(request, stored, rules.mergeStatus(stored.status, status))
        : rules.updateStatus(request, stored, status),
  }),
});

export const replyWithoutSpec = defineFault({
  name: "reply-without-spec",
  summary: "The response to a status write has no spec.",
  breaks: [
    "write.returns-complete-object",
    "write.visible-to-later-reads",
    "concurrency.one-winner",
    "concurrency.no-op-keeps-version",
    "watch.event-carries-stored-object",
    "watch.deletion-is-deleted",
    "authorization.status-reply-as-declared",
  ],
  mayBreak: ["write.dry-run-returns-the-result", "concurrency.spec-and-status-share-the-version"],
  change: (rules) => ({
    reply: (request, stored) => {
      const reply = rules.reply(request, stored);
      if (request.verb !== "updateStatus") return reply;
      const { spec: _left, ...rest } = reply;
      return rest;
    },
  }),
});

export const staleReads = defineFault({
  name: "stale-reads",
  summary: "Reads and lists show an object as it was before its last write.",
  breaks: [
    "write.visible-to-later-reads",
    "write.stores-submitted-status",
    "write.returns-complete-object",
    "write.omitted-members-unchanged",
    "write.lists-are-replaced",
    "concurrency.one-winner",
    "concurrency.conflict-tells-current-version",
    "generation.counts-spec-changes",
    "generation.observed-stored-as-sent",
    "write.replace-removes-omitted-members",
    "write.merge-patch-null-removes-member",
    "write.json-patch-supports-every-operation",
    "write.apply-works-for-every-kind",
    "write.manager-is-recorded",
    "apply.force-takes-fields",
    "apply.removes-omitted-fields",
    "write.status-default-ends-with-first-write",
    "generation.counts-requested-deletion",
    "generation.counts-plain-status",
    "conditions.transition-time-stored-as-sent",
    "kinds.plain-status-is-stored",
    "readiness.same-for-every-reader",
    "readiness.observed-generation-is-an-integer",
    "allocation.answers-are-told-apart",
    "allocation.binding-leaves-holder-alone",
    "allocation.ownership-is-advisory",
    "deletion.waits-for-finalizers",
    "deletion.status-writes-go-on",
    "concurrency.no-lost-increment",
  ],
  // Only some of the concurrent writes and lists show the old state.
  mayBreak: ["concurrency.spec-and-status-share-the-version", "watch.list-then-watch"],
  change: (rules) => ({
    read: (access, states) => rules.read(access, states && outdated(states)),
    listed: (access, states) => rules.listed(access, outdated(states)),
  }),
});

function outdated({ current, previous }: StoredStates): StoredStates {
  return { current: previous ?? current };
}

export const falsyStatusValuesSkipped = defineFault({
  name: "falsy-status-values-skipped",
  summary: "Fields that a status write sends as false, zero or an empty string stay unchanged.",
  breaks: [
    "write.stores-submitted-status",
    "generation.observed-stored-as-sent",
    "readiness.same-for-every-reader",
    "readiness.observed-generation-is-an-integer",
  ],
  change: (rules) => ({
    mergeStatus: (stored, submitted) => {
      const taken = Object.entries(submitted).filter(
        ([, value]) => value === null || Boolean(value),
      );
      return rules.mergeStatus(stored, Object.fromEntries(taken));
    },
  }),
});

export const statusListsCut = defineFault({
  name: "status-lists-cut",
  summary: "Only the first 20 items of a list in a status write are stored.",
  breaks: ["write.stores-submitted-status"],
  change: (rules) => ({
    mergeStatus: (stored, submitted) => {
      const cut = Object.entries(submitted).map(
        ([member, value]) => [member, Array.isArray(value) ? value.slice(0, 20) : value] as const,
      );
      return rules.mergeStatus(stored, Object.fromEntries(cut));
    },
  }),
});

export const statusListsJoined = defineFault({
  name: "status-lists-joined",
  summary: "A list in a status write is merged into the stored list instead of replacing it.",
  breaks: [
    "write.lists-are-replaced",
    "write.merge-patch-replaces-lists",
    "write.stores-submitted-status",
    "kinds.status-outlives-its-separation",
    "readiness.same-for-every-reader",
    "allocation.answer-belongs-to-its-generation",
    "allocation.ownership-is-advisory",
  ],
  change: (rules) => ({
    mergeStatus: (stored, submitted) =>
      joinLists(stored ?? {}, rules.mergeStatus(stored, submitted), "after"),
  }),
});

export const statusListsUnited = defineFault({
  name: "status-lists-united",
  summary:
    "A list item with a type replaces only the stored item of that type, and the other stored " +
    "items stay.",
  breaks: [
    "write.lists-are-replaced",
    "write.stores-submitted-status",
    "write.merge-patch-replaces-lists",
    "errors.invalid-names-field",
    "readiness.same-for-every-reader",
  ],
  change: (rules) => ({
    mergeStatus: (stored, submitted) =>
      uniteLists(stored ?? {}, rules.mergeStatus(stored, submitted)),
  }),
});

export const largeStatusNotStored = defineFault({
  name: "large-status-not-stored",
  summary:
    "A status larger than 16 KiB is returned as sent, with a new version and an event, but is not stored.",
  breaks: ["write.stores-submitted-status"],
  requires: [],
  change: (rules) => {
    const sent = new Map<string, JsonObject>();
    return {
      updateStatus: (request, stored, status) => {
        const isLarge = JSON.stringify(status).length > 16_384;
        const id = describeKey(keyOf(stored));
        if (isLarge) sent.set(id, status);
        else sent.delete(id);
        return rules.updateStatus(request, stored, isLarge ? (stored.status ?? {}) : status);
      },
      reply: (request, stored) => {
        const object = rules.reply(request, stored);
        const status = sent.get(describeKey(keyOf(stored)));
        return request.verb === "updateStatus" && status !== undefined
          ? { ...object, status }
          : object;
      },
      isNoOp: (request, before, after) =>
        !sent.has(describeKey(keyOf(before))) && rules.isNoOp(request, before, after),
    };
  },
});

export const statusWriteRenewsCreationTime = defineFault({
  name: "status-write-renews-creation-time",
  summary: "A status write changes the creation time.",
  breaks: ["write.keeps-identity"],
  change: (rules) => ({
    updateStatus: (request, stored, status) => {
      const written = rules.updateStatus(request, stored, status);
      const creationTimestamp = "2001-01-01T00:00:00Z";
      return { ...written, metadata: { ...written.metadata, creationTimestamp } };
    },
  }),
});

export const statusWriteReplacesStatus = defineFault({
  name: "status-write-replaces-status",
  summary: "A status write removes the fields that it omits.",
  breaks: [
    "write.omitted-members-unchanged",
    "write.null-clears-member",
    "write.merge-patch-keeps-unmentioned-members",
    "concurrency.no-op-keeps-version",
    "watch.nothing-for-no-op",
  ],
  change: () => ({
    mergeStatus: (_stored, submitted) => withoutNulls(submitted),
  }),
});

const emptyStatusIgnored = defineFault({
  name: "empty-status-ignored",
  summary: "Replacing a status with an empty status is accepted and changes nothing.",
  breaks: ["write.stores-submitted-status"],
  change: (rules) => ({
    updateStatus: (request, stored, status) =>
      Object.keys(status).length === 0 ? stored : rules.updateStatus(request, stored, status),
  }),
});

const emptyMergePatchTakesVersion = defineFault({
  name: "empty-merge-patch-takes-version",
  summary: "A merge patch without fields creates a new version and an event.",
  breaks: ["concurrency.no-op-keeps-version", "watch.nothing-for-no-op"],
  requires: ["status.patch.merge"],
  change: (rules) => ({
    isNoOp: (request, before, after) => {
      const { status } = request.content;
      const isEmptyPatch = request.form === "merge" && isEmpty(status);
      return !isEmptyPatch && rules.isNoOp(request, before, after);
    },
  }),
});

const replyBeforeWrite = defineFault({
  name: "reply-before-write",
  summary:
    "The response to an update or a status write shows the object as it was before the write.",
  breaks: ["write.returns-complete-object", "write.dry-run-returns-the-result"],
  change: (rules) => {
    const before = new Map<string, Resource>();
    const noted = (stored: Resource): Resource => {
      before.set(stored.metadata.uid, stored);
      return stored;
    };
    return {
      updateObject: (request, stored) => rules.updateObject(request, noted(stored)),
      updateStatus: (request, stored, status) => rules.updateStatus(request, noted(stored), status),
      reply: (request, stored) => {
        const reply = rules.reply(request, stored);
        const isChange = request.verb === "update" || request.verb === "updateStatus";
        return isChange ? (before.get(stored.metadata.uid) ?? reply) : reply;
      },
    };
  },
});

export const writeFaults: readonly Fault[] = [
  emptyStatusIgnored,
  emptyMergePatchTakesVersion,
  replyBeforeWrite,
  replaceKeepsOmittedMembers,
  ...patchFaults,
  applyCreates,
  applyIgnoresConflicts,
  ownershipConflictLooksStale,
  ownershipConflictHidesManager,
  forceKeepsOldOwner,
  applyKeepsOmittedMembers,
  applyRemovesSharedMembers,
  applyReplacesAllConditions,
  lastApplierOwnsAlone,
  everyWriteConflictsWithOwners,
  oneEntryPerManager,
  applyWithdrawsSpecOfManager,
  applyRefusedForTypedKinds,
  applyNeedsNoManager,
  updateDoesNotTakeOwnership,
  managerNotRecorded,
  statusManagerRecordedForObject,
  statusWriteDisownsLabels,
  statusWriteDisownsSpec,
  statusWriteResetsManagers,
  ...optionFaults,
  forceAcceptedEverywhere,
  anyManagerAccepted,
];
