import { isJsonObject } from "#contract";
import type { ForeignMembers, JsonObject } from "#contract";
import type { RestKind } from "./rest-kind.ts";

export function withForeign(
  object: JsonObject,
  written: "spec" | "status",
  { kind, foreign }: { readonly kind: RestKind; readonly foreign: ForeignMembers | undefined },
): JsonObject {
  if (foreign === undefined) return object;
  switch (foreign.place) {
    case "beside":
      return joined(object, placed(foreign.members, kind));
    case "inside":
      return joined(object, placed({ [written]: foreign.members }, kind));
  }
}

function placed(members: JsonObject, { body }: RestKind): JsonObject {
  const { spec, ...others } = members;
  return body === "spec" || !isJsonObject(spec) ? members : { ...others, ...spec };
}

function joined(left: JsonObject, right: JsonObject): JsonObject {
  const entries = Object.entries(right).map(([member, value]) => {
    const present = Object.hasOwn(left, member) ? left[member] : undefined;
    const both = isJsonObject(present) && isJsonObject(value) ? joined(present, value) : value;
    return [member, both] as const;
  });
  return { ...left, ...Object.fromEntries(entries) };
}
