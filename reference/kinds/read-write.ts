import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue, ObjectKey } from "#contract";
import type { Kind } from "./kinds.ts";
import type { Cause } from "../values/refusal.ts";
import type { Content, WriteRequest } from "./requests.ts";
import { forbidden, addBody, required, withCauses, without } from "./write-body.ts";
import type { Shapes } from "./write-shapes.ts";
import { readStatus, statusMembersOf } from "./read-status.ts";

export type WriteInput = Pick<
  WriteRequest,
  "verb" | "form" | "kind" | "key" | "resourceVersion" | "uid" | "content" | "statusShape"
>;

const identifying = ["kind", "namespace", "name"];
const conditional = ["resourceVersion", "uid"];
const authored = ["labels", "annotations", "finalizers", "spec"];

/** The allowed input fields of each write. All others are foreign. */
const regularMembers: Readonly<Record<WriteRequest["verb"], readonly string[]>> = {
  create: [...identifying, ...authored],
  update: [...identifying, ...conditional, ...authored],
  delete: [...identifying, ...conditional],
  updateStatus: [...identifying, ...conditional],
};

/** The type of a write, known before its input is read. */
export type WriteKind = Pick<WriteRequest, "verb" | "form">;

export interface WriteTarget {
  readonly kind: Kind;
  readonly shapes: Shapes;
}

/**
 * Reads the input of any write. If GraphQL rejected the input, reads as much as possible and adds a cause for every
 * mistake.
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

/** Reads and validates the key of the object. */
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
      const withLabels = readTexts(addBody(withStatus, body, input), "labels", input["labels"]);
      const withTexts = readTexts(withLabels, "annotations", input["annotations"]);
      return readFinalizers(withTexts, input["finalizers"]);
    }
  }
}

/** Whether the status is ordinary content: the kind has a status, but no status subresource. */
function hasPlainStatus({ kind, shapes }: WriteTarget): boolean {
  return !kind.hasStatus && shapes.status !== undefined;
}

/** Adds the status of a kind without a status subresource to the content. Null removes the status. */
function readPlainStatus(content: Content, shape: Shapes["status"], input: JsonObject): Content {
  if (input["status"] === null) return { ...content, status: null };
  return addBody(content, { member: "status", shape, isRequired: false }, input);
}

function readFinalizers(content: Content, sent: JsonValue | undefined): Content {
  if (sent === undefined) return content;
  if (sent === null) return { ...content, finalizers: null };
  const names = Array.isArray(sent) ? sent.filter((name) => typeof name === "string") : [];
  if (Array.isArray(sent) && names.length === sent.length) return { ...content, finalizers: names };
  const field = "metadata.finalizers";
  const message = `${field} must be a list of strings.`;
  return withCauses(content, [{ reason: "FieldValueInvalid", field, message }]);
}

function readTexts(
  content: Content,
  member: "labels" | "annotations",
  sent: JsonValue | undefined,
): Content {
  if (sent === undefined) return content;
  if (sent === null) return { ...content, [member]: null };
  const texts = isJsonObject(sent) ? Object.entries(sent) : [];
  const map = Object.fromEntries(texts.filter(isText));
  if (isJsonObject(sent) && texts.every(isText)) return { ...content, [member]: map };
  const field = `metadata.${member}`;
  const message = `${field} must be an object whose values are all strings.`;
  return withCauses(content, [{ reason: "FieldValueInvalid", field, message }]);
}

function isText(entry: [string, JsonValue]): entry is [string, string] {
  return typeof entry[1] === "string";
}
