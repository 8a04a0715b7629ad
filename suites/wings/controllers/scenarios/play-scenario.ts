import type { End } from "../rules/ends.ts";
import { ownedKindsOf } from "../rules/kind-promises.ts";
import { keyOf } from "#contract";
import type { ObjectKey, Resource } from "#contract";
import { scopedSignal } from "#harness";
import type { CheckContext, WatchProbe } from "#harness";
import type { BenchClock } from "./bench-clock.ts";
import { realClock } from "./bench-clock.ts";
import type {
  ControllerBench,
  ControllerHost,
  HeldEvents,
  HeldOpenings,
  SecondInstance,
} from "./controller-bench.ts";
import { pollMs, Settling } from "./settle-controller.ts";
import type { Due, IsEnough, Pending } from "./settle-controller.ts";
import { SharedProcess } from "./shared-process.ts";
import type { ProcessChange } from "./shared-process.ts";
import { isReportedOn } from "./is-reported-on.ts";
import { OwnedWatch } from "./owned-watch.ts";
import { withUnprompted } from "./learned-changes.ts";
import { LateViews } from "./late-views.ts";
import type { PlayedScenario } from "./played-scenario.ts";
import { doubtsIn, surplusesIn, undisturbedEndsIn } from "./judge-events.ts";
import type { ScenarioJudging } from "./judge-events.ts";
import { listenToLines } from "./printed-lines.ts";
import { ScenarioLog } from "./scenario-log.ts";
import { affectsAll, lastPlace, placesOf } from "./step-places.ts";
import type { StepPlace } from "./step-places.ts";
import { ScenarioObjects } from "./scenario-objects.ts";
import type { AuthorStep, Scenario, ScenarioStep } from "./scenario.ts";
import { StartTimes } from "./start-times.ts";
import { WriteDisturber } from "./write-disturber.ts";
import type { HeldWrite } from "./write-disturber.ts";

export interface Playing {
  readonly bench: ControllerBench;
  readonly scenario: Scenario;
  /** By default, the scenario runs to completion. */
  readonly isEnough?: IsEnough | undefined;
  /** Final states of the kind in the first, undisturbed run. Without them, nothing is compared. */
  readonly ends?: readonly End[] | undefined;
}

/**
 * Runs a scenario against the controller under test and returns all observations.
 *
 * @throws HookFailed if the controller does not restart after a kill.
 */
export async function playScenario(
  context: CheckContext,
  { bench, scenario, isEnough, ends }: Playing,
): Promise<PlayedScenario> {
  const judging: ScenarioJudging = {
    convergeMs: bench.convergeMs,
    ...(bench.promises === undefined ? {} : { promises: bench.promises }),
    ...(ends === undefined ? {} : { ends }),
  };
  using play = new ScenarioPlay(context, bench, { isEnough, judging });
  await using watch = await play.begin();
  const places = scenario.some(affectsAll) ? placesOf(scenario) : [];
  for (const [index, step] of scenario.entries()) {
    if (context.signal.aborted || play.isHopeless) break;
    await play.takeAt(step, places[index]);
  }
  await play.end();
  await play.confirmNumbers(judging);
  if (ends !== undefined) await play.confirm(judging);
  if (places.length > 0) await play.leave();
  const { exchange } = watch.observe();
  const problem = bench.host?.problem;
  const events = play.log.events();
  return {
    scenario,
    events,
    exchanges: [exchange, ...play.log.exchanges],
    ...(problem === undefined ? {} : { problem }),
    isSeen: bench.wire !== undefined,
    ...play.olderView,
    ...(play.takeovers === undefined ? {} : { takeovers: play.takeovers }),
    ...(play.isRestless ? { isRestless: true } : {}),
    ...(play.isSilent ? { isSilent: true, missing: play.missing } : {}),
    ...(play.log.isFull ? { isCut: true } : {}),
    judging: withUnprompted(events, judging, { bench, kind: context.kind.name }),
  };
}

/** Number of times that a rival restores its condition. */
const insistences = 4;

/** Maximum number of writes that are sent to expire retained events. More would take too long. */
const maxRetained = 100;

/**
 * Maximum time until a second instance takes over, in milliseconds. A second instance that waits for a lease does not
 * take over in this time.
 */
const maxTakeoverMs = 5_000;

/**
 * Time to receive missed events after an outage, in milliseconds, after which the controller is restarted. Clients wait
 * longer after each outage: those of client-go up to 30 s. Most processes start in less time.
 */
const maxReopeningMs = 1_500;

/**
 * Minimum limit for the time that the held write of one kind waits for the writes of other kinds, in milliseconds. It is
 * longer for a controller that reacts more slowly.
 */
const maxHeldMs = 300;

const maxDoubts = 2;

/** Maximum time for which a new object is observed to confirm a surplus of owned objects, in milliseconds. */
const maxControlMs = 15_000;

/** Interval at which to test whether a new object owns too many objects, in milliseconds. */
const growthMs = 250;

