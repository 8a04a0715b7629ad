import type { RootField } from "./root-fields.ts";
import { plain } from "./shapes.ts";

/** Minimum length of the name that fields use instead of the type's, in characters. */
const shortestName = 3;

interface QueriedType {
  readonly name: string;
  readonly fields: readonly RootField[];
}

/**
 * Returns the types whose fields have a shorter name than the type, by that name: `BoilerEntity` for `boiler`, if
 * `boiler` and `boilers` return it. Names that several types share are omitted.
 */
export function spokenNames(types: readonly QueriedType[]): ReadonlyMap<string, string> {
  const own = new Set(types.map(({ name }) => plain(name)));
  const found = new Map<string, readonly string[]>();
  for (const type of types) {
    const spoken = spokenName(type);
    if (spoken === undefined || own.has(spoken)) continue;
    found.set(spoken, [...(found.get(spoken) ?? []), type.name]);
  }
  return new Map(
    [...found].flatMap(([spoken, [only, ...others]]) =>
      only === undefined || others.length > 0 ? [] : [[spoken, only] as const],
    ),
  );
}

/**
 * Returns the longest sequence of words at the start or the end of a type name that the names of all fields contain.
 */
function spokenName({ name, fields }: QueriedType): string | undefined {
  const written = fields.map((field) => plain(field.name));
  if (written.length === 0 || written.some((field) => field.includes(plain(name))))
    return undefined;
  const words = (name.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{N}]+/gu) ?? []).map(plain);
  const counts = words.map((_, index) => words.length - index).slice(1);
  return counts
    .flatMap((count) => [words.slice(0, count).join(""), words.slice(-count).join("")])
    .find((one) => one.length >= shortestName && written.every((field) => hasWord(field, one)));
}

/** Whether a field contains a word or its plural, such as `batteries` for `battery`. */
function hasWord(field: string, word: string): boolean {
  return field.includes(word) || field.includes(word.replace(/y$/u, "ies"));
}
