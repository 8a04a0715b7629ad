import type { SchemaNode } from "../definitions/structural-schema.ts";
import type { Kind } from "../kinds/kinds.ts";

/** Where in an object a value stands, as far as it matters for telling the items of lists apart. */
export interface Place {
  /** The fields that identify the items of a list. Absent if the list is owned as a whole. */
  readonly keys?: readonly string[];
  readonly member: (name: string) => Place;
  readonly item: () => Place;
}

/** The place of a whole object of a kind. */
export function rootPlaceOf({ structure }: Kind): Place {
  if (structure === undefined) return typedRoot;
  const sides = { spec: inSchema(structure.spec.node), status: inSchema(structure.status.node) };
  return withMembers(sides);
}

/** A place below which every list is owned as a whole. */
const plain: Place = { member: () => plain, item: () => plain };

/** The kinds of the schema tell conditions apart, and nothing else. */
const typedRoot: Place = withMembers({
  status: withMembers({ conditions: { ...plain, keys: ["type"] } }),
});

function withMembers(members: Readonly<Record<string, Place>>): Place {
  const known = new Map(Object.entries(members));
  return { ...plain, member: (name) => known.get(name) ?? plain };
}

function inSchema(node: SchemaNode | undefined): Place {
  if (node === undefined) return plain;
  return {
    ...(node.mapKeys === undefined ? {} : { keys: node.mapKeys }),
    member: (name) => inSchema(node.properties.get(name) ?? node.additional),
    item: () => inSchema(node.items),
  };
}
