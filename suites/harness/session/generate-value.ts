import type { JsonObject, JsonValue } from "#contract";
import type { ListShape, MemberShape, TextShape, ValueShape } from "#targets";
import type { Random } from "./random.ts";

/** One optional field in N is omitted. */
const omission = 3;

const maximumMembers = 3;

/** Deterministic for the same random numbers. */
export function generateValue(shape: ValueShape, random: Random): JsonValue {
  switch (shape.kind) {
    case "boolean":
      return random.below(2) === 1;
    case "integer":
      return shape.least + random.below(shape.most - shape.least + 1);
    case "number":
      return generateNumber(shape, random);
    case "text":
      return generateText(shape, random);
    case "choice":
      return shape.values[random.below(Math.max(1, shape.values.length))] ?? null;
    case "list":
      return generateList(shape, random);
    case "object":
      return generateObject(shape.members, random);
    case "map":
      return generateMap(shape.values, random);
  }
}

/**
 * Generates a number with at most three decimal places, or one of the bounds, because all systems store these exactly.
 */
function generateNumber(
  { least, most }: { readonly least: number; readonly most: number },
  random: Random,
): number {
  const steps = Math.floor((most - least) * 1000);
  return Math.min(most, least + random.below(steps + 1) / 1000);
}

/** Letters of several scripts, characters that need quoting, and a character with two code units. */
const characters = [
  "a",
  "Z",
  "7",
  " ",
  "-",
  "é",
  "ß",
  "中",
  '"',
  "\\",
  "'",
  "<",
  "&",
  "🙂",
] as const;

function generateText({ shortest, longest, form }: TextShape, random: Random): string {
  if (form === "instant") return generateInstant(random);
  const least = form === "word" ? Math.max(1, shortest) : shortest;
  const length = least + random.below(longest - least + 1);
  if (form === "word") {
    const word = random.letters(length);
    return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
  }
  return Array.from({ length }, () => characters[random.below(characters.length)] ?? "a").join("");
}

/** Generates a time between 2020 and 2029, in whole seconds, because a system may round fractions. */
function generateInstant(random: Random): string {
  const start = Date.UTC(2020, 0, 1) / 1000;
  const end = Date.UTC(2030, 0, 1) / 1000;
  const time = new Date((start + random.below(end - start)) * 1000);
  return time.toISOString().replace(".000Z", "Z");
}

function generateList(
  { items, fewest, most, uniqueBy = [] }: ListShape,
  random: Random,
): JsonValue {
  const length = fewest + random.below(most - fewest + 1);
  const made = Array.from({ length }, () => generateValue(items, random));
  if (uniqueBy.length === 0) return made;
  const kept = new Map(made.map((item) => [keyOf(item, uniqueBy), item]));
  return [...kept.values()];
}

function keyOf(item: JsonValue, names: readonly string[]): string {
  const members = new Map(
    typeof item === "object" && item !== null ? Object.entries<JsonValue>(item) : [],
  );
  return JSON.stringify(names.map((name) => members.get(name) ?? null));
}

function generateObject(members: readonly MemberShape[], random: Random): JsonObject {
  return Object.fromEntries(
    members.flatMap(({ name, shape, isRequired }): readonly [string, JsonValue][] => {
      const isOmitted = !isRequired && random.below(omission) === 0;
      return isOmitted ? [] : [[name, generateValue(shape, random)]];
    }),
  );
}

function generateMap(values: ValueShape, random: Random): JsonObject {
  const names = Array.from({ length: random.below(maximumMembers + 1) }, () => random.letters(5));
  return Object.fromEntries(names.map((name) => [name, generateValue(values, random)]));
}
