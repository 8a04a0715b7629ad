import { isJsonList, isJsonObject, jsonEquals } from "#contract";
import type { JsonObject, JsonValue, Resource } from "#contract";
import { fieldAt } from "./field-at.ts";
import { ownedNumber } from "./owned-numbers.ts";
import type { OwnedNumber } from "./owned-numbers.ts";
import { OwnedSurpluses } from "./owned-surpluses.ts";
import { isReady } from "./reads-as-ready.ts";
import { isOfCondition, isSame, leavesOf, placeOf } from "./status-leaves.ts";
import type { Leaves } from "./status-leaves.ts";

/**
 * The final state of an object: the spec that the author requested, and the status that the controller had reported
 * when it settled.
 */
export interface End {
  /** The spec, with a placeholder for the name of the object. */
  readonly spec: JsonObject;
  /** The status, with a placeholder for the name of the object. */
  readonly status: JsonObject;
  /**
   * The status when the preceding spec was replaced. Absent if the object was created with this
   * spec.
   */
  readonly before?: JsonObject;
  /**
   * The number of existing owned objects of each kind of which there has been one. Absent if owned objects are not
   * observed.
   */
  readonly owned?: Readonly<Record<string, number>>;
  /** The number when the preceding spec was replaced. Absent if the object was created with this spec. */
  readonly ownedBefore?: Readonly<Record<string, number>>;
  /** The kinds of which the controller is known to create objects after a final state. None by default. */
  readonly growing?: readonly string[];
}

/** A final state that was reached while no other object existed. */
export interface ShownEnd extends End {
  readonly uid: string;
  /** Time since the object was first shown, in milliseconds. */
  readonly ageMs: number;
  /**
   * True if the object was created with this spec, or had reached a final state with another spec,
   * and has not been disturbed since.
   */
  readonly isUndisturbed: boolean;
  /** Called at most once: with the difference from the final states of new objects, or with undefined if they agree. */
  readonly judged: (difference: string | undefined) => void;
}

/**
 * A final state that differs from those of new objects. A new object must reach the same age to
 * confirm it.
 */
export interface Doubt {
  readonly spec: JsonObject;
  readonly ageMs: number;
}

interface Difference {
  readonly path: readonly string[];
  readonly value: JsonValue | undefined;
  readonly fresh: JsonValue | undefined;
}

/** Number of new objects that must agree on a value. */
const agreeing = 2;

/** Stands for the name of an object, as in the file of `--specs`. */
const placeholder = "{{name}}";

/**
 * The final states in one history. The same spec must lead to the same status, whether an object
 * was created with the spec or edited. The status of each object is therefore compared with those
 * of new objects with the same spec. A value is compared only if new objects agree on it and an
 * edited object is known to have reached it from another value. For example, a paused object keeps
 * its previous values. A difference counts only if a new object of at least the same age confirms
 * it.
 */
export class Ends {
  readonly surpluses = new OwnedSurpluses();
  readonly #known: readonly End[];
  readonly #shown: ShownEnd[] = [];

  /** `known`: final states in another, undisturbed history of the same kind. */
  constructor(known: readonly End[] = []) {
    this.#known = known;
  }

  add(end: ShownEnd): void {
    this.#shown.push(end);
  }

  get undisturbed(): readonly End[] {
    return this.#shown
      .filter(({ isUndisturbed }) => isUndisturbed)
      .map(({ spec, status, before, owned, ownedBefore }) => ({
        spec,
        status,
        ...(before === undefined ? {} : { before }),
        ...(owned === undefined ? {} : { owned }),
        ...(ownedBefore === undefined ? {} : { ownedBefore }),
      }));
  }

  /** The number of owned objects of a kind that an object must have. Undefined if unknown. */
  ownedNumberOf(kind: string, object: Resource, isEdited: boolean): OwnedNumber | undefined {
    return ownedNumber(this.#all(), kind, { spec: endOf(object).spec, isEdited });
  }

  /** The final states that differ from those of new objects, but for which no new object was old enough. */
  get doubts(): readonly Doubt[] {
    return this.#compared().flatMap(({ end, differences, isConfirmed }) =>
      differences.length === 0 || isConfirmed ? [] : [{ spec: end.spec, ageMs: end.ageMs }],
    );
  }

