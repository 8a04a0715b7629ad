import { refuse } from "./object-store.ts";
import type { Change, ObjectStore, StoredObject } from "./object-store.ts";

/** What can be wrong with the lamps on purpose. */
export type LampDefect =
  /** The object of an update has room for a status, and it is stored. */
  | "update-stores-status"
  /** A watch that resumes starts with the current state instead. */
  | "resumption-begins-anew"
  /** Only the first term of a selector text is looked at, and only its key. */
  | "selector-looks-at-keys";

/** How many changes can be resumed over. */
const retainedChanges = 1000;

/** A lamp as the schema has it. */
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

/** What a list or a watch is about. */
export interface FeedRequest {
  readonly namespace?: string | null;
  readonly labelselector?: string | null;
  readonly resourceVersion?: string | null;
  /** Whether a watch tells of what only the status says, too. */
  readonly subscribeToAll?: boolean | null;
}

/** Whether an object has the labels that a selector text asks for. */
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

/** What a watch of the lamps delivers: what is there, then what changes. */
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

/** What a change is to somebody who sees the objects that match. Undefined for what they do not see. */
function shownAs(
  { type, object, before }: Change,
  isMatch: (object: StoredObject) => boolean,
): Change["type"] | undefined {
  // Whatever ceases to match is shown once more, with the labels that it has then.
  const wasMatch = before !== undefined && isMatch(before);
  if (!isMatch(object)) return wasMatch ? type : undefined;
  return type === "MODIFIED" && before !== undefined && !wasMatch ? "ADDED" : type;
}

/** Whether a change is one of the status alone, of which only those hear who ask for everything. */
function isQuiet({ type, object, before }: Change, { subscribeToAll }: FeedRequest): boolean {
  const isOfStatus = type === "MODIFIED" && object.generation === before?.generation;
  return isOfStatus && subscribeToAll !== true;
}
