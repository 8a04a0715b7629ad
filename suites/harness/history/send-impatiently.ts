import type { Command } from "#contract";
import { scopedSignal } from "#targets";
import type { CheckContext } from "../session/check.ts";
import type { LeanAnswer } from "../session/lean-target.ts";

/** The longest that an impatient client waits, in milliseconds. */
const mostPatienceMs = 4;

/** How a command is sent by a client that may give up on it. */
export interface Impatience extends Pick<CheckContext, "lean" | "random" | "signal"> {
  /** The client gives up on one request in so many, as chance has it. Absent: on none. */
  readonly abortEvery: number | undefined;
}

/**
 * Sends a command, and gives up on some after a moment: before the target has seen them, while it works on
 * them, or when the answer is on its way. What became of those is unknown.
 */
export async function sendImpatiently(
  command: Command,
  { lean, random, signal, abortEvery }: Impatience,
): Promise<LeanAnswer> {
  if (abortEvery === undefined || random.below(abortEvery) > 0) return lean.send(command);
  const patienceMs = random.below(mostPatienceMs * 100) / 100;
  using patience = scopedSignal({ limitMs: patienceMs, within: [signal] });
  return await lean.send(command, patience.signal);
}
