import { describeKey } from "#contract";
import type { Command, JsonValue, ObjectKey, Outcome, Resource } from "#contract";
import { differencesOf } from "./prediction-differences.ts";
import type { Difference } from "./prediction-differences.ts";
import type { Prediction } from "../state/prediction.ts";
import type { Change, ModelRules, ModelState } from "../state/state.ts";
import { countsAnew, storedUnder, versionMark } from "../state/state.ts";
import { firstStatusOf } from "../step/first-status.ts";
import { isStatusWrite, sentIn } from "../step/status-write.ts";
import { namedMembers, step } from "../step/step.ts";

/** The result of comparing an outcome with all permitted outcomes. */
export type Observation =
  | { readonly fits: true; readonly prediction: Prediction; readonly state: ModelState }
  | {
      readonly fits: false;
      readonly prediction: Prediction;
      readonly differences: readonly Difference[];
    };

/**
 * Compares an outcome with the permitted outcomes. Selects the matching prediction, and adopts the values that the
 * target chooses: versions, uids, times and defaults.
 */
export function observe(
  state: ModelState,
  exchange: { readonly command: Command; readonly outcome: Outcome },
  rules: ModelRules,
): Observation {
  const { command, outcome } = exchange;
  const tried = step(state, command, rules).map((prediction) => ({
    prediction,
    differences: [
      ...differencesOf(prediction, outcome),
      ...reuseOf(state, prediction, { command, outcome, rules }),
    ],
  }));
  // An accepted write differs from what an accepted write may do, even if a rejection is also permitted.
  const isAlike = ({ result }: Prediction): boolean =>
    (result === "refused") === (outcome.result === "refused");
  const alike = tried.filter(
    ({ prediction, differences }) => differences.length === 0 || isAlike(prediction),
  );
  const [closest] = (alike.length > 0 ? alike : tried).toSorted(
    (left, right) => left.differences.length - right.differences.length,
  );
  if (closest === undefined) throw new Error("The model permits no result.");
  const { prediction, differences } = closest;
  return differences.length === 0
    ? {
        fits: true,
        prediction,
        state: {
          ...nextState(state, prediction, { command, outcome, rules }),
          ...sentAfter(state, prediction, { command, outcome, rules }),
        },
      }
    : { fits: false, prediction, differences };
}

/** Returns what the model knows about the fields that commands contained. */
function sentAfter(
  state: ModelState,
  prediction: Prediction,
  { command, outcome, rules }: Exchanged,
): Pick<ModelState, "firstStatuses" | "mentioned" | "sent"> {
  const mentioned = namedMembers(state, command, rules);
  const { firstStatuses, sent } = state;
  if (!isStatusWrite(command)) return { mentioned, firstStatuses, sent };
  const status = objectIn(outcome)?.status;
  const isStored = prediction.result === "object" && prediction.effect.effect === "stored";
  const isFirst = isStored && prediction.expected.foreign !== undefined && status !== undefined;
  return {
    mentioned,
    firstStatuses: isFirst ? [...firstStatuses, firstStatusOf(command, status)] : firstStatuses,
    sent: [...sent, Object.fromEntries(sentIn(command).filter(isPresent))],
  };
}

function isPresent(
  sent: readonly [member: string, value: JsonValue | undefined],
): sent is readonly [string, JsonValue] {
  return sent[1] !== undefined;
}

interface Exchanged {
  readonly command: Command;
  readonly outcome: Outcome;
  readonly rules: ModelRules;
}

/** Returns a difference if a version or uid was reused. The target must never issue either again. */
function reuseOf(
  state: ModelState,
  prediction: Prediction,
  { command, outcome, rules }: Exchanged,
): readonly Difference[] {
  if (prediction.result !== "object" || outcome.result !== "object") return [];
  if (command.verb === "list" || prediction.effect.effect === "none") return [];
  const { uid, resourceVersion } = outcome.object.metadata;
  const { before } = prediction.expected;
  const gone = state.gone.get(describeKey(command.key)) ?? [];
  // An API without uids identifies its objects by name. A separate check covers such an API.
  const isName = uid === command.key.name;
  if (!isName && before === undefined && gone.some(({ metadata }) => metadata.uid === uid)) {
    const actual = `uid ${uid}, which belonged to an earlier object`;
    return [{ about: "part", part: "identity", expected: "a new uid", actual }];
  }
  const isKept = before?.metadata.resourceVersion === resourceVersion;
  if (isKept || !state.versions.has(versionMark(resourceVersion, command.key, rules))) return [];
  const actual = `version ${resourceVersion}, which was used before`;
  return [{ about: "part", part: "version", expected: "a new version", actual }];
}

