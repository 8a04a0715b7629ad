import type { JsonObject, JsonValue } from "#contract";
import type { WriteKind } from "../kinds/read-write.ts";
import type { WriteForm } from "../kinds/store-requests.ts";
import type { Action } from "./schema-root-fields.ts";

export type WriteAction = Exclude<Action, "get" | "list" | "watch">;

export function writeKindOf(action: WriteAction, input: JsonObject): WriteKind {
  switch (action) {
    case "create":
    case "update":
    case "delete":
    case "updateStatus":
      return { verb: action, form: "partial" };
    case "replaceStatus":
      return { verb: "updateStatus", form: "replace" };
    case "patchStatus":
      return { verb: "updateStatus", form: patchForm(input["type"]) };
  }
}

/**
 * Returns the format of a patch by its type. Treats an invalid type as a merge patch, because the server rejects the
 * write anyway.
 */
function patchForm(type: JsonValue | undefined): WriteForm {
  if (type === "JSON") return "json";
  return type === "APPLY" ? "apply" : "merge";
}
