import { isJsonList, isJsonObject } from "#contract";
import type { JsonObject, JsonValue, Resource } from "#contract";
import { isOfCondition } from "../faults/fault-parts.ts";
import { kinds } from "../kinds/demo-kinds.ts";
import { defineFreedom } from "../store/freedom.ts";
import type { Freedom } from "../store/freedom.ts";
import { refuseInvalid } from "../values/refusal.ts";
import type { Cause } from "../values/refusal.ts";
import { withFields, withoutMembers, withTypes } from "../values/schema-edits.ts";
import {
  presentingObjects,
  withConditions,
  withMetadata,
  withStatus,
} from "./presented-objects.ts";

const instants = {
  why:
    "RFC 3339 allows many representations of the same time, and the schema requires no specific " +
    "representation.",
  sources: [
    {
      source: "kubernetes/apimachinery",
      at: "pkg/apis/meta/v1/time.go and micro_time.go",
    } as const,
  ],
};

export const valueFreedoms: readonly Freedom[] = [
  defineFreedom({
    name: "metadata-times-have-offsets",
    summary: "Creation and deletion times end in +00:00 instead of Z.",
    ...instants,
    decides: "metadata times",
    change: (rules) => ({
      present: presentingObjects(rules, (object) =>
        withMetadata(object, (metadata) => withTimes(metadata, metadataTimes, withOffset)),
      ),
    }),
  }),
  defineFreedom({
    name: "metadata-times-in-nanoseconds",
    summary: "Creation and deletion times have nine fractional digits.",
    ...instants,
    decides: "metadata times",
    change: (rules) => ({
      present: presentingObjects(rules, (object) =>
        withMetadata(object, (metadata) => withTimes(metadata, metadataTimes, inNanoseconds)),
      ),
    }),
  }),
  defineFreedom({
    name: "metadata-times-differ-by-path",
    summary:
      "Typed operations return creation times with nine fractional digits; generic operations " +
      "and events return three fractional digits.",
    ...instants,
    decides: "metadata times",
    change: (rules) => ({
      present: presentingObjects(rules, (object, { style, action }) =>
        style === "generic" || action === "watch"
          ? object
          : withMetadata(object, (metadata) => withTimes(metadata, metadataTimes, inNanoseconds)),
      ),
    }),
  }),
  defineFreedom({
    name: "condition-times-have-offsets",
    summary: "Condition times end in +00:00 instead of Z.",
    ...instants,
    decides: "condition times",
    change: (rules) => ({
      present: presentingObjects(rules, (object) =>
        withStatus(object, (status) =>
          withConditions(status, (condition) => withTimes(condition, conditionTimes, withOffset)),
        ),
      ),
    }),
  }),
  defineFreedom({
    name: "condition-times-in-nanoseconds",
    summary: "Condition times have nine fractional digits.",
    ...instants,
    decides: "condition times",
    change: (rules) => ({
      present: presentingObjects(rules, (object) =>
        withStatus(object, (status) =>
          withConditions(status, (condition) =>
            withTimes(condition, conditionTimes, inNanoseconds),
          ),
        ),
      ),
    }),
  }),
  defineFreedom({
    name: "condition-times-differ-by-path",
    summary:
      "Typed operations return condition times with nine fractional digits; generic operations " +
      "and events return three fractional digits.",
    ...instants,
    decides: "condition times",
    change: (rules) => ({
      present: presentingObjects(rules, (object, { style, action }) => {
        const spell = style === "generic" || action === "watch" ? inMilliseconds : inNanoseconds;
        return withStatus(object, (status) =>
          withConditions(status, (condition) => withTimes(condition, conditionTimes, spell)),
        );
      }),
    }),
  }),
  defineFreedom({
    name: "condition-times-in-microseconds",
    summary: "Condition times have six fractional digits, as the dialect declares.",
    why: "An API may document the precision of its timestamps.",
    sources: [{ source: "kubernetes/apimachinery", at: "pkg/apis/meta/v1/time.go MarshalJSON" }],
    declares: [{ at: "everyKind/conditions", put: { time: "microseconds" }, isBeside: true }],
    decides: "condition times",
    change: (rules) => ({
      present: presentingObjects(rules, (object) =>
        withStatus(object, (status) =>
          withConditions(status, (condition) =>
            withTimes(condition, conditionTimes, inMicroseconds),
          ),
        ),
      ),
    }),
  }),
  defineFreedom({
    name: "empty-metadata-for-absent",
    summary: "Absent labels, annotations and finalizers are returned as empty.",
    why: "An absent map or list is equivalent to an empty map or list.",
    decides: "empty metadata",
    change: (rules) => ({
      present: presentingObjects(rules, (object) =>
        withMetadata(object, (metadata) => ({
          labels: {},
          annotations: {},
          finalizers: [],
          ...metadata,
        })),
      ),
    }),
  }),
  defineFreedom({
    name: "empty-status-for-absent",
    summary: "An object without a reported status has an empty status.",
    why: "An empty status is equivalent to no status.",
    sources: [{ source: "kubernetes/api-conventions", at: "Spec and Status" }],
    change: (rules) => {
      const reported = new Set(kinds.filter(({ hasStatus }) => hasStatus).map(({ name }) => name));
      return {
        definedKind: (kind, served) => {
          const defined = rules.definedKind(kind, served);
          if (defined?.hasStatus === true) reported.add(defined.name);
          else reported.delete(kind.name);
          return defined;
        },
        present: presentingObjects(rules, (object) => {
          const { kind, status } = object;
          return typeof kind === "string" && reported.has(kind)
            ? { ...object, status: status ?? {} }
            : object;
        }),
      };
    },
  }),
  defineFreedom({
    name: "absent-lists-for-empty",
    summary: "Empty lists in a status are omitted.",
    why: "Some serializers omit empty lists.",
    sources: [{ source: "kubernetes/api-conventions", at: "Optional vs. Required" }],
    change: (rules) => ({
      present: presentingObjects(rules, (object) =>
        withStatus(object, (status) =>
          Object.fromEntries(Object.entries(status).filter(([, value]) => !isEmptyList(value))),
        ),
      ),
    }),
  }),
  defineFreedom({
    name: "absent-members-are-null",
    summary: "The generic operations return absent fields of a typed spec or status as null.",
    why: "Some serializers write every field of a type.",
    sources: [{ source: "kubernetes/api-conventions", at: "Optional vs. Required" }],
    change: (rules) => ({
      present: presentingObjects(rules, (object, { style }) =>
        style === "generic" ? withNulls(object) : object,
      ),
    }),
  }),
  defineFreedom({
    name: "condition-lists-are-never-null",
    summary:
      "The conditions of typed kinds are a list that is never null: a status write that sends null for them is rejected as invalid.",
    why: "An optional input field has to be nullable, even if the stored field cannot be null.",
    sources: [{ source: "graphql-spec", at: "3.12 Non-Null" }],
    change: (rules) => ({
      schema: (sdl) =>
        withTypes(rules.schema(sdl), (type, member) =>
          /^(?:Service|Deployment|Bucket|Namespace)Status$/u.test(type) && member === "conditions"
            ? "[Condition!]!"
            : undefined,
        ),
      present: presentingObjects(rules, (object, { style }) =>
        style === "generic"
          ? object
          : withStatus(object, (status) => ({ ...status, conditions: status["conditions"] ?? [] })),
      ),
      validate: (request, stored, after) => {
        const causes = rules.validate(request, stored, after);
        const { status } = request.content;
        const isNull = isJsonObject(status) && status["conditions"] === null;
        if (request.style === "generic" || !isNull) return causes;
        const field = "status.conditions";
        return [...causes, { reason: "FieldValueRequired", field, message: "must not be null" }];
      },
    }),
  }),
  defineFreedom({
    name: "members-in-another-order",
    summary: "Properties of labels, specs and statuses are in reverse alphabetical order.",
    why: "The properties of a JSON object have no order.",
    change: (rules) => ({
      present: presentingObjects(rules, (object) => ordered(object)),
    }),
  }),
  defineFreedom({
    name: "objects-say-more",
    summary: "Objects, lists and events have fields that the dialect does not map.",
    why: "A schema may have more fields than a client knows.",
    sources: [{ source: "graphql-spec", at: "3.6 Objects" }],
    change: (rules) => ({
      schema: (sdl) =>
        withFields(
          withFields(
            rules.schema(sdl),
            (type) => type === "Metadata",
            "selfLink: String owner: String",
          ),
          isShown,
          "apiVersion: String etag: String",
        ),
      present: (shown, call, args) => ({
        ...presentingObjects(rules, (object) => ({
          ...withMetadata(object, (metadata) => ({
            ...metadata,
            selfLink: "/here",
            owner: "them",
          })),
          apiVersion: "example.com/v1",
          etag: "W/1",
        }))(shown, call, args),
        apiVersion: "example.com/v1",
        etag: "W/1",
      }),
    }),
  }),
  defineFreedom({
    name: "condition-words-in-capitals",
    summary: "The enum of condition statuses has the values TRUE, FALSE and UNKNOWN.",
    why: "GraphQL enum values are usually uppercase, and cannot be named true or false.",
    sources: [{ source: "gitstore", at: "schema of conditions" }],
    declares: [
      {
        at: "kinds/*/conditions",
        put: { status: { True: "TRUE", False: "FALSE", Unknown: "UNKNOWN" } },
        isBeside: true,
      },
    ],
    change: (rules) => ({
      schema: (sdl) =>
        rules
          .schema(sdl)
          .replace(
            /enum ConditionStatus \{[^}]*\}/u,
            "enum ConditionStatus { TRUE FALSE UNKNOWN }",
          ),
      // GraphQL has already validated the enum values of typed kinds.
      validate: (request, stored, after) =>
        rules
          .validate(request, stored, after)
          .filter((cause) => !(isOfCondition("status", cause) && hasWordAt(after, cause))),
    }),
    // Admission writes conditions with the contract's values.
    excludes: ["admission-gives-status"],
  }),
  defineFreedom({
    name: "conditions-without-reasons",
    summary: "The conditions of typed kinds have no reason.",
    why: "An API chooses which fields a condition has.",
    declares: [{ at: "kinds/*/samples/statuses/*/conditions/*/reason" }],
    excuses: [
      {
        requirement: "conditions.reason-is-a-word",
        verdict: "inconclusive",
        because: "only kinds that are defined at run time have conditions with a reason",
      },
      {
        requirement: "errors.stale-and-invalid-order",
        verdict: "inconclusive",
        because: "the schema rejects every invalid status of typed kinds",
      },
    ],
    excludes: ["admission-gives-status"],
    change: (rules) => ({
      schema: (sdl) =>
        withoutMembers(
          rules.schema(sdl),
          (type, member) => /^Condition(?:Input)?$/u.test(type) && member === "reason",
        ),
      validate: (request, stored, after) =>
        rules
          .validate(request, stored, after)
          .filter(
            (cause) =>
              !(
                request.kind.structure === undefined &&
                isOfCondition("reason", cause) &&
                cause.reason === "FieldValueRequired"
              ),
          ),
    }),
  }),
  defineFreedom({
    name: "condition-types-are-an-enum",
    summary: "The schema lists three types for the conditions of typed kinds.",
    why: "An API may list the types of its conditions.",
    sources: [{ source: "graphql-spec", at: "3.9 Enums" }],
    // Clients of the generic operations do not see the types.
    excludes: ["generic-operations-alone"],
    change: (rules) => ({
      schema: (sdl) =>
        [
          withTypes(rules.schema(sdl), (type, member) =>
            /^Condition(?:Input)?$/u.test(type) && member === "type" ? "ConditionType!" : undefined,
          ),
          "enum ConditionType { Ready Admitted Degraded }",
        ].join("\n"),
    }),
  }),
  defineFreedom({
    name: "generation-is-a-text",
    summary: "The generation is sent as a string of digits.",
    why: "A GraphQL Int has 32 bits; longer integers are sent as strings.",
    sources: [{ source: "graphql-spec", at: "3.5.1 Int" }],
    decides: "generation",
    change: (rules) => ({
      schema: (sdl) =>
        withTypes(rules.schema(sdl), (type, member) =>
          type === "Metadata" && member === "generation" ? "String" : undefined,
        ),
      present: presentingObjects(rules, (object) =>
        withMetadata(object, ({ generation, ...metadata }) => ({
          ...metadata,
          ...(typeof generation === "number" ? { generation: `${generation}` } : {}),
        })),
      ),
    }),
  }),
  defineFreedom({
    name: "uids-are-numbers",
    summary: "Uids are decimal numbers.",
    why: "A uid is opaque: it only has to be unique.",
    sources: [{ source: "kubernetes/api-conventions", at: "Metadata" }],
    decides: "uids",
    change: () => {
      let last = 40_000;
      return {
        allocateUid: () => {
          last += 1;
          return String(last);
        },
      };
    },
  }),
  defineFreedom({
    name: "uids-are-encoded",
    summary:
      "Each uid is the Base64 encoding of the kind and a UUID. Any other text is rejected as invalid.",
    why: "A server may reject a uid that it cannot have issued, without a lookup.",
    decides: "uids",
    change: (rules) => ({
      allocateUid: (key) => Buffer.from(`${key.kind}:${rules.allocateUid(key)}`).toString("base64"),
      precondition: (request, stored) =>
        request.uid === undefined || isEncoded(request.uid)
          ? rules.precondition(request, stored)
          : refuseInvalid([
              {
                reason: "FieldValueInvalid",
                field: "metadata.uid",
                message: "metadata.uid was not issued by this server.",
              },
            ]),
    }),
  }),
  defineFreedom({
    name: "creation-time-not-told",
    summary: "Objects have no creation time.",
    why: "No requirement depends on the creation time.",
    change: (rules) => ({
      present: presentingObjects(rules, (object) =>
        withMetadata(object, ({ creationTimestamp: _omitted, ...metadata }) => metadata),
      ),
    }),
  }),
];

