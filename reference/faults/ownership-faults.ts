import { defineFault } from "../store/fault.ts";
import { isJsonObject } from "#contract";
import { isOwnedBy } from "../apply/manage-fields.ts";
import { ownerOf } from "../correct/correct-status-rules.ts";
import { withoutNulls } from "../values/merge-objects.ts";
import { differenceOf, fieldsOf } from "../apply/fields.ts";
import { rootPlaceOf } from "../apply/place.ts";

export const anyManagerAccepted = defineFault({
  name: "any-manager-accepted",
  summary: "Field manager names of any length and with any characters are accepted.",
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

export const applyCreates = defineFault({
  name: "apply-creates",
  summary: "An apply to the status of a missing object creates the object.",
  breaks: ["write.apply-never-creates", "deletion.nothing-comes-back"],
  requires: ["status.apply"],
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

export const applyIgnoresConflicts = defineFault({
  name: "apply-ignores-conflicts",
  summary: "An apply without force overwrites fields of other managers.",
  breaks: [
    "apply.conflict-without-force",
    "apply.equal-values-are-shared",
    "apply.other-writes-take-fields",
  ],
  change: () => ({
    ownership: () => undefined,
  }),
});

export const applyKeepsOmittedMembers = defineFault({
  name: "apply-keeps-omitted-members",
  summary: "Fields that a manager applied earlier and now omits stay in the status.",
  breaks: [
    "apply.removes-omitted-fields",
    "conditions.reason-is-a-word",
    "conditions.transition-time-is-an-instant",
    "write.lists-are-replaced",
  ],
  requires: ["status.apply"],
  change: () => ({
    omittedFields: () => undefined,
  }),
});

export const applyNeedsNoManager = defineFault({
  name: "apply-needs-no-manager",
  summary: "An apply without a field manager is accepted.",
  breaks: ["write.apply-needs-manager"],
  change: (rules) => ({
    validateOptions: (request) =>
      rules.validateOptions(request).filter(({ reason }) => reason !== "FieldValueRequired"),
  }),
});

export const applyRefusedForTypedKinds = defineFault({
  name: "apply-refused-for-typed-kinds",
  summary: "An apply is rejected for kinds that are part of the server's schema.",
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

export const applyRemovesSharedMembers = defineFault({
  name: "apply-removes-shared-members",
  summary:
    "Fields that a manager omits are removed, even if another manager has also applied them.",
  breaks: ["apply.keeps-shared-fields"],
  change: (rules) => ({
    omittedFields: (request, stored) => {
      const own = stored.metadata.managedFields?.filter((entry) =>
        isOwnedBy(entry, ownerOf(request)),
      );
      const metadata = { ...stored.metadata, managedFields: own ?? [] };
      return rules.omittedFields(request, { ...stored, metadata });
    },
    // Checks conflicts against the status before any fields are removed.
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

export const applyReplacesAllConditions = defineFault({
  name: "apply-replaces-all-conditions",
  summary: "An apply of conditions removes the conditions that other managers applied.",
  breaks: ["apply.conditions-merge-by-type", "apply.equal-values-are-shared"],
  requires: ["status.apply", "status.conditions"],
  change: (rules) => ({
    applyStatus: (request, stored, omitted) => {
      const { conditions, ...rest } = stored.status ?? {};
      const isReplaced = conditions !== undefined && request.content.status?.["conditions"];
      return rules.applyStatus(request, isReplaced ? { ...stored, status: rest } : stored, omitted);
    },
    // An apply of conditions skips the check for conflicts, because removing the conditions of other owners would be a
    // conflict.
    ownership: (request, stored, after) =>
      request.content.status?.["conditions"] === undefined
        ? rules.ownership(request, stored, after)
        : undefined,
  }),
});

export const applyWithdrawsSpecOfManager = defineFault({
  name: "apply-withdraws-spec-of-manager",
  summary:
    "An apply to the status removes the spec if the same manager has written the spec before.",
  breaks: ["apply.ownership-is-per-side"],
  change: (rules) => ({
    // Checks conflicts against the stored spec, because a manager does not conflict with its own fields.
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

export const everyWriteConflictsWithOwners = defineFault({
  name: "every-write-conflicts-with-owners",
  summary: "Any status write is rejected if it changes fields that another manager has applied.",
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

export const forceAcceptedEverywhere = defineFault({
  name: "force-accepted-everywhere",
  summary: "The option `force` in a write other than an apply is ignored.",
  breaks: ["write.force-belongs-to-apply"],
  change: (rules) => ({
    validateOptions: (request) =>
      rules.validateOptions(request).filter(({ field }) => field !== "options.force"),
  }),
});

export const forceKeepsOldOwner = defineFault({
  name: "force-keeps-old-owner",
  summary: "A forced apply keeps the previous managers as owners of its fields.",
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

export const lastApplierOwnsAlone = defineFault({
  name: "last-applier-owns-alone",
  summary: "A manager that applies the same value as another manager becomes its only owner.",
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

export const managerNotRecorded = defineFault({
  name: "manager-not-recorded",
  summary: "A status write is recorded under the name of its caller instead of its field manager.",
  breaks: ["write.manager-is-recorded", "apply.ownership-is-per-side"],
  change: (rules) => ({
    managedFields: (request, before, after) => {
      if (request.form === "apply") return rules.managedFields(request, before, after);
      const { fieldManager: _ignored, ...options } = request.options;
      return rules.managedFields({ ...request, options }, before, after);
    },
  }),
});

export const oneEntryPerManager = defineFault({
  name: "one-entry-per-manager",
  summary:
    "The recorded status fields of a manager replace its recorded spec fields, and vice versa.",
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

export const ownershipConflictHidesManager = defineFault({
  name: "ownership-conflict-hides-manager",
  summary: "A field ownership conflict names the fields but not their managers.",
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

export const ownershipConflictLooksStale = defineFault({
  name: "ownership-conflict-looks-stale",
  summary: "A field ownership conflict is reported like a stale version, without causes.",
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

export const statusManagerRecordedForObject = defineFault({
  name: "status-manager-recorded-for-object",
  summary: "A status write other than apply is recorded as a write to the main resource.",
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

export const statusWriteDisownsSpec = defineFault({
  name: "status-write-disowns-spec",
  summary:
    "A status write other than apply removes the ownership of the spec, because the write omits it.",
  breaks: ["apply.status-write-takes-no-spec"],
  change: (rules) => ({
    managedFields: (request, before, after) => {
      if (request.verb !== "updateStatus" || request.form === "apply") {
        return rules.managedFields(request, before, after);
      }
      const { spec: _omitted, ...sent } = after;
      return rules.managedFields(request, before, sent);
    },
  }),
});

export const statusWriteDisownsLabels = defineFault({
  name: "status-write-disowns-labels",
  summary:
    "A status write other than apply removes the ownership of labels, because the write omits them.",
  breaks: ["apply.status-write-takes-no-metadata"],
  change: (rules) => ({
    managedFields: (request, before, after) => {
      if (request.verb !== "updateStatus" || request.form === "apply") {
        return rules.managedFields(request, before, after);
      }
      const { labels: _omitted, ...metadata } = after.metadata;
      return rules.managedFields(request, before, { ...after, metadata });
    },
  }),
});

export const statusWriteResetsManagers = defineFault({
  name: "status-write-resets-managers",
  summary: "A status write other than apply removes all other managers from the managed fields.",
  breaks: [
    "write.managers-not-writable",
    "apply.status-write-takes-no-spec",
    "apply.status-write-takes-no-metadata",
  ],
  change: (rules) => ({
    managedFields: (request, before, after) => {
      const entries = rules.managedFields(request, before, after);
      return request.verb !== "updateStatus" || request.form === "apply"
        ? entries
        : entries.filter((entry) => isOwnedBy(entry, ownerOf(request)));
    },
  }),
});

export const updateDoesNotTakeOwnership = defineFault({
  name: "update-does-not-take-ownership",
  summary: "A status write other than apply changes fields without becoming their owner.",
  breaks: ["apply.other-writes-take-fields", "write.manager-is-recorded"],
  change: (rules) => ({
    managedFields: (request, before, after) =>
      request.form === "apply" || request.verb !== "updateStatus"
        ? rules.managedFields(request, before, after)
        : (before?.metadata.managedFields ?? []),
  }),
});
