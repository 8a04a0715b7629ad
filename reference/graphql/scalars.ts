import { GraphQLError, isScalarType, valueFromASTUntyped } from "graphql";
import type { GraphQLSchema } from "graphql";
import { isJsonObject } from "#contract";
import { isInstant } from "../values/instant.ts";

interface Scalar {
  readonly accepts: (value: unknown) => boolean;
  readonly form: string;
}

/** What each scalar of the schema accepts. The value itself passes unchanged. */
const scalars: Readonly<Record<string, Scalar>> = {
  JSON: { accepts: () => true, form: "any JSON value" },
  StringMap: {
    // An absent variable inside a literal is undefined until it is known, and absent afterwards.
    accepts: (value) =>
      isJsonObject(value) &&
      Object.values<unknown>(value).every((text) => typeof text === "string" || text === undefined),
    form: "an object whose members are all strings",
  },
  DateTime: {
    accepts: isInstant,
    form: "an instant as RFC 3339 writes it",
  },
};

/** Teaches the scalars of a schema what they accept. */
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
