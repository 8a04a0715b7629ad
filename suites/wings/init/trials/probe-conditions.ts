import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue, ObjectKey } from "#contract";
import { conditionsIn, conditionsPathOf, withConditions } from "#targets";
import { conditionsPlaceOf } from "#targets/graphql";
import { isAccepted, objectIn, read, writeStatus } from "../requests/trial-requests.ts";
import type { Trial } from "../requests/trial-requests.ts";

/**
 * An endpoint that rejects at least this number of defects validates conditions. If it accepts any other defect, that
 * is a violation.
 */
const enough = 4;

/** A valid type in the common form. An endpoint that rejects it has rules of its own for conditions. */
const qualified = "conformance.example/Ready";

/**
 * Whether the endpoint validates standard conditions: it accepts the valid condition, also with a qualified type, and
 * rejects at least four of its defective variants. Undefined if it does not accept the valid condition, or if the status
 * has no conditions with a timestamp that clients write.
 */
export async function probeConditions(trial: Trial, key: ObjectKey): Promise<boolean | undefined> {
  const { samples, conditions } = trial.kind;
  const place = conditionsPlaceOf(conditions);
  const valid = samples.statuses
    .flatMap((status) => itemsOf(conditionsIn(place, status)))
    .find(isComplete);
  if (valid === undefined || conditions?.time === "server") return undefined;
  if ((await accepts(trial, key, [valid])) !== true) return undefined;
  if ((await accepts(trial, key, [{ ...valid, type: qualified }])) === false) return false;
  let refused = 0;
  for (const defective of defectsOf(valid)) {
    if ((await accepts(trial, key, defective)) === false) refused += 1;
  }
  return refused >= enough;
}

function defectsOf(valid: JsonObject): readonly (readonly JsonObject[])[] {
  return [
    [{ ...valid, status: "Maybe" }],
    [{ ...valid, type: "not a name" }],
    [{ ...valid, reason: "two words" }],
    [{ ...valid, lastTransitionTime: "yesterday" }],
    [valid, { ...valid, reason: "Again" }],
  ];
}

function itemsOf(conditions: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(conditions) ? conditions.filter(isJsonObject) : [];
}

function isComplete(condition: JsonObject): boolean {
  return ["type", "status", "reason", "lastTransitionTime"].every(
    (name) => typeof condition[name] === "string",
  );
}

async function accepts(
  trial: Trial,
  key: ObjectKey,
  conditions: readonly JsonObject[],
): Promise<boolean | undefined> {
  const [operation] = trial.kind.operations.updateStatus;
  const version = objectIn(await read(trial, key))?.metadata.resourceVersion;
  if (operation === undefined || version === undefined) return undefined;
  const place = conditionsPlaceOf(trial.kind.conditions);
  const { path, member } = conditionsPathOf(place);
  // A write of the field that contains the list may replace it as a whole.
  const outer = path.length > 1 ? trial.kind.samples.statuses[0]?.[member] : undefined;
  const status = withConditions(place, outer === undefined ? {} : { [member]: outer }, conditions);
  const written = await writeStatus(trial, operation, { key, status, version });
  const { result } = written.outcome;
  return isAccepted(written) ? true : result === "refused" ? false : undefined;
}
