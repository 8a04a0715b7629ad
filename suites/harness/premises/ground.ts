import { describeKey } from "#contract";
import type { Command, IdentityName, JsonValue, Outcome, RefusalReason, Resource } from "#contract";
import { effectOf } from "./effect.ts";
import type { Effect } from "./effect.ts";

/** An exchange, as far as premises rest on it. */
export interface SentCommand {
  readonly exchange: number;
  readonly command: Command;
  readonly outcome: Outcome;
  /** Why the schema refuses the request. Absent: it fits, or the schema is not known. */
  readonly misfit?: string;
  /** On a refusal as invalid: what the write carries is a sample that is declared valid. */
  readonly isSample?: true;
}

/** What one exchange of a case shows. */
export interface Fact {
  readonly exchange: number;
  readonly identity: IdentityName;
  /** Kind and verb, as where no operation is named. */
  readonly usual: string;
  /** Kind, verb and the operation that is named, if any. */
  readonly operation: string;
  readonly isWrite: boolean;
  /** The object that it is about. Absent on lists. */
  readonly subject?: string;
  readonly isAccepted: boolean;
  readonly refusal?: { readonly reason: RefusalReason; readonly message: string };
  readonly misfit?: string;
  readonly isSample?: true;
  /** What it writes, as text without its numbers. Absent where it writes nothing. */
  readonly content?: string;
  readonly effect?: Effect;
  /** The write replaced a version by another one. */
  readonly isMove?: true;
  /** The version of the object in the reply. */
  readonly version?: string;
}

/** The case under whose name the suite does what all cases share. It never ends, and nothing is kept of it. */
export const sharedCase = "run";

/** The most objects of a case whose states are remembered: a property has thousands, one after the other. */
const mostSubjects = 400;

/** The most contents of accepted writes that are remembered. */
const mostContents = 20_000;

/** What all cases of a run have shown so far: which operations, and which contents, are accepted. */
export class RunGround {
  readonly #cases = new Map<string, CaseGround>();
  /** The first exchange that was accepted, by operation. */
  readonly #operations = new Map<string, number>();
  /** The first exchange that was accepted, by operation and content. */
  readonly #contents = new Map<string, number>();
  /** The operations of which a write moved a version. */
  readonly #moving = new Set<string>();

