import type { ArgumentTree } from "../argument-tree.ts";
import type { KindOperations, WatchOperation } from "../dialect.ts";

/** How the canonical schema names the operations of a kind. */
export interface CanonicalKind {
  readonly name: string;
  /** The query for one object. */
  readonly one: string;
  /** The query for a collection. */
  readonly many: string;
  readonly isClusterScoped?: boolean;
  readonly isWithoutStatus?: boolean;
}

type Arguments = Readonly<Record<string, ArgumentTree>>;

/** The operations of a kind: for each verb the typed one, then the generic one, which boxes objects as JSON. */
export function canonicalKind(kind: CanonicalKind): KindOperations {
  const place: Arguments = kind.isClusterScoped === true ? {} : { namespace: "$namespace" };
  const typed = operationsFor(kind, { place, ...typedFields(kind) });
  const generic = operationsFor(kind, { place: { kind: "$kind", ...place }, ...genericFields });
  return {
    create: [...typed.create, ...generic.create],
    read: [...typed.read, ...generic.read],
    list: [...typed.list, ...generic.list],
    update: [...typed.update, ...generic.update],
    updateStatus: [...typed.updateStatus, ...generic.updateStatus],
    delete: [...typed.delete, ...generic.delete],
    watch: [...typed.watch, ...generic.watch],
  };
}

interface FieldNames {
  readonly create: string;
  readonly read: string;
  readonly list: string;
  readonly update: string;
  readonly updateStatus: string;
  readonly delete: string;
  readonly watch: string;
}

function typedFields({ name, one, many }: CanonicalKind): FieldNames {
  return {
    create: `create${name}`,
    read: one,
    list: many,
    update: `update${name}`,
    updateStatus: `update${name}Status`,
    delete: `delete${name}`,
    watch: `watch${many.charAt(0).toUpperCase()}${many.slice(1)}`,
  };
}

const genericFields: FieldNames = {
  create: "createResource",
  read: "resource",
  list: "resources",
  update: "updateResource",
  updateStatus: "updateResourceStatus",
  delete: "deleteResource",
  watch: "watchResources",
};

function operationsFor(
  kind: CanonicalKind,
  names: FieldNames & { readonly place: Arguments },
): KindOperations {
  const { place } = names;
  const object = { ...place, name: "$name" };
  const authored = { labels: "$labels", annotations: "$annotations", spec: "$spec" };
  const condition = { resourceVersion: "$resourceVersion", uid: "$uid" };
  const collection = { ...place, selector: "$selector" };
  const written = (field: string, input: Arguments) =>
    ({ id: field, field, arguments: { input }, result: "", beside: "input" }) as const;
  return {
    create: [{ ...written(names.create, { ...object, ...authored }), inside: "input.spec" }],
    read: [{ id: names.read, field: names.read, arguments: object, result: "" }],
    list: [
      {
        id: names.list,
        field: names.list,
        arguments: collection,
        items: "items",
        resourceVersion: "resourceVersion",
      },
    ],
    update: [
      {
        ...written(names.update, { ...object, ...condition, ...authored }),
        inside: "input.spec",
      },
    ],
    updateStatus:
      kind.isWithoutStatus === true
        ? []
        : [
            {
              ...written(names.updateStatus, { ...object, ...condition, status: "$status" }),
              inside: "input.status",
            },
          ],
    delete: [written(names.delete, { ...object, ...condition })],
    watch: [watchOperation(names.watch, { ...collection, resourceVersion: "$cursor" })],
  };
}

function watchOperation(field: string, tree: Arguments): WatchOperation {
  return {
    id: field,
    field,
    arguments: tree,
    type: {
      path: "type",
      names: { ADDED: "ADDED", MODIFIED: "MODIFIED", DELETED: "DELETED" },
    },
    resourceVersion: "resourceVersion",
    object: "object",
  };
}
