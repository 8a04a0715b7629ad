import type { Fault } from "../store/fault.ts";
import { isJsonObject, jsonEquals } from "#contract";
import { defineFault } from "../store/fault.ts";
import type { Content, WriteRequest } from "../kinds/store-requests.ts";
import { overlooking } from "./fault-parts.ts";
import type { JsonValue } from "#contract";
import { validateBody } from "../content/validate-content.ts";
import {
  deletionIgnoresFinalizers,
  deletionKeepsObject,
  deletionRequestErasesStatus,
  lastFinalizerEmitsModified,
  deletionRequestIsSilent,
  recreatedObjectInheritsStatus,
  statusExpires,
  statusWriteClearsDeletionTime,
  statusWriteDropsFinalizers,
  statusWriteRefusedWhileTerminating,
  statusWriteResurrects,
} from "./deletion-faults.ts";
import { defaultFaults } from "./default-faults.ts";

export const acknowledgementForgedThroughUpdate = defineFault({
  name: "acknowledgement-forged-through-update",
  summary:
    "A status next to the spec of a generic update is stored as if a controller had reported it.",
  breaks: [
    "allocation.author-cannot-forge",
    "isolation.spec-write-never-changes-status",
    "isolation.status-in-spec-write-is-rejected",
    "isolation.one-way-of-refusing",
    "kinds.status-outlives-its-separation",
  ],
  change: (rules) => ({
    validate: overlooking(rules, ({ field }, request) => isForgery(request) && field === "status"),
    updateObject: (request, stored) => {
      const updated = rules.updateObject(request, stored);
      const { status } = request.content.foreign.beside;
      return isForgery(request) && isJsonObject(status) ? { ...updated, status } : updated;
    },
  }),
});

function isForgery({ verb, style }: WriteRequest): boolean {
  return verb === "update" && style === "generic";
}

export const allocationRecomputedOnSpecWrite = defineFault({
  name: "allocation-recomputed-on-spec-write",
  summary: "A spec write replaces the allocated value in the status with the requested value.",
  breaks: ["allocation.survives-other-writes", "isolation.spec-write-never-changes-status"],
  change: (rules) => ({
    updateObject: (request, stored) => {
      const updated = rules.updateObject(request, stored);
      const { kind, spec = {}, status } = updated;
      if (status === undefined || jsonEquals(stored.spec, spec)) return updated;
      const { loadBalancerIP: ip, instance } = spec;
      if (kind === "Service" && ip !== undefined) {
        return { ...updated, status: { ...status, loadBalancer: { ingress: [{ ip }] } } };
      }
      return kind === "Bucket" && instance !== undefined
        ? { ...updated, status: { ...status, instance } }
        : updated;
    },
  }),
});

export const conditionStatusBooleanAccepted = defineFault({
  name: "condition-status-boolean-accepted",
  summary: "A condition with a Boolean status is accepted in untyped JSON.",
  breaks: ["conditions.status-is-three-valued"],
  change: (rules) => ({
    validate: overlooking(rules, ({ field = "" }, request) => isBooleanStatus(request, field)),
    updateStatus: (request, stored, status) => {
      const sent = request.content.submitted["conditions"];
      const conditions = Array.isArray(sent) ? sent.map(reworded) : [];
      const hasBooleans = Array.isArray(sent) && !jsonEquals(sent, conditions);
      return rules.updateStatus(request, stored, hasBooleans ? { ...status, conditions } : status);
    },
  }),
});

function isBooleanStatus({ content }: WriteRequest, field: string): boolean {
  const index = /^status\.conditions\[(\d+)\]\.status$/.exec(field)?.[1];
  const conditions = content.submitted["conditions"];
  const condition = Array.isArray(conditions) ? conditions[Number(index)] : undefined;
  return isJsonObject(condition) && typeof condition["status"] === "boolean";
}

function reworded(condition: JsonValue): JsonValue {
  if (!isJsonObject(condition)) return condition;
  const { status } = condition;
  return typeof status === "boolean"
    ? { ...condition, status: status ? "True" : "False" }
    : condition;
}

export const conditionTransitionTimeRewritten = defineFault({
  name: "condition-transition-time-rewritten",
  summary:
    "A condition with an unchanged status keeps its stored transition time, regardless " +
    "of the submitted time.",
  breaks: ["conditions.transition-time-stored-as-sent", "conditions.transition-time-is-an-instant"],
  change: (rules) => ({
    updateStatus: (request, stored, status) => {
      const old = stored.status?.["conditions"];
      const sent = status["conditions"];
      if (!Array.isArray(old) || !Array.isArray(sent)) {
        return rules.updateStatus(request, stored, status);
      }
      const conditions = sent.map((condition) => withStoredTime(condition, old));
      return rules.updateStatus(request, stored, { ...status, conditions });
    },
  }),
});

function withStoredTime(condition: JsonValue, old: readonly JsonValue[]): JsonValue {
  if (!isJsonObject(condition)) return condition;
  const before = old.find(
    (each) =>
      isJsonObject(each) &&
      each["type"] === condition["type"] &&
      each["status"] === condition["status"],
  );
  const lastTransitionTime = isJsonObject(before) ? before["lastTransitionTime"] : undefined;
  return lastTransitionTime === undefined ? condition : { ...condition, lastTransitionTime };
}

