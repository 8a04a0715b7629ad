import { authoredField, authoredNames, authoredOf, describeOutcome, keyOf } from "#contract";
import type { AuthoredMetadata, AuthoredName, AuthoredValue, ObjectKey, Resource } from "#contract";
import {
  acceptedObject,
  createHeld,
  defineCheck,
  deleteHeld,
  describeStep,
  given,
  hasClearedSpec,
  holdingFinalizer,
  inapplicable,
  incidental,
  isAccepted,
  isSame,
  objectOf,
  operationsToTry,
  readOf,
  sampleSpec,
  specWrite,
  supports,
  undecided,
  withCause,
} from "#harness";
import type { CheckContext, Finding, Step, Written } from "#harness";
import { withOwner } from "./owner-references.ts";
import { delayBetween } from "./status-write-keeps-spec-and-metadata.ts";

interface Pair {
  readonly write: Step;
  readonly after: Step;
}

interface Trial extends Pair {
  readonly via: string;
  readonly authored: AuthoredMetadata;
  readonly created: Step;
  readonly before: Step;
  /**
   * A write of the metadata without a spec. It shows whether the operation replaces the object. Absent if the object
   * has no metadata, or could not be read.
   */
  readonly rewrite?: Rewrite;
}

interface Rewrite extends Pair {
  readonly authored: AuthoredMetadata;
}

interface Terminating extends Pair {
  readonly held: Written;
}

interface Observations {
  readonly trials: readonly Trial[];
  /** A spec write to a terminating object. Absent if deletions do not wait for finalizers. */
  readonly terminating?: Terminating;
}

const noteKey = "conformance-note";

const requirement = "write.spec-write-keeps-metadata";

/** A server that builds the new object from the input alone drops the metadata that a spec write omits. */
export const specWriteKeepsMetadata = defineCheck<Observations>({
  id: "isolation/spec-write-keeps-metadata",
  title: "A write of only the spec leaves the metadata of the object unchanged",
  covers: [requirement],
  scope: "kind",
  needsNoStatus: true,
  verbs: ["update"],

  async drive(context) {
    const trials: Trial[] = [];
    for (const [index, via] of operationsToTry(context, "update").entries()) {
      trials.push(await tryUpdate(context, via, index + 1));
    }
    const canHold = supports(context, "finalizers") && supports(context, "delete");
    return { trials, ...(canHold ? { terminating: await tryTerminating(context) } : {}) };
  },

  judge({ trials, terminating }) {
    return [
      ...trials.flatMap(judgeTrial),
      ...(terminating === undefined ? [] : judgeTerminating(terminating)),
    ];
  },
});

async function tryUpdate(context: CheckContext, via: string, index: number): Promise<Trial> {
  const key = context.unusedKey();
  const authored = newMetadata(context);
  const created = await context.call(
    { verb: "create", identity: "author", key, spec: sampleSpec(context, 0), ...authored },
    { withWire: true },
  );
  const problem = "an object with metadata could not be created";
  await withOwner(context, acceptedObject(created, problem));
  const before = await context.call(readOf(key));
  const { resourceVersion } = acceptedObject(before, "the object could not be read").metadata;
  const spec = sampleSpec(context, index);
  const command = specWrite(key, { resourceVersion, via, spec });
  const write = await context.call(command, { withWire: true });
  const after = await context.call(readOf(key));
  const trial = { via, authored, created, before, write, after };
  const last = objectOf(after);
  if (last === undefined || Object.keys(authored).length === 0) return trial;
  const rewrite = await tryRewrite(context, { via, key, last });
  await release(context, rewrite.after);
  return { ...trial, rewrite };
}

/** Removes the finalizer, so that the object does not prevent the deletion of its kind if the run is killed later. */
async function release(context: CheckContext, { outcome }: Step): Promise<void> {
  if (outcome.result !== "object") return;
  const { finalizers = [], resourceVersion } = outcome.object.metadata;
  if (!finalizers.includes(holdingFinalizer)) return;
  const kept = finalizers.filter((finalizer) => finalizer !== holdingFinalizer);
  const command = specWrite(keyOf(outcome.object), { resourceVersion, finalizers: kept });
  await context.call(command);
}

