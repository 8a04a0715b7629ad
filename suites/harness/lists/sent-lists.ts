import { describeKey, isDryRun, isJsonList, isJsonObject, isSameValue } from "#contract";
import type {
  Command,
  JsonObject,
  JsonValue,
  ObjectKey,
  PatchStatusCommand,
  Resource,
  UpdateStatusCommand,
} from "#contract";
import { withValueAt } from "#targets";

export type StatusWrite = PatchStatusCommand | UpdateStatusCommand;

/** A list in a submitted status. The path contains no list. */
export interface SentList {
  readonly path: readonly string[];
  readonly items: readonly JsonValue[];
  /** The last write that contained the list. */
  readonly write: StatusWrite;
  /** The versions of the object that were created with the list in this spelling. */
  readonly versions: ReadonlySet<string>;
}

interface NotedList extends SentList {
  readonly versions: Set<string>;
}

/** Maximum number of different lists that are retained for a path of an object. */
const mostRetained = 16;

/** The lists that the run has sent in status writes, by object. */
export class SentLists {
  readonly #lists = new Map<string, NotedList[]>();

  /** Must be called before the command is sent, because events can arrive before the response. */
  note(command: Command): void {
    if (command.verb !== "updateStatus" && command.verb !== "patchStatus") return;
    const status = statusIn(command);
    if (status === undefined || isDryRun(command)) return;
    const found = listsIn(status).filter(({ items }) => items.length > 1);
    if (found.length === 0) return;
    const key = describeKey(command.key);
    const known = this.#lists.get(key) ?? [];
    this.#lists.set(key, known);
    for (const { path, items } of found) {
      const alike = known.filter((one) => isSamePath(one.path, path));
      const same = alike.find((one) => isSameValue(one.items, items));
      const replaced = same ?? (alike.length < mostRetained ? undefined : alike[0]);
      if (replaced !== undefined) known.splice(known.indexOf(replaced), 1);
      known.push({ path, items, write: command, versions: same?.versions ?? new Set() });
    }
  }

  /** Notes the version that a write created. A write that changes nothing keeps the version of an earlier one. */
  answered(command: Command, { metadata: { resourceVersion } }: Resource): void {
    if (command.verb !== "updateStatus" && command.verb !== "patchStatus") return;
    const known = this.#lists.get(describeKey(command.key)) ?? [];
    for (const { path, write, versions } of known) {
      if (write !== command) continue;
      const alike = known.filter((one) => isSamePath(one.path, path));
      if (alike.every((one) => !one.versions.has(resourceVersion))) versions.add(resourceVersion);
    }
  }

  /** Returns the lists that were sent for an object, the last one last. */
  of(key: ObjectKey): readonly SentList[] {
    return this.#lists.size === 0 ? [] : (this.#lists.get(describeKey(key)) ?? []);
  }
}

/** Returns the write with other items in the list. */
export function writeWith({ path, write }: SentList, items: readonly JsonValue[]): StatusWrite {
  const status = withValueAt(statusIn(write) ?? {}, path, items);
  if (write.verb === "updateStatus") return { ...write, status };
  const patch = isJsonObject(write.patch) ? write.patch : {};
  return { ...write, patch: { ...patch, status } };
}

/** Returns the status that a write contains. Undefined for a JSON patch. */
function statusIn(write: StatusWrite): JsonObject | undefined {
  if (write.verb === "updateStatus") return write.status;
  const status = isJsonObject(write.patch) ? write.patch["status"] : undefined;
  return isJsonObject(status) ? status : undefined;
}

function listsIn(
  value: JsonObject,
  path: readonly string[] = [],
): readonly Pick<SentList, "items" | "path">[] {
  return Object.entries(value).flatMap(([name, inner]) => {
    if (isJsonList(inner)) return [{ path: [...path, name], items: inner }];
    return isJsonObject(inner) ? listsIn(inner, [...path, name]) : [];
  });
}

export function isSamePath(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((step, index) => step === right[index]);
}
