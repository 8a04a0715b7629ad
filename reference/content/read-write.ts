import type { GraphQLInputType } from "graphql";
import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue, ObjectKey } from "#contract";
import type { Kind } from "../kinds.ts";
import type { Cause } from "../refusal.ts";
import type { Content, WriteRequest } from "../requests.ts";
import { coerce } from "./coerce.ts";

/** The input types that a kind's bodies must fit. Absent where the schema has none. */
export interface Shapes {
  readonly spec?: GraphQLInputType | undefined;
  readonly status?: GraphQLInputType | undefined;
}

/** What a write is about, read from the `input` of its mutation. */
export type WriteInput = Pick<
  WriteRequest,
  "verb" | "kind" | "key" | "resourceVersion" | "uid" | "content"
>;

const identifying = ["kind", "namespace", "name"];
const conditional = ["resourceVersion", "uid"];
const authored = ["labels", "annotations", "spec"];

/** The members that the input of each write has. Anything else is foreign. */
const regularMembers: Readonly<Record<WriteRequest["verb"], readonly string[]>> = {
  create: [...identifying, ...authored],
  update: [...identifying, ...conditional, ...authored],
  delete: [...identifying, ...conditional],
  updateStatus: [...identifying, ...conditional, "status"],
};

/**
 * Reads the input of a write, of whatever form it is: an input that GraphQL has refused is read as
 * far as it goes, with a cause for every mistake.
 */
export function readWrite(
  verb: WriteRequest["verb"],
  target: { readonly kind: Kind; readonly shapes: Shapes },
  input: JsonObject,
): WriteInput {
  const { kind, shapes } = target;
  const { key, causes: keyCauses } = readKey(kind, input);
  const { resourceVersion, uid } = input;
  const content = readContent(verb, shapes, input);
  return {
    verb,
    kind,
    key,
    ...(typeof resourceVersion === "string" ? { resourceVersion } : {}),
    ...(typeof uid === "string" ? { uid } : {}),
    content: { ...content, causes: [...keyCauses, ...content.causes] },
  };
}

/** Reads which object is meant, and what is wrong with that. */
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

function readContent(verb: WriteRequest["verb"], shapes: Shapes, input: JsonObject): Content {
  const beside = without(input, regularMembers[verb]);
  const causes = Object.keys(beside).map((member) =>
    forbidden(member, `${member} has no place in this write.`),
  );
  const content: Content = { submitted: {}, foreign: { beside, inside: {} }, causes };
  switch (verb) {
    case "delete":
      return content;
    case "updateStatus":
      return readBody(content, { member: "status", shape: shapes.status, isRequired: true }, input);
    case "create":
    case "update": {
      const body = { member: "spec", shape: shapes.spec, isRequired: verb === "create" } as const;
      const withLabels = readTexts(readBody(content, body, input), "labels", input["labels"]);
      return readTexts(withLabels, "annotations", input["annotations"]);
    }
  }
}

interface Body {
  readonly member: "spec" | "status";
  readonly shape: GraphQLInputType | undefined;
  readonly isRequired: boolean;
}

function readBody(content: Content, body: Body, input: JsonObject): Content {
  const { member, shape } = body;
  const sent = input[member];
  if (sent === undefined && !body.isRequired) return content;
  if (sent === undefined || sent === null) return withCauses(content, [required(member)]);
  if (!isJsonObject(sent)) {
    const message = `${member} must be an object.`;
    return withCauses(content, [{ reason: "FieldValueInvalid", field: member, message }]);
  }
  const { value, causes } =
    shape === undefined ? { value: sent, causes: [] } : coerce(sent, shape, member);
  const fitting = isJsonObject(value) ? value : {};
  return withCauses(
    {
      ...content,
      [member]: fitting,
      submitted: sent,
      foreign: { ...content.foreign, inside: without(sent, Object.keys(fitting)) },
    },
    causes,
  );
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
  const message = `${field} must be an object whose members are all strings.`;
  return withCauses(content, [{ reason: "FieldValueInvalid", field, message }]);
}

function isText(entry: [string, JsonValue]): entry is [string, string] {
  return typeof entry[1] === "string";
}

function without(object: JsonObject, members: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([member]) => !members.includes(member)));
}

function withCauses(content: Content, causes: readonly Cause[]): Content {
  return { ...content, causes: [...content.causes, ...causes] };
}

function required(field: string): Cause {
  return { reason: "FieldValueRequired", field, message: `${field} is required.` };
}

function forbidden(field: string, message: string): Cause {
  return { reason: "FieldForbidden", field, message };
}
