import { describeKey, isDryRun, isJsonList, isJsonObject, isSameValue, keyOf } from "#contract";
import type {
  Command,
  JsonObject,
  JsonValue,
  Outcome,
  Resource,
  ResourceMetadata,
  WatchEvent,
} from "#contract";
import { isStatusWrite } from "#model";
import type { StatusWrite } from "#model";
import { forwardedMethods, valueIn, withoutValueAt } from "#targets";
import type { KindDescription, Target, ValueShape, WatchListener } from "#targets";

/** Maximum number of objects whose last status is retained. */
const mostRetained = 1000;

/** The members that the contract names, and that a server must not set by itself. */
const contractMembers = ["conditions", "observedGeneration"];

type Path = readonly string[];

/**
 * Wraps a target so that statuses lack the members that only the endpoint sets, such as the time of the last status
 * write: no client can know their values. A member counts as set by the endpoint if a status write that names its
 * version returns it with a new value, and a read then shows the same value. No request of the run may have contained
 * a member of this name.
 */
export class ServerSetMembers {
  readonly #target: Target;
  readonly #kinds = new Map<string, KnownKind>();
  readonly #last = new Map<string, Resource>();

  constructor(target: Target) {
    this.#target = target;
    for (const kind of target.description.kinds) this.#kinds.set(kind.name, new KnownKind(kind));
  }

  /** The wrapped target. */
  get target(): Target {
    const target = this.#target;
    return {
      ...forwardedMethods(target),
      get description() {
        return target.description;
      },
      execute: async (command, signal) => {
        this.#kindOf(command)?.note(command);
        const exchange = await target.execute(command, signal);
        const { outcome } = exchange;
        if (outcome.result === "object") {
          if (isDecisive(command)) await this.#learn(command, outcome.object, signal);
          this.#retain(outcome.object);
        }
        return { ...exchange, outcome: this.#presentedOutcome(outcome) };
      },
      watch: (command, listener, signal) =>
        target.watch(command, this.#presentingTo(listener), signal),
      [Symbol.asyncDispose]: () => target[Symbol.asyncDispose](),
    };
  }

  /** States which members are not compared, and why. */
  get remarks(): readonly string[] {
    return [...this.#kinds].flatMap(([name, { paths }]) =>
      paths.length === 0
        ? []
        : [
            `${name}: the server sets ${paths.map((path) => path.join(".")).join(", ")} in statuses, ` +
              "although no request contained it, so no check compares it",
          ],
    );
  }

  #kindOf(command: Command): KnownKind | undefined {
    return this.#kinds.get(command.verb === "list" ? command.kind : command.key.kind);
  }

  async #learn(command: StatusWrite, shown: Resource, signal: AbortSignal): Promise<void> {
    const kind = this.#kindOf(command);
    const before = this.#last.get(describeKey(command.key));
    const isExact = before?.metadata.resourceVersion === command.resourceVersion;
    if (kind === undefined || before === undefined || !isExact) return;
    const found = kind
      .strangeIn(shown.status)
      .filter((path) => !isSameAt(path, before, shown) && !isSentBy(command, path, shown));
    if (found.length === 0) return;
    const { key } = command;
    const { outcome } = await this.#target.execute(
      { verb: "read", identity: "author", key },
      signal,
    );
    if (outcome.result !== "object") return;
    for (const path of found) if (isSameAt(path, outcome.object, shown)) kind.add(path);
  }

  #retain(object: Resource): void {
    const key = describeKey(keyOf(object));
    this.#last.delete(key);
    this.#last.set(key, object);
    const [oldest] = this.#last.keys();
    if (this.#last.size > mostRetained && oldest !== undefined) this.#last.delete(oldest);
  }

  #presentedOutcome(outcome: Outcome): Outcome {
    if (outcome.result === "object") {
      return { ...outcome, object: this.#presented(outcome.object) };
    }
    if (outcome.result !== "list") return outcome;
    return { ...outcome, items: outcome.items.map((item) => this.#presented(item)) };
  }

  #presentingTo(listener: WatchListener): WatchListener {
    return {
      event: (event) => listener.event(this.#presentedEvent(event)),
      ended: (end) => listener.ended(end),
      noted: (note) => listener.noted?.(note),
    };
  }

  #presentedEvent(event: WatchEvent): WatchEvent {
    return event.object === undefined ? event : { ...event, object: this.#presented(event.object) };
  }

  #presented(object: Resource): Resource {
    const { status, ...rest } = object;
    const paths = this.#kinds.get(object.kind)?.paths ?? [];
    if (paths.length === 0) return object;
    const shown = status && without(status, paths);
    return {
      ...rest,
      metadata: withoutOwnersOf(object.metadata, paths),
      ...(shown === undefined || Object.keys(shown).length === 0 ? {} : { status: shown }),
    };
  }
}

