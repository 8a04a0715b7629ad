import type { Feature, Semantics } from "#contract";
import type { Dialect, KindDialect } from "#targets/graphql";
import { create, isAccepted, newKey, remove, withKind } from "./trial-requests.ts";
import type { Trial } from "./trial-requests.ts";
import { onTrial } from "./on-trial.ts";
import type { Shared } from "./on-trial.ts";
import { withLabelsInSpec } from "./labels-in-spec.ts";
import { probeConditions } from "./probe-conditions.ts";
import { probeCrossWrite } from "./probe-cross-write.ts";
import { probeSelectorExit } from "./probe-selector-exit.ts";
import { probeStaleAndInvalid } from "./probe-stale-and-invalid.ts";
import { learnUidKeys } from "./probe-uid-keys.ts";
import { learnUpdateModes } from "./probe-update-mode.ts";
import { probeLabels, probeUpdate } from "./probe-update.ts";

/**
 * Tests behavior that can be judged only after the errors are known: spec changes, cross-writes, writes with two
 * errors, and objects that stop matching a watch. Resolves with the dialect and the detected features.
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
