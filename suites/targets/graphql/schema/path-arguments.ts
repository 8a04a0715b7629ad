import type { GraphQLArgument, GraphQLField } from "graphql";

type Field = GraphQLField<unknown, unknown>;

/** An argument of a field or of a field on the path to it, with the name that operations use. */
export interface PathArgument {
  readonly step: number;
  readonly argument: GraphQLArgument;
  readonly name: string;
}

/**
 * The arguments of all fields on a path from the root. Those of the last field come first. An argument keeps its name
 * unless a later field has an argument with the same name: then the `name` of `owner` becomes `owner_name`.
 */
export function argumentsOn(way: readonly Field[]): readonly PathArgument[] {
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
