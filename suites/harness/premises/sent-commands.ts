import { describeKey, isDryRun, isEmpty, isSameValue, isSameVersion, keyOf } from "#contract";
import type {
  Command,
  IdentityName,
  JsonValue,
  ObjectKey,
  Outcome,
  Refusal,
  Resource,
  WatchEvent,
  SemanticsName,
} from "#contract";
import { effectOf } from "./effect.ts";
import type { Effect } from "./effect.ts";
import { absent, seeminglyStale, staleBecauseOf } from "./stale-reads.ts";
import { Writers } from "./writers.ts";
import type { Disturbance, ShownState } from "./writers.ts";

export interface SentCommand {
  readonly exchange: number;
  readonly command: Command;
  readonly outcome: Outcome;
  /** Why the schema rejects the request. Absent if the request matches, or the schema is unknown. */
  readonly misfit?: string;
  /** Whether the write contains only a sample that is declared valid. Only for an `invalid` rejection. */
  readonly isSample?: true;
  /** Why the list may lack objects. */
  readonly partial?: string;
  /** Why it is unknown whether a list in a returned object differs from the sent list or is only arranged otherwise. */
  readonly doubtfulList?: string;
  /** Milliseconds since the run started. Absent in histories of other tools. */
  readonly startedMs?: number;
  readonly endedMs?: number;
}

export interface Fact extends Pick<SentCommand, "endedMs" | "startedMs"> {
  readonly exchange: number;
  readonly identity: IdentityName;
  /** The operation that a command without `via` uses: kind and verb. */
  readonly usual: string;
  /** The operation: kind, verb, and the value of `via`, if any. */
  readonly operation: string;
  readonly isWrite: boolean;
  readonly isDeletion?: true;
  /** The object. Absent for lists. */
  readonly subject?: string;
  readonly isAccepted: boolean;
  /** Set if the request got no response, so that it may have been executed. */
  readonly isLost?: true;
  readonly refusal?: Pick<Refusal, "code" | "isOfLibrary" | "message" | "reason">;
  readonly misfit?: string;
  readonly isSample?: true;
  readonly partial?: string;
  readonly doubtfulList?: string;
  /** The objects in the list, if it may lack objects. */
  readonly listed?: ReadonlySet<string>;
  /** The written content as a string, with numbers replaced. Absent for reads. */
  readonly content?: string;
  readonly effect?: Effect;
  readonly isMove?: true;
  /** Labels that an accepted write removed or changed, although it contained none, with their earlier values. */
  readonly loses?: Labels;
  /** The labels that a list selects. */
  readonly selector?: Labels;
  /** The state of the object after the request. */
  readonly shows?: string;
  /** The state of the object that an accepted write replaced. */
  readonly replaces?: string;
  readonly form?: UpdateForm;
  /** An earlier exchange that showed the same version of the object with the same content. */
  readonly agreesWith?: number;
  /** The preceding status write, if its response shows the version that a read shows, with another status. */
  readonly differsFrom?: number;
  readonly version?: string;
  /**
   * Number of accepted spec writes to the object before this exchange. A status may only be valid for a later
   * generation.
   */
  readonly specWrites: number;
}

export type Labels = Readonly<Record<string, string>>;

/** The effect of an update without a spec on the stored spec. */
export type UpdateForm = "partial" | "replacing";

export const sharedCase = "run";

/**
 * Returns the name of a case that leaves objects of a kind unchanged, so that all changes to these objects are due to
 * other clients.
 */
export function idleCase(kind: string): string {
  return `idle#${kind}`;
}

function isIdle(name: string): boolean {
  return name.startsWith(idleCase(""));
}

/**
 * Maximum number of objects per case whose states are kept. A property uses thousands of objects, one after another.
 */
const maxSubjects = 400;

/**
 * Minimum number of idle objects of a kind to which another client must have written before the kind counts as
 * disturbed.
 */
const minStrange = 2;

const maxCreated = 100;

const maxEarly = 5;