function nextState(
  state: ModelState,
  prediction: Prediction,
  { command, outcome, rules }: Exchanged,
): ModelState {
  if (outcome.result === "list") {
    const { resourceVersion } = outcome;
    return resourceVersion === undefined
      ? state
      : withVersion(state, versionMark(resourceVersion, undefined, rules));
  }
  if (prediction.result !== "object" || command.verb === "list") return state;
  const { effect, expected } = prediction;
  switch (effect.effect) {
    case "none":
      return state;
    case "removed":
      return removed(state, {
        key: command.key,
        rules,
        last: objectIn(outcome),
        isPending: effect.isPending === true,
      });
    case "stored": {
      const object = objectIn(outcome) ?? expected.before;
      return object === undefined
        ? state
        : stored(state, { ...effect, key: command.key, object, rules });
    }
  }
}

interface Storing {
  readonly key: ObjectKey;
  readonly object: Resource;
  readonly owners: ReadonlyMap<string, ReadonlySet<string>>;
  readonly isDefaultStatus: boolean;
  readonly rules: ModelRules;
}

function stored(state: ModelState, storing: Storing): ModelState {
  const { key, object, owners, isDefaultStatus, rules } = storing;
  const before = storedUnder(state, key)?.object;
  const { resourceVersion } = object.metadata;
  const objects = new Map(state.objects).set(describeKey(key), { object, owners, isDefaultStatus });
  const next = withVersion({ ...state, objects }, versionMark(resourceVersion, key, rules));
  if (before?.metadata.resourceVersion === resourceVersion) return next;
  const type = before === undefined ? "ADDED" : "MODIFIED";
  return withChange(next, { type, key, resourceVersion, object });
}

interface Removal {
  readonly key: ObjectKey;
  readonly rules: ModelRules;
  readonly last: Resource | undefined;
  /** Whether the target removes the object after the response, at a version that the response does not contain. */
  readonly isPending: boolean;
}

function removed(state: ModelState, { key, rules, last, isPending }: Removal): ModelState {
  const id = describeKey(key);
  const before = state.objects.get(id)?.object;
  if (before === undefined) return state;
  const objects = new Map(state.objects);
  objects.delete(id);
  const gone = new Map(state.gone).set(id, [...(state.gone.get(id) ?? []), before]);
  const isLastState = last?.metadata.resourceVersion === before.metadata.resourceVersion;
  const shown = isLastState ? undefined : last?.metadata.resourceVersion;
  const version = isPending ? undefined : shown;
  const change: Change = {
    type: "DELETED",
    key,
    object: last ?? before,
    ...(isLastState ? { previous: before } : {}),
    ...(version === undefined ? {} : { resourceVersion: version }),
  };
  const versions = countsAnew(rules) ? withoutVersionsOf(state, key) : state.versions;
  const next = { ...state, objects, gone, versions };
  if (countsAnew(rules)) return withChange(next, change);
  const mark = shown === undefined ? undefined : versionMark(shown, key, rules);
  return withChange(mark === undefined ? next : withVersion(next, mark), change);
}

function withoutVersionsOf({ versions }: ModelState, key: ObjectKey): ReadonlySet<string> {
  const own = `${describeKey(key)} `;
  return new Set([...versions].filter((mark) => !mark.startsWith(own)));
}

function withVersion(state: ModelState, mark: string): ModelState {
  return { ...state, versions: new Set(state.versions).add(mark) };
}

function withChange(state: ModelState, change: Change): ModelState {
  return { ...state, log: [...state.log, change] };
}

function objectIn(outcome: Outcome): Resource | undefined {
  return outcome.result === "object" ? outcome.object : undefined;
}
