import type { ArgumentTree } from "../schema/argument-tree.ts";
import type { PatchOperation, StatusOperation } from "./operations.ts";

type Arguments = Readonly<Record<string, ArgumentTree>>;

/** The options of every write, as the canonical schema calls them. */
export const canonicalOptions: Arguments = {
  dryRun: "$dryRun",
  fieldManager: "$fieldManager",
  fieldValidation: "$fieldValidation",
  force: "$force",
};

/** Which object is meant and in which state: by kind, place, name, version and uid. */
const condition: Arguments = {
  name: "$name",
  resourceVersion: "$resourceVersion",
  uid: "$uid",
};

/** The status mutation of a field that takes the status as it shall be: partial, or the whole of it. */
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

/** The generic status mutations: by fields, as a whole, and by each of the three kinds of patches. */
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

/** The mutation that takes raw patches. */
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
