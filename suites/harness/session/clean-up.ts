import { describeKey } from "#contract";
import type { ObjectKey } from "#contract";
import type { Target, TargetDescription } from "#targets";
import { isRegistered } from "./is-registered.ts";
import { Recorder } from "./recorder.ts";
import { refusalOf } from "../judging/recorded-step.ts";
import { PatientRemoval } from "./patient-removal.ts";
import type { Removed } from "./remove-object.ts";

export interface CleanedUp {
  readonly key: ObjectKey;
  readonly removed: Removed;
}

export interface CleaningUp {
  readonly target: Target;
  readonly keys: readonly ObjectKey[];
  /** Removal stops if no object is removed for this long, in milliseconds. */
  readonly patienceMs: number;
  readonly signal: AbortSignal;
}

/**
 * Removes the objects of a run as the author: whole collections first, then many objects concurrently, and objects on
 * which others depend last. Each removal of a single object is confirmed by a read, and retried after lost responses.
 * Resolves with the result for each object. Idempotent.
 */
export async function cleanUp(options: CleaningUp): Promise<readonly CleanedUp[]> {
  const { target, keys, patienceMs, signal } = options;
  const { description } = target;
  const recorder = new Recorder({ target, trace: () => {}, now: () => 0 });
  const isTested = (key: ObjectKey): boolean => isObjectOfKind(key, description);
  const removal = new PatientRemoval({ recorder, patienceMs, signal });
  const together = await recorder.removeCollections({ keys, own: keys }, signal);
  const gone = [
    ...together.removed.map((key): CleanedUp => ({ key, removed: { kind: "removed" } })),
    ...together.absent.map((key): CleanedUp => ({ key, removed: { kind: "absent" } })),
  ];
  const ids = new Set(gone.map(({ key }) => describeKey(key)));
  const single = keys.filter((key) => isTested(key) && !ids.has(describeKey(key)));
  const objects = [...gone, ...(await removal.remove(single))];
  const others = await removal.remove(keys.filter((key) => !isTested(key)));
  const isLeft = objects.some(({ removed }) => removed.kind === "left");
  if (!isLeft) return [...objects, ...others];
  const hasNoKind = await findGoneKinds(description, { recorder, signal });
  const namespaces = goneNamespaces(others);
  const isGone = (key: ObjectKey): boolean =>
    hasNoKind(key) || (key.namespace !== undefined && namespaces.has(key.namespace));
  return [...objects.map((one) => (isGone(one.key) ? asGone(one) : one)), ...others];
}

function isObjectOfKind({ kind }: ObjectKey, description: TargetDescription): boolean {
  const trials = description.trialKinds?.map((trial) => trial.kind) ?? [];
  return [...description.kinds, ...trials].some(({ name }) => name === kind);
}

/** The namespaces of the run that no longer exist. */
function goneNamespaces(others: readonly CleanedUp[]): ReadonlySet<string> {
  const gone = others.filter(({ key, removed }) => {
    return key.kind === "Namespace" && removed.kind !== "left";
  });
  return new Set(gone.map(({ key }) => key.name));
}

/** An object whose kind or namespace no longer exists is gone, even though a read cannot confirm this. */
function asGone({ key, removed }: CleanedUp): CleanedUp {
  return { key, removed: removed.kind === "left" ? { kind: "absent" } : removed };
}

/**
 * Finds the kinds that are no longer defined: the kinds of a run if none of their definitions is found, and a trial
 * kind if its own definition is not found.
 */
async function findGoneKinds(
  { kinds, prerequisites, trialKinds = [] }: TargetDescription,
  { recorder, signal }: { readonly recorder: Recorder; readonly signal: AbortSignal },
): Promise<(key: ObjectKey) => boolean> {
  const keys = [...prerequisites, ...trialKinds].map(({ key }) => key);
  const absent = new Set<string>();
  const check = async (key: ObjectKey): Promise<void> => {
    const read = { verb: "read", identity: "author", key } as const;
    const step = await recorder.call(read, { case: "run", signal });
    if (refusalOf(step)?.reason === "notFound") absent.add(describeKey(key));
  };
  await Promise.all(keys.map(check));
  const isAbsent = ({ key }: { readonly key: ObjectKey }): boolean => absent.has(describeKey(key));
  const areDefinitionsGone = prerequisites.every(isAbsent);
  const defined = kinds.filter(isRegistered);
  const runtime = areDefinitionsGone ? defined : [];
  const trials = trialKinds.filter(isAbsent).map(({ kind }) => kind);
  const gone = new Set([...runtime, ...trials].map(({ name }) => name));
  return ({ kind }) => gone.has(kind);
}
