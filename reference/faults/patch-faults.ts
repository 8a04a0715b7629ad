import { defineFault } from "../store/fault.ts";
import type { Fault } from "../store/fault.ts";
import { isJsonObject } from "#contract";
import type { WriteRequest } from "../kinds/store-requests.ts";
import { withoutNulls } from "../values/merge-objects.ts";
import type { JsonObject, Resource } from "#contract";
import { applyJsonPatch } from "../content/apply-json-patch.ts";
import type { Cause } from "../values/refusal.ts";
import { acceptingStale, joinLists, overlooking, patchWays } from "./fault-parts.ts";
import type { PatchOperation } from "../values/read-json-patch.ts";

export const nullMemberKept = defineFault({
  name: "null-member-kept",
  summary: "Fields that a status write sends as null stay unchanged.",
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

export const patchFaults: readonly Fault[] = [
  defineFault({
    name: "merge-patch-null-ignored",
    summary: "A field that is null in a merge patch stays unchanged.",
    breaks: ["write.merge-patch-null-removes-member", "write.null-clears-member"],
    requires: ["status.patch.merge"],
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
  }),
  defineFault({
    name: "merge-patch-appends-lists",
    summary: "Conditions and addresses in a merge patch are appended to the stored lists.",
    breaks: [
      "write.merge-patch-replaces-lists",
      "write.lists-are-replaced",
      "errors.invalid-names-field",
    ],
    requires: ["status.patch.merge"],
    mayBreak: ["write.stores-submitted-status"],
    change: (rules) => ({
      updateStatus: (request, stored, status) =>
        rules.updateStatus(
          request,
          stored,
          request.form === "merge" ? joinLists(stored.status ?? {}, status, "before") : status,
        ),
    }),
  }),
  defineFault({
    name: "merge-patch-replaces-status",
    summary: "A merge patch removes the status fields that it omits.",
    breaks: [
      "write.omitted-members-unchanged",
      "write.merge-patch-keeps-unmentioned-members",
      "write.null-clears-member",
      "concurrency.no-op-keeps-version",
      "watch.nothing-for-no-op",
    ],
    requires: ["status.patch.merge"],
    change: (rules) => ({
      updateStatus: (request, stored, status) => {
        const { content, form } = request;
        return form === "merge" && isJsonObject(content.status)
          ? rules.updateStatus(request, stored, rules.replaceStatus(request, content.status))
          : rules.updateStatus(request, stored, status);
      },
    }),
  }),
  defineFault({
    name: "merge-patch-creates-no-parents",
    summary: "A merge patch of an object without a status is rejected.",
    breaks: ["write.merge-patch-creates-parents"],
    change: (rules) => ({
      validate: (request, stored, after) =>
        request.form === "merge" && stored?.status === undefined
          ? [{ reason: "PatchFailed", field: "status", message: "status does not exist." }]
          : rules.validate(request, stored, after),
    }),
  }),
  defineFault({
    name: "json-patch-test-ignored",
    summary: "A JSON patch is applied even if its test operations fail.",
    breaks: ["write.json-patch-failure-is-invalid", "write.json-patch-is-all-or-nothing"],
    change: (rules) => ({
      patchObject: (request, stored) => {
        const operations = request.content.operations?.filter(({ op }) => op !== "test") ?? [];
        return rules.patchObject(
          { ...request, content: { ...request.content, operations } },
          stored,
        );
      },
    }),
  }),
  defineFault({
    name: "json-patch-partly-applied",
    summary: "Failing operations of a JSON patch are skipped and the other operations are applied.",
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
  }),
  defineFault({
    name: "json-patch-may-change-spec",
    summary: "A JSON patch to the status may also change the spec.",
    breaks: [
      "isolation.status-write-never-changes-spec",
      "isolation.spec-in-status-write-is-rejected",
      "isolation.one-way-of-refusing",
    ],
    requires: ["status.patch.json"],
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
  }),
  defineFault({
    name: "json-patch-creates-parents",
    summary: "A JSON patch that adds a field to an absent status creates the status.",
    breaks: ["write.json-patch-creates-no-parents"],
    // Random sequences also expect the patch to fail.
    mayBreak: ["write.json-patch-failure-is-invalid"],
    change: (rules) => ({
      patchObject: (request, stored) =>
        rules.patchObject(
          request,
          request.verb === "updateStatus" ? { ...stored, status: stored.status ?? {} } : stored,
        ),
    }),
  }),
  defineFault({
    name: "json-patch-without-move",
    summary: "JSON patches with a move or copy operation are rejected.",
    breaks: ["write.json-patch-supports-every-operation"],
    change: (rules) => ({
      validate: (request, stored, after) =>
        request.content.operations?.some(({ op }) => op === "move" || op === "copy") === true
          ? [{ reason: "FieldValueInvalid", field: "patch", message: "patch cannot be applied." }]
          : rules.validate(request, stored, after),
    }),
  }),
  defineFault({
    name: "json-patch-skips-moves",
    summary: "Move operations in a JSON patch are skipped and the other operations are applied.",
    breaks: ["write.json-patch-supports-every-operation"],
    change: (rules) => ({
      patchObject: (request, stored) => {
        const operations = (request.content.operations ?? []).filter(({ op }) => op !== "move");
        return rules.patchObject(
          { ...request, content: { ...request.content, operations } },
          stored,
        );
      },
    }),
  }),
  defineFault({
    name: "malformed-json-patch-skipped",
    summary: "Unknown operations of a JSON patch are ignored.",
    breaks: ["write.malformed-json-patch-refused"],
    change: (rules) => ({
      patchObject: (request, stored) => {
        const causes = request.content.causes.filter((cause) => !isMalformed(cause));
        return rules.patchObject({ ...request, content: { ...request.content, causes } }, stored);
      },
      validate: overlooking(rules, (cause, { form }) => form === "json" && isMalformed(cause)),
    }),
  }),
  defineFault({
    name: "stale-patch-accepted",
    summary: "Status patches with a stale version are accepted.",
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
    // Only if authors also write with patches.
    mayBreak: ["concurrency.stale-spec-write-conflicts"],
    through: patchWays,
    change: (rules) => ({
      precondition: acceptingStale(rules, ({ form }) => form !== "partial" && form !== "replace"),
    }),
  }),
];

/**
 * Returns the document of an object. It always contains a status, so that a patch that only changes the spec reaches
 * the commit.
 */
function documentOf(stored: Resource): JsonObject {
  const { status = {} } = stored;
  const document: JsonObject = isJsonObject(stored) ? stored : {};
  return { ...document, status };
}

function isWellFormed({ content }: WriteRequest): boolean {
  return content.causes.length > 0 && content.causes.every(isChangeOfSpec);
}

function isChangeOfSpec({ reason, field }: Cause): boolean {
  return reason === "FieldForbidden" && (field === "spec" || field?.startsWith("spec.") === true);
}

function withOperations(
  request: WriteRequest,
  operations: readonly PatchOperation[],
): WriteRequest {
  return { ...request, content: { ...request.content, operations } };
}

function isMalformed({ reason, field }: Cause): boolean {
  return reason === "FieldValueInvalid" && field?.startsWith("patch") === true;
}
