import type {
  Command,
  ObjectKey,
  Outcome,
  WatchCommand,
  JsonObject,
  JsonValue,
  Refusal,
} from "#contract";
import type {
  CollectionRemoval,
  Exchange,
  KindDescription,
  RemovedTogether,
  Target,
  Watch,
  WatchListener,
} from "#targets";
import { RunEvidence } from "../premises/sent-commands.ts";
import { executeChecked } from "./checked-reply.ts";
import type { LeanExchange, TraceSink } from "./trace.ts";
import { Outage } from "./outage.ts";
import type { OutageOptions } from "./outage.ts";
import { ReplyClock } from "./reply-times.ts";
import type { ReplyTimes } from "./reply-times.ts";
import type { SeenEvent, Step } from "../judging/recorded-step.ts";
import type { WriteLimit } from "./write-limit.ts";
import { describeRefusal, jsonEquals } from "#contract";

export interface RecordedWatch {
  readonly exchange: number;
  readonly watch: Watch;
}

export interface RecordedListener {
  event(event: SeenEvent): void;
  ended: WatchListener["ended"];
}

export interface RecorderOptions {
  readonly target: Target;
  readonly trace: TraceSink;
  readonly now: () => number;
  /** Unlimited by default. */
  readonly writes?: WriteLimit;
  readonly sending?: (key: ObjectKey) => void;
  readonly answered?: (command: Command, outcome: Outcome) => void;
  /** How refused connections are bridged. By default, no request without a connection is repeated. */
  readonly outage?: OutageOptions;
}

export interface CallOptions {
  /** Whether the step contains the request and the response as sent. False by default. */
  readonly withWire?: true;
}

function wireOf({ request, reply }: Exchange): Pick<Step, "wire"> {
  if (reply === undefined) return {};
  return { wire: { variables: request?.variables ?? {}, body: reply.body } };
}

interface Bridged extends Exchange {
  /** Whether the request was repeated because the target refused connections. */
  readonly hasWaited: boolean;
}

/** Maximum number of times that a read is sent. */
const mostReads = 3;

/**
 * Sends commands to a target, numbers and times the exchanges, and passes everything to the trace. Numbers follow the
 * order in which commands are sent, except for exchanges of workloads, which are recorded afterwards.
 */
export class Recorder {
  readonly #target: Target;
  readonly #trace: TraceSink;
  readonly #now: () => number;
  readonly #writes: WriteLimit | undefined;
  readonly runEvidence = new RunEvidence();
  readonly #sending: RecorderOptions["sending"];
  readonly #answered: NonNullable<RecorderOptions["answered"]>;
  #exchanges = 0;
  readonly #replyClock = new ReplyClock();
  #inferredLimit: Refusal | undefined;
  /** Whether a response to a write showed the object before it. */
  #isDistrusted = false;
  #lostConnections = 0;
  readonly #outage: Outage | undefined;
  #rateLimit: string | undefined;
  readonly #watchNotes = new Set<string>();

  constructor(options: RecorderOptions) {
    this.#target = options.target;
    this.#trace = options.trace;
    this.#now = options.now;
    this.#writes = options.writes;
    this.#sending = options.sending;
    this.#answered = options.answered ?? ((): void => {});
    this.#outage = options.outage === undefined ? undefined : new Outage(options.outage);
    this.runEvidence.noteGuessedModes(options.target.description.kinds);
    this.runEvidence.noteGuessedSemantics(options.target.description.guessedSemantics);
    if (options.target.description.schema !== undefined) this.runEvidence.noteSchema();
  }

  /** Reserves numbers: the next exchange gets the number after `exchange`. */
  startAfter(exchange: number): void {
    this.#exchanges = exchange;
  }

  /** The number of the last exchange. Equals the number of exchanges unless numbers were reserved. */
  get exchanges(): number {
    return this.#exchanges;
  }

  get replyTimes(): ReplyTimes {
    return this.#replyClock;
  }

  /** Whether commands wait because the endpoint requested a pause. */
  get isPaused(): boolean {
    return this.#target.isPaused?.() ?? false;
  }

  /** The first rejection by a rate limit that the dialect does not map, if a retry was then accepted. */
  get inferredLimit(): Refusal | undefined {
    return this.#inferredLimit;
  }

  /** Notes on watches that start otherwise than requested. */
  get watchNotes(): readonly string[] {
    return [...this.#watchNotes];
  }

  /** The last rejection by a rate limit, in the target's words, if no request has been answered since. */
  get rateLimit(): string | undefined {
    return this.#rateLimit;
  }

  /** How long the target has refused all connections, in milliseconds, if it counts as unreachable. */
  get unreachableMs(): number | undefined {
    return this.#outage?.unreachableMs;
  }

  /** Number of reads that were sent again because their connection was lost. */
  get lostConnections(): number {
    return this.#lostConnections;
  }

  /** Repeats a request until it has a connection, or the target counts as unreachable. */
  async #answerTo(command: Command, signal: AbortSignal): Promise<Bridged> {
    for (let sent = 1; ; sent += 1) {
      const exchange = await this.#connectedAnswer(command, signal);
      const isAgain = await this.#outage?.isWorthRepeating(exchange.outcome, sent, signal);
      if (isAgain !== true) return { ...exchange, hasWaited: sent > 1 };
    }
  }

