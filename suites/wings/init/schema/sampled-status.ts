import { getNamedType } from "graphql";
import type { GraphQLObjectType } from "graphql";
import { flattened } from "./flattened.ts";
import { givenSamples } from "./user-hints.ts";
import type { Hints } from "./user-hints.ts";
import { outputFields } from "./root-fields.ts";
import type { RootField } from "./root-fields.ts";
import { bodiesIn, isAnyForm, isSameWord } from "./shapes.ts";

/** A status whose fields are known only from its samples. */
export interface SampledStatus {
  readonly member: string;
  readonly names: readonly string[];
}

/**
 * Returns the status of a type if it is an untyped value and no mutation takes it as a whole. Each of its fields may
 * have its own mutation.
 */
export function sampledStatusOf(
  type: GraphQLObjectType,
  mutations: readonly RootField[],
  hints: Hints,
): SampledStatus | undefined {
  const statuses = givenSamples(hints, type.name)?.statuses ?? [];
  const names = [...new Set(statuses.flatMap((status) => Object.keys(status)))];
  const inputs = mutations.flatMap((mutation) => flattened(mutation.arguments));
  const members = outputFields(type);
  const untaken = bodiesIn(type).filter((body) => {
    const member = members[body];
    const isOpen = member !== undefined && isAnyForm(getNamedType(member));
    return isOpen && !inputs.some(({ name }) => isSameWord(name, body, type.name));
  });
  const [only, ...others] = untaken.filter((body) => body === (hints.words.status ?? body));
  if (only === undefined || others.length > 0 || names.length === 0) return undefined;
  return { member: only, names };
}