  /** Takes in an exchange of a case. */
  note(of: string, sent: SentCommand): void {
    const ground = of === sharedCase ? new CaseGround(this) : this.of(of);
    const { operation, content, isAccepted, isMove, exchange } = ground.note(sent);
    if (!isAccepted) return;
    if (isMove === true) this.#moving.add(operation);
    if (!this.#operations.has(operation)) this.#operations.set(operation, exchange);
    if (content === undefined || this.#contents.size >= mostContents) return;
    const written = `${operation} ${content}`;
    if (!this.#contents.has(written)) this.#contents.set(written, exchange);
  }

  /** What the exchanges of a case have shown so far. */
  of(name: string): CaseGround {
    const known = this.#cases.get(name);
    if (known !== undefined) return known;
    const ground = new CaseGround(this);
    this.#cases.set(name, ground);
    return ground;
  }

  /** Forgets what is about one case alone: it has been judged. */
  forget(name: string): void {
    this.#cases.delete(name);
  }

  /**
   * The first accepted exchange through the operation of a request, or through the one that is used where none is
   * named. Undefined where there was none.
   */
  acceptedLike({ operation, usual }: Pick<Fact, "operation" | "usual">): number | undefined {
    return this.#operations.get(operation) ?? this.#operations.get(usual);
  }

  /** Whether a write through the operation of a request ever moved a version. */
  hasMoved({ operation, usual }: Pick<Fact, "operation" | "usual">): boolean {
    return this.#moving.has(operation) || this.#moving.has(usual);
  }

  /** The first accepted exchange with the same content. Undefined where there was none. */
  acceptedWith(fact: Pick<Fact, "content" | "operation" | "usual">): number | undefined {
    const { operation, usual, content = "" } = fact;
    return (
      this.#contents.get(`${operation} ${content}`) ?? this.#contents.get(`${usual} ${content}`)
    );
  }
}

/** What the other cases of the run have shown. */
export type SharedGround = Pick<RunGround, "acceptedLike" | "acceptedWith" | "hasMoved">;

/** What the exchanges of one case have shown. */
export class CaseGround {
  readonly run: SharedGround;
  readonly #facts = new Map<number, Fact>();
  /** The objects that replies showed, by their versions. */
  readonly #seen = new Map<string, Map<string, Resource>>();
  /** The newest one of each. */
  readonly #last = new Map<string, Resource>();

  constructor(run: SharedGround) {
    this.run = run;
  }

  /** All facts, in the order of their replies. */
  get facts(): readonly Fact[] {
    return [...this.#facts.values()];
  }

  /** What some exchanges of the case show; those of other cases are left out. */
  factsAt(exchanges: readonly number[]): readonly Fact[] {
    return exchanges.flatMap((exchange) => this.#facts.get(exchange) ?? []);
  }

  /** Takes in an exchange. */
  note({ exchange, command, outcome, misfit, isSample }: SentCommand): Fact {
    const subject = command.verb === "list" ? undefined : describeKey(command.key);
    const after = outcome.result === "object" ? outcome.object : undefined;
    const done = subject && after && this.#done(subject, command, after);
    const content = contentOf(command);
    const fact: Fact = {
      exchange,
      identity: command.identity,
      ...operationOf(command),
      isWrite: writes(command),
      isAccepted: ["object", "list", "done"].includes(outcome.result),
      ...(subject === undefined ? {} : { subject }),
      ...(outcome.result === "refused" ? { refusal: refusalIn(outcome) } : {}),
      ...(misfit === undefined ? {} : { misfit }),
      ...(isSample === undefined ? {} : { isSample }),
      ...(content === undefined ? {} : { content }),
      ...(typeof done === "object" ? done : {}),
      ...(after === undefined ? {} : { version: after.metadata.resourceVersion }),
    };
    this.#facts.set(exchange, fact);
    return fact;
  }

  #done(subject: string, command: Command, after: Resource): Pick<Fact, "effect" | "isMove"> {
    const seen = this.#seen.get(subject) ?? new Map<string, Resource>();
    const named = "resourceVersion" in command ? command.resourceVersion : undefined;
    const before = named === undefined ? this.#last.get(subject) : seen.get(named);
    const effect = effectOf({ command, before, after });
    const replaced = named ?? before?.metadata.resourceVersion;
    const isKnown = replaced !== undefined && !isTrial(command) && writes(command);
    const isMove = isKnown && replaced !== after.metadata.resourceVersion;
    if (!isTrial(command)) {
      this.#seen.set(subject, seen.set(after.metadata.resourceVersion, after));
      this.#last.set(subject, after);
      this.#forgetOldest();
    }
    return { ...(effect === undefined ? {} : { effect }), ...(isMove ? { isMove } : {}) };
  }

  #forgetOldest(): void {
    const [oldest] = this.#seen.keys();
    if (this.#seen.size <= mostSubjects || oldest === undefined) return;
    this.#seen.delete(oldest);
    this.#last.delete(oldest);
  }
}

function writes({ verb }: Command): boolean {
  return verb !== "read" && verb !== "list";
}

/** A dry run shows an object that is not stored. */
function isTrial(command: Command): boolean {
  return "options" in command && command.options?.dryRun === true;
}

function refusalIn({
  refusal: { reason, message },
}: Extract<Outcome, { readonly result: "refused" }>): NonNullable<Fact["refusal"]> {
  return { reason, message };
}

function operationOf(command: Command): Pick<Fact, "operation" | "usual"> {
  const kind = command.verb === "list" ? command.kind : command.key.kind;
  const usual = `${kind} ${command.verb}`;
  return { usual, operation: command.via === undefined ? usual : `${usual} ${command.via}` };
}

function contentOf(command: Command): string | undefined {
  const content = writtenBy(command);
  return content === undefined ? undefined : JSON.stringify(content, withoutNumber);
}

/** Checks count: a status of another count is the same sample. */
function withoutNumber(_member: string, value: unknown): unknown {
  return typeof value === "number" ? 0 : value;
}

function writtenBy(command: Command): JsonValue | undefined {
  switch (command.verb) {
    case "create":
    case "update":
      return command.spec;
    case "updateStatus":
      return command.status;
    case "patchStatus":
      return command.patch;
    case "read":
    case "list":
    case "delete":
      return undefined;
  }
}