const maxContents = 20_000;

export interface DisturbedKind extends Disturbance {
  readonly kind: string;
}

export interface GuessedModes {
  /** The kind. */
  readonly name: string;
  /** Its status mutations with a guessed mode. */
  readonly guessedModes?: readonly string[];
}

/** Evidence from all cases of a run so far: accepted operations and contents. */
export class RunEvidence {
  readonly #cases = new Map<string, CaseEvidence>();
  /** The first accepted exchange by operation. */
  readonly #operations = new Map<string, number>();
  /** The accepted exchange that followed the fewest spec writes to its object, by operation and content. */
  readonly #contents = new Map<string, Pick<Fact, "exchange" | "specWrites">>();
  readonly #moving = new Set<string>();
  /** The first update without a spec that showed its effect on the stored spec, by operation. */
  readonly #forms = new Map<string, number>();
  /**
   * Writes by other clients to idle objects, by kind and object. A write with a visible change replaces a write without
   * a visible change.
   */
  readonly #strange = new Map<string, Map<string, Disturbance>>();
  readonly #idle = new Set<string>();
  /** The first events of the latest objects, because the events for a create request may arrive before the response. */
  readonly #created = new Map<string, readonly Resource[]>();
  readonly #conflicts = new Set<number>();
  readonly #casesWithConflict = new Set<string>();
  readonly #guessedModes = new Set<string>();
  readonly #guessedSemantics = new Set<SemanticsName>();
  #isSchemaKnown = false;
  #hasWordedRefusal = false;

  /** If the schema is known, requests without a misfit match it. */
  get isSchemaKnown(): boolean {
    return this.#isSchemaKnown;
  }

  /** Whether a rejection without a code had a known reason. If so, the dialect declares messages. */
  get hasWordedRefusal(): boolean {
    return this.#hasWordedRefusal;
  }

  noteGuessedModes(kinds: readonly GuessedModes[]): void {
    for (const { name, guessedModes = [] } of kinds) {
      for (const via of guessedModes) this.#guessedModes.add(`${name} updateStatus ${via}`);
    }
  }

  /** Whether the dialect's mode for this status write (partial or replacing) is a guess. */
  isModeGuessed({ operation }: Pick<Fact, "operation">): boolean {
    return this.#guessedModes.has(operation);
  }

  noteGuessedSemantics(names: readonly SemanticsName[] = []): void {
    for (const name of names) this.#guessedSemantics.add(name);
  }

  /** Whether the dialect only guesses a declaration. */
  isGuessed(name: SemanticsName): boolean {
    return this.#guessedSemantics.has(name);
  }

  noteSchema(): void {
    this.#isSchemaKnown = true;
  }

