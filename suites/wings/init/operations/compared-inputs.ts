import { getNamedType, isInputObjectType } from "graphql";
import { flattened } from "../schema/flattened.ts";
import { mutationVerb } from "./mutations.ts";
import type { Input, RootField } from "../schema/root-fields.ts";

/**
 * Returns the fields of the input objects that queries also take. A mutation only finds objects by them, as by the
 * filter of a list. An input object of a create mutation is content, even if a query takes it as an example.
 */
export function comparedInputs(
  kind: string,
  { queries, mutations }: Readonly<Record<"mutations" | "queries", readonly RootField[]>>,
): ReadonlySet<Input> {
  const created = new Set(
    mutations
      .filter((field) => mutationVerb(field, kind)?.verb === "create")
      .flatMap((field) => flattened(field.arguments))
      .map(({ type }) => getNamedType(type)),
  );
  const filters = queries
    .flatMap((field) => flattened(field.arguments))
    .map(({ type }) => getNamedType(type))
    .filter(isInputObjectType)
    .filter((type) => !created.has(type));
  return new Set([...new Set(filters)].flatMap((type) => Object.values(type.getFields())));
}
