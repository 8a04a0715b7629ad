import type { Fault } from "../store/fault.ts";
import { defineFault } from "../store/fault.ts";
import { isJsonObject, jsonEquals } from "#contract";
import { isOwnedBy } from "../apply/manage-fields.ts";
import { ownerOf } from "../correct/status-rules.ts";
import type { StoredStates, WriteRequest } from "../kinds/requests.ts";
import { withoutNulls } from "../values/merge-objects.ts";
import type { JsonObject, JsonValue, Resource } from "#contract";
import { applyJsonPatch } from "../content/apply-json-patch.ts";
import type { Cause } from "../values/refusal.ts";
import { acceptingStale, overlooking } from "./shared.ts";
import type { PatchOperation } from "../values/read-json-patch.ts";
import { differenceOf, fieldsOf } from "../apply/fields.ts";
import { rootPlaceOf } from "../apply/place.ts";

/** A name is a name. */
export const anyManagerAccepted = defineFault({
  name: "any-manager-accepted",
  summary: "Names of field managers may be of any length, and of any characters.",
  breaks: ["write.invalid-manager-refused"],
  change: (rules) => ({
    validateOptions: (request) =>
      rules
        .validateOptions(request)
        .filter(
          ({ field, reason }) => field !== "options.fieldManager" || reason !== "FieldValueInvalid",
        ),
  }),
});

/** Applying means: make it so. */
export const applyCreates = defineFault({
  name: "apply-creates",
  summary: "An apply to the status of a missing object creates the object.",
  breaks: [
    "write.apply-never-creates",
    "errors.existence-before-version",
    "deletion.nothing-comes-back",
  ],
  change: (rules) => ({
    existence: (request, stored) =>
      request.form === "apply" ? undefined : rules.existence(request, stored),
    createObject: (request, stamp) => {
      const object = rules.createObject(request, stamp);
      const { status } = request.content;
      return request.form === "apply" && isJsonObject(status) ? { ...object, status } : object;
    },
  }),
});

/** Every apply is carried out as if it were forced. */
export const applyIgnoresConflicts = defineFault({
  name: "apply-ignores-conflicts",
  summary: "An apply overwrites what other managers own, without force.",
  breaks: [
    "apply.conflict-without-force",
    "apply.equal-values-are-shared",
    "apply.other-writes-take-fields",
  ],
  change: () => ({
    ownership: () => undefined,
  }),
});

/** An apply is a merge with a ledger. */
export const applyKeepsOmittedMembers = defineFault({
  name: "apply-keeps-omitted-members",
  summary: "What a manager applied before and omits now stays in the status.",
  breaks: [
    "apply.removes-omitted-fields",
    "errors.invalid-names-field",
    "conditions.reason-is-a-word",
    "conditions.transition-time-is-an-instant",
  ],
  change: () => ({
    omittedFields: () => undefined,
  }),
});

/** Applies without a name all belong to the name of the caller. */
export const applyNeedsNoManager = defineFault({
  name: "apply-needs-no-manager",
  summary: "An apply without a field manager is accepted.",
  breaks: ["write.apply-needs-manager"],
  change: (rules) => ({
    validateOptions: (request) =>
      rules.validateOptions(request).filter(({ reason }) => reason !== "FieldValueRequired"),
  }),
});

/** Only kinds with a JSON Schema say how their lists are merged. */
export const applyRefusedForTypedKinds = defineFault({
  name: "apply-refused-for-typed-kinds",
  summary: "Applies are refused for the kinds that the schema of the server names.",
  breaks: ["write.apply-works-for-every-kind"],
  change: (rules) => ({
    validate: (request, stored, after) => {
      const causes = rules.validate(request, stored, after);
      if (request.form !== "apply" || request.kind.structure !== undefined) return causes;
      const message = `${request.kind.name} cannot be applied.`;
      return [...causes, { reason: "FieldForbidden", field: "type", message }];
    },
  }),
});

/** The ledger of one manager is read without those of the others. */
export const applyRemovesSharedMembers = defineFault({
  name: "apply-removes-shared-members",
  summary: "What a manager omits is removed, though another manager applied it too.",
  breaks: ["apply.keeps-shared-fields"],
  change: (rules) => ({
    omittedFields: (request, stored) => {
      const own = stored.metadata.managedFields?.filter((entry) =>
        isOwnedBy(entry, ownerOf(request)),
      );
      const metadata = { ...stored.metadata, managedFields: own ?? [] };
      return rules.omittedFields(request, { ...stored, metadata });
    },
    // Conflicts are looked for before anything is removed.
    ownership: (request, stored, after) => {
      const isApply = request.form === "apply" && stored !== undefined && after !== undefined;
      const joined = isApply && {
        ...after,
        status: rules.applyStatus(request, stored, undefined),
      };
      return rules.ownership(request, stored, joined === false ? after : joined);
    },
  }),
});

