import { keyOf, resourceVersion } from "#contract";
import type { IdentityName, JsonObject, ObjectKey, ResourceVersion } from "#contract";
import type { Exchange } from "#targets";
import type { ErrorPaths, StatusOperation } from "#targets/graphql";
import {
  create,
  isAccepted,
  newKey,
  objectIn,
  read,
  remove,
  send,
  writeStatus,
} from "../requests/trial-requests.ts";
import type { StatusWrite, Trial } from "../requests/trial-requests.ts";
import { causesPaths, currentVersionPath, payloadPaths } from "../requests/error-details.ts";
import { codePath } from "../requests/code-path.ts";
import { isAnonymousForbidden, hasOwnCode, saysOtherwise } from "../requests/compare-refusals.ts";
import { fallenCounts, listsRefusals } from "../requests/payload-signs.ts";
import { isNullReply, placesOf, provoked, refusalIn } from "../requests/provoked.ts";
import { staleDeletion } from "./stale-deletion.ts";
import { shownVersion } from "../requests/shown-version.ts";
import type { ProvokedRefusal } from "../schema/error-fields.ts";

export interface ShownErrors {
  readonly errors: Partial<ErrorPaths>;
  /** Set if conflicts do not report the current version. */
  readonly hidesCurrentVersion?: true;
  /** Set if a request without a credential is rejected like that of a caller without permission. */
  readonly isAnonymousForbidden?: true;
  readonly nullVerbs: readonly NullVerb[];
  /** The verbs whose response is null both for a missing object and for a stale version. */
  readonly nullConflicts: readonly NullVerb[];
}

/** Excludes reads, because null is a common response to them. */
type NullVerb = "delete" | "list" | "update" | "updateStatus";

/** Triggers errors of each kind, and derives the paths of their components. */
export async function provokeRefusals(
  trial: Trial,
  key: ObjectKey,
  { isNameTaken }: { readonly isNameTaken: boolean } = { isNameTaken: true },
): Promise<ShownErrors> {
  const [spec = {}] = trial.kind.samples.specs;
  if (isNameTaken) {
    const again = await create(trial, key, spec);
    provoked(trial, { reason: "alreadyExists", verb: "create", key }, again);
  }
  const absent = newKey(trial);
  provoked(trial, { reason: "notFound", verb: "read", key: absent }, await read(trial, absent));
  const foreign = newKey(trial);
  const created = await asController(trial, foreign);
  provoked(trial, { reason: "forbidden", verb: "create", key: foreign }, created);
  if (isKnown(trial, "stranger")) {
    const strange = { verb: "read", identity: "stranger", key } as const;
    provoked(trial, { reason: "forbidden", verb: "read", key }, await send(trial, strange));
  }
  for (const identity of ["invalid", "anonymous"] as const) {
    // Errors for reads may have another form than errors for writes, because their result types differ.
    if (!isKnown(trial, identity)) continue;
    const exchange = await send(trial, { verb: "read", identity, key });
    provoked(trial, { reason: "unauthenticated", key, ...sentBy(identity) }, exchange);
  }
  const { conflict, ...found } = await onStatus(trial, key);
  const stale = {
    updateStatus: conflict,
    update: await staleUpdate(trial, key),
    delete: await staleDeletion(trial),
  };
  const nulls = await nullVerbs(trial);
  return {
    ...found,
    ...(withAnonymousForbidden(trial) ? { isAnonymousForbidden: true } : {}),
    nullVerbs: [...nulls, ...((await isNullList(trial, key)) ? (["list"] as const) : [])],
    nullConflicts: nulls.filter((verb) => verb !== "list" && isNullReply(stale[verb])),
  };
}

/**
 * Triggers a conflict with a spec write. A status write triggers none if the kind has no status, or if status writes
 * keep the version. Resolves with the response to the write, unless the same write is rejected with the current version.
 */
