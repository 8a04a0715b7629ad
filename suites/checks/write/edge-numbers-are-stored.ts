import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import {
  defineCheck,
  failureOf,
  isAccepted,
  judgeStatus,
  objectOf,
  readOf,
  sampleStatus,
  statusAfterWrite,
  statusWrite,
  vacuous,
} from "#harness";
import type { Step } from "#harness";
import { edgeRounds } from "./edge-rounds.ts";
import type { EdgeValue, NumberPlace } from "./edge-rounds.ts";
import { shapeOfMember, withValues } from "./status-places.ts";
import type { Shape } from "./status-places.ts";

const requirement = "write.stores-submitted-status";

/** Maximum number of fields that are tested individually if the target refuses all of them at once. */
const maxSinglePlaces = 4;

interface Attempt {
  /** Status fields with the tested numbers. */
  readonly members: readonly string[];
  readonly expected: JsonObject;
  readonly write: Step;
  /** Absent if the write was not accepted. */
  readonly read?: Step;
}

/**
 * A value with all bits set detects storage in 8, 16 or 32 bits, signed or not, and in single precision. Smaller values
 * are only tried if the target refuses this one, because a target may have limits.
 */
export const edgeNumbersAreStored = defineCheck<readonly Attempt[]>({
  id: "write/edge-numbers-are-stored",
  title: "Numbers in a status are stored up to the limits of their declared type",
  covers: [requirement],
  scope: "status-write",

  async drive(context) {
    const sample = sampleStatus(context, 0);
    const { kind, target } = context;
    const areListsMerged = { ...target.semantics, ...kind.semantics }.lists === "merged";
    const places = numbersIn(sample, kind.shapes?.status).filter(
      // The result of a merged list depends on the stored one.
      ({ isInList }) => !(isInList && areListsMerged),
    );
    if (places.length === 0) return [];
    const fixture = await context.fixture();
    let current = fixture.object;
    const attempts: Attempt[] = [];
    const attempt = async (tried: readonly EdgeValue[]): Promise<boolean> => {
      const submitted = withValues(sample, tried);
      const { resourceVersion } = current.metadata;
      const write = await context.call(
        statusWrite(context, fixture.key, { resourceVersion, status: submitted }),
      );
      const members = [...new Set(tried.map(({ path }) => path[0] ?? ""))];
      const after = Object.entries(statusAfterWrite(context, current, submitted));
      const expected = Object.fromEntries(after.filter(([name]) => members.includes(name)));
      const read = isAccepted(write) ? await context.call(readOf(fixture.key)) : undefined;
      attempts.push({ members, expected, write, ...(read === undefined ? {} : { read }) });
      current = (read === undefined ? undefined : objectOf(read)) ?? current;
      // A write without a reply also ends the attempts, because the stored version is then unknown.
      return isAccepted(write) || failureOf(write) !== undefined;
    };
    if (await settles(places, attempt)) return attempts;
    for (const place of places.slice(0, maxSinglePlaces)) await settles([place], attempt);
    return attempts;
  },

  judge(attempts) {
    const findings = attempts.flatMap(({ members, expected, write, read }) => {
      const isLost = failureOf(write) !== undefined;
      // If the write was refused, there is nothing to compare.
      if (read === undefined && !isLost) return [];
      return judgeStatus({
        requirement,
        write,
        ...(read === undefined ? {} : { read }),
        status: expected,
        members,
        because: "the declared type includes the number, and the server accepted it",
      });
    });
    return findings.length === 0 ? vacuous([requirement]) : findings;
  },
});

/** Writes the values, from the largest to the smallest, until a write is accepted. False if all are refused. */
async function settles(
  places: readonly NumberPlace[],
  attempt: (values: readonly EdgeValue[]) => Promise<boolean>,
): Promise<boolean> {
  for (const values of edgeRounds(places)) if (await attempt(values)) return true;
  return false;
}

/** The number fields of a status, each with the largest value that its type permits. */
function numbersIn(
  value: JsonValue,
  shape: Shape,
  path: readonly string[] = [],
): readonly NumberPlace[] {
  // A server may refuse an observed generation that is greater than the generation.
  if (path.at(-1) === "observedGeneration") return [];
  if (typeof value === "number") {
    // Without a declared type, the field in replies may have a narrower type than the accepted number.
    const largest = shape?.kind === "integer" ? shape.largest : undefined;
    return largest === undefined ? [] : [{ path, largest, isInList: false }];
  }
  if (Array.isArray(value)) {
    const items = shape?.kind === "list" ? shape.items : undefined;
    const found = value.flatMap((item, index) => numbersIn(item, items, [...path, String(index)]));
    return found.map((place) => ({ ...place, isInList: true }));
  }
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    numbersIn(inner, shapeOfMember(shape, name), [...path, name]),
  );
}