export const definitionNeedsRestart = defineFault({
  name: "definition-needs-restart",
  summary: "A new kind is not served until the server restarts.",
  breaks: ["kinds.served-once-defined"],
  change: () => ({
    definedKind: (_kind, served) => served,
  }),
});

export const duplicateConditionsAccepted = defineFault({
  name: "duplicate-conditions-accepted",
  summary: "A status with two conditions of the same type is accepted.",
  breaks: ["errors.duplicate-condition-refused", "errors.invalid-status-refused"],
  change: (rules) => ({
    validate: overlooking(
      rules,
      ({ reason, field = "" }) => reason === "FieldValueDuplicate" && field.startsWith("status."),
    ),
  }),
});

export const statusSchemaNotChecked = defineFault({
  name: "status-schema-not-checked",
  summary:
    "A status of a run-time kind is checked for unknown fields, but not against the rest " +
    "of the schema.",
  breaks: [
    "errors.invalid-status-refused",
    "errors.duplicate-condition-refused",
    "conditions.status-is-three-valued",
    "conditions.type-is-a-qualified-name",
    "conditions.reason-is-a-word",
    "conditions.message-is-bounded",
    "conditions.transition-time-is-an-instant",
    "conditions.observed-generation-not-negative",
  ],
  requires: ["kinds.runtime"],
  change: (rules) => ({
    validate: (request, stored, after) =>
      request.verb === "updateStatus" && request.kind.structure !== undefined
        ? request.content.causes
        : rules.validate(request, stored, after),
  }),
});

export const statuslessStatusDropped = defineFault({
  name: "statusless-status-dropped",
  summary: "The status of a kind without a status subresource is dropped on create and update.",
  breaks: [
    "kinds.plain-status-is-stored",
    "generation.counts-plain-status",
    "kinds.plain-status-is-validated",
    "kinds.status-outlives-its-separation",
  ],
  change: (rules) => ({
    createObject: (request, stamp) =>
      rules.createObject({ ...request, content: withoutStatus(request.content) }, stamp),
    updateObject: (request, stored) =>
      rules.updateObject({ ...request, content: withoutStatus(request.content) }, stored),
  }),
});

function withoutStatus({ status: _dropped, ...content }: Content): Content {
  return content;
}

export const statuslessStatusNotCounted = defineFault({
  name: "statusless-status-not-counted",
  summary: "The status of a kind without a status subresource changes without a new generation.",
  breaks: ["generation.counts-plain-status"],
  change: (rules) => ({
    generation: (change) => {
      const kind = { ...change.request.kind, hasStatus: true };
      return rules.generation({ ...change, request: { ...change.request, kind } });
    },
  }),
});

export const storedSpecValidatedOnStatusWrite = defineFault({
  name: "stored-spec-validated-on-status-write",
  summary:
    "A status write is rejected if the stored spec violates a schema that was tightened later.",
  breaks: ["isolation.stored-spec-not-validated-again"],
  change: (rules) => ({
    validate: (request, stored, after) => [
      ...rules.validate(request, stored, after),
      ...(request.verb === "updateStatus" && after?.spec !== undefined
        ? validateBody(request.kind, "spec", after.spec)
        : []),
    ],
  }),
});

export const unknownStatusMembersKept = defineFault({
  name: "unknown-status-members-kept",
  summary: "Status fields that the schema of a run-time kind does not define are stored.",
  breaks: [
    "isolation.unknown-members-never-stored",
    "isolation.spec-in-status-write-is-rejected",
    "isolation.metadata-in-status-write-is-rejected",
    "apply.conditions-merge-by-type",
    "isolation.one-way-of-refusing",
  ],
  requires: ["kinds.runtime"],
  change: (rules) => ({
    validate: overlooking(
      rules,
      ({ reason }, request) => isReport(request) && reason === "FieldUnknown",
    ),
    updateStatus: (request, stored, status) => {
      const whole = isReport(request)
        ? rules.mergeStatus(status, request.content.submitted)
        : status;
      return rules.updateStatus(request, stored, whole);
    },
  }),
});

function isReport({ verb, kind }: WriteRequest): boolean {
  return verb === "updateStatus" && kind.structure !== undefined;
}

export const kindFaults: readonly Fault[] = [
  definitionNeedsRestart,
  statusSchemaNotChecked,
  unknownStatusMembersKept,
  ...defaultFaults,
  duplicateConditionsAccepted,
  conditionStatusBooleanAccepted,
  conditionTransitionTimeRewritten,
  storedSpecValidatedOnStatusWrite,
  statuslessStatusNotCounted,
  statuslessStatusDropped,
  deletionIgnoresFinalizers,
  deletionKeepsObject,
  deletionRequestErasesStatus,
  statusWriteRefusedWhileTerminating,
  statusWriteClearsDeletionTime,
  statusWriteDropsFinalizers,
  lastFinalizerEmitsModified,
  statusWriteResurrects,
  deletionRequestIsSilent,
  recreatedObjectInheritsStatus,
  acknowledgementForgedThroughUpdate,
  allocationRecomputedOnSpecWrite,
  statusExpires,
];
