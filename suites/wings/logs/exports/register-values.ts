import type { OperationLine } from "#checker";

/** Whether an operation has a place in a history of registers: creations and deletions have none. */
export function isOnRegister({ operation, outcome }: OperationLine): boolean {
  if (operation === "create" || operation === "delete") return false;
  return outcome !== "not-found" && outcome !== "exists";
}

/** The versions under which contents were seen. */
export type SeenVersions = ReadonlyMap<string, string>;

/** A write without a reply has no version, but a reader of its content saw the version that it created. */
export function versionsByValue(operations: readonly OperationLine[]): SeenVersions {
  const seen = new Map<string, string>();
  for (const { object, value, version } of operations) {
    if (value !== undefined && version !== undefined) seen.set(contentOf(object, value), version);
  }
  return seen;
}

/** What a write was to make is known by its version, or, where it did not get one, by what it wrote. */
export function versionMadeBy(own: OperationLine, seen: SeenVersions): string {
  const { object, version, value, invoke } = own;
  const known = value === undefined ? undefined : seen.get(contentOf(object, value));
  return version ?? known ?? value ?? `attempt at ${invoke}`;
}

function contentOf(object: string, value: string): string {
  return JSON.stringify([object, value]);
}
