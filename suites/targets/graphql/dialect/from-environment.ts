import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";

/** The filled tree and the values of its variables, or the name of a variable that is not set. */
export type FilledTree =
  | { readonly ok: true; readonly value: JsonObject; readonly secrets: readonly string[] }
  | { readonly ok: false; readonly variable: string };

/**
 * Substitutes environment variables for strings of the form `$env.VARIABLE` in a tree. `$$x` becomes `$x`; other
 * strings stay unchanged. An empty variable counts as unset.
 */
export function fillFromEnvironment(
  tree: JsonObject,
  environment: Readonly<Record<string, string | undefined>>,
): FilledTree {
  const secrets: string[] = [];
  const missing: string[] = [];
  const fillText = (text: string): string => {
    const variable = /^\$env\.(?<variable>\w+)$/u.exec(text)?.groups?.["variable"];
    if (variable === undefined) return text.startsWith("$$") ? text.slice(1) : text;
    const value = environment[variable] ?? "";
    (value === "" ? missing : secrets).push(value === "" ? variable : value);
    return value;
  };
  const fill = (value: JsonValue): JsonValue => {
    if (typeof value === "string") return fillText(value);
    if (isJsonObject(value)) return fillMembers(value);
    return Array.isArray(value) ? value.map(fill) : value;
  };
  const fillMembers = (members: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(members).map(([member, inner]) => [member, fill(inner)]));
  const value = fillMembers(tree);
  const [variable] = missing;
  return variable === undefined ? { ok: true, value, secrets } : { ok: false, variable };
}
