import { authoredOf, describeKey } from "#contract";
import type { Command, JsonValue, Outcome, Resource } from "#contract";

/** A state of an object in an event. */
export interface ShownState {
  readonly object: Resource;
}

/** A write by another client to an object of a case. */
export interface Disturbance {
  readonly version: string;
  /** A value that no request of the case contains, as text: `status.phase is "Running"`. */
  readonly what: string;
}

interface Exchanged {
  readonly exchange: number;
  readonly command: Command;
  readonly outcome: Outcome;
}

type Write = Exclude<Command, { readonly verb: "list" }>;

interface Known {
  /** Versions that the case's own writes created. */
  readonly own: Set<string>;
  /** The states of the object in replies, by version. */
  readonly states: Map<string, Resource>;
  /** Values that requests of the case contain, except those of {@link unread}. */
  readonly sent: Set<string>;
  /** Writes whose values are not in {@link sent} yet, because few cases ask for them. */
  readonly unread: Write[];
  isCreated: boolean;
  /** Whether a write by the case may have been executed although there was no reply. */
  isUncertain: boolean;
}

/** Maximum number of states and values that are kept per object. */
const mostRemembered = 500;

/** Maximum number of writes per object whose values are not read yet. */
const mostUnread = 50;

/** Maximum number of objects per case. A property uses thousands of objects, one after another. */
const mostObjects = 100;

/**
 * Distinguishes the writes by a case from writes by other clients. A state was written by another client if no write by
 * the case returned its version, and it contains a value that occurs in no request and no returned state of the case.
 */
export class Writers {
  readonly #objects = new Map<string, Known>();

  note({ command, outcome }: Exchanged): void {
    if (command.verb === "list") return;
    const subject = describeKey(command.key);
    const known = this.#objects.get(subject) ?? unknown();
    this.#objects.set(subject, known);
    this.#forgetOldest();
    const isWrite = command.verb !== "read";
    const isTrial = "options" in command && command.options?.dryRun === true;
    if (isWrite) {
      known.unread.push(command);
      if (known.unread.length >= mostUnread) readAll(known);
    }
    if (outcome.result !== "object") {
      // After a refusal or a lost reply, the stored object may contain defaults and counters.
      if (isWrite && outcome.result !== "refused") known.isUncertain = true;
      return;
    }
    if (isTrial) return;
    const { object } = outcome;
    const version = object.metadata.resourceVersion;
    if (command.verb === "create") known.isCreated = true;
    if (isWrite) known.own.add(version);
    if (known.states.size < mostRemembered) known.states.set(version, object);
  }

  /** Whether the versions of all writes by the case to an object are known. */
  knows(subject: string): boolean {
    const known = this.#objects.get(subject);
    return known?.isCreated === true && !known.isUncertain;
  }

  #forgetOldest(): void {
    const [oldest] = this.#objects.keys();
    if (this.#objects.size > mostObjects && oldest !== undefined) this.#objects.delete(oldest);
  }

  /** A write by another client to an object that the case created; undefined if none is known. */
  disturbanceOf(subject: string, events: readonly ShownState[]): Disturbance | undefined {
    const known = this.#objects.get(subject);
    if (known === undefined || !known.isCreated || known.isUncertain) return undefined;
    const states = [...known.states.values(), ...events.map(({ object }) => object)];
    const isOwn = ({ metadata }: Resource): boolean => known.own.has(metadata.resourceVersion);
    const foreign = states.filter((one) => !isOwn(one));
    if (foreign.length === 0) return undefined;
    readAll(known);
    const settled = new Set(states.filter(isOwn).flatMap(leavesOf));
    for (const state of foreign) {
      const strange = leavesOf(state).find((leaf) => !settled.has(leaf) && isUnsent(leaf, known));
      if (strange !== undefined) {
        return { version: state.metadata.resourceVersion, what: strange.replace("=", " is ") };
      }
    }
    return undefined;
  }
}

function unknown(): Known {
  const empty = { own: new Set<string>(), states: new Map(), sent: new Set<string>() };
  return { ...empty, unread: [], isCreated: false, isUncertain: false };
}

/** Remembers the values of all writes, in their order. */
function readAll({ sent, unread }: Known): void {
  for (const write of unread) for (const value of valuesIn(contentOf(write))) remember(sent, value);
  unread.length = 0;
}

function remember(values: Set<string>, value: string): void {
  if (values.size < mostRemembered) values.add(value);
}

function isUnsent(leaf: string, { sent }: Known): boolean {
  return !sent.has(leaf.slice(leaf.indexOf("=") + 1));
}

/** The content that a command writes. */
function contentOf(command: Write): JsonValue {
  const { verb: _verb, identity: _identity, key: _key, ...content } = command;
  const text: JsonValue = JSON.parse(JSON.stringify(content));
  return text;
}

function valuesIn(value: JsonValue): readonly string[] {
  if (typeof value !== "object" || value === null) return [JSON.stringify(value)];
  return Object.values(value).flatMap((inner: JsonValue | undefined) =>
    inner === undefined ? [] : valuesIn(inner),
  );
}

/** The innermost values that a write can set, each with its path. */
function leavesOf({ spec, status, metadata }: Resource): readonly string[] {
  return Object.entries({ spec, status, ...authoredOf(metadata) }).flatMap(([name, value]) =>
    value === undefined ? [] : leavesIn(value, name),
  );
}

function leavesIn(value: JsonValue, path: string): readonly string[] {
  if (value === null) return [];
  if (typeof value !== "object") return [`${path}=${JSON.stringify(value)}`];
  return Object.entries(value).flatMap(([name, inner]: [string, JsonValue | undefined]) =>
    inner === undefined ? [] : leavesIn(inner, `${path}.${name}`),
  );
}
