import { isJsonObject } from "#contract";
import type { JsonValue, ObjectKey, Resource } from "#contract";
import type { BodyPath, Dialect, KindDialect } from "#targets/graphql";
import {
  create,
  isAccepted,
  kindNamed,
  newKey,
  objectIn,
  read,
  remove,
  send,
  withKind,
  writeStatus,
} from "./trial-requests.ts";
import type { Trial } from "./trial-requests.ts";
import type { Shared } from "./on-trial.ts";
import { confirmedFields } from "./confirm-fields.ts";
import type { ConfirmedField, FieldTrial } from "./confirm-fields.ts";
import { roleOf, wordsFor } from "./role-words.ts";
import { plain } from "./shapes.ts";

/**
 * Finds the generation among fields without the standard name: a spec change increases it by one, and a status write
 * does not change it.
 */
export async function learnGeneration(
  dialect: Dialect,
  { kind: name }: ObjectKey,
  shared: Shared,
): Promise<Dialect> {
  const kind = kindNamed(dialect, name);
  if (kind === undefined) return dialect;
  const at = ["kinds", name, "paths", "generation"];
  const { uid, resourceVersion, generation: guess, ...others } = kind.paths;
  if (guess !== undefined && isNamed(guess, kind.paths.spec)) return dialect;
  const candidates = guess === undefined ? (shared.notes.at(at)?.alternatives ?? []) : [guess];
  const free = candidates.filter((path) => path !== uid && path !== resourceVersion);
  const trial = { kind, part: "generation", candidates: free, isShown: followsSpec } as const;
  for await (const shown of confirmedFields(dialect, trial, shared)) {
    shared.notes.note(
      at,
      "high",
      "a spec change increased it by one, and a status write did not change it",
    );
    return shown.dialect;
  }
  const observed = await observedIn(dialect, { kind, candidates: free }, shared);
  if (observed !== undefined) {
    const reason = "statuses report an observed generation, and no other number can be meant";
    shared.notes.note(at, "low", reason);
    return observed.dialect;
  }
  if (guess !== undefined && isRepeatedIn(kind, guess)) {
    const reason = "a spec change did not increase it by one, but statuses report it";
    shared.notes.note(at, "low", reason);
    return dialect;
  }
  shared.notes.drop(at);
  // A number with another name can have any meaning. Rules about generations apply only after confirmation.
  return guess === undefined
    ? dialect
    : withKind(dialect, { ...kind, paths: { ...others, uid, resourceVersion } });
}

/**
 * Finds the generation of an endpoint that does not count it correctly: the only number that can be the observed
 * generation in statuses.
 */
async function observedIn(
  dialect: Dialect,
  { kind, candidates }: Pick<FieldTrial, "candidates" | "kind">,
  shared: Shared,
): Promise<ConfirmedField | undefined> {
  const possible = candidates.filter((path) => isObserved(kind, path));
  const trial = { kind, part: "generation", candidates: possible, isShown: countsWrongly } as const;
  const shown: ConfirmedField[] = [];
  for await (const one of confirmedFields(dialect, trial, shared)) shown.push(one);
  return shown.length === 1 ? shown[0] : undefined;
}

/** Whether a field has a common name for the generation, or is named after the spec: `planRevision` for `plan`. */
function isNamed(path: string, spec: BodyPath | undefined): boolean {
  const name = lastOf(path);
  const [, stem = ""] = /^(.+?)_?(?:generation|revision|rev)$/u.exec(name) ?? [];
  const sides = ["spec", ...(typeof spec === "string" ? [lastOf(spec)] : [])];
  return roleOf(name) === "generation" || sides.includes(stem);
}

function lastOf(path: string): string {
  return path.split(".").at(-1)?.toLowerCase() ?? "";
}

/**
 * If statuses report a number, such as `observedPlanRevision` for `planRevision`, it is the generation, even if the
 * endpoint does not count correctly.
 */
function isRepeatedIn({ samples }: KindDialect, path: string): boolean {
  return versionWord.test(lastOf(path)) && isReported(samples, path);
}

/** Whether statuses report a number, such as `seenEdition` for `edition`. */
function isReported({ statuses }: KindDialect["samples"], path: string): boolean {
  const word = path.slice(path.lastIndexOf(".") + 1);
  const capital = word.charAt(0).toUpperCase() + word.slice(1);
  const isRepeated = (name: string): boolean =>
    name === word || name.endsWith(capital) || name.endsWith(`_${word}`);
  return statuses.some((status) => namesIn(status).some(isRepeated));
}

/**
 * Whether statuses report an observed generation or the field itself, and the field can be that generation, because its
 * name is not that of a version. A number that status writes move cannot be reported: the report would be outdated.
 */
function isObserved({ samples }: KindDialect, path: string): boolean {
  const names = samples.statuses.flatMap(namesIn).map(plain);
  const isNamedSo = names.includes("observedgeneration") || isReported(samples, path);
  return isNamedSo && !wordsFor("resourceVersion", lastOf(path));
}

const versionWord = /(?:generation|gen|revision|rev|version)$/iu;

function namesIn(value: JsonValue): readonly string[] {
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...namesIn(inner)]);
}

async function followsSpec(trial: Trial): Promise<boolean> {
  const [first, second, third] = (await numbersOf(trial)) ?? [];
  return first !== undefined && second === first && third === first + 1;
}

/**
 * Whether a number is probably an incorrectly counted generation: it starts at 1, and increases by one with both status
 * writes and spec changes. A number that never changes may have any meaning.
 */
async function countsWrongly(trial: Trial): Promise<boolean> {
  const [first, second, third] = (await numbersOf(trial)) ?? [];
  return first === 1 && second === 2 && third === 3;
}

/**
 * Resolves with the numbers of a new object, after a status write, and after a spec change. Undefined if a write was
 * rejected.
 */
async function numbersOf(trial: Trial): Promise<readonly (number | undefined)[] | undefined> {
  const key = newKey(trial);
  const [spec = {}] = trial.kind.samples.specs;
  try {
    const made = objectIn(await create(trial, key, spec));
    const reported = made && (await afterReport(trial, made, key));
    const changed = reported && (await afterChange(trial, reported, key));
    return changed && [made, reported, changed].map((object) => object?.metadata.generation);
  } finally {
    await remove(trial, key);
  }
}

async function afterReport(
  trial: Trial,
  { metadata: { resourceVersion: version } }: Resource,
  key: ObjectKey,
): Promise<Resource | undefined> {
  const [operation] = trial.kind.operations.updateStatus;
  const [status] = trial.kind.samples.statuses;
  if (operation === undefined || status === undefined) return undefined;
  const written = await writeStatus(trial, operation, { key, status, version });
  return isAccepted(written) ? objectIn(await read(trial, key)) : undefined;
}

async function afterChange(
  trial: Trial,
  { metadata: { resourceVersion } }: Resource,
  key: ObjectKey,
): Promise<Resource | undefined> {
  const [operation] = trial.kind.operations.update;
  const spec = trial.kind.samples.specs[1];
  if (operation === undefined || spec === undefined) return undefined;
  const command = { verb: "update", identity: "author", via: operation.id, key } as const;
  const written = await send(trial, { ...command, resourceVersion, spec });
  return isAccepted(written) ? objectIn(await read(trial, key)) : undefined;
}
