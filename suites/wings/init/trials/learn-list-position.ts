import {
  getNamedType,
  getNullableType,
  isEnumType,
  isListType,
  isObjectType,
  isScalarType,
} from "graphql";
import type { GraphQLSchema } from "graphql";
import type { ObjectKey, ResourceVersion } from "#contract";
import { hasPlaceholder } from "#targets/graphql";
import type { Dialect, KindDialect, ListOperation } from "#targets/graphql";
import { isAbout } from "../requests/listener.ts";
import { onTrial } from "../requests/on-trial.ts";
import type { Shared } from "../requests/on-trial.ts";
import { startAt } from "./probe-start.ts";
import {
  create,
  isAccepted,
  kindNamed,
  newKey,
  remove,
  send,
  withKind,
} from "../requests/trial-requests.ts";
import type { Trial } from "../requests/trial-requests.ts";

/**
 * Finds the field next to a list from whose value a watch starts, if the list has no version. Positions have many
 * names, so only a watch can identify the field.
 */
export async function learnListPosition(
  dialect: Dialect,
  name: string,
  shared: Shared,
): Promise<Dialect> {
  const kind = kindNamed(dialect, name);
  const [list, ...others] = kind?.operations.list ?? [];
  const [watch] = kind?.operations.watch ?? [];
  if (kind === undefined || list === undefined || watch === undefined) return dialect;
  if (list.resourceVersion !== undefined || !hasPlaceholder(watch.arguments, "$cursor")) {
    return dialect;
  }
  for (const path of positionsBeside(shared.means.schema, list)) {
    const lists = [{ ...list, resourceVersion: path }, ...others];
    const changed = withKind(dialect, withLists(kind, lists));
    if ((await onTrial(changed, name, { shared, work: startsAtList })) !== true) continue;
    const at = ["kinds", name, "operations", "list", list.id, "resourceVersion"];
    const reason =
      "a watch from the value of this field delivered the next event, and no earlier one";
    shared.notes.note(at, "high", reason);
    return changed;
  }
  return dialect;
}

function withLists(kind: KindDialect, list: readonly ListOperation[]): KindDialect {
  return { ...kind, operations: { ...kind.operations, list } };
}

function positionsBeside(
  schema: GraphQLSchema,
  { field, pages }: ListOperation,
): readonly string[] {
  const root = schema.getQueryType()?.getFields()[field];
  const type = root && getNamedType(root.type);
  const paging = pages !== undefined && "next" in pages ? [pages.next, pages.more] : [];
  return Object.values(isObjectType(type) ? type.getFields() : {})
    .filter(({ name, type: own }) => {
      const named = getNamedType(own);
      const isLeaf = (isScalarType(named) || isEnumType(named)) && named.name !== "Boolean";
      const isOther = paging.includes(name) || countWord.test(name);
      return isLeaf && !isOther && !isListType(getNullableType(own));
    })
    .map(({ name }) => name)
    .slice(0, mostPositions);
}

const countWord = /count|limit|page|size|total/iu;

/** Each field needs two new objects and a wait for an event. */
const mostPositions = 4;

/** Whether a watch from the position of a list delivers the creations after the list, and none before it. */
async function startsAtList(trial: Trial): Promise<boolean> {
  const [spec = {}] = trial.kind.samples.specs;
  const [before, after] = [newKey(trial), newKey(trial)];
  try {
    if (!isAccepted(await create(trial, before, spec))) return false;
    const position = await positionOfList(trial, before);
    if (position === undefined) return false;
    if (!isAccepted(await create(trial, after, spec))) return false;
    const { events } = await startAt(trial, position, isAbout(after, "ADDED"));
    return events.some(isAbout(after, "ADDED")) && !events.some(isAbout(before, "ADDED"));
  } finally {
    for (const key of [before, after]) await remove(trial, key);
  }
}

async function positionOfList(
  trial: Trial,
  { namespace }: ObjectKey,
): Promise<ResourceVersion | undefined> {
  const place = namespace === undefined ? {} : { namespace };
  const listed = await send(trial, {
    verb: "list",
    identity: "author",
    kind: trial.kind.name,
    ...place,
  });
  const { outcome } = listed;
  return outcome.result === "list" ? outcome.resourceVersion : undefined;
}