/** The list of conditions is one value to an apply. */
export const applyReplacesAllConditions = defineFault({
  name: "apply-replaces-all-conditions",
  summary: "An apply of conditions removes the conditions that other managers applied.",
  breaks: ["apply.conditions-merge-by-type"],
  change: (rules) => ({
    applyStatus: (request, stored, omitted) => {
      const { conditions, ...rest } = stored.status ?? {};
      const isReplaced = conditions !== undefined && request.content.status?.["conditions"];
      return rules.applyStatus(request, isReplaced ? { ...stored, status: rest } : stored, omitted);
    },
    // The conditions of others are gone before anybody looks for conflicts with them.
    ownership: (request, stored, after) =>
      request.content.status?.["conditions"] === undefined
        ? rules.ownership(request, stored, after)
        : undefined,
  }),
});

/** What an apply omits is removed, wherever it stands. */
export const applyWithdrawsSpecOfManager = defineFault({
  name: "apply-withdraws-spec-of-manager",
  summary: "An apply of a status empties the spec if its manager has written that before.",
  breaks: ["apply.ownership-is-per-side"],
  change: (rules) => ({
    // Its own fields are no conflict to a manager.
    ownership: (request, stored, after) =>
      rules.ownership(request, stored, after && { ...after, ...(stored && { spec: stored.spec }) }),
    updateStatus: (request, stored, status) => {
      const updated = rules.updateStatus(request, stored, status);
      const { manager } = ownerOf(request);
      const isAuthor = stored.metadata.managedFields?.some(
        (entry) => entry.manager === manager && entry.subresource === undefined,
      );
      return request.form === "apply" && isAuthor === true ? { ...updated, spec: {} } : updated;
    },
  }),
});

/** The event is sent before the dry run is told from the write. */
export const dryRunAnnounces = defineFault({
  name: "dry-run-announces",
  summary: "A dry run of a status write is an event.",
  breaks: ["watch.nothing-for-dry-run"],
  change: (rules) => ({
    announce: (outcome) => {
      const entries = rules.announce(outcome);
      if (outcome.result !== "tried" || outcome.request.verb !== "updateStatus") return entries;
      const { before, after } = outcome;
      const version = Number(after.metadata.resourceVersion);
      const entry = { type: "MODIFIED", version, object: after } as const;
      return [...entries, before === undefined ? entry : { ...entry, before }];
    },
  }),
});

/** The checks are run, and what the write would do is not worked out. */
export const dryRunAnswersStoredObject = defineFault({
  name: "dry-run-answers-stored-object",
  summary: "A dry run of a status write answers with the object as it is.",
  breaks: ["write.dry-run-returns-the-result"],
  change: (rules) => ({
    updateStatus: (request, stored, status) =>
      rules.isDryRun(request) ? stored : rules.updateStatus(request, stored, status),
  }),
});

/** What changes nothing needs no permission. */
export const dryRunSkipsAuthorization = defineFault({
  name: "dry-run-skips-authorization",
  summary: "A dry run of a status write is accepted from everybody.",
  breaks: ["write.dry-run-is-decided-like-the-write"],
  change: (rules) => ({
    writeSteps: (request) => {
      const steps = rules.writeSteps(request);
      const isDryRun = isTrial(request);
      return isDryRun && request.mayCommit
        ? steps.filter((step) => step !== "authorization")
        : steps;
    },
  }),
});

/** What is not stored need not be valid. */
export const dryRunSkipsValidation = defineFault({
  name: "dry-run-skips-validation",
  summary: "A dry run of an invalid status is accepted.",
  breaks: ["write.dry-run-is-decided-like-the-write"],
  change: (rules) => ({
    writeSteps: (request) => {
      const steps = rules.writeSteps(request);
      const isDryRun = isTrial(request);
      return isDryRun && request.mayCommit ? steps.filter((step) => step !== "validation") : steps;
    },
  }),
});

