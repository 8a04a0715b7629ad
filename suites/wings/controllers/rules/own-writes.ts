import { resourceVersion } from "#contract";
import type { ResourceVersion } from "#contract";
import { ByAgent } from "./by-agent.ts";
import type { ViewEvent, WriteEvent } from "./controller-event.ts";
import { FewValues } from "./few-values.ts";
import type { KeptEvidence } from "./kept-evidence.ts";
import type {
  FirstState,
  ObjectRule,
  RuleContext,
  StateStep,
  WriteStep,
} from "./controller-rule.ts";

/**
 * Time for a response to reach the controller, in milliseconds. A write that is sent within this time, plus the time
 * that the controller takes for a reconcile, may have been decided before the response arrived: some controllers
 * reconcile one object several times concurrently.
 */
const replyMs = 100;

/** A reconcile takes at most this multiple of the median. Some take longer because they wait for something else. */
const slack = 2;

const maxOlder = 16;

interface OwnWrite {
  readonly version: ResourceVersion;
  readonly evidence: KeptEvidence;
  readonly answeredMs: number;
  readonly older: ReadonlySet<ResourceVersion>;
}

/**
 * After a status write by a program is stored and acknowledged, the program's next write is based on that state or a
 * newer one. Needs a driver that observes writes and their send times.
 */
export function ownWrites(first: FirstState, context: RuleContext): ObjectRule {
  return new OwnWrites(first, context);
}

class OwnWrites implements ObjectRule {
  readonly #context: RuleContext;
  #shown: readonly ResourceVersion[];
  /** Time at which the controller first received each of its newest states that it has not acted on yet. */
  readonly #received = new FewValues<number>();
  /** The times from a state to the first write based on it, in milliseconds. */
  #reconcilesMs: readonly number[] = [];
  readonly #last = new ByAgent<OwnWrite>();

  constructor({ object, evidence }: FirstState, context: RuleContext) {
    const version = resourceVersion(object.metadata.resourceVersion);
    this.#context = context;
    this.#shown = [version];
    // The controller may have received the first state just before it was shown.
    this.#received.set(version, evidence.atMs);
  }

  step({ after }: StateStep): void {
    const version = resourceVersion(after.metadata.resourceVersion);
    this.#shown = [...this.#shown.slice(1 - maxOlder), version];
  }

  viewed({ version, atMs }: ViewEvent): void {
    if (version === undefined || this.#received.get(version) !== undefined) return;
    this.#received.set(version, atMs);
  }

  /** Drops the known writes, because a new process does not know the writes by the previous one. */
  controller(): void {
    this.#last.clear();
  }

  gone(): void {
    this.#last.clear();
  }

  wrote({ write, evidence }: WriteStep): void {
    if (write.by !== "controller" || write.side !== "status") return;
    const { precondition, sentMs, result, atMs } = write;
    const last = this.#last.get(write);
    const waitedMs = last === undefined || sentMs === undefined ? 0 : sentMs - last.answeredMs;
    const leastMs = replyMs + slack * median(this.#reconcilesMs);
    this.#react(write);
    if (last !== undefined && precondition !== undefined && waitedMs > leastMs) {
      this.#context.tried("controller.acts-on-own-writes");
      if (last.older.has(precondition)) {
        const detail = `the controller sent a status write based on version ${precondition}, ${Math.round(waitedMs)} ms after its own write of version ${last.version} was confirmed`;
        this.#context.broken("controller.acts-on-own-writes", [last.evidence, evidence], detail);
        this.#last.set(write, undefined);
      }
    }
    if (result.answer !== "stored" || this.#shown.includes(result.version)) return;
    const older = new Set(this.#shown);
    this.#last.set(write, { version: result.version, evidence, answeredMs: atMs, older });
  }

  /** Only the first write that is based on a state shows how long a reconcile takes. */
  #react({ precondition, sentMs }: WriteEvent): void {
    if (precondition === undefined || sentMs === undefined) return;
    const receivedMs = this.#received.get(precondition);
    if (receivedMs === undefined || receivedMs === Infinity) return;
    this.#received.set(precondition, Infinity);
    this.#reconcilesMs = [...this.#reconcilesMs, Math.max(0, sentMs - receivedMs)].slice(-maxOlder);
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor((values.length - 1) / 2)] ?? 0;
}
