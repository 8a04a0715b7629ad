import { setTimeout as pause } from "node:timers/promises";
import type { Command, Limits, WatchCommand } from "#contract";
import type { Target } from "#targets";

export interface Replicas {
  readonly writer: Target;
  /** Replicas, which serve reads and watches in turn. If there are none, the writer serves them. */
  readonly readers: readonly Target[];
  readonly limits: Pick<Limits, "connectMs">;
}

/**
 * Combines several servers of a system into one target, because writes through one server must be visible in reads
 * through another. Omits kinds that a check defines for itself, because nothing indicates when a replica serves them.
 * For kinds of the run, the target waits once per kind and replica. Disposing disposes all servers.
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
  // Before the run has defined its kinds, there is nothing to wait for.
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
    ...removalOf(writer),
    ...(writer.restart === undefined
      ? {}
      : { restart: (signal: AbortSignal) => writer.restart?.(signal) ?? Promise.resolve() }),
    [Symbol.asyncDispose]: async () => {
      for (const target of new Set([writer, ...readers])) await target[Symbol.asyncDispose]();
    },
  };
}

const pollMs = 50;

/** A replica that may serve new kinds and permissions with a delay. */
class PatientReader {
  readonly target: Target;
  readonly #limits: Pick<Limits, "connectMs">;
  readonly #known = new Map<string, Promise<void>>();

  constructor(target: Target, limits: Pick<Limits, "connectMs">) {
    this.target = target;
    this.#limits = limits;
  }

  /** Resolves with the server when it serves the kind of the command, or when a timeout elapses. */
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

function removalOf(target: Target): Pick<Target, "removeCollections"> {
  return target.removeCollections === undefined
    ? {}
    : { removeCollections: target.removeCollections.bind(target) };
}

/** Kills and restarts the server. Rejects with an `Error` that describes the cause. */
type Restart = (signal: AbortSignal) => Promise<void>;

/** Adds server restarts to a target. Disposing the result disposes the original target. */
export function restartableTarget(target: Target, restart: Restart): Target {
  const { description } = target;
  return {
    description: { ...description, features: [...description.features, "restart"] },
    misfit: (command) => target.misfit?.(command),
    execute: (command, signal) => target.execute(command, signal),
    watch: (command, listener, signal) => target.watch(command, listener, signal),
    ...removalOf(target),
    restart,
    [Symbol.asyncDispose]: () => target[Symbol.asyncDispose](),
  };
}
