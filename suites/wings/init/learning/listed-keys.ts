import { isObjectType } from "graphql";
import { isJsonObject, operationVerbs } from "#contract";
import type { Exchange } from "#targets";
import type { AnyOperation, ArgumentTree, Dialect, KindDialect } from "#targets/graphql";
import { isAboutCaller } from "../requests/caller-refusals.ts";
import type { Shared } from "../requests/on-trial.ts";
import {
  maxNamespaces,
  ownerLists,
  ownersNamed,
  valuesListed,
} from "../operations/owner-namespaces.ts";
import { listedIn } from "../requests/wanted-values.ts";
import { textsOf } from "../requests/rejection-texts.ts";
import { leavesOf, plain } from "../schema/shapes.ts";
import { kindNamed, withKind } from "../requests/trial-requests.ts";
import { usualNames } from "../schema/usual-namespaces.ts";

type Tree = AnyOperation["arguments"];

/** A key with its possible values. The key is the namespace, or an argument with the same value in all calls. */
interface ListedKey {
  readonly word: string;
  readonly isNamespace: boolean;
  readonly sent: readonly string[];
  readonly values: readonly string[];
  readonly text: string;
}

/**
 * Returns the dialect with a permitted value for the namespace, or for another constant argument such as a tenant.
 * Undefined unless the error of a create request lists the permitted values.
 */
export function withListedKey(
  dialect: Dialect,
  name: string,
  { refused, shared }: { readonly refused: Exchange; readonly shared: Shared },
): Dialect | undefined {
  const kind = kindNamed(dialect, name);
  const [operation] = kind?.operations.create ?? [];
  if (kind === undefined || operation === undefined) return undefined;
  const isGiven = shared.means.namespaces !== undefined;
  const keys = keysIn(operation.arguments, kind).filter((key) => !key.isNamespace || !isGiven);
  const found = listedFor(refused, keys);
  if (found === undefined) return undefined;
  const reason = `listed in a rejection: ${found.text.trim()}`;
  if (found.isNamespace) {
    const namespaces = found.values.slice(0, maxNamespaces);
    shared.notes.note(["kinds", name, "namespaces"], "medium", reason);
    return withKind(dialect, { ...kind, namespaces });
  }
  const [value = ""] = found.values;
  return withKind(dialect, withConstant(kind, { ...found, value }, { shared, reason }));
}

/**
 * Uses an existing owner, such as a tenant, for a constant argument after a create request was rejected. If the value
 * already came from an owner, tries the next owner, but only if the error is about that value. Resolves with undefined
 * if no owners are left.
 */
export async function withOwnedKey(
  dialect: Dialect,
  name: string,
  { refused, shared }: { readonly refused: Exchange; readonly shared: Shared },
): Promise<Dialect | undefined> {
  const kind = kindNamed(dialect, name);
  const [operation] = kind?.operations.create ?? [];
  if (kind === undefined || operation === undefined) return undefined;
  for (const key of keysIn(operation.arguments, kind)) {
    if (key.isNamespace) continue;
    const own = await keyOfOwner(key, { dialect, kind, refused, shared });
    const value = own ?? (await nextOwner(key, { dialect, kind, refused, shared }));
    if (value === undefined) continue;
    const reason = `an existing object has this ${key.word}`;
    // The other owners may differ in both keys.
    const isSingle = own !== undefined && shared.means.namespaces === undefined;
    const namespaces = isSingle ? kind.namespaces.slice(0, 1) : kind.namespaces;
    const changed = withConstant({ ...kind, namespaces }, { ...key, value }, { shared, reason });
    return withKind(dialect, changed);
  }
  return undefined;
}

interface Refused {
  readonly dialect: Dialect;
  readonly kind: KindDialect;
  readonly refused: Exchange;
  readonly shared: Shared;
}

/**
 * Returns the further key of the owner whose other key is the first namespace, if owners have both: a country next to
 * the code of a harbour.
 */
async function keyOfOwner(
  key: Key,
  { dialect, kind, shared }: Refused,
): Promise<string | undefined> {
  const { schema } = shared.means;
  const [sent = ""] = key.sent;
  const [namespace] = kind.namespaces;
  if (!usualNames.includes(sent) && plain(sent) !== plain(key.word)) return undefined;
  for (const owner of ownerLists(schema, kind)) {
    const type = schema.getType(owner.type);
    const leaf = isObjectType(type)
      ? leavesOf(type).find(({ name, holder }) => holder === "" && plain(name) === plain(key.word))
      : undefined;
    if (leaf === undefined) continue;
    const [place] = await valuesListed(dialect, owner, shared);
    const [value] = await valuesListed(dialect, { ...owner, leaf: leaf.path }, shared);
    if (place === namespace && value !== undefined && value !== sent) return value;
  }
  return undefined;
}

