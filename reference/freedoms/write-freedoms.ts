import { isJsonObject, jsonEquals } from "#contract";
import type { JsonObject, JsonValue, Resource } from "#contract";
import { joinLists } from "../faults/fault-parts.ts";
import { covers } from "../correct/grants.ts";
import { kinds } from "../kinds/demo-kinds.ts";
import { defineFreedom } from "../store/freedom.ts";
import type { DialectEdit, Freedom } from "../store/freedom.ts";
import { refuse } from "../values/refusal.ts";
import { keyByName } from "../values/key-by-name.ts";
import { withoutNulls } from "../values/merge-objects.ts";
import { withFields, withInputFields } from "../values/schema-edits.ts";

const partialIds = ["updateResourceStatus", ...kinds.map(({ name }) => `update${name}Status`)];

function ofPartialMutations(member: string, put: JsonValue): readonly DialectEdit[] {
  return partialIds.map((id) => ({
    at: `everyKind/operations/updateStatus/${id}/${member}`,
    put,
    isBeside: true,
  }));
}

/**
 * The largest number that a status accepts under this freedom. The numbers in samples are smaller, and a count of all
 * writes is larger.
 */
const maxReported = 100;

export const writeFreedoms: readonly Freedom[] = [
  defineFreedom({
    name: "no-op-takes-version",
    summary: "A write that changes nothing creates a new version and causes an event.",
    why: "The server declares whether a write that changes nothing creates a new version.",
    sources: [{ source: "graphql-status-contract", at: "no-op writes" }],
    declares: [{ at: "semantics/noOp", put: "takesVersion" }],
    decides: "no-ops",
    change: () => ({ isNoOp: () => false }),
  }),
  defineFreedom({
    name: "no-op-of-spec-takes-version",
    summary:
      "A spec write that changes nothing creates a new version; a status write that changes " +
      "nothing keeps the version.",
    why:
      "The dialect declares the effect of a write that changes nothing for the endpoint, a " +
      "kind, or a mutation.",
    declares: [
      { at: "semantics/noOp", put: "takesVersion" },
      {
        at: "everyKind/operations/updateStatus/*/semantics",
        put: { noOp: "keepsVersion" },
        isBeside: true,
      },
    ],
    decides: "no-ops",
    change: (rules) => ({
      isNoOp: (request, before, after) =>
        request.verb === "updateStatus" && rules.isNoOp(request, before, after),
    }),
  }),
  defineFreedom({
    name: "no-op-of-status-takes-version",
    summary:
      "A status write that changes nothing creates a new version; a spec write that changes " +
      "nothing keeps the version.",
    why:
      "The dialect declares the effect of a write that changes nothing for the endpoint, a " +
      "kind, or a mutation.",
    declares: [
      {
        at: "everyKind/operations/updateStatus/*/semantics",
        put: { noOp: "takesVersion" },
        isBeside: true,
      },
    ],
    decides: "no-ops",
    change: (rules) => ({
      isNoOp: (request, before, after) =>
        request.verb !== "updateStatus" && rules.isNoOp(request, before, after),
    }),
  }),
  defineFreedom({
    name: "nulls-are-ignored",
    summary: "A status mutation leaves fields that it sends as null unchanged; patches clear them.",
    why: "In many languages, an input type cannot distinguish an absent field from null.",
    sources: [{ source: "gitstore", at: "status mutations" }],
    declares: ofPartialMutations("semantics", { nullMembers: "unchanged" }),
    excuses: [
      {
        requirement: "allocation.answers-are-told-apart",
        verdict: "inconclusive",
        because:
          "a response in the status can only be removed by sending null, but mutations ignore null",
      },
      {
        requirement: "write.null-clears-member",
        verdict: "inconclusive",
        because:
          "only patches clear fields, and the case for the typed mutation cannot use patches",
      },
    ],
    decides: "partial writes",
    change: (rules) => ({
      understand: (args, call) => {
        const { input, ...rest } = rules.understand(args, call);
        if (call.action !== "status" || !isJsonObject(input)) return { ...rest, ...kept(input) };
        const { status } = input;
        return isJsonObject(status)
          ? { ...rest, input: { ...input, status: withoutNulls(status) } }
          : { ...rest, input };
      },
    }),
  }),
  defineFreedom({
    name: "lists-are-merged",
    summary:
      "Status mutations merge the items of their lists into the stored lists, by type if the " +
      "items have a type.",
    why:
      "A list of conditions is a map by type: writing a condition keeps the conditions of all " +
      "other types.",
    sources: [
      { source: "kubernetes/api-conventions", at: "Typical status properties: conditions" },
    ],
    declares: ofPartialMutations("semantics", { lists: "merged" }),
    decides: "partial writes",
    change: (rules) => ({
      updateStatus: (request, stored, status) =>
        rules.updateStatus(
          request,
          stored,
          request.form === "partial" ? joinLists(stored.status ?? {}, status, "before") : status,
        ),
    }),
  }),
  defineFreedom({
    name: "status-mutations-replace",
    summary:
      "Status mutations store the status exactly as sent, with no field of the previous status.",
    why: "A status mutation may replace the status if the dialect declares it.",
    sources: [{ source: "kubernetes/apiserver", at: "PUT of the status subresource" }],
    declares: ofPartialMutations("mode", "replace"),
    decides: "partial writes",
    // Without patches, no mutation could change single fields, although a declared feature requires it.
    excludes: ["no-patches", "typed-operations-alone"],
    change: (rules) => ({
      updateStatus: (request, stored, status) => {
        const { content, form } = request;
        const sent = form === "partial" && content.status ? withoutNulls(content.status) : status;
        return rules.updateStatus(request, stored, sent);
      },
    }),
  }),
  defineFreedom({
    name: "replaced-statuses-have-defaults",
    summary:
      "Status mutations store the status exactly as sent, and the defaults of the input type in " +
      "the fields that it omits.",
    why: "An input field with a default is never absent: GraphQL adds the default to the request.",
    sources: [{ source: "kubernetes/api-conventions", at: "Defaulting" }],
    declares: ofPartialMutations("mode", "replace"),
    decides: "partial writes",
    // Without patches, no mutation could change single fields, although a declared feature requires it.
    excludes: ["no-patches", "typed-operations-alone"],
    change: (rules) => ({
      schema: (sdl) =>
        withInputFields(
          withFields(rules.schema(sdl), (type) => type === "ServiceStatus", "weight: Int"),
          (type) => type === "ServiceStatusInput",
          "weight: Int = 7",
        ),
      updateStatus: (request, stored, status) => {
        const { content, form } = request;
        const sent = form === "partial" && content.status ? withoutNulls(content.status) : status;
        return rules.updateStatus(request, stored, sent);
      },
    }),
  }),
  defineFreedom({
    name: "updates-replace",
    summary:
      "An update stores values exactly as sent: omitted labels and an omitted spec are cleared.",
    why: "An update may replace the object if the dialect declares it.",
    sources: [{ source: "kubernetes/apiserver", at: "PUT of an object" }],
    declares: [{ at: "everyKind/operations/update/*/mode", put: "replace" }],
    change: (rules) => ({
      understand: (args, call) => {
        const understood = rules.understand(args, call);
        const { input } = understood;
        if (call.action !== "update" || !isJsonObject(input)) return understood;
        const nothing = { labels: {}, annotations: {}, finalizers: [], spec: {} };
        return { ...understood, input: { ...nothing, ...input } };
      },
    }),
  }),
  defineFreedom({
    name: "invalid-before-stale",
    summary: "A write that is both stale and invalid is rejected as invalid.",
    why: "The server declares which of the two errors is reported.",
    declares: [{ at: "semantics/staleAndInvalid", put: "invalid" }],
    change: (rules) => ({
      writeSteps: (request) => {
        const steps = rules.writeSteps(request).filter((step) => step !== "validation");
        const place = steps.indexOf("precondition");
        return [...steps.slice(0, place), "validation", ...steps.slice(place)];
      },
    }),
  }),
  defineFreedom({
    name: "first-report-changes-default",
    summary:
      "The first partial write replaces only the fields of the default status that it contains.",
    why: "Readers cannot distinguish a default status from any other status.",
    sources: [
      { source: "kubernetes/apiextensions-apiserver", at: "pkg/apiserver/schema/defaulting" },
    ],
    declares: [{ at: "semantics/statusDefault", put: "changed" }],
    // Only kinds that are defined at run time have a default status.
    excludes: ["no-run-time-kinds", "typed-operations-alone"],
    change: (rules) => ({
      updateStatus: (request, stored, status) => {
        const { form, kind } = request;
        const isPart = form === "partial" || form === "merge" || form === "apply";
        const initial =
          isPart && stored.status === undefined ? kind.structure?.status.default : undefined;
        const cleared = new Set(
          Object.entries(request.content.status ?? {}).flatMap(([name, value]) =>
            // An apply does not claim a field by submitting null.
            value === null && form !== "apply" ? [name] : [],
          ),
        );
        const rest = Object.entries(initial ?? {}).filter(([name]) => !cleared.has(name));
        return rules.updateStatus(request, stored, { ...Object.fromEntries(rest), ...status });
      },
    }),
  }),
  defineFreedom({
    name: "status-reply-without-spec",
    summary:
      "A caller who may write a status but not read the object gets a response without the spec.",
    why: "The server declares the content of a response to a caller without read permission.",
    declares: [{ at: "semantics/statusReply", put: "withoutSpec" }],
    change: (rules) => ({
      reply: (request, stored) => {
        const { identity, verb, key } = request;
        const shown = rules.reply(request, stored);
        const place = { kind: key.kind, namespace: key.namespace, name: key.name };
        const access = { ...place, verb: "get", subresource: "" } as const;
        if (verb !== "updateStatus" || identity.grants.some((grant) => covers(grant, access))) {
          return shown;
        }
        const { spec: _hidden, ...rest } = shown;
        return rest;
      },
    }),
  }),
  defineFreedom({
    name: "creations-asked-to-retry",
    summary: "Every tenth create request is rate limited, with a retry allowed immediately.",
    why: "A server that serializes create requests may reject a request that the client should retry.",
    sources: [
      { source: "kubernetes/apiserver", at: "429 and Retry-After of priority and fairness" },
    ],
    change: (rules) => {
      let creations = 0;
      return {
        existence: (request, stored) => {
          if (request.verb !== "create") return rules.existence(request, stored);
          creations += 1;
          if (creations % creationsInTurn !== 0) return rules.existence(request, stored);
          return refuse("RATE_LIMITED", "Another create request is in progress: try again.", {
            reason: "TryAgain",
            retryAfterSeconds: 0,
          });
        },
      };
    },
  }),
  defineFreedom({
    name: "specs-have-defaults",
    summary: "Omitted spec fields are stored with their defaults.",
    why: "A server may add defaults to the spec that an author sends.",
    sources: [{ source: "kubernetes/api-conventions", at: "Defaulting" }],
    change: (rules) => ({
      schema: (sdl) =>
        withInputFields(
          withFields(rules.schema(sdl), (type) => type === "ServiceSpec", affinity),
          (type) => type === "ServiceSpecInput",
          affinity,
        ),
      applyDefaults: (request, written) => {
        const complete = rules.applyDefaults(request, written);
        const { spec } = complete;
        const isWritten =
          request.content.spec !== undefined && request.kind.structure === undefined;
        const defaults = specDefaults[complete.kind];
        return isWritten && spec !== undefined && defaults !== undefined
          ? { ...complete, spec: { ...defaults, ...spec } }
          : complete;
      },
    }),
  }),
  defineFreedom({
    name: "reported-numbers-have-a-limit",
    summary: `A status with an observedGeneration above ${maxReported} is rejected as invalid.`,
    why: "A reported number may have a limited range, such as 0 to 100 for a percentage.",
    sources: [{ source: "kubernetes/api-conventions", at: "Primitive types" }],
    excuses: [
      {
        requirement: "generation.observed-stored-as-sent",
        verdict: "inconclusive",
        because: "it writes the largest 32-bit number",
      },
    ],
    change: (rules) => ({
      validate: (request, stored, after) => {
        const causes = rules.validate(request, stored, after);
        const { observedGeneration: reported } = after?.status ?? {};
        if (typeof reported !== "number" || reported <= maxReported) return causes;
        const message = `must be at most ${maxReported}`;
        const field = "status.observedGeneration";
        return [...causes, { reason: "FieldValueInvalid", field, message }];
      },
    }),
  }),
  defineFreedom({
    name: "admission-gives-status",
    summary:
      "Admission control sets a status with a condition on each new object, before the first " +
      "status write.",
    why: "The server, not the author, writes this status. New objects may have a status.",
    sources: [
      { source: "kubernetes/kubernetes", at: "pkg/registry/core/pod/strategy.go PrepareForCreate" },
    ],
    excuses: [
      {
        requirement: "write.json-patch-creates-no-parents",
        verdict: "inconclusive",
        because: "every object has a status",
      },
      {
        requirement: "write.member-default-creates-no-status",
        verdict: "inconclusive",
        because: "every object has a status",
      },
    ],
    decides: "first status",
    change: (rules) => ({
      createObject: (request, stamp) => {
        const created = rules.createObject(request, stamp);
        const { hasStatus, structure } = request.kind;
        const isOpen = hasStatus && structure?.status.default === undefined;
        return isOpen ? { ...created, status: admitted(stamp.creationTimestamp) } : created;
      },
    }),
  }),
  defineFreedom({
    name: "annotations-are-dropped",
    summary: "Annotations are accepted and not stored.",
    why: "No requirement depends on stored annotations.",
    decides: "annotations",
    change: (rules) => ({
      createObject: (request, stamp) => withoutAnnotations(rules.createObject(request, stamp)),
      updateObject: (request, stored) => withoutAnnotations(rules.updateObject(request, stored)),
    }),
  }),
  defineFreedom({
    name: "admission-annotates",
    summary: "Admission control adds an annotation to each new object.",
    why: "Admission control may change a write by an author, especially its metadata.",
    sources: [{ source: "kubernetes/kubernetes", at: "mutating admission webhooks" }],
    decides: "annotations",
    change: (rules) => ({
      createObject: (request, stamp) =>
        annotated(rules.createObject(request, stamp), "admitted-by", "reference"),
    }),
  }),
  defineFreedom({
    name: "spec-writes-move-objects",
    summary:
      "A spec write finds its object by name in any namespace, and moves it to the namespace that " +
      "the write contains.",
    why:
      "Names may be unique across namespaces, so that the namespace in a spec write is a new value " +
      "and not a part of the address.",
    decides: "addresses of spec writes",
    change: (rules) => ({
      locate: (addressed, stored) =>
        addressed.verb === "update"
          ? keyByName(addressed.key, stored())
          : rules.locate(addressed, stored),
      storeUnder: (request, found) =>
        request.verb === "update" ? request.key : rules.storeUnder(request, found),
      updateObject: (request, stored) =>
        movedTo(request.key.namespace, rules.updateObject(request, stored)),
      isNoOp: (request, before, after) =>
        before.metadata.namespace === after.metadata.namespace &&
        rules.isNoOp(request, before, after),
    }),
  }),
  defineFreedom({
    name: "spec-writes-are-counted",
    summary: "The server counts spec writes in an annotation.",
    why: "The server may write metadata too, not only the author.",
    sources: [{ source: "kubernetes/kubernetes", at: "deployment.kubernetes.io/revision" }],
    decides: "annotations",
    change: (rules) => ({
      createObject: (request, stamp) =>
        annotated(rules.createObject(request, stamp), "revision", "1"),
      updateObject: (request, stored) => {
        const next = rules.updateObject(request, stored);
        const count = Number(stored.metadata.annotations?.["reference.example/revision"] ?? 0);
        const isChanged = request.content.spec !== undefined && !jsonEquals(stored.spec, next.spec);
        return annotated(next, "revision", String(isChanged ? count + 1 : count));
      },
    }),
  }),
  defineFreedom({
    name: "statuses-say-when",
    summary: "Each change to the status of a Service sets the time reportedAt in that status.",
    why: "The server may complete a status with fields that no client can write.",
    // The generic operations reject fields that the kind does not declare.
    excludes: ["generic-operations-alone"],
    change: (rules) => ({
      schema: (sdl) =>
        withFields(rules.schema(sdl), (type) => type === "ServiceStatus", "reportedAt: String"),
      patchObject: (request, stored) => rules.patchObject(request, withoutStamp(stored)),
      updateStatus: (request, stored, status) => {
        const next = rules.updateStatus(request, stored, status);
        return next.kind === "Service" ? stamped(next, stored) : next;
      },
    }),
  }),
  defineFreedom({
    name: "specs-mask-a-secret",
    summary: "A Service takes an access key that no response shows.",
    why: "An API may keep a secret from everybody who reads the object.",
    declares: [{ at: "kinds/Service/samples/specs/*/accessKey", put: "k-1" }],
    // The generic operations reject fields that the kind does not declare.
    excludes: ["generic-operations-alone"],
    change: (rules) => ({
      schema: (sdl) =>
        withInputFields(
          withFields(rules.schema(sdl), (type) => type === "ServiceSpec", "accessKey: String"),
          (type) => type === "ServiceSpecInput",
          "accessKey: String",
        ),
      createObject: (request, stamp) => masked(rules.createObject(request, stamp)),
      updateObject: (request, stored) => masked(rules.updateObject(request, stored)),
    }),
  }),
  defineFreedom({
    name: "spec-texts-are-normalized",
    summary:
      "The address in the spec of a Service is stored in lowercase and without spaces around it.",
    why: "Admission may change a write by an author.",
    sources: [{ source: "kubernetes/kubernetes", at: "mutating admission webhooks" }],
    declares: ["Edge-A.Example", " edge-b.example", "Edge-C.Example "].map((address, index) => ({
      at: `kinds/Service/samples/specs/${index}/loadBalancerIP`,
      put: address,
    })),
    change: (rules) => ({
      createObject: (request, stamp) => normalized(rules.createObject(request, stamp)),
      updateObject: (request, stored) => normalized(rules.updateObject(request, stored)),
    }),
  }),
];

