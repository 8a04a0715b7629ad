import { isJsonList, isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { Exchange } from "#targets";
import { fieldPath, signsAt } from "#targets/graphql";
import type { ErrorPaths } from "#targets/graphql";
import {
  below,
  errorOf,
  holdersOf,
  leavesOf,
  objectsIn,
  resultOf,
  sentence,
  sentencesIn,
  usualCode,
} from "../schema/error-fields.ts";
import type { Result } from "../schema/error-fields.ts";

/**
 * Finds the path of the current version in an error, by its value. If the error contains the whole object, other fields
 * can have the same value. In that case, the name of the version field decides.
 */
export function currentVersionPath(
  exchange: Exchange,
  version: string,
  called = "",
): string | undefined {
  const error = errorOf(exchange);
  const isCurrent = ([path, value]: readonly [string, JsonValue]): boolean =>
    path !== usualCode && (value === version || value === Number(version));
  const found = [...leavesOf(error)].filter(isCurrent);
  const { data } = error ?? {};
  const repeated = isJsonObject(data) ? [...leavesOf({ object: data })].filter(isCurrent) : [];
  const isCalledSo = ([path]: readonly [string, JsonValue]): boolean =>
    path.split(".").at(-1) === called;
  const own = repeated.find(isCalledSo)?.[0].replace(/^object/u, "data");
  const { data: _, ...details } = error ?? {};
  const shown = found.find(isCalledSo) ?? found[0];
  return shown?.[0] ?? own ?? listedVersion(details, version);
}

/**
 * Finds the path of the current version in nested objects and lists: a field with the name of a version, or a value next
 * to such a name, as in `options: [{ key: "current", value: "7" }]`. The path must lead to this value first.
 */
export function listedVersion(holder: JsonObject, version: string): string | undefined {
  const found = leavesInLists(holder, "", deepestDetail).find(
    ({ path, value, beside }) =>
      (value === version || value === Number(version)) &&
      [path.slice(path.lastIndexOf(".") + 1), ...beside].some((text) => versionWord.test(text)) &&
      signsAt(holder, path)[0] === value,
  );
  return found?.path;
}

const versionWord = /current|version|revision|etag/iu;

const deepestDetail = 5;

interface ListedLeaf {
  readonly path: string;
  readonly value: JsonValue;
  /** The short texts in the same object. */
  readonly beside: readonly string[];
}

function leavesInLists(holder: JsonObject, at: string, depth: number): readonly ListedLeaf[] {
  if (depth === 0) return [];
  const texts = Object.values(holder).filter((one) => typeof one === "string" && isShort(one));
  return Object.entries(holder).flatMap(([name, found]) => {
    const path = below(at, name);
    return [found].flat().flatMap((value: JsonValue): readonly ListedLeaf[] => {
      if (isJsonObject(value)) return leavesInLists(value, path, depth - 1);
      const beside = texts.filter((text) => text !== value).map(String);
      return value === null ? [] : [{ path, value, beside }];
    });
  });
}

function isShort(text: string): boolean {
  return /^[\w.-]{2,60}$/u.test(text);
}

/**
 * Finds the paths of the causes in an error: a list, or an object that names the invalid field.
 *
 * @param invalid Names of the fields that the rejected request set to an invalid value.
 */
export function causesPaths(
  exchange: Exchange,
  invalid: readonly string[] = [],
): ErrorPaths["causes"] {
  const error = errorOf(exchange);
  const usual = usualCauses(error);
  return namesField(usual) ? usual : (causesNaming(invalid, error) ?? usual);
}

function usualCauses(error: JsonObject | undefined): ErrorPaths["causes"] {
  const holders = [...holdersOf(error)];
  for (const [at, holder] of holders) {
    const found = causesIn(holder, at === "" ? "" : `${at}.`);
    if (found !== undefined) return innerCauses(holder, found) ?? found;
  }
  const sole = holders.map(([at, holder]) => soleCause(holder, at));
  const byField = holders.map(([at, holder]) => causesByField(holder, at));
  return [...sole, ...byField].find((one) => one !== undefined);
}

function namesField(causes: ErrorPaths["causes"]): boolean {
  return causes?.field !== undefined && (causes.field === "" || fieldWord.test(causes.field));
}

function causesNaming(
  invalid: readonly string[],
  value: JsonValue | undefined,
  at = "",
): ErrorPaths["causes"] {
  for (const holder of [value].flat()) {
    if (!isJsonObject(holder)) continue;
    const field = Object.keys(holder).find((name) => isNameOf(invalid, holder[name]));
    const message = messageIn(holder) ?? otherText(holder, field);
    if (field !== undefined && message !== undefined && at !== "") {
      return { list: at, field, ...saidBy(holder, message) };
    }
    for (const [name, inner] of Object.entries(holder)) {
      const found = causesNaming(invalid, inner, below(at, name));
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** If a cause has only a code, such as `{ field: "heat", kind: "TOO_LOW" }`, the message is that of the error. */
function saidBy(
  cause: JsonObject,
  message: string,
): Pick<NonNullable<ErrorPaths["causes"]>, "message" | "reason"> {
  const isCoded = /^[A-Z][A-Z0-9_]+$/u.test(textOf(cause[message]));
  return isCoded ? { reason: message, message: "" } : { message };
}

function isNameOf(members: readonly string[], value: JsonValue | undefined): boolean {
  const isName = typeof value === "string" || isSteps(value);
  return isName && members.some((member) => memberNamedIn(value, member) !== undefined);
}

function otherText(holder: JsonObject, field: string | undefined): string | undefined {
  const texts = Object.keys(holder).filter(
    (name) => name !== field && name !== "__typename" && typeof holder[name] === "string",
  );
  return texts.length === 1 ? texts[0] : undefined;
}

/** Recognizes an object whose properties are the invalid fields. Each has a message or a list of messages. */
function causesByField(holder: JsonObject, at: string): ErrorPaths["causes"] {
  const name = Object.keys(holder).find((one) => causesWord.test(one) && isOfMessages(holder[one]));
  if (name === undefined) return undefined;
  return { list: at === "" ? name : `${at}.${name}`, message: "" };
}

const causesWord = /^(?:(?:invalid|input|validation)_?)?(?:fields|errors|validation|violations)$/iu;

function isOfMessages(value: JsonValue | undefined): boolean {
  if (!isJsonObject(value)) return false;
  const messages = Object.values(value).flatMap((one) => one);
  return messages.length > 0 && messages.every((one) => typeof one === "string");
}

/**
 * Recognizes an object that is the only cause, because one of its fields names the invalid field. The root of a path,
 * such as `$` in errors of Hasura, names no field.
 */
function soleCause(holder: JsonObject, at: string): ErrorPaths["causes"] {
  const field = Object.keys(holder).find(
    (name) =>
      fieldWord.test(name) && isPlainText(holder[name]) && /\p{L}/u.test(textOf(holder[name])),
  );
  if (field === undefined) return undefined;
  return { list: at, field, message: messageIn(holder) ?? "" };
}

/**
 * Finds the string in a response that names a field, or is a path that ends with the field's name. In a map from fields
 * to messages, the string is a key.
 */
export function memberNamedIn(value: JsonValue | undefined, member: string): string | undefined {
  if (typeof value === "string") {
    const path = fieldPath(value);
    const isPath = path === member || path.endsWith(`.${member}`);
    return isPath && /^[\w.$[\]-]+$/u.test(path) ? path : undefined;
  }
  if (value === null || typeof value !== "object") return undefined;
  if (isSteps(value)) {
    // A list of strings is a single path, one segment per string, unless one of them is a path itself.
    const isOfPaths = value.some((step) => String(step).includes("."));
    if (!isOfPaths) return value.at(-1) === member ? value.join(".") : undefined;
  }
  for (const [key, inner] of Object.entries(value)) {
    const isKey = isJsonObject(value) && isOfMessagesFor(key, inner);
    const found: string | undefined =
      (isKey ? memberNamedIn(key, member) : undefined) ?? memberNamedIn(inner, member);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Whether a property of a map contains the messages about the field that its key names. A response may also repeat the
 * request, so that the key must be a path, or the messages a list of sentences.
 */
function isOfMessagesFor(key: string, value: JsonValue): boolean {
  const texts = [value].flat();
  if (texts.length === 0 || texts.some((text) => typeof text !== "string")) return false;
  if (fieldPath(key).includes(".")) return true;
  return Array.isArray(value) && texts.every((text) => sentence.test(textOf(text)));
}

/**
 * Finds the paths of the message and the causes in a result without errors. Both may be in an object inside the result.
 *
 * @param invalid Names of the fields that the rejected request set to an invalid value.
 */
export function payloadPaths(
  refusal: Result,
  invalid: readonly string[] = [],
): ErrorPaths["payload"] {
  if (errorOf(refusal.exchange) !== undefined) return undefined;
  const result = resultOf(refusal);
  for (const [at, holder] of objectsIn(result)) {
    const found = pathsIn(holder, at);
    if (found === undefined) continue;
    const named = namesField(found.causes) ? undefined : causesNaming(invalid, result);
    return named === undefined ? found : { ...found, causes: named };
  }
  return undefined;
}

function pathsIn(holder: JsonObject, at: string): ErrorPaths["payload"] {
  const causes = causesIn(holder, at === "" ? "" : `${at}.`) ?? soleCause(holder, at);
  const own = messageIn(holder);
  const sentences = sentencesIn(holder);
  // Causes that consist only of field names have no message.
  const ofCauses = causes === undefined || causes.message === "" ? undefined : causes;
  const message =
    (own && below(at, own)) ??
    (ofCauses && `${ofCauses.list}.${ofCauses.message}`) ??
    (sentences && below(at, sentences));
  if (message === undefined) return undefined;
  const finest = causes && (innerCauses(holder, causes) ?? causes);
  return { message, ...(finest === undefined ? {} : { causes: finest }) };
}

/** Finds the causes in the entries of a list of errors, if the entries do not name a field themselves. */
function innerCauses(
  holder: JsonObject,
  { list, field }: NonNullable<ErrorPaths["causes"]>,
): ErrorPaths["causes"] {
  if (field !== undefined && fieldWord.test(field)) return undefined;
  const name = list.slice(list.lastIndexOf(".") + 1);
  const items: unknown = holder[name];
  const [first]: readonly unknown[] = Array.isArray(items) ? items : [];
  const inner = isJsonObject(first) ? causesIn(first, `${list}.`) : undefined;
  return inner?.field !== undefined && fieldWord.test(inner.field) ? inner : undefined;
}

/** Finds a list whose entries each have a message, with the paths of message, field and reason. */
export function causesIn(members: JsonObject, at: string): ErrorPaths["causes"] {
  for (const [name, value] of Object.entries(members)) {
    const items: readonly unknown[] = Array.isArray(value) ? value : [];
    const [first] = items;
    if (typeof first === "string" && fieldListWord.test(name)) {
      return { list: `${at}${name}`, field: "", message: "" };
    }
    if (!isJsonObject(first)) continue;
    const message = messageIn(first) ?? besideField(first);
    if (message === undefined) continue;
    const texts = Object.keys(first).filter((one) => one !== message && isPlainText(first[one]));
    const reason =
      texts.find((member) => /^(?:reason|code|type)$/iu.test(member)) ??
      texts.find((member) => /^[A-Z][A-Z0-9_]+$/u.test(textOf(first[member])));
    const fields = texts.filter((member) => member !== reason && member !== "__typename");
    const field =
      fields.find((member) => fieldWord.test(member)) ??
      Object.keys(first).find((one) => fieldWord.test(one) && isSteps(first[one])) ??
      (fields.length === 1 ? fields[0] : undefined);
    return {
      list: `${at}${name}`,
      ...(reason === undefined ? {} : { reason }),
      ...(field === undefined ? {} : { field }),
      message,
    };
  }
  return undefined;
}

/** Common names of lists that contain only field names. */
const fieldListWord = /^(?:invalid_?)?(?:fields|paths|properties|members)$/iu;

const fieldWord =
  /^(?:(?:invalid|error)?field|fieldName|fieldPath|path|pointer|property|location|argument|attribute|target)$/iu;

/** Whether a value in an error names the invalid field. It depends on the request, and is no code. */
export function isFieldName(path: string, value: JsonValue | undefined): boolean {
  const name = path.slice(path.lastIndexOf(".") + 1);
  return fieldWord.test(name) && isPlainText(value) && !/^[A-Z][A-Z0-9_]+$/u.test(textOf(value));
}

/**
 * Finds the message next to the field's name. The message is the only other string. Its content does not matter,
 * because a message may be a single word.
 */
function besideField(members: JsonObject): string | undefined {
  const texts = Object.keys(members).filter(
    (one) => one !== "__typename" && typeof members[one] === "string",
  );
  const others = texts.filter((one) => !fieldWord.test(one));
  return others.length === 1 && texts.length === 2 ? others[0] : undefined;
}

/**
 * Finds the field with the message: a field with a common name, the only string with spaces, or a list of messages.
 */
function messageIn(members: JsonObject): string | undefined {
  const sentences = Object.keys(members).filter((one) => sentence.test(textOf(members[one])));
  const usual = Object.keys(members).find(
    (one) => /^(?:message|detail|description)$/iu.test(one) && typeof members[one] === "string",
  );
  return usual ?? (sentences.length === 1 ? sentences[0] : undefined) ?? messageListIn(members);
}

/**
 * Finds a list of messages, or a map of them by the broken rule, next to the name of the field: `{ field: "depth",
 * messages: ["This is required."] }`.
 */
function messageListIn(members: JsonObject): string | undefined {
  const names = Object.keys(members);
  if (!names.some((one) => fieldWord.test(one))) return undefined;
  const lists = names.filter((one) => textsIn(members[one]).length > 0);
  const ofSentences = lists.filter((one) =>
    textsIn(members[one]).some((text) => sentence.test(text)),
  );
  const usual = lists.find((one) => /^(?:message|error|detail|description)s$/iu.test(one));
  return usual ?? (ofSentences.length === 1 ? ofSentences[0] : undefined);
}

/** Returns the strings of a list or an object that contains nothing else. */
function textsIn(value: JsonValue | undefined): readonly string[] {
  if (!isJsonList(value) && !isJsonObject(value)) return [];
  const all = Object.values(value);
  const texts = all.filter((text) => typeof text === "string");
  return texts.length === all.length ? texts : [];
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}

function isSteps(value: JsonValue | undefined): value is readonly (number | string)[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((step) => typeof step === "string" || typeof step === "number")
  );
}

function isPlainText(value: JsonValue | undefined): boolean {
  return /^\S+$/u.test(textOf(value));
}
