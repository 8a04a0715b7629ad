import type { JsonObject } from "#contract";
import { counterIn } from "../dialect/counter.ts";
import type { KindDialect, ObjectPaths } from "../dialect/dialect.ts";
import type { FixtureHooks, Hook } from "../dialect/fixture-hooks.ts";
import type {
  DeleteOperation,
  KindOperations,
  ListOperation,
  ObjectOperation,
  Operation,
  PatchOperation,
  StatusOperation,
  UpdateOperation,
  WaitOperation,
  WatchOperation,
  WatchStream,
} from "../dialect/dialect-operations.ts";
import type {
  DeleteEntry,
  FixturesEntry,
  HookEntry,
  KindEntry,
  ListEntry,
  ObjectEntry,
  OperationEntries,
  OperationEntry,
  PatchEntry,
  StatusEntry,
  UpdateEntry,
  WaitEntry,
  WatchEntry,
} from "./dialect-file.ts";

export function kindOfEntry(name: string, entry: KindEntry): KindDialect {
  const { scope = "namespaced", namespaces = [], paths = {}, operations = {}, ...others } = entry;
  const { samples, fixtures, ...rest } = others;
  return {
    ...rest,
    name,
    scope,
    namespaces,
    paths: pathsOf(paths),
    operations: operationsOf(operations),
    samples: { ...noSamples, counter: counterOf(samples?.statuses ?? []), ...samples },
    ...(fixtures === undefined ? {} : { fixtures: fixturesOf(fixtures) }),
  };
}

const noSamples = { specs: [], statuses: [], invalidStatuses: [] };

/**
 * Chooses an integer field as the counter, preferably `observedGeneration`. Without one, chooses the first field; the
 * kind is then described as uncounted.
 */
function counterOf(statuses: readonly JsonObject[]): string {
  return counterIn(statuses) ?? Object.keys(statuses[0] ?? {})[0] ?? "observedGeneration";
}

function pathsOf(paths: Partial<ObjectPaths>): ObjectPaths {
  const { name = "", uid = "", resourceVersion = "" } = paths;
  return { ...paths, name, uid, resourceVersion };
}

function operationsOf(entries: OperationEntries): KindOperations {
  return {
    create: each(entries.create, objectOperation),
    read: each(entries.read, objectOperation),
    list: each(entries.list, listOperation),
    update: each(entries.update, updateOperation),
    updateStatus: each(entries.updateStatus, statusOperation),
    patchStatus: each(entries.patchStatus, patchOperation),
    delete: each(entries.delete, deleteOperation),
    watch: each(entries.watch, watchOperation),
  };
}

function each<Entry, Made>(
  entries: Readonly<Record<string, Entry>> | undefined,
  make: (id: string, entry: Entry) => Made,
): readonly Made[] {
  return Object.entries(entries ?? {}).map(([id, entry]) => make(id, entry));
}

function operation(id: string, entry: OperationEntry): Operation {
  const { field = id, document } = entry;
  if (document === undefined) return { id, field, arguments: entry.arguments ?? {} };
  return { id, field, arguments: entry.variables ?? {}, document };
}

function objectOperation(id: string, entry: ObjectEntry): ObjectOperation {
  const { wait, result = wait === undefined ? "" : null, beside, inside } = entry;
  return {
    ...operation(id, entry),
    result,
    ...(beside === undefined ? {} : { beside }),
    ...(inside === undefined ? {} : { inside }),
    ...(wait === undefined ? {} : { wait: waitOperation(wait) }),
  };
}

function waitOperation({ operation: running, until, ...entry }: WaitEntry): WaitOperation {
  return { ...objectOperation("wait", entry), operation: running, until };
}

function updateOperation(id: string, entry: UpdateEntry): UpdateOperation {
  const { mode } = entry;
  return { ...objectOperation(id, entry), ...(mode === undefined ? {} : { mode }) };
}

function statusOperation(id: string, entry: StatusEntry): StatusOperation {
  const {
    mode = "partial",
    modeIsGuessed,
    encoding,
    semantics,
    sets,
    requiredFirst,
    after,
  } = entry;
  return {
    ...objectOperation(id, entry),
    statusMode: mode,
    ...(modeIsGuessed === undefined ? {} : { modeIsGuessed }),
    ...(encoding === undefined ? {} : { encoding }),
    ...(semantics === undefined ? {} : { semantics }),
    ...(sets === undefined ? {} : { sets }),
    ...(requiredFirst === undefined ? {} : { requiredFirst }),
    ...(after === undefined ? {} : { after }),
  };
}

function patchOperation(id: string, entry: PatchEntry): PatchOperation {
  return { ...objectOperation(id, entry), formats: entry.formats ?? {} };
}

function deleteOperation(id: string, entry: DeleteEntry): DeleteOperation {
  const { finish, requiresVersion } = entry;
  const made = {
    ...objectOperation(id, entry),
    ...(requiresVersion === undefined ? {} : { requiresVersion }),
  };
  return finish === undefined ? made : { ...made, finish: objectOperation("finish", finish) };
}

function listOperation(id: string, entry: ListEntry): ListOperation {
  const { items = "", resourceVersion, pages, perNamespace } = entry;
  return {
    ...operation(id, entry),
    ...(perNamespace === undefined ? {} : { perNamespace }),
    items,
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
    ...(pages === undefined ? {} : { pages }),
  };
}

function watchOperation(id: string, entry: WatchEntry): WatchOperation {
  const { field, arguments: tree, document, variables, object = "", streams, ...rest } = entry;
  const [first] = Object.keys(streams ?? {});
  const called = { field: field ?? first, arguments: tree, document, variables };
  const present = Object.entries(called).filter(([, value]) => value !== undefined);
  return {
    ...rest,
    ...operation(id, Object.fromEntries(present)),
    object,
    ...(streams === undefined ? {} : { streams: each(streams, streamOf) }),
  };
}

function streamOf(field: string, entry: Omit<WatchStream, "field">): WatchStream {
  return { ...entry, field };
}

function fixturesOf({ create, updateSpec, delete: remove, ...rest }: FixturesEntry): FixtureHooks {
  return {
    ...rest,
    ...(create === undefined ? {} : { create: hookOf(create) }),
    ...(updateSpec === undefined ? {} : { updateSpec: hookOf(updateSpec) }),
    ...(remove === undefined ? {} : { delete: hookOf(remove) }),
  };
}

function hookOf({ command, http }: HookEntry): Hook {
  if (http !== undefined) return { kind: "http", url: http.url, method: http.method ?? "POST" };
  return { kind: "command", command: command ?? [] };
}
