import { counted, isJsonList, isJsonObject, readAuthored, resourceVersion, uid } from "#contract";
import type {
  ByForm,
  JsonObject,
  JsonValue,
  ManagedFields,
  Resource,
  ResourceMetadata,
} from "#contract";
import { longestToken, withoutNulls } from "../../port/reading.ts";
import type { Reading } from "../../port/reading.ts";
import { parseWireText } from "../../wire/http/wire-data.ts";
import type { AskedKind, BodyPath } from "../dialect/dialect.ts";
import { readConditions } from "../dialect/spell-conditions.ts";
import { jsonTextKey } from "../schema/argument-tree.ts";
import { partsOfText } from "../schema/composed-text.ts";
import { mapOfPairs } from "../schema/label-pairs.ts";
import { readNumerals } from "../schema/numerals.ts";
import type { Numerals } from "../schema/numerals.ts";
import { valueAt } from "../schema/paths.ts";
import { withoutServerFields } from "../schema/server-fields.ts";

export type ObjectWords = Pick<
  AskedKind,
  | "askedNamespace"
  | "boxed"
  | "conditions"
  | "literal"
  | "name"
  | "nameForm"
  | "numerals"
  | "pairs"
  | "paths"
  | "serverFields"
>;

/**
 * Decodes an object into the contract's form, or returns why it cannot be decoded. Replaces the endpoint's name for the
 * kind by the dialect's name. An object that does not contain its kind is assumed to have the requested kind.
 */
export function readObject(value: JsonValue, kind: ObjectWords): Reading<Resource> {
  try {
    return { ok: true, value: objectOf(value, kind) };
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, problem: error.message };
    throw error;
  }
}

/** Returns a version token. Converts a number to a string. */
export function readVersion(value: JsonValue | undefined): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value.length <= longestToken ? value : undefined;
}

/** Thrown for a field of the wrong type. Caught in this file. */
class Unreadable extends Error {
  override readonly name = "Unreadable";
}

function objectOf(sent: JsonValue, words: ObjectWords): Resource {
  const { name, literal, numerals, paths, serverFields } = words;
  const value = words.boxed === undefined ? sent : unboxed(sent);
  if (!isJsonObject(value)) throw new Unreadable(`expected an object, not ${typeName(value)}`);
  const sentKind = textAt(value, paths.kind);
  const spec = numbered(bodyAt(value, paths.spec), numerals?.spec);
  const own = withoutServerFields(bodyAt(value, paths.status), serverFields);
  const status = numbered(own, numerals?.status);
  return {
    kind: sentKind === undefined || sentKind === literal ? name : sentKind,
    metadata: metadataOf(value, words),
    ...(spec === undefined ? {} : { spec }),
    ...(status === undefined ? {} : { status: readConditions(status, words.conditions) }),
  };
}

function unboxed(value: JsonValue): JsonValue {
  if (typeof value !== "string") return value;
  const data = parseWireText(value, undefined);
  if (data.kind === "json") return data.value;
  throw new Unreadable(`expected an object, not a string that is ${data.problem}`);
}