async function staleUpdate(trial: Trial, key: ObjectKey): Promise<Exchange | undefined> {
  const [, first, second] = trial.kind.samples.specs;
  const old = await versionOf(trial, key);
  if (trial.kind.operations.update.length === 0 || old === undefined) return undefined;
  if (first === undefined || second === undefined) return undefined;
  const update = { verb: "update", identity: "author", key, resourceVersion: old } as const;
  const control = await send(trial, { ...update, spec: first });
  const version = await versionOf(trial, key);
  if (!isAccepted(control) || version === undefined || version === old) return undefined;
  const stale = await send(trial, { ...update, spec: second });
  const counts = fallenCounts({ exchange: stale, ...placesOf(trial) }, control);
  const own = isAccepted(stale) ? {} : { counts };
  provoked(trial, { reason: "conflict", key, current: String(version), ...own }, stale);
  return stale;
}

/**
 * Sends writes to a deleted object, and returns the verbs whose response is null. The object must have existed, because
 * calls that find objects by id need a server-assigned id.
 */
async function nullVerbs(trial: Trial): Promise<readonly NullVerb[]> {
  const { samples, operations } = trial.kind;
  const [spec = {}] = samples.specs;
  const [status] = samples.statuses;
  const [report] = operations.updateStatus;
  const there = objectIn(await create(trial, newKey(trial), spec));
  if (there === undefined) return [];
  const version = there.metadata.resourceVersion;
  const key = keyOf(there);
  const removed = await remove(trial, key);
  if (removed === undefined || !isAccepted(removed)) return [];
  const update = {
    verb: "update",
    identity: "author",
    key,
    resourceVersion: version,
    spec,
  } as const;
  const tried: readonly (readonly [NullVerb, Exchange | undefined])[] = [
    ["delete", await remove(trial, key)],
    ["update", operations.update.length === 0 ? undefined : await send(trial, update)],
    [
      "updateStatus",
      report && status && (await writeStatus(trial, report, { key, status, version })),
    ],
  ];
  for (const [verb, exchange] of tried) {
    if (exchange === undefined) continue;
    const counts =
      verb === "delete"
        ? fallenCounts({ exchange, ...placesOf(trial) }, removed)
        : countsOfConflicts(trial);
    if (isNullReply(exchange) && (verb === "delete" || counts.length === 0)) continue;
    provoked(trial, { reason: "notFound", verb, key, counts }, exchange);
  }
  return tried.flatMap(([verb, exchange]) => (isNullReply(exchange) ? [verb] : []));
}

/** Whether a list without permission is null, such as the list of a namespace that the endpoint hides. */
async function isNullList(trial: Trial, { kind, namespace }: ObjectKey): Promise<boolean> {
  if (!isKnown(trial, "stranger") || trial.kind.operations.list.length === 0) return false;
  const place = namespace === undefined ? {} : { namespace };
  const listed = await send(trial, { verb: "list", identity: "stranger", kind, ...place });
  return isNullReply(listed);
}

/** Returns the paths of counts that are 0 in the results of stale writes. */
function countsOfConflicts({ refusals }: Trial): readonly string[] {
  return refusals
    .filter(({ reason }) => reason === "conflict")
    .flatMap(({ counts = [] }) => counts);
}

/**
 * Creates an object as the controller, which may only write statuses. Deletes the object if the request is accepted.
 */
async function asController(trial: Trial, key: ObjectKey): Promise<Exchange> {
  const [spec = {}] = trial.kind.samples.specs;
  const command = { verb: "create", identity: "controller", key, spec } as const;
  const exchange = await send(trial, command);
  if (isAccepted(exchange)) await remove(trial, key);
  return exchange;
}

interface Stale extends Required<Pick<StatusWrite, "key" | "status" | "version">> {
  readonly operation: StatusOperation;
  readonly old: ResourceVersion;
  /** Whether the endpoint accepted a write with the current version, and the version changed. */
  readonly isTaken: boolean;
  readonly control?: Exchange;
}

