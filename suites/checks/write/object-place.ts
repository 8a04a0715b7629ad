import type { ObjectKey, Refusal, Resource } from "#contract";
import { failureOf, listOf, objectOf, readOf, refusalOf } from "#harness";
import type { CheckContext, Step } from "#harness";

/** The key of an object, and the same name in a namespace in which no object has this name. */
export interface TwoKeys {
  readonly home: ObjectKey;
  readonly away: ObjectKey;
}

/** Reads under both keys. */
export interface Sighting {
  readonly home: Step;
  readonly away: Step;
  /** Lists of both namespaces. Absent if the reads show where the object is, or no complete list has a namespace. */
  readonly lists?: { readonly home: Step; readonly away: Step };
}

/**
 * The namespace that contains the object: its own (`home`) or the other one (`away`), if a write moved it. `gone` if
 * neither contains it. `unclear` if the responses do not show their object's namespace, and lists do not show it
 * either.
 */
export type ObjectPlace = "home" | "away" | "gone" | "unclear";

/** Returns a key with the name of an object, and the given namespace. */
export function keyIn(namespace: string, { kind, name }: ObjectKey): ObjectKey {
  return { kind, namespace, name };
}

/** Reads an object under its own key and in another namespace, through one operation. */
export async function sight(
  context: CheckContext,
  keys: TwoKeys,
  via: Pick<Step["command"], "via"> = {},
): Promise<Sighting> {
  const home = await context.call({ ...readOf(keys.home), ...via });
  const away = await context.call({ ...readOf(keys.away), ...via });
  const { namespacedLists = [], partialLists = {} } = context.kind;
  const list = namespacedLists.find((id) => !Object.hasOwn(partialLists, id));
  if (list === undefined || !isAmbiguous(home, away)) return { home, away };
  const listAt = (key: ObjectKey): Promise<Step> =>
    context.call({ ...listOf(context, key), via: list });
  return { home, away, lists: { home: await listAt(keys.home), away: await listAt(keys.away) } };
}

/**
 * Whether each response shows the namespace of its request. If responses contain no namespace, the namespace of the
 * request takes its place.
 */
function isAmbiguous(home: Step, away: Step): boolean {
  const [one, other] = [objectOf(home), objectOf(away)];
  if (one === undefined || other === undefined) return false;
  return isSameIncarnation(one, other) && one.metadata.namespace !== other.metadata.namespace;
}

export function placeOf({ home, away, lists }: Sighting, { home: own }: TwoKeys): ObjectPlace {
  const [one, other] = [objectOf(home), objectOf(away)];
  if (one === undefined && refusalOf(home)?.reason !== "notFound") return "unclear";
  if (other === undefined && refusalOf(away) === undefined) return "unclear";
  if (one === undefined) return other === undefined ? "gone" : "away";
  if (one.metadata.namespace !== own.namespace) return "away";
  if (other === undefined || !isSameIncarnation(one, other)) return "home";
  return other.metadata.namespace === own.namespace ? "home" : placeInLists(one, lists);
}

function placeInLists(object: Resource, lists: Sighting["lists"]): ObjectPlace {
  const [isHome, isAway] = [isListed(lists?.home, object), isListed(lists?.away, object)];
  if (isHome === undefined || isAway === undefined || isHome === isAway) return "unclear";
  return isHome ? "home" : "away";
}

export function isSameIncarnation(one: Resource, other: Resource): boolean {
  return one.metadata.uid === other.metadata.uid && one.metadata.name === other.metadata.name;
}

function isListed(list: Step | undefined, object: Resource): boolean | undefined {
  if (list?.outcome.result !== "list") return undefined;
  return list.outcome.items.some((item) => isSameIncarnation(item, object));
}

/** Explains why the outcome of a read or of another step is unknown. Undefined if all outcomes are known. */
export function failureIn(sighting: Sighting, ...others: readonly Step[]): string | undefined {
  return [...stepsOf(sighting), ...others].map(failureOf).find((failure) => failure !== undefined);
}

export function exchangesOf(sighting: Sighting): readonly number[] {
  return stepsOf(sighting).map(({ exchange }) => exchange);
}

function stepsOf({ home, away, lists }: Sighting): readonly Step[] {
  return lists === undefined ? [home, away] : [home, away, lists.home, lists.away];
}

/** Whether a rejection shows nothing about the object, because the server failed or did not process the request. */
export function showsNothing({ reason }: Pick<Refusal, "reason">): boolean {
  return ["internal", "rateLimited", "unauthenticated", "expired"].includes(reason);
}
