import type { Feature, ObjectKey, Semantics } from "#contract";
import { scopedSignal } from "#targets";
import type { Exchange } from "#targets";
import { allFeatures, describedFeatures, DialectMismatch, isSchemaError } from "#targets/graphql";
import type { Dialect, KindDialect, OutcomeMatcher } from "#targets/graphql";
import { codePath } from "../requests/code-path.ts";
import { learnColumns } from "../learning/denied-columns.ts";
import { memberNamedIn } from "../requests/error-details.ts";
import { errorOf } from "../schema/error-fields.ts";
import type { ProvokedRefusal } from "../schema/error-fields.ts";
import { learnHiddenNamespace, withGivenPlace } from "../operations/hidden-namespaces.ts";
import { withoutIgnoredStatus } from "../learning/ignored-status.ts";
import type { Inference } from "../kinds/infer-dialect.ts";
import { learnFinalizers } from "../learning/learn-finalizers.ts";
import { learnForms } from "../learning/learn-forms.ts";
import { learnFurtherCreations } from "../learning/further-creations.ts";
import { learnSelectors } from "../learning/learn-selectors.ts";
import { learnStatusOrder } from "../learning/learn-status-order.ts";
import { learnTombstones } from "../learning/learn-tombstones.ts";
import { learnWatch } from "./learn-watch.ts";
import { withMessageVersions } from "../requests/message-versions.ts";
import { mistypedStatuses, withoutUntested } from "../learning/mistyped-statuses.ts";
import { Notebook } from "../schema/notebook.ts";
import { isGoneAtLast } from "../requests/await-removal.ts";
import { onTrial } from "../requests/on-trial.ts";
import type { Shared } from "../requests/on-trial.ts";
import { withCurrentVersions } from "../requests/payload-signs.ts";
import { probeAccess } from "./probe-access.ts";
import { learnCounter } from "./probe-counter.ts";
import { learnCredentials } from "./probe-credentials.ts";
import { learnGeneration } from "./probe-generation.ts";
import { withObservedGeneration } from "../learning/observed-generation.ts";
import { withoutUnreadableLists } from "./probe-lists.ts";
import { learnSecondNamespace } from "./probe-namespaces.ts";
import { learnPageSizes } from "./probe-page-size.ts";
import { learnPages } from "./probe-pages.ts";
import { learnReads } from "./probe-reads.ts";
import { provokeRefusals } from "./probe-refusals.ts";
import type { ShownErrors } from "./probe-refusals.ts";
import { createRepaired, repairStatuses, withoutRefused } from "./probe-samples.ts";
import { probeSecondRound } from "./probe-second-round.ts";
import { learnNamespaces, learnShownKind, learnSpelling } from "./probe-spelling.ts";
import { withSpecNoOp } from "./probe-spec-no-op.ts";
import { probeStatusWrites } from "./probe-status.ts";
import { probeTakenName } from "./probe-taken-name.ts";
import { withoutTombstones } from "./probe-tombstones.ts";
import { learnUid } from "./probe-uid.ts";
import { learnCreationTime, withFixedCreationTime } from "./probe-creation-time.ts";
import { learnVersion } from "./probe-version.ts";
import { Receipts } from "../requests/receipts.ts";
import { distinctMatchers } from "../requests/distinct-matchers.ts";
import { matchersFor, unclearReasons } from "../requests/refusal-signs.ts";
import { shareSemantics } from "../learning/share-semantics.ts";
import { assumedMeanings, sharedSigns } from "../learning/shared-signs.ts";
import {
  create,
  demandedOf,
  isAccepted,
  kindNamed,
  newKey,
  objectIn,
  read,
  remove,
  whyNot,
  withKind,
  writeStatus,
} from "../requests/trial-requests.ts";
import type { ProbeMeans, Trial } from "../requests/trial-requests.ts";
import { learnSelectionDepth } from "./learn-selection-depth.ts";
import { learnTransitions } from "../learning/learn-transitions.ts";
import { learnNamespaceIds } from "../learning/namespace-ids.ts";
import { learnSpareDeletions } from "../learning/spare-deletions.ts";
import { learnUpserts } from "../learning/upserts.ts";
import { learnVoidDeletions } from "../learning/void-deletions.ts";
import { learnVersionForms } from "../learning/version-forms.ts";
import { learnVersionedDeletions } from "../learning/versioned-deletions.ts";
import { withSettledSides } from "../learning/settle-sides.ts";
import { withWholeStatus } from "../learning/whole-status.ts";

