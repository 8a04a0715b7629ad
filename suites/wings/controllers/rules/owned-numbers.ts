import { describeKey, jsonEquals } from "#contract";
import type { JsonObject, JsonValue, Uid } from "#contract";
import type { ControllerEvent, OwnedEvent } from "./controller-event.ts";
import { readinessOf, readsAsReady } from "./reads-as-ready.ts";

/** The permitted number of owned objects. `most` is infinite if the spec alone does not determine the number. */
export interface OwnedNumber {
  readonly least: number;
  readonly most: number;
}

/** A final state with the number of existing owned objects of each kind of which there has been one. */
interface CountedEnd {
  readonly spec: JsonObject;
  readonly status: JsonObject;
  /** Absent if owned objects are not observed. */
  readonly owned?: Readonly<Record<string, number>>;
  /** The number when the preceding spec was replaced. Absent if the object was created with this spec. */
  readonly ownedBefore?: Readonly<Record<string, number>>;
  /** The kinds of which the controller is known to create objects after a final state. None by default. */
  readonly growing?: readonly string[];
}

/** Number of final states that must agree if none of them is ready, and of specs without an owned object. */
const agreeing = 2;

/** An object that is to have a number of owned objects. */
export interface NumberedObject {
  readonly spec: JsonObject;
  /** True if it was created with another spec. */
  readonly isEdited: boolean;
}

/**
 * The number of owned objects of a kind for a spec, as undisturbed final states show it. Undefined if unknown. The
 * number may differ from spec to spec. An object that is not ready may still create objects, so its number counts only
 * if no object is ever ready, or if specs state the numbers. An edited object may keep objects of earlier specs, as a
 * deployment keeps its replica sets. Its number has no maximum, unless its objects are only a surplus. Nor has any
 * number of a controller that still creates objects after a final state.
 */
export function ownedNumber(
  ends: readonly CountedEnd[],
  kind: string,
  { spec, isEdited }: NumberedObject,
): OwnedNumber | undefined {
  const counted = ends.filter(({ owned }) => owned !== undefined);
  const usable = usableOf(counted, kind);
  const alike = usable.filter((end) => jsonEquals(end.spec, spec));
  const isNeverReady = !counted.some(isDone) && !areSized(counted, kind);
  if (alike.length < (isNeverReady ? agreeing : 1)) return undefined;
  if (isNeverMade(counted, kind)) return { least: 1, most: Infinity };
  const created = alike.filter(isCreated);
  if (created.length === 0 && !isEqualOrStated(usable, kind)) return undefined;
  const least = Math.min(...alike.map((end) => countOf(end, kind)));
  const isGrowing = ends.some(({ growing = [] }) => growing.includes(kind));
  if (isGrowing) return { least, most: Infinity };
  const isOfCreated = created.length > 0 && (!isEdited || isSurplus(usable, kind));
  const isOfEdited = alike.length > created.length;
  if (!isOfCreated && !isOfEdited) return { least, most: Infinity };
  const counts = (isOfCreated ? created : alike).map((end) => countOf(end, kind));
  const most = Math.max(...counts);
  return { least, most: Math.min(...counts) === most ? most : Infinity };
}

function usableOf(counted: readonly CountedEnd[], kind: string): readonly CountedEnd[] {
  const isEach = !counted.some(isDone) || areSized(counted, kind);
  return isEach ? counted : counted.filter(isDone);
}

/**
 * The maximum number of owned objects. One is never too many, because a slow controller may
 * create it after the final state.
 */
export function mostOwned({ most }: Pick<OwnedNumber, "most">): number {
  return Math.max(1, most);
}

/** A controller that creates no object for any of several specs does not do what the user has declared. */
function isNeverMade(ends: readonly CountedEnd[], kind: string): boolean {
  if (ends.some(({ owned }) => owned?.[kind] !== undefined)) return false;
  const [first, ...others] = ends;
  return others.some(({ spec }) => !jsonEquals(spec, first?.spec));
}

/** Returns whether created objects of several specs have as many owned objects as their specs state. */
function areSized(counted: readonly CountedEnd[], kind: string): boolean {
  const created = counted.filter(isCreated);
  const numbers = new Set(created.map((end) => countOf(end, kind)));
  return numbers.size > 1 && isStated(created, kind);
}