/** What is not stored cannot overwrite anything. */
export const dryRunSkipsVersion = defineFault({
  name: "dry-run-skips-version",
  summary: "A dry run of a status write with a stale version is accepted.",
  breaks: ["write.dry-run-is-decided-like-the-write"],
  change: (rules) => ({
    writeSteps: (request) => {
      const steps = rules.writeSteps(request);
      const isDryRun = isTrial(request);
      return isDryRun && request.mayCommit
        ? steps.filter((step) => step !== "precondition")
        : steps;
    },
  }),
});

/** The option is read and forgotten. */
export const dryRunStores = defineFault({
  name: "dry-run-stores",
  summary: "A dry run is carried out in earnest.",
  breaks: [
    "write.dry-run-stores-nothing",
    "write.dry-run-takes-no-version",
    "watch.nothing-for-dry-run",
  ],
  change: () => ({
    isDryRun: () => false,
  }),
});

/** The transaction is rolled back, apart from its version. */
export const dryRunTakesVersion = defineFault({
  name: "dry-run-takes-version",
  summary: "A dry run of a status write gives the object a new version, and nothing else.",
  breaks: [
    "write.dry-run-takes-no-version",
    "write.dry-run-stores-nothing",
    "write.dry-run-returns-the-result",
  ],
  change: (rules) => ({
    isDryRun: (request) => request.verb !== "updateStatus" && rules.isDryRun(request),
    isNoOp: (request, before, after) => !isTrial(request) && rules.isNoOp(request, before, after),
    updateStatus: (request, stored, status) =>
      isTrial(request) ? stored : rules.updateStatus(request, stored, status),
    announce: (outcome) => (isTrial(outcome.request) ? [] : rules.announce(outcome)),
  }),
});

function isTrial({ verb, options }: WriteRequest): boolean {
  return verb === "updateStatus" && options.isDryRun;
}

/** The generic mutation does not ask whether the kind has a status subresource. */
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

/** The guard of the fields stands before all writes of a status. */
export const everyWriteConflictsWithOwners = defineFault({
  name: "every-write-conflicts-with-owners",
  summary: "A status write of any form is refused if it changes what a manager has applied.",
  breaks: ["apply.other-writes-never-conflict"],
  change: (rules) => ({
    ownership: (request, stored, after) => {
      if (request.verb !== "updateStatus" || request.form === "apply" || stored === undefined) {
        return rules.ownership(request, stored, after);
      }
      const applied = stored.metadata.managedFields?.filter(
        ({ operation }) => operation === "Apply",
      );
      const metadata = { ...stored.metadata, managedFields: applied ?? [] };
      return rules.ownership({ ...request, form: "apply" }, { ...stored, metadata }, after);
    },
  }),
});

/** Options that do not apply are not looked at. */
export const forceAcceptedEverywhere = defineFault({
  name: "force-accepted-everywhere",
  summary: "Force is accepted with writes that are no apply, and does nothing.",
  breaks: ["write.force-belongs-to-apply"],
  change: (rules) => ({
    validateOptions: (request) =>
      rules.validateOptions(request).filter(({ field }) => field !== "options.force"),
  }),
});

/** Force is a licence to write, and nothing more. */
export const forceKeepsOldOwner = defineFault({
  name: "force-keeps-old-owner",
  summary: "A forced apply leaves its fields to the managers that owned them before as well.",
  breaks: ["apply.force-takes-fields"],
  change: (rules) => ({
    managedFields: (request, before, after) => {
      const entries = rules.managedFields(request, before, after);
      if (!request.options.force || before === undefined) return entries;
      const others = before.metadata.managedFields?.filter(
        (entry) => !isOwnedBy(entry, ownerOf(request)),
      );
      return [...(others ?? []), ...entries.filter((entry) => isOwnedBy(entry, ownerOf(request)))];
    },
  }),
});

/** Only WARN is understood. */
export const ignoreValidationRefuses = defineFault({
  name: "ignore-validation-refuses",
  summary: "Unknown members are refused under IGNORE.",
  breaks: ["write.ignoring-validation-drops-unknown-members"],
  change: (rules) => ({
    tolerate: (request, cause) => {
      const tolerance = rules.tolerate(request, cause);
      return tolerance === "drop" ? "refuse" : tolerance;
    },
  }),
});