  note(of: string, sent: SentCommand): void {
    const caseEvidence = of === sharedCase ? new CaseEvidence(this) : this.of(of);
    const fact = caseEvidence.note(sent);
    const { operation, content, isAccepted, isMove, exchange, form, refusal, specWrites } = fact;
    if (refusal !== undefined) this.#noteRefusal(of, { exchange, refusal });
    if (!isAccepted) return;
    if (isIdle(of) && sent.command.verb === "create")
      this.#noteIdle(sent.command.key, caseEvidence);
    if (isIdle(of) && sent.command.verb === "read")
      this.#noteOthers(sent.command.key, caseEvidence);
    if (form !== undefined && !this.#forms.has(operation)) this.#forms.set(operation, exchange);
    if (isMove === true) this.#moving.add(operation);
    if (!this.#operations.has(operation)) this.#operations.set(operation, exchange);
    if (content !== undefined)
      this.#noteContent(`${operation} ${content}`, { exchange, specWrites });
  }

  #noteRefusal(
    of: string,
    { exchange, refusal }: Required<Pick<Fact, "exchange" | "refusal">>,
  ): void {
    if (isWorded(refusal)) this.#hasWordedRefusal = true;
    if (refusal.reason !== "conflict") return;
    this.#casesWithConflict.add(of);
    if (this.#conflicts.size < maxContents) this.#conflicts.add(exchange);
  }

  #noteContent(written: string, fact: Pick<Fact, "exchange" | "specWrites">): void {
    const known = this.#contents.get(written);
    if (known === undefined && this.#contents.size >= maxContents) return;
    if (known === undefined || fact.specWrites < known.specWrites)
      this.#contents.set(written, fact);
  }

  /** The kinds with several idle objects to which other clients wrote, each with one of these writes. */
  get disturbedKinds(): readonly DisturbedKind[] {
    return [...this.#strange].flatMap(([kind, strange]) => {
      const visible = [...strange.values()].filter(({ isInvisible }) => isInvisible !== true);
      const found = visible.length < minStrange ? [...strange.values()] : visible;
      const [first] = found.length < minStrange ? [] : found;
      return first === undefined ? [] : [{ kind, ...first }];
    });
  }

  hasConflictIn(exchanges: readonly number[]): boolean {
    return exchanges.some((exchange) => this.#conflicts.has(exchange));
  }

  hasConflictOf(name: string): boolean {
    return this.#casesWithConflict.has(name);
  }

  #noteOthers(key: ObjectKey, caseEvidence: CaseEvidence): void {
    const known = this.#strange.get(key.kind) ?? new Map<string, Disturbance>();
    const subject = describeKey(key);
    if (known.get(subject)?.isInvisible === undefined && known.has(subject)) return;
    const strange = caseEvidence.disturbanceAtRest(subject);
    if (strange !== undefined) this.#strange.set(key.kind, known.set(subject, strange));
  }

  /**
   * Records an event. Only events of idle objects are relevant: they reveal even writes that no read shows. The next
   * read of the object evaluates them, because an event may arrive before the response to its write.
   */
  noteEvent({ object }: Pick<WatchEvent, "object">): void {
    if (object === undefined) return;
    const key = keyOf(object);
    const subject = describeKey(key);
    if (this.#idle.has(subject)) {
      this.of(idleCase(key.kind)).noteEvent(object);
      return;
    }
    const before = this.#created.get(subject) ?? [];
    if (before.length < maxEarly) this.#created.set(subject, [...before, object]);
    const [oldest] = this.#created.keys();
    if (this.#created.size > maxCreated && oldest !== undefined) this.#created.delete(oldest);
  }

  #noteIdle(key: ObjectKey, caseEvidence: CaseEvidence): void {
    const subject = describeKey(key);
    if (this.#idle.has(subject)) return;
    this.#idle.add(subject);
    for (const object of this.#created.get(subject) ?? []) caseEvidence.noteEvent(object);
  }

  of(name: string): CaseEvidence {
    const known = this.#cases.get(name);
    if (known !== undefined) return known;
    const caseEvidence = new CaseEvidence(this);
    this.#cases.set(name, caseEvidence);
    return caseEvidence;
  }

  forget(name: string): void {
    this.#cases.delete(name);
  }

  /**
   * Returns the first accepted exchange through the operation of a request, or through the default operation for its
   * kind and verb. Returns undefined if there was none.
   */
  acceptedLike({ operation, usual }: Pick<Fact, "operation" | "usual">): number | undefined {
    return this.#operations.get(operation) ?? this.#operations.get(usual);
  }

  hasMoved({ operation, usual }: Pick<Fact, "operation" | "usual">): boolean {
    return this.#moving.has(operation) || this.#moving.has(usual);
  }

  formShownBy({ operation, usual }: Pick<Fact, "operation" | "usual">): number | undefined {
    return this.#forms.get(operation) ?? this.#forms.get(usual);
  }

  /**
   * Returns an accepted exchange with the content of a fact, for an object with at most as many spec writes. Returns
   * undefined if there was none.
   */
  acceptedWith(
    fact: Pick<Fact, "content" | "operation" | "specWrites" | "usual">,
  ): number | undefined {
    const { operation, usual, content = "", specWrites } = fact;
    return [operation, usual]
      .flatMap((through) => this.#contents.get(`${through} ${content}`) ?? [])
      .find((accepted) => accepted.specWrites <= specWrites)?.exchange;
  }
}

export type SharedEvidence = Pick<
  RunEvidence,
  | "acceptedLike"
  | "acceptedWith"
  | "formShownBy"
  | "hasMoved"
  | "isGuessed"
  | "isModeGuessed"
  | "hasWordedRefusal"
  | "isSchemaKnown"
>;

/** Evidence from the exchanges of one case. */
export class CaseEvidence {
  readonly run: SharedEvidence;
  readonly #facts = new Map<number, Fact>();
  readonly #writers = new Writers();
  readonly #seen = new Map<string, Map<string, Seen>>();
  readonly #last = new Map<string, Resource>();
  /** The response to the last write of each object, if it is a status write with a version that no other write has. */
  readonly #reports = new Map<string, Seen>();
  readonly #updates = new Map<string, number>();
  readonly #keys = new Map<string, ObjectKey>();

  constructor(run: SharedEvidence) {
    this.run = run;
  }

  get facts(): readonly Fact[] {
    return [...this.#facts.values()];
  }

  /** Skips exchanges of other cases. */
  factsAt(exchanges: readonly number[]): readonly Fact[] {
    return exchanges.flatMap((exchange) => this.#facts.get(exchange) ?? []);
  }

  disturbanceOf(subject: string, events: readonly ShownState[]): Disturbance | undefined {
    return this.#writers.disturbanceOf(subject, events);
  }

  noteEvent(object: Resource): void {
    this.#writers.noteEvent(object);
  }

  disturbanceAtRest(subject: string): Disturbance | undefined {
    return this.#writers.disturbanceAtRest(subject);
  }

  /** If all writes by the case are known, writes by other clients can be distinguished. */
  knowsWriters(subject: string): boolean {
    return this.#writers.knows(subject);
  }

  /** Returns the accepted write that had replaced the state of a read before the read was sent. */
  replacedBefore(read: Fact): Fact | undefined {
    return staleBecauseOf(this.facts, read);
  }

  /** Objects with a read that is stale, or that follows a lost write. */
  get doubtfulKeys(): readonly ObjectKey[] {
    const { facts } = this;
    const subjects = seeminglyStale(facts)
      .filter((read) => staleBecauseOf(facts, read) === undefined)
      .map(({ subject = "" }) => subject);
    return [...new Set(subjects)].flatMap((subject) => this.#keys.get(subject) ?? []);
  }

  note(sent: SentCommand): Fact {
    const { exchange, command, outcome, misfit, isSample, partial, doubtfulList } = sent;
    this.#writers.note({ exchange, command, outcome });
    const subject = command.verb === "list" ? undefined : describeKey(command.key);
    const after = outcome.result === "object" ? outcome.object : undefined;
    const done = subject && after && this.#done(subject, { command, after, exchange });
    const isAccepted = ["object", "list", "done"].includes(outcome.result);
    const specWrites = this.#specWritesTo(subject, { command, isAccepted });
    const content = contentOf(command);
    const fact: Fact = {
      exchange,
      identity: command.identity,
      ...operationOf(command),
      isWrite: writes(command),
      isAccepted,
      specWrites,
      ...(subject === undefined ? {} : { subject }),
      ...failureIn(outcome),
      ...(misfit === undefined ? {} : { misfit }),
      ...(isSample === undefined ? {} : { isSample }),
      ...(command.verb === "delete" && !isDryRun(command) ? { isDeletion: true as const } : {}),
      ...(partial === undefined ? {} : { partial, listed: subjectsIn(outcome) }),
      ...(doubtfulList === undefined ? {} : { doubtfulList }),
      ...selectorIn(command),
      ...(content === undefined ? {} : { content }),
      ...(typeof done === "object" ? done : {}),
      ...(after === undefined ? {} : { version: after.metadata.resourceVersion }),
      ...stateIn(command, outcome),
      ...timesOf(sent),
    };
    this.#facts.set(exchange, fact);
    return fact;
  }

  /** Returns the number of spec writes to an object before a command. Counts the command for later commands. */
  #specWritesTo(
    subject: string | undefined,
    { command, isAccepted }: { readonly command: Command; readonly isAccepted: boolean },
  ): number {
    if (subject === undefined) return 0;
    const before = command.verb === "create" ? 0 : (this.#updates.get(subject) ?? 0);
    if (isAccepted && command.verb === "create") this.#updates.delete(subject);
    if (isAccepted && command.verb === "update") this.#updates.set(subject, before + 1);
    return before;
  }

  #done(subject: string, { command, after, exchange }: Done): ShownByReply {
    // This is a different object with the same name, so earlier versions are irrelevant.
    if (this.#last.get(subject)?.metadata.uid !== after.metadata.uid) this.#seen.delete(subject);
    const seen = this.#seen.get(subject) ?? new Map<string, Seen>();
    const before = this.#before(subject, command);
    const known = seen.get(after.metadata.resourceVersion);
    if (!isDryRun(command)) {
      const version = after.metadata.resourceVersion;
      this.#seen.set(subject, seen.set(version, known ?? { object: after, exchange }));
      this.#last.set(subject, after);
      this.#forgetOldest();
    }
    this.#keys.set(subject, keyOf(after));
    const effect = effectOf({ command, before, after });
    const replaces = replacedBy(command, before, after);
    const form = formOf(command, before, after);
    const differsFrom = this.#differsFrom(subject, { command, after, exchange }, known);
    const loses = lostLabels(command, before, after);
    return {
      ...(effect === undefined ? {} : { effect }),
      ...(replaces === undefined ? {} : { replaces }),
      ...(replaces === undefined || replaces === absent ? {} : { isMove: true }),
      ...(form === undefined ? {} : { form }),
      ...(differsFrom === undefined ? {} : { differsFrom }),
      ...(loses === undefined ? {} : { loses }),
      ...(known !== undefined && isAlike(known.object, after)
        ? { agreesWith: known.exchange }
        : {}),
    };
  }

  /** Compares a read with the response to the last status write. Notes the response to a write for later reads. */
  #differsFrom(
    subject: string,
    { command, after, exchange }: Done,
    known: Seen | undefined,
  ): number | undefined {
    const report = this.#reports.get(subject);
    if (writes(command) && !isDryRun(command)) {
      const isReport = command.verb === "updateStatus" || command.verb === "patchStatus";
      if (isReport && known === undefined) this.#reports.set(subject, { object: after, exchange });
      else this.#reports.delete(subject);
    }
    if (command.verb !== "read" || report?.object.status === undefined) return undefined;
    const isEqual = isSameValue(report.object.status, after.status);
    return isSameVersion(report.object, after) && !isEqual ? report.exchange : undefined;
  }

  /** Returns the object before a command: at the version in the command, otherwise the newest. */
  #before(subject: string, command: Command): Resource | undefined {
    const named = "resourceVersion" in command ? command.resourceVersion : undefined;
    return named === undefined
      ? this.#last.get(subject)
      : this.#seen.get(subject)?.get(named)?.object;
  }

  #forgetOldest(): void {
    const [oldest] = this.#seen.keys();
    if (this.#seen.size <= maxSubjects || oldest === undefined) return;
    this.#seen.delete(oldest);
    this.#last.delete(oldest);
    this.#keys.delete(oldest);
    this.#updates.delete(oldest);
    this.#reports.delete(oldest);
  }
}

interface Seen {
  readonly object: Resource;
  readonly exchange: number;
}

interface Done {
  readonly command: Command;
  readonly after: Resource;
  readonly exchange: number;
}

/** Returns the state of the object after a request. */
function stateIn(command: Command, outcome: Outcome): Pick<Fact, "shows"> {
  if (isDryRun(command) || command.verb === "list") return {};
  const isMissing = outcome.result === "refused" && outcome.refusal.reason === "notFound";
  if (command.verb === "read" && isMissing) return { shows: absent };
  if (command.verb === "delete") return outcome.result === "refused" ? {} : { shows: absent };
  return outcome.result === "object" ? { shows: outcome.object.metadata.resourceVersion } : {};
}

function selectorIn(command: Command): Pick<Fact, "selector"> {
  const selector = command.verb === "list" ? command.selector : undefined;
  return selector === undefined ? {} : { selector };
}

function timesOf({ startedMs, endedMs }: SentCommand): Pick<Fact, "endedMs" | "startedMs"> {
  return startedMs === undefined || endedMs === undefined ? {} : { startedMs, endedMs };
}

type ShownByReply = Pick<
  Fact,
  "agreesWith" | "differsFrom" | "effect" | "form" | "isMove" | "loses" | "replaces"
>;

/** Returns the state that a write replaced by another one. */
function replacedBy(
  command: Command,
  before: Resource | undefined,
  after: Resource,
): string | undefined {
  if (isDryRun(command) || !writes(command)) return undefined;
  if (command.verb === "create") return absent;
  const named = "resourceVersion" in command ? command.resourceVersion : undefined;
  const replaced = named ?? before?.metadata.resourceVersion;
  return replaced === after.metadata.resourceVersion ? undefined : replaced;
}

function isAlike(one: Resource, other: Resource): boolean {
  return isSameValue(one.spec, other.spec) && isSameValue(one.status, other.status);
}

function formOf(
  command: Command,
  before: Resource | undefined,
  after: Resource,
): UpdateForm | undefined {
  if (command.verb !== "update" || command.spec !== undefined || isDryRun(command))
    return undefined;
  const kept = Object.entries(before?.spec ?? {}).filter(([, value]) => !isEmpty(value));
  if (kept.length === 0) return undefined;
  return kept.some(([name]) => isEmpty(after.spec?.[name])) ? "replacing" : "partial";
}

function lostLabels(
  command: Command,
  before: Resource | undefined,
  after: Resource,
): Labels | undefined {
  const isIntended = "labels" in command && command.labels !== undefined;
  if (!writes(command) || command.verb === "create" || isIntended || isDryRun(command))
    return undefined;
  if (before === undefined || before.metadata.uid !== after.metadata.uid) return undefined;
  const { labels = {} } = after.metadata;
  const lost = Object.entries(before.metadata.labels ?? {}).filter(
    ([name, value]) => labels[name] !== value,
  );
  return lost.length === 0 ? undefined : Object.fromEntries(lost);
}

function writes({ verb }: Command): boolean {
  return verb !== "read" && verb !== "list";
}

function refusalIn({
  refusal: { reason, message, code, isOfLibrary },
}: Extract<Outcome, { readonly result: "refused" }>): NonNullable<Fact["refusal"]> {
  return {
    reason,
    message,
    ...(code === undefined ? {} : { code }),
    ...(isOfLibrary === undefined ? {} : { isOfLibrary }),
  };
}

function isWorded({ reason, code, message, isOfLibrary }: NonNullable<Fact["refusal"]>): boolean {
  const isKnown = reason !== "unclassified" && isOfLibrary !== true;
  return isKnown && code === undefined && message !== "";
}

function subjectsIn(outcome: Outcome): ReadonlySet<string> {
  const items = outcome.result === "list" ? outcome.items : [];
  return new Set(items.map((item) => describeKey(keyOf(item))));
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

/** Replaces numbers, because statuses that only differ in counters are the same sample. */
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

/** The rejection in an outcome, or the sign that the request got no response although the suite waited for one. */
function failureIn(outcome: Outcome): Pick<Fact, "isLost" | "refusal"> {
  if (outcome.result === "refused") return { refusal: refusalIn(outcome) };
  return outcome.result === "unknown" && outcome.cause !== "aborted" ? { isLost: true } : {};
}
