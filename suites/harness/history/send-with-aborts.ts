import type { Command } from "#contract";
import { scopedSignal } from "#targets";
import type { CheckContext } from "../session/check.ts";
import type { LeanAnswer } from "../session/lean-target.ts";

/** Maximum time after which an impatient client aborts, in milliseconds. */
const maxPatienceMs = 4;

export interface Impatience extends Pick<CheckContext, "lean" | "random" | "signal"> {
  /** The client aborts one request in N, chosen at random. By default, no request is aborted. */
  readonly abortEvery: number | undefined;
}

/**
 * Sends a command, and aborts some commands after a short delay: before the target receives them, while it processes
 * them, or during the response. The outcome of an aborted command is unknown.
 */
export async function sendWithAborts(
  command: Command,
  { lean, random, signal, abortEvery }: Impatience,
): Promise<LeanAnswer> {
  if (abortEvery === undefined || random.below(abortEvery) > 0) return lean.send(command);
  const patienceMs = random.below(maxPatienceMs * 100) / 100;
  using patience = scopedSignal({ limitMs: patienceMs, within: [signal] });
  return await lean.send(command, patience.signal);
}
