import { resourceVersion, uid } from "#contract";
import type {
  JsonObject,
  ManagedFields,
  RefusalReason,
  Resource,
  ResourceVersion,
} from "#contract";
import type { ControllerEvent, WriterRole } from "../rules/controller-event.ts";

/** How something in a story happens. */
export interface StepOptions {
  /** Who does it, told as a driver would. Absent: nobody tells. */
  readonly by?: WriterRole;
  /** The record of managers in the state that comes of it. */
  readonly managers?: readonly ManagedFields[];
  /** Time since what happened before, in milliseconds; a second by default. */
  readonly afterMs?: number;
}

/** How a controller met a refusal. */
export interface RefusalOptions extends StepOptions {
  readonly status?: JsonObject;
  readonly retryAfterSeconds?: number;
  /** The version that it named; the newest by default. */
  readonly precondition?: ResourceVersion;
}

type Content = Partial<Pick<Resource, "spec" | "status">> & {
  readonly metadata?: Partial<Resource["metadata"]>;
};

/** Tells the history of one object, a state at a time, as watches and drivers would. */
export class HistoryFixture {
  readonly events: ControllerEvent[] = [];
  #object: Resource | undefined;
  #version = 100;
  #life = 1;
  #atMs = 0;

  get object(): Resource {
    if (this.#object === undefined) throw new Error("the story begins with a creation");
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

  /** A new spec, and with it a new generation. */
  edit(spec: JsonObject, options: StepOptions = {}): this {
    const generation = (this.object.metadata.generation ?? 0) + 1;
    return this.#store({ spec, metadata: { generation } }, { side: "main", ...options });
  }

  /** Other metadata; the spec stays. */
  mark(metadata: Partial<Resource["metadata"]>, options: StepOptions = {}): this {
    return this.#store({ metadata }, { side: "main", ...options });
  }

  /** The status as a whole. */
  report(status: JsonObject, options: StepOptions = {}): this {
    return this.#store({ status }, { side: "status", ...options });
  }

  /** A write of the controller that was refused. */
  refuse(reason: RefusalReason, options: RefusalOptions = {}): this {
    const { status, retryAfterSeconds, precondition = this.version } = options;
    const told = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
    this.#write("controller", options, {
      precondition,
      ...(status === undefined ? {} : { status }),
      result: { answer: "refused", reason, ...told },
    });
    return this;
  }

  /** A write of the controller that changed nothing, so that there is no new version. */
  repeat(options: StepOptions = {}): this {
    const result = { answer: "stored", version: this.version } as const;
    this.#write("controller", options, { result, precondition: this.version });
    return this;
  }

  /** A status write of the controller, carried out, whose answer did not arrive. */
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

  /** The newest state once more, as after a resumption. */
  again(): this {
    return this.#show("ADDED");
  }

  controller(state: "started" | "stopped"): this {
    this.events.push({ event: "controller", state, atMs: this.#atMs });
    return this;
  }

  wait(ms: number): this {
    this.#atMs += ms;
    this.events.push({ event: "time", atMs: this.#atMs });
    return this;
  }

  /** States that nobody was shown. */
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
    const { by, managers, afterMs = 1000, side, type = "MODIFIED" } = options;
    this.#atMs += afterMs;
    const precondition = this.version;
    this.#advance(content);
    if (managers !== undefined) this.#advance({ metadata: { managedFields: managers } }, false);
    if (by !== undefined) {
      const { version } = this;
      this.#write(
        by,
        { afterMs: 0 },
        {
          side,
          result: { answer: "stored", version },
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
    this.events.push({ ...place, atMs: this.#atMs, ...write });
  }

  #show(type: "ADDED" | "MODIFIED"): this {
    this.events.push({ event: "shown", type, object: this.object, atMs: this.#atMs });
    return this;
  }

  #key(): { kind: string; namespace: string; name: string } {
    return { kind: "Widget", namespace: "default", name: "one" };
  }
}

/** A condition as controllers report it. `since` are seconds of one minute. */
export function condition(type: string, status: string, since = 0): JsonObject {
  const time = `2026-01-01T00:00:${String(since).padStart(2, "0")}Z`;
  return { type, status, reason: "Because", message: "", lastTransitionTime: time };
}

/** An entry of the record of managers for fields of the status. */
export function owning(manager: string, fields: JsonObject): ManagedFields {
  return { manager, operation: "Update", subresource: "status", fields: { "f:status": fields } };
}