/**
 * Tests a guessed dialect with temporary objects and applies the results. Confirmed entries get high confidence,
 * rejected ones low.
 */
export async function probeDialect(inference: Inference, means: ProbeMeans): Promise<Inference> {
  const notes = new Notebook(inference.guesses);
  const refusals: ProvokedRefusal[] = [];
  const shared = { notes, means, refusals, receipts: new Receipts() };
  const { kinds } = inference.dialect;
  let dialect = await guarded(shared, inference.dialect, () =>
    learnCredentials(inference.dialect, shared),
  );
  for (const [index, { name }] of kinds.entries()) {
    means.progress?.(`testing ${name} (${index + 1} of ${kinds.length})`);
    dialect = withoutUntested(await probeKind(dialect, name, shared), name, notes);
  }
  noteCredentials(notes);
  dialect = withRefusals(dialect, refusals, notes);
  if (refusals.length > 0) {
    notes.note(
      ["errors"],
      "medium",
      "observed in triggered errors; all other paths are conventional",
    );
  }
  means.progress?.("testing permissions to watch");
  const access = await guarded(shared, { dialect, features: [] }, () =>
    probeAccess(dialect, shared),
  );
  means.progress?.("testing spec updates, cross-writes between spec and status, and selectors");
  const second = await guarded(shared, { dialect: access.dialect, features: [] }, () =>
    probeSecondRound(access.dialect, shared),
  );
  dialect = second.dialect;
  const tried = { dialect, guesses: notes.guesses };
  const isAnySeen = dialect.kinds.some(({ semantics }) => semantics !== undefined);
  const seen = [...access.features, ...second.features];
  return withFeatures(isAnySeen ? shareSemantics(tried) : tried, seen);
}

/** A watch may confirm the credentials later. */
function noteCredentials(notes: Notebook): void {
  const isCreated = notes.guesses.some(
    ({ path, confidence }) => path[3] === "create" && confidence === "high",
  );
  if (!isCreated || notes.at(["credentials"])?.confidence !== "low") return;
  notes.note(["credentials"], "medium", "create mutations were accepted with these credentials");
}

/** Adds the features that the operations support or that the probes have detected. */
function withFeatures({ dialect, guesses }: Inference, seen: readonly Feature[]): Inference {
  const offered = new Set<Feature>([...describedFeatures(dialect), ...seen]);
  const features = allFeatures.filter((feature) => offered.has(feature));
  return { dialect: { ...dialect, features }, guesses };
}

async function probeKind(dialect: Dialect, name: string, shared: Shared): Promise<Dialect> {
  const at = ["kinds", name];
  const kind = kindNamed(dialect, name);
  if (kind === undefined || kind.samples.specs.length === 0) {
    shared.notes.note([...at, "operations"], "low", "not tested, because there are no samples");
    return dialect;
  }
  try {
    return await tryKind(dialect, name, shared);
  } catch (error) {
    if (shared.means.signal.aborted) throw error;
    if (error instanceof DialectMismatch) {
      for (const { path, problem } of error.problems) shared.notes.note(path, "low", problem);
    } else shared.notes.note(at, "low", `testing stopped early: ${messageOf(error)}`);
    return dialect;
  }
}

/** Runs a probe. If the probe fails, the dialect stays unchanged. */
async function guarded<Result>(
  { means, notes }: Shared,
  before: Result,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (means.signal.aborted) throw error;
    notes.note(["semantics"], "low", `testing stopped early: ${messageOf(error)}`);
    return before;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
}