/** Whoever does not want validation gets none. */
export const ignoreValidationStores = defineFault({
  name: "ignore-validation-stores",
  summary: "Unknown members of a status are stored under IGNORE.",
  breaks: [
    "write.ignoring-validation-drops-unknown-members",
    "isolation.unknown-members-never-stored",
  ],
  change: (rules) => ({
    updateStatus: (request, stored, status) => {
      const { content, options } = request;
      if (options.fieldValidation !== "IGNORE") return rules.updateStatus(request, stored, status);
      const unknown = withoutNulls(content.foreign.inside);
      return rules.updateStatus(request, stored, { ...unknown, ...status });
    },
  }),
});

/** The library is told to make the parents that are missing. */
export const jsonPatchCreatesParents = defineFault({
  name: "json-patch-creates-parents",
  summary: "A JSON patch makes the status when it adds a member to an absent one.",
  breaks: ["write.json-patch-creates-no-parents"],
  change: (rules) => ({
    patchObject: (request, stored) =>
      rules.patchObject(
        request,
        request.verb === "updateStatus" ? { ...stored, status: stored.status ?? {} } : stored,
      ),
  }),
});

/** The patched object is stored as it comes out of the library. */
export const jsonPatchMayChangeSpec = defineFault({
  name: "json-patch-may-change-spec",
  summary: "A JSON patch of the status may change the spec as well.",
  breaks: [
    "isolation.status-write-never-changes-spec",
    "isolation.spec-in-status-write-is-rejected",
    "isolation.one-way-of-refusing",
  ],
  change: (rules) => ({
    patchObject: (request, stored) =>
      isWellFormed(request)
        ? applyJsonPatch(documentOf(stored), request.content.operations ?? [])
        : rules.patchObject(request, stored),
    validate: overlooking(rules, (cause, { form }) => form === "json" && isChangeOfSpec(cause)),
    updateStatus: (request, stored, status) => {
      const updated = rules.updateStatus(request, stored, status);
      if (request.form !== "json" || !isWellFormed(request)) return updated;
      const { operations = [] } = request.content;
      const { spec } = applyJsonPatch(documentOf(stored), operations).document;
      return isJsonObject(spec) ? { ...updated, spec } : updated;
    },
  }),
});

/** With a status in any case: a patch of the spec alone must not end before it is stored. */
function documentOf(stored: Resource): JsonObject {
  const { status = {} } = stored;
  const document: JsonObject = isJsonObject(stored) ? stored : {};
  return { ...document, status };
}

/** Whether a change of the spec is all that is wrong. */
function isWellFormed({ content }: WriteRequest): boolean {
  return content.causes.length > 0 && content.causes.every(isChangeOfSpec);
}

function isChangeOfSpec({ reason, field }: Cause): boolean {
  return reason === "FieldForbidden" && (field === "spec" || field?.startsWith("spec.") === true);
}

/** Each operation is carried out by itself, and the failures are collected but not looked at. */
export const jsonPatchPartlyApplied = defineFault({
  name: "json-patch-partly-applied",
  summary: "Operations of a JSON patch that fail are skipped, the others are stored.",
  breaks: [
    "write.json-patch-is-all-or-nothing",
    "write.json-patch-failure-is-invalid",
    "write.json-patch-creates-no-parents",
  ],
  change: (rules) => ({
    patchObject: (request, stored) => {
      let patched = rules.patchObject(withOperations(request, []), stored);
      for (const operation of request.content.operations ?? []) {
        patched = { ...applyJsonPatch(patched.document, [operation]), causes: [] };
      }
      return patched;
    },
  }),
});

function withOperations(
  request: WriteRequest,
  operations: readonly PatchOperation[],
): WriteRequest {
  return { ...request, content: { ...request.content, operations } };
}

/** Moves were left for later, and nobody is told. */
export const jsonPatchSkipsMoves = defineFault({
  name: "json-patch-skips-moves",
  summary: "Moves in a JSON patch are left out, the other operations are carried out.",
  breaks: ["write.json-patch-supports-every-operation"],
  change: (rules) => ({
    patchObject: (request, stored) => {
      const operations = (request.content.operations ?? []).filter(({ op }) => op !== "move");
      return rules.patchObject({ ...request, content: { ...request.content, operations } }, stored);
    },
  }),
});

/** Tests are left out, as they change nothing. */
export const jsonPatchTestIgnored = defineFault({
  name: "json-patch-test-ignored",
  summary: "A JSON patch is carried out whether its tests hold or not.",
  breaks: ["write.json-patch-failure-is-invalid", "write.json-patch-is-all-or-nothing"],
  change: (rules) => ({
    patchObject: (request, stored) => {
      const operations = request.content.operations?.filter(({ op }) => op !== "test") ?? [];
      return rules.patchObject({ ...request, content: { ...request.content, operations } }, stored);
    },
  }),
});

