import { isJsonObject, isSameValue } from "#contract";
import type { Feature, ObjectKey, Semantics } from "#contract";
import { membersKey } from "#targets/graphql";
import type { ArgumentTree, Dialect, KindDialect, ObjectOperation } from "#targets/graphql";
import { onTrial } from "../requests/on-trial.ts";
import type { Shared } from "../requests/on-trial.ts";
import { probeConditions } from "./probe-conditions.ts";
import { probeCrossWrite } from "./probe-cross-write.ts";
import { probeSelectorExit } from "./probe-selector-exit.ts";
import { probeStaleAndInvalid } from "./probe-stale-and-invalid.ts";
import { learnUidKeys } from "./probe-uid-keys.ts";
import { learnUpdateModes } from "./probe-update-mode.ts";
import {
  create,
  isAccepted,
  newKey,
  objectIn,
  read,
  remove,
  send,
  whyNot,
  withKind,
} from "../requests/trial-requests.ts";
import type { Trial } from "../requests/trial-requests.ts";

/**
 * Tests behavior that can be judged only after the errors are known, such as spec changes, cross-writes, writes with
 * two errors, and objects that stop matching a watch. Resolves with the dialect and the detected features.
 */
export async function probeSecondRound(start: Dialect, shared: Shared): Promise<SecondRound> {
  const kinds: KindDialect[] = [];
  const shown: Shown[] = [];
  for (const kind of start.kinds) {
    // Skips kinds whose objects could not be created in the first round.
    const isTried = kind.samples.specs.length > 0 && kind.semantics !== undefined;
    const settled = isTried ? await withSettledWrites(start, kind, shared) : kind;
    const dialect = withKind(start, settled);
    const found = isTried ? await onTrial(dialect, kind.name, { shared, work: tryAll }) : undefined;
    kinds.push(found === undefined ? settled : joined(settled, found));
    shown.push(...(found?.shown ?? []));
    if (found?.areLabelsSpec === true) shared.notes.drop(["kinds", kind.name, "paths", "labels"]);
  }
  return { dialect: { ...start, kinds }, features: featuresOf(shown) };
}

interface SecondRound {
  readonly dialect: Dialect;
  readonly features: readonly Feature[];
}

type Shown = readonly [feature: Feature, isShown: boolean];

/** Features apply to the whole endpoint, so every kind must behave accordingly. */
function featuresOf(shown: readonly Shown[]): readonly Feature[] {
  const denied = new Set(shown.filter(([, isShown]) => !isShown).map(([feature]) => feature));
  return [...new Set(shown.map(([feature]) => feature))].filter((one) => !denied.has(one));
}

async function withSettledWrites(
  start: Dialect,
  kind: KindDialect,
  shared: Shared,
): Promise<KindDialect> {
  const settled = (await onTrial(start, kind.name, { shared, work: learnUpdateModes })) ?? kind;
  const dialect = withKind(start, settled);
  const work = (trial: Trial): Promise<KindDialect> => learnUidKeys(trial, dialect);
  return (await onTrial(dialect, kind.name, { shared, work })) ?? settled;
}

interface SecondFindings {
  readonly semantics: Partial<Semantics>;
  readonly areLabelsSpec: boolean;
  readonly shown: readonly Shown[];
}

async function tryAll(trial: Trial): Promise<SecondFindings | undefined> {
  const key = newKey(trial);
  const [spec = {}] = trial.kind.samples.specs;
  if (!isAccepted(await create(trial, key, spec))) return undefined;
  try {
    await probeUpdate(trial, key);
    const areLabelsSpec = await probeLabels(trial, key);
    const crossWrite = await probeCrossWrite(trial, key);
    const staleAndInvalid = await probeStaleAndInvalid(trial, key);
    const selectorExit = await probeSelectorExit(trial);
    const areConditionsValidated = await probeConditions(trial, key);
    return {
      areLabelsSpec,
      shown: [
        ...(selectorExit === undefined
          ? []
          : [["watch.selectorTransitions", selectorExit === "deleted"] as const]),
        ...(areConditionsValidated === undefined
          ? []
          : [["status.conditions", areConditionsValidated] as const]),
      ],
      semantics: {
        ...(crossWrite === undefined ? {} : { crossWrite }),
        ...(staleAndInvalid === undefined ? {} : { staleAndInvalid }),
        ...(selectorExit === undefined ? {} : { selectorExit }),
      },
    };
  } finally {
    await remove(trial, key);
  }
}

function joined(kind: KindDialect, { semantics, areLabelsSpec }: SecondFindings): KindDialect {
  const whole = areLabelsSpec ? withLabelsInSpec(kind) : kind;
  return { ...whole, semantics: { ...whole.semantics, ...semantics } };
}

