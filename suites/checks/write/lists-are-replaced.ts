import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import {
  acceptedObject,
  defineCheck,
  describeDifferences,
  given,
  isSame,
  readOf,
  sampleStatus,
  statusWrite,
  undecided,
} from "#harness";
import type { Step } from "#harness";

interface Observations {
  /** Path of the list inside the status; empty where two samples of the kind have none in common. */
  readonly path: readonly string[];
  readonly submitted: readonly JsonValue[];
  readonly write: Step;
  readonly read: Step;
}

/** A list that is written is the list that is stored: nothing of the old one survives. */
export const listsAreReplaced = defineCheck<Observations>({
  id: "write/lists-are-replaced",
  title: "A list in a status write replaces the stored list as a whole",
  covers: ["write.lists-are-replaced"],
  scope: "status-write",

  async drive(context) {
    const { key, object } = await context.fixture();
    const first = sampleStatus(context, 0);
    const second = sampleStatus(context, 1);
    const path = listPath(first, second) ?? [];
    const submitted = listAt(second, path);

    const stored = await context.call(
      statusWrite(context, key, {
        resourceVersion: object.metadata.resourceVersion,
        status: first,
      }),
    );
    const { resourceVersion } = acceptedObject(stored, "a first list could not be stored").metadata;
    const write = await context.call(
      statusWrite(context, key, { resourceVersion, status: second }),
    );
    const read = await context.call(readOf(key));
    return { path, submitted, write, read };
  },

  judge({ path, submitted, write, read }) {
    const requirement = "write.lists-are-replaced";
    if (path.length === 0) {
      return [undecided(requirement, "the samples of the kind have no list in common", [])];
    }
    return [
      given(requirement, { write, read }, ({ read: is }) => ({
        holds: isSame(submitted, listAt(is.status ?? {}, path)),
        expected: `status.${path.join(".")} is ${JSON.stringify(submitted)}, as submitted`,
        actual: describeDifferences("the stored list", submitted, listAt(is.status ?? {}, path)),
      })),
    ];
  },
});

/** Where both have a list: what the second one omits is no list that it writes. Undefined: nowhere. */
export function listPath(
  first: JsonValue | undefined,
  second: JsonValue | undefined,
): readonly string[] | undefined {
  if (!isJsonObject(first) || !isJsonObject(second)) return undefined;
  for (const [name, member] of Object.entries(first)) {
    const other = second[name];
    if (isList(member) && isList(other)) return [name];
    const inside = listPath(member, other);
    if (inside !== undefined) return [name, ...inside];
  }
  return undefined;
}

function listAt(status: JsonObject, path: readonly string[]): readonly JsonValue[] {
  let value: JsonValue | undefined = status;
  for (const name of path) value = isJsonObject(value) ? value[name] : undefined;
  return isList(value) ? value : [];
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}
