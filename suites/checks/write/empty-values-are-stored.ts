import { isJsonObject, memberAt } from "#contract";
import type { JsonObject, JsonValue, Resource } from "#contract";
import {
  claim,
  defineCheck,
  errored,
  failureOf,
  isAccepted,
  objectOf,
  readOf,
  sampleStatus,
  statusWrite,
  vacuous,
} from "#harness";
import type { Finding, Step } from "#harness";
import { isOfObserved, shapeOfMember, withValues } from "./status-places.ts";
import type { PlacedValue, Shape } from "./status-places.ts";

const requirement = "write.stores-submitted-status";

/** Maximum number of values that are tested individually if the target rejects all of them at once. */
const maxSinglePlaces = 4;

interface Place extends PlacedValue {
  /** The replacement: false, 0 or the empty string. */
  readonly empty: JsonValue;
}

interface Attempt {
  /** The fields that still had their former values in the read before the write. */
  readonly places: readonly Place[];
  readonly before: Step;
  readonly write: Step;
  /** Absent if the write was not accepted. */
  readonly read?: Step;
}

/**
 * Detects a handler that copies only truthy values, or a serializer that omits zeros: the previous value stays in
 * place. The server may show or omit an empty value, so only the previous value is a violation.
 */
export const emptyValuesAreStored = defineCheck<readonly Attempt[]>({
  id: "write/empty-values-are-stored",
  title: "False, zero and empty strings in a status write replace the previous values",
  covers: [requirement],
  scope: "status-write",

  async drive(context) {
    const { kind } = context;
    const samples = kind.samples.statuses.map((_, index) => {
      const sample = sampleStatus(context, index);
      // Other rules apply to the observed generation.
      const found = placesIn(sample, kind.shapes?.status).filter(
        ({ path }) => !isOfObserved(kind, path),
      );
      return { sample, places: found };
    });
    const [{ sample, places } = { sample: {}, places: [] }] = samples.toSorted(
      (one, other) => other.places.length - one.places.length,
    );
    if (places.length === 0) return [];
    const { key, object } = await context.fixture();
    const write = async (status: JsonObject, { metadata }: Resource): Promise<Step> =>
      await context.call(
        statusWrite(context, key, { resourceVersion: metadata.resourceVersion, status }),
      );
    const attempts: Attempt[] = [];
    let current = object;
    const attempt = async (tried: readonly Place[]): Promise<boolean> => {
      const filled = await write(withValues(sample, tried), current);
      const before = await context.call(readOf(key));
      const shown = objectOf(before);
      if (!isAccepted(filled) || shown === undefined) return true;
      const stored = tried.filter(({ path, value }) => memberAt(shown.status, path) === value);
      if (stored.length === 0) return false;
      const emptied = stored.map(({ path, empty }) => ({ path, value: empty }));
      const second = await write(withValues(sample, emptied), shown);
      const read = isAccepted(second) ? await context.call(readOf(key)) : undefined;
      attempts.push({
        places: stored,
        before,
        write: second,
        ...(read === undefined ? {} : { read }),
      });
      current = (read === undefined ? undefined : objectOf(read)) ?? shown;
      // A write without a response also stops the attempts, because the stored version is then unknown.
      return isAccepted(second) || failureOf(second) !== undefined;
    };
    if (await attempt(places)) return attempts;
    for (const place of places.slice(0, maxSinglePlaces)) await attempt([place]);
    return attempts;
  },

  judge(attempts) {
    const findings = attempts.flatMap((attempt) => judgeAttempt(attempt));
    return findings.length === 0
      ? vacuous([requirement], "no false, zero or empty string was accepted")
      : findings;
  },
});

function judgeAttempt({ places, before, write, read }: Attempt): readonly Finding[] {
  const evidence = [before, write, ...(read === undefined ? [] : [read])].map(
    ({ exchange }) => exchange,
  );
  const failure = failureOf(write) ?? (read === undefined ? undefined : failureOf(read));
  if (failure !== undefined) return [errored(requirement, failure, evidence)];
  const after = read === undefined ? undefined : objectOf(read);
  // A rejected value is inconclusive, because the field may have limits.
  if (after === undefined) return [];
  const kept = places.filter(({ path, value }) => memberAt(after.status, path) === value);
  const named = kept.length === 0 ? places : kept;
  return [
    claim(requirement, {
      holds: kept.length === 0,
      expected: `${list(named, ({ empty }) => `${JSON.stringify(empty)} or absent`)}, because the accepted write sets it`,
      actual:
        kept.length === 0
          ? "no previous value is left"
          : list(kept, ({ value }) => `still ${JSON.stringify(value)}`),
      evidence,
    }),
  ];
}

function list(places: readonly Place[], describe: (place: Place) => string): string {
  return places
    .map((place) => `status.${place.path.join(".")} is ${describe(place)}`)
    .join(" and ");
}

/** Finds the values whose types have an empty value. Excludes values in lists. */
function placesIn(value: JsonValue, shape: Shape, path: readonly string[] = []): readonly Place[] {
  if (isJsonObject(value))
    return Object.entries(value).flatMap(([name, inner]) =>
      placesIn(inner, shapeOfMember(shape, name), [...path, name]),
    );
  if (typeof value === "boolean") return [{ path, value: true, empty: false }];
  if (typeof value === "number")
    return mayBeZero(shape) ? [{ path, value: value === 0 ? 1 : value, empty: 0 }] : [];
  if (typeof value !== "string" || value === "" || !mayBeEmptyText(shape)) return [];
  return [{ path, value, empty: "" }];
}

function mayBeZero(shape: Shape): boolean {
  if (shape === undefined) return true;
  return (
    (shape.kind === "integer" || shape.kind === "number") && shape.least <= 0 && shape.most >= 1
  );
}

/**
 * Whether a string may be empty. Without a declared type, it may be an enum value or a timestamp, and neither can be
 * empty.
 */
function mayBeEmptyText(shape: Shape): boolean {
  return shape?.kind === "text" && shape.shortest === 0 && shape.form === undefined;
}
