import { resourceVersion, uid } from "#contract";
import type {
  JsonObject,
  ManagedFields,
  RefusalReason,
  Resource,
  ResourceVersion,
} from "#contract";
import type { ControllerEvent, OwnedEvent, WriterRole } from "../rules/controller-event.ts";

export interface StepOptions {
  /** Absent without a driver. */
  readonly by?: WriterRole;
  /** Set for a controller that consists of several programs. */
  readonly agent?: string;
  readonly managers?: readonly ManagedFields[];
  /** The client that the object names as its last writer. */
  readonly writer?: string;
  /** Time since the preceding step, in milliseconds. Defaults to one second. */
  readonly afterMs?: number;
  /** Duration of the write, in milliseconds. Unknown by default. */
  readonly inFlightMs?: number;
}

export interface RefusalOptions extends StepOptions {
  readonly status?: JsonObject;
  readonly retryAfterSeconds?: number;
  /** The expected version in the request. Defaults to the newest version. */
  readonly precondition?: ResourceVersion;
  /** Defaults to the status. */
  readonly side?: "main" | "status";
  /** Whether the endpoint rejected the write, and not a driver. False by default. */
  readonly isByEndpoint?: boolean;
}

type Content = Partial<Pick<Resource, "spec" | "status">> & {
  readonly metadata?: Partial<Resource["metadata"]>;
};

/** Builds the history of one object, state by state, as watches and drivers report it. */
export class HistoryFixture {
  readonly events: ControllerEvent[] = [];
  #object: Resource | undefined;
  #version = 100;
  #life = 1;
  #atMs = 0;
  #stoodMs = 0;

