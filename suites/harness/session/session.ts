import { describeOutcome } from "#contract";
import type { CreateCommand, Limits, ObjectKey, Resource, WatchCommand } from "#contract";
import type { KindDescription, Target } from "#targets";
import { usualBudget } from "../judging/proof-budget.ts";
import type { ProofBudget } from "../judging/proof-budget.ts";
import { objectOf } from "../judging/recorded-step.ts";
import { CaseWatches } from "./case-watches.ts";
import { FixtureRefused } from "./check.ts";
import type { CheckContext, Companions, Fixture, FixtureOptions } from "./check.ts";
import { FixtureNames, hardestStyle } from "./fixture-names.ts";
import type { NameStyle } from "./fixture-names.ts";
import { labelKeyFrom } from "./label-key.ts";
import { Gate } from "./gate.ts";
import { LeanTarget } from "./lean-target.ts";
import { Ledger } from "./ledger.ts";
import { ListForms } from "./list-forms.ts";
import type { Removal } from "./ledger.ts";
import { Observer } from "./observer.ts";
import { ObjectAges } from "./object-ages.ts";
import { createPrerequisites } from "./prerequisites.ts";
import type { MissingPrerequisite } from "./prerequisites.ts";
import { writePriorStatuses } from "./prior-statuses.ts";
import { randomFor } from "./random.ts";
import { outageOptions } from "./outage.ts";
import { Recorder } from "./recorder.ts";
import { ServerSetMembers } from "./server-set-members.ts";
import { Stream } from "./stream.ts";
import type { StreamOwner } from "./stream.ts";
import type { LeanExchange, TraceSink } from "./trace.ts";
import type { Turns } from "./turns.ts";
import { probeOf } from "./watch-probe.ts";
import { RefusedWrites, WriteLimit } from "./write-limit.ts";

const removedBeside = 48;

export interface CaseOptions {
  readonly name: string;
  readonly kind: KindDescription;
  readonly via: string;
  /** All status mutations of the case. Defaults to `via` alone. */
  readonly vias?: readonly string[];
  readonly signal: AbortSignal;
  readonly proofBudget?: ProofBudget;
  readonly companions?: Companions;
  readonly turns?: Turns;
}

/** The context of a case, and the streams that the case leaves open. Disposing it closes the streams. */
export interface OpenCase extends AsyncDisposable {
  readonly context: CheckContext;
  /** Writes of the case that exceed the write limit. Observations after the first of them are inconclusive. */
  readonly refused: RefusedWrites;
  readonly watches: Pick<CaseWatches, "hasLost">;
}

/** State that the cases of one run share: the recorder, the ledger and the shared watches. */
export class Session implements AsyncDisposable {
  readonly recorder: Recorder;
  readonly #options: SessionOptions;
  readonly #ledger: Ledger;
  readonly #names: FixtureNames;
  readonly #writes: WriteLimit | undefined;
  readonly #gate: Gate;
  readonly #observers = new Map<string, Observer>();
  /** Observers that have lost their watch. Cases that started with one of these observers continue to use it. */
  readonly #lostObservers: Observer[] = [];
  readonly #endedKinds = new Set<string>();
  readonly #ended: ObjectKey[] = [];
  /** Objects with names that were not generated, by case. */
  readonly #owned = new Map<string, ObjectKey[]>();
  readonly #limitedNames = new Map<string, string>();
  readonly #firstObjects = new Map<string, Resource>();
  readonly #listForms: ListForms;
  readonly #serverSet: ServerSetMembers;

