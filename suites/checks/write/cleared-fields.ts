import { isEmpty, isJsonList, keyOf } from "#contract";
import type { JsonObject } from "#contract";
import {
  demandedStatus,
  given,
  isAccepted,
  isSame,
  objectOf,
  readOf,
  sampleStatus,
  statusWrite,
  withCause,
} from "#harness";
import type { CheckContext, Finding, Step } from "#harness";
import { areListsMerged } from "./status-places.ts";

const requirement = "write.null-clears-member";

/** A write that sets every field of a sample to null. */
export interface Clearing {
  /** The fields that had a value. */
  readonly names: readonly string[];
  readonly before: Step;
  readonly write: Step;
  readonly after: Step;
}

/** Two samples, because a cleared field may take a default, which may be the value of one of them. */
const samples = [0, 1] as const;

/**
 * Sets all fields of a sample to null at once, because handlers often copy each field on its own. The attempts end when
 * one is not accepted, because a server may reject null for some fields, or when no field is left.
 */
export async function clearFields(context: CheckContext): Promise<readonly Clearing[]> {
  const { object } = await context.fixture();
  const key = keyOf(object);
  const demanded = demandedStatus(context);
  const { nonNullFields = [] } = context.kind;
  const areMerged = areListsMerged(context);
  const clearings: Clearing[] = [];
  let { resourceVersion } = object.metadata;
  for (const index of samples) {
    const status = sampleStatus(context, index);
    const filled = await context.call(statusWrite(context, key, { resourceVersion, status }));
    const before = await context.call(readOf(key));
    const shown = objectOf(before);
    if (!isAccepted(filled) || shown === undefined) break;
    const names = Object.keys(status).filter((name) => {
      const value = shown.status?.[name];
      const isMerged = areMerged && isJsonList(value);
      const isFixed = name in demanded || nonNullFields.includes(name);
      return !isFixed && !isMerged && !isEmpty(value);
    });
    const nulls: JsonObject = Object.fromEntries(names.map((name) => [name, null]));
    const command = statusWrite(context, key, {
      resourceVersion: shown.metadata.resourceVersion,
      status: { ...demanded, ...nulls },
    });
    if (names.length === 0 || !context.fits(command)) break;
    const write = await context.call(command);
    const after = await context.call(readOf(key));
    const left = objectOf(after);
    if (!isAccepted(write) || left === undefined) break;
    clearings.push({ names, before, write, after });
    ({ resourceVersion } = left.metadata);
    if (keptIn({ names, before, write, after }).length === 0) break;
  }
  return clearings;
}

/** A field that kept its value after each attempt was not cleared. */
export function judgeCleared(clearings: readonly Clearing[]): readonly Finding[] {
  const [first] = clearings;
  const last = clearings.at(-1);
  if (first === undefined || last === undefined || clearings.length < samples.length) return [];
  const kept = keptIn(first).filter((name) => keptIn(last).includes(name));
  const { before, write, after } = last;
  const cleared = given(requirement, { before, after }, (of) => ({
    holds: kept.length === 0,
    expected: `${list(last.names)} are null in the write, so the former values are gone`,
    actual:
      kept.length === 0
        ? "no former value is left"
        : kept
            .map((name) => `${name} is still ${JSON.stringify(of.after.status?.[name])}`)
            .join(", "),
  }));
  return [withCause(cleared, [write])];
}

function keptIn({ names, before, after }: Clearing): readonly string[] {
  const was = objectOf(before)?.status ?? {};
  const is = objectOf(after)?.status ?? {};
  return names.filter((name) => isSame(was[name], is[name]));
}

function list(names: readonly string[]): string {
  return names.join(", ");
}
