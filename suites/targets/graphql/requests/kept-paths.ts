import { isJsonObject } from "#contract";
import type { JsonValue } from "#contract";
import type { KindDialect } from "../dialect/dialect.ts";
import { stepsOf } from "../schema/paths.ts";

type Steps = readonly string[];

/**
 * Returns the paths that a selection must contain to read the objects of a kind: its mapped parts, and those fields of
 * the spec and the status that its samples write.
 */
export function keptPaths({ paths, samples }: KindDialect): readonly Steps[] {
  const { spec, status, ...parts } = paths;
  return [
    ...Object.values(parts).flatMap((path) => (typeof path === "string" ? [namesIn(path)] : [])),
    ...bodyPaths(spec, samples.specs),
    ...bodyPaths(status, samples.statuses),
  ];
}

function bodyPaths(
  body: KindDialect["paths"]["status"],
  written: readonly JsonValue[],
): readonly Steps[] {
  if (body === undefined) return [];
  if (typeof body === "string") {
    return [namesIn(body), ...written.flatMap((one) => leafPaths(one, namesIn(body)))];
  }
  return Object.entries(body).flatMap(([member, path]) => [
    namesIn(path),
    ...written.flatMap((one) =>
      isJsonObject(one) ? leafPaths(one[member] ?? null, namesIn(path)) : [],
    ),
  ]);
}

/** A list ends a path, because its entries may contain fields under other names, such as conditions. */
function leafPaths(value: JsonValue, at: Steps): readonly Steps[] {
  const members = isJsonObject(value) ? Object.entries(value) : [];
  if (members.length === 0) return [at];
  return members.flatMap(([name, inner]) => leafPaths(inner, [...at, name]));
}

function namesIn(path: string): Steps {
  return stepsOf(path).filter((step) => !step.startsWith("$"));
}
