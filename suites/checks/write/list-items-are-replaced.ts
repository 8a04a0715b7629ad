import { isJsonList, isJsonObject, keyOf } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import {
  defineCheck,
  describeDifferences,
  given,
  isAccepted,
  isSame,
  objectOf,
  readOf,
  sampleStatus,
  statusWrite,
  vacuous,
} from "#harness";
import type { CheckContext, Step } from "#harness";
import { listAt, withList } from "./lists-are-replaced.ts";
import { areListsMerged, shapeOfMember } from "./status-places.ts";
import type { Shape } from "./status-places.ts";

const requirement = "write.lists-are-replaced";

/** Limits of the tested lists of a status, and of the fields that are omitted one by one. */
const limits = { lists: 3, fields: 4 } as const;

interface Replacement {
  readonly path: readonly string[];
  /** The write over a list whose items have the omitted fields. */
  readonly write: Step;
  readonly read: Step;
  /** The same write to an object without a list. */
  readonly fresh: Step;
  readonly freshRead: Step;
}

/** A server that matches items by name may merge the fields of an item instead of replacing it. */
export const listItemsAreReplaced = defineCheck<readonly Replacement[]>({
  id: "write/list-items-are-replaced",
  title: "A list item in a status write does not keep fields of the item that it replaces",
  covers: [requirement],
  decides: [],
  scope: "status-write",
  statusModes: ["partial", "replace"],

  async drive(context) {
    if (areListsMerged(context)) return [];
    const sample = sampleStatus(context, 0);
    const lists = shorterItems(sample, context.kind.shapes?.status).slice(0, limits.lists);
    const replacements: Replacement[] = [];
    for (const list of lists) replacements.push(...(await replaceItems(context, sample, list)));
    return replacements;
  },

  judge(replacements) {
    if (replacements.length === 0) {
      return vacuous([requirement], "no list item of the status has a field that can be omitted");
    }
    return replacements.map(({ path, write, read, fresh, freshRead }) =>
      given(requirement, { write, read, fresh, freshRead }, (of) => {
        const [wanted, is] = [of.freshRead, of.read].map(({ status }) =>
          listAt(status ?? {}, path),
        );
        return {
          holds: isSame(wanted, is),
          expected: `status.${path.join(".")} is ${JSON.stringify(wanted)}, as after the same write to an object without a list`,
          actual: describeDifferences("the stored list", wanted, is),
        };
      }),
    );
  },
});

/** A list of a status, and forms of it whose first item lacks optional fields. */
export interface ShorterItems {
  readonly path: readonly string[];
  readonly forms: readonly (readonly JsonValue[])[];
}

/** Finds the lists with an item that has optional fields. The form without all of these fields comes first. */
export function shorterItems(
  status: JsonObject,
  shape: Shape,
  path: readonly string[] = [],
): readonly ShorterItems[] {
  return Object.entries(status).flatMap(([name, value]): readonly ShorterItems[] => {
    const [inner, place] = [shapeOfMember(shape, name), [...path, name]];
    if (isJsonObject(value)) return shorterItems(value, inner, place);
    const [first, ...others] = isJsonList(value) ? value : [];
    if (!isJsonObject(first) || inner?.kind !== "list") return [];
    const optional = optionalIn(first, inner);
    if (optional.length === 0) return [];
    const omitted =
      optional.length === 1 ? [optional] : [optional, ...optional.map((one) => [one])];
    const forms = omitted
      .slice(0, 1 + limits.fields)
      .map((names) => [withoutFields(first, names), ...others]);
    return [{ path: place, forms }];
  });
}

type ListShape = Extract<NonNullable<Shape>, { readonly kind: "list" }>;

function optionalIn(item: JsonObject, { items, uniqueBy = [] }: ListShape): readonly string[] {
  if (items.kind !== "object") return [];
  const names = items.members
    .filter(({ name, isRequired }) => !isRequired && (item[name] ?? null) !== null)
    .map(({ name }) => name)
    .filter((name) => !uniqueBy.includes(name));
  return names.length < Object.keys(item).length ? names : names.slice(1);
}

function withoutFields(item: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(item).filter(([name]) => !names.includes(name)));
}

/** Writes the first form of a list or, if it is rejected, all other forms. */
async function replaceItems(
  context: CheckContext,
  sample: JsonObject,
  { path, forms }: ShorterItems,
): Promise<readonly Replacement[]> {
  const replacements: Replacement[] = [];
  for (const [index, form] of forms.entries()) {
    const status = withList(sample, path, form);
    const fresh = await report(context, [status]);
    if (!isAccepted(fresh.write)) continue;
    const over = await report(context, [sample, status]);
    if (!isAccepted(over.write)) continue;
    replacements.push({ path, ...over, fresh: fresh.write, freshRead: fresh.read });
    if (index === 0) break;
  }
  return replacements;
}

/** Writes statuses to a new object, and reads it. Resolves with the first rejected write, or the last one. */
async function report(
  context: CheckContext,
  statuses: readonly JsonObject[],
): Promise<Pick<Replacement, "read" | "write">> {
  const { object } = await context.fixture();
  const key = keyOf(object);
  let { resourceVersion } = object.metadata;
  let last: Step | undefined;
  for (const status of statuses) {
    last = await context.call(statusWrite(context, key, { resourceVersion, status }));
    const written = objectOf(last);
    if (written === undefined) break;
    ({ resourceVersion } = written.metadata);
  }
  const read = await context.call(readOf(key));
  return { write: last ?? read, read };
}
