import {
  buildASTSchema,
  getNamedType,
  isInputObjectType,
  isObjectType,
  Kind,
  parse,
  printSchema,
} from "graphql";
import type { DefinitionNode, GraphQLInputType, GraphQLObjectType, GraphQLSchema } from "graphql";
import { isJsonList, isJsonObject, memoized } from "#contract";
import type { AnyOperation, ArgumentTree, KindDialect } from "#targets/graphql";
import { withOperations } from "../requests/with-operations.ts";

/** A schema whose inputs have the names of the fields that they compare or set, such as `code` for `code_EQ`. */
interface PlainSchema {
  readonly schema: GraphQLSchema;
  /** Replaces these names in the arguments of a kind with those of the original schema. */
  readonly restored: (kind: KindDialect) => KindDialect;
}

/** Original names by input type and plain name. */
type Spelled = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Operators that compare or set a single value, in the style of the Neo4j GraphQL library. */
const singleOperator = /^(?<stem>.+)_(?:EQ|SET)$/u;

const anyOperator = /^(?<stem>.+)_[A-Z_]+$/u;

/** Removes the operators from the names of inputs, and the inputs with other operators on the same field. */
export const withoutOperators = memoized((schema: GraphQLSchema): PlainSchema => {
  const spelled = spelledIn(schema);
  if (spelled.size === 0) return { schema, restored: (kind) => kind };
  const document = parse(printSchema(schema), { noLocation: true });
  const definitions = document.definitions.map((one) => renamed(one, spelled));
  const plain = buildASTSchema({ ...document, definitions }, { assumeValid: true });
  return { schema: plain, restored: (kind) => restoredKind(kind, { schema: plain, spelled }) };
});

function spelledIn(schema: GraphQLSchema): Spelled {
  const found = new Map<string, ReadonlyMap<string, string>>();
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isInputObjectType(type)) continue;
    const names = Object.keys(type.getFields());
    const own = names.flatMap((name): (readonly [string, string])[] => {
      const stem = singleOperator.exec(name)?.groups?.["stem"];
      return stem === undefined || names.includes(stem) ? [] : [[stem, name]];
    });
    if (own.length > 0) found.set(type.name, new Map(own));
  }
  return found;
}

function renamed(definition: DefinitionNode, spelled: Spelled): DefinitionNode {
  if (definition.kind !== Kind.INPUT_OBJECT_TYPE_DEFINITION) return definition;
  const own = spelled.get(definition.name.value);
  if (own === undefined) return definition;
  const stems = new Map([...own].map(([stem, name]) => [name, stem]));
  const fields = (definition.fields ?? []).flatMap((field) => {
    const { value } = field.name;
    const stem = stems.get(value);
    if (stem !== undefined) return [{ ...field, name: { ...field.name, value: stem } }];
    return own.has(anyOperator.exec(value)?.groups?.["stem"] ?? "") ? [] : [field];
  });
  return { ...definition, fields };
}

interface Restoring {
  readonly schema: GraphQLSchema;
  readonly spelled: Spelled;
}

function restoredKind(kind: KindDialect, { schema, spelled }: Restoring): KindDialect {
  const [spec = {}] = kind.samples.specs;
  const [status = {}] = kind.samples.statuses;
  const members = new Map([
    ["$spec", Object.keys(spec)],
    ["$status", Object.keys(status)],
  ]);
  return withOperations(kind, (operation, verb) => {
    const inputs = argumentTypes(operation, rootOf(schema, verb));
    const entries = Object.entries(operation.arguments).map(([name, tree]) => [
      name,
      restoredTree(tree, inputs.get(name), { spelled, members }),
    ]);
    return Object.fromEntries(entries);
  });
}

function rootOf(schema: GraphQLSchema, verb: string): GraphQLObjectType | null | undefined {
  if (verb === "watch") return schema.getSubscriptionType();
  return verb === "read" || verb === "list" ? schema.getQueryType() : schema.getMutationType();
}

/** Returns the types of the arguments of an operation, and of the fields around it. */
function argumentTypes(
  { field }: Pick<AnyOperation, "field">,
  root: GraphQLObjectType | null | undefined,
): ReadonlyMap<string, GraphQLInputType> {
  const found = new Map<string, GraphQLInputType>();
  let holder = root;
  for (const step of field.split(".")) {
    for (const { name, type } of holder?.getFields()[step]?.args ?? []) found.set(name, type);
    const inner = holder?.getFields()[step]?.type;
    const named = inner === undefined ? undefined : getNamedType(inner);
    holder = isObjectType(named) ? named : undefined;
  }
  return found;
}

interface Names {
  readonly spelled: Spelled;
  /** The fields of the spec and the status, by placeholder. */
  readonly members: ReadonlyMap<string, readonly string[]>;
}

function restoredTree(
  tree: ArgumentTree,
  type: GraphQLInputType | undefined,
  names: Names,
): ArgumentTree {
  const named = type && getNamedType(type);
  if (!isInputObjectType(named)) return tree;
  if (isJsonList(tree)) return tree.map((one) => restoredTree(one, named, names));
  if (!isJsonObject(tree)) return tree;
  const own = names.spelled.get(named.name);
  const fields = named.getFields();
  const entries = Object.entries(tree).flatMap(
    ([name, inner]): (readonly [string, ArgumentTree])[] => {
      const place = typeof inner === "string" ? inner : "";
      const members = names.members.get(place);
      if (name !== "$members" || own === undefined || members === undefined) {
        return [[own?.get(name) ?? name, restoredTree(inner, fields[name]?.type, names)]];
      }
      return members
        .filter((member) => fields[member] !== undefined)
        .map((member) => [own.get(member) ?? member, `${place}.${member}`]);
    },
  );
  return Object.fromEntries(entries);
}
