import { describeKey, isJsonObject, keyOf } from "#contract";
import type { JsonObject, JsonValue, ObjectKey, Resource } from "#contract";
import { kinds } from "../kinds/demo-kinds.ts";
import { defineFreedom } from "../store/freedom.ts";
import type { DialectEdit, Freedom } from "../store/freedom.ts";
import { refuse } from "../values/refusal.ts";
import { canonicalOutcomes } from "./refusal-freedoms.ts";
import { presentingObjects } from "./presented-objects.ts";
import { withArguments, withFields, withoutMembers, withTypes } from "../values/schema-edits.ts";

const place = { namespace: "$namespace", name: "$name" };

const inputs = /^Delete\w*Input$/u;

export const deletionFreedoms: readonly Freedom[] = [
  defineFreedom({
    name: "deletions-name-the-uid",
    summary: "A deletion identifies the object by its uid, not by its name.",
    why: "A uid identifies an object more precisely than a name, because a successor may have the same name.",
    sources: [{ source: "issue-threads", at: "APIs with ids" }],
    declares: ["name", "namespace"].map((member) => ({
      at: `everyKind/operations/delete/*/arguments/input/${member}`,
    })),
    decides: "deletions",
    excludes: ["no-uid-precondition"],
    change: (rules) => {
      const keys = new Map<string, ObjectKey>();
      const uids = new Map<string, string>();
      return {
        schema: (sdl) =>
          withTypes(
            withoutMembers(
              rules.schema(sdl),
              (type, member) => inputs.test(type) && ["name", "namespace"].includes(member),
            ),
            (type, member) => (inputs.test(type) && member === "uid" ? "ID!" : undefined),
          ),
        allocateUid: (key) => {
          const uid = rules.allocateUid(key);
          const text = describeKey(key);
          keys.delete(uids.get(text) ?? "");
          keys.set(uid, key);
          uids.set(text, uid);
          return uid;
        },
        understand: (args, call) => {
          const understood = rules.understand(args, call);
          const { input } = understood;
          if (call.action !== "delete" || !isJsonObject(input)) return understood;
          const { uid = "", ...rest } = input;
          return { ...understood, input: { ...rest, ...placeOf(keys, uid) } };
        },
      };
    },
  }),
  defineFreedom({
    name: "deletions-take-two-steps",
    summary:
      "A deletion takes two requests: the first announces it, and the second confirms it with a version.",
    why: "A server may require confirmation before it removes an object.",
    sources: [{ source: "issue-threads", at: "deletions with confirmation" }],
    declares: [...kinds.map(finishOfKind), finish("deleteResource", { kind: "$kind", ...place })],
    excuses: [
      {
        requirement: "deletion.dry-run-deletes-nothing",
        verdict: "not-applicable",
        because: "the second request of a deletion has no dry run",
      },
    ],
    decides: "deletions",
    change: (rules) => ({
      schema: (sdl) =>
        withArguments(
          rules.schema(sdl),
          (type, member) => type === "Mutation" && member.startsWith("delete"),
          "isConfirmed: Boolean",
        ),
      understand: (args, call) => {
        const { isConfirmed, ...rest } = rules.understand(args, call);
        if (call.action !== "delete" || isConfirmed === true) return rest;
        const { options } = rest;
        return { ...rest, options: { ...(isJsonObject(options) ? options : {}), dryRun: true } };
      },
    }),
  }),
  defineFreedom({
    name: "deletions-demand-version",
    summary: "A deletion requires the version of the object.",
    why: "A server may require the same precondition for a deletion as for any other write.",
    sources: [{ source: "kubernetes/apimachinery", at: "DeleteOptions.preconditions" }],
    change: (rules) => ({
      schema: (sdl) =>
        withTypes(rules.schema(sdl), (type, member, old) =>
          inputs.test(type) && member === "resourceVersion" && !old.endsWith("!")
            ? `${old}!`
            : undefined,
        ),
    }),
  }),
  defineFreedom({
    name: "deletions-are-graceful",
    summary:
      "An accepted deletion sets the deletion time; the object is removed a few milliseconds later.",
    why: "A server may need time to shut down what the object represents before it removes the object.",
    sources: [{ source: "kubernetes/apimachinery", at: "DeleteOptions.gracePeriodSeconds" }],
    decides: "deletions",
    change: (rules) => ({
      terminatingObject: (request, stored, deletionTimestamp) =>
        rules.terminatingObject(request, stored, deletionTimestamp) ??
        terminating(stored, deletionTimestamp),
      isFinished: (request, after) => request.verb !== "delete" && rules.isFinished(request, after),
      followUp: (request, written) =>
        request.verb === "delete" && (written.metadata.finalizers ?? []).length === 0
          ? () => undefined
          : rules.followUp(request, written),
      followUpMs: (request) => (request.verb === "delete" ? graceMs : rules.followUpMs(request)),
    }),
  }),
  defineFreedom({
    name: "deletions-return-no-object",
    summary: "A deletion returns the kind of the deleted object instead of the object.",
    why: "The schema defines what a mutation returns.",
    sources: [{ source: "issue-threads", at: "APIs that return the id of a deleted object" }],
    declares: [
      { at: "everyKind/operations/delete/*/result", put: null },
      { at: "everyKind/operations/delete/*/finish/result", put: null },
    ],
    // This freedom would replace the union type that a delete mutation returns under `refusals-are-data`.
    excludes: ["refusals-are-data"],
    change: (rules) => ({
      schema: (sdl) =>
        withTypes(`${rules.schema(sdl)} type Deletion { kind: String }`, (type, member) =>
          type === "Mutation" && member.startsWith("delete") ? "Deletion" : undefined,
        ),
    }),
  }),
  defineFreedom({
    name: "deleted-objects-stay-readable",
    summary: "Reads still return a deleted object, marked as archived; lists omit it.",
    why: "A server may archive deleted objects; the dialect declares how they are marked.",
    sources: [{ source: "issue-threads", at: "APIs with archived objects" }],
    declares: [
      {
        at: "outcomes",
        put: [
          { reason: "notFound", payload: { path: "archived", value: true }, verbs: ["read"] },
          ...canonicalOutcomes,
        ],
      },
    ],
    decides: "codes",
    excludes: ["deletions-are-graceful"],
    change: (rules) => {
      const last = new Map<string, Resource>();
      const archived = new Set<string>();
      return {
        schema: (sdl) => withFields(rules.schema(sdl), isReadable, "archived: Boolean"),
        deletedObject: (stored, version) => {
          const deleted = rules.deletedObject(stored, version);
          last.set(describeKey(keyOf(stored)), deleted);
          archived.add(stored.metadata.uid);
          return deleted;
        },
        read: (access, states) => {
          const { kind, name = "", namespace } = access;
          const key = { kind, name, ...(namespace === undefined ? {} : { namespace }) };
          return rules.read(access, states) ?? last.get(describeKey(key));
        },
        present: (shown, call, args) =>
          presentingObjects(rules, (object) => {
            const { metadata } = object;
            const uid = isJsonObject(metadata) ? metadata["uid"] : undefined;
            const isArchived = typeof uid === "string" && archived.has(uid);
            return call.action === "get" ? { ...object, archived: isArchived } : object;
          })(shown, call, args),
      };
    },
  }),
  defineFreedom({
    name: "deleted-names-stay-taken",
    summary: "The name of a deleted object cannot be used again.",
    why:
      "A server that keeps a tombstone of each deleted object cannot reuse its key for " +
      "another object.",
    sources: [{ source: "issue-threads", at: "APIs that synchronize offline clients" }],
    declares: [{ at: "semantics/deletedName", put: "taken" }],
    excuses: [
      {
        requirement: "kinds.objects-go-with-definition",
        verdict: "untestable",
        because: "a deleted kind cannot be defined again under its name",
      },
    ],
    decides: "deletions",
    change: (rules) => {
      const taken = new Set<string>();
      return {
        deletedObject: (stored, version) => {
          taken.add(describeKey(keyOf(stored)));
          return rules.deletedObject(stored, version);
        },
        existence: (request, stored) =>
          request.verb === "create" && taken.has(describeKey(request.key))
            ? refuse("ALREADY_EXISTS", `${describeKey(request.key)} was deleted.`)
            : rules.existence(request, stored),
      };
    },
  }),
];

