import { getNamedType, isListType, isObjectType } from "graphql";
import type { GraphQLSchema } from "graphql";
import { isJsonObject, operationVerbs } from "#contract";
import type { ObjectKey } from "#contract";
import { hasPlaceholder } from "#targets/graphql";
import type { AnyOperation, ArgumentTree, Dialect, KindDialect } from "#targets/graphql";
import { onTrial } from "../requests/on-trial.ts";
import type { Shared } from "../requests/on-trial.ts";
import { maxNamespaces, ownersNamed, valuesListed } from "./owner-namespaces.ts";
import { bareType, inputFields, inputsOf } from "../schema/root-fields.ts";
import type { Input } from "../schema/root-fields.ts";
import { leavesOf, plain } from "../schema/shapes.ts";
import {
  create,
  isAccepted,
  kindNamed,
  newKey,
  objectIn,
  read,
  remove,
  send,
  withKind,
} from "../requests/trial-requests.ts";
import type { Trial } from "../requests/trial-requests.ts";
import { usualNames } from "../schema/usual-namespaces.ts";

type Tree = AnyOperation["arguments"];

/** A text that all operations on one object take, but that objects do not contain. */
interface HiddenKey {
  readonly word: string;
  /** The constant that the operations send. Absent if the text is optional and not sent. */
  readonly sent?: string;
}

/** This value is tried in addition to the one that is sent. */
const secondName = "conformance";

/** Sent for an argument that is omitted so far. */
const [usualName = secondName] = usualNames;

/** Maximum number of arguments that are tried as the namespace of a kind. */
const mostTried = 3;

/** Sends the first given namespace for a required text that may be the namespace. A trial decides that later. */
export function withGivenPlace(dialect: Dialect, name: string, shared: Shared): Dialect {
  const { namespaces: [first] = [], schema } = shared.means;
  const kind = kindNamed(dialect, name);
  if (kind === undefined || first === undefined) return dialect;
  const key = hiddenKeys(kind, schema).find(({ sent = "" }) => usualNames.includes(sent));
  return key === undefined
    ? dialect
    : withKind(dialect, sending(kind, schema, { key, value: first }));
}

/**
 * Makes a kind namespaced if an argument of all its operations is part of the identity of objects, although objects do
 * not contain it: the endpoint accepts two objects of the same name with two values of the argument. Other arguments,
 * such as a language, also occur in all operations, but distinguish no objects. Resolves with the dialect, and with the
 * key of the test object that replaces the previous one.
 */
export async function learnHiddenNamespace(
  dialect: Dialect,
  key: ObjectKey,
  shared: Shared,
): Promise<{ readonly dialect: Dialect; readonly key: ObjectKey }> {
  const kind = kindNamed(dialect, key.kind);
  if (kind === undefined || kind.scope !== "cluster") return { dialect, key };
  const { schema } = shared.means;
  for (const hidden of hiddenKeys(kind, schema).slice(0, mostTried)) {
    for (const namespaces of await pairsFor(hidden, { dialect, kind, shared })) {
      const placed = withOnePlace(
        { ...sending(kind, schema, { key: hidden, value: "$namespace" }), scope: "namespaced" },
        namespaces,
      );
      const tried = withKind(dialect, { ...placed, namespaces });
      const isPart = await onTrial(tried, kind.name, { shared, work: holdsTwoOfOneName });
      if (isPart !== true) continue;
      noteFound(hidden, { kind, placed, shared });
      const next = withKind(dialect, placed);
      return { dialect: next, key: await moved(key, { dialect, next, shared }) };
    }
  }
  return { dialect, key };
}

/**
 * Declares one namespace if objects do not contain theirs and a list or watch is not limited to one: the namespace of
 * an object in it would be unknown.
 */
export function withOnePlace(kind: KindDialect, namespaces: readonly string[]): KindDialect {
  return { ...kind, namespaces: hidesPlaces(kind) ? namespaces.slice(0, 1) : namespaces };
}

