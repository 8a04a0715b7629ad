import type { Fault } from "../store/fault.ts";
import { describeKey, isJsonObject, jsonEquals, keyOf } from "#contract";
import { defineFault } from "../store/fault.ts";
import type { Content, WriteRequest } from "../kinds/requests.ts";
import { overlooking } from "./shared.ts";
import type { JsonObject, JsonValue, Resource } from "#contract";
import { refuse } from "../values/refusal.ts";
import { validateBody } from "../content/validate-content.ts";

/** The generic input has a status for the kinds whose status is plain content, and takes it for all. */
export const acknowledgementForgedThroughUpdate = defineFault({
  name: "acknowledgement-forged-through-update",
  summary:
    "A status that comes beside the spec of a generic update is stored as if a controller had reported it.",
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

function isForgery({ verb, way }: WriteRequest): boolean {
  return verb === "update" && way === "generic";
}

/** The server answers a request by itself, as soon as it sees it. */
export const allocationRecomputedOnSpecWrite = defineFault({
  name: "allocation-recomputed-on-spec-write",
  summary:
    "A spec write to a reported Service or Bucket acknowledges what it asks for, in the status.",
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

/** A client library that writes true for "True" is helped out. */
export const conditionStatusBooleanAccepted = defineFault({
  name: "condition-status-boolean-accepted",
  summary: "A boxed condition whose status is true or false is accepted.",
  breaks: ["conditions.status-is-three-valued"],
  change: (rules) => ({
    validate: overlooking(rules, ({ field = "" }, request) => isBooleanStatus(request, field)),
    updateStatus: (request, stored, status) => {
      const sent = request.content.submitted["conditions"];
      const conditions = Array.isArray(sent) ? sent.map(worded) : [];
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

function worded(condition: JsonValue): JsonValue {
  if (!isJsonObject(condition)) return condition;
  const { status } = condition;
  return typeof status === "boolean"
    ? { ...condition, status: status ? "True" : "False" }
    : condition;
}

/** The server knows better when a condition changed: not while its status is what it was. */
export const conditionTransitionTimeRewritten = defineFault({
  name: "condition-transition-time-rewritten",
  summary: "A condition whose status stays keeps its stored time, whatever time is sent.",
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

/** The routes of the server are built when it starts. */
export const definitionNeedsRestart = defineFault({
  name: "definition-needs-restart",
  summary: "A kind is not served before the next start of the server.",
  breaks: ["kinds.served-once-defined", "kinds.missing-status-is-told-apart"],
  change: () => ({
    definedKind: (_kind, served) => served,
  }),
});

/** A deletion deletes. */
export const deletionIgnoresFinalizers = defineFault({
  name: "deletion-ignores-finalizers",
  summary: "An object with finalizers is gone at once.",
  breaks: ["deletion.waits-for-finalizers"],
  change: () => ({
    terminatingObject: () => undefined,
  }),
});

/** A list is a list. */
export const duplicateConditionsAccepted = defineFault({
  name: "duplicate-conditions-accepted",
  summary: "A status may hold two conditions of one type.",
  breaks: ["errors.duplicate-condition-refused", "errors.invalid-status-refused"],
  change: (rules) => ({
    validate: overlooking(
      rules,
      ({ reason, field = "" }) => reason === "FieldValueDuplicate" && field.startsWith("status."),
    ),
  }),
});

/** The write is stored and announced, and then the object is found to have nothing left to wait for. */
export const lastFinalizerEmitsModified = defineFault({
  name: "last-finalizer-emits-modified",
  summary:
    "The write that removes the last finalizer is announced as MODIFIED, and then as DELETED.",
  breaks: ["watch.last-finalizer-is-deleted"],
  change: (rules) => ({
    announce: (outcome) =>
      rules
        .announce(outcome)
        .flatMap((entry) =>
          entry.type === "DELETED" && outcome.request.verb !== "delete"
            ? [{ ...entry, type: "MODIFIED" as const }, entry]
            : [entry],
        ),
  }),
});

/** Defaults are filled into the whole object, and an absent status is an empty one. */
export const memberDefaultCreatesStatus = defineFault({
  name: "member-default-creates-status",
  summary: "The defaults of status members make a status before anybody has reported one.",
  breaks: ["write.member-default-creates-no-status"],
  change: (rules) => ({
    applyDefaults: (request, written) => {
      const completed = rules.applyDefaults(request, written);
      const status = completed.status ?? request.kind.structure?.status.complete({}) ?? {};
      return Object.keys(status).length === 0 ? completed : { ...completed, status };
    },
  }),
});

/** The status is kept by name, and the name comes back. */
export const recreatedObjectInheritsStatus = defineFault({
  name: "recreated-object-inherits-status",
  summary: "An object that is created again has the status of its predecessor.",
  breaks: ["deletion.successor-starts-afresh"],
  change: (rules) => {
    const statuses = new Map<string, JsonObject>();
    return {
      deletedObject: (stored, version) => {
        const last = rules.deletedObject(stored, version);
        if (last.status !== undefined) statuses.set(describeKey(keyOf(last)), last.status);
        return last;
      },
      createObject: (request, stamp) => {
        const object = rules.createObject(request, stamp);
        const status = statuses.get(describeKey(request.key));
        return status === undefined ? object : { ...object, status };
      },
    };
  },
});

/** The default of the status is filled in member by member, on every write. */
export const statusDefaultComesBack = defineFault({
  name: "status-default-comes-back",
  summary: "Members of the default status that a status write omits come back.",
  breaks: [
    "write.status-default-ends-with-first-write",
    "write.json-patch-supports-every-operation",
    "apply.removes-omitted-fields",
    "readiness.same-for-every-reader",
    "readiness.observed-generation-is-an-integer",
  ],
  change: (rules) => ({
    updateStatus: (request, stored, status) =>
      rules.updateStatus(request, stored, { ...request.kind.structure?.status.default, ...status }),
  }),
});

/** Events are cut from what was written, before defaults are filled in. */
export const statusDefaultMissingInEvent = defineFault({
  name: "status-default-missing-in-event",
  summary: "The event of a creation does not have the default status of the kind.",
  breaks: [
    "write.status-default-is-visible",
    "readiness.never-current-unobserved",
    "watch.event-carries-stored-object",
  ],
  change: (rules) => ({
    announce: (outcome) =>
      rules.announce(outcome).map((entry) => {
        if (entry.type !== "ADDED" || !outcome.request.kind.hasStatus) return entry;
        const { status: _default, ...object } = entry.object;
        return { ...entry, object };
      }),
  }),
});

/** Defaults are filled in for one object at a time. */
export const statusDefaultMissingInList = defineFault({
  name: "status-default-missing-in-list",
  summary: "A list shows no default status.",
  breaks: ["write.status-default-is-visible"],
  change: (rules) => ({
    listed: (access, states) => {
      const object = rules.listed(access, states);
      if (object === undefined || states.hasDefaultStatus !== true) return object;
      const { status: _default, ...rest } = object;
      return rest;
    },
  }),
});

/** Defaults are filled in when an object is read, and a creation answers with what it made. */
export const statusDefaultMissingOnCreate = defineFault({
  name: "status-default-missing-on-create",
  summary: "The reply to a creation does not have the default status of the kind.",
  breaks: [
    "write.status-default-is-visible",
    "readiness.never-current-unobserved",
    "watch.event-carries-stored-object",
    "deletion.successor-starts-afresh",
  ],
  change: (rules) => ({
    reply: (request, stored) => {
      const reply = rules.reply(request, stored);
      if (request.verb !== "create" || !request.kind.hasStatus) return reply;
      const { status: _default, ...rest } = reply;
      return rest;
    },
  }),
});

/** Writes of the author that a status outlives, and one more. */
const writesToLive = 3;

/** The status is a cache, and what nobody has renewed for a while is dropped. */
export const statusExpires = defineFault({
  name: "status-expires",
  summary: "A status is gone after three spec or metadata writes without a status write.",
  breaks: ["allocation.survives-other-writes", "isolation.spec-write-never-changes-status"],
  change: (rules) => {
    const ages = new Map<string, number>();
    return {
      updateStatus: (request, stored, status) => {
        ages.delete(stored.metadata.uid);
        return rules.updateStatus(request, stored, status);
      },
      updateObject: (request, stored) => {
        const updated = rules.updateObject(request, stored);
        const age = (ages.get(stored.metadata.uid) ?? 0) + 1;
        ages.set(stored.metadata.uid, age);
        if (age < writesToLive) return updated;
        const { status: _expired, ...rest } = updated;
        return rest;
      },
    };
  },
});

/** The schema of a definition is used for the main endpoint alone. */
export const statusSchemaNotChecked = defineFault({
  name: "status-schema-not-checked",
  summary:
    "A status of a run-time kind is held against the names of its members, not against the rest of the schema.",
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
  change: (rules) => ({
    validate: (request, stored, after) =>
      request.verb === "updateStatus" && request.kind.structure !== undefined
        ? request.content.causes
        : rules.validate(request, stored, after),
  }),
});

/** The status is stored with metadata that were built anew, of the members that the handler knows. */
export const statusWriteClearsDeletionTime = defineFault({
  name: "status-write-clears-deletion-time",
  summary: "A status write takes back a deletion that has begun.",
  breaks: ["write.keeps-deletion-time"],
  change: (rules) => ({
    updateStatus: (request, stored, status) => {
      const updated = rules.updateStatus(request, stored, status);
      const { deletionTimestamp: _forgotten, ...metadata } = updated.metadata;
      return { ...updated, metadata };
    },
  }),
});

/** The status is stored with metadata that know no finalizers. */
export const statusWriteDropsFinalizers = defineFault({
  name: "status-write-drops-finalizers",
  summary: "A status write removes all finalizers.",
  breaks: ["deletion.status-writes-go-on"],
  change: (rules) => ({
    updateStatus: (request, stored, status) => {
      const updated = rules.updateStatus(request, stored, status);
      const { finalizers: _forgotten, ...metadata } = updated.metadata;
      return { ...updated, metadata };
    },
  }),
});

/** Nothing is written to what is about to go. */
export const statusWriteRefusedWhileTerminating = defineFault({
  name: "status-write-refused-while-terminating",
  summary: "A status write to an object whose deletion has begun is refused as a conflict.",
  breaks: ["deletion.status-writes-go-on"],
  change: (rules) => ({
    precondition: (request, stored) =>
      request.verb === "updateStatus" && stored?.metadata.deletionTimestamp !== undefined
        ? refuse("CONFLICT", "The object is being deleted.")
        : rules.precondition(request, stored),
  }),
});

/** The status handler writes what it has in its cache, and the store creates what is missing. */
export const statusWriteResurrects = defineFault({
  name: "status-write-resurrects",
  summary: "A status write to a deleted object brings it back with its last state.",
  breaks: ["deletion.nothing-comes-back"],
  change: (rules) => {
    const deleted = new Map<string, Resource>();
    return {
      deletedObject: (stored, version) => {
        const last = rules.deletedObject(stored, version);
        deleted.set(describeKey(keyOf(last)), last);
        return last;
      },
      existence: (request, stored) =>
        request.verb === "updateStatus" && deleted.has(describeKey(request.key))
          ? undefined
          : rules.existence(request, stored),
      createObject: (request, stamp) => {
        const last = deleted.get(describeKey(request.key));
        return request.verb === "updateStatus" && last !== undefined
          ? rules.updateStatus(request, last, request.content.status ?? {})
          : rules.createObject(request, stamp);
      },
    };
  },
});

/** The main endpoint clears the status for all kinds, also for those that have no other. */
export const statuslessStatusDropped = defineFault({
  name: "statusless-status-dropped",
  summary: "A status that is plain content is dropped by creations and updates.",
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

/** The generation is counted from the spec alone, for all kinds. */
export const statuslessStatusNotCounted = defineFault({
  name: "statusless-status-not-counted",
  summary: "A status that is plain content changes without a new generation.",
  breaks: ["generation.counts-plain-status"],
  change: (rules) => ({
    generation: (change) => {
      const kind = { ...change.request.kind, hasStatus: true };
      return rules.generation({ ...change, request: { ...change.request, kind } });
    },
  }),
});

/** Every write ends in the validation of the whole object. */
export const storedSpecValidatedOnStatusWrite = defineFault({
  name: "stored-spec-validated-on-status-write",
  summary:
    "A status write is refused where the stored spec does not satisfy a schema that was tightened.",
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

/** The status of a run-time kind is stored as it came: nothing cuts it to the schema. */
export const unknownStatusMembersKept = defineFault({
  name: "unknown-status-members-kept",
  summary: "Members of a status that the schema of a run-time kind does not define are stored.",
  breaks: [
    "isolation.unknown-members-never-stored",
    "isolation.spec-in-status-write-is-rejected",
    "isolation.metadata-in-status-write-is-rejected",
    "apply.conditions-merge-by-type",
    "isolation.one-way-of-refusing",
  ],
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

/** Faults in kinds that are defined at run time, conditions, defaults, deletion and allocation. */
export const kindFaults: readonly Fault[] = [
  definitionNeedsRestart,
  statusSchemaNotChecked,
  unknownStatusMembersKept,
  statusDefaultMissingOnCreate,
  statusDefaultMissingInList,
  statusDefaultMissingInEvent,
  statusDefaultComesBack,
  memberDefaultCreatesStatus,
  duplicateConditionsAccepted,
  conditionStatusBooleanAccepted,
  conditionTransitionTimeRewritten,
  storedSpecValidatedOnStatusWrite,
  statuslessStatusNotCounted,
  statuslessStatusDropped,
  deletionIgnoresFinalizers,
  statusWriteRefusedWhileTerminating,
  statusWriteClearsDeletionTime,
  statusWriteDropsFinalizers,
  lastFinalizerEmitsModified,
  statusWriteResurrects,
  recreatedObjectInheritsStatus,
  acknowledgementForgedThroughUpdate,
  allocationRecomputedOnSpecWrite,
  statusExpires,
];
