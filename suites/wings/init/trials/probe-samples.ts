import { counted, jsonEquals } from "#contract";
import type { JsonObject, ObjectKey } from "#contract";
import type { Exchange } from "#targets";
import { prepareDialect, withStatuses } from "#targets/graphql";
import type { Dialect, ObjectOperation } from "#targets/graphql";
import {
  create,
  isAccepted,
  kindNamed,
  newKey,
  objectIn,
  read,
  send,
  whyNot,
  withKind,
  writeStatus,
} from "../requests/trial-requests.ts";
import type { Trial } from "../requests/trial-requests.ts";
import { withRepairedConstants } from "../learning/creation-repairs.ts";
import { withoutDeniedColumns } from "../learning/denied-columns.ts";
import { withShorterSelections } from "./learn-selection-depth.ts";
import { withFewerNumbers } from "../learning/number-ranges.ts";
import { learnNamespaceIds } from "../learning/namespace-ids.ts";
import { withListedKey, withOwnedKey } from "../learning/listed-keys.ts";
import { messageIn } from "../requests/receipts.ts";
import { provoked } from "../requests/provoked.ts";
import { onTrial } from "../requests/on-trial.ts";
import { withOwners } from "../operations/owner-namespaces.ts";
import type { Shared } from "../requests/on-trial.ts";
import { referenceRepair } from "../learning/reference-samples.ts";
import {
  omissionsFor,
  repaired,
  repairedPath,
  repairFor,
  repairLike,
} from "../requests/repair-samples.ts";
import { requiredFields, takenFields } from "../learning/taken-fields.ts";
import { isMadeUp } from "../schema/sample-guesses.ts";
import type { Repair } from "../requests/repair-samples.ts";
import { messageOfUnknown } from "../learning/unknown-literal.ts";
import { withUnsentArgument } from "../learning/unsent-arguments.ts";

interface First {
  readonly key?: ObjectKey;
  readonly refused?: Exchange;
}

/**
 * Creates an object. If an error explains the problem, repairs the arguments or the sample and retries, a limited
 * number of times.
 */
export async function createRepaired(
  start: Dialect,
  name: string,
  shared: Shared,
): Promise<{ readonly dialect: Dialect; readonly key?: ObjectKey }> {
  let dialect = start;
  let repairedCause: Exchange | undefined;
  for (let round = 0; round < maxRepairs; round += 1) {
    const work = (trial: Trial): Promise<First> => createFirst(trial, repairedCause);
    const first = await onTrial(dialect, name, { shared, work });
    repairedCause = undefined;
    if (first?.key !== undefined) return { dialect, key: first.key };
    const refused = first?.refused;
    const changed = refused && (await withoutSpecChange(dialect, name, { refused, shared }));
    if (changed !== undefined) {
      dialect = changed;
      continue;
    }
    const next = refused && (await withRepairedSpecs(dialect, name, { refused, shared }));
    if (next === undefined) break;
    ({ dialect } = next);
    if (next.isExplained) repairedCause = refused;
  }
  await noteUnknown(dialect, name, shared);
  return { dialect: withoutMadeUp(dialect, name, shared) };
}

/** The dialect with repaired specs, and whether the rejection says that a value of the sample is invalid. */
interface RepairedSpecs {
  readonly dialect: Dialect;
  readonly isExplained: boolean;
}

async function withRepairedSpecs(
  dialect: Dialect,
  name: string,
  { refused, shared }: { readonly refused: Exchange; readonly shared: Shared },
): Promise<RepairedSpecs | undefined> {
  const kind = kindNamed(dialect, name);
  const [spec] = kind?.samples.specs ?? [];
  const taken = takenFields(shared.means.schema, dialect, { kind: name, part: "spec" });
  if (kind === undefined || spec === undefined) return undefined;
  const reference = await referenceRepair(dialect, name, { refused, spec, shared });
  const found = reference ?? repairFor(refused, spec, taken);
  const repairs = found === undefined ? omissionsFor(refused, spec) : [found];
  const repair = repairs.find((one) => isPossible(one, { dialect, name, part: "specs", shared }));
  if (repair === undefined) return undefined;
  const specs = repaired(kind.samples.specs, repair);
  shared.notes.note(
    ["kinds", name, "samples"],
    "medium",
    `${repairedPath(repair)}: ${repair.reason}`,
  );
  return {
    dialect: withKind(dialect, { ...kind, samples: { ...kind.samples, specs } }),
    // A missing reference may be reported like a missing object.
    isExplained: reference === undefined && found !== undefined,
  };
}

