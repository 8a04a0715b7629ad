import type { JsonObject } from "#contract";
import type { Coerced } from "../values/coerce.ts";

/** Prunes a body to the kind's fields. Reports every removed field, and every value of the wrong type. */
export type Shape = (body: JsonObject, path: string) => Coerced;

/** The shapes of a kind's spec and status. Each is absent if the kind does not have it. */
export interface Shapes {
  readonly spec?: Shape | undefined;
  readonly status?: Shape | undefined;
}
