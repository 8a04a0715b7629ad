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
   * variable.
   */
  | { readonly kind: "headers"; readonly headers: Readonly<Record<string, string>> }
  | { readonly kind: "none" }
  | { readonly kind: "unavailable"; readonly reason: string }
  /** The endpoint does not have the role, so requirements about it do not apply. */
  | { readonly kind: "notApplicable"; readonly reason: string };
