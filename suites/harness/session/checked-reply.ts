import { isSameVersion } from "#contract";
import type { Command, Outcome, Resource } from "#contract";
import type { Exchange, Target } from "#targets";
import { hasRequested, isOrdinary } from "../premises/effect.ts";

interface Checking {
  readonly signal: AbortSignal;
  /**
   * Whether other clients write to the same objects, as in histories. Then a response is not checked if only its version
   * is old. If a response shows the object before the write, but the object was changed or deleted before it could be
   * read, it is unknown whether the write had an effect. Defaults to no.
   */
  readonly isShared?: boolean;
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
  checking: Checking,
): Promise<Exchange> {
  const exchange = await target.execute(command, checking.signal);
  const { outcome } = exchange;
  if (outcome.result !== "object" || !isDoubtful(outcome, command, checking)) return exchange;
  const { identity, key } = command;
  const read = (await target.execute({ verb: "read", identity, key }, checking.signal)).outcome;
  const stored = storedBy(command, { shown: outcome.object, read }, checking);
  if (stored === "as-shown") return exchange;
  const corrected: Outcome =
    stored === "unknown"
      ? { ...outcome, isReplyOutdated: true }
      : { ...outcome, object: stored, isFromRead: true, isReplyOutdated: true };
  return { ...exchange, outcome: corrected };
}

function isDoubtful(
  { object: shown, isFromRead }: Extract<Outcome, { readonly result: "object" }>,
  command: Command,
  { signal, isShared = false, isDistrusted = false }: Checking,
): command is StoringWrite {
  if (isFromRead === true || signal.aborted || !isStoring(command)) return false;
  const isOld = !isShared && (isDistrusted || replaces(command, shown));
  return isOld || !hasContent(shown, command);
}

interface ShownAfterWrite {
  readonly shown: Resource;
  readonly read: Outcome;
}

/** Returns the stored object, or how far the response shows it. */
function storedBy(
  command: StoringWrite,
  { shown, read }: ShownAfterWrite,
  { isShared = false, isDistrusted = false }: Checking,
): Resource | "as-shown" | "unknown" {
  const isOld = replaces(command, shown);
  const found = read.result === "object" ? read.object : undefined;
  // The write may have stored nothing, or another write may have followed.
  const isWritten = isOrdinary(command)
    ? found !== undefined && hasRequested(found, command)
    : !isShared && (isDistrusted || isOld);
  if (found !== undefined && isOtherVersion(found, shown) && isWritten) return found;
  const isUnchanged = found !== undefined && isSameVersion(found, shown);
  return isShared && isOld && !isUnchanged ? "unknown" : "as-shown";
}

function replaces({ resourceVersion: replaced }: StoringWrite, { metadata }: Resource): boolean {
  return replaced === metadata.resourceVersion;
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
