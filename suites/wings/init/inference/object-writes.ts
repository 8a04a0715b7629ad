import type { Identity } from "./identity.ts";
import type { Confidence } from "./notebook.ts";
import type { RootField } from "./root-fields.ts";
import type { Leaf } from "./shapes.ts";
import type { InputReader, TakenPart } from "./taken-parts.ts";

/** A conclusion from types, with what speaks for it and what else it could be. */
export interface Finding<Value> {
  readonly value: Value;
  readonly confidence: Confidence;
  readonly reason: string;
  readonly alternatives: readonly string[];
}

/** What writes to objects of a type do, in words of operations. */
export type WriteVerb = "create" | "delete" | "update" | "updateStatus";

/** What a mutation writes to objects of a type. */
export interface Write {
  readonly field: RootField;
  readonly parts: readonly TakenPart[];
  /** The fields of the object that it writes. */
  readonly targets: ReadonlySet<string>;
  readonly required: ReadonlySet<string>;
  /** Single values beside the identity, by what is not a part of it. */
  readonly values: readonly TakenPart[];
}

/** The field of the object that a part stands for. Undefined for a group of parts. */
export function memberOf({ of }: TakenPart): string | undefined {
  return of.part === "group" ? undefined : of.member;
}

/** Whether a part of a call is a value of the object's identity. */
export function isIdentity(part: TakenPart, leaf: Leaf | undefined): boolean {
  return leaf !== undefined && part.of.part === "value" && part.of.member === leaf.path;
}

/** What a mutation writes, its identity and what belongs to no object apart. */
export function writeOf(field: RootField, reader: InputReader, identity: Identity): Write {
  const parts = reader.partsOf(field);
  const own = parts.filter(
    (part) =>
      !isIdentity(part, identity.name) &&
      !isIdentity(part, identity.namespace) &&
      !isIdentity(part, identity.id) &&
      !isCompared(part) &&
      !isSpare(part),
  );
  const holder = identity.name.holder;
  const targets = own.flatMap((part) => topOf(memberOf(part), holder) ?? []);
  const required = own
    .filter(({ isRequired }) => isRequired)
    .flatMap((part) => topOf(memberOf(part), holder) ?? []);
  const values = own.filter(({ of }) => of.part === "value");
  return { field, parts, targets: new Set(targets), required: new Set(required), values };
}

/** Whether a part finds objects by a value, and writes none. */
export function isCompared({ of }: TakenPart): boolean {
  return of.part === "value" && of.isCompared === true;
}

/** What calls may carry that is of no part of an object. */
function isSpare({ input }: TakenPart): boolean {
  return /^(?:clientMutationId|dryRun|fieldManager|fieldValidation|force)$/iu.test(input.name);
}

/** The field at the top of the object that a path starts with; none for what is a part of its identity. */
function topOf(path: string | undefined, holder: string): string | undefined {
  const [first] = path?.split(".") ?? [];
  return first === holder && holder !== "" ? undefined : first;
}
