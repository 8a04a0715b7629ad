import { getNamedType, isLeafType, isObjectType, Kind, parse, printSchema } from "graphql";
import type {
  DefinitionNode,
  DocumentNode,
  FieldDefinitionNode,
  GraphQLObjectType,
  GraphQLOutputType,
  GraphQLSchema,
  TypeNode,
} from "graphql";
import { flattened } from "./flattened.ts";
import { isListed, outputFields, rootFields } from "./root-fields.ts";
import { plain } from "./shapes.ts";

interface UnboxedSchema {
  readonly document: DocumentNode;
  /** The paths of the values, by type and field: `Name.value` for `Name`. */
  readonly renamed: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

interface Box {
  /** The name of the field with the value. */
  readonly value: string;
  readonly type: GraphQLOutputType;
  /** Boxes with the same field names have the same shape. */
  readonly shape: string;
}

/**
 * Replaces objects that only wrap a scalar, such as `Name { value displayValue }`, with the scalar, if mutations take
 * the scalar itself under the same name. Undefined if there are none.
 */
export function unboxed(schema: GraphQLSchema): UnboxedSchema | undefined {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType);
  const inputs = inputNames(schema);
  const held = types.flatMap((type) =>
    Object.entries(outputFields(type)).flatMap(([name, inner]) => {
      const box = boxOf(inner);
      const isWhole = inputs.objects.has(plain(name));
      return box === undefined || isWhole ? [] : [{ type: type.name, name, box }];
    }),
  );
  const shapes = new Set(
    held.filter(({ name }) => inputs.scalars.has(plain(name))).map(({ box }) => box.shape),
  );
  const found = held.filter(({ box }) => shapes.has(box.shape));
  if (found.length === 0) return undefined;
  const boxes = new Map<string, Map<string, Box>>();
  for (const { type, name, box } of found) {
    boxes.set(type, (boxes.get(type) ?? new Map<string, Box>()).set(name, box));
  }
  return replaced(schema, boxes);
}

/** Returns the names of the inputs of mutations that take scalars, and of those that take objects. */
function inputNames(schema: GraphQLSchema): {
  readonly scalars: ReadonlySet<string>;
  readonly objects: ReadonlySet<string>;
} {
  const all = rootFields(schema.getMutationType()).flatMap((field) => flattened(field.arguments));
  const isScalar = ({ type }: (typeof all)[number]): boolean => isLeafType(getNamedType(type));
  return {
    scalars: new Set(all.filter(isScalar).map(({ name }) => plain(name))),
    objects: new Set(all.filter((one) => !isScalar(one)).map(({ name }) => plain(name))),
  };
}

function boxOf(type: GraphQLOutputType): Box | undefined {
  const named = getNamedType(type);
  if (isListed(type) || !isObjectType(named)) return undefined;
  const fields = Object.entries(outputFields(named));
  const value = fields.find(([name]) => /^(?:(?:raw)?value|current)$/iu.test(name));
  const isFlat = fields.every(([, inner]) => !isListed(inner) && isLeafType(getNamedType(inner)));
  if (value === undefined || !isFlat || fields.length > mostFields) return undefined;
  return { value: value[0], type: value[1], shape: shapeOf(named) };
}

/** A box has a value, and few other fields that show it. */
const mostFields = 4;

function shapeOf(type: GraphQLObjectType): string {
  return Object.keys(outputFields(type)).toSorted().join(" ");
}

function replaced(
  schema: GraphQLSchema,
  boxes: ReadonlyMap<string, ReadonlyMap<string, Box>>,
): UnboxedSchema {
  const document = parse(printSchema(schema), { noLocation: true });
  const definitions = document.definitions.map((definition): DefinitionNode => {
    if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION) return definition;
    const own = boxes.get(definition.name.value);
    const fields = (definition.fields ?? []).map((field): FieldDefinitionNode => {
      const box = own?.get(field.name.value);
      return box === undefined ? field : { ...field, type: withName(field.type, box.type) };
    });
    return own === undefined ? definition : { ...definition, fields };
  });
  const renamed = new Map(
    [...boxes].map(([type, own]) => [
      type,
      new Map([...own].map(([name, { value }]) => [name, `${name}.${value}`])),
    ]),
  );
  return { document: { ...document, definitions }, renamed };
}

/** Keeps whether the object may be null, because a null object has no value. */
function withName(type: TypeNode, value: GraphQLOutputType): TypeNode {
  const named = {
    kind: Kind.NAMED_TYPE,
    name: { kind: Kind.NAME, value: getNamedType(value).name },
  } as const;
  return type.kind === Kind.NON_NULL_TYPE ? { ...type, type: named } : named;
}