  constructor(given: SessionOptions) {
    this.#listForms = new ListForms({
      ...given,
      newKey: (kind) => this.#newTrialKey(kind),
      spend: (command) => this.#writes?.spend(command.verb),
      keep: (sent, of) => this.recorder.keep(sent, of),
    });
    this.#serverSet = new ServerSetMembers(this.#listForms.target);
    const options = { ...given, target: this.#serverSet.target };
    this.#options = options;
    this.#gate = new Gate(options.sequencesAtOnce);
    const { target, trace, now, mostWrites } = options;
    this.#writes = mostWrites === undefined ? undefined : new WriteLimit(mostWrites);
    const writes = this.#writes === undefined ? {} : { writes: this.#writes };
    this.recorder = new Recorder({
      target,
      trace,
      now,
      ...writes,
      outage: outageOptions(options),
      sending: (key) => this.#ledger.sent(key),
      answered: (command, outcome) => this.#ledger.answered(command, outcome),
    });
    this.recorder.startAfter(options.exchangesBefore ?? 0);
    const { runSuffix } = target.description;
    this.#ledger = new Ledger(trace, {
      mostAtOnce: options.removalsAtOnce,
      runSuffix,
      countsWrites: mostWrites !== undefined,
    });
    const { seed, run, namePrefix } = options;
    this.#names = new FixtureNames({
      seed,
      run,
      ...(namePrefix === undefined ? {} : { prefix: namePrefix }),
    });
  }

  /**
   * Creates the objects that kinds registered for the run depend on. Must be called before a case on such a kind.
   * Resolves with the reason why cases on these kinds cannot run, if any.
   */
  async prepare(): Promise<MissingPrerequisite | undefined> {
    const { target, signal } = this.#options;
    const tools = { recorder: this.recorder, ledger: this.#ledger, signal };
    return createPrerequisites(target.description.prerequisites, tools);
  }

  open(options: CaseOptions): OpenCase {
    const { target, limits, seed, now } = this.#options;
    const { name, kind, via, vias = [via], signal, companions, turns } = options;
    const [recorder, ledger] = [this.recorder, this.#ledger];
    const [random, next] = [randomFor(seed, name), this.#names.series(name)];
    const keys: ObjectKey[] = [];
    const kept = keepingIn(keys);
    const newKey = (of: KindDescription, namespace = 0): ObjectKey =>
      kept(ledger.newKey(of, next, namespace));
    const [owner, refused] = [{ case: name, signal }, new RefusedWrites()];
    const keep = (sent: LeanExchange): number => recorder.keep(sent, name);
    const means = { target, ledger, next, signal, now, writes: this.#writes, refused, keep };
    const lean = new LeanTarget(means);
    const label = this.#isLabeled ? { [labelKeyFrom(random.letters(8))]: next(kind.name) } : {};
    const watches = new CaseWatches(this.#observer.bind(this));
    const observer = watches.observer.bind(watches);
    const context: CheckContext = {
      target: target.description,
      kind,
      via,
      vias,
      limits,
      proofBudget: options.proofBudget ?? this.#options.proofBudget ?? usualBudget,
      signal,
      random,
      label,
      ...this.#calls(owner, refused),
      fits: (command) => target.misfit?.(command) === undefined,
      fixture: (wishes = {}) =>
        refused.watch(this.#fixture({ ...wishes, context, ledger, newKey, observer })),
      unusedKey: (other = kind) => kept(reservedKey(ledger, ledger.unusedKey(other, next))),
      owning: (key) => this.#own(key, name),
      discard: (discarded) => this.#discard(discarded, signal),
      lean,
      isUnordered: (path) => this.#listForms.isUnordered(kind.name, path),
      late: watches.late.bind(watches),
      ...this.#objectsOf(kind),
      watch: async (command, tools = context) => {
        const stream = watches.opened(await this.#openStream(command, owner));
        return probeOf(stream, { context, tools, closed: () => watches.closed(stream) });
      },
      inTurn: (work) => this.#gate.run(work),
      settle: (key) => refused.watch(watches.settle(kindNamed(target, key.kind) ?? kind, key)),
      alone: (part) => turns?.take(name, signal, part) ?? part(),
      ...(companions === undefined ? {} : { companions }),
    };
    const close = this.#close.bind(this, keys, { watches, lean });
    return { context, refused, watches, [Symbol.asyncDispose]: close };
  }

  #calls(owner: StreamOwner, refused: RefusedWrites): Pick<CheckContext, "ageMs" | "call"> {
    const ages = new ObjectAges(this.#options.now);
    return {
      call: (command, wishes) =>
        refused.watch(ages.noted(this.recorder.call(command, { ...owner, ...wishes }))),
      ageMs: ages.ageMs.bind(ages),
    };
  }

  get #isLabeled(): boolean {
    return this.#options.target.description.features.includes("labels.write");
  }

  #openStream(command: WatchCommand, owner: StreamOwner): Promise<Stream> {
    const isInParts = kindNamed(this.#options.target, command.kind)?.isWatchedInParts === true;
    return Stream.open(this.recorder, command, { ...owner, isInParts });
  }

  async #close(
    keys: readonly ObjectKey[],
    { watches, lean }: { readonly watches: AsyncDisposable; readonly lean: AsyncDisposable },
  ): Promise<void> {
    this.#forget(keys);
    this.#ended.push(...keys);
    await watches[Symbol.asyncDispose]();
    await lean[Symbol.asyncDispose]();
  }

  /** Returns the key of a new object whose name has the given form. */
  keyOfStyle(kind: KindDescription, style: NameStyle): ObjectKey {
    const key = this.#ledger.unusedKey(kind, this.#names.ofStyle(style));
    this.#ended.push(key);
    return reservedKey(this.#ledger, key);
  }

  /** Limits the names of a kind to the forms that its endpoint accepts. */
  limitNames({ name }: KindDescription, styles: readonly NameStyle[]): void {
    this.#names.limit(name, styles);
    const example = this.#names.ofStyle(styles[0] ?? hardestStyle)();
    this.#limitedNames.set(
      name,
      `names of ${name}: only forms such as ${example}, because the endpoint rejects others`,
    );
  }

  /** Remarks on the kinds whose names are limited. */
  get limitedNames(): readonly string[] {
    return [...this.#limitedNames.values()];
  }

  /** Remarks on the lists that the endpoint arranges in its own way, and on status members that only it sets. */
  get ownContents(): readonly string[] {
    return [...this.#listForms.remarks, ...this.#serverSet.remarks];
  }

  hasDrawn(name: string): boolean {
    return this.#ledger.hasDrawn(name);
  }

  /**
   * Removes objects of finished cases while other cases run, a few at a time, until `isEnough` returns true. If writes
   * are counted, nothing is removed before the end of the run.
   */
  async removeEnded(isEnough: () => boolean): Promise<void> {
    this.#ended.push(...(await this.#removeEarly(this.#ended.splice(0), isEnough)));
  }

  async removeOwned(name: string): Promise<void> {
    const keys = this.#owned.get(name) ?? [];
    this.#owned.delete(name);
    await this.#removeEarly(keys, () => false, ["first", "last"]);
  }

  /**
   * Removes the run's objects after the last case. Resolves with the number of objects that remain. Closes the shared
   * watches first.
   */
  async cleanUp(signal: AbortSignal): Promise<number> {
    await this[Symbol.asyncDispose]();
    this.#writes?.release();
    return (await this.#ledger.removeAll(this.recorder, signal)).length;
  }

  /**
   * Closes the shared watches of kinds whose watch has ended before, so that the next case opens new ones: a server may
   * end each watch after a number of events or some time. Removes the objects of finished cases of these kinds, because
   * the server may deliver all existing objects first. No case may be running.
   */
  async renewEndedWatches(): Promise<void> {
    for (const kind of this.#endedKinds) {
      const observer = this.#observers.get(kind);
      this.#observers.delete(kind);
      if (observer !== undefined) this.#lostObservers.push(observer);
    }
    const closed = this.#lostObservers.splice(0);
    await Promise.all(closed.map((observer) => observer[Symbol.asyncDispose]()));
    this.#ended.push(...closed.flatMap(({ sentinels }) => sentinels));
    const isInTheWay = ({ kind }: ObjectKey): boolean => this.#endedKinds.has(kind);
    const [inTheWay, others] = [
      this.#ended.filter(isInTheWay),
      this.#ended.filter((key) => !isInTheWay(key)),
    ];
    this.#ended.splice(0, Infinity, ...others);
    await this.#removeEarly(inTheWay, () => false);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const observers = [...this.#observers.values(), ...this.#lostObservers];
    await Promise.all(observers.map((observer) => observer[Symbol.asyncDispose]()));
  }

  async #fixture(request: FixtureRequest): Promise<Fixture> {
    const fixture = await createFixture(request);
    const { kind } = fixture.key;
    if (!this.#firstObjects.has(kind)) this.#firstObjects.set(kind, fixture.object);
    return await writePriorStatuses(request.context, fixture, request.kind);
  }

  #newTrialKey(kind: KindDescription): ObjectKey {
    const key = this.#ledger.newKey(kind, this.#names.series(kind.name));
    this.#ledger.creating(key);
    this.#ledger.sent(key);
    return key;
  }

  /** Registers an object with a key that was not generated. The key may come from the response to a write. */
  #own(key: ObjectKey, by: string): void {
    const owned = this.#owned.get(by) ?? [];
    this.#owned.set(by, owned);
    owned.push(key);
    this.#ledger.creating(key, removalOf(key, this.#options.target));
    this.#ledger.sent(key);
  }

  #objectsOf({ name }: KindDescription): Pick<CheckContext, "firstObject" | "leftByFinished"> {
    return {
      firstObject: () => this.#firstObjects.get(name),
      leftByFinished: () =>
        this.#ended.filter((key) => key.kind === name && this.#ledger.isOpen(key)),
    };
  }

  #forget(keys: readonly ObjectKey[]): void {
    for (const key of keys) this.#observers.get(key.kind)?.forget(key);
  }

  async #discard(keys: readonly ObjectKey[], { aborted }: AbortSignal): Promise<void> {
    this.#forget(keys);
    if (!aborted) await this.#removeEarly(keys, () => false);
  }

  async #removeEarly(
    keys: readonly ObjectKey[],
    isEnough: () => boolean,
    removals: readonly Removal[] = ["first"],
  ): Promise<readonly ObjectKey[]> {
    if (this.#writes !== undefined) return [];
    const [recorder, { signal }, concurrency] = [this.recorder, this.#options, removedBeside];
    return this.#ledger.removeEarly(keys, { recorder, signal, concurrency, isEnough, removals });
  }

  #observer(kind: KindDescription): Observer {
    const known = this.#observers.get(kind.name);
    if (known?.isLost === false) return known;
    if (known !== undefined) {
      this.#lostObservers.push(known);
      this.#endedKinds.add(kind.name);
    }
    const { limits, signal } = this.#options;
    const { recorder } = this;
    const next = this.#names.series(kind.name);
    const observer = new Observer({ kind, recorder, ledger: this.#ledger, next, limits, signal });
    this.#observers.set(kind.name, observer);
    return observer;
  }
}

/** Definitions are removed after the objects of their kinds. */
function removalOf({ kind }: ObjectKey, { description }: Target): Removal {
  return description.kinds.some(({ name }) => name === kind) ? "first" : "last";
}

interface FixtureRequest extends FixtureOptions {
  readonly context: CheckContext;
  readonly ledger: Ledger;
  readonly newKey: (kind: KindDescription, namespace: number) => ObjectKey;
  readonly observer: (kind: KindDescription) => Observer;
}

/**
 * Creates a fixture. Opens the shared watch first, because the watch would otherwise miss the object's first events. If
 * the response to the create request does not contain the object, reads it.
 *
 * @throws FixtureRefused if the object could not be created or read.
 */
async function createFixture(request: FixtureRequest): Promise<Fixture> {
  const { context, ledger, newKey, observer } = request;
  const { kind = context.kind, namespace = 0, spec = 0 } = request;
  await observer(kind).open();
  const key = newKey(kind, namespace);
  ledger.creating(key);
  const command: CreateCommand = {
    verb: "create",
    identity: "author",
    key,
    spec: kind.samples.specs[spec % kind.samples.specs.length] ?? {},
    ...(Object.keys(context.label).length === 0 ? {} : { labels: context.label }),
  };
  const step = await context.call(command);
  const isCreated = step.outcome.result === "done";
  const shown = isCreated ? await context.call({ verb: "read", identity: "author", key }) : step;
  const object = objectOf(shown);
  if (object === undefined) {
    const problem = isCreated ? "was created, but could not be read" : "could not be created";
    const reply = describeOutcome(shown.outcome);
    throw new FixtureRefused(`${kind.name} ${problem}: ${reply}`, shown);
  }
  return { key, object, exchange: step.exchange };
}

function keepingIn(keys: ObjectKey[]): (key: ObjectKey) => ObjectKey {
  return (key) => {
    keys.push(key);
    return key;
  };
}

function kindNamed(target: Target, name: string): KindDescription | undefined {
  return target.description.kinds.find((kind) => kind.name === name);
}

/**
 * Reserves a key without creating an object. Any object that is created with this key, even if a request is wrongly
 * accepted, is removed at the end of the run.
 */
function reservedKey(ledger: Ledger, key: ObjectKey): ObjectKey {
  ledger.creating(key);
  return key;
}

interface SessionOptions {
  readonly target: Target;
  readonly limits: Limits;
  readonly seed: number;
  /** The budget for properties and histories. Defaults to {@link usualBudget}. */
  readonly proofBudget?: ProofBudget;
  /** Unique to the run; determines the names of its objects. */
  readonly run: string;
  /** Prefix of all names. Defaults to no prefix. */
  readonly namePrefix?: string;
  /** Maximum number of concurrent property sequences, at least 1. Called before each sequence. */
  readonly sequencesAtOnce: () => number;
  /**
   * Maximum number of concurrent removals, at least 1. Defaults to a number that hides the latency of a slow endpoint.
   */
  readonly removalsAtOnce?: number;
  readonly trace: TraceSink;
  readonly now: () => number;
  /** Maximum number of writes, including removals. Unlimited by default. */
  readonly mostWrites?: number;
  /** Offset of exchange numbers. Defaults to 0. */
  readonly exchangesBefore?: number;
  /** Aborts all waits of the session, including waits of shared watches. */
  readonly signal: AbortSignal;
}
