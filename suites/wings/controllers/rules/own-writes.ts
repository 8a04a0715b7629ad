import { resourceVersion } from "#contract";
import type { ResourceVersion } from "#contract";
import { ByAgent } from "./by-agent.ts";
import type { KeptEvidence } from "./kept-evidence.ts";
import type {
  FirstState,
  ObjectRule,
  RuleContext,
  StateStep,
  WriteStep,
} from "./controller-rule.ts";

/**
 * Time for a response to reach the controller, in milliseconds. A write that is sent within this time may be based on
 * an older state.
 */
const replyMs = 100;

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
export function ownWrites({ object }: FirstState, context: RuleContext): ObjectRule {
  return new OwnWrites(object.metadata.resourceVersion, context);
}

class OwnWrites implements ObjectRule {
  readonly #context: RuleContext;
  #shown: readonly ResourceVersion[];
  readonly #last = new ByAgent<OwnWrite>();

  constructor(first: string, context: RuleContext) {
    this.#context = context;
    this.#shown = [resourceVersion(first)];
  }

  step({ after }: StateStep): void {
    const version = resourceVersion(after.metadata.resourceVersion);
    this.#shown = [...this.#shown.slice(1 - maxOlder), version];
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
    if (last !== undefined && precondition !== undefined && waitedMs > replyMs) {
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
}
