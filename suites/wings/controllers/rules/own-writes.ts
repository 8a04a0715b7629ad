import { resourceVersion } from "#contract";
import type { ResourceVersion } from "#contract";
import type { KeptEvidence } from "./kept-evidence.ts";
import type {
  FirstState,
  ObjectRule,
  RuleContext,
  StateStep,
  WriteStep,
} from "./controller-rule.ts";

/** States of an object that are remembered as older than the last write. */
const mostOlder = 16;

/** The newest write of the controller that was stored and answered. */
interface OwnWrite {
  readonly version: ResourceVersion;
  readonly evidence: KeptEvidence;
  readonly answeredMs: number;
  /** Versions that the object had before it. */
  readonly older: ReadonlySet<ResourceVersion>;
}

/**
 * A controller that has heard that its write was stored makes the next one from that state or a newer one.
 * Needs a driver that sees the writes, and when they were sent.
 */
export function ownWrites({ object }: FirstState, context: RuleContext): ObjectRule {
  return new OwnWrites(object.metadata.resourceVersion, context);
}

class OwnWrites implements ObjectRule {
  readonly #context: RuleContext;
  #shown: readonly ResourceVersion[];
  #last: OwnWrite | undefined;

  constructor(first: string, context: RuleContext) {
    this.#context = context;
    this.#shown = [resourceVersion(first)];
  }

  step({ after }: StateStep): void {
    const version = resourceVersion(after.metadata.resourceVersion);
    this.#shown = [...this.#shown.slice(1 - mostOlder), version];
  }

  /** A new process knows nothing of what another one has written. */
  controller(): void {
    this.#last = undefined;
  }

  gone(): void {
    this.#last = undefined;
  }

  wrote({ write, evidence }: WriteStep): void {
    if (write.by !== "controller" || write.side !== "status") return;
    const { precondition, sentMs = write.atMs, result, atMs } = write;
    const last = this.#last;
    if (last !== undefined && precondition !== undefined && sentMs > last.answeredMs) {
      this.#context.tried("controller.acts-on-own-writes");
      if (last.older.has(precondition)) this.#accuse(last, precondition, evidence);
    }
    if (result.answer !== "stored" || this.#shown.includes(result.version)) return;
    const older = new Set(this.#shown);
    this.#last = { version: result.version, evidence, answeredMs: atMs, older };
  }

  #accuse(last: OwnWrite, precondition: ResourceVersion, evidence: KeptEvidence): void {
    const detail = `a write made from version ${precondition} was sent after the controller had been told that its own write made version ${last.version}`;
    this.#context.broken("controller.acts-on-own-writes", [last.evidence, evidence], detail);
    this.#last = undefined;
  }
}
