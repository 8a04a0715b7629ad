import { isJsonObject, isSameValue } from "#contract";
import type { Command, JsonValue, Resource } from "#contract";

/**
 * What an accepted write did to the stored object, as far as replies show: `dropped` stored nothing of what it
 * carries, `unversioned` stored it under the version that was there before. Absent: it moved the version, had
 * nothing to change, or is not known.
 */
export type Effect = "dropped" | "unversioned";

/** A write that was accepted, the object before it, where it was seen, and the object after it. */
export interface Accepted {
  readonly command: Command;
  readonly before: Resource | undefined;
  readonly after: Resource;
}

/** The effect of an accepted write: none where the version is the one that it replaces. */
export function effectOf({ command, before, after }: Accepted): Effect | undefined {
  if (!isOrdinary(command)) return undefined;
  const replaced = command.resourceVersion ?? before?.metadata.resourceVersion;
  if (replaced === undefined || after.metadata.resourceVersion !== replaced) return undefined;
  const known = before?.metadata.resourceVersion === replaced ? before : undefined;
  if (known !== undefined && hasWish(known, command)) return undefined;
  if (!hasWish(after, command)) return "dropped";
  return known === undefined ? undefined : "unversioned";
}

type Write = Extract<Command, { readonly verb: "update" | "updateStatus" }>;

/** A write that is carried out as it is; what a patch or a foreign property asks for is not compared. */
function isOrdinary(command: Command): command is Write {
  const isWrite = command.verb === "update" || command.verb === "updateStatus";
  return isWrite && command.options?.dryRun !== true && command.foreign === undefined;
}

/** Whether an object already has all that a write asks for. */
function hasWish({ metadata, spec, status }: Resource, command: Write): boolean {
  if (command.verb === "updateStatus") return has(status ?? {}, command.status);
  const { labels = {}, annotations = {}, finalizers } = command;
  return (
    has(spec ?? {}, command.spec ?? {}) &&
    has(metadata.labels ?? {}, labels) &&
    has(metadata.annotations ?? {}, annotations) &&
    (finalizers === undefined || isSameValue(finalizers, metadata.finalizers))
  );
}

function has(found: JsonValue | undefined, wanted: JsonValue): boolean {
  if (wanted === null) return found === undefined || found === null;
  if (isJsonObject(wanted)) {
    return (
      isJsonObject(found) &&
      Object.entries(wanted).every(([name, value]) =>
        has(Object.hasOwn(found, name) ? found[name] : undefined, value),
      )
    );
  }
  return found !== undefined && isSameValue(wanted, found);
}
