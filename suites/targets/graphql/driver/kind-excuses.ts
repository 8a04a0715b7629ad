import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isObjectType,
  isRequiredArgument,
  isScalarType,
  isSpecifiedScalarType,
} from "graphql";
import type {
  GraphQLInputType,
  GraphQLNamedType,
  GraphQLOutputType,
  GraphQLSchema,
  GraphQLType,
} from "graphql";
import { authoredField, authoredNames, holdsList } from "#contract";
import type { JsonValue } from "#contract";
import type { Excuses } from "../../port/target.ts";
import { holdsOne } from "../dialect/described-features.ts";
import { isCounted } from "../dialect/counter.ts";
import { definesStatus } from "../dialect/defined-status.ts";
import { finishOf } from "../dialect/dialect-operations.ts";
import type { StatusOperation } from "../dialect/dialect-operations.ts";
import type { KindDialect } from "../dialect/dialect.ts";
import { fieldOf } from "../requests/prepared-dialect.ts";
import { stepsOf } from "../schema/paths.ts";
import { placeholderPlaces } from "../schema/placeholder-places.ts";
import { takesAny } from "../schema/open-types.ts";
import { typeAtPath } from "../schema/selection.ts";
import { writableFields } from "./authored-fields.ts";
import { objectTypeOf, placesIn, typeAt } from "./non-null-fields.ts";

/** Exempts a kind from requirements about fields and operations that neither its dialect nor its schema has. */
export function excusesOf(schema: GraphQLSchema, kind: KindDialect): Excuses {
  const object = objectTypeOf(schema, kind);
  return {
    ...(object && metadataExcuses(schema, kind, object)),
    ...listExcuses(schema, kind, object),
    ...counterExcuses(kind, object),
    ...conditionExcuses(kind, object),
    ...openStatusExcuses(kind, object),
    ...deletionExcuses(kind),
  };
}

/** The second step of a delete operation has no dry run. */
function deletionExcuses({ operations }: KindDialect): Excuses {
  const hasTrial = operations.delete.some(
    (one) => holdsOne(one, ["$dryRun"]) && finishOf(one) === undefined,
  );
  return hasTrial
    ? {}
    : { "deletion.dry-run-deletes-nothing": "its deletions cannot be sent as dry runs" };
}

/** Exempts status mutations that return no object from requirements on the response. */
export function statusExcusesOf({ operations }: KindDialect): Readonly<Record<string, Excuses>> {
  const silent = operations.updateStatus.filter(({ result }) => result === null);
  return Object.fromEntries(silent.map(({ id }) => [id, silentExcuses]));
}

const silentReply = "the responses to its status writes contain no object";

const silentExcuses: Excuses = {
  "write.returns-complete-object": silentReply,
  "write.dry-run-returns-the-result": silentReply,
  "write.dry-run-takes-no-version": silentReply,
  "authorization.status-reply-as-declared": silentReply,
  "concurrency.versionless-writes-all-land": silentReply,
};

const authored: ReadonlySet<string> = new Set(
  authoredNames.flatMap((name) => authoredField(name).names),
);

function metadataExcuses(
  schema: GraphQLSchema,
  kind: KindDialect,
  object: GraphQLOutputType,
): Excuses {
  const { paths, operations } = kind;
  const known = authoredNames.map((name) => paths[name]);
  const writes = [
    ...operations.create.map((one) => fieldOf(schema, "create", one)),
    ...operations.update.map((one) => fieldOf(schema, "update", one)),
    ...operations.updateStatus.map((one) => fieldOf(schema, "updateStatus", one)),
  ];
  const inputs = writes.flatMap((field) => field?.args ?? []);
  const names = [
    ...memberNames(object, 2),
    ...inputs.flatMap(({ name, type }) => [name, ...memberNames(type, 2)]),
  ];
  // Spec and status fields are not metadata, regardless of their names.
  const sides = new Set(
    [...placesIn(paths.spec), ...placesIn(paths.status)].flatMap((place) => [
      place.split(".").at(-1) ?? place,
      ...memberNames(typeAt(object, place), 2),
    ]),
  );
  const isNamed = names.some(
    (name) => !sides.has(name) && authored.has(name.replaceAll("_", "").toLowerCase()),
  );
  if (isNamed || known.some((path) => path !== undefined)) return {};
  const places = new Set(Object.values(paths).flatMap(placesIn));
  const others = readByThemselves(schema);
  const states = new Set(
    placesIn(paths.status).flatMap((place) => enumsIn(typeAt(object, place), levelsBack)),
  );
  const times = timesIn(kind, object);
  const mayBeWritten = writableFields(schema, kind);
  const own = getNamedType(object);
  const around = { at: "", places, own, others, states, times, mayBeWritten };
  if (holdsUnknown(object, around)) return {};
  const reason = "its objects have no labels, annotations, or finalizers";
  return {
    "isolation.status-write-never-changes-metadata": reason,
    "isolation.metadata-in-status-write-is-rejected": reason,
    "isolation.metadata-in-status-write-is-ignored": reason,
    "write.spec-write-keeps-metadata": reason,
  };
}