/**
 * If the spec consists of fields next to the identity, makes the labels a field of the spec. Otherwise, only removes
 * their path and their arguments.
 */
function withLabelsInSpec(kind: KindDialect): KindDialect {
  const { labels, ...paths } = kind.paths;
  if (labels === undefined) return kind;
  const name = labels.split(".").at(-1) ?? labels;
  const beside = typeof paths.spec === "object" && !labels.includes(".") ? paths.spec : undefined;
  const spec = beside === undefined ? paths.spec : { ...beside, [name]: labels };
  const changed = <Operation extends ObjectOperation>(operation: Operation): Operation => ({
    ...operation,
    arguments: replaced(operation.arguments, beside === undefined ? undefined : `$spec.${name}`),
  });
  const { operations } = kind;
  return {
    ...kind,
    paths: { ...paths, ...(spec === undefined ? {} : { spec }) },
    operations: {
      ...operations,
      create: operations.create.map(changed),
      update: operations.update.map(changed),
    },
  };
}

type Tree = Readonly<Record<string, ArgumentTree>>;

/**
 * Replaces the `$labels` placeholder with `value`. Removes the placeholder if there is no `value`, or if it is next to
 * the fields of the spec, because these then include the labels.
 */
function replaced(tree: Tree, value: string | undefined): Tree {
  const isCovered = Object.hasOwn(tree, membersKey);
  return Object.fromEntries(
    Object.entries(tree).flatMap(([name, inner]): [string, ArgumentTree][] => {
      if (inner === "$labels") return value === undefined || isCovered ? [] : [[name, value]];
      return [[name, isJsonObject(inner) ? replaced(inner, value) : inner]];
    }),
  );
}

async function probeUpdate(trial: Trial, key: ObjectKey): Promise<void> {
  for (const [index, { id }] of trial.kind.operations.update.entries()) {
    const { specs } = trial.kind.samples;
    const spec = specs[(index + 1) % specs.length] ?? {};
    const before = objectIn(await read(trial, key));
    if (before === undefined) return;
    const { resourceVersion } = before.metadata;
    const command = { verb: "update", identity: "author", via: id, key, resourceVersion } as const;
    const written = await send(trial, { ...command, spec });
    const after = objectIn(await read(trial, key));
    const at = ["kinds", trial.kind.name, "operations", "update", id];
    const isStored = !isSameValue(after?.spec, before.spec);
    if (!isAccepted(written)) {
      trial.notes.note(at, "low", `the endpoint rejected a sample: ${whyNot(written)}`);
    } else if (isStored) {
      trial.notes.note(at, "high", "a read returned the spec that it wrote");
      const place = ["kinds", trial.kind.name, "paths", "spec"];
      trial.notes.note(place, "high", "a written spec was found in this field");
      noteGeneration(trial, before.metadata.generation, after?.metadata.generation);
    } else trial.notes.note(at, "low", "the spec was accepted, but a later read did not return it");
  }
}

/**
 * Writes labels as the author, and notes whether a read returns them. Returns true if the field belongs to the spec
 * instead: its name is only similar to that of labels, and a change increased the generation.
 */
async function probeLabels(trial: Trial, key: ObjectKey): Promise<boolean> {
  const [operation] = trial.kind.operations.update;
  const before = objectIn(await read(trial, key));
  const { labels: path } = trial.kind.paths;
  if (operation === undefined || before === undefined || path === undefined) return false;
  const { resourceVersion } = before.metadata;
  const labels = { ...before.metadata.labels, trial: "one" };
  const command = { verb: "update", identity: "author", via: operation.id, key } as const;
  const written = await send(trial, { ...command, resourceVersion, labels });
  if (!isAccepted(written)) return false;
  const after = objectIn(await read(trial, key));
  const at = ["kinds", key.kind, "paths", "labels"];
  const { generation } = before.metadata;
  if (!isSameValue(after?.metadata.labels, labels)) {
    trial.notes.note(at, "low", "written labels were not stored");
  } else if (generation !== after?.metadata.generation) {
    trial.notes.note(at, "low", "a label change increased the generation, as a spec change does");
    // An update that replaces the object may also have changed the spec.
    return !/labels$/iu.test(path) && isSameValue(after?.spec, before.spec);
  } else {
    const isShown = generation !== undefined;
    trial.notes.note(at, isShown ? "high" : "medium", "written labels were found in this field");
  }
  return false;
}

function noteGeneration(trial: Trial, before: number | undefined, after: number | undefined): void {
  if (before === undefined || after === undefined) return;
  const at = ["kinds", trial.kind.name, "paths", "generation"];
  const isMoved = after === before + 1;
  const reason = isMoved
    ? "a spec change increased it by one"
    : "a spec change did not increase it by one";
  trial.notes.note(at, isMoved ? "high" : "low", reason);
}
