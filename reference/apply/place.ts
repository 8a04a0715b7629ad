import type { SchemaNode } from "../definitions/structural-schema.ts";
import type { Kind } from "../kinds/demo-kinds.ts";

/** A position in the schema. It determines the keys of lists. */
export interface Place {
  /** Key fields of a list. Absent if the list is owned as a whole. */
  readonly keys?: readonly string[];
  readonly member: (name: string) => Place;
  readonly item: () => Place;
}

export function rootPlaceOf({ structure }: Kind): Place {
  if (structure === undefined) return typedRoot;
  const sides = { spec: inSchema(structure.spec.node), status: inSchema(structure.status.node) };
  return withMembers(sides);
}

/** A position below which every list is owned as a whole. */
const plain: Place = { member: () => plain, item: () => plain };

/** The schema of typed kinds. Only `conditions` is a keyed list. */
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
