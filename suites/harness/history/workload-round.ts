import type { VersionOrder } from "#checker";
import { describeOutcome } from "#contract";
import type { Command, ListCommand, ObjectKey } from "#contract";
import { scopedSignal } from "#targets";
import type { KindDescription } from "#targets";
import { listOf } from "../commands/sample-commands.ts";
import type { Step } from "../judging/recorded-step.ts";
import { FixtureRefused } from "../session/check.ts";
import type { CheckContext } from "../session/check.ts";
import type { LeanAnswer } from "../session/lean-target.ts";
import { Waiting } from "../session/waiting.ts";
import { Budget, runClient } from "./client-loop.ts";
import { ContentMarks } from "./content-marks.ts";
import { HistoryRecorder } from "./history-recorder.ts";
import { OperationTimer } from "./operation-timer.ts";
import { outcomeOf, RecordedClient } from "./recorded-client.ts";
import type { Held, WorkloadCommand, WorkloadObject } from "./recorded-client.ts";
import type { RecordedLine, RecordedOperation } from "./recorded-line.ts";
import type { RecordedWatcher } from "./recorded-watcher.ts";
import { ReadingRoles } from "./reading-roles.ts";
import { HookFailed, ServerRestart } from "./server-restart.ts";
import { watchersOf } from "./watchers-of.ts";
import type { WorkloadPlan } from "./workload-plan.ts";

export interface Round {
  readonly lines: readonly RecordedLine[];
  readonly operations: number;
  readonly events: number;
  /** Watches that did not reach the fence, with reasons. */
  readonly unreached: readonly string[];
  /** The exchange that created each initial object of the round, by the object's name in the history. */
  readonly created: Readonly<Record<string, number>>;
  readonly objects: readonly WorkloadObject[];
  /** Records the exchange of an operation. Returns the exchange number, or undefined if the exchange was dropped. */
  readonly keep: (operation: Pick<RecordedOperation, "invoke">) => number | undefined;
}

export interface RoundOptions {
  readonly context: CheckContext;
  readonly plan: WorkloadPlan;
  readonly versions: VersionOrder;
  readonly operations: number;
  /** Deadline in milliseconds, on the clock of the run. */
  readonly untilMs: number;
  /** Authors write only if their writes can be distinguished. */
  readonly hasAuthors: boolean;
}

/**
 * Runs one round: creates the objects, opens the watches, runs the clients, writes a fence that every watch must show,
 * and reads every object again.
 *
 * @throws SetupFailed if an object cannot be created.
 *
 * @throws HookFailed if the server was to be restarted, and was not or may not have been.
 */
export async function runRound(options: RoundOptions): Promise<Round> {
  const round = new WorkloadRound(options);
  await round.prepare();
  await round.work();
  const due = await round.fence();
  await round.finish(due);
  return round.result();
}

class WorkloadRound {
  readonly #options: RoundOptions;
  readonly #recorder: HistoryRecorder;
  readonly #marks: ContentMarks;
  readonly #objects: readonly WorkloadObject[];
  readonly #shared: readonly WorkloadObject[];
  readonly #own: readonly WorkloadObject[];
  readonly #fence: WorkloadObject;
  readonly #waiting = new Waiting();
  readonly #timer = new OperationTimer();
  readonly #roles: ReadingRoles;
  readonly #created: Record<string, number> = {};
  readonly #watchers: RecordedWatcher[] = [];
  readonly #unreached: string[] = [];
  #fenceHeld: Held | undefined;
  #restart: ServerRestart | undefined;

