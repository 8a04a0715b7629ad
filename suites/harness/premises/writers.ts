import { authoredOf, describeKey, isDryRun, isSameInstant, keyOf } from "#contract";
import type { Command, JsonValue, Outcome, Resource } from "#contract";
import { effectOf } from "./effect.ts";

export interface ShownState {
  readonly object: Resource;
}

export interface Disturbance {
  readonly version: string;
  /** A value that no request of the case contains, formatted with its path: `status.phase is "Running"`. */
  readonly what: string;
  /** Whether the other client changed nothing visible except the version. */
  readonly isInvisible?: true;
}

interface Exchanged {
  readonly exchange: number;
  readonly command: Command;
  readonly outcome: Outcome;
}

type ObjectOutcome = Extract<Outcome, { readonly result: "object" }>;

type Write = Exclude<Command, { readonly verb: "list" }>;

interface Known {
  readonly name: string;
  /** Versions that the case's own writes created. */
  readonly own: Set<string>;
  /** Versions in events and in responses to reads. */
  readonly witnessed: Set<string>;
  /**
   * Number of the case's own writes whose versions are unknown, because their responses contain the preceding version
   * or come from a later read.
   */
  unnamed: number;
  readonly states: Map<string, Resource>;
  /** Values that requests of the case contain, except those of {@link unread}. */
  readonly sent: Set<string>;
  /**
   * Writes whose values are not in {@link sent} yet. The values are extracted on demand, because few cases need them.
   */
  readonly unread: Write[];
  isCreated: boolean;
  /** Whether a write by the case may have been executed although its response did not contain the object. */
  isUncertain: boolean;
}

const mostRemembered = 500;

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
    const known = this.#objects.get(subject) ?? unknown(command.key.name);
    this.#objects.set(subject, known);
    this.#forgetOldest();
    const isWrite = command.verb !== "read";
    const isTrial = isDryRun(command);
    if (isWrite) {
      known.unread.push(command);
      if (known.unread.length >= mostUnread) readAll(known);
    }
    if (outcome.result !== "object") {
      // A write may have been executed although its response was lost. The stored object may then contain defaults and
      // counters that no response showed.
      if (isWrite && outcome.result !== "refused") known.isUncertain = true;
      return;
    }
    if (isTrial) return;
    if (command.verb === "create") known.isCreated = true;
    const version = outcome.object.metadata.resourceVersion;
    // The response contains the version before the write, so the version of the write is unknown.
    const before = known.states.get(version);
    if (effectOf({ command, before, after: outcome.object }) !== undefined) known.unnamed += 1;
    // A write that changes nothing returns the version that it names, which another client may have created.
    const isNamed = "resourceVersion" in command && command.resourceVersion === version;
    noteState(known, { isWrite: isWrite && !isNamed, outcome });
  }

  noteEvent(object: Resource): void {
    const known = this.#objects.get(describeKey(keyOf(object)));
    const version = object.metadata.resourceVersion;
    if (known === undefined || known.states.size >= mostRemembered) return;
    known.witnessed.add(version);
    if (!known.states.has(version)) known.states.set(version, object);
  }

  knows(subject: string): boolean {
    const known = this.#objects.get(subject);
    return known?.isCreated === true && !known.isUncertain;
  }

  #forgetOldest(): void {
    const [oldest] = this.#objects.keys();
    if (this.#objects.size > mostObjects && oldest !== undefined) this.#objects.delete(oldest);
  }

  disturbanceOf(subject: string, events: readonly ShownState[]): Disturbance | undefined {
    const known = this.#objects.get(subject);
    if (known === undefined || !known.isCreated || known.isUncertain) return undefined;
    const { own, states, unnamed } = known;
    const all = [...states.values(), ...events.map(({ object }) => object)];
    const isOwn = ({ metadata }: Resource): boolean => own.has(metadata.resourceVersion);
    const foreign = byVersion(all.filter((one) => !isOwn(one)));
    // Each of the case's own writes whose version is unknown may have created one of these states.
    if (foreign.length <= unnamed) return undefined;
    // A faulty target may execute a write on the object of another kind or namespace that has the same name.
    const namesakes = [...this.#objects.values()].filter(({ name }) => name === known.name);
    for (const one of namesakes) readAll(one);
    const settled = new Set(all.filter(isOwn).flatMap(leavesOf));
    const leaves = foreign.map((state) => ({ state, found: new Set(leavesOf(state)) }));
    const isStrange = (leaf: string): boolean =>
      !settled.has(leaf) &&
      namesakes.every((one) => isUnsent(leaf, one)) &&
      (unnamed === 0 || leaves.some(({ found }) => !found.has(leaf)));
    for (const { state, found } of leaves) {
      const strange = [...found].find(isStrange);
      if (strange !== undefined) {
        return { version: state.metadata.resourceVersion, what: strange.replace("=", " is ") };
      }
    }
    return undefined;
  }

  /**
   * Finds a write by another client to an object that the case leaves unchanged: a value that the case never used or,
   * failing that, a version that the case did not create. A version that only the response to a write contains proves
   * nothing: if the response is wrong, the additional version may be that of the write.
   */
  disturbanceAtRest(subject: string): Disturbance | undefined {
    const visible = this.disturbanceOf(subject, []);
    const known = this.#objects.get(subject);
    if (visible !== undefined || known?.isCreated !== true || known.isUncertain) return visible;
    const foreign = [...known.states.keys()].filter((version) => !known.own.has(version));
    const last = foreign.at(-1);
    const unwitnessed = [...known.own].filter((version) => !known.witnessed.has(version));
    if (last === undefined || foreign.length <= known.unnamed + unwitnessed.length) {
      return undefined;
    }
    return { version: last, what: "nothing except the version changed", isInvisible: true };
  }
}

function byVersion(states: readonly Resource[]): readonly Resource[] {
  return [...new Map(states.map((one) => [one.metadata.resourceVersion, one])).values()];
}

function noteState(
  known: Known,
  { isWrite, outcome }: { readonly isWrite: boolean; readonly outcome: ObjectOutcome },
): void {
  const { object, isFromRead } = outcome;
  const version = object.metadata.resourceVersion;
  // A read after a write may already show a later write by another client.
  if (isWrite && isFromRead === true) known.unnamed += 1;
  else if (isWrite) known.own.add(version);
  else known.witnessed.add(version);
  if (known.states.size < mostRemembered) known.states.set(version, object);
}

function unknown(name: string): Known {
  const empty = {
    own: new Set<string>(),
    witnessed: new Set<string>(),
    states: new Map(),
    sent: new Set<string>(),
  };
  return { name, ...empty, unread: [], unnamed: 0, isCreated: false, isUncertain: false };
}

function readAll({ sent, unread }: Known): void {
  for (const write of unread) for (const value of valuesIn(contentOf(write))) remember(sent, value);
  unread.length = 0;
}

function remember(values: Set<string>, value: string): void {
  if (values.size < mostRemembered) values.add(value);
}

function isUnsent(leaf: string, { sent }: Known): boolean {
  const value = leaf.slice(leaf.indexOf("=") + 1);
  // The endpoint may return a time in another format.
  return (
    !sent.has(value) && ![...sent].some((one) => isSameInstant(unquoted(one), unquoted(value)))
  );
}

function unquoted(text: string): string {
  return text.replace(/^"(.*)"$/u, "$1");
}

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