async function noteUnknown(dialect: Dialect, name: string, shared: Shared): Promise<void> {
  const message = await messageOfUnknown(dialect, name, shared);
  if (message === undefined) return;
  const reason = `the endpoint rejects it like a kind that cannot exist: ${message}`;
  shared.notes.add({ path: ["kinds", name], confidence: "low", reason, isUnknownKind: true });
}

async function withoutSpecChange(
  dialect: Dialect,
  name: string,
  cause: { readonly refused: Exchange; readonly shared: Shared },
): Promise<Dialect | undefined> {
  return (
    withShorterSelections(dialect, cause) ??
    withFewerNumbers(dialect, name, cause) ??
    (await withArgumentOrOwners(dialect, name, cause)) ??
    withRepairedConstants(dialect, name, cause)
  );
}

/**
 * Drops columns that the error denies, sends an argument that it names, uses the values that it lists for a key, or
 * uses existing owners for the namespace or another key. Undefined if none of these is possible.
 */
async function withArgumentOrOwners(
  dialect: Dialect,
  name: string,
  { refused, shared }: { readonly refused: Exchange; readonly shared: Shared },
): Promise<Dialect | undefined> {
  return (
    withoutDeniedColumns(dialect, name, { refused, shared }) ??
    withUnsentArgument(dialect, name, { refused, shared }) ??
    withListedKey(dialect, name, { refused, shared }) ??
    (await withIdentifiedOwners(dialect, name, shared)) ??
    (await withOwnedKey(dialect, name, { refused, shared }))
  );
}

async function withIdentifiedOwners(
  dialect: Dialect,
  name: string,
  shared: Shared,
): Promise<Dialect | undefined> {
  const owned = await withOwners(dialect, name, shared);
  return owned && (await learnNamespaceIds(owned, name, shared));
}

/** Drops generic samples if the endpoint accepts no object with them. */
function withoutMadeUp(dialect: Dialect, name: string, { notes }: Shared): Dialect {
  const kind = kindNamed(dialect, name);
  const { specs = [], statuses = [] } = kind?.samples ?? {};
  if (kind === undefined || specs.length === 0 || !specs.every(isMadeUp)) return dialect;
  const at = ["kinds", name, "samples"];
  notes.note(at, "low", "the schema does not describe them; pass --samples");
  const reported = statuses.every(isMadeUp) ? [] : statuses;
  const samples = { ...kind.samples, specs: [], statuses: reported };
  return withKind(dialect, { ...kind, samples });
}

const maxRepairs = 12;

/**
 * Writes the statuses with each status mutation. If an error explains the problem, repairs the status and retries, a
 * limited number of times. Resolves with the dialect that contains the repaired statuses.
 */
export async function repairStatuses(
  start: Dialect,
  key: ObjectKey,
  shared: Shared,
): Promise<Dialect> {
  let dialect = start;
  const taken = takenFields(shared.means.schema, start, { kind: key.kind, part: "status" });
  for (let round = 0; round < maxRepairs; round += 1) {
    const repairs = await onTrial(dialect, key.kind, {
      shared,
      work: (trial) => firstRepairs(trial, { key, taken }),
    });
    const kind = kindNamed(dialect, key.kind);
    const place = { dialect, name: key.kind, part: "statuses", shared } as const;
    const found = repairs?.find((one) => isPossible(one, place));
    if (found === undefined || kind === undefined) break;
    const statuses = repaired(kind.samples.statuses, found);
    const changed = withKind(dialect, { ...kind, samples: withStatuses(kind.samples, statuses) });
    shared.notes.note(
      ["kinds", kind.name, "samples"],
      "medium",
      `${repairedPath(found)}: ${found.reason}`,
    );
    dialect = changed;
  }
  return dialect;
}

