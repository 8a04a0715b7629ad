import type { Dialect } from "#targets/graphql";
import type { Notebook } from "./notebook.ts";
import { kindNamed, withKind } from "./trial-requests.ts";

/**
 * Removes from the dialect the generated invalid statuses of a kind whose behavior was not observed. The endpoint may
 * accept them, and a run would then report that as a violation. Invalid statuses that the user gave are kept.
 */
export function withoutUntested(dialect: Dialect, name: string, notes: Notebook): Dialect {
  const kind = kindNamed(dialect, name);
  const isObserved = kind?.semantics !== undefined;
  const at = ["kinds", name, "samples"];
  const isGiven = notes.at(at)?.confidence === "high";
  if (kind === undefined || isObserved || isGiven) return dialect;
  if (kind.samples.invalidStatuses.length === 0) return dialect;
  const reason = "no invalid status was tested; add statuses that the endpoint must reject";
  notes.note([...at, "invalidStatuses"], "low", reason);
  return withKind(dialect, { ...kind, samples: { ...kind.samples, invalidStatuses: [] } });
}
