import { authoredOf } from "#contract";
import type { JsonObject, Resource } from "#contract";
import { changesBetween } from "#harness";
import type { Change } from "#harness";
import type { WriteEvent } from "./controller-event.ts";
import type { StateStep } from "./controller-rule.ts";
import type { Happening } from "./kept-evidence.ts";
import type { SharedTexts } from "./shared-texts.ts";

/** Empty if the first state is unknown. */
export function changesFrom(
  before: Resource | undefined,
  after: Resource,
  texts: SharedTexts,
): Pick<StateStep, "status" | "spec" | "metadata"> {
  if (before === undefined) return { status: [], spec: [], metadata: [] };
  const shared = (changes: readonly Change[]): readonly Change[] =>
    changes.map((change) => ({ ...change, path: texts.same(change.path) }));
  return {
    status: shared(changesBetween(before.status, after.status, "status")),
    spec: shared(changesBetween(before.spec, after.spec, "spec")),
    metadata: shared(changesBetween(metadataOf(before), metadataOf(after), "metadata")),
  };
}

function metadataOf({ metadata }: Resource): JsonObject {
  const { deletionTimestamp } = metadata;
  return {
    ...authoredOf(metadata),
    ...(deletionTimestamp === undefined ? {} : { deletionTimestamp }),
  };
}

export function describeWrite({ by, side, result }: WriteEvent): Pick<Happening, "what" | "by"> {
  const what = side === "status" ? "status write" : "write";
  switch (result.answer) {
    case "stored":
      return { what: `${what} stored as ${result.version}`, by };
    case "refused":
      return { what: `${what} rejected: ${result.reason}`, by };
    case "lost":
      return { what: `${what} whose response was lost`, by };
  }
}
