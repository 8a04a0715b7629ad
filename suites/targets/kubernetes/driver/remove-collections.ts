import { describeKey, isJsonObject } from "#contract";
import type { JsonValue, ObjectKey } from "#contract";
import type { CollectionRemoval, RemovedTogether } from "../../port/target.ts";
import { administeredKinds } from "../resources/administered-kinds.ts";
import { pathOf } from "../resources/rest-kind.ts";
import type { RestKind } from "../resources/rest-kind.ts";
import type { RestRequest } from "../resources/rest-request.ts";
import type { RestResult } from "../resources/rest-transport.ts";

export interface CollectionTools {
  readonly kinds: ReadonlyMap<string, RestKind>;
  readonly send: (request: RestRequest) => Promise<RestResult>;
}

/**
 * Minimum number of objects of a kind for which a collection removal sends fewer requests: two lists, and one deletion
 * per namespace.
 */
const fewest = 5;

/** Maximum number of objects that one request deletes. Thousands may take longer than the limit for a response. */
const mostAtOnce = 100;

const nothing: RemovedTogether = { removed: [], absent: [] };

/**
 * Deletes the objects of each kind with one request per namespace. Only in namespaces that the run created, and only if
 * no other client has objects of the kind anywhere: a faulty server may ignore the namespace of the request. Objects
 * with finalizers remain.
 */
export async function removeCollections(
  { keys, own, answered }: CollectionRemoval,
  tools: CollectionTools,
): Promise<RemovedTogether> {
  const namespaces = new Set(
    own.filter(({ kind }) => kind === administeredKinds.namespace).map(({ name }) => name),
  );
  const ids = new Set(own.map((key) => describeKey(key)));
  const send: CollectionTools["send"] = async (request) => {
    const result = await tools.send(request);
    if (result.kind === "reply") answered?.();
    return result;
  };
  const removals = [...tools.kinds.values()].map(async (kind) => {
    const inOwn = keys.filter(
      (key) => key.kind === kind.name && namespaces.has(key.namespace ?? ""),
    );
    if (kind.isAdministered === true || inOwn.length < fewest) return nothing;
    return await removeKind(kind, { keys: inOwn, ids, send });
  });
  const done = await Promise.all(removals);
  return {
    removed: done.flatMap(({ removed }) => removed),
    absent: done.flatMap(({ absent }) => absent),
  };
}

interface KindRemoval {
  readonly keys: readonly ObjectKey[];
  /** All objects of the run. */
  readonly ids: ReadonlySet<string>;
  readonly send: CollectionTools["send"];
}

async function removeKind(
  kind: RestKind,
  { keys, ids, send }: KindRemoval,
): Promise<RemovedTogether> {
  const list = async (): Promise<ReadonlySet<string> | undefined> => {
    const limit = String(ids.size + 1);
    const result = await send({ method: "GET", path: pathOf(kind, {}), query: { limit } });
    return result.kind === "reply" && result.status === 200
      ? idsIn(kind, result.data.value)
      : undefined;
  };
  const before = await list();
  if (before === undefined || [...before].some((id) => !ids.has(id))) return nothing;
  for (const namespace of new Set(keys.map((key) => key.namespace ?? ""))) {
    const path = pathOf(kind, { namespace });
    const count = keys.filter((key) => key.namespace === namespace).length;
    for (let left = count; left > 0; left -= mostAtOnce) {
      const query = count > mostAtOnce ? { limit: String(mostAtOnce) } : {};
      const result = await send({ method: "DELETE", path, query });
      if (result.kind === "reply" && result.status >= 300) return nothing;
    }
  }
  const after = await list();
  if (after === undefined) return nothing;
  const gone = keys.filter((key) => !after.has(describeKey(key)));
  return {
    removed: gone.filter((key) => before.has(describeKey(key))),
    absent: gone.filter((key) => !before.has(describeKey(key))),
  };
}

/** Returns the objects of a list. Undefined if the list is incomplete. */
function idsIn({ name: kind }: RestKind, list: JsonValue): ReadonlySet<string> | undefined {
  if (!isJsonObject(list) || !Array.isArray(list["items"])) return undefined;
  const { metadata } = list;
  const next = isJsonObject(metadata) ? metadata["continue"] : undefined;
  if (next !== undefined && next !== "") return undefined;
  const items: readonly JsonValue[] = list["items"];
  return new Set(items.map((item) => idOf(kind, item)));
}

function idOf(kind: string, item: JsonValue): string {
  const metadata = isJsonObject(item) && isJsonObject(item["metadata"]) ? item["metadata"] : {};
  const { namespace, name } = metadata;
  const place = typeof namespace === "string" ? { namespace } : {};
  return describeKey({ kind, ...place, name: typeof name === "string" ? name : "" });
}
