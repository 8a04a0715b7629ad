import { GraphQLError, isScalarType, valueFromASTUntyped } from "graphql";
import type { GraphQLSchema } from "graphql";
import { isJsonObject } from "#contract";
import { isInstant } from "../values/instant.ts";

interface Scalar {
  readonly accepts: (value: unknown) => boolean;
  readonly form: string;
}

/** The validation of each scalar. Values are not transformed. */
const scalars: Readonly<Record<string, Scalar>> = {
  JSON: { accepts: () => true, form: "any JSON value" },
  StringMap: {
    // A missing variable inside a literal is undefined during validation and dropped later.
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

/** Adds validation to the scalars of a schema. */
export function attachScalars(schema: GraphQLSchema): void {
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