async function onStatus(
  trial: Trial,
  key: ObjectKey,
): Promise<Pick<ShownErrors, "errors" | "hidesCurrentVersion"> & { conflict?: Exchange }> {
  const stale = await outdated(trial, key);
  if (stale === undefined) return { errors: {} };
  const { operation, status, version, old, isTaken, control } = stale;
  const conflict = await writeStatus(trial, operation, { key, status, version: old });
  provoked(trial, { reason: "conflict", key, current: String(version), control }, conflict);
  if (isTaken && !isAccepted(conflict)) {
    const at = ["kinds", trial.kind.name, "paths", "resourceVersion"];
    trial.notes.note(
      at,
      "high",
      "a write with the previous version was rejected, and a write with the current version was accepted",
    );
  }
  const missing = newKey(trial);
  const lost = await writeStatus(trial, operation, { key: missing, status, version });
  provoked(trial, { reason: "notFound", verb: "updateStatus", key: missing, control }, lost);
  await notPermitted(trial, stale);
  const broken = await mistaken(trial, stale);
  await versionsAtFault(trial, stale, conflict);
  const found = broken
    .map(({ exchange, invalid }) => causesPaths(exchange, invalid))
    .find((one) => one !== undefined);
  const payload = payloadIn(trial, broken);
  const currentPath = currentVersionPath(
    conflict,
    shownVersion(trial.kind, conflict, version),
    trial.kind.paths.resourceVersion.split(".").at(-1),
  );
  const errors = {
    ...(currentPath === undefined ? {} : { currentResourceVersion: currentPath }),
    ...(found === undefined ? {} : { causes: found }),
    ...(payload === undefined ? {} : { payload }),
  };
  const { outcome } = conflict;
  // If no write was accepted before, the error may have a reason other than a conflict.
  const isSilent =
    isTaken && outcome.result === "refused" && outcome.refusal.currentResourceVersion === undefined;
  return {
    errors,
    ...(isTaken ? { conflict } : {}),
    ...(currentPath === undefined && isSilent ? { hidesCurrentVersion: true } : {}),
  };
}

function payloadIn(trial: Trial, broken: readonly Mistake[]): ErrorPaths["payload"] {
  const payloads = broken
    .map(({ exchange, invalid }) => ({ result: { exchange, ...placesOf(trial) }, invalid }))
    // An accepted write returns the object, whose fields may have the names of error fields.
    .filter(({ result }) => !isAccepted(result.exchange) || listsRefusals(result))
    .map(({ result, invalid }) => payloadPaths(result, invalid))
    .filter((one) => one !== undefined);
  const found = payloads.find(({ causes }) => causes !== undefined) ?? payloads[0];
  // The schema may reject every invalid status, so that no payload shows one.
  return found ?? payloadOfOthers(trial);
}

function payloadOfOthers({ refusals }: Trial): ErrorPaths["payload"] {
  return refusals
    .filter((refusal) => !isAccepted(refusal.exchange) || listsRefusals(refusal))
    .map((refusal) => payloadPaths(refusal))
    .find((one) => one !== undefined);
}

/** Writes several statuses, so that the first version becomes stale. */
async function outdated(trial: Trial, key: ObjectKey): Promise<Stale | undefined> {
  const [operation] = trial.kind.operations.updateStatus;
  const [first, second] = trial.kind.samples.statuses;
  const old = await versionOf(trial, key);
  if (operation === undefined || first === undefined || second === undefined) return undefined;
  if (old === undefined) return undefined;
  let written: Exchange | undefined;
  for (const status of [first, second, first]) {
    const version = (await versionOf(trial, key)) ?? old;
    written = await writeStatus(trial, operation, { key, status, version });
  }
  const version = (await versionOf(trial, key)) ?? old;
  const isAnswered = written !== undefined && isAccepted(written);
  return {
    key,
    operation,
    status: second,
    version,
    old,
    isTaken: isAnswered && version !== old,
    ...(isAnswered || written === undefined ? {} : { control: written }),
  };
}

async function versionOf(trial: Trial, key: ObjectKey): Promise<ResourceVersion | undefined> {
  return objectIn(await read(trial, key))?.metadata.resourceVersion;
}

async function notPermitted(
  trial: Trial,
  { key, operation, status, old, control }: Stale,
): Promise<void> {
  for (const [identity, reason] of denied) {
    if (!isKnown(trial, identity)) continue;
    // If the endpoint accepted an earlier identity's write, the object has a new version.
    const version = (await versionOf(trial, key)) ?? old;
    const exchange = await writeStatus(trial, operation, { key, status, version, identity });
    const verb = reason === "forbidden" ? ({ verb: "updateStatus" } as const) : {};
    provoked(trial, { reason, key, control, ...verb, ...sentBy(identity) }, exchange);
  }
}

