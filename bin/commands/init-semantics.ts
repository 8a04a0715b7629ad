import { contractSemantics, isSemanticsName } from "#contract";
import type { Semantics } from "#contract";
import type { Guess, Inference } from "#wings/init";

/**
 * Renders the declared semantics as a table: the term of the contract, the observed behavior, the confidence and the
 * reason. A kind that behaves differently has its own row.
 */
export function renderSemantics({ dialect, guesses }: Inference): readonly string[] {
  const rows = [
    ...rowsOf(dialect.semantics, guesses, ["semantics"]),
    ...dialect.kinds.flatMap(({ name, semantics = {} }) =>
      rowsOf(semantics, guesses, ["kinds", name, "semantics"]),
    ),
  ];
  const table = [["semantics", "contract", "endpoint", "", ""], ...rows];
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  );
  return table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

function rowsOf(
  semantics: Partial<Semantics>,
  guesses: readonly Guess[],
  at: readonly string[],
): readonly (readonly string[])[] {
  const contract: Partial<Semantics> = contractSemantics;
  return Object.keys(semantics)
    .filter(isSemanticsName)
    .map((name) => {
      const found = guesses.find(({ path }) => isSame(path, [...at, name]));
      const isSeen = found?.confidence === "high";
      const label = at.length === 1 ? name : `${at[1] ?? ""} ${name}`;
      return [
        `  ${label}`,
        contract[name] ?? "not declared",
        isSeen ? (semantics[name] ?? "") : "not observed",
        found?.confidence ?? "low",
        found?.reason ?? "",
      ];
    });
}

function isSame(path: Guess["path"], wanted: readonly string[]): boolean {
  return path.length === wanted.length && wanted.every((step, index) => path[index] === step);
}