function normalized(object: Resource): Resource {
  const address = object.kind === "Service" ? object.spec?.["loadBalancerIP"] : undefined;
  return typeof address === "string"
    ? { ...object, spec: { ...object.spec, loadBalancerIP: address.trim().toLowerCase() } }
    : object;
}

function withoutStamp(object: Resource): Resource {
  const { reportedAt: _stamp, ...status } = object.status ?? {};
  return object.status === undefined ? object : { ...object, status };
}

function stamped(next: Resource, stored: Resource): Resource {
  const { reportedAt: _sent, ...status } = next.status ?? {};
  const { reportedAt = null, ...before } = stored.status ?? {};
  const isSame = jsonEquals(status, before) && reportedAt !== null;
  return {
    ...next,
    status: { ...status, reportedAt: isSame ? reportedAt : new Date().toISOString() },
  };
}

function masked(object: Resource): Resource {
  return object.spec?.["accessKey"] === undefined
    ? object
    : { ...object, spec: { ...object.spec, accessKey: "***" } };
}

const creationsInTurn = 10;

const affinity = "sessionAffinity: String";

const specDefaults: Readonly<Record<string, JsonObject>> = {
  Service: { sessionAffinity: "None" },
  Deployment: { paused: false, replicas: 1 },
};

function kept(input: JsonValue | undefined): { readonly input?: JsonValue } {
  return input === undefined ? {} : { input };
}

function admitted(lastTransitionTime: string): JsonObject {
  const condition = { type: "Admitted", status: "True", reason: "Created", lastTransitionTime };
  return { conditions: [condition] };
}

function movedTo(namespace: string | undefined, object: Resource): Resource {
  return namespace === undefined
    ? object
    : { ...object, metadata: { ...object.metadata, namespace } };
}

function withoutAnnotations(object: Resource): Resource {
  const { annotations: _dropped, ...metadata } = object.metadata;
  return { ...object, metadata };
}

function annotated(object: Resource, name: string, value: string): Resource {
  const annotations = { ...object.metadata.annotations, [`reference.example/${name}`]: value };
  return { ...object, metadata: { ...object.metadata, annotations } };
}
