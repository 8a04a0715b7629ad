import type { PatchFormat } from "#contract";

/** Which version a write names, said without naming one: the same choice fits every target and every run. */
export type VersionChoice =
  | "current"
  /** The one before the current one. */
  | "stale"
  /** The last one of the object that had the name before. */
  | "earlier object"
  /** The current one of the other object. */
  | "other object"
  /** One that no server issues. */
  | "foreign"
  | "none";

/** Which uid a write names. */
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
  /** Which of the kind's operations for the verb, counted round. */
  readonly way: number;
}

/** What a status write submits: some fields of a sample status. */
export interface StatusChoice {
  /** Which of the kind's sample statuses, counted round. */
  readonly sample: number;
  /** One bit for each field of the sample that is written, counted round; none stands for all. */
  readonly members: number;
  /** One bit for each of the written fields that is sent as null. */
  readonly nulls: number;
}

/** One step of a random sequence, free of everything that only a server can choose. */
export type Move =
  | (OnObject &
      Through & { readonly move: "create"; readonly spec: number; readonly held: boolean })
  /** Deletes the object and creates another one under its name. */
  | (OnObject & { readonly move: "recreate"; readonly spec: number })
  | (Conditional &
      Through & {
        readonly move: "write spec";
        readonly spec: number;
        readonly identity: "author" | "controller" | "reader";
      })
  | (OnObject & { readonly move: "label"; readonly value: number })
  /** Puts a finalizer on the object, or takes it off. */
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
        /** A JSON patch starts with a test of the field; an apply is forced. */
        readonly firm: boolean;
        readonly manager: 0 | 1;
        readonly trial: boolean;
      })
  | (OnObject & Through & { readonly move: "delete"; readonly uid: UidChoice })
  | (OnObject & Through & { readonly move: "read"; readonly identity: "author" | "reader" })
  | (Through & { readonly move: "list" })
  /** Opens a watch from the version N changes before the last one. */
  | { readonly move: "watch"; readonly back: number };
