import type {
  CreateCommand,
  DeleteCommand,
  ListCommand,
  ObjectKey,
  Outcome,
  ReadCommand,
  Refusal,
  Resource,
  UpdateCommand,
  UpdateStatusCommand,
} from "#contract";
import type { OperationOutcome } from "#checker";
import type { CheckContext } from "../session/check.ts";
import type { ContentMarks, Marks } from "./content-marks.ts";
import { valueOfMarks } from "./content-marks.ts";
import { isLingering } from "./history-recorder.ts";
import type { HistoryRecorder, InvokedOperation, ShownState } from "./history-recorder.ts";
import type { LeanAnswer } from "../session/lean-target.ts";
import type { Evidence, ReadingRoles } from "./reading-roles.ts";

export interface WorkloadObject {
  readonly key: ObjectKey;
  /** Has the form `namespace/name`. */
  readonly name: string;
}

export interface Held {
  readonly version: Resource["metadata"]["resourceVersion"];
  readonly uid: Resource["metadata"]["uid"];
  readonly marks: Marks;
}

export type WorkloadCommand =
  | CreateCommand
  | DeleteCommand
  | ListCommand
  | ReadCommand
  | UpdateCommand
  | UpdateStatusCommand;

export interface RecordedClientOptions {
  readonly name: string;
  readonly context: Pick<CheckContext, "label">;
  readonly recorder: HistoryRecorder;
  readonly marks: ContentMarks;
  readonly roles: ReadingRoles;
  readonly send: (command: WorkloadCommand) => Promise<LeanAnswer>;
  /** Selects the operation that a command uses. Undefined selects the target's first operation. */
  readonly via: (verb: WorkloadCommand["verb"]) => string | undefined;
  /** Whether the operation that a write uses accepts an expected version. */
  readonly isConditional: (command: Pick<WorkloadCommand, "verb" | "via">) => boolean;
  /**
   * Whether the operation that a command uses accepts a uid. Otherwise, the command may affect a successor of the
   * object.
   */
  readonly carriesUid: (command: Pick<WorkloadCommand, "verb" | "via">) => boolean;
  /** Whether the operation that a command uses finds its object by uid. */
  readonly isFoundByUid: (command: Pick<WorkloadCommand, "verb" | "via">) => boolean;
}

export interface Ended {
  readonly outcome: OperationOutcome;
  readonly held?: Held;
}

interface WorkloadRequest {
  readonly invoked: Omit<InvokedOperation, "client" | "object">;
  readonly command: WorkloadCommand;
  readonly written?: Partial<Marks>;
  /** What a response shows about the object. By default, its content. */
  readonly evidenceOf?: (outcome: Outcome) => Evidence;
}

export class RecordedClient {
  readonly #options: RecordedClientOptions;

  constructor(options: RecordedClientOptions) {
    this.#options = options;
  }