/**
 * Returns whether edited objects with more owned objects than created ones have a surplus: specs state the numbers, and
 * an edit adds only what the new spec needs. A controller that keeps the objects of earlier specs adds more.
 */
function isSurplus(usable: readonly CountedEnd[], kind: string): boolean {
  if (!areSized(usable, kind)) return false;
  const created = usable.filter(isCreated);
  const edits = usable.flatMap((end) => {
    const alike = created.filter((one) => jsonEquals(one.spec, end.spec));
    const before = end.ownedBefore?.[kind] ?? 0;
    const wanted = Math.max(0, ...alike.map((one) => countOf(one, kind)));
    // If there were none before, or none are wanted, both controllers add the same number.
    return before > 0 && wanted > 0 ? [{ count: countOf(end, kind), before, wanted }] : [];
  });
  return edits.length > 0 && edits.every((one) => one.count <= Math.max(one.wanted, one.before));
}

/** Returns whether the numbers of edited objects are known to hold for created ones as well. */
function isEqualOrStated(usable: readonly CountedEnd[], kind: string): boolean {
  const numbers = new Set(usable.map((end) => countOf(end, kind)));
  return numbers.size === 1 || isStated(usable, kind);
}

/** Returns whether a number in the spec, or the size of a list or map in it, is always that of the owned objects. */
function isStated(ends: readonly CountedEnd[], kind: string): boolean {
  const [first, ...others] = ends.map((end) => {
    const number = countOf(end, kind);
    return new Set(
      [...sizesIn(end.spec)].flatMap(([path, size]) => (size === number ? [path] : [])),
    );
  });
  return [...(first ?? [])].some((path) => others.every((paths) => paths.has(path)));
}

/** The numbers in a value, and the sizes of its lists and maps, keyed by their paths. */
function sizesIn(value: JsonValue, path = ""): ReadonlyMap<string, number> {
  if (typeof value === "number") return new Map([[path, value]]);
  if (typeof value !== "object" || value === null) return new Map();
  const items = Object.entries(value);
  return new Map([
    [path, items.length],
    ...items.flatMap(([key, item]) => [...sizesIn(item, `${path}/${key}`)]),
  ]);
}

function countOf({ owned }: CountedEnd, kind: string): number {
  return owned?.[kind] ?? 0;
}

function isCreated({ ownedBefore }: CountedEnd): boolean {
  return ownedBefore === undefined;
}

function isDone(end: CountedEnd): boolean {
  const readiness = readinessOf(end);
  return readiness === undefined || (readiness["status"] === "True" && readsAsReady(end));
}

/**
 * The kinds of owned objects that appeared after a final state, before any other change. `events` are those of an
 * undisturbed history with one object at a time.
 */
export function growingKinds(events: readonly ControllerEvent[]): readonly string[] {
  const growing = new Set<string>();
  let isFinal = false;
  for (const event of events) {
    if (event.event === "settled") isFinal = true;
    if (event.event === "gone" || isByOthers(event)) isFinal = false;
    if (isFinal && event.event === "owned" && event.state === "exists") growing.add(event.key.kind);
  }
  return [...growing];
}

function isByOthers(event: ControllerEvent): boolean {
  return event.event === "write" && event.by !== "controller";
}

/** The owned objects of one incarnation of an object. */
export class OwnedCounts {
  readonly #uid: Uid;
  /** The kind of each existing owned object, keyed by its description. */
  readonly #existing = new Map<string, string>();
  readonly #kinds = new Set<string>();

  constructor(uid: Uid) {
    this.#uid = uid;
  }

  take({ key, ownerUid, state }: Pick<OwnedEvent, "key" | "ownerUid" | "state">): void {
    const isOther = ownerUid !== undefined && ownerUid !== this.#uid;
    const name = describeKey(key);
    if (state === "gone" || isOther) {
      this.#existing.delete(name);
      return;
    }
    this.#existing.set(name, key.kind);
    this.#kinds.add(key.kind);
  }

  /** The number of existing objects of each kind of which there has been one. */
  get counts(): Readonly<Record<string, number>> {
    const existing = [...this.#existing.values()];
    return Object.fromEntries(
      [...this.#kinds].map((kind) => [kind, existing.filter((one) => one === kind).length]),
    );
  }
}
