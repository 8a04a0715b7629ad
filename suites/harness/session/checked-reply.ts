import type { Command, Outcome, Resource } from "#contract";
import type { Exchange, Target } from "#targets";
import { hasRequested, isOrdinary } from "../premises/effect.ts";
import type { OrdinaryWrite } from "../premises/effect.ts";

/**
 * Sends a command. If the response to a write shows the object without the written content, reads the object: later
 * steps depend on the stored object, and only one requirement is about the response.
 */
export async function executeChecked(
  target: Pick<Target, "execute">,
  command: Command,
  signal: AbortSignal,
): Promise<Exchange> {
  const exchange = await target.execute(command, signal);
  const { outcome } = exchange;
  if (outcome.result !== "object" || outcome.isFromRead === true) return exchange;
  if (!isOrdinary(command) || hasRequested(outcome.object, command) || signal.aborted) {
    return exchange;
  }
  const { identity, key } = command;
  const read = (await target.execute({ verb: "read", identity, key }, signal)).outcome;
  if (read.result !== "object") return exchange;
  const { object } = read;
  if (!isWrittenLater(object, outcome.object, command)) return exchange;
  const corrected: Outcome = { ...outcome, object, isFromRead: true, isReplyOutdated: true };
  return { ...exchange, outcome: corrected };
}

/**
 * Whether a read shows the written content in another version of the object. Otherwise, the write may have stored
 * nothing, or another write may have followed.
 */
function isWrittenLater(stored: Resource, shown: Resource, command: OrdinaryWrite): boolean {
  return (
    stored.metadata.uid === shown.metadata.uid &&
    stored.metadata.resourceVersion !== shown.metadata.resourceVersion &&
    hasRequested(stored, command)
  );
}
