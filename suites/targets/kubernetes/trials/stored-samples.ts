import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { KindSamples } from "../../port/target.ts";
import { isSameJson } from "../resources/counter-form.ts";
import type { TrialReply, TrialServer } from "./trial-server.ts";

export interface StoredSamples {
  readonly samples: KindSamples;
  /** The properties that the server stores differently: `status.message is stored as "a" instead of "A"`. */
  readonly changes: readonly string[];
}

/**
 * Returns given samples as the server stores them: a server may normalize a value, or drop a property. Otherwise, each
 * write would appear to store a wrong value. If too few samples remain, or the counter is changed, the samples remain
 * as given, and the run shows the difference.
 */
export async function storedSamples(
  given: KindSamples,
  trialServer: TrialServer,
): Promise<StoredSamples> {
  const specs = await storedAll(given.specs, {
    side: "spec",
    store: (spec) => trialServer.tryCreation(spec),
  });
  const statuses = await storedStatuses(given, specs.values, trialServer);
  return {
    samples: { ...given, specs: specs.values, statuses: statuses.values },
    changes: [...specs.changes, ...statuses.changes],
  };
}

async function storedStatuses(
  given: KindSamples,
  [spec]: readonly JsonObject[],
  trialServer: TrialServer,
): Promise<AllStored> {
  const asGiven = { values: given.statuses, changes: [] };
  const created = spec === undefined ? undefined : await trialServer.create(spec);
  if (created?.isAccepted !== true) return asGiven;
  const stored = await storedAll(given.statuses, {
    side: "status",
    store: (status) => trialServer.tryStatus(status),
  });
  return isCounted(given, stored.values) ? stored : asGiven;
}

function isCounted(
  { counter, statuses: given }: KindSamples,
  statuses: readonly JsonObject[],
): boolean {
  return statuses.every((status, index) => isSameJson(status[counter], given[index]?.[counter]));
}

interface Storing {
  readonly side: "spec" | "status";
  readonly store: (value: JsonObject) => Promise<TrialReply>;
}

interface AllStored {
  readonly values: readonly JsonObject[];
  readonly changes: readonly string[];
}

/**
 * Resolves with the given values if the server rejects one, or if the stored values are not all different. Only a
 * property that is never stored, or a zero value, which encoders may omit, is omitted: a server that stores some values
 * of a property but loses another one fails in the run.
 */
async function storedAll(given: readonly JsonObject[], storing: Storing): Promise<AllStored> {
  const asGiven = { values: given, changes: [] };
  const stored: JsonObject[] = [];
  for (const value of given) {
    const one = await steadilyStored(value, storing);
    if (one === undefined) return asGiven;
    stored.push(one);
  }
  const isLost = (name: string, index: number): boolean => !(name in (stored[index] ?? {}));
  const values = given.map((value, index) =>
    Object.fromEntries(
      Object.entries(value).flatMap(([name, one]) => {
        const isNeverStored = given.every((other, at) => !(name in other) || isLost(name, at));
        if (isNeverStored || (isLost(name, index) && isZero(one))) return [];
        return [[name, stored[index]?.[name] ?? one] as const];
      }),
    ),
  );
  const texts = new Set(values.map((value) => JSON.stringify(value)));
  if (texts.size < values.length) return asGiven;
  return { values, changes: changesOf(given, values, storing.side) };
}

/** Whether a value is one that encoders such as Go's omit with `omitempty`. */
function isZero(value: JsonValue): boolean {
  return ["null", "false", "0", '""', "[]", "{}"].includes(JSON.stringify(value));
}

/**
 * Returns the properties of a value as the server stores them, if it stores that result unchanged. A server that loses
 * a value only sometimes, or only next to another one, does not normalize it.
 */
async function steadilyStored(
  given: JsonObject,
  storing: Storing,
): Promise<JsonObject | undefined> {
  const first = await storedOnce(given, given, storing);
  if (first === undefined || isSameJson(first, given)) return first;
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    const again = await storedOnce(given, given, storing);
    if (again === undefined) return undefined;
    if (!isSameJson(again, first)) return given;
  }
  const alone = await storedAlone(first, given, storing);
  if (!isSameJson(alone, first)) return alone;
  const kept = await storedOnce(first, given, storing);
  return kept !== undefined && isSameJson(kept, first) ? first : undefined;
}

const repeats = 2;

/**
 * Replaces each changed property by what the server stores if it is sent without the others. A value that is changed
 * only next to others is not normalized.
 */
async function storedAlone(
  stored: JsonObject,
  given: JsonObject,
  storing: Storing,
): Promise<JsonObject> {
  const alone: [string, JsonValue][] = [];
  for (const [name, value] of Object.entries(given)) {
    if (isSameJson(stored[name], value)) continue;
    const single = { [name]: value };
    alone.push(...Object.entries((await storedOnce(single, single, storing)) ?? {}));
  }
  return { ...stored, ...Object.fromEntries(alone) };
}

async function storedOnce(
  value: JsonObject,
  given: JsonObject,
  { side, store }: Storing,
): Promise<JsonObject | undefined> {
  const reply = await store(value);
  if (!reply.isAccepted) return undefined;
  const part = reply.object[side];
  const stored = isJsonObject(part) ? part : {};
  return Object.fromEntries(
    Object.keys(given).flatMap((name) => {
      const { [name]: one } = stored;
      return one === undefined ? [] : [[name, one] as const];
    }),
  );
}

function changesOf(
  given: readonly JsonObject[],
  values: readonly JsonObject[],
  side: Storing["side"],
): readonly string[] {
  const names = new Set(given.flatMap((value) => Object.keys(value)));
  return [...names].flatMap((name) => {
    const index = given.findIndex(
      (value, at) => name in value && !isSameJson(value[name], values[at]?.[name]),
    );
    if (index === -1) return [];
    const stored: JsonValue | undefined = values[index]?.[name];
    const path = `${side}.${name}`;
    const written = JSON.stringify(given[index]?.[name]);
    return [
      stored === undefined
        ? `${path} is not stored`
        : `${path} is stored as ${JSON.stringify(stored)} instead of ${written}`,
    ];
  });
}
