import type { OperationLine } from "#checker";

export function isOnRegister({ operation, outcome }: OperationLine): boolean {
  if (operation === "create" || operation === "delete") return false;
  return outcome !== "not-found" && outcome !== "exists";
}

export type SeenVersions = ReadonlyMap<string, string>;

/**
 * Maps contents to the observed versions. The response to a write may be lost, but a read of its content shows its
 * version.
 */
export function versionsByValue(operations: readonly OperationLine[]): SeenVersions {
  const seen = new Map<string, string>();
  for (const { object, value, version } of operations) {
    if (value !== undefined && version !== undefined) seen.set(contentOf(object, value), version);
  }
  return seen;
}

/** The version in the response, or else the version that was observed with the written content. */
export function versionMadeBy(own: OperationLine, seen: SeenVersions): string {
  const { object, version, value, invoke } = own;
  const known = value === undefined ? undefined : seen.get(contentOf(object, value));
  return version ?? known ?? value ?? `attempt at ${invoke}`;
}

function contentOf(object: string, value: string): string {
  return JSON.stringify([object, value]);
}