async function tryKind(start: Dialect, name: string, shared: Shared): Promise<Dialect> {
  let dialect = withGivenPlace(start, name, shared);
  dialect =
    (await onTrial(dialect, name, { shared, work: (trial) => learnNamespaces(trial, dialect) })) ??
    dialect;
  dialect = await learnNamespaceIds(dialect, name, shared);
  const readable = await learnSelectionDepth(dialect, name, shared);
  const first = await createRepaired(readable, name, shared);
  if (first.key === undefined) return first.dialect;
  const placed = await learnHiddenNamespace(first.dialect, first.key, shared);
  const { key } = placed;
  try {
    dialect = await learnVersionForms(placed.dialect, name, shared);
    dialect = await learnCreations(dialect, name, shared);
    dialect = withWholeStatus(await learnColumns(dialect, key, shared), name, shared);
    dialect = await learnStatuses(dialect, key, shared);
    dialect = await learnUpserts(dialect, name, shared);
    dialect = await learnCounter(dialect, key, shared);
    dialect = await withoutRefused(dialect, key, shared);
    dialect = await learnUid(dialect, key, shared);
    dialect = await learnReads(dialect, key, shared);
    dialect = withObservedGeneration(await learnGeneration(dialect, key, shared), name, shared);
    dialect = await learnSpelling(dialect, key, shared);
    dialect = await learnPageSizes(dialect, key, shared);
    dialect = await learnPages(dialect, key, shared);
    dialect = await withoutUnreadableLists(dialect, key, shared);
    dialect = await learnSelectors(dialect, name, shared);
    dialect = await learnDeletions(dialect, name, shared);
    const found = await onTrial(dialect, name, {
      shared,
      work: (trial) => learnBehaviour(trial, key),
    });
    if (found !== undefined) {
      const { kind, semantics, shown } = found;
      dialect = withKind(dialect, { ...kind, semantics: { ...kind.semantics, ...semantics } });
      const { currentResourceVersion, ...others } = dialect.errors;
      const isShown = currentResourceVersion !== undefined && shown.hidesCurrentVersion !== true;
      const usual = isShown ? { currentResourceVersion } : {};
      dialect = { ...dialect, errors: { ...others, ...usual, ...shown.errors } };
      dialect = { ...dialect, outcomes: dialect.outcomes.flatMap(alsoNullBy(shown)) };
    }
    return await learnWatch(dialect, key, shared);
  } finally {
    // The object must be removed, even if the time limit of the probe has expired.
    using limit = scopedSignal({ limitMs: removalMs });
    const means = { ...shared.means, signal: limit.signal };
    const work = (trial: Trial): Promise<undefined> => removeAll(trial, key);
    await onTrial(dialect, name, { shared: { ...shared, means }, work });
  }
}

/** Learns how test objects are deleted and which mutations create them. */
async function learnCreations(start: Dialect, name: string, shared: Shared): Promise<Dialect> {
  const silent = await learnVoidDeletions(start, name, shared);
  const deleted = await learnSpareDeletions(silent, name, shared);
  const removable = await learnVersionedDeletions(deleted, name, shared);
  const creatable = await learnFurtherCreations(removable, name, shared);
  return await learnSecondNamespace(creatable, name, shared);
}

async function learnStatuses(start: Dialect, key: ObjectKey, shared: Shared): Promise<Dialect> {
  const named = await learnShownKind(start, key, shared);
  const written = await withoutIgnoredStatus(named, key, shared);
  const settled = await withSettledSides(written, key, shared);
  const started = await learnStatusOrder(settled, key.kind, shared);
  let dialect = await repairStatuses(started, key, shared);
  const versioned = await learnVersion(dialect, key, shared);
  if (versioned !== dialect) dialect = await repairStatuses(versioned, key, shared);
  dialect = await withFixedCreationTime(dialect, key, shared);
  dialect = await learnCreationTime(dialect, key, shared);
  dialect = await learnForms(dialect, key, shared);
  // A repaired sample may be the first that a mutation accepts.
  dialect = await learnStatusOrder(dialect, key.kind, shared);
  return await learnTransitions(dialect, key, shared);
}

async function learnDeletions(start: Dialect, name: string, shared: Shared): Promise<Dialect> {
  const marked = await learnTombstones(start, name, shared);
  const dialect = await withoutTombstones(marked, name, shared);
  return await learnFinalizers(dialect, name, shared);
}

/** Adds the verbs whose response is null for a missing object, and for some also for a stale version. */
function alsoNullBy({
  nullVerbs,
  nullConflicts,
}: ShownErrors): (matcher: OutcomeMatcher) => readonly OutcomeMatcher[] {
  return (matcher) => {
    const { verbs } = matcher;
    if (matcher.nullResult !== true || verbs === undefined) return [matcher];
    const only = nullVerbs.filter((verb) => !nullConflicts.includes(verb));
    const own = { ...matcher, verbs: [...new Set([...verbs, ...only])] };
    if (nullConflicts.length === 0) return [own];
    return [own, { ...matcher, verbs: nullConflicts, alsoFor: ["conflict"] }];
  };
}

const removalMs = 15_000;

