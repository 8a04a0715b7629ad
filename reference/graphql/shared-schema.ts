import type { GraphQLSchema } from "graphql";
import type { Shapes } from "../kinds/write-shapes.ts";
import type { ServerLimits } from "../values/server-limits.ts";
import { DocumentCache } from "./document-cache.ts";
import { createSchema, shapesOf } from "./executable-schema.ts";

/** A schema and data derived from it, independent of a server's state. */
export interface SharedSchema {
  readonly schema: GraphQLSchema;
  /** The shapes of the bodies of every kind, by name. */
  readonly shapes: ReadonlyMap<string, Shapes>;
  readonly documents: DocumentCache;
}

const mostShared = 4;

const shared = new Map<string, SharedSchema>();

/**
 * Parses a schema, with a cache per process: tests start hundreds of servers, mostly with the same schema, and the
 * cache cuts startup to an eighth.
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