export function isPlaceShown({ paths, nameForm }: KindDialect): boolean {
  return paths.namespace !== undefined || nameForm?.includes("${namespace}") === true;
}

export function hidesPlaces(kind: KindDialect): boolean {
  const { list, watch } = kind.operations;
  const collections = [...list, ...watch];
  return (
    !isPlaceShown(kind) &&
    collections.some(({ arguments: tree }) => !hasPlaceholder(tree, "$namespace"))
  );
}

/** Returns the texts that all operations on one object take. A field of the objects is no hidden namespace. */
function hiddenKeys(kind: KindDialect, schema: GraphQLSchema): readonly HiddenKey[] {
  const {
    create: creations,
    read: reads,
    update,
    updateStatus,
    delete: removals,
  } = kind.operations;
  if (creations.length === 0 || reads.length === 0 || removals.length === 0) return [];
  const operations: readonly AnyOperation[] = [
    ...creations,
    ...reads,
    ...update,
    ...updateStatus,
    ...removals,
  ];
  const [first = [], ...others] = operations.map((one) =>
    textsIn(inputsOf(schema, one), one.arguments),
  );
  const type = schema.getType(kind.type ?? kind.name);
  const leaves = isObjectType(type) ? leavesOf(type).map(({ name }) => plain(name)) : [];
  return first.filter(
    ({ word, sent }) =>
      !leaves.includes(plain(word)) &&
      others.every((texts) => texts.some((one) => one.word === word && one.sent === sent)),
  );
}

function textsIn(inputs: readonly Input[], tree: Tree): readonly HiddenKey[] {
  return inputs.flatMap((input): readonly HiddenKey[] => {
    const { name: word } = input;
    const value = tree[word];
    if (isJsonObject(value)) return textsIn(inputFields(input), value);
    if (!isText(input)) return [];
    if (value === undefined) return [{ word }];
    return typeof value === "string" && !value.includes("$") ? [{ word, sent: value }] : [];
  });
}

function isText(input: Input): boolean {
  return !isListType(bareType(input)) && ["ID", "String"].includes(getNamedType(input.type).name);
}

interface Sending {
  readonly key: HiddenKey;
  readonly value: string;
}

/** Sends a value in all operations that take a text, wherever they take it. */
function sending(kind: KindDialect, schema: GraphQLSchema, sent: Sending): KindDialect {
  const changed = operationVerbs.map((verb) => [
    verb,
    kind.operations[verb].map((one) => ({
      ...one,
      arguments: filled(inputsOf(schema, one), one.arguments, sent),
    })),
  ]);
  return { ...kind, operations: { ...kind.operations, ...Object.fromEntries(changed) } };
}

function filled(inputs: readonly Input[], tree: Tree, sent: Sending): Tree {
  const { key, value } = sent;
  const added = inputs.flatMap((input): readonly (readonly [string, ArgumentTree])[] => {
    const held = tree[input.name];
    if (isJsonObject(held)) return [[input.name, filled(inputFields(input), held, sent)]];
    const isMeant = input.name === key.word && held === key.sent && isText(input);
    return isMeant ? [[input.name, value]] : [];
  });
  return { ...tree, ...Object.fromEntries(added) };
}

interface Place {
  readonly dialect: Dialect;
  readonly kind: KindDialect;
  readonly shared: Shared;
}

/**
 * Returns the pairs of values to try: the given namespaces, or else a chosen name, or else names of existing owners.
 */
async function pairsFor(
  { word, sent = usualName }: HiddenKey,
  { dialect, kind, shared }: Place,
): Promise<readonly (readonly string[])[]> {
  const { namespaces: given, schema } = shared.means;
  if (given !== undefined) return given.length > 1 ? [given] : [];
  const owned: string[] = [];
  for (const owner of ownersNamed(schema, kind, word)) {
    owned.push(...(await valuesListed(dialect, owner, shared)));
  }
  const owners = [...new Set([...owned.filter((one) => one === sent), ...owned])];
  const pair = owners.slice(0, maxNamespaces);
  return [[sent, secondName], ...(pair.length > 1 ? [pair] : [])];
}