interface RepairPlace {
  readonly dialect: Dialect;
  readonly name: string;
  readonly part: "specs" | "statuses";
  readonly shared: Shared;
}

/** A repair must change the samples, and must not omit a field that the schema requires. */
function isPossible(repair: Repair, { dialect, name, part, shared }: RepairPlace): boolean {
  const kind = kindNamed(dialect, name);
  if (kind === undefined) return false;
  const samples = repaired(kind.samples[part], repair);
  if (jsonEquals(samples, kind.samples[part])) return false;
  if (repair.values.length > 0 || repair.isRestyled === true) return true;
  if (part === "specs" && omitsRequired(repair, dialect, { name, shared })) return false;
  const changed = withKind(dialect, { ...kind, samples: { ...kind.samples, [part]: samples } });
  const [own, others] = [changed, dialect].map(
    (one) => prepareDialect(shared.means.schema, one).problems.length,
  );
  return own !== undefined && others !== undefined && own <= others;
}

function omitsRequired(
  { member, within = [], order, known = [] }: Repair,
  dialect: Dialect,
  { name, shared }: Pick<RepairPlace, "name" | "shared">,
): boolean {
  const isOmission = within.length === 0 && order === undefined && known.length === 0;
  return isOmission && requiredFields(shared.means.schema, dialect, name)?.has(member) === true;
}

/**
 * Removes the generic statuses from the dialect if no status mutation accepts any of them. If one accepts only some,
 * moves the others to the end, because probes use the first status.
 */
export async function withoutRefused(
  dialect: Dialect,
  key: ObjectKey,
  shared: Shared,
): Promise<Dialect> {
  const kind = kindNamed(dialect, key.kind);
  if (kind === undefined || !kind.samples.statuses.every(isMadeUp)) return dialect;
  const found = await onTrial(dialect, key.kind, {
    shared,
    work: (trial) => unacceptedStatuses(trial, key),
  });
  if (found === undefined || found.length === 0) return dialect;
  const { samples } = kind;
  shared.notes.note(
    ["kinds", kind.name, "samples"],
    "low",
    `no status mutation accepted ${found.length} of ${counted(samples.statuses.length, "generated status", "generated statuses")}; pass --samples`,
  );
  const accepted = samples.statuses.filter((status) => !found.includes(status));
  const statuses = accepted.length === 0 ? [] : [...accepted, ...found];
  return withKind(dialect, { ...kind, samples: { ...samples, statuses } });
}

/** Resolves with the statuses that no status mutation accepts. Undefined if they cannot be written. */
async function unacceptedStatuses(
  trial: Trial,
  key: ObjectKey,
): Promise<readonly JsonObject[] | undefined> {
  const { operations, samples } = trial.kind;
  if (operations.updateStatus.length === 0) return undefined;
  const unaccepted: JsonObject[] = [];
  for (const status of samples.statuses) {
    const isTaken = await takesStatus(trial, key, status);
    if (isTaken === undefined) return undefined;
    if (!isTaken) unaccepted.push(status);
  }
  return unaccepted;
}

async function takesStatus(
  trial: Trial,
  key: ObjectKey,
  status: JsonObject,
): Promise<boolean | undefined> {
  for (const operation of trial.kind.operations.updateStatus) {
    const version = objectIn(await read(trial, key))?.metadata.resourceVersion;
    if (version === undefined) return undefined;
    const written = await writeStatus(trial, operation, { key, status, version });
    if (isAccepted(written)) return true;
  }
  return false;
}

/**
 * Finds the first repair of a sample that one of the status mutations rejects. If the mutation accepts no sample and no
 * other repair is left, returns the omissions to try.
 */