  get object(): Resource {
    if (this.#object === undefined) throw new Error("the history starts with a creation");
    return this.#object;
  }

  get version(): ResourceVersion {
    return this.object.metadata.resourceVersion;
  }

  create(content: Content = {}, options: StepOptions = {}): this {
    const metadata = { name: "one", namespace: "default", generation: 1, ...content.metadata };
    const identity = { uid: uid(`u${this.#life}`), resourceVersion: resourceVersion("0") };
    this.#object = { kind: "Widget", ...content, metadata: { ...identity, ...metadata } };
    return this.#store({}, { side: "main", ...options, type: "ADDED" });
  }

  edit(spec: JsonObject, options: StepOptions = {}): this {
    const generation = (this.object.metadata.generation ?? 0) + 1;
    return this.#store({ spec, metadata: { generation } }, { side: "main", ...options });
  }

  mark(metadata: Partial<Resource["metadata"]>, options: StepOptions = {}): this {
    return this.#store({ metadata }, { side: "main", ...options });
  }

  report(status: JsonObject, options: StepOptions = {}): this {
    return this.#store({ status }, { side: "status", ...options });
  }

  refuse(reason: RefusalReason, options: RefusalOptions = {}): this {
    const { status, retryAfterSeconds, agent, precondition = this.version, side } = options;
    const limit = {
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
      ...(options.isByEndpoint === true ? { isByEndpoint: true as const } : {}),
    };
    this.#write("controller", options, {
      precondition,
      ...(status === undefined ? {} : { status }),
      ...(agent === undefined ? {} : { agent }),
      ...(side === undefined ? {} : { side }),
      result: { answer: "refused", reason, ...limit },
    });
    return this;
  }

  /** Adds a write by the controller that changes nothing and therefore creates no version. */
  repeat(options: StepOptions = {}): this {
    const result = { answer: "stored", version: this.version } as const;
    this.#write("controller", options, { result, precondition: this.version });
    return this;
  }

  /** Adds a controller's status write that is stored although its response is lost. */
  lose(status: JsonObject): this {
    this.#atMs += 1000;
    const precondition = this.version;
    this.#advance({ status });
    this.#write(
      "controller",
      { afterMs: 0 },
      { precondition, result: { answer: "lost", version: this.version } },
    );
    return this.#show("MODIFIED");
  }

  /** Adds a write of the main side that creates a version which no watch shows, because the object is removed. */
  removeBy(by: WriterRole): this {
    this.#advance({});
    this.#write(by, {}, { side: "main", result: { answer: "stored", version: this.version } });
    return this;
  }

  gone(afterMs = 1000): this {
    this.#atMs += afterMs;
    this.events.push({ event: "gone", key: this.#key(), atMs: this.#atMs });
    this.#life += 1;
    return this;
  }

  relist(): this {
    this.events.push({ event: "relist", kind: "Widget", atMs: this.#atMs });
    return this;
  }

  /** Delivers the newest state once more, as after a resume. */
  again(): this {
    return this.#show("ADDED");
  }

  controller(state: "started" | "stopped"): this {
    this.events.push({ event: "controller", state, atMs: this.#atMs });
    return this;
  }

  withholding(withholding: "begins" | "ends"): this {
    const what = `withholding ${withholding}`;
    this.events.push({ event: "disturbed", what, withholding, atMs: this.#atMs });
    return this;
  }

  viewed(through: "list" | "older list" | "read" | "reply" | "watch"): this {
    const { version } = this;
    this.events.push({ event: "viewed", key: this.#key(), through, version, atMs: this.#atMs });
    return this;
  }

  owned(name: string, state: OwnedEvent["state"], afterMs = 1000): this {
    this.events.push(this.#ownedEvent(name, state, afterMs));
    return this;
  }

  /** `life` is the number of the incarnation of the owner. */
  ownedBy(life: number, name: string, state: OwnedEvent["state"]): this {
    this.events.push({ ...this.#ownedEvent(name, state, 1000), ownerUid: uid(`u${life}`) });
    return this;
  }

  /** Adds an owned object with an owner reference. `life` is the number of the incarnation of the owner. */
  collected(life: number, name: string): this {
    const ownerUid = uid(`u${life}`);
    this.events.push({ ...this.#ownedEvent(name, "exists", 1000), ownerUid, isCollected: true });
    return this;
  }

  /** Adds the creation of an owned object, as a version of the sequence that the versions of its owner belong to. */
  created(name: string, version = this.nextVersion()): this {
    const createdAs = resourceVersion(version);
    this.events.push({ ...this.#ownedEvent(name, "exists", 1000), createdAs });
    return this;
  }

  /** Takes a version for another object. */
  nextVersion(): string {
    this.#version += 1;
    return String(this.#version);
  }

  unready(name: string, unready: string): this {
    this.events.push({ ...this.#ownedEvent(name, "changed", 1000), unready });
    return this;
  }

  wait(ms: number): this {
    this.#atMs += ms;
    this.events.push({ event: "time", atMs: this.#atMs });
    return this;
  }

  settle(): this {
    this.events.push({ event: "settled", atMs: this.#atMs });
    return this;
  }

  /** Adds a state that no watch shows. */
  /** The clock of the scenario stands still, for instance because the process was busy. */
  standStill(ms: number): this {
    this.#stoodMs += ms;
    return this;
  }

  unseen(content: Content): this {
    this.#advance(content);
    return this;
  }

  #store(
    content: Content,
    options: StepOptions & {
      readonly side: "main" | "status";
      readonly type?: "ADDED";
    },
  ): this {
    const { by, agent, managers, writer, afterMs = 1000, side, inFlightMs } = options;
    const { type = "MODIFIED" } = options;
    this.#atMs += afterMs;
    const precondition = this.version;
    this.#advance(content);
    if (managers !== undefined) this.#advance({ metadata: { managedFields: managers } }, false);
    if (writer !== undefined) this.#advance({ metadata: { writer } }, false);
    if (by !== undefined) {
      const { version } = this;
      this.#write(
        by,
        { afterMs: 0 },
        {
          side,
          ...(agent === undefined ? {} : { agent }),
          result: { answer: "stored", version },
          ...(inFlightMs === undefined ? {} : { sentMs: this.#atMs - inFlightMs }),
          ...(type === "ADDED" ? {} : { precondition }),
          ...(content.status === undefined ? {} : { status: content.status }),
        },
      );
    }
    return this.#show(type);
  }

  #advance(content: Content, isNew = true): void {
    if (isNew) this.#version += 1;
    const version = resourceVersion(String(this.#version));
    const { metadata } = this.object;
    this.#object = {
      ...this.object,
      ...content,
      metadata: { ...metadata, ...content.metadata, resourceVersion: version },
    };
  }

  #write(
    by: WriterRole,
    { afterMs = 1000 }: StepOptions,
    write: Partial<Extract<ControllerEvent, { event: "write" }>> &
      Pick<Extract<ControllerEvent, { event: "write" }>, "result">,
  ): void {
    this.#atMs += afterMs;
    const place = { event: "write", by, side: "status", key: this.#key() } as const;
    const realMs = this.#stoodMs === 0 ? undefined : this.#atMs + this.#stoodMs;
    this.events.push({ ...place, atMs: this.#atMs, realMs, ...write });
  }

  #show(type: "ADDED" | "MODIFIED"): this {
    this.events.push({ event: "shown", type, object: this.object, atMs: this.#atMs });
    return this;
  }

  #ownedEvent(name: string, state: OwnedEvent["state"], afterMs: number): OwnedEvent {
    this.#atMs += afterMs;
    const key = { kind: "Part", namespace: "default", name };
    return { event: "owned", owner: this.#key(), key, state, atMs: this.#atMs };
  }

  #key(): { kind: string; namespace: string; name: string } {
    return { kind: "Widget", namespace: "default", name: "one" };
  }
}

/** A condition as controllers report it. `since` is a number of seconds within one minute. */
export function condition(type: string, status: string, since = 0): JsonObject {
  const time = `2026-01-01T00:00:${String(since).padStart(2, "0")}Z`;
  return { type, status, reason: "Because", message: "", lastTransitionTime: time };
}

export function owning(manager: string, fields: JsonObject): ManagedFields {
  return { manager, operation: "Update", subresource: "status", fields: { "f:status": fields } };
}
