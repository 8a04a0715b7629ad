import { isJsonList, isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { Prerequisite } from "../../port/target.ts";
import type { DialectPath } from "./dialect-mismatch.ts";
import type { Definitions, Dialect, KindDialect } from "./dialect.ts";

export interface PlacedKind {
  readonly kind: KindDialect;
  readonly kindPath: DialectPath;
}

export function placedKinds({ kinds, definitions }: Dialect): readonly PlacedKind[] {
  const own = kinds.map((kind) => ({ kind, kindPath: ["kinds", kind.name] }));
  if (definitions === undefined) return own;
  const placed =
    (list: string) =>
    ({ serves }: { readonly serves: KindDialect }): PlacedKind => {
      return { kind: serves, kindPath: ["definitions", list, serves.name, "serves"] };
    };
  return [
    ...own,
    ...definitions.objects.map(placed("objects")),
    ...(definitions.trials ?? []).map(placed("trials")),
    { kind: definitions.kind, kindPath: ["definitions", "kind"] },
  ];
}

export function servedKinds({ kinds, definitions }: Dialect): readonly KindDialect[] {
  if (definitions === undefined) return kinds;
  const { objects, trials = [], kind } = definitions;
  return [...kinds, ...[...objects, ...trials].map(({ serves }) => serves), kind];
}

export function servedKind(dialect: Dialect, name: string): KindDialect | undefined {
  // Handles the common case without building the whole list.
  const own = dialect.kinds.find((kind) => kind.name === name);
  return own ?? servedKinds(dialect).find((kind) => kind.name === name);
}

/**
 * Returns the dialect for one run. Replaces `$suffix` in the definitions of the kinds that the run registers. Removes
 * these kinds if the feature `kinds.runtime` is not declared.
 */
export function forRun(dialect: Dialect, suffix: string): Dialect {
  const { definitions, ...rest } = dialect;
  if (definitions === undefined || !dialect.features.includes("kinds.runtime")) return rest;
  return { ...rest, definitions: withSuffix(definitions, suffix) };
}

/** Returns the objects that must exist before the kinds that they define are served. */
export function prerequisitesOf({ definitions }: Dialect): readonly Prerequisite[] {
  if (definitions === undefined) return [];
  const { kind, objects } = definitions;
  return objects.map(({ name, spec }) => ({ key: { kind: kind.name, name }, spec }));
}

function withSuffix({ kind, objects, trials = [] }: Definitions, suffix: string): Definitions {
  const fill = (text: string): string => text.replaceAll("$suffix", () => suffix);
  const serve = (serves: KindDialect): KindDialect => {
    return { ...serves, literal: fill(serves.literal ?? serves.name) };
  };
  return {
    kind,
    objects: objects.map(({ name, spec, serves }) => ({
      name: fill(name),
      spec: filledObject(spec, fill),
      serves: serve(serves),
    })),
    trials: trials.map(({ name, definitions, serves, ...rest }) => ({
      ...rest,
      name: fill(name),
      definitions: {
        plain: filledObject(definitions.plain, fill),
        withStatus: filledObject(definitions.withStatus, fill),
        tightened: filledObject(definitions.tightened, fill),
      },
      serves: serve(serves),
    })),
  };
}

type Fill = (text: string) => string;

function filledObject(value: JsonObject, fill: Fill): JsonObject {
  const filled = filledValue(value, fill);
  return isJsonObject(filled) ? filled : {};
}

function filledValue(value: JsonValue, fill: Fill): JsonValue {
  if (typeof value === "string") return fill(value);
  if (typeof value !== "object" || value === null) return value;
  if (isJsonList(value)) return value.map((item) => filledValue(item, fill));
  const members = Object.entries(value);
  return Object.fromEntries(members.map(([name, inner]) => [name, filledValue(inner, fill)]));
}
