import * as fc from "fast-check";
import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";
import { rootPlaceOf } from "../apply/place.ts";
import type { Place } from "../apply/place.ts";
import { kinds } from "../kinds/demo-kinds.ts";

export const root = rootOfBuckets();

const text = fc.constantFrom("a", "b", "c");
const statuses = fc.record(
  {
    phase: text,
    count: fc.nat(3),
    tags: fc.array(text, { maxLength: 2 }),
    inner: fc.record({ x: text, y: fc.record({ z: fc.nat(2) }) }, { requiredKeys: [] }),
    conditions: fc.uniqueArray(
      fc.record({ type: text, status: text, reason: text }, { requiredKeys: ["type", "status"] }),
      { maxLength: 3, selector: ({ type }) => type },
    ),
  },
  { requiredKeys: [] },
);

/** Generates objects with a status whose conditions are keyed by type. */
export const objects = statuses.map((status): JsonObject => asJsonObject({ status }));

function asJsonObject(value: unknown): JsonObject {
  const copy: unknown = JSON.parse(JSON.stringify(value));
  return isJsonObject(copy) ? copy : {};
}

function rootOfBuckets(): Place {
  const kind = kinds.find(({ name }) => name === "Bucket");
  if (kind === undefined) throw new Error("There is no Bucket.");
  return rootPlaceOf(kind);
}
