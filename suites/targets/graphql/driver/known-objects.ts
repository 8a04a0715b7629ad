import { authoredOf, isDryRun, keyOf, resourceVersion } from "#contract";
import type {
  Command,
  DeleteCommand,
  JsonValue,
  ObjectKey,
  Outcome,
  Resource,
  ResourceVersion,
} from "#contract";
import type { Exchange } from "../../port/target.ts";
import type { ListOperation, ObjectOperation } from "../dialect/dialect-operations.ts";
import type { KindDialect } from "../dialect/dialect.ts";
import type { Planned } from "../requests/plan-command.ts";
import type { StoredParts } from "../requests/stored-values.ts";
import type { Placeholder } from "../schema/argument-tree.ts";
import { soleAt, valueAt } from "../schema/paths.ts";

export interface KnownObject {
  readonly key: ObjectKey;
  readonly uid: string;
  readonly version: ResourceVersion;
  readonly first: ResourceVersion;
  /** The first versions of deleted objects with the same uid. */
  readonly earlier: readonly ResourceVersion[];
}

/** The last accepted write to an object. All times are times of responses, in milliseconds. */
export interface WrittenObject {
  readonly createdMs?: number;
  readonly version: ResourceVersion;
  readonly answeredMs: number;
  readonly isDeleted?: true;
}

/** Maximum number of cached objects, far more than running cases use. */
const mostKnown = 20_000;

/** Maximum number of deleted objects of one name whose first versions are cached. */
const mostEarlier = 100;

/** Maximum number of cached uids of deleted objects of one kind. */
const mostGone = 100;

/** Caches the data from responses that later requests need: objects, and the formats of their tokens. */
export class KnownObjects {
  readonly #byKey = new Map<string, KnownObject>();
  readonly #byUid = new Map<string, KnownObject>();
  readonly #written = new Map<string, WrittenObject>();
  /** The names of deleted objects, by kind and uid. */
  readonly #gone = new Map<string, Map<string, string>>();
  /** Kinds with a uid that returned with the next object of the same name. */
  readonly #reissuing = new Set<string>();
  readonly #numbers = new Set<string>();

  /** Records that a request is about to be sent. A create request may reuse the uid of a deleted object. */
  sending(command: Command): void {
    if (command.verb !== "create") return;
    const { kind } = command.key;
    const name = textOf(command.key);
    const gone = this.#gone.get(kind) ?? new Map<string, string>();
    for (const [uid, of] of gone) if (of === name) gone.delete(uid);
  }

  note(
    command: Command,
    { kind, operation }: Planned<ObjectOperation | ListOperation>,
    exchange: Exchange,
  ): void {
    const { outcome } = exchange;
    this.#noteForms(kind, operation, exchange.reply?.body);
    if (outcome.result === "list") outcome.items.forEach((item) => this.#keep(item));
    if (command.verb === "delete") {
      this.#noteRemoval(command, kind, outcome);
    } else if (outcome.result === "object") {
      if (command.verb === "create") this.#keepCreated(outcome.object);
      else this.#keep(outcome.object);
      if (command.verb !== "read") this.#noteWrite(command, outcome.object);
    } else if (isUnseen(outcome) && command.verb === "create") {
      this.#byKey.delete(textOf(command.key));
    }
  }

  #noteRemoval(command: DeleteCommand, kind: KindDialect, outcome: Outcome): void {
    const known = this.#byKey.get(textOf(command.key));
    if (known === undefined || isDryRun(command)) return;
    if (isGone(kind, outcome)) this.#noteGone(kind, known);
    if (outcome.result !== "refused") this.#noteDeletion(known.uid);
  }

