import { getNamedType, isObjectType } from "graphql";
import type { GraphQLObjectType } from "graphql";
import { hasPlaceholder } from "#targets/graphql";
import type { Dialect, KindDialect } from "#targets/graphql";
import { onTrial } from "../requests/on-trial.ts";
import type { Shared } from "../requests/on-trial.ts";
import { isRequired, outputFields, rootFields } from "../schema/root-fields.ts";
import type { RootField } from "../schema/root-fields.ts";
import { leavesOf, plain } from "../schema/shapes.ts";
import { nameFor } from "../schema/role-words.ts";
import { kindNamed, objectIn, read, withKind } from "../requests/trial-requests.ts";

/** Reads the owner of each namespace, if some operations take the id of the owner instead of the namespace. */
export async function learnNamespaceIds(
  dialect: Dialect,
  name: string,
  shared: Shared,
): Promise<Dialect> {
  const kind = kindNamed(dialect, name);
  const owner = kind && ownerOf(kind, shared);
  if (kind === undefined || owner === undefined || !takesIds(kind)) return dialect;
  const found = await onTrial({ ...dialect, kinds: [owner] }, owner.name, {
    shared,
    work: async (trial) => {
      const entries: (readonly [string, string])[] = [];
      for (const namespace of kind.namespaces) {
        const object = objectIn(await read(trial, { kind: owner.name, name: namespace }));
        if (object !== undefined) entries.push([namespace, object.metadata.uid]);
      }
      return entries;
    },
  });
  if (found === undefined || found.length === 0) return dialect;
  const ids = found.map(([namespace, id]) => `${namespace} is ${id}`).join(", ");
  const at = ["kinds", name, "namespaceIds"];
  shared.notes.note(at, "high", `read through ${owner.operations.read[0]?.id ?? ""}: ${ids}`);
  return withKind(dialect, { ...kind, namespaceIds: Object.fromEntries(found) });
}

function takesIds({ operations }: KindDialect): boolean {
  return Object.values(operations)
    .flat()
    .some(({ arguments: tree }) => hasPlaceholder(tree, "$namespaceId"));
}

/** Describes the owner as a kind that can only be read, by the key that is the namespace. */
function ownerOf(
  { name, type, paths }: KindDialect,
  { means: { schema } }: Shared,
): KindDialect | undefined {
  const [holder = "", leaf = ""] = paths.namespace?.split(".") ?? [];
  const own = schema.getType(type ?? name);
  const held = isObjectType(own) ? outputFields(own)[holder] : undefined;
  const owner = held && getNamedType(held);
  if (!isObjectType(owner)) return undefined;
  const id = idOf(owner);
  const field = rootFields(schema.getQueryType()).find((one) => isReadBy(one, owner, leaf));
  const [key] = field?.arguments.filter(isRequired) ?? [];
  if (id === undefined || field === undefined || key === undefined) return undefined;
  const reading = {
    id: field.name,
    field: field.path,
    arguments: { [key.name]: "$name" },
    result: "",
  };
  return {
    name: owner.name,
    scope: "cluster",
    namespaces: [],
    paths: { name: leaf, uid: id, resourceVersion: id },
    operations: {
      create: [],
      read: [reading],
      list: [],
      update: [],
      updateStatus: [],
      patchStatus: [],
      delete: [],
      watch: [],
    },
    samples: { specs: [], statuses: [], counter: "", invalidStatuses: [] },
  };
}

function idOf(owner: GraphQLObjectType): string | undefined {
  const own = leavesOf(owner).flatMap(({ name, holder }) => (holder === "" ? [name] : []));
  return nameFor("uid", own);
}

function isReadBy({ type, arguments: inputs }: RootField, owner: unknown, leaf: string): boolean {
  const [key, ...others] = inputs.filter(isRequired);
  return (
    key !== undefined &&
    others.length === 0 &&
    getNamedType(type) === owner &&
    plain(key.name) === plain(leaf)
  );
}
