import type { Semantics } from "#contract";
import type { Dialect, KindDialect } from "#targets/graphql";
import { create, isAccepted, newKey, remove, withKind } from "./trial-requests.ts";
import type { Trial } from "./trial-requests.ts";
import { onTrial } from "./on-trial.ts";
import type { Shared } from "./on-trial.ts";
import { withLabelsInSpec } from "./labels-in-spec.ts";
import { probeCrossWrite } from "./probe-cross-write.ts";
import { probeSelectorExit } from "./probe-selector-exit.ts";
import { probeStaleAndInvalid } from "./probe-stale-and-invalid.ts";
import { learnUpdateModes } from "./probe-update-mode.ts";
import { probeLabels, probeUpdate } from "./probe-update.ts";

/**
 * Tests behavior for which the reasons of refusals must be known: spec changes, cross-writes, writes with two mistakes,
 * and objects that stop matching a watch.
 */
export async function probeSecondRound(start: Dialect, shared: Shared): Promise<Dialect> {
  const kinds: KindDialect[] = [];
  for (const kind of start.kinds) {
    // Kinds that could not be created in the first round are skipped.
    const isTried = kind.samples.specs.length > 0 && kind.semantics !== undefined;
    const settled = isTried ? await withUpdateModes(start, kind, shared) : kind;
    const dialect = withKind(start, settled);
    const found = isTried ? await onTrial(dialect, kind.name, { shared, work: tryAll }) : undefined;
    kinds.push(found === undefined ? settled : joined(settled, found));
    if (found?.areLabelsSpec === true) shared.notes.drop(["kinds", kind.name, "paths", "labels"]);
  }
  return { ...start, kinds };
}

async function withUpdateModes(
  start: Dialect,
  kind: KindDialect,
  shared: Shared,
): Promise<KindDialect> {
  return (await onTrial(start, kind.name, { shared, work: learnUpdateModes })) ?? kind;
}

interface SecondFindings {
  readonly semantics: Partial<Semantics>;
  /** Whether the field that was taken for labels belongs to the spec. */
  readonly areLabelsSpec: boolean;
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
    return {
      areLabelsSpec,
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