/** Moves and copies were left for later. */
export const jsonPatchWithoutMove = defineFault({
  name: "json-patch-without-move",
  summary: "JSON patches that move or copy are refused.",
  breaks: ["write.json-patch-supports-every-operation"],
  change: (rules) => ({
    validate: (request, stored, after) =>
      request.content.operations?.some(({ op }) => op === "move" || op === "copy") === true
        ? [{ reason: "FieldValueInvalid", field: "patch", message: "patch cannot be carried out." }]
        : rules.validate(request, stored, after),
  }),
});

/** A field has one owner: whoever wrote it last. */
export const lastApplierOwnsAlone = defineFault({
  name: "last-applier-owns-alone",
  summary: "A manager that applies the same value as another one becomes the only owner of it.",
  breaks: ["apply.equal-values-are-shared"],
  change: (rules) => ({
    managedFields: (request, before, after) => {
      const entries = rules.managedFields(request, before, after);
      if (request.form !== "apply") return entries;
      const status = withoutNulls(request.content.status ?? {});
      const applied = fieldsOf({ status }, rootPlaceOf(request.kind));
      return entries.flatMap((entry) => {
        if (isOwnedBy(entry, ownerOf(request))) return [entry];
        const fields = differenceOf(entry.fields, applied);
        return fields === undefined ? [] : [{ ...entry, fields }];
      });
    },
  }),
});

/** What is no operation is taken for one of a later standard. */
export const malformedJsonPatchSkipped = defineFault({
  name: "malformed-json-patch-skipped",
  summary: "A JSON patch is accepted without the operations that the server does not know.",
  breaks: ["write.malformed-json-patch-refused"],
  change: (rules) => ({
    patchObject: (request, stored) => {
      const causes = request.content.causes.filter((cause) => !isMalformed(cause));
      return rules.patchObject({ ...request, content: { ...request.content, causes } }, stored);
    },
    validate: overlooking(rules, (cause, { form }) => form === "json" && isMalformed(cause)),
  }),
});

function isMalformed({ reason, field }: Cause): boolean {
  return reason === "FieldValueInvalid" && field?.startsWith("patch") === true;
}

/** The ledger goes by credentials. */
export const managerNotRecorded = defineFault({
  name: "manager-not-recorded",
  summary: "A status write is attributed to the name of its caller, whichever manager it names.",
  breaks: ["write.manager-is-recorded", "apply.ownership-is-per-side"],
  change: (rules) => ({
    managedFields: (request, before, after) => {
      if (request.form === "apply") return rules.managedFields(request, before, after);
      const { fieldManager: _ignored, ...options } = request.options;
      return rules.managedFields({ ...request, options }, before, after);
    },
  }),
});

/** Lists are joined as if their items had names, as strategic merge patches do. */
export const mergePatchAppendsLists = defineFault({
  name: "merge-patch-appends-lists",
  summary: "Conditions and addresses in a merge patch are added to the stored ones.",
  breaks: [
    "write.merge-patch-replaces-lists",
    "write.lists-are-replaced",
    "errors.invalid-names-field",
  ],
  change: (rules) => ({
    updateStatus: (request, stored, status) =>
      rules.updateStatus(
        request,
        stored,
        request.form === "merge" ? joinLists(stored.status ?? {}, status, "before") : status,
      ),
  }),
});

/** There must be a status before it can be patched. */
export const mergePatchCreatesNoParents = defineFault({
  name: "merge-patch-creates-no-parents",
  summary: "A merge patch of an object without a status is refused.",
  breaks: [
    "write.merge-patch-creates-parents",
    "write.stores-submitted-status",
    "write.strict-validation-refuses-unknown-members",
    "errors.invalid-names-field",
    "deletion.status-writes-go-on",
  ],
  change: (rules) => ({
    validate: (request, stored, after) =>
      request.form === "merge" && stored?.status === undefined
        ? [{ reason: "PatchFailed", field: "status", message: "status is not there." }]
        : rules.validate(request, stored, after),
  }),
});

