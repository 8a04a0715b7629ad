import { describeKey, isDryRun, isJsonList, isJsonObject, isSameValue } from "#contract";
import type {
  Command,
  CreateCommand,
  JsonObject,
  JsonValue,
  ObjectKey,
  PatchStatusCommand,
  Resource,
  UpdateCommand,
  UpdateStatusCommand,
} from "#contract";
import { isStatusWrite } from "#model";
import { withValueAt } from "#targets";

export type StatusWrite = PatchStatusCommand | UpdateStatusCommand;

export type SpecWrite = CreateCommand | UpdateCommand;

/** A place in objects of a kind. The path contains no list. */
export interface ListPlace {
  readonly part: "spec" | "status";
  readonly path: readonly string[];
}

/** A list in a submitted spec or status. */
export interface SentList extends ListPlace {
  readonly items: readonly JsonValue[];
  /** The last write that contained the list. */
  readonly write: SpecWrite | StatusWrite;
  /** The versions of the object that were created with the list in this spelling. */
  readonly versions: ReadonlySet<string>;
}

interface NotedList extends SentList {
  readonly versions: Set<string>;
}

/** Maximum number of different lists that are retained for a path of an object. */
const mostRetained = 16;

/** The lists that the run has sent in specs and statuses, by object. */
export class SentLists {
  readonly #lists = new Map<string, NotedList[]>();

  /** Must be called before the command is sent, because events can arrive before the response. */
  note(command: Command): void {
    if (!isContentWrite(command) || isDryRun(command)) return;
    const part = isStatusWrite(command) ? "status" : "spec";
    const found = listsIn(contentIn(command) ?? {}).filter(({ items }) => items.length > 1);
    if (found.length === 0) return;
    const key = describeKey(command.key);
    const known = this.#lists.get(key) ?? [];
    this.#lists.set(key, known);
    for (const { path, items } of found) {
      const alike = known.filter((one) => isSamePlace(one, { part, path }));
      const same = alike.find((one) => isSameValue(one.items, items));
      const replaced = same ?? (alike.length < mostRetained ? undefined : alike[0]);
      if (replaced !== undefined) known.splice(known.indexOf(replaced), 1);
      known.push({ part, path, items, write: command, versions: same?.versions ?? new Set() });
    }
  }

  /** Notes the version that a write created. A write that changes nothing keeps the version of an earlier one. */
  answered(command: Command, { metadata: { resourceVersion } }: Resource): void {
    if (!isContentWrite(command)) return;
    const known = this.#lists.get(describeKey(command.key)) ?? [];
    for (const sent of known) {
      const { write, versions } = sent;
      if (write !== command) continue;
      const alike = known.filter((one) => isSamePlace(one, sent));
      if (alike.every((one) => !one.versions.has(resourceVersion))) versions.add(resourceVersion);
    }
  }

  /** Returns the lists that were sent for an object, the last one last. */
  of(key: ObjectKey): readonly SentList[] {
    return this.#lists.size === 0 ? [] : (this.#lists.get(describeKey(key)) ?? []);
  }
}

/** Returns the spec or status that a write contains. Undefined for a JSON patch, and for a write of metadata alone. */
export function contentIn(write: SpecWrite | StatusWrite): JsonObject | undefined {
  switch (write.verb) {
    case "create":
    case "update":
      return write.spec;
    case "updateStatus":
      return write.status;
    case "patchStatus": {
      const status = isJsonObject(write.patch) ? write.patch["status"] : undefined;
      return isJsonObject(status) ? status : undefined;
    }
  }
}

/** Returns a status write with other items in the list at a path. */
export function statusWriteWith(
  write: StatusWrite,
  path: readonly string[],
  items: readonly JsonValue[],
): StatusWrite {
  const status = withValueAt(contentIn(write) ?? {}, path, items);
  if (write.verb === "updateStatus") return { ...write, status };
  const patch = isJsonObject(write.patch) ? write.patch : {};
  return { ...write, patch: { ...patch, status } };
}

function isContentWrite(command: Command): command is SpecWrite | StatusWrite {
  return command.verb === "create" || command.verb === "update" || isStatusWrite(command);
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

export function isSamePlace(left: ListPlace, right: ListPlace): boolean {
  return (
    left.part === right.part &&
    left.path.length === right.path.length &&
    left.path.every((step, index) => step === right.path[index])
  );
}
