import {
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isUnionType,
  Kind,
  lexicographicSortSchema,
  parse,
  print,
  printSchema,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from "graphql";
import type {
  DefinitionNode,
  GraphQLNamedType,
  GraphQLSchema,
  NamedTypeNode,
  OperationTypeDefinitionNode,
} from "graphql";

class Usage {
  readonly types = new Set<string>();
  readonly fields = new Map<string, Set<string>>();

  addField(type: string, field: string): void {
    this.types.add(type);
    const known = this.fields.get(type);
    if (known === undefined) this.fields.set(type, new Set([field]));
    else known.add(field);
  }

  /** Includes an input type as a whole, because a field that becomes required breaks every client. */
  addType(type: GraphQLNamedType): void {
    if (this.types.has(type.name)) return;
    this.types.add(type.name);
    if (!isInputObjectType(type)) return;
    for (const field of Object.values(type.getFields())) this.addType(getNamedType(field.type));
  }
}

const latestParts = new WeakMap<
  GraphQLSchema,
  { readonly documents: string; readonly part: string }
>();

/**
 * Extracts the part of a schema that documents use. Returns SDL in a canonical order, so that equal parts have equal
 * output. Documents must be valid.
 */
export function contractSchemaOf(schema: GraphQLSchema, documents: Iterable<string>): string {
  const different = [...new Set(documents)];
  const key = different.join("\n");
  const latest = latestParts.get(schema);
  if (latest?.documents === key) return latest.part;
  const part = partUsed(schema, different);
  latestParts.set(schema, { documents: key, part });
  return part;
}

function partUsed(schema: GraphQLSchema, documents: readonly string[]): string {
  const usage = new Usage();
  for (const document of documents) note(document, schema, usage);
  const whole = parse(printSchema(lexicographicSortSchema(schema)), { noLocation: true });
  const definitions = whole.definitions
    .map((definition) => partOf(definition, usage))
    .filter((definition) => definition !== undefined);
  return print({ kind: Kind.DOCUMENT, definitions });
}

function note(document: string, schema: GraphQLSchema, usage: Usage): void {
  const info = new TypeInfo(schema);
  const visitor = visitWithTypeInfo(info, {
    Field: () => {
      const parent = info.getParentType();
      const field = info.getFieldDef();
      if (parent === undefined || parent === null || field === undefined || field === null) return;
      if (!isUnionType(parent)) usage.addField(parent.name, field.name);
      const type = getNamedType(field.type);
      if (!isObjectType(type) && !isInterfaceType(type)) usage.addType(type);
      for (const argument of field.args) usage.addType(getNamedType(argument.type));
      if (isUnionType(type)) for (const member of type.getTypes()) usage.types.add(member.name);
    },
  });
  visit(parse(document), visitor);
}

/** Omits definitions other than types, such as directives. */
function partOf(definition: DefinitionNode, usage: Usage): DefinitionNode | undefined {
  if (definition.kind === Kind.SCHEMA_DEFINITION) {
    const isUsed = ({ type }: OperationTypeDefinitionNode): boolean =>
      usage.types.has(type.name.value);
    return { ...definition, operationTypes: definition.operationTypes.filter(isUsed) };
  }
  if (!("name" in definition) || definition.name === undefined) return undefined;
  const isUsed = usage.types.has(definition.name.value);
  const isKept = ({ name }: NamedTypeNode): boolean => usage.fields.has(name.value);
  if (
    definition.kind === Kind.OBJECT_TYPE_DEFINITION ||
    definition.kind === Kind.INTERFACE_TYPE_DEFINITION
  ) {
    const used = usage.fields.get(definition.name.value);
    if (used === undefined) return undefined;
    const { fields = [], interfaces = [] } = definition;
    return {
      ...definition,
      fields: fields.filter(({ name }) => used.has(name.value)),
      interfaces: interfaces.filter(isKept),
    };
  }
  if (definition.kind === Kind.UNION_TYPE_DEFINITION) {
    return isUsed ? { ...definition, types: (definition.types ?? []).filter(isKept) } : undefined;
  }
  return isUsed && inputKinds.has(definition.kind) ? definition : undefined;
}

const inputKinds: ReadonlySet<string> = new Set([
  Kind.INPUT_OBJECT_TYPE_DEFINITION,
  Kind.ENUM_TYPE_DEFINITION,
  Kind.SCALAR_TYPE_DEFINITION,
]);