function bodyAt(value: JsonObject, path: BodyPath | undefined): JsonObject | undefined {
  if (path === undefined || typeof path === "string") {
    const object = objectAt(value, path);
    return object === undefined ? undefined : withoutTypeNames(object);
  }
  const members = Object.entries(path).flatMap(([member, at]) => {
    const found = presentAt(value, at);
    return found === undefined ? [] : [[member, withoutTypeNames(withoutNulls(found))] as const];
  });
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

function numbered(
  body: JsonObject | undefined,
  numerals: Numerals | undefined,
): JsonObject | undefined {
  return body === undefined || numerals === undefined ? body : readNumerals(body, numerals);
}

type Unfinished<Read> = { -readonly [Member in keyof Read]: Read[Member] };

/**
 * Reads the server-set fields one by one rather than through a table, because this runs for every object in every
 * response.
 */
function metadataOf(
  value: JsonObject,
  { paths, nameForm, pairs = {}, askedNamespace }: ObjectWords,
): ResourceMetadata {
  const named = nameIn(requiredText(value, paths.name), nameForm);
  const read: Unfinished<ResourceMetadata> = {
    name: named.name,
    uid: uid(requiredText(value, paths.uid)),
    resourceVersion: resourceVersion(requiredText(value, paths.resourceVersion)),
    ...readAuthored((name) => {
      const fields = name === "labels" || name === "annotations" ? pairs[name] : undefined;
      const place = placeOf(value, paths[name]);
      return place === undefined || fields === undefined
        ? place
        : { ...place, found: mapOfPairs(place.found, fields) };
    }, readers),
  };
  const namespace = named.namespace ?? tokenAt(value, paths.namespace) ?? askedNamespace;
  if (namespace !== undefined) read.namespace = namespace;
  const generation = integerAt(value, paths.generation);
  if (generation !== undefined) read.generation = generation;
  const creationTimestamp = timeAt(value, paths.creationTimestamp);
  if (creationTimestamp !== undefined) read.creationTimestamp = creationTimestamp;
  const deletionTimestamp = timeAt(value, paths.deletionTimestamp);
  if (deletionTimestamp !== undefined) read.deletionTimestamp = deletionTimestamp;
  const managedFields = managedFieldsAt(value, paths.managedFields);
  if (managedFields !== undefined) read.managedFields = managedFields;
  const writer = tokenAt(value, paths.writer);
  if (writer !== undefined) read.writer = writer;
  return read;
}

function nameIn(
  text: string,
  form: string | undefined,
): { readonly name: string; readonly namespace?: string } {
  if (form === undefined) return { name: text };
  const { name, namespace } = partsOfText(text, form) ?? {};
  if (name === undefined) throw new Unreadable(`the name ${text} does not have the form ${form}`);
  return namespace === undefined ? { name } : { name, namespace };
}

interface Place {
  readonly path: string;
  readonly found: JsonValue;
}

function placeOf(value: JsonObject, path: string | undefined): Place | undefined {
  const found = presentAt(value, path);
  return path === undefined || found === undefined ? undefined : { path, found };
}

const readers: ByForm<Place> = { names: textsAt, objects: objectsAt, texts: textMapAt };

/** The value at a path; null counts as absent. A segment `$jsonText` parses the string at the preceding path. */
function presentAt(value: JsonObject, path: string | undefined): JsonValue | undefined {
  if (path === undefined) return undefined;
  const at = path.indexOf(textSegment);
  if (at === -1) return valueAt(value, path) ?? undefined;
  const text = valueAt(value, path.slice(0, at));
  // An empty string contains nothing yet.
  if (text === undefined || text === null || text === "") return undefined;
  return valueAt(unboxed(text), path.slice(at + textSegment.length + 1)) ?? undefined;
}

const textSegment = `.${jsonTextKey}`;

function requiredText(value: JsonObject, path: string): string {
  const text = readVersion(presentToken(value, path));
  if (text === undefined || text === "") throw new Unreadable(`the object has no ${path}`);
  return text;
}

/** Returns the value at a path. Throws if the value is a string too long to be stored repeatedly. */
function presentToken(value: JsonObject, path: string): JsonValue | undefined {
  const found = presentAt(value, path);
  if (typeof found !== "string" || found.length <= longestToken) return found;
  throw new Unreadable(
    `${path} has ${counted(found.length, "character")}, more than ${longestToken}`,
  );
}

function tokenAt(value: JsonObject, path: string | undefined): string | undefined {
  const found = path === undefined ? undefined : presentToken(value, path);
  // A namespace may be numeric, as the id of an owner.
  return typeof found === "number" ? readVersion(found) : textAt(value, path);
}

function textAt(value: JsonObject, path: string | undefined): string | undefined {
  const found = presentAt(value, path);
  if (found === undefined || typeof found === "string") return found;
  throw misplaced(found, path, "a string");
}

/** Reads a time that is a string or a number of seconds. Metadata times are only compared. */
function timeAt(value: JsonObject, path: string | undefined): string | undefined {
  const found = presentAt(value, path);
  return typeof found === "number" ? String(found) : textAt(value, path);
}

/** The integer at a path. Many schemas represent integers beyond 32 bits as strings. */
function integerAt(value: JsonObject, path: string | undefined): number | undefined {
  const found = presentAt(value, path);
  if (found === undefined) return undefined;
  const number = typeof found === "string" && /^-?\d+$/u.test(found) ? Number(found) : found;
  if (Number.isSafeInteger(number) && typeof number === "number") return number;
  throw misplaced(found, path, "an integer");
}

function textMapAt({ found, path }: Place): Readonly<Record<string, string>> {
  const map = withoutNulls(found);
  if (isTextMap(map)) return map;
  throw misplaced(found, path, "an object of strings");
}

function textsAt({ found, path }: Place): readonly string[] {
  if (isTextList(found)) return found;
  throw misplaced(found, path, "a list of strings");
}

function objectsAt({ found, path }: Place): readonly JsonObject[] {
  if (!isJsonList(found)) throw misplaced(found, path, "a list");
  return found.map((item, index) => {
    const object = withoutNulls(item);
    if (isJsonObject(object)) return object;
    throw misplaced(item, `${path}[${index}]`, "an object");
  });
}

function managedFieldsAt(
  value: JsonObject,
  path: string | undefined,
): readonly ManagedFields[] | undefined {
  const found = presentAt(value, path);
  if (found === undefined) return undefined;
  if (!isJsonList(found)) throw misplaced(found, path, "a list");
  return found.map((entry, index) => managedFieldsOf(entry, `${path}[${index}]`));
}

function managedFieldsOf(entry: JsonValue, place: string): ManagedFields {
  if (!isJsonObject(entry)) throw misplaced(entry, place, "an object");
  const { operation } = entry;
  if (operation !== "Apply" && operation !== "Update") {
    throw new Unreadable(`the operation of ${place} is neither "Apply" nor "Update"`);
  }
  const manager = textAt(entry, "manager");
  if (manager === undefined) throw new Unreadable(`${place} has no manager`);
  const subresource = textAt(entry, "subresource");
  const fields = objectAt(entry, "fields") ?? {};
  return { manager, operation, fields, ...(subresource === undefined ? {} : { subresource }) };
}

function objectAt(value: JsonObject, path: string | undefined): JsonObject | undefined {
  const found = presentAt(value, path);
  const object = found === undefined ? undefined : withoutNulls(found);
  if (object === undefined || isJsonObject(object)) return object;
  throw misplaced(object, path, "an object");
}

function isTextMap(value: JsonValue): value is Readonly<Record<string, string>> {
  return isJsonObject(value) && Object.values(value).every((text) => typeof text === "string");
}

function isTextList(value: JsonValue): value is readonly string[] {
  return Array.isArray(value) && value.every((text) => typeof text === "string");
}

function misplaced(found: JsonValue, path: string | undefined, expected: string): Unreadable {
  return new Unreadable(`${path} is ${typeName(found)}, not ${expected}`);
}

function typeName(value: JsonValue): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return isJsonObject(value) ? "an object" : `a ${typeof value}`;
}

/**
 * Removes the `__typename` fields that selections on interfaces and unions add, at every depth. No write can contain
 * such a field, because GraphQL reserves the prefix `__`. Copies only if necessary.
 */
function withoutTypeNames(value: JsonObject): JsonObject;
function withoutTypeNames(value: JsonValue): JsonValue;
function withoutTypeNames(value: JsonValue): JsonValue {
  return hasTypeName(value) ? copyWithoutTypeNames(value) : value;
}

function hasTypeName(value: JsonValue): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (isJsonList(value)) return value.some(hasTypeName);
  for (const member in value) {
    if (member === "__typename" || hasTypeName(value[member] ?? false)) return true;
  }
  return false;
}

function copyWithoutTypeNames(value: JsonValue): JsonValue {
  if (typeof value !== "object" || value === null) return value;
  if (isJsonList(value)) return value.map(copyWithoutTypeNames);
  const own = Object.entries(value).filter(([member]) => member !== "__typename");
  return Object.fromEntries(own.map(([member, inner]) => [member, copyWithoutTypeNames(inner)]));
}
