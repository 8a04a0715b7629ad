import type { JsonObject } from "#contract";
import type { Coerced } from "../values/coerce.ts";

/** Fits a body to the form that its kind has, and finds everything in which it differs from it. */
export type Shape = (body: JsonObject, path: string) => Coerced;

/** The forms of a kind's bodies. Absent where the kind has none. */
export interface Shapes {
  readonly spec?: Shape | undefined;
  readonly status?: Shape | undefined;
}
