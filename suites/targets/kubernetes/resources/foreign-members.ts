import { isJsonObject } from "#contract";
import type { ForeignMembers, JsonObject } from "#contract";

export function withForeign(
  body: JsonObject,
  written: "spec" | "status",
  foreign: ForeignMembers | undefined,
): JsonObject {
  if (foreign === undefined) return body;
  switch (foreign.place) {
    case "beside":
      return joined(body, foreign.members);
    case "inside":
      return joined(body, { [written]: foreign.members });
  }
}

function joined(left: JsonObject, right: JsonObject): JsonObject {
  const entries = Object.entries(right).map(([member, value]) => {
    const present = Object.hasOwn(left, member) ? left[member] : undefined;
    const both = isJsonObject(present) && isJsonObject(value) ? joined(present, value) : value;
    return [member, both] as const;
  });
  return { ...left, ...Object.fromEntries(entries) };
}
