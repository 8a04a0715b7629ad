import { authoredField, authoredNames, isJsonList, isJsonObject, isSameValue } from "#contract";
import type { Command, JsonValue, Resource } from "#contract";

/**
 * The effect of an accepted write, according to responses. `dropped`: nothing of its content was stored. `unversioned`:
 * the content was stored without a new version.
 */
export type Effect = "dropped" | "unversioned";

export interface Accepted {
  readonly command: Command;
  readonly before: Resource | undefined;
  readonly after: Resource;
}

/** Returns undefined if the write changed the version, had nothing to change, or has an unknown effect. */
export function effectOf({ command, before, after }: Accepted): Effect | undefined {
  if (!isOrdinary(command)) return undefined;
  const replaced = command.resourceVersion ?? before?.metadata.resourceVersion;
  if (replaced === undefined || after.metadata.resourceVersion !== replaced) return undefined;
  const known = before?.metadata.resourceVersion === replaced ? before : undefined;
  if (known !== undefined && hasRequested(known, command)) return undefined;
  if (!hasRequested(after, command)) return "dropped";
  return known === undefined ? undefined : "unversioned";
}

/** A write whose expected result is its content. */
export type OrdinaryWrite = Extract<
  Command,
  { readonly verb: "patchStatus" | "update" | "updateStatus" }
>;

/**
 * Whether the expected result of a write is its content: the write is neither a JSON patch nor a dry run, and has no
 * foreign fields.
 */
export function isOrdinary(command: Command): command is OrdinaryWrite {
  switch (command.verb) {
    case "update":
    case "updateStatus":
      return command.options?.dryRun !== true && command.foreign === undefined;
    case "patchStatus":
      return command.options?.dryRun !== true && command.format !== "json";
    case "create":
    case "delete":
    case "list":
    case "read":
      return false;
  }
}

/** Whether an object has the content of a write. */
export function hasRequested(
  { metadata, spec, status }: Resource,
  command: OrdinaryWrite,
): boolean {
  if (command.verb === "updateStatus") return has(status ?? {}, command.status);
  if (command.verb === "patchStatus") {
    const { patch, format } = command;
    const wanted = isJsonObject(patch) ? (patch["status"] ?? {}) : {};
    return has(status ?? {}, wanted, format === "apply" ? containsAll : isSameValue);
  }
  return (
    has(spec ?? {}, command.spec ?? {}) &&
    authoredNames.every((name) => {
      const wanted = command[name];
      if (wanted === undefined) return true;
      return authoredField(name).form === "texts"
        ? has(metadata[name] ?? {}, wanted)
        : isSameValue(wanted, metadata[name]);
    })
  );
}

type ListComparison = (wanted: JsonValue, found: JsonValue) => boolean;

/** An applied list may be merged into the stored list. */
function containsAll(wanted: JsonValue, found: JsonValue): boolean {
  if (!isJsonList(wanted) || !isJsonList(found)) return isSameValue(wanted, found);
  return wanted.every((item) => found.some((one) => has(one, item, containsAll)));
}

function has(
  found: JsonValue | undefined,
  wanted: JsonValue,
  isSame: ListComparison = isSameValue,
): boolean {
  if (wanted === null) return found === undefined || found === null;
  if (isJsonObject(wanted)) {
    return (
      isJsonObject(found) &&
      Object.entries(wanted).every(([name, value]) =>
        has(Object.hasOwn(found, name) ? found[name] : undefined, value, isSame),
      )
    );
  }
  return found !== undefined && isSame(wanted, found);
}