async function tryRewrite(
  context: CheckContext,
  { via, key, last }: { readonly via: string; readonly key: ObjectKey; readonly last: Resource },
): Promise<Rewrite> {
  const authored = newMetadata(context);
  const { resourceVersion } = last.metadata;
  const command = specWrite(key, { resourceVersion, via, ...authored });
  const write = await context.call(command, { withWire: true });
  return { authored, write, after: await context.call(readOf(key)) };
}

async function tryTerminating(context: CheckContext): Promise<Terminating> {
  const key = context.unusedKey();
  await createHeld(context, key);
  const held = await deleteHeld(context, key);
  const { resourceVersion } = held.object.metadata;
  const spec = sampleSpec(context, 1);
  const write = await context.call(specWrite(key, { resourceVersion, spec }));
  return { held, write, after: await context.call(readOf(key)) };
}

/** Returns a value for each field that the authors of the kind can write. */
function newMetadata(context: CheckContext): AuthoredMetadata {
  const { kind, label, random } = context;
  const note = { [noteKey]: random.letters(8) };
  const values: AuthoredMetadata = {
    labels: { ...label, ...note },
    annotations: note,
    finalizers: [holdingFinalizer],
  };
  const isWritable = (name: AuthoredName): boolean => {
    const { feature } = authoredField(name);
    if (name === "annotations" && kind.isWithoutAnnotations === true) return false;
    return feature === undefined || supports(context, feature);
  };
  return authoredOf(values, authoredNames.filter(isWritable));
}

function judgeTrial(trial: Trial): readonly Finding[] {
  const { via, authored, created, before, write, after, rewrite } = trial;
  const kept = [...entriesOf(objectOf(before), authored).keys()];
  if (kept.length === 0) return [withoutEntries(created, authored)];
  const lost = lostIn(trial);
  const delay = delayBetween(write, after);
  const evidence = [created, before, write, after].map(({ exchange }) => exchange);
  const seen = rewrite === undefined ? [] : [rewrite.write.exchange, rewrite.after.exchange];
  if (delay !== undefined) return [undecided(requirement, delay, evidence)];
  const isShown = objectOf(write) !== undefined && objectOf(after) !== undefined;
  const open = isShown ? replacementIn(trial) : undefined;
  if (open !== undefined && lost.length === 0) return inapplicable([requirement], open);
  if (open !== undefined) return [undecided(requirement, open, [...evidence, ...seen])];
  const finding = given(requirement, { before, write, after }, () => ({
    holds: lost.length === 0,
    expected: `after a new spec through ${via}, the object still has ${kept.join(", ")}`,
    actual: `the update is ${describeOutcome(write.outcome)}; the object no longer has ${lost.join(", ")}`,
    instances: kept.length,
  }));
  const excluding = lost.length === 0 ? [] : seen;
  return [withCause({ ...finding, evidence: [...finding.evidence, ...excluding] }, [write])];
}

const unsent = "create requests cannot contain metadata";
const undeclared = "no metadata that authors write is declared to have an effect";

function withoutEntries(created: Step, authored: AuthoredMetadata): Finding {
  const isSent = textsOf(authored).some((text) => contains(created, text));
  const isKnown = Object.keys(authored).length > 0;
  const [finding = undecided(requirement, "", [])] = isSent
    ? incidental([requirement], "reads do not show the metadata that the create request contained")
    : inapplicable([requirement], isKnown ? unsent : undeclared);
  return finding;
}

/**
 * Returns why the loss may be permitted: the operation replaces the object although the dialect does not declare it.
 * Undefined if the lost metadata was in the request, the operation has no argument for it, or a write without a spec
 * leaves the spec unchanged.
 */
