import type { GraphQLArgument, GraphQLField } from "graphql";

type Field = GraphQLField<unknown, unknown>;

/** An argument of a field, or of one on the way to it, and what operations call it. */
export interface WayArgument {
  /** Which field of the way takes it, counted from 0. */
  readonly step: number;
  readonly argument: GraphQLArgument;
  readonly name: string;
}

/**
 * The arguments of all fields of a path, from the root to the last one, whose arguments come first. An argument keeps its
 * name unless a later field has one of that name: `owner_name` is the `name` of `owner` then.
 */
export function argumentsOn(way: readonly Field[]): readonly WayArgument[] {
  const taken = new Set<string>();
  return way.toReversed().flatMap((field, place) => {
    const own = field.args.map((argument) => {
      const name = taken.has(argument.name) ? `${field.name}_${argument.name}` : argument.name;
      return { step: way.length - 1 - place, argument, name };
    });
    for (const { name } of own) taken.add(name);
    return own;
  });
}
