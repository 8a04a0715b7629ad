import type { Command, Outcome, Resource } from "#contract";
import type { Exchange, Target } from "#targets";
import { hasRequested, isOrdinary } from "../premises/effect.ts";

interface Checking {
  readonly signal: AbortSignal;
  /**
   * Whether a response is also checked if only its version is old. Histories must not do so, because their clients
   * write to the same objects, so that a read may show another write. Defaults to no.
   */
  readonly checksVersions?: boolean;
  /** Whether an earlier response to a write showed the object before it. Defaults to no. */
  readonly isDistrusted?: boolean;
}

/**
 * Sends a command. If the response to a write shows the object without the written content, or in the version that the
 * write replaces, reads the object: later steps depend on the stored object, and only one requirement is about the
 * response.
 */
export async function executeChecked(
  target: Pick<Target, "execute">,
  command: Command,
  { signal, checksVersions = false, isDistrusted = false }: Checking,
): Promise<Exchange> {
  const exchange = await target.execute(command, signal);
  const { outcome } = exchange;
  if (outcome.result !== "object" || outcome.isFromRead === true || !isStoring(command)) {
    return exchange;
  }
  const { object: shown } = outcome;
  const { resourceVersion: replaced } = command;
  const isOld = checksVersions && (isDistrusted || replaced === shown.metadata.resourceVersion);
  if (signal.aborted || (hasContent(shown, command) && !isOld)) return exchange;
  const { identity, key } = command;
  const read = (await target.execute({ verb: "read", identity, key }, signal)).outcome;
  if (read.result !== "object" || !isOtherVersion(read.object, shown)) return exchange;
  // The write may have stored nothing, or another write may have followed.
  const isWritten = isOrdinary(command) ? hasRequested(read.object, command) : isOld;
  if (!isWritten) return exchange;
  const corrected: Outcome = {
    ...outcome,
    object: read.object,
    isFromRead: true,
    isReplyOutdated: true,
  };
  return { ...exchange, outcome: corrected };
}

function hasContent(object: Resource, command: StoringWrite): boolean {
  return !isOrdinary(command) || hasRequested(object, command);
}

type StoringWrite = Extract<Command, { readonly verb: "patchStatus" | "update" | "updateStatus" }>;

function isStoring(command: Command): command is StoringWrite {
  const isWrite =
    command.verb === "update" || command.verb === "updateStatus" || command.verb === "patchStatus";
  return isWrite && command.options?.dryRun !== true;
}

/** Whether a read shows the same object in a version that is not known to be older. */
function isOtherVersion({ metadata: stored }: Resource, { metadata: shown }: Resource): boolean {
  const [read, replied] = [stored.resourceVersion, shown.resourceVersion].map(Number);
  const isOlder = read !== undefined && replied !== undefined && read < replied;
  return stored.uid === shown.uid && stored.resourceVersion !== shown.resourceVersion && !isOlder;
}
