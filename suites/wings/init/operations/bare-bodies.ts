import { getNamedType } from "graphql";
import type { GraphQLObjectType } from "graphql";
import { mutationVerb } from "./mutations.ts";
import { flattened } from "../schema/flattened.ts";
import { isRequired, outputFields } from "../schema/root-fields.ts";
import type { Input, RootField } from "../schema/root-fields.ts";
import { isAnyForm, plain } from "../schema/shapes.ts";

const wholeWords: ReadonlySet<string> = new Set([
  "input",
  "object",
  "body",
  "payload",
  "manifest",
  "document",
  "json",
]);

/** Whether an input has a name that says nothing about its content. It may contain a whole object. */
export function isNamedLikeBody({ name }: Input): boolean {
  return wholeWords.has(plain(name));
}

/**
 * Whether untyped bodies contain only the spec or the status, rather than a whole object: create mutations take the
 * name next to the body, as in `createPump(name: String!, body: JSON!)`.
 *
 * @param takesName Whether a mutation takes the name of the object as an argument.
 */
export function haveBareBodies(
  type: GraphQLObjectType,
  mutations: readonly RootField[],
  takesName: (field: RootField) => boolean,
): boolean {
  return mutations.some(
    (field) =>
      mutationVerb(field, type.name)?.verb === "create" &&
      takesName(field) &&
      takesUntypedBody(field, type),
  );
}

/** Whether a mutation requires JSON under a name that says nothing about its content, such as `body`. */
export function takesUntypedBody(field: RootField, type: GraphQLObjectType): boolean {
  const members = new Set(Object.keys(outputFields(type)).map(plain));
  return flattened(field.arguments).some(
    (input) =>
      isRequired(input) &&
      isNamedLikeBody(input) &&
      isAnyForm(getNamedType(input.type)) &&
      !members.has(plain(input.name)),
  );
}
