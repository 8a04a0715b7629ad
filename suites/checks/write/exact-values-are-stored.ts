import { isJsonObject, wideInteger } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { defineCheck, sampleStatus, vacuous } from "#harness";
import { judgeEdges, tryEdges } from "./edge-attempts.ts";
import type { EdgeAttempt, EdgePlan } from "./edge-attempts.ts";
import { areListsMerged, shapeOfMember } from "./status-places.ts";
import type { PlacedValue, Shape } from "./status-places.ts";
import { unusualCharacters } from "./unusual-characters.ts";

const requirement = "write.stores-submitted-status";

/** Maximum number of fields that are tested individually if the target rejects all of them at once. */
const maxSinglePlaces = 4;

/**
 * Values that only some servers store exactly. Each list is tried in order, starting with the most unusual value, until
 * one is accepted.
 */
const edges = {
  /** Needs 17 digits. Single precision, texts with 15 digits, and a fixed number of decimals round it. */
  precision: [0.1 + 0.2, 0.1],
  small: [1e-7],
  /** Beyond 64-bit integers, and with an exponent in JSON. */
  large: [1e21, 1e10 + 0.5],
  /** 2^53 + 1. A double cannot represent it. */
  digits: ["9007199254740993"],
  wide: [wideInteger("9007199254740993")],
  text: [
    `${unusualCharacters}${"long ".repeat(900)}`,
    `${unusualCharacters}${"long ".repeat(140)}`,
    unusualCharacters,
    "long ".repeat(60),
  ],
} as const satisfies Readonly<Record<string, readonly JsonValue[]>>;

type Edge = keyof typeof edges;

interface Place extends PlacedValue {
  readonly edges: readonly Edge[];
}

/** Columns, codecs and sanitizers may alter values that the declared type allows, in any field. */
export const exactValuesAreStored = defineCheck<readonly EdgeAttempt[]>({
  id: "write/exact-values-are-stored",
  title:
    "Decimals, long integers, strings and repeated list items in a status are stored unchanged",
  covers: [requirement],
  scope: "status-write",

  async drive(context) {
    const sample = sampleStatus(context, 0);
    const places = placesIn(sample, context.kind.shapes?.status);
    const lists = areListsMerged(context) ? [] : repeatedIn(sample, context.kind.shapes?.status);
    return tryEdges(context, sample, [
      ...Object.keys(edges)
        .filter(isEdge)
        .map((edge) => planFor(edge, places)),
      { all: [lists], single: lists.slice(0, maxSinglePlaces).map((list) => [[list]]) },
    ]);
  },

  judge(attempts) {
    const because = "the declared type includes the value, and the server accepted it";
    const findings = judgeEdges(requirement, attempts, because);
    return findings.length === 0
      ? vacuous([requirement], "no field can contain such a value, or no such value was accepted")
      : findings;
  },
});

function isEdge(name: string): name is Edge {
  return Object.hasOwn(edges, name);
}

function planFor(edge: Edge, all: readonly Place[]): EdgePlan {
  const places = all.filter((place) => place.edges.includes(edge));
  const roundsFor = (some: readonly Place[]): EdgePlan["all"] =>
    edges[edge].map((value) => some.map(({ path }) => ({ path, value })));
  const single = places.slice(0, maxSinglePlaces).map((place) => roundsFor([place]));
  return { all: roundsFor(places), single };
}

function placesIn(value: JsonValue, shape: Shape, path: readonly string[] = []): readonly Place[] {
  const found = edgesOf(value, shape);
  if (found.length > 0) return [{ path, value, edges: found }];
  if (Array.isArray(value)) {
    const items = shape?.kind === "list" ? shape : undefined;
    const unique = new Set(items?.uniqueBy);
    return value
      .flatMap((item, index) => placesIn(item, items?.items, [...path, String(index)]))
      .filter((place) => !unique.has(place.path[path.length + 1] ?? ""));
  }
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    placesIn(inner, shapeOfMember(shape, name), [...path, name]),
  );
}

function edgesOf(value: JsonValue, shape: Shape): readonly Edge[] {
  if (typeof value === "number" && shape?.kind === "number") return ["precision", "small", "large"];
  if (typeof value === "number" && shape?.kind === "integer")
    return shape.isWide === true ? ["wide"] : [];
  if (typeof value !== "string" || shape === undefined) return [];
  if (isAnyText(shape)) return ["text"];
  // A custom scalar with integers as strings.
  const isScalar = shape.kind === "choice" && shape.isSampled === true;
  return isScalar && /^\d+$/u.test(value) ? ["digits"] : [];
}

function isAnyText(shape: NonNullable<Shape>): boolean {
  return shape.kind === "choice"
    ? shape.isText === true
    : shape.kind === "text" && shape.form !== "instant";
}

/** Replaces each list of strings in a status by an unsorted list with a repeated item: `walk`, `run`, `walk`. */
function repeatedIn(status: JsonObject, shape: Shape): readonly PlacedValue[] {
  return Object.entries(status).flatMap(([name, value]): readonly PlacedValue[] => {
    const list = shapeOfMember(shape, name);
    if (!Array.isArray(value) || list?.kind !== "list" || !isAnyText(list.items)) return [];
    return [{ path: [name], value: ["walk", "run", "walk"] }];
  });
}