  read(object: WorkloadObject): Promise<Ended> {
    const { roles, marks } = this.#options;
    const identity = roles.next();
    const command: ReadCommand = { verb: "read", identity, key: object.key };
    return this.#one(object, {
      invoked: { operation: "read" },
      command: this.#routed(command),
      evidenceOf: (outcome) => {
        const seen = outcome.result === "object" ? marks.seenIn(outcome.object) : undefined;
        return roles.evidenceOf(identity, outcome, seen);
      },
    });
  }

  create(object: WorkloadObject): Promise<Ended> {
    const { marks, context } = this.#options;
    const mark = marks.next();
    const value = valueOfMarks(marks.created(mark));
    const command: CreateCommand = {
      verb: "create",
      identity: "author",
      key: object.key,
      ...marks.authored(mark),
      ...(Object.keys(context.label).length === 0 ? {} : { labels: context.label }),
    };
    const invoked = { operation: "create", value } as const;
    const written = { spec: marks.authoredMark(mark) };
    return this.#one(object, { invoked, command: this.#routed(command), written });
  }

  writeStatus(object: WorkloadObject, held: Held): Promise<Ended> {
    const { marks } = this.#options;
    const mark = marks.next();
    const command: UpdateStatusCommand = {
      verb: "updateStatus",
      identity: "controller",
      key: object.key,
      resourceVersion: held.version,
      status: marks.reported(mark),
    };
    return this.#write(object, { held, command, written: { status: String(mark) } });
  }

  writeSpec(object: WorkloadObject, held: Held): Promise<Ended> {
    const { marks } = this.#options;
    const mark = marks.next();
    const command: UpdateCommand = {
      verb: "update",
      identity: "author",
      key: object.key,
      resourceVersion: held.version,
      ...marks.authored(mark),
    };
    return this.#write(object, { held, command, written: { spec: marks.authoredMark(mark) } });
  }

  /** If the operation does not accept a version, the write is recorded as unconditional. */
  #write(
    object: WorkloadObject,
    {
      held,
      command: requested,
      written,
    }: {
      readonly held: Held;
      readonly command: UpdateCommand | UpdateStatusCommand;
      readonly written: Partial<Marks>;
    },
  ): Promise<Ended> {
    const command = this.#routed(requested);
    const value = valueOfMarks({ ...held.marks, ...written });
    const invoked = this.#options.isConditional(command)
      ? ({ operation: "cas", precondition: held.version, value } as const)
      : ({ operation: "put" } as const);
    return this.#one(object, { invoked, command, written });
  }

  /**
   * Deletes the object. If the operation accepts a uid, deletes only the incarnation that the client knows; with
   * `isExact`, only at the version that the client knows.
   */
  remove(object: WorkloadObject, held: Held, isExact: boolean): Promise<Ended> {
    const command: DeleteCommand = {
      verb: "delete",
      identity: "author",
      key: object.key,
      uid: held.uid,
      ...(isExact ? { resourceVersion: held.version } : {}),
    };
    const routed = this.#routed(command);
    const precondition = isExact && this.#options.isConditional(routed) ? held.version : undefined;
    const uid = this.#options.carriesUid(routed) ? held.uid : undefined;
    const invoked = { operation: "delete", uid, precondition } as const;
    return this.#one(object, { invoked, command: routed });
  }

  /** The list is recorded as concurrent reads, one of each object. */
  async list(objects: readonly WorkloadObject[], wanted: ListCommand): Promise<void> {
    const { recorder, name: client, send } = this.#options;
    const rows = objects.map(({ name: object }) =>
      recorder.begin({ operation: "read", object, client }),
    );
    const { outcome, keep } = await send(this.#routed(wanted));
    for (const row of rows) recorder.sentAs(row, keep);
    if (outcome.result !== "list") {
      const ended = outcome.result === "refused" ? outcomeOf("read", outcome) : "unknown";
      // A rejected list provides no evidence about the objects.
      for (const row of rows) recorder.end(row, ended === "unknown" ? "unknown" : "failed");
      return;
    }
    const found = new Map(outcome.items.map((item) => [item.metadata.name, item]));
    objects.forEach(({ key, name }, index) => {
      const item = found.get(key.name);
      const row = rows[index] ?? 0;
      if (item === undefined) recorder.end(row, "not-found");
      else recorder.end(row, "ok", this.#shown(name, item));
    });
  }

  async #one({ name: object }: WorkloadObject, request: WorkloadRequest): Promise<Ended> {
    const { recorder, name: client, send, marks } = this.#options;
    const { invoked, command, written } = request;
    const row = recorder.begin({ ...invoked, object, client });
    const { outcome, keep } = await send(command);
    recorder.sentAs(row, keep);
    const limited = this.#limited(row, outcome, request);
    if (limited !== undefined) return { outcome: limited };
    const ended = outcomeOf(invoked.operation, outcome);
    recorder.conflictsWith(row, currentIn(outcome));
    if (outcome.result !== "object" || invoked.operation === "delete") {
      // The object with this uid no longer exists, but a successor with the same name may.
      const namesUid = invoked.uid !== undefined || this.#options.isFoundByUid(command);
      const isOther = ended === "not-found" && namesUid;
      recorder.end(row, isOther ? "failed" : ended);
      return { outcome: ended };
    }
    const shown = this.#shown(object, outcome.object);
    const found = marks.of(outcome.object);
    const isOwn =
      (written?.spec ?? found.spec) === found.spec &&
      (written?.status ?? found.status) === found.status;
    if (!isOwn) {
      // Records the written content, so that the checker can compare it with the response.
      recorder.end(row, ended, { ...shown, value: invoked.value ?? shown.value });
      return { outcome: ended };
    }
    recorder.end(row, ended, shown);
    const { resourceVersion: version, uid } = outcome.object.metadata;
    return { outcome: ended, held: { version, uid, marks: found } };
  }

  /** Records a response that does not show the content that the request read or wrote, and returns its outcome. */
  #limited(row: number, outcome: Outcome, request: WorkloadRequest): OperationOutcome | undefined {
    const { recorder, marks, roles } = this.#options;
    const { evidenceOf, invoked } = request;
    if (isEffectUnknown(outcome, invoked, marks)) {
      recorder.end(row, "unknown");
      return "unknown";
    }
    const evidence = evidenceOf?.(outcome) ?? "content";
    const object = outcome.result === "object" ? outcome.object : undefined;
    if (evidence === "content" && object !== undefined)
      roles.noteContent(marks.seenIn(object).content);
    if (evidence === "content" || (evidence === "version" && object === undefined))
      return undefined;
    if (object === undefined || isLingering(object)) {
      recorder.end(row, "failed");
      return outcomeOf(invoked.operation, outcome);
    }
    const { resourceVersion: version, uid } = object.metadata;
    recorder.end(row, "ok", { version, uid });
    return "ok";
  }

  #shown(object: string, resource: Resource): ShownState {
    const { recorder, marks } = this.#options;
    const { resourceVersion, uid } = resource.metadata;
    const shown = { version: resourceVersion, uid, value: marks.valueOf(resource) };
    if (isLingering(resource)) recorder.lingers(object, shown);
    return shown;
  }

  #routed<C extends WorkloadCommand>(command: C): C {
    const via = this.#options.via(command.verb);
    return via === undefined ? command : { ...command, via };
  }
}

