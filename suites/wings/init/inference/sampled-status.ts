import { getNamedType } from "graphql";
import type { GraphQLObjectType } from "graphql";
import { flattened } from "./flattened.ts";
import type { Hints } from "./hints.ts";
import { outputMembers } from "./root-fields.ts";
import type { RootField } from "./root-fields.ts";
import { bodiesIn, isAnyForm, isSameWord } from "./shapes.ts";

/** A status whose type says nothing of its members, and what samples say. */
export interface SampledStatus {
  /** The member of the object that holds it. */
  readonly member: string;
  readonly names: readonly string[];
}

/**
 * The status of a type where it is a value of any form that no mutation takes whole: each of its members may have a
 * mutation of its own, and only samples say which they are.
 */
export function sampledStatusOf(
  type: GraphQLObjectType,
  mutations: readonly RootField[],
  { samples, words }: Hints,
): SampledStatus | undefined {
  const statuses = samples?.[type.name]?.statuses ?? [];
  const names = [...new Set(statuses.flatMap((status) => Object.keys(status)))];
  const inputs = mutations.flatMap((mutation) => flattened(mutation.arguments));
  const members = outputMembers(type);
  const untaken = bodiesIn(type).filter((body) => {
    const member = members[body];
    const isOpen = member !== undefined && isAnyForm(getNamedType(member));
    return isOpen && !inputs.some(({ name }) => isSameWord(name, body, type.name));
  });
  const [only, ...others] = untaken.filter((body) => body === (words.status ?? body));
  if (only === undefined || others.length > 0 || names.length === 0) return undefined;
  return { member: only, names };
}
