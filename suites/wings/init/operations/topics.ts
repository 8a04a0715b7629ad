import { getNamedType, isEnumType, isListType, isScalarType, isSpecifiedScalarType } from "graphql";
import type { GraphQLOutputType } from "graphql";
import type { WatchOperation } from "#targets/graphql";
import { payloadOf } from "../schema/payloads.ts";
import type { Payload } from "../schema/payloads.ts";
import { bareType, isListed, isRequired, outputFields } from "../schema/root-fields.ts";
import type { RootField } from "../schema/root-fields.ts";

/** Like `payloadOf`, but also finds the object in the only field of an event that can contain any JSON object. */
export function eventPayload(type: GraphQLOutputType, kinds: ReadonlySet<string>): Payload {
  const found = payloadOf(type, kinds);
  if (found.result !== null) return found;
  const [only, ...others] = Object.entries(outputFields(getNamedType(type))).filter(
    ([, inner]) => !isListed(inner) && isUntyped(inner),
  );
  return only === undefined || others.length > 0 ? found : { result: only[0] };
}

function isUntyped(type: GraphQLOutputType): boolean {
  const named = getNamedType(type);
  const isCustom = isScalarType(named) && !isSpecifiedScalarType(named);
  return isCustom && /json|object|any|map|struct|document|unknown/iu.test(named.name);
}

/**
 * Sends the kind in the argument that names the kind of the objects in events, such as `topic` or `table`: the only
 * required text or enum without another meaning, of a subscription whose events contain untyped objects.
 */
export function withTopic<Called extends Pick<WatchOperation, "arguments">>(
  { type, arguments: inputs }: RootField,
  called: Called,
  kinds: ReadonlySet<string>,
): Called {
  const tree = called.arguments;
  const { result, kind } = eventPayload(type, kinds);
  const isNamed = kind !== undefined || Object.values(tree).includes("$kind");
  if (result === null || result === "" || isNamed) return called;
  const [only, ...others] = inputs.filter((input) => {
    const named = getNamedType(input.type);
    const isText = named.name === "String" || isEnumType(named);
    return isRequired(input) && isText && !isListType(bareType(input)) && !(input.name in tree);
  });
  if (only === undefined || others.length > 0) return called;
  return { ...called, arguments: { ...tree, [only.name]: "$kind" } };
}
