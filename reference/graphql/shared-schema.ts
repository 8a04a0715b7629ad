import type { GraphQLSchema } from "graphql";
import type { Shapes } from "../kinds/shapes.ts";
import type { ServerLimits } from "../values/limits.ts";
import { DocumentCache } from "./document-cache.ts";
import { createSchema, shapesOf } from "./executable-schema.ts";

/** A schema and what follows from it alone, whatever a server stores. */
export interface SharedSchema {
  readonly schema: GraphQLSchema;
  /** The forms of the bodies of every kind, by its name. */
  readonly shapes: ReadonlyMap<string, Shapes>;
  readonly documents: DocumentCache;
}

/** The size of the cache. */
const mostShared = 4;

const shared = new Map<string, SharedSchema>();

/**
 * The schema of a text. Servers of one process share it: trials and tests start hundreds, most of them with
 * the same text, and starting another one takes an eighth of the time.
 */
export function sharedSchema(sdl: string, limits: ServerLimits): SharedSchema {
  const key = JSON.stringify([sdl, limits]);
  const known = shared.get(key);
  if (known !== undefined) return known;
  const schema = createSchema(sdl);
  const made = { schema, shapes: shapesOf(schema), documents: new DocumentCache(schema, limits) };
  if (shared.size >= mostShared) shared.clear();
  shared.set(key, made);
  return made;
}
