import type { JsonObject, JsonValue } from "#contract";
import type { WriteKind } from "../kinds/read-write.ts";
import type { WriteForm } from "../kinds/requests.ts";
import type { Action } from "./root-fields.ts";

/** The actions that write. */
export type WriteAction = Exclude<Action, "get" | "list" | "watch">;

/** Which write a root field asks for, given its input. */
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

/** A type that GraphQL has refused may be read as any: the write will not be carried out. */
function patchForm(type: JsonValue | undefined): WriteForm {
  if (type === "JSON") return "json";
  return type === "APPLY" ? "apply" : "merge";
}