function sentBy(identity: IdentityName): Pick<ProvokedRefusal, "isAnonymous"> {
  return identity === "anonymous" ? { isAnonymous: true } : {};
}

/** Reclassifies errors of requests without a credential as missing permissions, if both have the same form. */
function withAnonymousForbidden({ kind, notes, refusals }: Trial): boolean {
  if (!isAnonymousForbidden(refusals)) return false;
  for (const [index, refusal] of refusals.entries()) {
    if (refusal.isAnonymous === true) refusals[index] = { ...refusal, reason: "forbidden" };
  }
  const reason =
    "forbidden: requests without a credential were rejected like requests without permission";
  notes.note(["kinds", kind.name, "semantics", "anonymous"], "high", reason);
  return true;
}

/** Roles that may not write statuses, with the expected reason of the error. */
const denied = [
  ["author", "forbidden"],
  ["stranger", "forbidden"],
  ["invalid", "unauthenticated"],
  ["anonymous", "unauthenticated"],
] as const;

interface Mistake {
  readonly exchange: Exchange;
  readonly invalid: readonly string[];
}

async function mistaken(
  trial: Trial,
  { key, operation, status, old, control }: Stale,
): Promise<readonly Mistake[]> {
  const broken: Mistake[] = [];
  const invalid = { reason: "invalid", key, control } as const;
  for (const mistake of mistakesOf(trial)) {
    const version = (await versionOf(trial, key)) ?? old;
    const exchange = await writeStatus(trial, operation, { key, status: mistake, version });
    const members = Object.keys(mistake);
    broken.push({ exchange, invalid: members });
    provoked(trial, { ...invalid, words: members }, exchange);
  }
  const versionless = await writeStatus(trial, operation, { key, status });
  if (isDecided(versionless)) {
    broken.push({ exchange: versionless, invalid: [] });
    provoked(trial, { ...invalid, words: versionWords(operation) }, versionless);
  }
  return broken;
}

/**
 * Sends a version that was never issued. Endpoints may reject it as invalid or as a conflict. The error counts as
 * invalid if it has a code of its own, or consists only of a message that differs from that of a conflict.
 */
async function versionsAtFault(
  trial: Trial,
  { key, operation, status, version }: Stale,
  conflict: Exchange,
): Promise<void> {
  const foreign = await writeStatus(trial, operation, { key, status, version: unknownVersion });
  if (!isUnknownRefusal(foreign)) return;
  const words = [...versionWords(operation), String(unknownVersion), String(version)];
  const invalid = { reason: "invalid", key, words } as const;
  const [own, other] = [foreign, conflict].map((exchange) => refusalIn(trial, invalid, exchange));
  if (own === undefined || other === undefined) return;
  const others = [...trial.refusals, { ...other, reason: "conflict" as const }];
  const codeAt = codePath([...others, own]);
  if (hasOwnCode(own, others, codeAt) || saysOtherwise(own, other, codeAt)) {
    provoked(trial, invalid, foreign);
  }
}

const unknownVersion = resourceVersion("no-such-version");

function isUnknownRefusal({ outcome }: Exchange): boolean {
  return outcome.result === "refused" && outcome.refusal.reason === "unclassified";
}

function versionWords({ arguments: tree }: StatusOperation): readonly string[] {
  return [...JSON.stringify(tree).matchAll(/"([^"]+)":"\$resourceVersion"/gu)].map(
    ([, word = ""]) => word,
  );
}

/** Returns invalid statuses. Their values are rejected by almost every endpoint. */
function mistakesOf({ kind }: Trial): readonly JsonObject[] {
  const { counter, invalidStatuses } = kind.samples;
  return [{ [counter]: -1 }, ...invalidStatuses.map(({ status }) => status).slice(0, 2)];
}

function isDecided({ outcome }: Exchange): boolean {
  return outcome.result === "refused";
}

function isKnown(
  { target }: Trial,
  identity: "anonymous" | "author" | "invalid" | "stranger",
): boolean {
  return target.description.identities.includes(identity);
}
