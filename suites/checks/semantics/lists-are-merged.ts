import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import {
  acceptedObject,
  carriesItem,
  defineCheck,
  given,
  isSame,
  readOf,
  sampleStatus,
  statusWrite,
  undecided,
} from "#harness";
import type { Step } from "#harness";

interface Observations {
  /** The list field of the status; empty if the samples have none. */
  readonly member: string;
  readonly unspoken: readonly JsonValue[];
  readonly submitted: readonly JsonValue[];
  readonly write: Step;
  readonly read: Step;
}

const requirement = "semantics.lists-are-merged";

/** Tests the declaration `lists: merged`. The observations are null for kinds without a list in their samples. */
export const listsAreMerged = defineCheck<Observations | null>({
  id: "semantics/lists-are-merged",
  title: "A list in a status write is merged into the stored list, as declared",
  covers: [requirement],
  scope: "status-write",

  async drive(context) {
    const found = listsIn(context.kind.samples.statuses);
    if (found === undefined) return null;
    const { member, first, second } = found;
    const { key, object } = await context.fixture();
    const { resourceVersion } = object.metadata;
    const stored = await context.call(
      statusWrite(context, key, {
        resourceVersion,
        status: { ...sampleStatus(context, 0), [member]: first },
      }),
    );
    const version = acceptedObject(stored, "a status write failed").metadata;
    const write = await context.call(
      statusWrite(context, key, {
        resourceVersion: version.resourceVersion,
        status: { ...sampleStatus(context, 1), [member]: second },
      }),
    );
    const read = await context.call(readOf(key));
    const unspoken = unspokenIn(found);
    return { member, unspoken, submitted: second, write, read };
  },

  judge(observations) {
    if (observations === null || observations.unspoken.length === 0) {
      return [
        undecided(requirement, "the samples of the kind have no lists with different items", []),
      ];
    }
    const { member, unspoken, submitted, write, read } = observations;
    return [
      given(requirement, { write, read }, (of) => {
        const is = listAt(of.read.status?.[member]);
        return {
          holds:
            unspoken.every((item) => is.some((one) => isSame(item, one))) &&
            submitted.every((item) => is.some((one) => carriesItem(one, item))),
          expected: `status.${member} contains the stored items ${JSON.stringify(unspoken)} and the submitted items ${JSON.stringify(submitted)}, as declared (lists: merged)`,
          actual: `it is ${JSON.stringify(is)}`,
        };
      }),
    ];
  },
});

interface Lists {
  readonly member: string;
  readonly first: readonly JsonValue[];
  readonly second: readonly JsonValue[];
}

/** Finds two samples of a list where the first has an item that the second lacks. Undefined if there are none. */
export function listsIn(statuses: readonly JsonObject[]): Lists | undefined {
  for (const left of statuses) {
    for (const [member, value] of Object.entries(left)) {
      const first = listAt(value);
      const keys = first.map(keyIn);
      const right = statuses.map((status) => listAt(status[member]));
      const second = right.find(
        (list) => list.length > 0 && keys.some((key) => !list.map(keyIn).includes(key)),
      );
      if (second !== undefined) return { member, first, second };
    }
  }
  return undefined;
}

export function unspokenIn({ first, second }: Lists): readonly JsonValue[] {
  return first.filter((item) => !second.some((other) => keyIn(other) === keyIn(item)));
}

function listAt(value: JsonValue | undefined): readonly JsonValue[] {
  const list: readonly JsonValue[] = Array.isArray(value) ? value : [];
  return list;
}

/** The key of a list item: the type or the name of an object, or the whole item. */
function keyIn(item: JsonValue): string {
  if (!isJsonObject(item)) return JSON.stringify(item);
  return JSON.stringify(item["type"] ?? item["name"] ?? item);
}