/** Absent and null are one thing to the code that reads the patch. */
export const mergePatchNullIgnored = defineFault({
  name: "merge-patch-null-ignored",
  summary: "A member that is null in a merge patch stays as it is.",
  breaks: ["write.merge-patch-null-removes-member", "write.null-clears-member"],
  change: (rules) => ({
    updateStatus: (request, stored, status) => {
      const { content, form } = request;
      if (form !== "merge" || !isJsonObject(content.status)) {
        return rules.updateStatus(request, stored, status);
      }
      const merged = rules.mergeStatus(stored.status, withoutNulls(content.status));
      return rules.updateStatus(request, stored, merged);
    },
  }),
});

/** A merge patch is taken for the new state. */
export const mergePatchReplacesStatus = defineFault({
  name: "merge-patch-replaces-status",
  summary: "A merge patch removes the members of the status that it does not mention.",
  breaks: [
    "write.omitted-members-unchanged",
    "write.merge-patch-keeps-unmentioned-members",
    "write.null-clears-member",
    "concurrency.no-op-keeps-version",
    "watch.nothing-for-no-op",
  ],
  change: (rules) => ({
    updateStatus: (request, stored, status) => {
      const { content, form } = request;
      return form === "merge" && isJsonObject(content.status)
        ? rules.updateStatus(request, stored, rules.replaceStatus(request, content.status))
        : rules.updateStatus(request, stored, status);
    },
  }),
});

/** Null is taken for "not sent", as an input without the distinction would have it. */
export const nullMemberKept = defineFault({
  name: "null-member-kept",
  summary: "A status write leaves the members that it sends as null unchanged.",
  breaks: [
    "write.null-clears-member",
    "write.merge-patch-null-removes-member",
    "allocation.answers-are-told-apart",
  ],
  change: (rules) => ({
    mergeStatus: (stored, submitted) => {
      const named = Object.entries(submitted).filter(([, value]) => value !== null);
      return rules.mergeStatus(stored, Object.fromEntries(named));
    },
  }),
});

/** The name is the key of the record. */
export const oneEntryPerManager = defineFault({
  name: "one-entry-per-manager",
  summary:
    "What a manager owns in the status replaces what it owned in the object, and the reverse.",
  breaks: ["apply.ownership-is-per-side"],
  change: (rules) => ({
    managedFields: (request, before, after) => {
      const owner = ownerOf(request);
      return rules
        .managedFields(request, before, after)
        .filter((entry) => entry.manager !== owner.manager || isOwnedBy(entry, owner));
    },
  }),
});

/** The record of the managers is nobody's business. */
export const ownershipConflictHidesManager = defineFault({
  name: "ownership-conflict-hides-manager",
  summary: "A conflict of field ownership names the fields, and not to whom they belong.",
  breaks: ["apply.conflict-names-manager-and-field"],
  change: (rules) => ({
    ownership: (request, stored, after) => {
      const refusal = rules.ownership(request, stored, after);
      if (refusal === undefined) return undefined;
      const causes = refusal.causes.map((cause) => ({
        ...cause,
        message: `${cause.field ?? "The field"} belongs to another manager.`,
      }));
      return { ...refusal, causes };
    },
  }),
});

/** A conflict is a conflict. */
export const ownershipConflictLooksStale = defineFault({
  name: "ownership-conflict-looks-stale",
  summary: "A conflict of field ownership is answered like a stale version, without causes.",
  breaks: ["errors.ownership-conflict-distinguishable", "apply.conflict-names-manager-and-field"],
  change: (rules) => ({
    ownership: (request, stored, after) => {
      const refusal = rules.ownership(request, stored, after);
      if (refusal === undefined || stored === undefined) return refusal;
      const { code, message } = refusal;
      const currentResourceVersion = stored.metadata.resourceVersion;
      return { code, message, causes: [], currentResourceVersion };
    },
  }),
});

/** Both mutations end in the same merge. */
export const replaceKeepsOmittedMembers = defineFault({
  name: "replace-keeps-omitted-members",
  summary: "A replacement of the status leaves the stored members that it omits.",
  breaks: ["write.replace-removes-omitted-members"],
  change: (rules) => ({
    updateStatus: (request, stored, status) =>
      request.form === "replace"
        ? rules.updateStatus(request, stored, rules.mergeStatus(stored.status, status))
        : rules.updateStatus(request, stored, status),
  }),
});