  get isLastDifferent(): boolean {
    const last = this.#shown.at(-1);
    return this.#compared().some(({ end, differences }) => end === last && differences.length > 0);
  }

  judge(): void {
    this.surpluses.judge();
    for (const { end, differences, isConfirmed } of this.#compared()) {
      const [first] = differences;
      if (first === undefined) end.judged(undefined);
      else if (isConfirmed) end.judged(`${describe(first)}, although the spec is the same`);
    }
  }

  #compared(): readonly {
    readonly end: ShownEnd;
    readonly differences: readonly Difference[];
    readonly isConfirmed: boolean;
  }[] {
    return this.#shown.flatMap((end) => {
      if (isFresh(end)) return [];
      const fresh = this.#all().filter((one) => isNew(one) && jsonEquals(one.spec, end.spec));
      if (fresh.length < agreeing) return [];
      const isConfirmed = this.#shown.some(
        (one) => isFresh(one) && one.ageMs >= end.ageMs && jsonEquals(one.spec, end.spec),
      );
      return [{ end, differences: this.#differences(end, fresh), isConfirmed }];
    });
  }

  #all(): readonly End[] {
    return [...this.#known, ...this.undisturbed];
  }

  #differences(end: ShownEnd, fresh: readonly End[]): readonly Difference[] {
    const others = fresh.map(({ status }) => leavesOf(status));
    const own = leavesOf(end.status);
    const all = new Map([...others, own].flatMap((leaves) => [...leaves]));
    const different = [...all].flatMap(([key, { path }]) => {
      const [value, ...same] = others.map((other) => other.get(key)?.value);
      if (same.some((one) => !isSame(one, value))) return [];
      const reported = own.get(key)?.value;
      if (isSame(reported, value)) return [];
      return [{ path, value: reported, fresh: value, isReached: this.#isReached(end, key, value) }];
    });
    const [only, ...more] = different;
    const isOnlyOne = only !== undefined && more.length === 0;
    if (isOnlyOne && isStuck(end, only, others) && this.#isLeftOver(end, only.path)) return [only];
    // If the object may have kept one value, as a paused object does, the other differences may result from that value.
    if (different.some((one) => !one.isReached && isKept(end, one))) return [];
    return different.flatMap(({ isReached, ...difference }) => {
      const { path, value } = difference;
      const isWrong = value === undefined ? isMissing(end, path) : this.#isLeftOver(end, path);
      return isWrong && isReached ? [difference] : [];
    });
  }

  /**
   * Returns whether edited objects reach the value of new objects: one of them is known to have
   * changed from another value to this value or, if the final state was disturbed and its value is
   * not the preceding one, all of them have this value. The details of a reported failure must disappear when success is
   * reported.
   */
  #isReached(end: ShownEnd, key: string, value: JsonValue | undefined): boolean {
    if (value === undefined && this.#isOfFailure(end, key)) return true;
    if (value === currentGeneration) return this.#isRenewed(key);
    const edited = this.#all().filter(
      (one) => one.before !== undefined && jsonEquals(one.spec, end.spec),
    );
    const valueIn = (status: JsonObject): JsonValue | undefined => leavesOf(status).get(key)?.value;
    const hasValue = ({ status }: Pick<End, "status">): boolean => isSame(valueIn(status), value);
    const isMoved = edited.some(
      (one) => hasValue(one) && one.before !== undefined && !hasValue({ status: one.before }),
    );
    if (isMoved || end.isUndisturbed) return isMoved;
    // Edited objects that had the value before do not show that an object with another value changes to it.
    const isKeptValue =
      end.before !== undefined && isSame(valueIn(end.before), valueIn(end.status));
    return !isKeptValue && edited.length > 0 && edited.every(hasValue);
  }

  #isRenewed(key: string): boolean {
    return this.#all().some(
      (one) => !isNew(one) && leavesOf(one.status).get(key)?.value === currentGeneration,
    );
  }

  /**
   * Returns true if new objects report a value only together with failure, although this final
   * state reports success.
   */
  #isOfFailure(end: ShownEnd, key: string): boolean {
    const value = leavesOf(end.status).get(key)?.value;
    // Numbers are not compared, because a number may count failures.
    const isComparable = typeof value === "string" || typeof value === "boolean";
    if (!isComparable || value === olderGeneration || !isReady(end)) return false;
    return this.#all()
      .filter(isNew)
      .every((one) => !isSame(leavesOf(one.status).get(key)?.value, value) || !isReady(one));
  }

  #isLeftOver({ spec, status }: ShownEnd, path: readonly string[]): boolean {
    const key = path.join(" ");
    const value = leavesOf(status).get(key)?.value;
    if (value === olderGeneration) return true;
    return this.#all().some(
      (one) =>
        isNew(one) &&
        !jsonEquals(one.spec, spec) &&
        jsonEquals(leavesOf(one.status).get(key)?.value, value),
    );
  }
}