/** Maximum time until the watch of the suite shows its own changes, in milliseconds. */
const maxShownMs = 1_000;

/** Time that a watch of the controller may be behind the watch of the suite, in milliseconds. */
const shownMs = 50;

/** Time after which a starting controller is not expected to open another watch, in milliseconds. */
const openingMs = 500;

/**
 * Number of the first object that confirms an unexpected final state. Objects of scenarios have
 * smaller numbers.
 */
const firstConfirming = 100;

function namesOfOwned({ promises }: ControllerBench, kind: string): readonly string[] {
  return [...new Set(ownedKindsOf(promises?.[kind]).map((owned) => owned.kind))];
}

function isByAuthor(step: ScenarioStep): step is AuthorStep {
  return ["create", "delete", "edit", "relabel"].includes(step.step);
}

type CreateStep = Extract<AuthorStep, { readonly step: "create" }>;

type EditStep = Extract<AuthorStep, { readonly step: "edit" }>;

type StepAround = Extract<ScenarioStep, { readonly during?: readonly unknown[] }>;

class ScenarioPlay implements Disposable {
  readonly #context: CheckContext;
  readonly #bench: ControllerBench;
  readonly #clock: BenchClock;
  readonly #log = new ScenarioLog((driverMs) => this.#toLog(driverMs));
  readonly #objects: ScenarioObjects;
  readonly #disturber: WriteDisturber;
  readonly #lateViews: LateViews;
  #watch: WatchProbe | undefined;
  #listening: Disposable | undefined;
  #taken = 0;
  /** One for each kind of owned objects. */
  #owned: readonly OwnedWatch[] = [];
  /** The clock of the driver minus `performance.now()`, in milliseconds. */
  #offsetMs = 0;
  #restarting: Promise<void> | undefined;
  /** The end of an outage whose events the controller has not received yet. */
  #reopenedMs: number | undefined;
  readonly #held = new Set<() => void>();
  #restarts: number;
  #olderView: Pick<PlayedScenario, "currentLists" | "olderLists" | "hasCaughtUp"> = {};
  #takeovers: number | undefined;
  readonly #judging: ScenarioJudging;
  readonly #settling: Settling;
  readonly #process: SharedProcess;
  readonly #subscription: Disposable;
  /** Objects to create once the controller has released their predecessors. */
  readonly #postponed: CreateStep[] = [];
  readonly #isReplay: boolean;
  #place = 0;
  #crashPlace = 1;

