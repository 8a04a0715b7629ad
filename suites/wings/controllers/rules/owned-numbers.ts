import { describeKey, jsonEquals } from "#contract";
import type { JsonObject, Uid } from "#contract";
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
  /** The kinds of which the controller is known to create objects after a final state. None by default. */
  readonly growing?: readonly string[];
}

/** Number of final states that must agree if none of them is ready, and of specs without an owned object. */
const agreeing = 2;

/**
 * The number of owned objects of a kind for a spec, as undisturbed final states show it. Undefined if unknown. The
 * number may differ from spec to spec. An object that is not ready may still create objects, so its number counts only
 * if no object is ever ready. An edited object may keep objects of earlier specs, as a deployment keeps its replica
 * sets. Such a number varies for the same spec, and then has no maximum. Nor has any number of a controller that still
 * creates objects after a final state.
 */
export function ownedNumber(
  ends: readonly CountedEnd[],
  kind: string,
  spec: JsonObject,
): OwnedNumber | undefined {
  const counted = ends.filter(({ owned }) => owned !== undefined);
  const isNeverReady = !counted.some(isDone);
  const usable = isNeverReady ? counted : counted.filter(isDone);
  const alike = usable.filter((end) => jsonEquals(end.spec, spec));
  const counts = alike.map(({ owned }) => owned?.[kind] ?? 0);
  if (counts.length < (isNeverReady ? agreeing : 1)) return undefined;
  if (isNeverMade(counted, kind)) return { least: 1, most: Infinity };
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const isGrowing = ends.some(({ growing = [] }) => growing.includes(kind));
  return { least, most: least === most && !isGrowing ? most : Infinity };
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
