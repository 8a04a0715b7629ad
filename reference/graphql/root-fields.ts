import { kinds } from "../kinds/kinds.ts";
import type { TypedKind } from "../kinds/kinds.ts";

/** What a root field does. */
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

/** One field of Query, Mutation or Subscription. */
export interface RootField {
  readonly action: Action;
  /** Absent on the generic fields: there the caller names the kind. */
  readonly kind?: TypedKind;
}

/**
 * All root fields by name. Names are unique over the three root types. There is a status mutation for
 * every kind: whether a kind's is served is the schema's affair.
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
