import { getNamedType } from "graphql";
import type { GraphQLSchema } from "graphql";
import { isListed, isRequired, rootFields } from "../schema/root-fields.ts";
import type { RootField } from "../schema/root-fields.ts";
import { isAnyForm } from "../schema/shapes.ts";

/** Finds the queries that return one object as JSON, for a required key. */
export function untypedReads(schema: GraphQLSchema): readonly RootField[] {
  return rootFields(schema.getQueryType()).filter(
    ({ type, arguments: inputs }) =>
      !isListed(type) && isAnyForm(getNamedType(type)) && inputs.some(isKey),
  );
}

function isKey(input: RootField["arguments"][number]): boolean {
  return isRequired(input) && ["ID", "String"].includes(getNamedType(input.type).name);
}
