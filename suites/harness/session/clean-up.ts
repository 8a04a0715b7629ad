import { describeKey } from "#contract";
import type { ObjectKey } from "#contract";
import type { Target, TargetDescription } from "#targets";
import { Recorder } from "./recorder.ts";
import { refusalOf } from "../step/step.ts";
import { PatientRemoval } from "./patient-removal.ts";
import type { Removed } from "./remove-object.ts";

/** One object that a run has left, and what became of it. */
export interface CleanedUp {
  readonly key: ObjectKey;
  readonly removed: Removed;
}

/** What {@link cleanUp} needs. */
export interface CleaningUp {
  readonly target: Target;
  /** What the run has left. */
  readonly keys: readonly ObjectKey[];
  /** How long to go on while no object goes, in milliseconds. */
  readonly patienceMs: number;
  readonly signal: AbortSignal;
}

/**
 * Removes what a run has left, as the author: many at once, and what others depend on after everything else.
 * Each removal is confirmed by a read, and tried again where replies are lost. Doing it twice is harmless.
 */
export async function cleanUp(options: CleaningUp): Promise<readonly CleanedUp[]> {
  const { target, keys, patienceMs, signal } = options;
  const { description } = target;
  const recorder = new Recorder({ target, trace: () => {}, now: () => 0 });
  const isTested = (key: ObjectKey): boolean => isObjectOfKind(key, description);
  const removal = new PatientRemoval({ recorder, patienceMs, signal });
  const objects = await removal.remove(keys.filter(isTested));
  const others = await removal.remove(keys.filter((key) => !isTested(key)));
  const isLeft = objects.some(({ removed }) => removed.kind === "left");
  if (!isLeft) return [...objects, ...others];
  const isGone = await findGoneKinds(description, { recorder, signal });
  return [...objects.map((one) => (isGone(one.key) ? goneWithKind(one) : one)), ...others];
}

function isObjectOfKind({ kind }: ObjectKey, description: TargetDescription): boolean {
  const trials = description.trialKinds?.map((trial) => trial.kind) ?? [];
  return [...description.kinds, ...trials].some(({ name }) => name === kind);
}

/** The objects of a kind go with its definition, and then cannot even be asked for. */
function goneWithKind({ key, removed }: CleanedUp): CleanedUp {
  return { key, removed: removed.kind === "left" ? { kind: "absent" } : removed };
}

/**
 * Finds the kinds that are no longer defined: those of a run where a read finds none of its definitions, and
 * a trial kind where a read does not find its own.
 */
async function findGoneKinds(
  { kinds, prerequisites, trialKinds = [] }: TargetDescription,
  { recorder, signal }: { readonly recorder: Recorder; readonly signal: AbortSignal },
): Promise<(key: ObjectKey) => boolean> {
  const keys = [...prerequisites, ...trialKinds].map(({ key }) => key);
  const absent = new Set<string>();
  const look = async (key: ObjectKey): Promise<void> => {
    const read = { verb: "read", identity: "author", key } as const;
    const step = await recorder.call(read, { case: "run", signal });
    if (refusalOf(step)?.reason === "notFound") absent.add(describeKey(key));
  };
  await Promise.all(keys.map(look));
  const isAbsent = ({ key }: { readonly key: ObjectKey }): boolean => absent.has(describeKey(key));
  const areDefinitionsGone = prerequisites.every(isAbsent);
  const runtime = areDefinitionsGone ? kinds.filter(({ isRuntime }) => isRuntime) : [];
  const trials = trialKinds.filter(isAbsent).map(({ kind }) => kind);
  const gone = new Set([...runtime, ...trials].map(({ name }) => name));
  return ({ kind }) => gone.has(kind);
}
