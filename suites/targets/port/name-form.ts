import { createHash } from "node:crypto";

/** The form of the names that a target accepts for the objects of a kind. */
export interface NameForm {
  readonly prefix: string;
  readonly suffix: string;
  /** Maximum length of the name in characters. None by default. */
  readonly mostCharacters?: number;
  /** Whether the name may contain only letters and digits between prefix and suffix. */
  readonly isAlphanumeric?: true;
}

/** The range of names that are integers, inclusive. */
export interface NumberForm {
  readonly from: number;
  readonly to: number;
}

/** The positive integers that the type `Int` of GraphQL can represent. */
export const positiveIntegers: NumberForm = { from: 1, to: 2 ** 31 - 1 };

/** Minimum number of letters and digits that make the names of a run unique. */
const fewestCharacters = 9;

/** Returns a name in the form that its kind requires. A name that is too long becomes a hash of the whole name. */
export function nameInForm(name: string, form: NameForm | NumberForm | undefined): string {
  if (form === undefined) return name;
  if ("from" in form) return numberFor(name, form);
  const { prefix, suffix, isAlphanumeric } = form;
  const plain = isAlphanumeric === true ? name.replaceAll("-", "") : name;
  const room = roomIn(form);
  return `${prefix}${plain.length <= room ? plain : shortened(name, room)}${suffix}`;
}

/** Whether names in a form can be unique. */
export function holdsNames(form: NameForm): boolean {
  return roomIn(form) >= fewestCharacters;
}

function roomIn({ prefix, suffix, mostCharacters = Number.POSITIVE_INFINITY }: NameForm): number {
  return mostCharacters - prefix.length - suffix.length;
}

/** Returns a number of the range. Different names may have the same number. */
function numberFor(name: string, { from, to }: NumberForm): string {
  return String(BigInt(from) + (hashOf(name) % BigInt(to - from + 1)));
}

function hashOf(name: string): bigint {
  return BigInt(`0x${createHash("sha256").update(name).digest("hex")}`);
}

function shortened(name: string, room: number): string {
  const digits = hashOf(name).toString(36);
  return `n${digits.slice(0, Math.max(0, room - 1))}`;
}
