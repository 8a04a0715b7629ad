import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";
import { valueIn } from "#targets";
import type { Dialect, KindDialect } from "#targets/graphql";
import { kindNamed, withKind } from "../requests/trial-requests.ts";
import type { Shared } from "../requests/on-trial.ts";
import { plain } from "../schema/shapes.ts";

/**
 * Declares the path of the observed generation if the statuses report the generation of the kind under another name,
 * such as `seenRevision` for `revision`. Only controllers write it, so no request can show what it means.
 */
export function withObservedGeneration(dialect: Dialect, name: string, shared: Shared): Dialect {
  const kind = kindNamed(dialect, name);
  if (kind?.paths.generation === undefined || kind.observedGeneration !== undefined) return dialect;
  const [path, ...others] = observedPathsIn(kind);
  if (path === undefined || path === "observedGeneration") return dialect;
  const reason = `named after the generation${others.length === 0 ? "" : `; also possible: ${others.join(", ")}`}`;
  shared.notes.note(
    ["kinds", name, "observedGeneration"],
    others.length === 0 ? "medium" : "low",
    reason,
  );
  return withKind(dialect, { ...kind, observedGeneration: path });
}

/** Returns the paths of the numbers in the statuses that may be the observed generation, the likeliest first. */
export function observedPathsIn({
  paths: { generation, resourceVersion },
  samples: { statuses },
}: Pick<KindDialect, "paths" | "samples">): readonly string[] {
  const [first = {}, ...others] = statuses;
  const numbers = numbersIn(first).filter((path) =>
    others.every((status) => typeof valueIn(status, path) === "number"),
  );
  const usual = numbers.filter((path) => path.join(".") === "observedGeneration");
  const word = lastWord(generation ?? "");
  const named = numbers.filter((path) => isOfWord(plain(path.at(-1) ?? ""), word));
  const versionWord = lastWord(resourceVersion);
  const common = numbers.filter((path) => {
    const name = plain(path.at(-1) ?? "");
    const [own = ""] = commonWord.exec(name) ?? [];
    return own !== versionWord && isOfWord(name, own);
  });
  const found = [usual, named, common].find((paths) => paths.length > 0) ?? [];
  return found.map((path) => path.join("."));
}

/** What a controller does with a generation before it reports on it. */
const observing =
  /^(?:last|latest|currently)?(?:observed|seen|known|noted|applied|acknowledged|acked|processed|handled|reconciled|synced|synchronized|reported|met|done|served)$/u;

const commonWord = /(?:generation|gen|revision|rev|edition)$/u;

function isOfWord(name: string, word: string): boolean {
  if (word === "" || name === word) return false;
  if (name.endsWith(word)) return observing.test(name.slice(0, name.length - word.length));
  return name.startsWith(word) && observing.test(name.slice(word.length));
}

function lastWord(path: string): string {
  return plain(path.slice(path.lastIndexOf(".") + 1));
}

function numbersIn(status: JsonObject, at: readonly string[] = []): readonly (readonly string[])[] {
  return Object.entries(status).flatMap(([name, value]) => {
    const path = [...at, name];
    if (isJsonObject(value)) return numbersIn(value, path);
    return typeof value === "number" ? [path] : [];
  });
}