function timesIn({ paths }: KindDialect, object: GraphQLOutputType): ReadonlySet<GraphQLNamedType> {
  const mapped = [paths.creationTimestamp, paths.deletionTimestamp].flatMap(placesIn);
  const types = mapped.flatMap((place) => typeAt(object, place) ?? []);
  return new Set(types.map((type) => getNamedType(type)));
}

interface DriverEnvironment {
  readonly at: string;
  readonly places: ReadonlySet<string>;
  readonly own: GraphQLNamedType;
  /** Types of objects that a query returns. A field with such a type refers to another object. */
  readonly others: ReadonlySet<GraphQLNamedType>;
  /** The enums of the status. A list whose entries have such a value is a history of the status. */
  readonly states: ReadonlySet<GraphQLNamedType>;
  /** The types of mapped times. They contain single values, whatever their names. */
  readonly times: ReadonlySet<GraphQLNamedType>;
  /** Whether a mutation may write a field, judging by its name. */
  readonly mayBeWritten: (field: string) => boolean;
}

/** Returns the object types for which a query with a required key returns a single object. */
function readByThemselves(schema: GraphQLSchema): ReadonlySet<GraphQLNamedType> {
  const fields = Object.values(schema.getQueryType()?.getFields() ?? {});
  const reads = fields.filter(
    ({ args, type }) => args.some(isRequiredArgument) && !isListType(getNullableType(type)),
  );
  return new Set(reads.map(({ type }) => getNamedType(type)).filter(isObjectType));
}

function holdsUnknown(type: GraphQLType, environment: DriverEnvironment): boolean {
  const { at, places, own, others, states, times } = environment;
  const named = getNamedType(type);
  if (!isObjectType(named) && !isInterfaceType(named)) return false;
  if (at !== "" && leadsTo(named, own, levelsBack)) return false;
  return Object.values(named.getFields()).some((field) => {
    const path = `${at}${field.name}`;
    const isOther =
      others.has(getNamedType(field.type)) && !isListType(getNullableType(field.type));
    if (places.has(path) || isOther || isOwner(field.type, own)) return false;
    const isAround = [...places].some((place) => place.startsWith(`${path}.`));
    return isAround
      ? holdsUnknown(field.type, { ...environment, at: `${path}.` })
      : mayBeAttached(field.type, times) &&
          !holdsRecords(field.type, states) &&
          environment.mayBeWritten(field.name);
  });
}

/** Whether a field leads to one object that has a list of objects of the kind, such as `studio` with its `kilns`. */
function isOwner(type: GraphQLOutputType, own: GraphQLNamedType): boolean {
  if (isListType(getNullableType(type))) return false;
  return hasMany(getNamedType(type), own, { levels: levelsBack, isMany: false });
}

function hasMany(
  type: GraphQLNamedType,
  wanted: GraphQLNamedType,
  { levels, isMany }: { readonly levels: number; readonly isMany: boolean },
): boolean {
  if (!isObjectType(type) || type === wanted || levels === 0) return false;
  return Object.values(type.getFields()).some((field) => {
    const named = getNamedType(field.type);
    const below = { levels: levels - 1, isMany: isMany || isListType(getNullableType(field.type)) };
    return named === wanted ? below.isMany : hasMany(named, wanted, below);
  });
}

