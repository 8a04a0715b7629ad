import { getNamedType, isEnumType } from "graphql";
import { holderOf } from "../schema/identity.ts";
import type { Identity } from "../schema/identity.ts";
import type { Confidence } from "../schema/notebook.ts";
import type { RootField } from "../schema/root-fields.ts";
import { plain, valuesOf } from "../schema/shapes.ts";
import type { Leaf } from "../schema/shapes.ts";
import type { InputReader, TakenPart } from "../schema/taken-parts.ts";

export interface Finding<Value> {
  readonly value: Value;
  readonly confidence: Confidence;
  readonly reason: string;
  readonly alternatives: readonly string[];
  /** Whether another finding is at least as likely, so that only a test can confirm this one. */
  readonly isSpare?: true;
}

export type WriteVerb = "create" | "delete" | "update" | "updateStatus";

export interface Write {
  readonly field: RootField;
  readonly parts: readonly TakenPart[];
  readonly targets: ReadonlySet<string>;
  readonly required: ReadonlySet<string>;
  readonly values: readonly TakenPart[];
}

/** Returns the field of the object that an input represents. Undefined for a group of inputs. */
export function memberOf({ of }: TakenPart): string | undefined {
  return of.part === "group" ? undefined : of.member;
}

export function isIdentity(part: TakenPart, leaf: Leaf | undefined): boolean {
  return leaf !== undefined && part.of.part === "value" && part.of.member === leaf.path;
}

/** Determines the object fields that a mutation writes. Excludes the identity, filters and options of the request. */
export function writeOf(
  field: RootField,
  reader: InputReader,
  identity: Identity & { readonly uid?: Leaf | undefined },
): Write {
  const parts = reader.partsOf(field);
  const own = parts.filter(
    (part) =>
      !isIdentity(part, identity.name) &&
      !isIdentity(part, identity.namespace) &&
      !isIdentity(part, identity.id) &&
      ![...(identity.further ?? []), ...(identity.assigned ?? [])].some((leaf) =>
        isIdentity(part, leaf),
      ) &&
      !(part.isRequired && isIdentity(part, identity.uid)) &&
      !isCompared(part) &&
      !isSpare(part),
  );
  const holder = holderOf(identity);
  const targetOf = (part: TakenPart): readonly string[] => {
    const top = topOf(memberOf(part), holder);
    return top === undefined || reader.isMetadata(top) || reader.isReference(top) ? [] : [top];
  };
  const targets = own.flatMap(targetOf);
  const required = own.filter(({ isRequired }) => isRequired).flatMap(targetOf);
  const values = own.filter(({ of }) => of.part === "value");
  return { field, parts, targets: new Set(targets), required: new Set(required), values };
}

export function isCompared({ of }: TakenPart): boolean {
  return of.part === "value" && of.isCompared === true;
}

/** Whether an input is an option of the request, or a constant that selects a command, rather than part of the object. */
function isSpare({ input, isRequired }: TakenPart): boolean {
  const type = getNamedType(input.type);
  if (isRequired && isEnumType(type) && valuesOf(type).length === 1) return true;
  return /^(?:clientmutationid|dryrun|fieldmanager|fieldvalidation|force)$/u.test(
    plain(input.name),
  );
}

/** Returns the top-level field of a path. Undefined for paths inside the metadata. */
function topOf(path: string | undefined, holder: string): string | undefined {
  const [first] = path?.split(".") ?? [];
  return first === holder && holder !== "" ? undefined : first;
}