  #noteGone({ name }: KindDialect, { uid, key }: KnownObject): void {
    const gone = this.#gone.get(name) ?? new Map<string, string>();
    if (gone.size < mostGone) this.#gone.set(name, gone.set(uid, textOf(key)));
  }

  under(key: ObjectKey): KnownObject | undefined {
    return this.#byKey.get(textOf(key));
  }

  withUid(uid: string): KnownObject | undefined {
    return this.#byUid.get(uid);
  }

  written(uid: string): WrittenObject | undefined {
    return this.#written.get(uid);
  }

  /** Whether the endpoint writes a token of the kind as a number. A cursor has the same form as a version. */
  isNumber({ name }: KindDialect, token: Placeholder): boolean {
    return this.#numbers.has(`${name} ${token === "$cursor" ? "$resourceVersion" : token}`);
  }

  /**
   * Chooses the uid for a request without reading its object: the cached uid, otherwise the uid of a deleted object of
   * the kind, otherwise an unused uid. The object that was deleted first is the least likely to be created again. If
   * uids return with names, the uid of a deleted object may belong to its successor.
   */
  absent({ name, samples }: KindDialect, key: ObjectKey): StoredParts {
    const known = this.under(key);
    const isGiven = (one: string): boolean => this.#byUid.has(one);
    const [first] = this.#byUid.keys();
    const [gone] = this.#reissuing.has(name) ? [] : (this.#gone.get(name)?.keys() ?? []);
    const uid = known?.uid ?? gone ?? unusedUid(first, isGiven);
    return { uid, resourceVersion: known?.version ?? "1", spec: samples.specs[0] ?? {} };
  }

  #noteWrite(command: Command, { metadata }: Resource): void {
    const { uid, resourceVersion: version } = metadata;
    const before = this.#written.get(uid);
    if (before?.version === version) return;
    const answeredMs = performance.now();
    const createdMs = command.verb === "create" ? answeredMs : before?.createdMs;
    const created = createdMs === undefined ? {} : { createdMs };
    set(this.#written, uid, { ...created, version, answeredMs });
  }

  #noteDeletion(uid: string): void {
    const before = this.#written.get(uid);
    if (before !== undefined) set(this.#written, uid, { ...before, isDeleted: true });
  }

  /** Keeps a created object. A uid that is only a name returns with the next object of that name. */
  #keepCreated(object: Resource): void {
    const before = this.#byUid.get(object.metadata.uid);
    const isNext = this.#written.get(object.metadata.uid)?.isDeleted === true;
    if (isNext) {
      this.#byUid.delete(object.metadata.uid);
      this.#reissuing.add(object.kind);
    }
    this.#keep(
      object,
      isNext && before ? [...before.earlier, before.first].slice(-mostEarlier) : [],
    );
  }

  #keep(object: Resource, others: readonly ResourceVersion[] = []): void {
    const { uid, resourceVersion: version } = object.metadata;
    // The uid stays in use if a delete operation only archives the object.
    this.#gone.get(object.kind)?.delete(uid);
    const { first = version, earlier = others } = this.#byUid.get(uid) ?? {};
    const known: KnownObject = { key: keyOf(object), uid, version, first, earlier };
    set(this.#byKey, textOf(known.key), known);
    set(this.#byUid, uid, known);
  }

  #noteForms(
    { name, paths, boxed }: KindDialect,
    operation: ObjectOperation | ListOperation,
    body: JsonValue | undefined,
  ): void {
    if (boxed !== undefined || !("result" in operation) || operation.result === null) return;
    const value = soleAt(valueAt(body, `data.${operation.field}`), operation.result);
    if (typeof valueAt(value, paths.uid) === "number") this.#numbers.add(`${name} $uid`);
    if (typeof valueAt(value, paths.resourceVersion) === "number") {
      this.#numbers.add(`${name} $resourceVersion`);
    }
  }
}

/** Whether a write may have created an object, although the response does not contain one. */
function isUnseen({ result }: Outcome): boolean {
  return result === "unknown" || result === "done";
}

/**
 * Whether a deleted object no longer exists. It still exists while it has finalizers or the second step of the delete
 * operation is pending.
 */