  /** Repeats a read whose connection was lost. A write may have been executed, so it is not repeated. */
  async #connectedAnswer(command: Command, signal: AbortSignal): Promise<Exchange> {
    const isRead = command.verb === "read" || command.verb === "list";
    for (let sent = 1; ; sent += 1) {
      const exchange = await executeChecked(this.#target, command, {
        signal,
        isDistrusted: this.#isDistrusted,
      });
      this.#isDistrusted ||= isOutdated(exchange);
      const isRepeated = isRead && sent < mostReads && !signal.aborted;
      if (!isRepeated || !hasLostConnection(exchange)) return exchange;
      if (this.#outage !== undefined && isUnsent(exchange)) return exchange;
      this.#lostConnections += 1;
    }
  }

  /**
   * Sends one command for a case.
   *
   * @throws WritesSpent when the command would exceed the write limit.
   */
  async call<C extends Command>(
    command: C,
    options: CallOptions & { readonly case: string; readonly signal: AbortSignal },
  ): Promise<Step<C>> {
    this.#writes?.spend(command.verb);
    if (command.verb !== "list" && command.verb !== "read") this.#sending?.(command.key);
    const exchange = ++this.#exchanges;
    const startedMs = this.#now();
    const { hasWaited, ...answer } = await this.#answerTo(command, options.signal);
    const { outcome, misfit, partial } = answer;
    const endedMs = this.#now();
    this.#answered(command, outcome);
    this.#noteTimes(answer, hasWaited ? undefined : endedMs - startedMs);
    this.#note({ ...answer, command, startedMs, endedMs }, exchange, options.case);
    const doubts = {
      ...(misfit === undefined ? {} : { misfit }),
      ...(partial === undefined ? {} : { partial }),
    };
    const wire = options.withWire === true ? wireOf(answer) : {};
    return { exchange, command, outcome, ...doubts, ...wire, startedMs, endedMs };
  }

  /** Without a latency, the response counts, but its request had waited for a connection. */
  #noteTimes(exchange: Exchange, tookMs: number | undefined): void {
    const { outcome, rateRefusals = 0, rateRejection } = exchange;
    this.#replyClock.refused(rateRefusals);
    this.#noteLimit(exchange);
    if (rateRejection?.refusal.isInferred === true && rateRejection.isProven === true) {
      this.#inferredLimit ??= rateRejection.refusal;
    }
    if (outcome.result === "unknown" || outcome.result === "unsupported") return;
    if (tookMs === undefined) this.#replyClock.answered();
    else this.#replyClock.took(tookMs);
  }

  #noteLimit({ outcome, rateRefusals = 0, rateRejection }: Exchange): void {
    if (outcome.result === "unsupported") return;
    if (outcome.result !== "unknown") this.#rateLimit = undefined;
    else if (rateRejection !== undefined) this.#rateLimit = describeRefusal(rateRejection.refusal);
    else if (rateRefusals > 0) this.#rateLimit = outcome.detail;
  }

  /**
   * Whether objects can be removed with fewer requests than one per object. With a write limit, each removal counts.
   */
  get removesCollections(): boolean {
    return this.#target.removeCollections !== undefined && this.#writes === undefined;
  }

  /** Removes objects with few requests, which are not recorded. Objects that are not in the result may remain. */
  async removeCollections(
    removal: CollectionRemoval,
    signal: AbortSignal,
  ): Promise<RemovedTogether> {
    const none = { removed: [], absent: [] };
    if (!this.removesCollections || signal.aborted) return none;
    const answered = (): void => this.#replyClock.answered();
    return (await this.#target.removeCollections?.({ ...removal, answered }, signal)) ?? none;
  }

  /**
   * Records an exchange that was sent without the recorder. The returned number does not reflect when the exchange was
   * sent.
   */
  keep(sent: LeanExchange, of: string): number {
    const exchange = ++this.#exchanges;
    this.#note(sent, exchange, of);
    return exchange;
  }

  #note(sent: LeanExchange, exchange: number, of: string): void {
    const { command, outcome, misfit, doubtfulList, request, reply, startedMs, endedMs } = sent;
    const isInvalid = outcome.result === "refused" && outcome.refusal.reason === "invalid";
    const { kinds } = this.#target.description;
    const partial = sent.partial ?? partialListOf(kinds, command);
    const about = {
      exchange,
      command,
      outcome,
      ...(misfit === undefined ? {} : { misfit }),
      ...(isInvalid && isSampleWrite(kinds, command) ? { isSample: true as const } : {}),
      ...(partial === undefined ? {} : { partial }),
      ...(doubtfulList === undefined ? {} : { doubtfulList }),
    };
    this.runEvidence.note(of, { ...about, startedMs, endedMs });
    this.#trace({
      line: "exchange",
      ...about,
      case: of,
      startedMs,
      endedMs,
      ...(request === undefined ? {} : { request }),
      ...(reply === undefined ? {} : { reply }),
    });
  }

  async watch(
    command: WatchCommand,
    listener: RecordedListener,
    options: { readonly case: string; readonly signal: AbortSignal },
  ): Promise<RecordedWatch> {
    const exchange = ++this.#exchanges;
    const startedMs = this.#now();
    const watch = await this.#target.watch(
      command,
      this.#listen(exchange, listener),
      options.signal,
    );
    const { request } = watch;
    this.#trace({ line: "watch", exchange, case: options.case, startedMs, command, request });
    return { exchange, watch };
  }

  #listen(exchange: number, listener: RecordedListener): WatchListener {
    return {
      event: (event) => {
        const arrivedMs = this.#now();
        this.runEvidence.noteEvent(event);
        this.#trace({ line: "event", exchange, arrivedMs, event });
        listener.event({ ...event, arrivedMs });
      },
      ended: (end) => {
        this.#trace({ line: "watch-end", exchange, endedMs: this.#now(), end });
        listener.ended(end);
      },
      noted: (note) => void this.#watchNotes.add(note),
    };
  }
}

