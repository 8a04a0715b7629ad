import type { Resource } from "#contract";
import type { Filter } from "../kinds/requests.ts";
import type { ReadRules } from "../rules/rules.ts";

export const readRules: ReadRules = {
  read: (_access, states) => states?.current,
  listed: (_access, states) => states.current,
  listVersion: (newest) => String(newest),
  selects,
};

function selects(filter: Filter, object: Resource): boolean {
  if (object.kind !== filter.kind) return false;
  const { namespace, labels = {} } = object.metadata;
  if (filter.namespace !== undefined && namespace !== filter.namespace) return false;
  return Object.entries(filter.selector ?? {}).every(
    ([label, value]) => Object.hasOwn(labels, label) && labels[label] === value,
  );
}
