import { isMembers } from "#contract";

/**
 * Removes the events of objects that occur nowhere else in the observations. On a busy target, the watch of a check
 * delivers hundreds of events of other cases, so that few mutations would concern the check's own objects. Returns
 * undefined if there are no such events.
 */
export function withoutForeignEvents(observations: unknown): unknown {
  const own = new Set<string>();
  collectNames(observations, own);
  let isAnyForeign = false;
  const isForeign = (item: unknown): boolean => {
    const name = isEvent(item) ? nameIn(item) : undefined;
    const isOther = name !== undefined && !own.has(name);
    isAnyForeign ||= isOther;
    return isOther;
  };
  if (own.size === 0) return undefined;
  const rest = without(observations, isForeign);
  return isAnyForeign ? rest : undefined;
}

function collectNames(value: unknown, names: Set<string>): void {
  if (Array.isArray(value)) {
    for (const item of value) if (!isEvent(item)) collectNames(item, names);
    return;
  }
  if (!isMembers(value)) return;
  const { kind, name, metadata } = value;
  if (typeof kind === "string" && typeof name === "string") names.add(name);
  if (isMembers(metadata) && typeof metadata["name"] === "string") names.add(metadata["name"]);
  for (const inner of Object.values(value)) collectNames(inner, names);
}

function without(value: unknown, isForeign: (item: unknown) => boolean): unknown {
  if (Array.isArray(value)) {
    return value
      .filter((item: unknown) => !isForeign(item))
      .map((item: unknown) => without(item, isForeign));
  }
  if (!isMembers(value) || isMembers(value["metadata"]) || isEvent(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, without(inner, isForeign)]),
  );
}

/** The name of the object of an event. Undefined for bookmarks. */
function nameIn({ object, key }: Readonly<Record<string, unknown>>): string | undefined {
  const named = isMembers(object) ? object["metadata"] : key;
  const name = isMembers(named) ? named["name"] : undefined;
  return typeof name === "string" ? name : undefined;
}

export function isEvent(value: unknown): value is Readonly<Record<string, unknown>> {
  return isMembers(value) && typeof value["type"] === "string" && "arrivedMs" in value;
}
