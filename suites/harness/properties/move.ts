import type { PatchFormat } from "#contract";

/** The version in a write, in symbolic form, so that a choice is valid for every target and every run. */
export type VersionChoice =
  | "current"
  /** The preceding version. */
  | "stale"
  /** The last version of the previous object with the same name. */
  | "earlier object"
  /** The current version of the other object. */
  | "other object"
  /** A version that no server issues. */
  | "foreign"
  | "none";

export type UidChoice = "none" | "current" | "earlier object";

interface OnObject {
  /** One of the two objects of a sequence. */
  readonly slot: 0 | 1;
}

interface Conditional extends OnObject {
  readonly version: VersionChoice;
  readonly uid: UidChoice;
}

interface Through {
  /** Index into the operations for the verb, modulo their number. */
  readonly way: number;
}

export interface StatusChoice {
  /** Index of the sample status, modulo the number of samples. */
  readonly sample: number;
  /** Bit mask of the written fields, by index modulo the number of bits. 0 selects all fields. */
  readonly members: number;
  /** Bit mask of the written fields that are null. */
  readonly nulls: number;
}

/** One step of a random sequence. Contains no values that only a server can choose. */
export type Move =
  | (OnObject &
      Through & { readonly move: "create"; readonly spec: number; readonly held: boolean })
  /** Deletes the object and creates another one with the same name. */
  | (OnObject & { readonly move: "recreate"; readonly spec: number })
  | (Conditional &
      Through & {
        readonly move: "write spec";
        readonly spec: number;
        readonly identity: "author" | "controller" | "reader";
      })
  | (OnObject & { readonly move: "label"; readonly value: number })
  | (OnObject & { readonly move: "hold" | "release" })
  | (Conditional &
      StatusChoice &
      Through & {
        readonly move: "write status";
        readonly identity: "controller" | "author" | "reader";
        readonly trial: boolean;
      })
  | (Conditional &
      StatusChoice & {
        readonly move: "patch status";
        readonly format: PatchFormat;
        /** Whether a JSON patch starts with a test of the field, and whether an apply is forced. */
        readonly firm: boolean;
        readonly manager: 0 | 1;
        readonly trial: boolean;
      })
  | (OnObject & Through & { readonly move: "delete"; readonly uid: UidChoice })
  | (OnObject & Through & { readonly move: "read"; readonly identity: "author" | "reader" })
  | (Through & { readonly move: "list" })
  /** Opens a watch that starts at the version N changes ago. */
  | { readonly move: "watch"; readonly back: number };
