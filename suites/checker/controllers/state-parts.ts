import type { JsonObject, Resource } from "#contract";
import { changesBetween } from "./changes.ts";
import type { WriteEvent } from "./controller-event.ts";
import type { EvidenceEvent } from "./controller-finding.ts";
import type { StateStep } from "./controller-rule.ts";

/** What is different between two states; nothing where the one before is not known. */
export function changesFrom(
  before: Resource | undefined,
  after: Resource,
): Pick<StateStep, "status" | "spec" | "metadata"> {
  if (before === undefined) return { status: [], spec: [], metadata: [] };
  return {
    status: changesBetween(before.status, after.status, "status"),
    spec: changesBetween(before.spec, after.spec, "spec"),
    metadata: changesBetween(metadataOf(before), metadataOf(after), "metadata"),
  };
}

/** The part of the metadata that people and controllers write. */
function metadataOf({ metadata }: Resource): JsonObject {
  const { labels, annotations, finalizers, deletionTimestamp } = metadata;
  return {
    ...(labels === undefined ? {} : { labels }),
    ...(annotations === undefined ? {} : { annotations }),
    ...(finalizers === undefined ? {} : { finalizers }),
    ...(deletionTimestamp === undefined ? {} : { deletionTimestamp }),
  };
}

/** The version of a state, and its generation. */
export function placeOf({ metadata }: Resource): Pick<EvidenceEvent, "version" | "generation"> {
  const { resourceVersion: version, generation } = metadata;
  return generation === undefined ? { version } : { version, generation };
}

/** A write in a few words. */
export function describeWrite({
  by,
  side,
  result,
}: WriteEvent): Pick<EvidenceEvent, "what" | "by"> {
  const what = side === "status" ? "status write" : "write";
  switch (result.answer) {
    case "stored":
      return { what: `${what} stored as ${result.version}`, by };
    case "refused":
      return { what: `${what} refused: ${result.reason}`, by };
    case "lost":
      return { what: `${what} whose answer was lost`, by };
  }
}
