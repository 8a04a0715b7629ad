import { isSemanticsName } from "#contract";
import type { Semantics, SemanticsName } from "#contract";
import type { KindDialect } from "#targets/graphql";
import type { Guess } from "../schema/notebook.ts";
import type { Inference } from "../kinds/infer-dialect.ts";

/**
 * Declares the semantics of the first kind for the whole endpoint, so that other kinds declare only differences. The
 * absence of lists in a status, and what a watch delivers, apply only to their kind. Semantics that were not observed
 * default to those of the contract, with low confidence.
 */
export function shareSemantics({ dialect, guesses }: Inference): Inference {
  const all = dialect.kinds.map((kind) => withOwnCursor(kind, dialect.semantics));
  const shared = firstSeen(all);
  const semantics = { ...dialect.semantics, ...shared };
  const kinds = all.map((kind) => withOwn(kind, shared));
  const seenOf = (name: string): Guess | undefined =>
    guesses.find(({ path }) => isOfKind(path) && path[3] === name);
  const notes = Object.keys(semantics).flatMap((name) =>
    noteFor(name, { seen: seenOf(name), guesses }),
  );
  const rest = guesses.filter(({ path }) => path[0] !== "semantics" && !isShared(path, kinds));
  const { guessedSemantics: names = [], ...known } = dialect;
  const isWatched = kinds.some(({ operations }) => operations.watch.length > 0);
  const guessed = names.filter(
    (name) => shared[name] === undefined && (isWatched || name !== "deletedEvent"),
  );
  const isGuessed = guessed.length === 0 ? {} : { guessedSemantics: guessed };
  return {
    dialect: { ...known, semantics, ...isGuessed, kinds },
    guesses: [...rest, ...notes],
  };
}

/** The token of one feed may be the version of some kinds, and only a position for others. */
function withOwnCursor(kind: KindDialect, { cursor: start }: Semantics): KindDialect {
  const { semantics = {}, operations } = kind;
  const isOfEvent = operations.watch.some(({ cursor }) => cursor !== undefined);
  if (!isOfEvent || start !== "ofEvent" || semantics.cursor !== undefined) return kind;
  return { ...kind, semantics: { ...semantics, cursor: start } };
}

function firstSeen(kinds: readonly KindDialect[]): Partial<Semantics> {
  const seen = kinds.toReversed().flatMap(({ semantics = {} }) => Object.entries(semantics));
  return Object.fromEntries(seen.filter(([name, value]) => !isOfOneKind(name, value)));
}

function isOfOneKind(name: string, value: unknown): boolean {
  return name === "delivery" || value === "absent";
}

function withOwn(kind: KindDialect, shared: Partial<Semantics>): KindDialect {
  const { semantics = {}, ...rest } = kind;
  const own = Object.keys(semantics)
    .filter(isSemanticsName)
    .filter((name) => semantics[name] !== shared[name]);
  if (own.length === 0) return rest;
  return { ...rest, semantics: Object.fromEntries(own.map((name) => [name, semantics[name]])) };
}

function isOfKind(path: Guess["path"]): boolean {
  return path[0] === "kinds" && path[2] === "semantics";
}

function isShared(path: Guess["path"], kinds: readonly KindDialect[]): boolean {
  const name = String(path[3] ?? "");
  if (!isOfKind(path) || !isSemanticsName(name)) return false;
  const kind = kinds.find((one) => one.name === path[1]);
  return kind?.semantics?.[name] === undefined;
}

interface Known {
  readonly seen: Guess | undefined;
  readonly guesses: readonly Guess[];
}

function noteFor(name: string, { seen, guesses }: Known): readonly Guess[] {
  if (!isSemanticsName(name)) return [];
  const path: readonly SemanticsName[] = [name];
  const before = guesses.find((guess) => guess.path[0] === "semantics" && guess.path[1] === name);
  if (seen !== undefined) return [{ ...seen, path: ["semantics", ...path] }];
  if (before !== undefined) return [before];
  const reason =
    "not determined by the tests; defaults to the value in the contract; correct it, or confirm it, and remove it from guessedSemantics";
  return [{ path: ["semantics", ...path], confidence: "low", reason }];
}