  constructor(options: RoundOptions) {
    const { context, plan, versions, hasAuthors } = options;
    this.#options = options;
    this.#roles = new ReadingRoles(context.target.identities);
    this.#recorder = new HistoryRecorder(versions, () => context.lean.now());
    const initialStatus = context.firstObject()?.status;
    this.#marks = new ContentMarks(context.kind, {
      isAnnotated: hasAuthors,
      ...(initialStatus === undefined ? {} : { initialStatus }),
    });
    const newObject = (): WorkloadObject => {
      const key = context.lean.newKey(context.kind);
      return { key, name: nameOf(key) };
    };
    this.#fence = newObject();
    this.#shared = Array.from({ length: plan.objects }, newObject);
    this.#own = Array.from({ length: plan.clients }, newObject);
    this.#objects = [...this.#shared, ...this.#own];
  }

  async prepare(): Promise<void> {
    const { context, plan } = this.#options;
    const setup = this.#client("setup", (command) => this.#recorded(command));
    this.#fenceHeld = (await setup.create(this.#fence)).held;
    await Promise.all(this.#objects.map((object) => setup.create(object)));
    const after = this.#fenceHeld?.version;
    if (after === undefined) return;
    const known = new Map(
      [this.#fence, ...this.#objects].map((object) => [object.key.name, object]),
    );
    const parts = { context, plan, objects: known, recorder: this.#recorder, marks: this.#marks };
    const timer = this.#timer;
    const wake = (): void => this.#waiting.wake();
    this.#watchers.push(...watchersOf({ ...parts, timer, wake, beside: this.#fence.key, after }));
    await Promise.all(this.#watchers.map((watcher) => watcher.open()));
  }

  async work(): Promise<void> {
    const { context, plan, operations, untilMs, hasAuthors } = this.#options;
    const { lean, random, signal } = context;
    const budget = new Budget({ operations, untilMs, now: () => lean.now(), signal });
    const list = this.#list();
    this.#restart = this.#plannedRestart();
    const restarted = this.#restart?.run();
    const loops = this.#own.map((own, number) =>
      runClient({
        client: this.#client(`c${number + 1}`, (command) => this.#sent(command)),
        objects: this.#shared,
        own,
        plan: hasAuthors ? plan : { ...plan, changes: { ...plan.changes, spec: 0 } },
        budget,
        random,
        ...(list === undefined ? {} : { list }),
      }),
    );
    await Promise.all(loops);
    this.#timer.stop();
    const problem = (await restarted) ?? this.#restart?.doubt;
    if (problem !== undefined) throw new HookFailed(problem);
  }

  /**
   * Writes the fence until all watches have shown it, or the time for events has elapsed. Returns the version of the
   * first write.
   */
  async fence(): Promise<string | undefined> {
    const { limits, lean, signal } = this.#options.context;
    const writer = this.#client("fence", (command) => lean.send(command));
    const versions: string[] = [];
    const deadlineMs = lean.now() + limits.eventMs;
    for (let waitMs = limits.fenceRetryMs; this.#watchers.length > 0; waitMs *= 2) {
      const held = this.#fenceHeld ?? (await writer.read(this.#fence)).held;
      this.#fenceHeld = held && (await writer.writeStatus(this.#fence, held)).held;
      if (this.#fenceHeld !== undefined) versions.push(this.#fenceHeld.version);
      const isThere = (): boolean =>
        this.#watchers.every(
          (watcher) => watcher.problem !== undefined || watcher.hasSeen(versions),
        );
      const remainingMs = Math.max(0, deadlineMs - lean.now());
      if (await this.#waiting.until(isThere, Math.min(waitMs, remainingMs), signal)) break;
      if (signal.aborted || remainingMs === 0) break;
    }
    for (const watcher of this.#watchers) {
      if (watcher.hasSeen(versions)) continue;
      if (watcher.problem === undefined) this.#options.context.late?.();
      const { name, problem = `no sentinel event within ${limits.eventMs} ms` } = watcher;
      this.#unreached.push(`${name}: ${problem}`);
    }
    return versions[0];
  }

  async finish(due: string | undefined): Promise<void> {
    const { lean } = this.#options.context;
    const reader = this.#client("last", (command) => lean.send(command));
    await Promise.all(
      this.#watchers.map((watcher) => {
        const isReached = due !== undefined && watcher.hasSeen([due]);
        return watcher.close(isReached ? due : undefined);
      }),
    );
    await Promise.all(this.#objects.map((object) => reader.read(object)));
  }

  result(): Round {
    return {
      lines: this.#recorder.lines(),
      operations: this.#recorder.operations,
      events: this.#recorder.events,
      unreached: this.#unreached,
      created: this.#created,
      objects: [this.#fence, ...this.#objects],
      keep: (operation) => this.#recorder.keep(operation),
    };
  }

  #client(name: string, send: (command: WorkloadCommand) => Promise<LeanAnswer>): RecordedClient {
    const { context, plan } = this.#options;
    const { kind, random } = context;
    const statusWrites = statusWritesOf(kind);
    const via = (verb: WorkloadCommand["verb"]): string | undefined => {
      const isStatus = verb === "updateStatus";
      if (plan.isMixed !== true) return isStatus ? context.via : undefined;
      const operations = isStatus ? statusWrites : kind.operations[verb];
      return operations[random.below(operations.length)];
    };
    return new RecordedClient({
      name,
      context,
      recorder: this.#recorder,
      marks: this.#marks,
      roles: this.#roles,
      send,
      via,
      isConditional: ({ verb, via: id = kind.operations[verb][0] }) =>
        id === undefined || kind.unconditional?.includes(id) !== true,
      carriesUid: ({ verb, via: id = kind.operations[verb][0] }) =>
        id === undefined || kind.withoutUid?.includes(id) !== true,
      isFoundByUid: ({ verb, via: id = kind.operations[verb][0] }) =>
        id !== undefined && kind.foundByUid?.includes(id) === true,
    });
  }

  /**
   * Sends a create request for an initial object. Records the full exchange, because it shows the object's initial
   * content.
   */
  async #recorded(command: WorkloadCommand): Promise<LeanAnswer> {
    const { context } = this.#options;
    if (command.verb === "create") context.owning(command.key);
    const step: Step = await context.call(command);
    if (command.verb === "create") this.#created[nameOf(command.key)] = step.exchange;
    const ended = outcomeOf("create", step.outcome);
    // A rejection because the name is taken belongs in the history. The first client that then finds the object absent
    // creates it.
    if (ended === "ok" || ended === "exists") {
      return { outcome: step.outcome, keep: () => step.exchange };
    }
    throw new FixtureRefused(
      `${context.kind.name} could not be created: ${describeOutcome(step.outcome)}`,
      step,
    );
  }

  async #sent(command: WorkloadCommand): Promise<LeanAnswer> {
    const { context, plan } = this.#options;
    this.#timer.pass();
    const answer = await sendWithAborts(command, { ...context, abortEvery: plan.abortEvery });
    await this.#restart?.outlive(answer.outcome);
    return answer;
  }

  #plannedRestart(): ServerRestart | undefined {
    const { context, plan, operations } = this.#options;
    if (plan.restartAt === undefined) return undefined;
    const after = Math.ceil(operations * plan.restartAt);
    return new ServerRestart({ ...context, timer: this.#timer, after, key: this.#fence.key });
  }

  #list(): ListCommand | undefined {
    const { context } = this.#options;
    const isOffered = context.target.features.includes("read.list");
    return isOffered ? listOf(context, this.#fence.key) : undefined;
  }
}

/** An apply may be rejected because of ownership, and histories do not model ownership. */
export function statusWritesOf({
  operations,
  statusModes,
}: Pick<KindDescription, "operations" | "statusModes">): readonly string[] {
  return operations.updateStatus.filter((id) => statusModes[id] !== "apply");
}

function nameOf({ namespace, name }: ObjectKey): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}

/** Maximum time after which an impatient client aborts, in milliseconds. */
const maxPatienceMs = 4;

interface Impatience extends Pick<CheckContext, "lean" | "random" | "signal"> {
  /** The client aborts one request in N, chosen at random. By default, no request is aborted. */
  readonly abortEvery: number | undefined;
}

/**
 * Sends a command, and aborts some commands after a short delay: before the target receives them, while it processes
 * them, or during the response. The outcome of an aborted command is unknown.
 */
async function sendWithAborts(
  command: Command,
  { lean, random, signal, abortEvery }: Impatience,
): Promise<LeanAnswer> {
  if (abortEvery === undefined || random.below(abortEvery) > 0) return lean.send(command);
  const patienceMs = random.below(maxPatienceMs * 100) / 100;
  using patience = scopedSignal({ limitMs: patienceMs, within: [signal] });
  return await lean.send(command, patience.signal);
}