/** Maximum number of levels from an owner to its objects. They may be in a connection with edges. */
const levelsBack = 3;

function leadsTo(type: GraphQLNamedType, wanted: GraphQLNamedType, levels: number): boolean {
  if (!isObjectType(type) || levels === 0) return false;
  const inner: readonly GraphQLNamedType[] = Object.values(type.getFields()).map((field) =>
    getNamedType(field.type),
  );
  return inner.includes(wanted) || inner.some((one) => leadsTo(one, wanted, levels - 1));
}

function mayBeAttached(type: GraphQLOutputType, times: ReadonlySet<GraphQLNamedType>): boolean {
  if (isListType(getNullableType(type))) return true;
  const named = getNamedType(type);
  return (takesAny(named) && !times.has(named)) || isObjectType(named) || isInterfaceType(named);
}

/**
 * Whether a field contains a record, such as who changed an object and when, or a list of them: flat objects with a
 * time and without the two texts of a label. The records of a list may have a state of the status instead of a time, or
 * the type and the status of a condition.
 */
function holdsRecords(type: GraphQLOutputType, states: ReadonlySet<GraphQLNamedType>): boolean {
  const entry = getNamedType(type);
  if (!isObjectType(entry)) return false;
  const isListed = isListType(getNullableType(type));
  const members = Object.values(entry.getFields()).map((field) => field.type);
  const isFlat = members.every((one) => isLeafType(getNullableType(one)));
  const fields = entry.getFields();
  const isCondition = fields["type"] !== undefined && fields["status"] !== undefined;
  const types: readonly GraphQLNamedType[] = members.map((one) => getNamedType(one));
  return (
    isFlat &&
    ((isListed && (isCondition || types.some((one) => states.has(one)))) ||
      (types.some(isTime) && types.filter(isText).length < 2))
  );
}

function isText(type: GraphQLNamedType): boolean {
  return (
    type.name === "String" ||
    type.name === "ID" ||
    takesAny(type) ||
    /text|string/iu.test(type.name)
  );
}

function isTime(type: GraphQLNamedType): boolean {
  return isScalarType(type) && /time|stamp|date|instant|moment/iu.test(type.name);
}

function enumsIn(type: GraphQLType | undefined, levels: number): readonly GraphQLNamedType[] {
  if (type === undefined || levels === 0) return [];
  const named = getNamedType(type);
  if (isEnumType(named)) return [named];
  if (!isObjectType(named)) return [];
  return Object.values(named.getFields()).flatMap((field) => enumsIn(field.type, levels - 1));
}

function memberNames(type: GraphQLType | undefined, depth: number): readonly string[] {
  if (type === undefined) return [];
  const named = getNamedType(type);
  const isObject = isObjectType(named) || isInterfaceType(named) || isInputObjectType(named);
  if (depth === 0 || !isObject) return [];
  const members: readonly { readonly name: string; readonly type: GraphQLType }[] = Object.values(
    named.getFields(),
  );
  return members.flatMap((member) => [member.name, ...memberNames(member.type, depth - 1)]);
}

function listExcuses(
  schema: GraphQLSchema,
  kind: KindDialect,
  object: GraphQLOutputType | undefined,
): Excuses {
  const { status } = kind.paths;
  if (status === undefined || kind.samples.statuses.some(holdsList)) return {};
  const places = typeof status === "string" ? [status] : Object.values(status);
  const types = places.map((place) => object && typeAtPath(object, stepsOf(place)));
  const isWithout = types.every(
    (type) => type !== undefined && type !== "anything" && !mayHold(type, listDepth, mayBeList),
  );
  return isWithout || takeNoList(schema, kind)
    ? { "write.lists-are-replaced": "its status has no list" }
    : {};
}

/** Requirements that need a counter do not apply if no status field can hold an integer. */
function counterExcuses(
  { paths: { status }, samples }: KindDialect,
  object: GraphQLOutputType | undefined,
): Excuses {
  if (status === undefined || object === undefined || isCounted(samples)) return {};
  const isWithout = placesIn(status).every((place) => {
    const type = typeAt(object, place);
    return type !== undefined && !mayHold(type, listDepth, mayCount);
  });
  return isWithout
    ? { "concurrency.no-lost-increment": "its status has no field that can contain an integer" }
    : {};
}

