import { setTimeout as pause } from "node:timers/promises";
import type { Command, Limits, WatchCommand } from "#contract";
import type { Target } from "#targets";

/** Several servers of one system. */
export interface Replicas {
  /** Takes all writes. */
  readonly writer: Target;
  /** Take reads and watches in turn; the writer where there are none. */
  readonly readers: readonly Target[];
  readonly limits: Pick<Limits, "connectMs">;
}

/**
 * Several servers of one system as one target: what is read through one must show what was written through
 * another. Kinds that a check defines for itself are omitted, because nothing says when the other servers
 * learn of them; kinds of the whole run are waited for once. Disposing disposes all.
 */
export function replicatedTarget({ writer, readers, limits }: Replicas): Target {
  const all = (readers.length === 0 ? [writer] : readers).map(
    (target) => new PatientReader(target, limits),
  );
  let turn = 0;
  const next = (): PatientReader => {
    turn += 1;
    return all[turn % all.length] ?? new PatientReader(writer, limits);
  };
  const { trialKinds: _trialKinds, ...description } = writer.description;
  // Before the run has made its kinds there is nothing to wait for.
  let isPrepared = description.prerequisites.length === 0;
  const chosen = (command: Command | WatchCommand, signal: AbortSignal): Promise<Target> => {
    const reader = next();
    return isPrepared ? reader.knowing(command, signal) : Promise.resolve(reader.target);
  };
  return {
    description,
    misfit: (command) => writer.misfit?.(command),
    execute: async (command, signal) => {
      if (command.verb !== "read" && command.verb !== "list") {
        const exchange = await writer.execute(command, signal);
        isPrepared ||= command.verb === "create" && exchange.outcome.result === "object";
        return exchange;
      }
      const reader = await chosen(command, signal);
      return reader.execute(command, signal);
    },
    watch: async (command, listener, signal) => {
      const reader = await chosen(command, signal);
      return reader.watch(command, listener, signal);
    },
    ...(writer.restart === undefined
      ? {}
      : { restart: (signal: AbortSignal) => writer.restart?.(signal) ?? Promise.resolve() }),
    [Symbol.asyncDispose]: async () => {
      for (const target of new Set([writer, ...readers])) await target[Symbol.asyncDispose]();
    },
  };
}

/** Between two looks whether a server knows a kind, in milliseconds. */
const pollMs = 50;

/** A server that hears of kinds and permissions some moments after they were made through another one. */
class PatientReader {
  readonly target: Target;
  readonly #limits: Pick<Limits, "connectMs">;
  readonly #known = new Map<string, Promise<void>>();

  constructor(target: Target, limits: Pick<Limits, "connectMs">) {
    this.target = target;
    this.#limits = limits;
  }

  /** Gives the server once it knows the kind of a command, or once that was waited for long enough. */
  async knowing(command: Command | WatchCommand, signal: AbortSignal): Promise<Target> {
    const kind = "key" in command ? command.key.kind : command.kind;
    const known = this.#known.get(kind) ?? this.#untilKnown(kind, signal);
    this.#known.set(kind, known);
    await known;
    return this.target;
  }

  async #untilKnown(kind: string, signal: AbortSignal): Promise<void> {
    const { description } = this.target;
    const isMade = description.kinds.some(({ name, isRuntime }) => name === kind && isRuntime);
    if (!isMade) return;
    const roles = (["author", "controller", "reader"] as const).filter((role) =>
      description.identities.includes(role),
    );
    const untilMs = performance.now() + this.#limits.connectMs;
    while (!signal.aborted && performance.now() < untilMs) {
      const outcomes = await Promise.all(
        roles.map((identity) => this.target.execute({ verb: "list", identity, kind }, signal)),
      );
      if (outcomes.every(({ outcome }) => outcome.result === "list")) return;
      await pause(pollMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
