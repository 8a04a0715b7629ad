import type { Dialect, WatchOperation } from "#targets/graphql";
import type { Shared } from "../requests/on-trial.ts";
import { withKind } from "../requests/trial-requests.ts";
import type { WatchFindings } from "./probe-watch.ts";

/**
 * Removes the path of an event's own version if its value was never the version of the object in the event: it may be
 * the version of the API or of the message format. The version of the object then applies.
 */
export function withoutForeignVersions(
  dialect: Dialect,
  { events }: WatchFindings["seen"],
  { kind: name, shared }: { readonly kind: string; readonly shared: Shared },
): Dialect {
  const kind = dialect.kinds.find((one) => one.name === name);
  const [first, ...others] = kind?.operations.watch ?? [];
  if (kind === undefined || first?.resourceVersion === undefined) return dialect;
  const changes = events.flatMap(({ type, object, resourceVersion: own }) => {
    const held = object?.metadata.resourceVersion;
    const isChange = type === "ADDED" || type === "MODIFIED";
    return isChange && own !== undefined && held !== undefined ? [{ own, held }] : [];
  });
  const versions = new Set(changes.map(({ held }) => held));
  if (versions.size < fewestVersions || changes.some(({ own, held }) => own === held)) {
    return dialect;
  }
  const { resourceVersion: path, ...rest } = first;
  const [change] = changes;
  shared.notes.note(
    ["kinds", name, "operations", "watch", first.id, "resourceVersion"],
    "high",
    `omitted: ${path} was never the version of the object (${change?.own} instead of ${change?.held})`,
  );
  const watch: readonly WatchOperation[] = [rest, ...others];
  return withKind(dialect, { ...kind, operations: { ...kind.operations, watch } });
}

/** One event with a wrong version may be a mistake of the endpoint. */
const fewestVersions = 2;