interface Behaviour {
  readonly kind: KindDialect;
  readonly semantics: Partial<Semantics>;
  readonly shown: ShownErrors;
}

async function learnBehaviour(trial: Trial, key: ObjectKey): Promise<Behaviour> {
  const ofStatus = await probeStatusWrites(trial, key);
  const { kind, semantics } = await withSpecNoOp(trial, key, ofStatus);
  const scope = await versionScope(trial);
  const taken = await probeTakenName(trial);
  const invalidStatuses = await refusedOnes(trial, key);
  const samples = { ...trial.kind.samples, invalidStatuses };
  const shown = await provokeRefusals({ ...trial, kind: { ...trial.kind, samples } }, key, {
    isNameTaken: taken?.isRefusedWithSameSpec !== false,
  });
  return {
    kind: { ...kind, samples: { ...kind.samples, invalidStatuses } },
    shown,
    semantics: {
      ...semantics,
      ...(scope === undefined ? {} : { versionScope: scope }),
      ...(taken === undefined ? {} : { takenName: taken.takenName }),
      ...(shown.isAnonymousForbidden === true ? { anonymous: "forbidden" } : {}),
    },
  };
}

/** Maximum number of invalid samples. Checks send each of them, individually and in combinations. */
const mostInvalid = 6;

type InvalidStatuses = KindDialect["samples"]["invalidStatuses"];

/**
 * Returns the invalid samples that the endpoint rejects. If it rejects none, returns samples that violate its schema,
 * because the endpoint may rely on schema validation.
 */
async function refusedOnes(trial: Trial, key: ObjectKey): Promise<InvalidStatuses> {
  const { invalidStatuses: known, statuses } = trial.kind.samples;
  const mistyped = mistypedStatuses(statuses[0]);
  const refused = await refusedAmong(trial, key, {
    candidates: known.length > 0 ? known : mistyped,
    isWanted: (written) => !isOfSchema(written),
  });
  if (refused.length > 0) return refused;
  return refusedAmong(trial, key, {
    candidates: mistyped,
    isWanted: ({ misfit, outcome }) =>
      misfit !== undefined && outcome.result === "refused" && outcome.refusal.reason === "invalid",
  });
}

interface Candidates {
  readonly candidates: InvalidStatuses;
  readonly isWanted: (written: Exchange) => boolean;
}

async function refusedAmong(
  trial: Trial,
  key: ObjectKey,
  { candidates, isWanted }: Candidates,
): Promise<InvalidStatuses> {
  const [operation] = trial.kind.operations.updateStatus;
  const refused: InvalidStatuses[number][] = [];
  const isGiven = trial.notes.at(["kinds", trial.kind.name, "samples"])?.confidence === "high";
  for (const sample of candidates) {
    const version = objectIn(await read(trial, key))?.metadata.resourceVersion;
    // Samples that are not tried are kept only if the user wrote them: the endpoint may accept a generated one, and a
    // run would report that as a violation.
    if (operation === undefined || version === undefined)
      return isGiven ? trial.kind.samples.invalidStatuses : refused;
    const write = { key, status: sample.status, version };
    const written = await writeStatus(trial, operation, write);
    const status = { ...demandedOf(trial, operation), ...sample.status };
    if (!isAccepted(written) && isWanted(written))
      refused.push({ ...asNamed(sample, written), status });
    if (refused.length === mostInvalid) break;
  }
  return refused;
}

/** Whether GraphQL rejected a value because of its type, before a resolver ran. */
function isOfSchema(exchange: Exchange): boolean {
  const error = errorOf(exchange);
  return error !== undefined && isSchemaError(error);
}

/** Renames the field of a sample to the name in the error, if the sample has only one field. */
function asNamed<Sample extends { readonly status: object; readonly field: string }>(
  sample: Sample,
  exchange: Exchange,
): Sample {
  const [member = "", ...others] = Object.keys(sample.status);
  const field = memberNamedIn(exchange.reply?.body, member);
  return field === undefined || others.length > 0 ? sample : { ...sample, field };
}