/** A status write answers with its own half of the object. */
export const replyWithoutSpec = defineFault({
  name: "reply-without-spec",
  summary: "The reply to a status write has no spec.",
  breaks: [
    "write.returns-complete-object",
    "write.visible-to-later-reads",
    "concurrency.one-winner",
    "concurrency.no-op-keeps-version",
    "watch.event-carries-stored-object",
    "watch.deletion-is-deleted",
    "authorization.status-reply-as-declared",
    "allocation.answer-belongs-to-its-generation",
    "allocation.binding-leaves-holder-alone",
  ],
  change: (rules) => ({
    reply: (request, stored) => {
      const reply = rules.reply(request, stored);
      if (request.verb !== "updateStatus") return reply;
      const { spec: _left, ...rest } = reply;
      return rest;
    },
  }),
});

/** A patch is applied to the newest object, whichever one its writer has seen. */
export const stalePatchAccepted = defineFault({
  name: "stale-patch-accepted",
  summary: "Patches of a status are accepted with a stale version.",
  breaks: [
    "concurrency.stale-merge-patch-conflicts",
    "concurrency.stale-json-patch-conflicts",
    "concurrency.stale-apply-conflicts",
    "concurrency.stale-status-write-conflicts",
    "concurrency.spec-and-status-share-the-version",
    "concurrency.one-winner",
    "concurrency.no-lost-increment",
    "concurrency.old-incarnation-write-conflicts",
    "concurrency.foreign-version-refused",
    "allocation.decision-is-guarded",
  ],
  change: (rules) => ({
    precondition: acceptingStale(rules, ({ form }) => form !== "partial" && form !== "replace"),
  }),
});

/** Reads come from a copy that is one write behind. */
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
    "kinds.plain-status-is-validated",
    "readiness.same-for-every-reader",
    "readiness.observed-generation-is-an-integer",
    "allocation.answers-are-told-apart",
    "allocation.binding-leaves-holder-alone",
    "allocation.ownership-is-advisory",
    "deletion.waits-for-finalizers",
    "deletion.status-writes-go-on",
    "deletion.new-finalizers-refused",
    "concurrency.no-lost-increment",
  ],
  change: (rules) => ({
    read: (access, states) => rules.read(access, states && outdated(states)),
    listed: (access, states) => rules.listed(access, outdated(states)),
  }),
});

function outdated({ current, previous }: StoredStates): StoredStates {
  return { current: previous ?? current };
}