function isReadable(type: string): boolean {
  return type === "Resource" || kinds.some(({ name }) => name === type);
}

/** Time between an accepted delete request and the removal, in milliseconds. */
const graceMs = 25;

function terminating(stored: Resource, now: string): Resource {
  const deletionTimestamp = stored.metadata.deletionTimestamp ?? now;
  return { ...stored, metadata: { ...stored.metadata, deletionTimestamp } };
}

function finishOfKind({ name, scope }: (typeof kinds)[number]): DialectEdit {
  return finish(`delete${name}`, scope === "cluster" ? { name: "$name" } : place);
}

function finish(field: string, address: Readonly<Record<string, string>>): DialectEdit {
  const input = { ...address, resourceVersion: "$resourceVersion" };
  return {
    at: `everyKind/operations/delete/${field}/finish`,
    put: { field, arguments: { input, isConfirmed: true } },
  };
}

/**
 * Finds the name and namespace of the object with a uid. For an unknown uid, returns those of an object that does not
 * exist.
 */
function placeOf(keys: ReadonlyMap<string, ObjectKey>, uid: JsonValue): JsonObject {
  const { name, namespace } = keys.get(typeof uid === "string" ? uid : "") ?? {
    name: "unknown",
    namespace: "default",
  };
  return { name, ...(namespace === undefined ? {} : { namespace }) };
}
