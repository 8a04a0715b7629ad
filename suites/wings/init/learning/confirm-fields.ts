import type { Dialect, KindDialect } from "#targets/graphql";
import { withCorrectedPaths } from "../operations/event-places.ts";
import { withKind } from "../requests/trial-requests.ts";
import type { Trial } from "../requests/trial-requests.ts";
import { onTrial } from "../requests/on-trial.ts";
import type { Shared } from "../requests/on-trial.ts";

export const maxTried = 4;

export interface FieldTrial {
  readonly kind: KindDialect;
  readonly part: "creationTimestamp" | "generation" | "uid";
  /** Paths of the candidates, the most likely first. */
  readonly candidates: readonly string[];
  readonly isShown: (trial: Trial) => Promise<boolean>;
}

export interface ConfirmedField {
  readonly path: string;
  readonly dialect: Dialect;
}

/** Tests the fields sequentially, each on its own connection. Yields the fields that are confirmed. */
export async function* confirmedFields(
  dialect: Dialect,
  { kind, part, candidates, isShown }: FieldTrial,
  shared: Shared,
): AsyncGenerator<ConfirmedField, void> {
  for (const path of candidates.slice(0, maxTried)) {
    const paths = { ...kind.paths, [part]: path };
    const tried = withKind(dialect, withCorrectedPaths(kind, paths));
    const found = await onTrial(tried, kind.name, { shared, work: isShown });
    if (found === true) yield { path, dialect: tried };
  }
}
