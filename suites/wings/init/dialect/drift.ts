import { operationVerbs } from "#contract";
import type { AnyOperation, Dialect, KindDialect } from "#targets/graphql";

/** A difference between a dialect and the current schema. */
export interface Drift {
  readonly place: string;
  readonly problem: string;
}

/** Finds kinds, operations and names of the schema that are missing from a dialect. */
export function driftOf(described: Dialect, inferred: Dialect): readonly Drift[] {
  const all = [
    ...described.kinds,
    ...(described.definitions?.objects ?? []).map(({ serves }) => serves),
  ];
  return inferred.kinds.flatMap((kind): readonly Drift[] => {
    const known =
      all.find((one) => one.name === kind.name) ??
      all.find((one) => one.type !== undefined && one.type === kind.type);
    if (known !== undefined) return kindDrift(known, kind);
    const problem = `the schema has the type ${kind.type ?? kind.name}, but the dialect has no kind for it`;
    return [{ place: "kinds", problem }];
  });
}

function kindDrift(described: KindDialect, inferred: KindDialect): readonly Drift[] {
  const at = `kinds.${described.name}`;
  const missing = operationVerbs.flatMap((verb) => {
    const known = operationVerbs.flatMap(
      (each): readonly AnyOperation[] => described.operations[each],
    );
    const found: readonly AnyOperation[] = inferred.operations[verb];
    const fields = new Set(found.map(({ field }) => field));
    return [...fields]
      .filter((field) => !known.some((operation) => calls(operation, field)))
      .map((field) => ({
        place: `${at}.operations.${verb}`,
        problem: `the schema has ${field}, but the dialect does not`,
      }));
  });
  return [...missing, ...wordDrift(described, inferred, at)];
}

/** A custom document calls the fields whose names it contains. */
function calls({ field, document }: AnyOperation, wanted: string): boolean {
  if (document === undefined) return field === wanted;
  const name = wanted.split(".").at(-1) ?? wanted;
  return document.split(/\W+/u).includes(name);
}

function wordDrift(described: KindDialect, inferred: KindDialect, at: string): readonly Drift[] {
  const words = inferred.conditions?.status;
  if (words === undefined || described.conditions === undefined) return [];
  const own = described.conditions.status ?? { True: "True", False: "False", Unknown: "Unknown" };
  return (["True", "False", "Unknown"] as const)
    .filter((word) => own[word] !== words[word])
    .map((word) => ({
      place: `${at}.conditions.status.${word}`,
      problem: `the schema has ${words[word]}, but the dialect has ${own[word]}`,
    }));
}