/** The rule on undefined fields does not apply to an untyped status without a definition of its fields. */
function openStatusExcuses(kind: KindDialect, object: GraphQLOutputType | undefined): Excuses {
  const { status } = kind.paths;
  if (typeof status !== "string" || object === undefined || definesStatus(kind)) return {};
  const type = typeAt(object, status);
  return type !== undefined && takesAny(getNamedType(type))
    ? { "isolation.unknown-members-never-stored": openStatus }
    : {};
}

const openStatus =
  "its status is untyped, and neither schemas nor invalidStatuses in the dialect define its fields";

/** The rule on the observed generation of conditions does not apply if conditions have no such field. */
function conditionExcuses(
  { paths: { status }, conditions }: KindDialect,
  object: GraphQLOutputType | undefined,
): Excuses {
  const member = conditions?.member ?? "conditions";
  const place = typeof status === "string" ? `${status}.${member}` : status?.[member];
  const type = object === undefined || place === undefined ? undefined : typeAt(object, place);
  const named = type && getNamedType(type);
  const field = conditions?.members?.observedGeneration ?? "observedGeneration";
  return isObjectType(named) && named.getFields()[field] === undefined
    ? { "conditions.observed-generation-not-negative": `its conditions have no ${field}` }
    : {};
}

function mayCount(type: GraphQLOutputType): boolean {
  const named = getNamedType(type);
  if (!isScalarType(named)) return false;
  if (isSpecifiedScalarType(named)) return named.name === "Int" || named.name === "Float";
  return takesAny(named) || countedValue.test(named.name);
}

const countedValue = /int|long|short|byte|decimal|number|float|double/iu;

function takeNoList(schema: GraphQLSchema, { operations }: KindDialect): boolean {
  const types = operations.updateStatus.map((one) => statusTypes(schema, one));
  return types.length > 0 && operations.patchStatus.length === 0 && types.every(areWithoutList);
}

function areWithoutList(types: readonly (GraphQLInputType | undefined)[]): boolean {
  return types.length > 0 && types.every(isWithoutList);
}

function isWithoutList(type: GraphQLInputType | undefined): boolean {
  return type !== undefined && !isListType(getNullableType(type)) && isSingle(getNamedType(type));
}

function isSingle(type: GraphQLNamedType): boolean {
  return isEnumType(type) || (isScalarType(type) && !takesAny(type));
}

/**
 * Returns the types of the arguments that contain single status fields. Empty if an argument contains the whole status,
 * and for a custom document.
 */
function statusTypes(
  schema: GraphQLSchema,
  operation: StatusOperation,
): readonly (GraphQLInputType | undefined)[] {
  const args = fieldOf(schema, "updateStatus", operation)?.args ?? [];
  if (operation.document !== undefined || namesWhole(operation.arguments)) return [];
  const slots = Object.fromEntries(
    args.map((one) => [one.name, { type: one.type, isRequired: isRequiredArgument(one) }]),
  );
  return placeholderPlaces(operation.arguments, slots)
    .filter(({ text }) => text.startsWith("$status."))
    .map(({ slot }) => slot?.type);
}

function namesWhole(tree: JsonValue): boolean {
  return JSON.stringify(tree).includes('"$status"');
}

/** Search depth in a status, because types may be recursive. */
const listDepth = 4;

/** Whether a field may be a list. Untyped values may contain a list. */
function mayBeList(type: GraphQLOutputType): boolean {
  return isListType(getNullableType(type)) || takesAny(getNamedType(type));
}

function mayHold(
  type: GraphQLOutputType,
  depth: number,
  mayBe: (type: GraphQLOutputType) => boolean,
): boolean {
  if (mayBe(type)) return true;
  const named = getNamedType(type);
  if (!isObjectType(named) && !isInterfaceType(named)) return false;
  if (depth === 0) return true;
  return Object.values(named.getFields()).some((field) => mayHold(field.type, depth - 1, mayBe));
}