  constructor(
    context: CheckContext,
    bench: ControllerBench,
    { isEnough, judging }: Pick<Playing, "isEnough"> & { readonly judging: ScenarioJudging },
  ) {
    this.#context = context;
    this.#process = SharedProcess.of(context);
    this.#subscription = this.#process.listen((change) => this.#processChanged(change));
    this.#bench = bench;
    this.#judging = judging;
    this.#isReplay = isEnough !== undefined;
    this.#restarts = bench.host?.restarts ?? 0;
    this.#clock = bench.host?.clock ?? realClock;
    this.#objects = new ScenarioObjects(context, bench, this.#log);
    this.#lateViews = new LateViews({
      objects: this.#objects,
      holdEvents: (mostMs) => this.#holdEvents(mostMs),
      expireWatches: () => this.#expireWatches(),
      noted: (what) => this.#note(what),
      shown: () => this.#untilShown(),
      reactionMs: (leastMs) => bench.pace?.reactionMs(leastMs) ?? leastMs,
      wait: (pauseMs, signal) => this.#clock.wait(pauseMs, signal),
    });
    this.#disturber = new WriteDisturber({
      bench,
      objects: this.#objects,
      log: this.#log,
      kinds: [context.kind.name, ...namesOfOwned(bench, context.kind.name)],
      crash: (place) => this.#crash(place),
      isRestarting: () => this.#process.isRestarting,
      holdEvents: (mostMs) => this.#holdEvents(mostMs),
      lateViews: this.#lateViews,
      now: () => this.#now(),
    });
    this.#settling = new Settling({
      context,
      bench,
      clock: this.#clock,
      log: this.#log,
      judging,
      isEnough,
      now: () => this.#now(),
      catchUp: () => this.#catchUp(),
      isReportedOn: () => this.#isReportedOn(),
      due: () => this.#due,
      pending: () => (this.#log.awaitsDeletion ? "event" : this.#pendingOwned),
      isWithholding: () => this.#process.isWithholding,
    });
  }

  [Symbol.dispose](): void {
    this.#releaseEvents();
    this.#lateViews[Symbol.dispose]();
    this.#subscription[Symbol.dispose]();
    this.#listening?.[Symbol.dispose]();
  }

  /**
   * True if nothing more can be observed, because waiting for the controller failed or its process
   * has a problem.
   */
  get isHopeless(): boolean {
    return this.#settling.isHopeless || this.#bench.host?.problem !== undefined;
  }

  get isRestless(): boolean {
    return this.#settling.isRestless;
  }

  get isSilent(): boolean {
    return this.#settling.isSilent;
  }

  get missing(): readonly Due[] {
    return [...this.#settling.missing];
  }

  get olderView(): Pick<PlayedScenario, "currentLists" | "olderLists" | "hasCaughtUp"> {
    return this.#olderView;
  }

  get takeovers(): number | undefined {
    return this.#takeovers;
  }

  get log(): ScenarioLog {
    return this.#log;
  }

  async begin(): Promise<WatchProbe> {
    const { kind } = this.#context;
    const { namespace } = this.#objects.keyOf(0);
    const where = namespace === undefined ? {} : { namespace };
    const place = { kind: kind.name, ...where };
    const listed = await this.#context.call({ verb: "list", identity: "author", ...place });
    this.#offsetMs = listed.endedMs - performance.now();
    const { outcome } = listed;
    const version = outcome.result === "list" ? outcome.resourceVersion : undefined;
    // The watch has no selector: a controller that removes the label would hide its objects.
    this.#watch = await this.#context.watch({
      verb: "watch",
      identity: "author",
      ...place,
      ...(version === undefined ? {} : { resourceVersion: version }),
    });
    this.#owned = await this.#watchOwned(namespace);
    this.#listening = this.#listen();
    const { host } = this.#bench;
    if (host !== undefined) await this.#start(host);
    this.#log.noted({ event: "controller", state: "started", atMs: this.#now() });
    return this.#watch;
  }

  async #watchOwned(namespace: string | undefined): Promise<readonly OwnedWatch[]> {
    const [context, bench, log] = [this.#context, this.#bench, this.#log];
    const kinds = ownedKindsOf(bench.promises?.[context.kind.name]);
    const watches = await Promise.all(
      kinds.map((owned) => OwnedWatch.begin({ context, bench, log, owned, namespace })),
    );
    for (const watch of watches) watch.learn(this.#judging.ends ?? []);
    return watches;
  }

  #listen(): Disposable {
    const { host, wire } = this.#bench;
    const wired = wire?.listen(this.#disturber);
    const isNamedIn = (line: string): boolean => this.#objects.areNamedIn(line);
    const printed =
      host &&
      listenToLines(host, isNamedIn, (line) =>
        this.#log.remarked("output", `printed: ${line}`, this.#now()),
      );
    return {
      [Symbol.dispose]: () => {
        wired?.[Symbol.dispose]();
        printed?.[Symbol.dispose]();
      },
    };
  }

  /**
   * If the step has a place, first waits until the runs of the same scenario on other kinds have
   * reached it.
   */
  async takeAt(step: ScenarioStep, place: StepPlace | undefined): Promise<void> {
    if (place !== undefined) {
      this.#place = place.step;
      this.#crashPlace = place.crash;
      await this.#process.meet(this.#context, place.step);
    }
    await this.take(step);
  }

  async take(step: ScenarioStep): Promise<void> {
    this.#catchUp();
    if (step.step === "settle") return this.#settle();
    if (step.step !== "edit") this.#settling.follow(step);
    if (isByAuthor(step)) return this.#author(step);
    if ("during" in step || step.step === "restart") return this.#takeAround(step);
    switch (step.step) {
      case "rival-condition":
        return this.#objects.rivalCondition(step.object);
      case "delete-owned":
      case "report-owned":
        return this.#changeOwned(step);
      case "rival-field":
        return this.#objects.rivalField(step.object);
      case "rival-insists":
        return this.#insist(step.object);
      case "pause":
        return this.#pause(step.seconds * 1000);
      case "disturb":
        return this.#disturber.arm(step, this.#crashPlace);
    }
  }

  #takeAround(step: StepAround): Promise<void> {
    switch (step.step) {
      case "restart":
        return this.#restart(this.#place + 1, step.during);
      case "outage":
        return this.#outage(step);
      case "delay":
        return this.#delay(step.during);
      case "end-watches":
        return this.#endWatches(step.during);
      case "late-watches":
        return this.#restartWithLateWatches(step.during);
      case "lag":
        return this.#lag(step.during);
      case "skew":
        return this.#skew(step.seconds, step.during);
      case "older-view":
        return this.#restartOnOlderView(step);
      case "takeover":
        return this.#takeOver(step);
    }
  }

  /** Changes nothing before the controller has created what it owns, because there is nothing to change yet. */
  async #changeOwned(
    step: Extract<ScenarioStep, { step: "delete-owned" | "report-owned" }>,
  ): Promise<void> {
    if (this.#pendingOwned !== undefined) await this.#settle();
    const key = this.#objects.keyOf(step.object);
    for (const owned of this.#owned) {
      if (step.step === "delete-owned") await owned.deleteOf(key, step.isOneOfSeveral);
      else await owned.report(key, step.isReady);
    }
  }

  async #author(step: AuthorStep): Promise<void> {
    for (const owned of this.#owned) owned.follow(step, this.#objects.keyOf(step.object));
    switch (step.step) {
      case "create":
        if (await this.#isReleased(this.#objects.keyOf(step.object))) return this.#create(step);
        this.#postponed.push(step);
        return;
      case "edit":
        return this.#edit(step);
      case "relabel":
        return this.#objects.relabel(step.object);
      case "delete":
        return this.#objects.delete(step.object);
    }
  }

  async #create({ object, spec, held }: CreateStep): Promise<void> {
    await this.#objects.create(object, spec, held === true);
  }

  /** An object can only be recreated once its controller has released it. Waits for that if the controller can do so. */
  async #isReleased(key: ObjectKey): Promise<boolean> {
    if (!this.#log.isHeldByOthers(key)) return true;
    if (!this.#canRelease) return false;
    await this.#settle();
    return true;
  }

  get #canRelease(): boolean {
    return !this.#process.isWithholding && !this.#settling.isDown;
  }

  /** Recreates the objects that the controller could not release while it was down, or while events were withheld. */
  async #createPostponed(): Promise<void> {
    if (this.#postponed.length === 0 || !this.#canRelease || this.#settling.isHopeless) return;
    for (const step of this.#postponed.splice(0)) {
      this.#settling.follow(step);
      await this.#create(step);
    }
    await this.#settling.settle();
  }

  /** If the object has the spec already, the controller remains settled. */
  async #edit({ object, spec, only, after }: EditStep): Promise<void> {
    if (after !== undefined) await this.#untilReacting(after);
    const wasSettled = this.#settling.isSettled;
    this.#settling.follow({ step: "edit", object, spec });
    const isChanged = await this.#objects.edit(object, spec, only);
    if (wasSettled && !isChanged) this.#settling.unchanged();
  }

  /** Waits until the controller has received every state, and then for a share of its usual reaction time. */
  async #untilReacting(share: number): Promise<void> {
    const endMs = this.#clock.now() + maxShownMs;
    while (this.#clock.now() < endMs && !this.#context.signal.aborted) {
      this.#catchUp();
      if (this.#log.objects !== undefined && this.#log.isDelivered) break;
      await this.#pause(1);
    }
    await this.#pause(share * (this.#bench.pace?.usualMs ?? 0));
  }

  /** Waits for the last reports, and removes the finalizers of the scenario. */
  async end(): Promise<void> {
    if (!this.#settling.isHopeless) await this.#settle();
    // The final state counts only if the controller has received all events.
    this.#releaseEvents();
    if (!this.#settling.isHopeless) await this.#settle();
    const before = this.#log.size;
    await this.#objects.release();
    if (!this.#settling.isHopeless && this.#log.size !== before) await this.#settle();
    this.#log.noted({ event: "time", atMs: this.#now() });
    this.#listening?.[Symbol.dispose]();
  }

  /**
   * Finishes a scenario that affects all objects. If the controller no longer reports, or has waited before it reopened
   * its watches, kills it, so that the next scenario starts a new process.
   */
  async leave(): Promise<void> {
    const { host } = this.#bench;
    if (this.#settling.isHopeless && !this.#isReportedOn()) this.#process.isToBeReplaced = true;
    await this.#process.once(this.#context, lastPlace - 1, async () => {
      if (this.#process.isToBeReplaced) await host?.kill();
      this.#process.isToBeReplaced = false;
    });
  }

  /**
   * Creates new objects with the specs of objects that reached an unexpected final state, each time as the only object,
   * and waits until the new objects have reached the same age.
   */
  async confirm(judging: ScenarioJudging): Promise<void> {
    if (this.#settling.isHopeless) return;
    const doubts = doubtsIn(this.#log.events(), judging).toReversed().slice(0, maxDoubts);
    for (const [place, { spec, ageMs }] of doubts.entries()) {
      if (this.#context.signal.aborted || this.#settling.isHopeless) return;
      await this.#objects.deleteAll();
      const beganMs = this.#clock.now();
      await this.#objects.createWith(firstConfirming + place, spec);
      this.#settling.follow({ step: "settle" });
      await this.#settle();
      const leftMs = ageMs - (this.#clock.now() - beganMs) + pollMs;
      if (leftMs > 0) await this.#pause(leftMs);
      this.#settling.again();
      await this.#settle();
    }
    this.#log.noted({ event: "time", atMs: this.#now() });
  }

  /**
   * Creates a new object with the spec of an object that owns too many, and waits until it owns too many as well. The
   * first time, waits long enough for a controller that creates its objects slowly, because a disturbance such as a
   * restart can shorten a pause.
   */
  async confirmNumbers(judging: ScenarioJudging): Promise<void> {
    if (this.#owned.length === 0 || this.#context.signal.aborted) return;
    const [surplus] = surplusesIn(this.#log.events(), judging);
    if (surplus === undefined) return;
    await this.#objects.deleteAll();
    const { convergeMs, lastingNumbers, quietMs } = this.#bench;
    const isKnown = this.#isReplay || lastingNumbers?.isKnown(surplus.kind) === true;
    const mostMs = Math.min(convergeMs, isKnown ? surplus.ageMs + quietMs : maxControlMs);
    const beganMs = this.#clock.now();
    await this.#objects.createWith(firstConfirming + maxDoubts, surplus.spec);
    while (this.#clock.now() - beganMs <= mostMs && !this.#context.signal.aborted) {
      await this.#clock.wait(growthMs, this.#context.signal);
      this.#catchUp();
      this.#log.noted({ event: "time", atMs: this.#now() });
      if (surplusesIn(this.#log.events(), judging).length === 0) return;
    }
    lastingNumbers?.found(surplus.kind);
  }

  #now(): number {
    return this.#clock.now() + this.#offsetMs;
  }

  #toLog(driverMs: number): number {
    return this.#clock.at(driverMs - this.#offsetMs) + this.#offsetMs;
  }

  #catchUp(): void {
    this.#noticeRestarts();
    const { events = [] } = this.#watch?.observe() ?? {};
    for (const event of events.slice(this.#taken)) {
      for (const owned of this.#owned) owned.catchUp(event.arrivedMs);
      const key = event.key ?? (event.object === undefined ? undefined : keyOf(event.object));
      if (key !== undefined && this.#objects.owns(key)) this.#log.shown(event);
    }
    this.#taken = events.length;
    for (const owned of this.#owned) owned.catchUp();
    this.#followReopening();
  }

  #followReopening(): void {
    if (this.#reopenedMs === undefined || !this.#log.isDelivered) return;
    if (this.#clock.now() - this.#reopenedMs > maxReopeningMs) this.#process.isToBeReplaced = true;
    this.#reopenedMs = undefined;
  }

  async #restart(place: number, during: readonly AuthorStep[] = []): Promise<void> {
    await this.#kill(place);
    for (const step of during) await this.take(step);
    await this.#startAgain(place + 1);
  }

  /** Executes the steps when the restarted controller has listed, and before its watches are open. */
  async #restartWithLateWatches(during: readonly AuthorStep[]): Promise<void> {
    const { wire } = this.#bench;
    if (wire === undefined) return;
    await this.#kill(this.#place + 1);
    const held = wire.holdOpenings();
    const withheld = this.#withhold("new watches delayed");
    let isStarted = false;
    const starting = this.#startAgain(this.#place + 2, () => held.waiting > 0).finally(() => {
      isStarted = true;
    });
    starting.catch(() => {});
    try {
      await this.#untilWaiting(held, () => isStarted);
      for (const step of during) await this.take(step);
      await this.#process.meet(this.#context, this.#place + 3);
    } finally {
      withheld.end("new watches opened");
      held[Symbol.dispose]();
    }
    await starting;
  }

  /**
   * Waits until the controller opens no more watches. A controller that opens none within this time after its start
   * does not watch.
   */
  async #untilWaiting(held: HeldOpenings, isStarted: () => boolean): Promise<void> {
    let [seen, quietMs] = [0, 0];
    while (quietMs < openingMs && !this.#context.signal.aborted) {
      await this.#pause(pollMs);
      const isCalm = held.waiting === seen && (seen > 0 || isStarted());
      quietMs = isCalm ? quietMs + pollMs : 0;
      seen = held.waiting;
    }
  }

  async #kill(place: number): Promise<void> {
    await this.#process.once(this.#context, place, () => this.#stopNow());
  }

  async #startAgain(place: number, hasWaited?: () => boolean): Promise<void> {
    await this.#process.once(this.#context, place, () => this.#startNow(hasWaited));
  }

  async #stopNow(): Promise<void> {
    const { host } = this.#bench;
    await host?.kill();
    if (host !== undefined) this.#process.notify("stopped");
  }

  async #startNow(hasWaited?: () => boolean): Promise<void> {
    const { host } = this.#bench;
    if (host === undefined) return;
    this.#process.notify("starting");
    await this.#start(host, hasWaited);
    this.#process.notify("started");
  }

  async #start(host: ControllerHost, hasWaited?: () => boolean): Promise<void> {
    const measured = { now: () => this.#clock.now(), ...(hasWaited && { hasWaited }) };
    await StartTimes.of(host).measure(() => host.start(this.#context.signal), measured);
  }

  /**
   * Resolves when the controller is killed. The controller restarts while the scenario continues.
   */
  async #crash(place: number): Promise<void> {
    const { killed, restarted } = this.#process.crash(this.#context, place, {
      kill: () => this.#stopNow(),
      start: () => this.#startNow(),
      patience: (signal) => this.#clock.wait(this.#mostHeldMs, signal),
    });
    this.#restarting = restarted.finally(() => {
      this.#restarting = undefined;
    });
    // The next settle step reports the error.
    this.#restarting.catch(() => {});
    await killed;
  }

  /** Logs that the controller lost its lease, exited by design, and was started again. */
  #noticeRestarts(): void {
    const { restarts = 0 } = this.#bench.host ?? {};
    if (restarts === this.#restarts) return;
    this.#restarts = restarts;
    this.#note("the controller lost its lease and exited");
    this.#processChanged("stopped");
    this.#processChanged("starting");
    this.#processChanged("started");
  }

  #processChanged(change: ProcessChange): void {
    // What the watch has shown by now precedes the change.
    this.#catchUp();
    this.#settling.processChanged(change === "stopped" || change === "starting");
    if (change === "starting" || change === "second started") this.#log.restarted();
    if (change === "starting") return;
    const state = change === "stopped" ? "stopped" : "started";
    this.#log.noted({ event: "controller", state, atMs: this.#now() });
  }

  async #insist(object: number): Promise<void> {
    for (let round = 0; round < insistences; round += 1) {
      await this.#objects.insist(object);
      await this.#settle();
    }
  }

  async #pause(pauseMs: number): Promise<void> {
    await this.#clock.wait(pauseMs, this.#context.signal);
  }

  /**
   * Breaks the controller's watches during other steps. If the proxy cannot simulate expiry, sends
   * writes until the events have expired.
   */
  async #outage({ isLong, during }: Extract<ScenarioStep, { step: "outage" }>): Promise<void> {
    const { wire } = this.#bench;
    const { retainedEvents = 0 } = this.#context.target;
    const isOutrun = isLong && wire?.canExpireWatches !== true;
    const changes = isOutrun ? Math.min(retainedEvents, maxRetained) + 1 : 0;
    const cut = wire?.cutWatches(isLong ? "expired" : "resumable");
    const withheld = this.#withhold("watches broken");
    await this.#process.meet(this.#context, this.#place + 1);
    try {
      for (const step of during) await this.take(step);
      const object = during.at(-1)?.object ?? 0;
      for (let count = 0; count < changes; count += 1) await this.#objects.relabel(object);
    } finally {
      await this.#process.meet(this.#context, this.#place + 2);
      withheld.end(
        isLong ? "watches can start again, but only after a relist" : "watches can resume",
      );
      cut?.[Symbol.dispose]();
      this.#reopenedMs = this.#clock.now();
    }
  }

  /** Ends the watches at once. They can start again, but only after a list if the proxy can simulate expiry. */
  #expireWatches(): { readonly reopened: () => void } {
    this.#bench.wire?.cutWatches("expired")[Symbol.dispose]();
    this.#note("watches broken");
    return {
      reopened: () => {
        this.#reopenedMs = this.#clock.now();
      },
    };
  }

  /** Waits until the watch of the suite has shown its own changes, and those of the controller are probably there. */
  async #untilShown(): Promise<void> {
    const endMs = this.#clock.now() + maxShownMs;
    this.#catchUp();
    while (this.#log.objects === undefined && this.#clock.now() < endMs) {
      if (this.#context.signal.aborted) return;
      await this.#pause(pollMs);
      this.#catchUp();
    }
    await this.#pause(shownMs);
  }

  async #delay(during: readonly ScenarioStep[]): Promise<void> {
    const held = this.#hold();
    try {
      await this.#process.meet(this.#context, this.#place + 1);
      for (const step of during) await this.take(step);
    } finally {
      await this.#process.meet(this.#context, this.#place + 2);
      held[Symbol.dispose]();
    }
  }

  async #endWatches(during: readonly ScenarioStep[]): Promise<void> {
    const { wire } = this.#bench;
    const held = this.#hold(undefined, "the delayed events were dropped with their watches");
    try {
      await this.#process.meet(this.#context, this.#place + 1);
      for (const step of during) await this.take(step);
    } finally {
      await this.#process.once(this.#context, this.#place + 2, async () => wire?.endWatches());
      this.#note("watches ended normally and can be reopened");
      held[Symbol.dispose]();
    }
  }

  async #lag(during: readonly ScenarioStep[]): Promise<void> {
    if (this.#owned.length === 0) return;
    const kinds = namesOfOwned(this.#bench, this.#context.kind.name);
    const held = kinds.map((kind) => this.#bench.wire?.holdWatchesOf(kind));
    const names = kinds.join(", ");
    const withheld = this.#withhold(`watch events of ${names} delayed`);
    try {
      for (const step of during) await this.take(step);
    } finally {
      withheld.end(`watch events of ${names} delivered`);
      for (const one of held) one?.[Symbol.dispose]();
    }
  }

  async #skew(seconds: number, during: readonly ScenarioStep[]): Promise<void> {
    const skewed = this.#bench.skewClock?.(seconds * 1000);
    if (skewed === undefined) return;
    this.#note(`the endpoint's clock is ${seconds} s ahead`);
    try {
      await this.#process.meet(this.#context, this.#place + 1);
      for (const step of during) await this.take(step);
    } finally {
      await this.#process.meet(this.#context, this.#place + 2);
      this.#note("the endpoint's clock is correct again");
      skewed[Symbol.dispose]();
    }
  }

  /**
   * Restarts the controller on lists of an older state, waits until it has acted on them, and lets it catch up. A
   * controller may be ready only once its watches have delivered events, such as initial events instead of a list. It
   * then receives them during its start, and the restart does not count as one with an older view.
   */
  async #restartOnOlderView({
    unseen,
    during,
  }: Extract<ScenarioStep, { step: "older-view" }>): Promise<void> {
    const { host, wire } = this.#bench;
    if (host === undefined || wire === undefined) return;
    const lists = await this.#unseen(unseen, async () => {
      await this.#process.meet(this.#context, this.#place + 1);
      return wire.rememberLists();
    });
    for (const step of during) await this.take(step);
    await this.#process.meet(this.#context, this.#place + 3);
    const held = this.#hold();
    const served = lists.serve();
    this.#note("lists are served from an older state");
    const start = new AbortController();
    using starting = scopedSignal({ within: [start.signal, this.#context.signal] });
    let hasCaughtUp = false;
    try {
      await this.#kill(this.#place + 4);
      void this.#clock.wait(StartTimes.of(host).limitMs, starting.signal).then(() => {
        if (starting.signal.aborted) return;
        hasCaughtUp = true;
        held[Symbol.dispose]();
      });
      await this.#startAgain(this.#place + 5, () => hasCaughtUp);
      start.abort();
      await this.#settling.rest();
    } finally {
      start.abort();
      await this.#process.meet(this.#context, this.#place + 6);
      served[Symbol.dispose]();
      this.#note("lists are current again");
      held[Symbol.dispose]();
    }
    const { currentLists = 0, olderLists = 0, ...before } = this.#olderView;
    const ending = hasCaughtUp ? ({ hasCaughtUp } as const) : {};
    this.#olderView = {
      ...before,
      ...ending,
      currentLists: currentLists + served.current,
      olderLists: olderLists + served.older,
    };
  }

  /**
   * Lets a second instance take over while a write of the first one is in flight, and then lets the
   * first one continue with a delayed view. If the first instance does not write in time, no write
   * is in flight. If the second instance does not write in time, it is waiting for a lease, and the
   * first one continues.
   */
  async #takeOver({
    object,
    spec,
    during,
  }: Extract<ScenarioStep, { step: "takeover" }>): Promise<void> {
    const { host, wire } = this.#bench;
    if (host?.startSecond === undefined || wire === undefined) return;
    this.#takeovers ??= 0;
    // The first instance must use the wire of first instances.
    if (host.isReplaced === true) await this.#restart(this.#place + 1);
    await this.#process.meet(this.#context, this.#place + 3);
    const write = this.#disturber.holdNext(object);
    await this.#objects.edit(object, spec);
    await this.#untilHeld(write, this.#place + 3);
    if (!write.hasArrived()) return write.release();
    const held = this.#hold("first instance");
    let second: SecondInstance | undefined;
    try {
      second = await this.#startSecond(this.#place + 4);
      if (second === undefined) return;
      this.#note("a second instance started, and a write of the first instance is in flight");
      await this.#untilTakenOver(object);
      if (!this.#disturber.hasTakenOver(object)) return;
      this.#takeovers += 1;
      for (const step of during) await this.take(step);
    } finally {
      await this.#process.meet(this.#context, this.#place + 5);
      this.#note("the write of the first instance arrives");
      write.release();
      if (this.#disturber.hasTakenOver(object)) await this.#settling.rest();
      await this.#process.meet(this.#context, this.#place + 6);
      held[Symbol.dispose]();
      if (this.#disturber.hasTakenOver(object)) await this.#settling.rest();
      await this.#endTakeover(second, this.#disturber.hasTakenOver(object));
    }
  }

  async #startSecond(place: number): Promise<SecondInstance | undefined> {
    return this.#process.second(this.#context, place, async () => {
      const second = await this.#bench.host?.startSecond?.(this.#context.signal);
      if (second !== undefined) this.#process.notify("second started");
      return second;
    });
  }

  async #endTakeover(second: SecondInstance | undefined, isDone: boolean): Promise<void> {
    const place = this.#place + 7;
    const isTakenOver = await this.#process.isTakenOver(this.#context, place, isDone);
    await this.#process.once(this.#context, place + 1, async () => {
      if (isTakenOver) await second?.replaceFirst();
      else await second?.kill();
    });
    if (second !== undefined)
      this.#note(`the ${isTakenOver ? "first" : "second"} instance stopped`);
  }

  /**
   * Waits for a write to be held. When a write of another kind is held, a controller with one worker sends no further
   * write, so the wait is then shorter.
   */
  async #untilHeld({ arrived }: HeldWrite, place: number): Promise<void> {
    void arrived.then(() => this.#process.arrivedAt(place));
    const over = new AbortController();
    const late = this.#clock.wait(maxTakeoverMs, over.signal);
    const blocked = this.#process
      .anyArrivalAt(place)
      .then(() => this.#clock.wait(this.#mostHeldMs, over.signal));
    await Promise.race([arrived, late, blocked]);
    over.abort();
  }

  /** The time that the write of one kind waits for the writes of other kinds, in milliseconds. */
  get #mostHeldMs(): number {
    return this.#bench.pace?.reactionMs(maxHeldMs) ?? maxHeldMs;
  }

  async #untilTakenOver(object: number): Promise<void> {
    const endMs = this.#clock.now() + maxTakeoverMs;
    while (!this.#disturber.hasTakenOver(object) && this.#clock.now() < endMs) {
      if (this.#context.signal.aborted) return;
      await this.#clock.wait(pollMs, this.#context.signal);
    }
  }

  async #unseen<T>(steps: readonly AuthorStep[], then: () => Promise<T>): Promise<T> {
    const held = this.#hold();
    try {
      for (const step of steps) await this.take(step);
      return await then();
    } finally {
      held[Symbol.dispose]();
    }
  }

  /** Holds all events of the controller's watches, or of its first instance, until disposed. Then `ending` is logged. */
  #hold(of?: "first instance", ending = "watch events delivered"): HeldEvents {
    const held = this.#bench.wire?.holdWatches(of);
    // A second instance receives all events.
    if (of !== undefined) this.#note(`watch events of the ${of} delayed`);
    const withheld = of === undefined ? this.#withhold("watch events delayed") : undefined;
    let isOver = false;
    return {
      mark: () => held?.mark() ?? (() => {}),
      [Symbol.dispose]: () => {
        if (isOver) return;
        isOver = true;
        if (withheld === undefined) this.#note(ending);
        else withheld.end(ending);
        held?.[Symbol.dispose]();
      },
    };
  }

  /** Records that the controller does not receive all events until `end` is called. */
  #withhold(what: string): { readonly end: (how: string) => void } {
    const shared = this.#process.withhold();
    this.#note(what, "begins");
    return {
      end: (how) => {
        this.#note(how, "ends");
        shared[Symbol.dispose]();
      },
    };
  }

  /**
   * Logs a disturbance of the controller's watches. Without a proxy, the watches cannot be
   * observed, so nothing is logged.
   */
  #note(what: string, withholding?: "begins" | "ends"): void {
    if (this.#bench.wire === undefined) return;
    const atMs = this.#now();
    const change = withholding === undefined ? {} : { withholding };
    this.#log.noted({ event: "disturbed", what, ...change, atMs });
  }

  #holdEvents(mostMs: number): HeldEvents {
    const held = this.#hold();
    const over = new AbortController();
    const release = (): void => {
      if (!this.#held.delete(release)) return;
      over.abort();
      held[Symbol.dispose]();
    };
    this.#held.add(release);
    void this.#clock.wait(mostMs, over.signal).then(release);
    return { mark: () => held.mark(), [Symbol.dispose]: release };
  }

  /** Waits until everything is reported and no more events arrive, or until the time limit. */
  async #settle(): Promise<void> {
    await this.#restarting;
    await this.#settling.settle();
    this.#learnOwned();
    await this.#createPostponed();
  }

  #learnOwned(): void {
    if (this.#owned.length === 0) return;
    const { ends = [] } = this.#judging;
    const known = [...ends, ...undisturbedEndsIn(this.#log.events(), this.#judging)];
    for (const owned of this.#owned) owned.learn(known);
  }

  #releaseEvents(): void {
    for (const release of this.#held) release();
  }

  get #due(): readonly [Due, ...Due[]] {
    const { objects = [] } = this.#log;
    const isHeld = objects.some(({ metadata }) => metadata.deletionTimestamp !== undefined);
    const isReported = this.#areReportedOn(
      objects.filter(({ metadata }) => metadata.deletionTimestamp === undefined),
    );
    const [first = "report", ...more]: readonly Due[] = [
      ...(isHeld ? ["release" as const] : []),
      ...(this.#areOwnedRight ? [] : ["owned object" as const]),
      ...(isReported ? [] : ["report" as const]),
    ];
    return [first, ...more];
  }

  get #areOwnedRight(): boolean {
    return this.#owned.every((owned) => owned.isRight());
  }

  /** An event that is pending for any kind comes first. */
  get #pendingOwned(): Pending | undefined {
    const pending = this.#owned.map((owned) => owned.pending);
    return pending.includes("event") ? "event" : pending.find((one) => one !== undefined);
  }

  #isReportedOn(): boolean {
    if (!this.#areOwnedRight) return false;
    const { objects } = this.#log;
    return objects !== undefined && this.#areReportedOn(objects);
  }

  #areReportedOn(objects: readonly Resource[]): boolean {
    const observes = this.#context.target.features.includes("status.observedGeneration");
    return objects.every((object) => isReportedOn(object, observes));
  }
}