/** Determines the scope of versions. If two new objects have the same version, versions are counted per object. */
async function versionScope(trial: Trial): Promise<Semantics["versionScope"] | undefined> {
  const [spec = {}] = trial.kind.samples.specs;
  const keys = [newKey(trial), newKey(trial)];
  const versions: string[] = [];
  const uids: string[] = [];
  for (const key of keys) {
    const object = objectIn(await create(trial, key, spec));
    if (object !== undefined) {
      versions.push(object.metadata.resourceVersion);
      uids.push(object.metadata.uid);
    }
    await remove(trial, key);
  }
  const [one, other] = versions;
  if (one === undefined || other === undefined) return undefined;
  const at = ["kinds", trial.kind.name, "paths", "uid"];
  const { alternatives = [] } = trial.notes.at(at) ?? {};
  const isOwn = trial.kind.paths.uid !== trial.kind.paths.name && alternatives.length === 0;
  if (new Set(uids).size === uids.length && isOwn) {
    trial.notes.note(at, "high", "two new objects had different values");
  }
  const scope = one === other ? "object" : "target";
  trial.notes.note(
    ["kinds", trial.kind.name, "semantics", "versionScope"],
    "high",
    `${scope}: two new objects had ${one === other ? "the same version" : "different versions"}`,
  );
  return scope;
}

async function removeAll(trial: Trial, key: ObjectKey): Promise<undefined> {
  const [operation] = trial.kind.operations.delete;
  const removed = await remove(trial, key);
  const at = ["kinds", trial.kind.name, "operations", "delete", operation?.id ?? "by hook"];
  const isDeleted =
    removed !== undefined && isAccepted(removed) && (await isGoneAtLast(trial, key));
  if (removed === undefined) {
    trial.notes.note(
      ["kinds", trial.kind.name],
      "low",
      `no operation deletes objects; ${key.name} was left behind`,
    );
  } else if (isDeleted) {
    trial.notes.note(at, "high", "it deleted an object");
  } else {
    const why = isAccepted(removed) ? "it still exists" : whyNot(removed);
    trial.notes.note(at, "low", `${key.name} was left behind: ${why}`);
  }
  return undefined;
}

/**
 * Orders the matchers: first those for payloads, then the learned ones, and then the standard matchers for all other
 * errors.
 */
function withRefusals(
  dialect: Dialect,
  refusals: readonly ProvokedRefusal[],
  notes: Notebook,
): Dialect {
  const codeAt = codePath(refusals);
  const distinct = matchersFor(refusals, codeAt);
  const shared = sharedSigns(refusals, distinct, codeAt);
  const learned = withMessageVersions(
    [...distinct, ...shared.flatMap(({ matchers }) => matchers)].map((matcher) =>
      byCode(matcher, codeAt),
    ),
    refusals,
  );
  const reasons = new Set(refusals.map(({ reason }) => reason));
  if (reasons.size === 0) return dialect;
  const replaced = new Set(learned.map(({ reason }) => reason));
  const isKept = ({ reason, code, payload }: OutcomeMatcher): boolean =>
    payload === undefined &&
    (code === undefined || !replaced.has(reason) || isSeen(refusals, code));
  const payloads = withMessageVersions(
    withCurrentVersions(
      dialect.outcomes.filter(({ payload }) => payload !== undefined),
      refusals,
    ),
    refusals,
  );
  const usual = dialect.outcomes.filter(isKept);
  const unclear = unclearReasons(refusals, learned);
  const clear = [...reasons].filter((reason) => !unclear.includes(reason));
  const assumed = assumedMeanings(shared);
  notes.note(
    ["outcomes"],
    unclear.length + assumed.length === 0 ? "medium" : "low",
    [
      `tested by triggering errors: ${clear.join(", ")}`,
      ...assumed,
      ...unclear.map((reason) => `nothing distinguishes ${reason} from the other errors`),
      "all other codes are conventional",
    ].join("; "),
  );
  const errors = codeAt === undefined ? dialect.errors : { ...dialect.errors, code: codeAt };
  return { ...dialect, errors, outcomes: distinctMatchers([...payloads, ...learned, ...usual]) };
}

/** Replaces a matcher for an extension field with one for the code, if that field contains the code. */
function byCode(matcher: OutcomeMatcher, codeAt: string | undefined): OutcomeMatcher {
  const { extension, ...rest } = matcher;
  const isCode = extension !== undefined && `extensions.${extension.path}` === codeAt;
  return isCode && typeof extension.value === "string"
    ? { ...rest, code: extension.value }
    : matcher;
}

function isSeen(refusals: readonly ProvokedRefusal[], code: string): boolean {
  return refusals.some(
    ({ exchange: { outcome } }) => outcome.result === "refused" && outcome.refusal.code === code,
  );
}
