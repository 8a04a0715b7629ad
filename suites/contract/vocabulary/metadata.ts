import type { Feature } from "./features.ts";
import type { JsonObject } from "./json.ts";

interface Values {
  readonly names: readonly string[];
  readonly objects: readonly JsonObject[];
  readonly texts: Readonly<Record<string, string>>;
}

/** `texts` maps keys to strings, `names` is a list of strings, `objects` a list of objects. */
export type MetadataForm = keyof Values;

interface MetadataField {
  readonly form: MetadataForm;
  /** The noun for one entry of the field, for messages. */
  readonly entry: string;
  /** Common names for the field in APIs, in lower case, the most frequent first. */
  readonly names: readonly string[];
  /** The feature that an API supports if its authors can write the field. */
  readonly feature?: Feature;
  /** Whether commands omit the field if the operation has no argument for it. */
  readonly isOptional?: true;
  /** Whether servers and controllers also add entries, so that the value is unpredictable. */
  readonly isShared?: true;
}

/**
 * The metadata that authors write. Commands, drivers, dialects, records, the model, the judges, `init` and the
 * reference derive how they handle a field from its row.
 */
export const authoredFields = {
  labels: {
    form: "texts",
    entry: "label",
    names: ["labels", "tags"],
    feature: "labels.write",
    isOptional: true,
  },
  annotations: {
    form: "texts",
    entry: "annotation",
    names: ["annotations"],
    isOptional: true,
    isShared: true,
  },
  finalizers: {
    form: "names",
    entry: "finalizer",
    names: ["finalizers"],
    feature: "finalizers",
  },
} as const satisfies Readonly<Record<string, MetadataField>>;

type Rows = typeof authoredFields;

export type AuthoredName = keyof Rows;

type Forms = { readonly [Name in AuthoredName]: Rows[Name]["form"] };

type AuthoredValues = { [Name in AuthoredName]: Values[Forms[Name]] };

export type AuthoredValue = AuthoredValues[AuthoredName];

/** The metadata that the author writes. A terminating object is removed when its finalizers are empty. */
export type AuthoredMetadata = Readonly<Partial<AuthoredValues>>;

export const authoredNames: readonly AuthoredName[] =
  Object.keys(authoredFields).filter(isAuthored);

function isAuthored(name: string): name is AuthoredName {
  return Object.hasOwn(authoredFields, name);
}

/** Creates a record with one property per field. `keyOf` must return different keys for different fields. */
export function authoredRecord<Key extends string, Value>(
  keyOf: (name: AuthoredName) => Key,
  valueOf: (name: AuthoredName) => Value,
): Readonly<Record<Key, Value>> {
  const found: Partial<Record<Key, Value>> = {};
  for (const name of authoredNames) found[keyOf(name)] = valueOf(name);
  if (isComplete(found)) return found;
  throw new TypeError("two fields have the same key");
}

function isComplete<Key extends string, Value>(
  found: Partial<Record<Key, Value>>,
): found is Record<Key, Value> {
  return Object.keys(found).length === authoredNames.length;
}

export function authoredField(name: AuthoredName): MetadataField {
  return authoredFields[name];
}

export type ByForm<Input> = {
  readonly [Form in MetadataForm]: (input: Input) => Values[Form] | undefined;
};

/** Reads every field with the reader for its form. Omits a field if `inputOf` or the reader returns undefined. */
export function readAuthored<Input>(
  inputOf: (name: AuthoredName) => Input | undefined,
  readers: ByForm<Input>,
): AuthoredMetadata {
  const found: Partial<Record<AuthoredName, AuthoredValue>> = {};
  for (const name of authoredNames) {
    const input = inputOf(name);
    const value = input === undefined ? undefined : readers[authoredFields[name].form](input);
    if (value !== undefined) found[name] = value;
  }
  return withForms(found);
}

function withForms(found: Partial<Record<AuthoredName, AuthoredValue>>): AuthoredMetadata {
  if (hasForms(found)) return found;
  throw new TypeError("a metadata field has a value of the wrong type");
}

function hasForms(
  found: Readonly<Partial<Record<AuthoredName, AuthoredValue>>>,
): found is AuthoredMetadata {
  return authoredNames.every(
    (name) =>
      found[name] === undefined ||
      Array.isArray(found[name]) === (authoredField(name).form !== "texts"),
  );
}

type Written = { readonly [Name in AuthoredName]?: AuthoredValues[Name] | null };

/** Returns the authored metadata of an object or a command, without its other properties. */
export function authoredOf(
  from: Written,
  names: readonly AuthoredName[] = authoredNames,
): AuthoredMetadata {
  const found: Partial<Record<AuthoredName, AuthoredValue>> = {};
  for (const name of names) {
    const value = from[name] ?? undefined;
    if (value !== undefined) found[name] = value;
  }
  return withForms(found);
}

/** Whether a field is absent, or an empty list or map. */
export function isEmptyField(value: AuthoredValue | undefined): boolean {
  return value === undefined || Object.keys(value).length === 0;
}

/** Whether a string starts like an RFC 3339 timestamp. Does not validate the date and the time. */
export function isTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/u.test(text);
}
