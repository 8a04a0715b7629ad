import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import {
  buildSchema,
  GraphQLError,
  isInputType,
  isScalarType,
  responsePathAsArray,
  valueFromASTUntyped,
} from "graphql";
import type { GraphQLFieldResolver, GraphQLSchema } from "graphql";
import { isJsonObject } from "#contract";
import { coerce } from "../values/coerce.ts";
import { fitsOf } from "../values/fits.ts";
import type { Shape, Shapes } from "../kinds/write-shapes.ts";
import { kinds } from "../kinds/demo-kinds.ts";
import type { Caller } from "../kinds/store-requests.ts";
import type { CallContext } from "./graphql-endpoint.ts";
import type { Call } from "./field-operations.ts";
import { rootFields } from "./schema-root-fields.ts";
import type { RootField } from "./schema-root-fields.ts";
import { isInstant } from "../values/instant.ts";
import type { ServerLimits } from "../values/server-limits.ts";
import { DocumentCache } from "./document-cache.ts";

interface Scalar {
  readonly accepts: (value: unknown) => boolean;
  readonly form: string;
}

/** The validation of each scalar. Values are not transformed. */
const scalars: Readonly<Record<string, Scalar>> = {
  JSON: { accepts: () => true, form: "any JSON value" },
  StringMap: {
    // During validation, a missing variable inside a literal is undefined. It is dropped later.
    accepts: (value) =>
      isJsonObject(value) &&
      Object.values<unknown>(value).every((text) => typeof text === "string" || text === undefined),
    form: "an object whose values are all strings",
  },
  DateTime: {
    accepts: isInstant,
    form: "an RFC 3339 timestamp",
  },
};

function attachScalars(schema: GraphQLSchema): void {
  for (const [name, { accepts, form }] of Object.entries(scalars)) {
    const type = schema.getType(name);
    if (!isScalarType(type)) continue;
    const parse = (value: unknown): unknown => {
      if (!accepts(value)) throw new GraphQLError(`${name} must be ${form}.`);
      return value;
    };
    type.parseValue = parse;
    type.parseLiteral = (node, variables) => parse(valueFromASTUntyped(node, variables));
  }
}

export function readCanonicalSchema(): string {
  const path = createRequire(import.meta.url).resolve("#reference/schema.graphql");
  return readFileSync(path, "utf8");
}

/**
 * Builds a schema whose scalars validate values. Its root fields call the operations of the execution context, a
 * `CallContext`.
 */
export function createSchema(sdl: string): GraphQLSchema {
  const schema = buildSchema(sdl);
  attachScalars(schema);
  attachResolvers(schema);
  return schema;
}

export function shapesOf(schema: GraphQLSchema): ReadonlyMap<string, Shapes> {
  return new Map(
    kinds.map(({ name }) => [
      name,
      {
        spec: shapeOf(schema, `${name}SpecInput`),
        status: shapeOf(schema, `${name}StatusInput`),
      },
    ]),
  );
}

function attachResolvers(schema: GraphQLSchema): void {
  const types = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  for (const field of types.flatMap((type) => Object.values(type?.getFields() ?? {}))) {
    const rootField = rootFields.get(field.name);
    if (rootField === undefined) continue;
    const resolve = resolverOf(rootField);
    if (rootField.action !== "watch") {
      field.resolve = resolve;
      continue;
    }
    field.subscribe = resolve;
    field.resolve = eventResolverOf(rootField);
  }
}

type Resolver = GraphQLFieldResolver<unknown, CallContext, Record<string, unknown>>;

function resolverOf(field: RootField): Resolver {
  const { action } = field;
  switch (action) {
    case "get":
      return (_root, args, { caller, operations }) => {
        const call = callOf(field, args, caller);
        return operations.present(call, operations.get(call));
      };
    case "list":
      return (_root, args, { caller, operations }) => {
        const call = callOf(field, args, caller);
        return operations.present(call, operations.list(call));
      };
    case "watch":
      return (_root, args, { caller, operations }) => operations.watch(callOf(field, args, caller));
    case "create":
    case "update":
    case "delete":
    case "updateStatus":
    case "replaceStatus":
    case "patchStatus":
      return async (...parameters) => {
        const [, args, { caller, operations, warnings }, { path }] = parameters;
        const call = callOf(field, args, caller);
        const written = await operations.write(call, action);
        for (const message of written.warnings) {
          warnings.push({ message, path: responsePathAsArray(path) });
        }
        return operations.present(call, written.object);
      };
  }
}

function eventResolverOf(field: RootField): Resolver {
  return (event, args, { caller, operations }) =>
    operations.present(callOf(field, args, caller), event);
}

function callOf(field: RootField, args: Record<string, unknown>, caller: Caller): Call {
  return { field, args: isJsonObject(args) ? args : {}, caller };
}

function shapeOf(schema: GraphQLSchema, name: string): Shape | undefined {
  const type = schema.getType(name);
  if (!isInputType(type)) return undefined;
  const fits = fitsOf(type);
  return (body, path) => (fits(body) ? { value: body, causes: [] } : coerce(body, type, path));
}

interface SharedSchema {
  readonly schema: GraphQLSchema;
  readonly shapes: ReadonlyMap<string, Shapes>;
  readonly documents: DocumentCache;
}

const maxShared = 4;

const shared = new Map<string, SharedSchema>();

/**
 * Parses a schema. Caches the result for the process, because tests start hundreds of servers, most of them with the
 * same schema. The cache makes startup eight times as fast.
 */
export function sharedSchema(sdl: string, limits: ServerLimits): SharedSchema {
  const key = JSON.stringify([sdl, limits]);
  const known = shared.get(key);
  if (known !== undefined) return known;
  const schema = createSchema(sdl);
  const made = { schema, shapes: shapesOf(schema), documents: new DocumentCache(schema, limits) };
  if (shared.size >= maxShared) shared.clear();
  shared.set(key, made);
  return made;
}