async function nextOwner(
  key: Key,
  { dialect, kind, refused, shared }: Refused,
): Promise<string | undefined> {
  const [sent = ""] = key.sent;
  const isGuess = usualNames.includes(sent) || plain(sent) === plain(key.word);
  const { outcome } = refused;
  const isMissing = outcome.result === "refused" && outcome.refusal.reason === "notFound";
  if (!isGuess && !isMissing && !isAbout(refused, key)) return undefined;
  const found: string[] = [];
  for (const owner of ownersNamed(shared.means.schema, kind, key.word)) {
    found.push(...(await valuesListed(dialect, owner, shared)).slice(0, 1));
  }
  // The name of the object is only sent to see whether a reference is required.
  if (isGuess || sent === "$name") return found.find((value) => value !== sent);
  return found.includes(sent) ? found[found.indexOf(sent) + 1] : undefined;
}

function isAbout(refused: Exchange, { word }: Key): boolean {
  return textsOf(refused).some((text) => isNamed(word, wordsOf(text)));
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.split(/[^\p{L}\p{N}_]+/u).map(plain));
}

type Key = Pick<ListedKey, "isNamespace" | "sent" | "word">;

function keysIn(tree: Tree, kind: KindDialect, holder = ""): readonly Key[] {
  return Object.entries(tree).flatMap(([name, value]): readonly Key[] => {
    const isComparison = /^_?(?:eq|equals|equalTo|is)$/iu.test(name);
    const word = isComparison ? holder : name;
    if (isJsonObject(value)) return keysIn(value, kind, name);
    if (typeof value !== "string") return [];
    if (value === "$namespace") {
      const place = kind.paths.namespace?.split(".").at(-1);
      const words = place === undefined || plain(place) === plain(word) ? [word] : [word, place];
      return words.map((one) => ({ word: one, isNamespace: true, sent: kind.namespaces }));
    }
    // A required string of unknown meaning gets the name of the object.
    const isName = plain(kind.paths.name.split(".").at(-1) ?? "") === plain(word);
    const isConstant = !value.startsWith("$") || (value === "$name" && !isName);
    return isConstant ? [{ word, isNamespace: false, sent: [value] }] : [];
  });
}

function listedFor(refused: Exchange, keys: readonly Key[]): ListedKey | undefined {
  const names = keys.map(({ word }) => word);
  if (isAboutCaller(refused, names)) return undefined;
  for (const text of textsOf(refused)) {
    const words = wordsOf(text);
    const key = keys.find(({ word }) => isNamed(word, words));
    const values = listedIn(text)?.filter((value) => !key?.sent.includes(value)) ?? [];
    if (key !== undefined && values.length > 0) return { ...key, values, text };
  }
  return undefined;
}

/** A text may omit the suffix of a key: `project` for `projectId`. */
function isNamed(word: string, words: ReadonlySet<string>): boolean {
  const short = plain(word).replace(/(?:id|key|name|slug)$/u, "");
  return words.has(plain(word)) || (short.length > 2 && words.has(short));
}

/** Replaces the rejected value of an argument in all calls of a kind. */
function withConstant(
  kind: KindDialect,
  { word, sent, value }: Pick<Key, "sent" | "word"> & { readonly value: string },
  { shared, reason }: { readonly shared: Shared; readonly reason: string },
): KindDialect {
  const changed = operationVerbs.map((verb) => [
    verb,
    kind.operations[verb].map((operation) => {
      const at = ["kinds", kind.name, "operations", verb, operation.id, "arguments"];
      const note = (path: readonly string[]): void =>
        shared.notes.note([...at, ...path], "medium", reason);
      return {
        ...operation,
        arguments: replaced(operation.arguments, { word, sent, value, note }),
      };
    }),
  ]);
  return { ...kind, operations: { ...kind.operations, ...Object.fromEntries(changed) } };
}

interface Replacement {
  readonly word: string;
  readonly sent: readonly string[];
  readonly value: string;
  /** Called with the path of each replaced argument. */
  readonly note: (path: readonly string[]) => void;
}

function replaced(tree: Tree, given: Replacement, holder: readonly string[] = []): Tree {
  const { word, sent, value, note } = given;
  return Object.fromEntries(
    Object.entries(tree).map(([name, inner]: readonly [string, ArgumentTree]) => {
      const path = [...holder, name];
      if (isJsonObject(inner)) return [name, replaced(inner, given, path)];
      const isNamedSo = path.slice(-2).some((step) => plain(step) === plain(word));
      if (typeof inner !== "string" || !isRefused(inner, { sent, isNamedSo })) return [name, inner];
      note(path);
      return [name, value];
    }),
  );
}

/**
 * Whether a value is the rejected value. Other calls may send the same value under another name, or another constant
 * under the same name.
 */
function isRefused(
  value: string,
  { sent, isNamedSo }: { readonly sent: readonly string[]; readonly isNamedSo: boolean },
): boolean {
  return value.startsWith("$")
    ? isNamedSo && sent.includes(value)
    : isNamedSo || sent.includes(value);
}