function isNew({ before }: End): boolean {
  return before === undefined;
}

function isFresh(end: ShownEnd): boolean {
  return isNew(end) && end.isUndisturbed;
}

/**
 * Returns whether an object has kept the value that it had before its spec was replaced. Excludes
 * properties of a condition, because they only describe the condition's status.
 */
function isKept({ before = {} }: End, { path, value }: Difference): boolean {
  return !isOfCondition(path) && isSame(leavesOf(before).get(path.join(" "))?.value, value);
}

/**
 * Returns whether a condition kept its old status, although the rest of the report describes the new spec. Its reason
 * and at least one value outside the condition are then those of new objects, in which the condition has the opposite
 * status.
 */
function isStuck({ before, status }: End, { path }: Difference, fresh: readonly Leaves[]): boolean {
  const [first, type = "", part] = path;
  if (before === undefined || first !== "conditions" || part !== undefined) return false;
  const [earlier, own] = [leavesOf(before), leavesOf(status)];
  const isMoved = (key: string): boolean => {
    const value = own.get(key)?.value;
    return (
      !isSame(earlier.get(key)?.value, value) &&
      fresh.every((leaves) => isSame(leaves.get(key)?.value, value))
    );
  };
  const isOther = (key: string): boolean => !key.startsWith(`conditions ${type}`);
  return (
    isMoved(`conditions ${type} reason`) &&
    [...earlier.keys(), ...own.keys()].filter(isOther).some(isMoved)
  );
}

/**
 * Excludes list items, because a list may be shorter for another reason. Excludes properties of a
 * condition, because the whole condition may be absent.
 */
function isMissing({ status }: End, path: readonly string[]): boolean {
  const parent = path.slice(0, -1);
  if (isOfCondition(path)) return false;
  return path[0] === "conditions" || !Array.isArray(fieldAt(status, parent));
}

function describe({ path, value, fresh }: Difference): string {
  return `${placeOf(path)} is ${textOf(value)}, but ${textOf(fresh)} for a new object`;
}

function textOf(value: JsonValue | undefined): string {
  if (value === olderGeneration) return "older than that of the object";
  if (value === currentGeneration) return "current";
  return value === undefined ? "absent" : JSON.stringify(value);
}

/** Placeholders for the observed generation of a condition: the object's generation, or an older one. */
const currentGeneration = "{{generation}}";
const olderGeneration = "{{older generation}}";

/** Replaces the observed generation of each condition, because it depends on the number of edits. */
function withoutGenerations(status: JsonObject, generation: number | undefined): JsonObject {
  const { conditions } = status;
  if (generation === undefined || !isJsonList(conditions)) return status;
  const replaced = conditions.map((condition): JsonValue => {
    if (!isJsonObject(condition)) return condition;
    const { observedGeneration: observed } = condition;
    if (typeof observed !== "number") return condition;
    const which = observed === generation ? currentGeneration : olderGeneration;
    return { ...condition, observedGeneration: which };
  });
  return { ...status, conditions: replaced };
}

/** Contains placeholders for the name and uid of the object. */
export function endOf({ metadata, spec = {}, status = {} }: Resource): End {
  const { name, uid, generation } = metadata;
  const anonymous = (value: JsonValue): JsonValue => {
    if (typeof value === "string") {
      return value.replaceAll(uid, "{{uid}}").replaceAll(name, placeholder);
    }
    if (Array.isArray(value)) return value.map(anonymous);
    return isJsonObject(value) ? anonymousObject(value) : value;
  };
  const anonymousObject = (value: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(value).map(([key, item]) => [key, anonymous(item)]));
  return {
    spec: anonymousObject(spec),
    status: anonymousObject(withoutGenerations(status, generation)),
  };
}
