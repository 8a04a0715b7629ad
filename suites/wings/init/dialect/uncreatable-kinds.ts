import { printDialect } from "#targets/dialect-file";
import type { Dialect, KindDialect } from "#targets/graphql";
import { describedFeatures } from "#targets/graphql";
import { isMeant } from "../schema/user-hints.ts";
import type { Gap, Settled } from "./gaps.ts";

/**
 * Removes the kinds whose objects nothing creates if there are other kinds, because a dialect with such a kind is not
 * valid. Each becomes a gap with its whole entry. Keeps the kinds that the user requested.
 */
export function withoutUncreatable(settled: Settled, asked: readonly string[] = []): Settled {
  const { dialect } = settled.inference;
  const isKept = (kind: KindDialect): boolean =>
    isCreatable(kind) || asked.some((name) => isMeant(kind.name, name));
  const kinds = dialect.kinds.filter(isKept);
  if (!kinds.some(isCreatable) || kinds.length === dialect.kinds.length) return settled;
  const removed = dialect.kinds.filter((kind) => !kinds.includes(kind));
  const rest = { ...dialect, kinds };
  return {
    inference: {
      ...settled.inference,
      dialect: { ...rest, features: describedFeatures(rest) },
    },
    gaps: [...settled.gaps, ...removed.map((kind) => gapOf(dialect, kind))],
  };
}

function isCreatable({ operations, fixtures }: KindDialect): boolean {
  return operations.create.length > 0 || fixtures !== undefined;
}

function gapOf(dialect: Dialect, kind: KindDialect): Gap {
  return {
    place: `kinds.${kind.name}`,
    problem:
      "no mutation creates its objects, so this kind is not tested; pass --hook, or add its entry with existing objects under preloaded",
    stub: entryOf({ ...dialect, kinds: [kind] }),
  };
}

/** Prints the entry of the only kind. */
function entryOf(dialect: Dialect): readonly string[] {
  const [, after = ""] = printDialect(dialect).split("\nkinds:\n");
  const lines = after.split("\n");
  const end = lines.findIndex((line) => !line.startsWith(" "));
  return lines.slice(0, end === -1 ? lines.length : end).map((line) => line.slice(2));
}