/** Items that a writer no longer reports stay for ever. */
export const statusListsJoined = defineFault({
  name: "status-lists-joined",
  summary: "A list in a status write is joined with the stored one instead of replacing it.",
  breaks: [
    "write.lists-are-replaced",
    "write.merge-patch-replaces-lists",
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

/** Where the entries of a stored list that a write does not have go. */
type PlaceOfLost = "before" | "after";

function joinLists(stored: JsonObject, merged: JsonObject, place: PlaceOfLost): JsonObject {
  const members = Object.entries(merged).map(([name, value]) => [
    name,
    joinValues(stored[name], value, place),
  ]);
  return Object.fromEntries(members);
}

function joinValues(
  stored: JsonValue | undefined,
  merged: JsonValue | undefined,
  place: PlaceOfLost,
): JsonValue {
  if (isJsonObject(stored) && isJsonObject(merged)) return joinLists(stored, merged, place);
  if (!isList(stored) || !isList(merged)) return merged ?? null;
  const lost = stored.filter((old) => !merged.some((item) => isSameEntry(old, item)));
  return place === "before" ? [...lost, ...merged] : [...merged, ...lost];
}

/** Conditions of one type are one entry: two of them would be refused elsewhere. */
function isSameEntry(left: JsonValue, right: JsonValue): boolean {
  if (!isJsonObject(left) || !isJsonObject(right)) return jsonEquals(left, right);
  return left["type"] === undefined ? jsonEquals(left, right) : left["type"] === right["type"];
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** There is one ledger for both sides. */
export const statusManagerRecordedForObject = defineFault({
  name: "status-manager-recorded-for-object",
  summary: "A status write that is no apply is recorded as a write of the object itself.",
  breaks: ["write.manager-is-recorded"],
  change: (rules) => ({
    managedFields: (request, before, after) => {
      const entries = rules.managedFields(request, before, after);
      if (request.form === "apply") return entries;
      return entries.map((entry) => {
        const { subresource: _left, ...rest } = entry;
        return rest;
      });
    },
  }),
});

/** The object is stored as if it were new, with the time of the write. */
export const statusWriteRenewsCreationTime = defineFault({
  name: "status-write-renews-creation-time",
  summary: "A status write sets the creation time anew.",
  breaks: ["write.keeps-identity"],
  change: (rules) => ({
    updateStatus: (request, stored, status) => {
      const written = rules.updateStatus(request, stored, status);
      const creationTimestamp = "2001-01-01T00:00:00Z";
      return { ...written, metadata: { ...written.metadata, creationTimestamp } };
    },
  }),
});

/** The submitted status becomes the whole status, as if every writer knew all of it. */
export const statusWriteReplacesStatus = defineFault({
  name: "status-write-replaces-status",
  summary: "A status write removes the members that it does not name.",
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

/** The status handler starts from an empty ledger. */
export const statusWriteResetsManagers = defineFault({
  name: "status-write-resets-managers",
  summary: "A status write that is no apply removes all other managers from the record.",
  breaks: ["write.managers-not-writable"],
  change: (rules) => ({
    managedFields: (request, before, after) => {
      const entries = rules.managedFields(request, before, after);
      return request.verb !== "updateStatus" || request.form === "apply"
        ? entries
        : entries.filter((entry) => isOwnedBy(entry, ownerOf(request)));
    },
  }),
});

/** Unknown members are cut off before anybody asks for the mode. */
export const strictValidationDrops = defineFault({
  name: "strict-validation-drops",
  summary: "Unknown members of a boxed status are dropped in silence under STRICT.",
  breaks: ["write.strict-validation-refuses-unknown-members"],
  change: (rules) => ({
    tolerate: (request, cause) => {
      const tolerance = rules.tolerate(request, cause);
      const options = { ...request.options, fieldValidation: "IGNORE" };
      const isStrict = request.options.fieldValidation === "STRICT";
      return isStrict ? rules.tolerate({ ...request, options }, cause) : tolerance;
    },
  }),
});

/** Whatever is not WARN or IGNORE is the default. */
export const unknownValidationModeAccepted = defineFault({
  name: "unknown-validation-mode-accepted",
  summary: "A field validation mode that does not exist is taken for STRICT.",
  breaks: ["write.unknown-validation-mode-refused"],
  change: (rules) => ({
    validateOptions: (request) =>
      rules.validateOptions(request).filter(({ field }) => field !== "options.fieldValidation"),
  }),
});

/** Only applies are entered into the ledger. */
export const updateDoesNotTakeOwnership = defineFault({
  name: "update-does-not-take-ownership",
  summary: "A status write that is no apply changes fields without becoming their owner.",
  breaks: ["apply.other-writes-take-fields", "write.manager-is-recorded"],
  change: (rules) => ({
    managedFields: (request, before, after) =>
      request.form === "apply" || request.verb !== "updateStatus"
        ? rules.managedFields(request, before, after)
        : (before?.metadata.managedFields ?? []),
  }),
});

/** WARN is IGNORE by another name. */
export const warnValidationIsSilent = defineFault({
  name: "warn-validation-is-silent",
  summary: "Unknown members are dropped without a warning under WARN.",
  breaks: ["write.warning-validation-tells-unknown-members"],
  change: (rules) => ({
    tolerate: (request, cause) => {
      const tolerance = rules.tolerate(request, cause);
      return tolerance === "warn" ? "drop" : tolerance;
    },
  }),
});

/** Faults in the forms of status writes, in apply and the ownership of fields, and in the options. */
export const writeFaults: readonly Fault[] = [
  replaceKeepsOmittedMembers,
  mergePatchNullIgnored,
  mergePatchAppendsLists,
  mergePatchReplacesStatus,
  mergePatchCreatesNoParents,
  jsonPatchTestIgnored,
  jsonPatchPartlyApplied,
  jsonPatchMayChangeSpec,
  jsonPatchCreatesParents,
  jsonPatchWithoutMove,
  jsonPatchSkipsMoves,
  malformedJsonPatchSkipped,
  stalePatchAccepted,
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
  statusWriteResetsManagers,
  dryRunStores,
  dryRunAnnounces,
  dryRunTakesVersion,
  dryRunAnswersStoredObject,
  dryRunSkipsValidation,
  dryRunSkipsVersion,
  dryRunSkipsAuthorization,
  strictValidationDrops,
  warnValidationIsSilent,
  ignoreValidationRefuses,
  ignoreValidationStores,
  unknownValidationModeAccepted,
  forceAcceptedEverywhere,
  anyManagerAccepted,
];
