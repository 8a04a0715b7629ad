import type { Dialect, KindDialect } from "#targets/graphql";
import { withKind } from "./draft.ts";
import type { Trial } from "./draft.ts";
import { onTrial } from "./on-trial.ts";
import type { Shared } from "./on-trial.ts";

/** How many fields are tried for one part of an object. */
export const mostTried = 4;

/** Fields that may be one part of an object, and how a trial shows that one is. */
export interface MemberTrial {
  readonly kind: KindDialect;
  readonly part: "generation" | "uid";
  /** The likeliest first. */
  readonly candidates: readonly string[];
  readonly isShown: (trial: Trial) => Promise<boolean>;
}

/** A field that a trial has shown to be the part, and the dialect with it. */
export interface ShownMember {
  readonly path: string;
  readonly dialect: Dialect;
}

/** Tries one field after the other, each on a connection of its own, and gives those that are shown. */
export async function* shownMembers(
  dialect: Dialect,
  { kind, part, candidates, isShown }: MemberTrial,
  shared: Shared,
): AsyncGenerator<ShownMember, void> {
  for (const path of candidates.slice(0, mostTried)) {
    const paths = { ...kind.paths, [part]: path };
    const tried = withKind(dialect, { ...kind, paths });
    const found = await onTrial(tried, kind.name, { shared, work: isShown });
    if (found === true) yield { path, dialect: tried };
  }
}