/** Returns why the list that a command requests may lack objects. Returns undefined if the list is complete. */
function partialListOf(kinds: readonly KindDescription[], command: Command): string | undefined {
  if (command.verb !== "list") return undefined;
  const kind = kinds.find(({ name }) => name === command.kind);
  const unused = kind?.partialLists?.[command.via ?? kind.operations.list[0] ?? ""];
  return unused === undefined ? undefined : `the dialect maps no ${unused}`;
}

function isOutdated({ outcome }: Exchange): boolean {
  return outcome.result === "object" && outcome.isReplyOutdated === true;
}

function isUnsent({ outcome }: Pick<Exchange, "outcome">): boolean {
  return outcome.result === "unknown" && outcome.isUnsent === true;
}

function hasLostConnection({ outcome }: Pick<Exchange, "outcome">): boolean {
  return outcome.result === "unknown" && outcome.cause === "connection";
}

/** Whether a write only contains a sample that is declared valid, without a deliberate error. */
export function isSampleWrite(kinds: readonly KindDescription[], command: Command): boolean {
  if (command.verb !== "create" && command.verb !== "update" && command.verb !== "updateStatus") {
    return false;
  }
  if (command.foreign !== undefined || command.options !== undefined) return false;
  const kind = kinds.find(({ name }) => name === command.key.kind);
  if (kind === undefined) return false;
  const { specs, statuses, counter } = kind.samples;
  if (command.verb !== "updateStatus") return isOneOf(specs, command.spec ?? {}, "");
  const sets = kind.statusSets?.[command.via ?? ""] ?? {};
  const given = Object.entries(command.status).filter(([name]) => !(name in sets));
  const status = Object.fromEntries(given);
  if (holdsDeclaredError(status, kind)) return false;
  return isCount(status, kind) || isOneOf(statuses, status, counter);
}

/** Whether a status contains the value that makes an invalid sample of the kind invalid, and no valid sample has it. */
function holdsDeclaredError(status: JsonObject, { samples }: KindDescription): boolean {
  const { statuses, invalidStatuses } = samples;
  return invalidStatuses.some(({ status: invalid, field }) => {
    const named = field.replace(/^status\./u, "").split(/[.[]/u)[0] ?? "";
    const value = invalid[named];
    return (
      value !== undefined &&
      jsonEquals(status[named], value) &&
      !statuses.some((one) => jsonEquals(one[named], value))
    );
  });
}

function isCount(
  status: JsonObject,
  { samples: { counter, statuses }, demandedMembers = {}, requiredFirst = {} }: KindDescription,
): boolean {
  const { [counter]: count, ...rest } = status;
  const demanded = new Set(
    [demandedMembers, requiredFirst].flatMap((names) => Object.values(names).flat()),
  );
  const [sample = {}] = statuses;
  const isDemanded = Object.entries(rest).every(
    ([name, value]) => demanded.has(name) && jsonEquals(value, sample[name]),
  );
  return isDemanded && typeof count === "number" && count >= 0;
}

function isOneOf(samples: readonly JsonObject[], value: JsonObject, counter: string): boolean {
  const { [counter]: count, ...rest } = value;
  return samples.some(
    ({ [counter]: sample, ...others }) => isCountLike(count, sample) && jsonEquals(others, rest),
  );
}

/**
 * Whether a value may replace the counter of a sample. A negative number, or a value of another type, is a deliberate
 * error.
 */
function isCountLike(count: JsonValue | undefined, sample: JsonValue | undefined): boolean {
  if (typeof count === "number") return count >= 0;
  return count === undefined || typeof count === typeof sample;
}
