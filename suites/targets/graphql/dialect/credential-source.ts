import type { ArgumentTree } from "../schema/argument-tree.ts";

/** What a role presents, and where it comes from. */
export type Credential =
  | { readonly kind: "static"; readonly credential: string }
  /** The value of an environment variable. */
  | { readonly kind: "environment"; readonly variable: string }
  /** The text of a file, without the white space around it. */
  | { readonly kind: "file"; readonly path: string }
  /** What a command prints, without the white space around it. */
  | { readonly kind: "command"; readonly command: readonly string[] }
  /** What a mutation answers that takes a name and a password. `$env.VARIABLE` in its arguments is the value of a variable. */
  | {
      readonly kind: "login";
      readonly field: string;
      readonly arguments: Readonly<Record<string, ArgumentTree>>;
      /** Path of the credential in the value of the field. */
      readonly credential: string;
      /** The document to send, for what cannot be said otherwise. Then `arguments` are its variables. */
      readonly document?: string;
    }
  /** A token that is made and signed for the run. */
  | {
      readonly kind: "jwt";
      readonly algorithm: string;
      /** The environment variable that holds the key. */
      readonly keyVariable: string;
      /** Claims; `iat` and `exp` are added where they are not among them. */
      readonly claims: Readonly<Record<string, ArgumentTree>>;
      /** The `kid` of the header. None by default. */
      readonly keyId?: string;
      /** How long it is valid, in seconds; 3,600 by default. */
      readonly lifetimeSeconds?: number;
    }
  /** Nothing at all is presented. */
  | { readonly kind: "none" }
  /** The role cannot be played, for the reason given. */
  | { readonly kind: "unavailable"; readonly reason: string }
  /** The endpoint has no such role, for the reason given: what is asked about it is not applicable. */
  | { readonly kind: "notApplicable"; readonly reason: string };
