import { authoredRecord } from "#contract";
import { authoredPlaceholder } from "../schema/argument-tree.ts";
import type { ArgumentTree } from "../schema/argument-tree.ts";
import type {
  KindOperations,
  ObjectOperation,
  PatchOperation,
  StatusOperation,
  WatchOperation,
} from "./dialect-operations.ts";

export interface CanonicalKind {
  readonly name: string;
  readonly one: string;
  readonly many: string;
  readonly isClusterScoped?: boolean;
  readonly isWithoutStatus?: boolean;
}

type Arguments = Readonly<Record<string, ArgumentTree>>;

/**
 * Returns the operations of a kind. For each verb, the typed operation, if any, comes first. The generic operations
 * follow; they represent objects as JSON.
 */
export function canonicalKind(kind: CanonicalKind): KindOperations {
  const place = placeOf(kind);
  const typed = operationsFor({ place, ...typedFields(kind) });
  const generic = genericKind(kind);
  return {
    create: [...typed.create, ...generic.create],
    read: [...typed.read, ...generic.read],
    list: [...typed.list, ...generic.list],
    update: [...typed.update, ...generic.update],
    updateStatus:
      kind.isWithoutStatus === true
        ? []
        : [
            plainStatusOperation(`update${kind.name}Status`, place, "partial"),
            ...generic.updateStatus,
          ],
    patchStatus: generic.patchStatus,
    delete: [...typed.delete, ...generic.delete],
    watch: [...typed.watch, ...generic.watch],
  };
}

/** The generic operations only, for a kind without types in the schema. */
export function genericKind(
  kind: Pick<CanonicalKind, "isClusterScoped" | "isWithoutStatus">,
): KindOperations {
  const place = { kind: "$kind", ...placeOf(kind) };
  const hasStatus = kind.isWithoutStatus !== true;
  return {
    ...operationsFor({ place, ...genericFields }),
    updateStatus: hasStatus ? genericStatusOperations(place) : [],
    patchStatus: hasStatus ? [genericPatchOperation(place)] : [],
  };
}

function placeOf({ isClusterScoped }: Pick<CanonicalKind, "isClusterScoped">): Arguments {
  return isClusterScoped === true ? {} : { namespace: "$namespace" };
}

interface FieldNames {
  readonly create: string;
  readonly read: string;
  readonly list: string;
  readonly update: string;
  readonly delete: string;
  readonly watch: string;
}

function typedFields({ name, one, many }: CanonicalKind): FieldNames {
  return {
    create: `create${name}`,
    read: one,
    list: many,
    update: `update${name}`,
    delete: `delete${name}`,
    watch: `watch${many.charAt(0).toUpperCase()}${many.slice(1)}`,
  };
}

const genericFields: FieldNames = {
  create: "createResource",
  read: "resource",
  list: "resources",
  update: "updateResource",
  delete: "deleteResource",
  watch: "watchResources",
};

function operationsFor(
  names: FieldNames & { readonly place: Arguments },
): Omit<KindOperations, "patchStatus" | "updateStatus"> {
  const { place } = names;
  const object = { ...place, name: "$name" };
  const condition = { resourceVersion: "$resourceVersion", uid: "$uid" };
  const collection = { ...place, selector: "$selector" };
  return {
    create: [writeOperation(names.create, { ...object, ...authored })],
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
    update: [writeOperation(names.update, { ...object, ...condition, ...authored })],
    delete: [
      {
        id: names.delete,
        field: names.delete,
        arguments: { input: { ...object, ...condition }, options: { dryRun: "$dryRun" } },
        result: "",
        beside: "input",
      },
    ],
    watch: [watchOperation(names.watch, collection)],
  };
}

const authored: Arguments = {
  ...authoredRecord((name) => name, authoredPlaceholder),
  spec: "$spec",
};

function writeOperation(field: string, input: Arguments): ObjectOperation {
  return {
    id: field,
    field,
    arguments: { input, options: canonicalOptions },
    result: "",
    beside: "input",
    inside: "input.spec",
  };
}

function watchOperation(field: string, collection: Arguments): WatchOperation {
  return {
    id: field,
    field,
    arguments: {
      ...collection,
      resourceVersion: "$cursor",
      bookmarks: "$bookmarks",
      initialEvents: "$initialEvents",
    },
    type: {
      path: "type",
      names: { ADDED: "ADDED", MODIFIED: "MODIFIED", DELETED: "DELETED", BOOKMARK: "BOOKMARK" },
    },
    resourceVersion: "resourceVersion",
    object: "object",
    initialEventsEnd: "initialEventsEnd",
  };
}

const canonicalOptions: Arguments = {
  dryRun: "$dryRun",
  fieldManager: "$fieldManager",
  fieldValidation: "$fieldValidation",
  force: "$force",
};

/** The arguments that identify an object within its kind and namespace, with the expected version and uid. */
const condition: Arguments = {
  name: "$name",
  resourceVersion: "$resourceVersion",
  uid: "$uid",
};

function plainStatusOperation(
  field: string,
  place: Arguments,
  statusMode: StatusOperation["statusMode"],
): StatusOperation {
  return {
    id: field,
    field,
    arguments: {
      input: { ...place, ...condition, status: "$status" },
      options: canonicalOptions,
    },
    result: "",
    beside: "input",
    inside: "input.status",
    statusMode,
  };
}

/**
 * The generic status operations: a partial write, a replacement, and one operation for each of the three patch types.
 */
function genericStatusOperations(place: Arguments): readonly StatusOperation[] {
  const patch = (
    format: "merge" | "json" | "apply",
    statusMode: StatusOperation["statusMode"],
  ): StatusOperation => ({
    ...patchOperation(place, patchTypes[format], "$status"),
    id: `patchResourceStatus.${format}`,
    encoding: format,
    statusMode,
  });
  return [
    plainStatusOperation("updateResourceStatus", place, "partial"),
    plainStatusOperation("replaceResourceStatus", place, "replace"),
    patch("merge", "partial"),
    patch("json", "replace"),
    patch("apply", "apply"),
  ];
}

function genericPatchOperation(place: Arguments): PatchOperation {
  return {
    ...patchOperation(place, "$patchFormat", "$patch"),
    id: "patchResourceStatus",
    formats: patchTypes,
  };
}

const patchTypes = { merge: "MERGE", json: "JSON", apply: "APPLY" } as const;

function patchOperation(
  place: Arguments,
  type: ArgumentTree,
  patch: ArgumentTree,
): Omit<PatchOperation, "formats" | "id"> {
  return {
    field: "patchResourceStatus",
    arguments: { input: { ...place, ...condition, type, patch }, options: canonicalOptions },
    result: "",
  };
}