/** Whether the endpoint stores two objects of one name in the first two namespaces. */
export async function holdsTwoOfOneName(trial: Trial): Promise<boolean> {
  const [, second = ""] = trial.kind.namespaces;
  const [spec = {}] = trial.kind.samples.specs;
  const here = newKey(trial);
  const there = { ...here, namespace: second };
  const one = await create(trial, here, spec);
  if (!isAccepted(one)) return false;
  try {
    const other = await create(trial, there, spec);
    if (!isAccepted(other)) return false;
    try {
      return await areTwo(trial, { here, there, uids: [one, other].map(uidIn) });
    } finally {
      await remove(trial, there);
    }
  } finally {
    await remove(trial, here);
  }
}

function uidIn(exchange: Awaited<ReturnType<typeof read>>): string | undefined {
  return objectIn(exchange)?.metadata.uid;
}

interface TwoObjects {
  readonly here: ObjectKey;
  readonly there: ObjectKey;
  readonly uids: readonly (string | undefined)[];
}

/**
 * Whether two accepted create requests left two objects. A create request may also have replaced the first object, and
 * reads may ignore the argument because of a defect.
 */
async function areTwo(trial: Trial, { here, there, uids }: TwoObjects): Promise<boolean> {
  const [first, second] = uids;
  if (trial.kind.paths.uid === trial.kind.paths.name) {
    await remove(trial, there);
    return isAccepted(await read(trial, here)) && !isAccepted(await read(trial, there));
  }
  if (first === undefined || second === undefined || first === second) return false;
  if (uidIn(await read(trial, here)) === first) return true;
  const listed: string[] = [];
  for (const { namespace = "" } of [here, there]) {
    const { kind } = here;
    const { outcome } = await send(trial, { verb: "list", identity: "author", kind, namespace });
    if (outcome.result === "list")
      listed.push(...outcome.items.map(({ metadata }) => metadata.uid));
  }
  return listed.includes(first) && listed.includes(second);
}

interface Found {
  readonly kind: KindDialect;
  readonly placed: KindDialect;
  readonly shared: Shared;
}

function noteFound({ word }: HiddenKey, { kind, placed, shared: { notes } }: Found): void {
  const at = ["kinds", kind.name];
  const found = `two objects with the same name and different values of ${word} were created`;
  const isOne = placed.namespaces.length === 1;
  const limit =
    "; only one, because objects do not contain it and not every list and watch takes it";
  notes.note([...at, "namespaces"], "high", isOne ? `${found}${limit}` : found);
  for (const verb of operationVerbs) {
    for (const { id } of kind.operations[verb]) {
      notes.drop([...at, "operations", verb, id, "arguments", word]);
    }
  }
}

/** Replaces the test object by one in the first namespace. */
async function moved(
  key: ObjectKey,
  {
    dialect,
    next,
    shared,
  }: { readonly dialect: Dialect; readonly next: Dialect; readonly shared: Shared },
): Promise<ObjectKey> {
  const { kind: name } = key;
  await onTrial(dialect, name, { shared, work: (trial) => removed(trial, key) });
  return (await onTrial(next, name, { shared, work: createdAnew })) ?? key;
}

/** The read shows that the object is gone, even if the response to the deletion is not understood yet. */
async function removed(trial: Trial, key: ObjectKey): Promise<void> {
  await remove(trial, key);
  await read(trial, key);
}

async function createdAnew(trial: Trial): Promise<ObjectKey> {
  const key = newKey(trial);
  const [spec = {}] = trial.kind.samples.specs;
  await create(trial, key, spec);
  return key;
}
