import { isJsonObject, isSameValue } from "#contract";
import type { JsonObject, JsonValue, ObjectKey, Resource } from "#contract";
import { hasPlaceholder } from "#targets/graphql";
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
} from "../requests/trial-requests.ts";
import type { Trial } from "../requests/trial-requests.ts";
import type { Shared } from "../requests/on-trial.ts";
import { confirmedFields } from "../learning/confirm-fields.ts";
import type { ConfirmedField, FieldTrial } from "../learning/confirm-fields.ts";
import { roleOf, wordsFor } from "../schema/role-words.ts";
import { plain } from "../schema/shapes.ts";

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
 * Finds the field for the generation of an endpoint that increments it wrongly: the only number that can correspond to
 * the observed generation in statuses.
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
 * Whether statuses repeat a number, as `observedPlanRevision` repeats `planRevision`. Such a number is the generation,
 * even if the endpoint does not count correctly.
 */
function isRepeatedIn({ samples }: KindDialect, path: string): boolean {
  return versionWord.test(lastOf(path)) && isReported(samples, path);
}

/** Words before the name of a generation that a controller has observed. */
const observing =
  /^(?:|seen|known|last|(?!(?:desired|expected|failed|needed|planned|required|wanted)$)[a-z]+ed)$/u;

/** Words that leave no doubt, because `failedUpdates` are not the observed `updates`. */
const clearlyObserving = /^(?:observed|seen)$/u;

/** A plural or a count, such as `updates` or `writeCount`, states how many things there are. */
const countWord = /(?:[^s]s|count|counter|total)$/iu;

/** Whether statuses report the number that they observed, such as `seenEdition` for `edition`. */
function isReported({ statuses }: KindDialect["samples"], path: string): boolean {
  const word = plain(path.slice(path.lastIndexOf(".") + 1));
  const before = countWord.test(word) ? clearlyObserving : observing;
  const names = statuses.flatMap((status) => numbersIn(status)).map(plain);
  return names.some(
    (name) => name.endsWith(word) && before.test(name.slice(0, name.length - word.length)),
  );
}

/**
 * Whether statuses report an observed generation or the field itself, and the field can be that generation, because its
 * name is not that of a version or a count. A number that status writes move cannot be reported: the report would be
 * outdated.
 */
function isObserved({ samples }: KindDialect, path: string): boolean {
  if (wordsFor("resourceVersion", lastOf(path))) return false;
  if (isReported(samples, path)) return true;
  const names = samples.statuses.flatMap((status) => numbersIn(status)).map(plain);
  const isOther = countWord.test(lastOf(path)) || wholeVersion.test(lastOf(path));
  return names.includes("observedgeneration") && !isOther;
}

/** Matches names of versions, which every write increases. */
const wholeVersion = /(?:version|revision|rev)$/iu;

const versionWord = /(?:generation|gen|revision|rev|version)$/iu;

/** The names of all numbers in a value. A number may be returned as a string. */
function numbersIn(value: JsonValue, name = ""): readonly string[] {
  if (isJsonObject(value)) {
    return Object.entries(value).flatMap(([inner, one]) => numbersIn(one, inner));
  }
  const isNumber = typeof value === "string" ? /^\d+$/u.test(value) : Number.isSafeInteger(value);
  return isNumber ? [name] : [];
}

/**
 * Whether a spec change increases a number by one. Other updates may change the number only if the status reports it;
 * otherwise, it may count all updates.
 */
async function followsSpec(trial: Trial): Promise<boolean> {
  const { kind } = trial;
  const [first, second, third, ...others] = (await numbersOf(trial)) ?? [];
  const isMoved = first !== undefined && second === first && third === first + 1;
  const isStill = others.every((number) => number === undefined || number === third);
  return isMoved && (isStill || isObserved(kind, kind.paths.generation ?? ""));
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
 * Resolves with the numbers of a new object, after a status write, after a spec change, after an update to the same
 * spec, and after a label change. Undefined without a second sample, or if one of the first three writes was rejected.
 */
async function numbersOf(trial: Trial): Promise<readonly (number | undefined)[] | undefined> {
  const key = newKey(trial);
  const [first = {}, spec] = trial.kind.samples.specs;
  if (spec === undefined) return undefined;
  try {
    const made = objectIn(await create(trial, key, first));
    const reported = made && (await afterReport(trial, made, key));
    const changed = reported && (await afterUpdate(trial, reported, { key, spec }));
    if (changed === undefined) return undefined;
    const repeated = await afterUpdate(trial, changed, { key, spec });
    const labeled = await afterLabels(trial, repeated ?? changed, key);
    return [made, reported, changed, repeated, labeled].map((one) => one?.metadata.generation);
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

interface Update {
  readonly key: ObjectKey;
  readonly spec?: JsonObject;
  readonly labels?: Record<string, string>;
}

async function afterUpdate(
  trial: Trial,
  { metadata: { resourceVersion } }: Resource,
  { key, ...parts }: Update,
): Promise<Resource | undefined> {
  const [operation] = trial.kind.operations.update;
  if (operation === undefined) return undefined;
  const command = { verb: "update", identity: "author", via: operation.id, key } as const;
  const written = await send(trial, { ...command, resourceVersion, ...parts });
  return isAccepted(written) ? objectIn(await read(trial, key)) : undefined;
}

/** Changes only the labels, if an update can do so without clearing the spec. */
async function afterLabels(
  trial: Trial,
  before: Resource,
  key: ObjectKey,
): Promise<Resource | undefined> {
  const [operation] = trial.kind.operations.update;
  const sent = operation?.arguments ?? {};
  const { labels } = trial.kind.paths;
  if (labels === undefined || !hasPlaceholder(sent, "$labels")) return undefined;
  const after = await afterUpdate(trial, before, { key, labels: { trial: "one" } });
  return after !== undefined && isSameValue(after.spec, before.spec) ? after : undefined;
}
