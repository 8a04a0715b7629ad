import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue, UpdateStatusCommand } from "#contract";
import { addMembers } from "../schema/argument-tree.ts";
import type { StatusEncoding } from "../dialect/operations.ts";

/** A status in the encoding of an operation, with foreign fields if the encoding is a patch. */
export function encodeStatus(
  { status, foreign }: Pick<UpdateStatusCommand, "foreign" | "status">,
  encoding: StatusEncoding,
): JsonValue {
  const path = foreign?.place === "inside" ? "status" : "";
  switch (encoding) {
    case "plain":
      return status;
    case "merge":
    case "apply":
      return addMembers({ status }, path, foreign?.members ?? {});
    case "json":
      return additionsOf(addMembers({ status }, path, foreign?.members ?? {}));
  }
}

/**
 * JSON patch operations that set a status and foreign fields. Foreign objects are set field by field, because a
 * replacement of the whole metadata would be refused for missing fields.
 */
function additionsOf({ status, ...others }: JsonObject): readonly JsonObject[] {
  const foreign = Object.entries(others).flatMap(([member, value]) =>
    isJsonObject(value)
      ? Object.entries(value).map(([name, inner]) => addition([member, name], inner))
      : [addition([member], value)],
  );
  return [...(status === undefined ? [] : [addition(["status"], status)]), ...foreign];
}

function addition(steps: readonly string[], value: JsonValue): JsonObject {
  const path = steps.map((step) => `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
  return { op: "add", path, value };
}
