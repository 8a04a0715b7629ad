import { authoredField, authoredNames, isJsonObject, readAuthored } from "#contract";
import type { ByForm, JsonObject, JsonValue, ObjectKey } from "#contract";
import type { Kind } from "./demo-kinds.ts";
import type { Cause } from "../values/refusal.ts";
import type { Content, WriteRequest } from "./store-requests.ts";
import { forbidden, addBody, required, withCauses, without } from "./write-body.ts";
import type { Shapes } from "./write-shapes.ts";
import { readStatus, statusMembersOf } from "./read-status.ts";

export type WriteInput = Pick<
  WriteRequest,
  "verb" | "form" | "kind" | "key" | "resourceVersion" | "uid" | "content" | "statusShape"
>;

const identifying = ["kind", "namespace", "name"];
const conditional = ["resourceVersion", "uid"];
const authored = [...authoredNames, "spec"];

/** The input fields that each write allows, in addition to those that contain a status. All others are foreign. */
const regularMembers: Readonly<Record<WriteRequest["verb"], readonly string[]>> = {
  create: [...identifying, ...authored],
  update: [...identifying, ...conditional, ...authored],
  delete: [...identifying, ...conditional],
  updateStatus: [...identifying, ...conditional],
};

/** The type of a write, which is known before its input is read. */
export type WriteKind = Pick<WriteRequest, "verb" | "form">;

export interface WriteTarget {
  readonly kind: Kind;
  readonly shapes: Shapes;
}

/**
 * Reads the input of any write. If GraphQL has rejected the input, reads as much as possible, and adds a cause for
 * every error.
 */
export function readWrite(write: WriteKind, target: WriteTarget, input: JsonObject): WriteInput {
  const { kind, shapes } = target;
  const { key, causes } = readKey(kind, input);
  const { resourceVersion, uid } = input;
  const content = readContent(write, target, input);
  return {
    verb: write.verb,
    form: write.form,
    kind,
    key,
    resourceVersion: typeof resourceVersion === "string" ? resourceVersion : undefined,
    uid: typeof uid === "string" ? uid : undefined,
    content: causes.length === 0 ? content : withCauses({ ...content, causes }, content.causes),
    statusShape: shapes.status,
  };
}

export function readKey(
  kind: Kind,
  input: JsonObject,
): { readonly key: ObjectKey; readonly causes: readonly Cause[] } {
  const { name, namespace } = input;
  const causes: Cause[] = [];
  if (typeof name !== "string") causes.push(required("metadata.name"));
  if (kind.scope === "namespaced" && typeof namespace !== "string") {
    causes.push(required("metadata.namespace"));
  }
  if (kind.scope === "cluster" && typeof namespace === "string") {
    causes.push(forbidden("metadata.namespace", `${kind.name} is not in a namespace.`));
  }
  const key = { kind: kind.name, name: typeof name === "string" ? name : "" };
  return { key: typeof namespace === "string" ? { ...key, namespace } : key, causes };
}

function readContent(write: WriteKind, target: WriteTarget, input: JsonObject): Content {
  const { verb, form } = write;
  const { shapes } = target;
  const isPlain = hasPlainStatus(target) && (verb === "create" || verb === "update");
  const members = verb === "updateStatus" ? statusMembersOf(form) : isPlain ? ["status"] : [];
  const beside = without(input, [...regularMembers[verb], ...members]);
  const causes = Object.keys(beside).map((member) =>
    forbidden(member, `${member} is not allowed in this write.`),
  );
  const content: Content = { submitted: {}, foreign: { beside, inside: {} }, causes };
  switch (verb) {
    case "delete":
      return content;
    case "updateStatus":
      return readStatus(content, { form, shape: shapes.status, input });
    case "create":
    case "update": {
      const body = { member: "spec", shape: shapes.spec, isRequired: verb === "create" } as const;
      const withStatus = isPlain ? readPlainStatus(content, shapes.status, input) : content;
      return readMetadata(addBody(withStatus, body, input), input);
    }
  }
}

/** Whether the status is ordinary content, because the kind has a status but no status subresource. */
function hasPlainStatus({ kind, shapes }: WriteTarget): boolean {
  return !kind.hasStatus && shapes.status !== undefined;
}

/** Adds the status to the content, for a kind without a status subresource. Null removes the status. */
function readPlainStatus(content: Content, shape: Shapes["status"], input: JsonObject): Content {
  if (input["status"] === null) return { ...content, status: null };
  return addBody(content, { member: "status", shape, isRequired: false }, input);
}

/** Adds the metadata that an author writes. Null clears a field. */
function readMetadata(content: Content, input: JsonObject): Content {
  const read = readAuthored((name) => input[name] ?? undefined, readers);
  const cleared = authoredNames.filter((name) => input[name] === null);
  const causes = authoredNames
    .filter((name) => input[name] !== undefined && input[name] !== null && read[name] === undefined)
    .map((name) => {
      const field = `metadata.${name}`;
      const message = `${field} must be ${forms[authoredField(name).form]}.`;
      return { reason: "FieldValueInvalid", field, message } as const;
    });
  const nulls = Object.fromEntries(cleared.map((name) => [name, null]));
  return withCauses({ ...content, ...read, ...nulls }, causes);
}

const forms = {
  names: "a list of strings",
  objects: "a list of objects",
  texts: "an object whose values are all strings",
} as const;

const readers: ByForm<JsonValue> = {
  names: (sent) => (isListOf(sent, isText) ? sent : undefined),
  objects: (sent) => (isListOf(sent, isJsonObject) ? sent : undefined),
  texts: (sent) => (isTextMap(sent) ? sent : undefined),
};

function isListOf<Item extends JsonValue>(
  value: JsonValue,
  isItem: (item: JsonValue) => item is Item,
): value is readonly Item[] {
  return Array.isArray(value) && value.every(isItem);
}

function isTextMap(value: JsonValue): value is Readonly<Record<string, string>> {
  return isJsonObject(value) && Object.values(value).every(isText);
}

function isText(value: JsonValue): value is string {
  return typeof value === "string";
}
