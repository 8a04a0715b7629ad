import { createRequire } from "node:module";
import { isJsonObject, isRequirementId } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { FaultSign } from "#verdicts";

let known: ReadonlyMap<string, readonly FaultSign[]> | undefined;

/** Returns the measured symptoms of this release's faults, by name. */
export function faultSigns(): ReadonlyMap<string, readonly FaultSign[]> {
  return (known ??= readFaultSigns(createRequire(import.meta.url)("#reports/fault-signs.json")));
}

/** Serializes symptoms. Stores each word only once, and each fault on a separate line. */
export function printFaultSigns(faults: ReadonlyMap<string, readonly FaultSign[]>): string {
  const words = [...new Set([...faults.values()].flat().flatMap((sign) => sign.words))].toSorted();
  const numbers = new Map(words.map((word, number) => [word, number]));
  const rows = [...faults].map(([name, signs]) => {
    const listed = signs.map(({ requirement, check, share, words: own }) => [
      requirement,
      check,
      share,
      own.map((word) => numbers.get(word) ?? 0).toSorted((left, right) => left - right),
    ]);
    return `    ${JSON.stringify(name)}: ${JSON.stringify(listed)}`;
  });
  return `{\n  "words": ${JSON.stringify(words.join(" "))},\n  "faults": {\n${rows.join(",\n")}\n  }\n}\n`;
}

/**
 * Parses the output of {@link printFaultSigns}.
 *
 * @throws Error for any other value.
 */
export function readFaultSigns(value: unknown): ReadonlyMap<string, readonly FaultSign[]> {
  const { words, faults } = isJsonObject(value) ? value : {};
  if (typeof words !== "string" || !isJsonObject(faults)) {
    throw new Error("the table of fault signs is corrupt");
  }
  const list = words.split(" ");
  const rows: JsonObject = faults;
  return new Map(
    Object.entries(rows).map(([name, signs]) => [
      name,
      (Array.isArray(signs) ? signs : []).flatMap((sign: JsonValue) => readSign(sign, list)),
    ]),
  );
}

function readSign(value: JsonValue, words: readonly string[]): readonly FaultSign[] {
  const [requirement, check, share, numbers] = Array.isArray(value) ? value : [];
  if (typeof requirement !== "string" || !isRequirementId(requirement)) return [];
  if (typeof check !== "string" || typeof share !== "number" || !Array.isArray(numbers)) return [];
  const own = numbers.flatMap((number: JsonValue) => words[Number(number)] ?? []);
  return [{ requirement, check, share, words: own }];
}
