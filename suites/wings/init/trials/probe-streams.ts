import type { ObjectKey, ResourceVersion, WatchEvent } from "#contract";
import type { Exchange, Watch } from "#targets";
import type { Dialect, KindDialect, WatchOperation } from "#targets/graphql";
import {
  create,
  isAccepted,
  newKey,
  objectIn,
  read,
  remove,
  send,
  withKind,
  writeStatus,
} from "../requests/trial-requests.ts";
import type { Trial } from "../requests/trial-requests.ts";
import { asStreams, streamsIn } from "../operations/merged-watches.ts";
import type { StreamPart } from "../operations/merged-watches.ts";
import { Listener } from "../requests/listener.ts";
import { onTrial } from "../requests/on-trial.ts";
import type { Shared } from "../requests/on-trial.ts";

type SeenTypes = ReadonlyMap<string, ReadonlySet<WatchEvent["type"]>>;

/** Whether a kind has subscriptions that may each report a single type of change. */
export function mayHaveStreams(kind: KindDialect): boolean {
  return streamsIn(kind.operations.watch).length > 1;
}

/**
 * Opens all subscriptions for objects of a kind, and creates, changes and deletes one object. Resolves with a dialect
 * in which one watch merges the subscriptions that each report one type of change. Resolves with undefined if there is
 * nothing to merge.
 */
export async function learnStreams(
  dialect: Dialect,
  key: ObjectKey,
  shared: Shared,
): Promise<Dialect | undefined> {
  const kind = dialect.kinds.find(({ name }) => name === key.kind);
  if (kind === undefined) return undefined;
  const streams = streamsIn(kind.operations.watch);
  const trial = withKind(dialect, {
    ...kind,
    operations: { ...kind.operations, watch: streams },
  });
  const seenTypes = await onTrial(trial, key.kind, {
    shared,
    work: (one) => followAll(one, streams),
  });
  const parts = streams.flatMap((operation): readonly StreamPart[] => {
    const types = [...(seenTypes?.get(operation.id) ?? [])];
    const [type, ...more] = types;
    if (type === undefined) return [];
    if (more.length === 0) return [{ operation, type }];
    const isUpserting = !types.includes("DELETED");
    return isUpserting ? [{ operation, type: "UPSERTED" }] : [];
  });
  const merged = asStreams(kind.name, [...parts, ...namesOnly(kind.operations.watch)]);
  if (merged === undefined) return undefined;
  const taken = new Set(merged.streams?.map(({ field }) => field));
  const others = kind.operations.watch.filter(({ id, field, streams: own }) => {
    return own === undefined && id !== merged.id && !taken.has(field);
  });
  const at = ["kinds", kind.name, "operations", "watch", merged.id, "streams"];
  shared.notes.note(at, "high", "each subscription reported one type of change");
  return withKind(dialect, {
    ...kind,
    operations: { ...kind.operations, watch: [merged, ...others] },
  });
}

function namesOnly(watches: readonly WatchOperation[]): Parameters<typeof asStreams>[1] {
  return watches.flatMap((operation) =>
    (operation.streams ?? []).flatMap(({ field, type, key }) =>
      key === undefined ? [] : [{ operation: { ...operation, field, key }, type }],
    ),
  );
}

async function followAll(trial: Trial, streams: readonly WatchOperation[]): Promise<SeenTypes> {
  const { kind, target, means } = trial;
  const listeners = streams.map(({ id }) => ({ id, listener: new Listener() }));
  const [namespace] = kind.namespaces;
  const place = namespace === undefined ? {} : { namespace };
  const open: Watch[] = [];
  try {
    for (const { id, listener } of listeners) {
      const command = { verb: "watch", identity: "author", kind: kind.name, via: id } as const;
      open.push(await target.watch({ ...command, ...place }, listener, means.signal));
    }
    const life = new Life(
      trial,
      listeners.map(({ listener }) => listener),
    );
    await life.run();
    return new Map(listeners.map(({ id, listener }) => [id, life.typesOn(listener)] as const));
  } finally {
    await Promise.all(open.map((watch) => watch[Symbol.asyncDispose]()));
  }
}

/** Creates, changes and deletes one object. Each step waits until a stream reports the previous one. */
class Life {
  readonly #trial: Trial;
  readonly #listeners: readonly Listener[];
  readonly #key: ObjectKey;
  #created: ResourceVersion | undefined;
  /** Number of events on each stream before the object was deleted. */
  #before: ReadonlyMap<Listener, number> = new Map();

  constructor(trial: Trial, listeners: readonly Listener[]) {
    this.#trial = trial;
    this.#listeners = listeners;
    this.#key = newKey(trial);
  }

  async run(): Promise<void> {
    const [spec = {}, otherSpec] = this.#trial.kind.samples.specs;
    const [status] = this.#trial.kind.samples.statuses;
    const { update, updateStatus } = this.#trial.kind.operations;
    const [operation] = updateStatus;
    const key = this.#key;
    await create(this.#trial, key, spec);
    this.#created = await this.#version();
    if (this.#created === undefined) return;
    await this.#heard(this.#created);
    if (otherSpec !== undefined && update.length > 0) {
      await this.#change((resourceVersion) => {
        const command = { verb: "update", identity: "author", key, resourceVersion } as const;
        return send(this.#trial, { ...command, spec: otherSpec });
      });
    }
    if (operation !== undefined && status !== undefined) {
      await this.#change((version) => {
        return writeStatus(this.#trial, operation, { key, status, version });
      });
    }
    this.#before = new Map(this.#listeners.map((one) => [one, one.events.length] as const));
    await remove(this.#trial, key);
    await this.#some((listener) =>
      listener.until(() => this.#afterwards(listener).length > 0, this.#limit),
    );
  }

  typesOn(listener: Listener): ReadonlySet<WatchEvent["type"]> {
    const gone = new Set(this.#afterwards(listener));
    const own = listener.events.filter((event) => this.#isOwn(event));
    return new Set(
      own.map((event) => {
        if (gone.has(event)) return "DELETED";
        return event.resourceVersion === this.#created ? "ADDED" : "MODIFIED";
      }),
    );
  }

  get #limit(): number {
    return this.#trial.means.eventMs;
  }

  #isOwn({ object }: WatchEvent): boolean {
    return object?.metadata.name === this.#key.name;
  }

  #afterwards(listener: Listener): readonly WatchEvent[] {
    const before = this.#before.get(listener) ?? Infinity;
    return listener.events.slice(before).filter((event) => this.#isOwn(event));
  }

  async #version(): Promise<ResourceVersion | undefined> {
    return objectIn(await read(this.#trial, this.#key))?.metadata.resourceVersion;
  }

  async #change(write: (version: ResourceVersion) => Promise<Exchange>): Promise<void> {
    const before = await this.#version();
    if (before === undefined || !isAccepted(await write(before))) return;
    const after = await this.#version();
    if (after !== undefined && after !== before) await this.#heard(after);
  }

  async #heard(version: ResourceVersion): Promise<void> {
    await this.#some((listener) =>
      listener.until(
        (event) => this.#isOwn(event) && event.resourceVersion === version,
        this.#limit,
      ),
    );
  }

  /** Waits until one stream receives an event, or until all time out. */
  async #some(wait: (listener: Listener) => Promise<boolean>): Promise<void> {
    const ended = this.#listeners.map(async (listener) => {
      if (!(await wait(listener))) throw new Error("it was not observed");
    });
    await Promise.any(ended).catch(() => undefined);
  }
}