function isEncoded(text: string): boolean {
  const plain = Buffer.from(text, "base64");
  return plain.toString("base64") === text && /^\w+:[\da-f-]{36}$/u.test(plain.toString());
}

/** Whether the invalid status of a condition is a value of this freedom's enum. */
function hasWordAt(object: Resource | undefined, { field = "" }: Cause): boolean {
  const conditions = object?.status?.["conditions"];
  const [index = ""] = /\d+/u.exec(field) ?? [];
  const condition = isJsonList(conditions) ? conditions[Number(index)] : undefined;
  const word = isJsonObject(condition) ? condition["status"] : undefined;
  return typeof word === "string" && ["TRUE", "FALSE", "UNKNOWN"].includes(word);
}

const metadataTimes = ["creationTimestamp", "deletionTimestamp"];
const conditionTimes = ["lastTransitionTime"];

function withTimes(
  holder: JsonObject,
  members: readonly string[],
  spell: (time: string) => string,
): JsonObject {
  return Object.fromEntries(
    Object.entries(holder).map(([member, value]) => [
      member,
      members.includes(member) && typeof value === "string" ? spell(value) : value,
    ]),
  );
}

function withOffset(time: string): string {
  return time.replace(/Z$/u, "+00:00");
}

function inNanoseconds(time: string): string {
  return withDigits(time, 9);
}

