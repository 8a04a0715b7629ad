import type { ArgumentTree } from "../schema/argument-tree.ts";
import type { PatchOperation, StatusOperation } from "./dialect-operations.ts";

type Arguments = Readonly<Record<string, ArgumentTree>>;

export const canonicalOptions: Arguments = {
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

export function plainStatusOperation(
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

/** The generic status mutations: a partial write, a replacement, and one mutation for each of the three patch types. */
export function genericStatusOperations(place: Arguments): readonly StatusOperation[] {
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

export function genericPatchOperation(place: Arguments): PatchOperation {
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