function isGone({ operations }: KindDialect, outcome: Outcome): boolean {
  if (operations.delete.some(({ finish }) => finish !== undefined)) return false;
  return outcome.result === "object"
    ? outcome.object.metadata.deletionTimestamp === undefined
    : outcome.result === "done";
}

/** Extracts the fields of a stored object that later requests may have to contain. */
export function storedParts({ metadata, spec }: Resource): StoredParts {
  const { uid, resourceVersion: version } = metadata;
  return {
    uid,
    resourceVersion: resourceVersion(version),
    ...(spec === undefined ? {} : { spec }),
    authored: authoredOf(metadata),
  };
}

function textOf({ kind, namespace = "", name }: ObjectKey): string {
  return JSON.stringify([kind, namespace, name]);
}

function set<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= mostKnown) return;
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}

const randomLength = 16;

/** The length of the last group of a UUID. */
const randomEnding = 12;

/** Larger than the numbers in sequential ids. */
const largeNumber = "999999999";

const letters = String.fromCodePoint(...Array.from({ length: 26 }, (_, index) => 0x7a - index));

/**
 * Generates an id that has the format of an issued id, but was never issued. An id in another format may be invalid
 * rather than unknown. Opaque ids often contain a number, possibly encoded in Base64, such as `Vat:7`.
 */
export function unusedUid(like: string | undefined, isGiven: (uid: string) => boolean): string {
  if (like === undefined) return "00000000-0000-4000-8000-000000000000";
  const candidates = [similarTo(like), ...otherEndings(like)];
  return candidates.find((uid) => uid !== like && !isGiven(uid)) ?? `${like}${largeNumber}`;
}

function similarTo(like: string): string {
  const inner = textIn(like);
  if (inner !== undefined) return sameEncoding(like, similarTo(inner));
  // The last word is a random id, or contains the number of an object.
  const word = /[\da-z-]*\d[\da-z-]*(?![^]*\d)/iu.exec(like);
  if (word === null) return unissued(like);
  const [found] = word;
  const end = word.index + found.length;
  const other =
    found.length >= randomLength ? unissued(found) : found.replace(/\d+(?!.*\d)/u, largeNumber);
  return `${like.slice(0, word.index)}${other}${like.slice(end)}`;
}

/** Keeps the start, because it may contain a version or a time that endpoints validate. */
function unissued(random: string): string {
  const end = random.slice(-randomEnding);
  return `${random.slice(0, -randomEnding)}${end.replaceAll(/\d/gu, "0").replaceAll(/[a-f]/gu, "a")}`;
}

/** Decodes an id that is printable text with a separator and a number in Base64. Undefined for other ids. */
function textIn(uid: string): string | undefined {
  const bytes = Buffer.from(uid, "base64");
  const text = bytes.toString("latin1");
  const isEncoding = stripped(bytes.toString("base64")) === stripped(uid);
  return isEncoding && /^[ -~]*[^\w\s-][ -~]*\d[ -~]*$/u.test(text) ? text : undefined;
}

function sameEncoding(like: string, text: string): string {
  const encoded = Buffer.from(text, "latin1").toString("base64");
  const isUnpadded = like.length % 4 !== 0;
  return isUnpadded ? encoded.replaceAll("=", "") : encoded;
}

/** Converts Base64 to the standard alphabet, without padding. */
function stripped(encoded: string): string {
  return encoded.replaceAll("-", "+").replaceAll("_", "/").replace(/=+$/u, "");
}

function otherEndings(like: string): readonly string[] {
  const last = /[\da-z](?!.*[\da-z])/iu.exec(like);
  if (last === null) return [];
  const characters = /\d/u.test(last[0]) ? "0123456789" : letters;
  return Array.from(
    characters,
    (character) => `${like.slice(0, last.index)}${character}${like.slice(last.index + 1)}`,
  );
}