function inMilliseconds(time: string): string {
  return withDigits(time, 3);
}

function inMicroseconds(time: string): string {
  return withDigits(time, 6);
}

/** Adds fractional digits to a timestamp. Never removes digits. */
function withDigits(time: string, digits: number): string {
  const [, second = time, fraction = "", zone = ""] =
    /^(.*:\d\d)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$/u.exec(time) ?? [];
  return zone === "" ? time : `${second}.${fraction.padEnd(digits, "0")}${zone}`;
}

const fields: Readonly<
  Record<string, { readonly spec: readonly string[]; readonly status: readonly string[] }>
> = {
  Service: {
    spec: ["type", "loadBalancerIP", "ports"],
    status: ["loadBalancer", "observedGeneration", "conditions"],
  },
  Deployment: {
    spec: ["replicas", "paused", "image"],
    status: ["replicas", "readyReplicas", "observedGeneration", "conditions"],
  },
  Bucket: {
    spec: ["instance", "region", "quotaMebibytes"],
    status: ["instance", "phase", "usedObjects", "observedGeneration", "conditions"],
  },
};

function withNulls(object: JsonObject): JsonObject {
  const { kind, spec, status } = object;
  const known = fields[typeof kind === "string" ? kind : ""];
  if (known === undefined) return object;
  return {
    ...object,
    ...(isJsonObject(spec) ? { spec: { ...nulls(known.spec), ...spec } } : {}),
    ...(isJsonObject(status) ? { status: { ...nulls(known.status), ...status } } : {}),
  };
}

function nulls(names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, null]));
}

function isEmptyList(value: JsonValue | undefined): boolean {
  return isJsonList(value) && value.length === 0;
}

function ordered<Value extends JsonValue>(value: Value): Value | JsonObject {
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).toSorted(([one], [other]) => other.localeCompare(one));
  return Object.fromEntries(members.map(([member, inner]) => [member, ordered(inner)]));
}

function isShown(type: string): boolean {
  return /^(?:Service|Deployment|Bucket|Namespace|ConfigMap|Resource)(?:List|Event)?$/u.test(type);
}