function currentIn(outcome: Outcome): string | undefined {
  return outcome.result === "refused" ? outcome.refusal.currentResourceVersion : undefined;
}

/**
 * Whether the effect of a write is unknown: its response shows an earlier object, or an object that was read after the
 * write shows another write. If that still has the version before the write, the write had no effect.
 */
function isEffectUnknown(
  outcome: Outcome,
  { value, precondition }: Pick<InvokedOperation, "precondition" | "value">,
  marks: ContentMarks,
): boolean {
  if (outcome.result !== "object") return false;
  const { object, isFromRead = false, isReplyOutdated = false } = outcome;
  if (!isFromRead) return isReplyOutdated;
  if (object.metadata.resourceVersion === precondition) return false;
  return value !== undefined && value !== marks.valueOf(object);
}

/**
 * Returns the outcome of an operation for the history. If the effect is unclear, the outcome is unknown, because a
 * server may fail after it has stored the write.
 */
export function outcomeOf(
  operation: InvokedOperation["operation"],
  outcome: Outcome,
): OperationOutcome {
  switch (outcome.result) {
    case "object":
      return "ok";
    case "done":
      return operation === "delete" ? "ok" : "unknown";
    case "refused":
      return isMissingOrStale(operation, outcome.refusal)
        ? "failed"
        : refusedOutcome(operation, outcome.refusal.reason);
    case "unsupported":
      return "failed";
    case "list":
    case "unknown":
    case "unintelligible":
      return "unknown";
  }
}

/**
 * Whether an endpoint rejects a conditional write to a missing object like one with a stale version, as an update that
 * returns no rows. Its response is no evidence that the object is missing.
 */
function isMissingOrStale(
  operation: InvokedOperation["operation"],
  { reason, alsoFor = [] }: Refusal,
): boolean {
  const isConditional = operation === "cas" || operation === "delete";
  return isConditional && reason === "notFound" && alsoFor.includes("conflict");
}

function refusedOutcome(
  operation: InvokedOperation["operation"],
  reason: Extract<Outcome, { readonly result: "refused" }>["refusal"]["reason"],
): OperationOutcome {
  switch (reason) {
    case "conflict":
      return operation === "cas" || operation === "delete" ? "conflict" : "failed";
    case "notFound":
      return operation === "create" ? "failed" : "not-found";
    case "alreadyExists":
      return operation === "create" ? "exists" : "failed";
    case "unauthenticated":
    case "forbidden":
    case "invalid":
    case "expired":
    case "rateLimited":
      return "failed";
    case "internal":
    case "unclassified":
      return "unknown";
  }
}
