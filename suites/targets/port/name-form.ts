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

/** Minimum number of letters and digits that make the names of a run unique. */
const fewestCharacters = 9;

/** Returns a name in the form that its kind requires. A name that is too long becomes a hash of the whole name. */
export function nameInForm(name: string, form: NameForm | undefined): string {
  if (form === undefined) return name;
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

function shortened(name: string, room: number): string {
  const digest = createHash("sha256").update(name).digest("hex");
  const digits = BigInt(`0x${digest}`).toString(36);
  return `n${digits.slice(0, Math.max(0, room - 1))}`;
}
