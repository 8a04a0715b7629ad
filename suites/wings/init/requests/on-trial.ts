import { describeKey } from "#contract";
import type { Command, Outcome, UpdateCommand, UpdateStatusCommand } from "#contract";
import type { Exchange, Target } from "#targets";
import type { Dialect } from "#targets/graphql";
import type { Trial } from "./trial-requests.ts";

export type Shared = Pick<Trial, "means" | "notes" | "receipts" | "refusals">;

export interface TrialPart<Result> {
  readonly shared: Shared;
  readonly work: (trial: Trial) => Promise<Result>;
}

const disturbed =
  "another client, or the endpoint itself, modified init's test objects, so dialect entries may be wrong: if it is a client, stop it and run init again";

/**
 * Runs a probe on its own connection, with the dialect known so far. Resolves with undefined if the kind is missing.
 */
export async function onTrial<Result>(
  dialect: Dialect,
  name: string,
  { shared, work }: TrialPart<Result>,
): Promise<Result | undefined> {
  const kind = dialect.kinds.find((one) => one.name === name);
  if (kind === undefined) return undefined;
  const { means, notes } = shared;
  await using connected = await means.connect(dialect, name, means.signal);
  const target = withFreshVersions(connected, () => notes.note(["kinds", name], "low", disturbed));
  return await work({ ...shared, target, kind });
}

const maxRepeats = 5;

/**
 * Wraps a target to retry a rejected write with the stored version, if another client has changed the object since the
 * caller's last read. Does not retry a write whose version the caller knows to be stale. Calls `onDisturbed` if a retry
 * is accepted, because the first write was then rejected for its version.
 */
export function withFreshVersions(target: Target, onDisturbed: () => void): Target {
  const known = new Map<string, string>();
  const noted = (command: Command, exchange: Exchange): Exchange => {
    if (command.verb === "list") return exchange;
    const { outcome } = exchange;
    const subject = describeKey(command.key);
    if (outcome.result === "object") known.set(subject, outcome.object.metadata.resourceVersion);
    else if (outcome.result !== "refused") known.delete(subject);
    return exchange;
  };
  return {
    description: target.description,
    misfit: (command) => target.misfit?.(command),
    execute: async (command, signal) => {
      let exchange = await target.execute(command, signal);
      if (!isWrite(command)) return noted(command, exchange);
      let { resourceVersion } = command;
      const isKnown = resourceVersion === known.get(describeKey(command.key));
      if (resourceVersion === undefined || !isKnown) return noted(command, exchange);
      for (let repeat = 0; repeat < maxRepeats && isRefused(exchange.outcome); repeat += 1) {
        const read = { verb: "read", identity: "author", key: command.key } as const;
        const { outcome } = await target.execute(read, signal);
        if (outcome.result !== "object") break;
        const stored = outcome.object.metadata.resourceVersion;
        if (stored === resourceVersion) break;
        resourceVersion = stored;
        exchange = await target.execute({ ...command, resourceVersion }, signal);
        if (isTaken(exchange.outcome)) onDisturbed();
      }
      return noted(command, exchange);
    },
    watch: (command, listener, signal) => target.watch(command, listener, signal),
    [Symbol.asyncDispose]: () => target[Symbol.asyncDispose](),
  };
}

function isWrite(command: Command): command is UpdateCommand | UpdateStatusCommand {
  return command.verb === "update" || command.verb === "updateStatus";
}

function isRefused({ result }: Outcome): boolean {
  return result === "refused";
}

function isTaken({ result }: Outcome): boolean {
  return result === "object" || result === "done";
}
