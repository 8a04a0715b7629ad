import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { ArgumentTree } from "../schema/argument-tree.ts";

/** A role's credential and its source. */
export type Credential =
  | { readonly kind: "static"; readonly credential: string }
  | { readonly kind: "environment"; readonly variable: string }
  /** The trimmed content of a file. */
  | { readonly kind: "file"; readonly path: string }
  /** The trimmed output of a command. */
  | { readonly kind: "command"; readonly command: readonly string[] }
  /**
   * The result of a login mutation that takes a user name and a password. `$env.VARIABLE` in its arguments is replaced
   * by the value of that environment variable.
   */
  | {
      readonly kind: "login";
      readonly field: string;
      readonly arguments: Readonly<Record<string, ArgumentTree>>;
      /** Path of the credential in the value of the field. */
      readonly credential: string;
      /** A custom document. Its variables are the `arguments`. */
      readonly document?: string;
    }
  /** A token that is created and signed for the run. */
  | {
      readonly kind: "jwt";
      readonly algorithm: string;
      /** Name of the environment variable that contains the key. */
      readonly keyVariable: string;
      /** Claims; `iat` and `exp` are added if absent. */
      readonly claims: Readonly<Record<string, ArgumentTree>>;
      /** The `kid` of the header. None by default. */
      readonly keyId?: string;
      /** Lifetime in seconds; 3,600 by default. */
      readonly lifetimeSeconds?: number;
    }
  /**
   * Several headers that together form the credential. `$env.VARIABLE` is replaced by the value of that environment
   * variable, and `$$x` is the literal `$x`.
   */
  | { readonly kind: "headers"; readonly headers: Readonly<Record<string, string>> }
  | { readonly kind: "none" }
  | { readonly kind: "unavailable"; readonly reason: string }
  /** The endpoint does not have the role, so requirements about it do not apply. */
  | { readonly kind: "notApplicable"; readonly reason: string };

/** The filled tree and the values of its variables, or the name of a variable that is not set. */
type FilledTree =
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