function without(value: JsonObject, paths: readonly Path[]): JsonObject {
  return paths.reduce((of, path) => withoutValueAt(of, path), value);
}

/** Removes the members at the paths of a status from the managed fields. */
function withoutOwnersOf(metadata: ResourceMetadata, paths: readonly Path[]): ResourceMetadata {
  if (metadata.managedFields === undefined) return metadata;
  const owned = paths.map((path) => ["status", ...path].map((step) => `f:${step}`));
  const managedFields = metadata.managedFields.map((entry) => ({
    ...entry,
    fields: without(entry.fields, owned),
  }));
  return { ...metadata, managedFields };
}

/** A kind, and the names of the members that its requests have contained or may contain. */
class KnownKind {
  #paths: readonly Path[] = [];
  readonly #names = new Set<string>(contractMembers);

  constructor({ samples, shapes = {}, filledStatuses, statusDefault, ...kind }: KindDescription) {
    const { specs, contrasts, statuses, invalidStatuses } = samples;
    const { standingMembers = [], openMembers = [] } = kind;
    for (const name of [...standingMembers, ...openMembers]) this.#names.add(name);
    this.#addNames({ specs, contrasts, statuses, invalidStatuses, filledStatuses, statusDefault });
    this.#addMembers(shapes.spec);
    this.#addMembers(shapes.status);
  }

  /** The members that only the endpoint sets. */
  get paths(): readonly Path[] {
    return this.#paths;
  }

  /** Ignores a member that a concurrent write has found before. */
  add(path: Path): void {
    if (!this.#isKnown(path)) this.#paths = [...this.#paths, path];
  }

  #isKnown(path: Path): boolean {
    return this.#paths.some((known) => isSameValue(known, path));
  }

  note(command: Command): void {
    if (command.verb !== "list" && command.verb !== "read") this.#addNames(command);
  }

  /** Returns the members of a status with unknown names, or the members inside known ones. */
  strangeIn(status: JsonObject = {}, at: Path = []): readonly Path[] {
    return Object.entries(status).flatMap(([name, value]): readonly Path[] => {
      const path = [...at, name];
      if (this.#names.has(name)) return isJsonObject(value) ? this.strangeIn(value, path) : [];
      return this.#isKnown(path) || this.#isPartlyKnown(value) ? [] : [path];
    });
  }

  /** Whether a value contains a member with a known name, and therefore perhaps a copy of what was sent. */
  #isPartlyKnown(value: JsonValue): boolean {
    if (isJsonList(value)) return value.some((item) => this.#isPartlyKnown(item));
    return (
      isJsonObject(value) &&
      Object.entries(value).some(([name, own]) => this.#names.has(name) || this.#isPartlyKnown(own))
    );
  }

  #addMembers(shape: ValueShape | undefined): void {
    if (shape?.kind === "list") this.#addMembers(shape.items);
    if (shape?.kind === "map") this.#addMembers(shape.values);
    if (shape?.kind !== "object") return;
    for (const { name, shape: own } of shape.members) {
      this.#names.add(name);
      this.#addMembers(own);
    }
  }

  #addNames(value: unknown): void {
    // The path of an operation in a JSON patch names the members that it changes.
    if (typeof value === "string" && value.startsWith("/")) {
      for (const name of value.split("/")) this.#names.add(name);
    }
    if (typeof value !== "object" || value === null) return;
    for (const [name, own] of Object.entries(value)) {
      this.#names.add(name);
      this.#addNames(own);
    }
  }
}

/** Whether the response to a command shows exactly the effect of this command. */
function isDecisive(command: Command): command is StatusWrite {
  return isStatusWrite(command) && command.resourceVersion !== undefined && !isDryRun(command);
}

function isSameAt(path: Path, one: Resource, other: Resource): boolean {
  const [left, right] = [valueIn(one.status, path), valueIn(other.status, path)];
  return left === undefined || right === undefined ? left === right : isSameValue(left, right);
}

/** Whether a value contains what identifies the object in the request. */
function isSentBy(
  { key, uid, resourceVersion }: StatusWrite,
  path: Path,
  shown: Resource,
): boolean {
  const sent = [key.name, key.namespace, uid, resourceVersion].filter((one) => one !== undefined);
  const isSent = (value: JsonValue): boolean =>
    isJsonList(value) || isJsonObject(value)
      ? Object.values(value).some(isSent)
      : sent.some((one) => one === String(value));
  return isSent(valueIn(shown.status, path) ?? null);
}