async function firstRepairs(
  trial: Trial,
  { key, taken }: { readonly key: ObjectKey; readonly taken: ReadonlySet<string> | undefined },
): Promise<readonly Repair[]> {
  for (const operation of trial.kind.operations.updateStatus) {
    let accepted: JsonObject | undefined;
    let omissions: readonly Repair[] = [];
    for (const status of trial.kind.samples.statuses) {
      const version = objectIn(await read(trial, key))?.metadata.resourceVersion;
      if (version === undefined) return [];
      const written = await writeStatus(trial, operation, { key, status, version });
      if (isAccepted(written)) accepted ??= status;
      const repair =
        repairFor(written, status, taken) ?? (accepted && repairLike(written, status, accepted));
      if (repair !== undefined) return [repair];
      if (omissions.length === 0) omissions = omissionsFor(written, status);
    }
    if (accepted === undefined && omissions.length > 0) return omissions;
  }
  return [];
}

/**
 * Creates an object with the first sample.
 *
 * @param repairedCause The rejection of the sample before its only change. If the sample is accepted now, it was invalid.
 */
async function createFirst(trial: Trial, repairedCause: Exchange | undefined): Promise<First> {
  const key = newKey(trial);
  const [spec = {}] = trial.kind.samples.specs;
  const [operation] = trial.kind.operations.create;
  const at = ["kinds", trial.kind.name, "operations", "create", operation?.id ?? "by hook"];
  const created = await create(trial, key, spec);
  if (!isAccepted(created)) {
    trial.notes.add({
      path: at,
      confidence: "low",
      reason: `the endpoint rejected a sample, so testing stopped: ${refusalOf(operation, created)}`,
      isBlocking: true,
    });
    return { refused: created };
  }
  trial.notes.note(at, "high", "it created an object");
  if (repairedCause !== undefined) {
    provoked(trial, { reason: "invalid", key, words: Object.keys(spec) }, repairedCause);
  }
  const found = objectIn(await read(trial, key));
  const [first] = trial.kind.operations.read;
  const isFound = found?.metadata.name === key.name;
  const readAt = ["kinds", trial.kind.name, "operations", "read", first?.id ?? ""];
  trial.notes.note(
    readAt,
    isFound ? "high" : "low",
    isFound ? "it returned a new object" : "it did not return a new object",
  );
  if (isFound) {
    const parts = ["kinds", trial.kind.name, "paths"];
    trial.notes.note(
      ["kinds", trial.kind.name],
      "high",
      "an object of this kind was created and read",
    );
    trial.notes.note([...parts, "name"], "high", "a new object was found by its name");
    const isPlaced = key.namespace !== undefined && found.metadata.namespace === key.namespace;
    if (isPlaced && trial.kind.paths.namespace !== undefined) {
      // A constant could have the same value, so only a second namespace can confirm the field.
      const reason = "a new object had its namespace in this field; no other namespace was tested";
      trial.notes.note([...parts, "namespace"], "medium", reason);
    }
    await probeLists(trial, key);
  }
  return { key };
}

function refusalOf(operation: ObjectOperation | undefined, created: Exchange): string {
  const message = operation && messageIn(operation.field, created);
  return message ?? whyNot(created);
}

async function probeLists(trial: Trial, key: ObjectKey): Promise<void> {
  for (const { id } of trial.kind.operations.list) {
    const place = key.namespace === undefined ? {} : { namespace: key.namespace };
    const listed = await send(trial, {
      verb: "list",
      identity: "author",
      kind: trial.kind.name,
      via: id,
      ...place,
    });
    const { outcome } = listed;
    const isShown =
      outcome.result === "list" && outcome.items.some(({ metadata }) => metadata.name === key.name);
    const at = ["kinds", trial.kind.name, "operations", "list", id];
    if (isShown) trial.notes.note(at, "high", "it returned a new object");
    else if (outcome.result === "list")
      trial.notes.note(at, "low", "it did not return a new object");
    else trial.notes.note(at, "low", `the endpoint did not return a list: ${whyNot(listed)}`);
  }
}
