import type { JsonObject } from "#contract";
import type { Coerced } from "../values/coerce.ts";

/** Prunes a body to the kind's fields, and reports everything that it removed or that has a wrong type. */
export type Shape = (body: JsonObject, path: string) => Coerced;

/** The shapes of a kind's spec and status. Absent if the kind has none. */
export interface Shapes {
  readonly spec?: Shape | undefined;
  readonly status?: Shape | undefined;
}
