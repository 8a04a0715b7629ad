import { getNamedType } from "graphql";
import type { GraphQLSchema } from "graphql";
import type { Gap } from "./gaps.ts";
import { untypedReads } from "../kinds/untyped-reads.ts";
import { roleOf } from "../schema/role-words.ts";
import { isListed, isRequired, rootFields } from "../schema/root-fields.ts";
import type { Input, RootField } from "../schema/root-fields.ts";
import { isAnyForm } from "../schema/shapes.ts";

/** Maximum number of mutations in a stub. */
const maxNamed = 10;

/**
 * Returns the stub of a kind whose objects are JSON. The schema shows only the operations, so the user names the kind
 * and adds the paths. Empty if no query returns JSON for a key.
 */
export function untypedKinds(schema: GraphQLSchema, asked?: readonly string[]): readonly Gap[] {
  const [read] = untypedReads(schema);
  if (read === undefined) return [];
  const isPlaced = read.arguments.some(isPlace);
  const stub = [
    ...(isPlaced ? ["  scope: namespaced", "  namespaces: [NAMESPACE]"] : ["  scope: cluster"]),
    `  paths: { name: PATH,${isPlaced ? " namespace: PATH," : ""} uid: PATH, resourceVersion: PATH, spec: PATH, status: PATH }`,
    "  operations:",
    `    read: { ${called(read)} }`,
    ...listsIn(schema),
    ...writesIn(schema),
  ];
  return (asked ?? ["KIND"]).map((name) => ({
    place: `kinds.${name}`,
    problem:
      "objects are JSON, so the schema shows neither their fields nor their kinds; fill in the stub at the end of the file",
    stub: [`${name}:`, ...stub],
  }));
}

function listsIn(schema: GraphQLSchema): readonly string[] {
  const list = rootFields(schema.getQueryType()).find(
    ({ type, arguments: inputs }) =>
      isListed(type) && isAnyForm(getNamedType(type)) && inputs.some(isRequired),
  );
  if (list === undefined) return [];
  const perNamespace = list.arguments.some((input) => isRequired(input) && isPlace(input));
  return [
    `    list: { ${called(list, `items: ""${perNamespace ? ", perNamespace: true" : ""}`)} }`,
  ];
}

function writesIn(schema: GraphQLSchema): readonly string[] {
  const writes = rootFields(schema.getMutationType())
    .filter(({ type, arguments: inputs }) =>
      [type, ...inputs.map((input) => input.type)].some((one) => isAnyForm(getNamedType(one))),
    )
    .slice(0, maxNamed);
  if (writes.length === 0) return [];
  return [
    ...writes.map((field) => `    # VERB: { ${called(field)} }`),
    "    # JSON may contain placeholders, e.g. { name: $name, version: $resourceVersion, spec: $spec }",
  ];
}

function called({ path, arguments: inputs }: RootField, ...more: readonly string[]): string {
  const sent = inputs.filter(isRequired).map((input) => `${input.name}: ${valueFor(input)}`);
  return `${path}: { ${[`arguments: { ${sent.join(", ")} }`, ...more].join(", ")} }`;
}

function valueFor({ name, type }: Input): string {
  if (isAnyForm(getNamedType(type))) return "JSON";
  const role = roleOf(name);
  return role === "kind" || role === "namespace" || role === "name" ? `"$${role}"` : "VALUE";
}

function isPlace({ name }: Input): boolean {
  return roleOf(name) === "namespace";
}
