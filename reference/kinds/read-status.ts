import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { Cause } from "../values/refusal.ts";
import type { Content, WriteForm } from "./store-requests.ts";
import { prototypeKeysIn } from "../values/json-bounds.ts";
import { forbidden, addBody, required, without, withCauses } from "./write-body.ts";
import type { Shape } from "./write-shapes.ts";
import { readJsonPatch } from "../values/read-json-patch.ts";

export interface StatusSource {
  readonly form: WriteForm;
  readonly shape: Shape | undefined;
  readonly input: JsonObject;
}

export function statusMembersOf(form: WriteForm): readonly string[] {
  switch (form) {
    case "partial":
    case "replace":
      return ["status"];
    case "merge":
    case "json":
    case "apply":
      return ["type", "patch"];
  }
}

export function readStatus(content: Content, { form, shape, input }: StatusSource): Content {
  const { patch } = input;
  switch (form) {
    case "partial":
    case "replace":
      return addBody(content, { member: "status", shape, isRequired: true }, input);
    case "merge":
    case "apply":
      return readDocument(content, { form, shape, document: patch });
    case "json": {
      if (patch === undefined) return withCauses(content, [required("patch")]);
      const { operations, causes } = readJsonPatch(patch);
      return withCauses({ ...content, operations }, causes);
    }
  }
}

/** Adds the status that results from a JSON patch. Pruning must wait until the patch is applied. */
export function readPatchedStatus(
  content: Content,
  shape: Shape | undefined,
  status: JsonValue | undefined,
): Content {
  if (status === undefined || status === null) return { ...content, status: null };
  return addBody(content, { member: "status", shape, isRequired: false }, { status });
}

interface Document {
  readonly form: "merge" | "apply";
  readonly shape: Shape | undefined;
  readonly document: JsonValue | undefined;
}

/** Reads a patch document, which has the root of an object but may contain only a status. */
function readDocument(content: Content, { form, shape, document }: Document): Content {
  if (!isJsonObject(document)) {
    const message = "patch must be an object.";
    return withCauses(content, [{ reason: "FieldValueInvalid", field: "patch", message }]);
  }
  const keys = prototypeKeysIn(document, "");
  if (keys.length > 0) {
    const causes = keys.map((key) => forbidden(key, `${key} has a reserved name.`));
    return withCauses(content, causes);
  }
  const foreign = without(document, ["status"]);
  const beside = { ...content.foreign.beside, ...foreign };
  const read = withCauses(
    { ...content, foreign: { ...content.foreign, beside } },
    Object.entries(foreign).flatMap(([member, value]) => foreignCauses(member, value)),
  );
  if (form === "merge" && document["status"] === null) return { ...read, status: null };
  const isApplied = form === "apply" && document["status"] === undefined;
  const complete = isApplied ? { ...document, status: {} } : document;
  return addBody(read, { member: "status", shape, isRequired: false }, complete);
}

/**
 * Returns the causes for a field that belongs elsewhere. Reports metadata fields individually, because the caller
 * intended to change them and not `metadata` as a whole.
 */
function foreignCauses(member: string, value: JsonValue): readonly Cause[] {
  const members = member === "metadata" && isJsonObject(value) ? Object.keys(value) : [];
  const fields = members.length === 0 ? [member] : members.map((name) => `${member}.${name}`);
  return fields.map((field) => forbidden(field, `${field} is not allowed in a status write.`));
}
