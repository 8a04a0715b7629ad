import { refuse } from "./object-store.ts";
import type { Change, ObjectStore, StoredObject } from "./object-store.ts";

export type LampDefect =
  | "update-stores-status"
  /** A resumed watch delivers the current state first. */
  | "resumption-begins-anew"
  /** Only the key of the first term of a selector is evaluated. */
  | "selector-looks-at-keys";

/** Number of changes after which a watch can no longer resume. */
const retainedChanges = 1000;

export function lampOf({
  place,
  name,
  uid,
  version,
  generation,
  labels,
  spec,
  status,
}: StoredObject): object {
  const metadata = { name, namespace: place, uid, resourceVersion: version, generation, labels };
  return { metadata, spec, status: status ?? null };
}

export interface FeedRequest {
  readonly namespace?: string | null;
  readonly labelselector?: string | null;
  readonly resourceVersion?: string | null;
  readonly subscribeToAll?: boolean | null;
}

export function isSelected(
  { labels = {} }: StoredObject,
  selector: string | null | undefined,
  defects: readonly LampDefect[],
): boolean {
  if (selector === undefined || selector === null || selector === "") return true;
  const terms = selector.split(",").map((term) => term.split("="));
  if (defects.includes("selector-looks-at-keys")) return labels[terms[0]?.[0] ?? ""] !== undefined;
  return terms.every(([key = "", value]) => labels[key] === value);
}

function event(type: Change["type"], object: StoredObject): object {
  return { lighting_example_v1_lamps: { type, object: lampOf(object) } };
}

export async function* lampFeed(
  store: ObjectStore,
  asked: FeedRequest,
  defects: readonly LampDefect[],
): AsyncGenerator<object> {
  const { namespace, labelselector, resourceVersion: after } = asked;
  const isResumed = after !== undefined && after !== null;
  const isHere = ({ place }: StoredObject): boolean => (namespace ?? place) === place;
  const isMatch = (object: StoredObject): boolean =>
    isHere(object) && isSelected(object, labelselector, defects);
  const start = store.cursor;
  if (!isResumed || defects.includes("resumption-begins-anew")) {
    for (const object of store.list("Lamp", undefined).filter(isMatch))
      yield event("ADDED", object);
  }
  const first = isResumed ? store.firstAfter(after, retainedChanges) : start;
  if (first === undefined) throw refuse("", "too old resource version");
  for await (const change of store.changes(first)) {
    const type = shownAs(change, isMatch);
    if (type !== undefined && !isQuiet(change, asked)) yield event(type, change.object);
  }
}

/**
 * Returns the event that a watch with a selector delivers for a change. Undefined if the selector matches neither the
 * old nor the new state.
 */
function shownAs(
  { type, object, before }: Change,
  isMatch: (object: StoredObject) => boolean,
): Change["type"] | undefined {
  // An object that no longer matches is delivered once more, with its new labels.
  const wasMatch = before !== undefined && isMatch(before);
  if (!isMatch(object)) return wasMatch ? type : undefined;
  return type === "MODIFIED" && before !== undefined && !wasMatch ? "ADDED" : type;
}

/** Whether a change only concerns the status. Such changes are reported only on request. */
function isQuiet({ type, object, before }: Change, { subscribeToAll }: FeedRequest): boolean {
  const isOfStatus = type === "MODIFIED" && object.generation === before?.generation;
  return isOfStatus && subscribeToAll !== true;
}
