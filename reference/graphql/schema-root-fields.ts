import { kinds } from "../kinds/demo-kinds.ts";
import type { TypedKind } from "../kinds/demo-kinds.ts";

export type Action =
  | "get"
  | "list"
  | "watch"
  | "create"
  | "update"
  | "delete"
  | "updateStatus"
  | "replaceStatus"
  | "patchStatus";

export interface RootField {
  readonly action: Action;
  /** The kind of the field. Absent for a generic field, to which the caller passes the kind. */
  readonly kind?: TypedKind;
}

/**
 * All root fields by name. Names are unique across the three root types. Every kind has a status mutation; the schema
 * determines whether it is served.
 */
export const rootFields: ReadonlyMap<string, RootField> = new Map([
  ...kinds.flatMap((kind) => fieldsOf(kind, kind)),
  ...fieldsOf({ name: "Resource", singular: "resource", plural: "resources" }),
  ["replaceResourceStatus", { action: "replaceStatus" }] as const,
  ["patchResourceStatus", { action: "patchStatus" }] as const,
]);

function fieldsOf(
  { name, singular, plural }: Pick<TypedKind, "name" | "singular" | "plural">,
  kind?: TypedKind,
): readonly (readonly [string, RootField])[] {
  const fields = [
    [singular, "get"],
    [plural, "list"],
    [`watch${plural.charAt(0).toUpperCase()}${plural.slice(1)}`, "watch"],
    [`create${name}`, "create"],
    [`update${name}`, "update"],
    [`delete${name}`, "delete"],
    [`update${name}Status`, "updateStatus"],
  ] as const;
  return fields.map(([field, action]) => [
    field,
    kind === undefined ? { action } : { action, kind },
  ]);
}