function replacementIn(trial: Trial): string | undefined {
  const { via, authored, write, after, rewrite } = trial;
  if (textsOf(authored).some((text) => contains(write, text))) return undefined;
  const unknown = `${via} may replace the whole object and remove the metadata that a request omits: `;
  const mend = "; if so, declare mode: replace for the operation";
  if (rewrite?.write.wire === undefined) {
    const isLost = lostIn(trial).length > 0;
    const answer = rewrite === undefined ? "nothing else was tried" : describeStep(rewrite.write);
    return isLost ? `${unknown}${answer}${mend}` : undefined;
  }
  if (!textsOf(rewrite.authored).some((text) => contains(rewrite.write, text))) return undefined;
  const [was, is] = [objectOf(after), objectOf(rewrite.after)];
  if (!isAccepted(rewrite.write) || was === undefined || is === undefined) {
    return `${unknown}a write without a spec is not accepted${mend}`;
  }
  if (Object.keys(was.spec ?? {}).every((name) => contains(rewrite.write, name))) {
    return `${unknown}every request contains the spec${mend}`;
  }
  return hasClearedSpec(was, is)
    ? `${unknown}a write without a spec clears the spec${mend}`
    : undefined;
}

function judgeTerminating({ held, write, after }: Terminating): readonly Finding[] {
  const { deletionTimestamp } = held.object.metadata;
  const isLeft = isAccepted(write) && objectOf(after) !== undefined;
  if (deletionTimestamp === undefined || !isLeft) {
    return incidental([requirement], "no spec could be written to a terminating object");
  }
  const delay = delayBetween(write, after);
  if (delay !== undefined) return [undecided(requirement, delay, [write.exchange, after.exchange])];
  const finding = given(requirement, { write, after }, (of) => ({
    holds: isSame(deletionTimestamp, of.after.metadata.deletionTimestamp),
    expected: `after a new spec, the deletion timestamp is still ${deletionTimestamp}`,
    actual: `the deletion timestamp is ${of.after.metadata.deletionTimestamp ?? "absent"}`,
  }));
  return [withCause(finding, [write])];
}

function lostIn({ authored, before, after }: Trial): readonly string[] {
  const is = entriesOf(objectOf(after), authored);
  return [...entriesOf(objectOf(before), authored)]
    .filter(([entry, value]) => is.get(entry) !== value)
    .map(([entry]) => entry);
}

/** Returns the stored entries that the author wrote, and the owners. Others may change entries of their own. */
function entriesOf(
  object: Resource | undefined,
  authored: AuthoredMetadata,
): ReadonlyMap<string, string> {
  const entries = new Map<string, string>();
  for (const name of authoredNames) {
    const stored = entriesIn(object?.metadata[name]);
    for (const key of entriesIn(authored[name]).keys()) {
      const value = stored.get(key);
      if (value !== undefined)
        entries.set(`the ${authoredField(name).entry} ${JSON.stringify(key)}`, value);
    }
  }
  for (const { uid } of object?.metadata.ownerReferences ?? []) {
    entries.set(`the owner ${JSON.stringify(uid)}`, "");
  }
  return entries;
}

function entriesIn(value: AuthoredValue | undefined = {}): ReadonlyMap<string, string> {
  if (!isList(value)) return new Map(Object.entries(value));
  const texts = value.map((entry) => (typeof entry === "string" ? entry : JSON.stringify(entry)));
  return new Map(texts.map((text) => [text, text]));
}

function isList(value: AuthoredValue): value is Extract<AuthoredValue, readonly unknown[]> {
  return Array.isArray(value);
}

/** Returns the texts that a request contains only if it contains this metadata. */
function textsOf(authored: AuthoredMetadata): readonly string[] {
  return authoredNames.flatMap((name) => {
    const entries = entriesIn(authored[name]);
    const note = entries.get(noteKey);
    if (note !== undefined) return [note];
    return authoredField(name).form === "texts" ? [] : [...entries.values()];
  });
}

function contains({ wire }: Step, text: string): boolean {
  return JSON.stringify(wire?.variables ?? {}).includes(text);
}
