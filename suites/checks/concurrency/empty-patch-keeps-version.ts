import type { PatchStatusCommand, RequirementId, Resource, Semantics } from "#contract";
import {
  acceptedObject,
  counterValue,
  countedStatus,
  declaredFor,
  defineCheck,
  givenDelivery,
  sampleStatus,
  statusApply,
  statusPatch,
  statusWrite,
  undecided,
  vacuous,
  writeInTurn,
  supports,
} from "#harness";
import type { CheckContext, Finding, SettledEvents, Step } from "#harness";
import { givenNoOps, judgeNoOpEvents, judgeNoOpVersions } from "./judge-no-op-version.ts";
import type { NoOpWrite } from "./judge-no-op-version.ts";

interface Trial {
  readonly stored: Resource;
  readonly patches: readonly Step[];
  readonly noOp?: Semantics["noOp"];
  readonly before: SettledEvents;
  readonly after: SettledEvents;
}

interface Observations {
  readonly trials: readonly Trial[];
}

export const emptyPatchKeepsVersion = defineCheck<Observations>({
  id: "concurrency/empty-patch-keeps-version",
  title: "A patch that changes nothing succeeds, keeps the version and causes no event",
  covers: ["concurrency.no-op-keeps-version", "watch.nothing-for-no-op"],
  scope: "kind",
  verbs: ["patchStatus"],

  async drive(context) {
    const takes = {
      merge: supports(context, "status.patch.merge"),
      json: supports(context, "status.patch.json"),
    };
    const patched = takes.merge || takes.json ? [tryPatches(context, takes)] : [];
    const applied = supports(context, "status.apply") ? [tryApply(context)] : [];
    return { trials: await Promise.all([...patched, ...applied]) };
  },

  judge({ trials }, { semantics }) {
    const writesOf = ({ patches, noOp = semantics.noOp }: Trial): readonly NoOpWrite[] =>
      patches.map((step) => ({ step, noOp }));
    if (trials.length === 0)
      return [noPatch("concurrency.no-op-keeps-version"), noPatch("watch.nothing-for-no-op")];
    return [
      ...trials.flatMap((trial) => judgeNoOpVersions(trial.stored, writesOf(trial))),
      ...trials.flatMap((trial) =>
        trial.after.watched
          ? [judgeEvents(trial, writesOf(trial))]
          : vacuous(["watch.nothing-for-no-op"], "the kind does not support watches"),
      ),
    ];
  },
});

function noPatch(requirement: RequirementId): Finding {
  return undecided(requirement, "the target declares no patch type", []);
}

interface Taken {
  readonly merge: boolean;
  readonly json: boolean;
}

async function tryPatches(context: CheckContext, takes: Taken): Promise<Trial> {
  const { key, object } = await context.fixture();
  const { counter } = context.kind.samples;
  const value = counterValue(context, 1);
  const write = await context.call(
    statusWrite(context, key, {
      resourceVersion: object.metadata.resourceVersion,
      status: { ...sampleStatus(context, 0), [counter]: value },
    }),
  );
  const stored = acceptedObject(write, "a status write failed");
  const merge = (patch: PatchStatusCommand["patch"]): PatchStatusCommand =>
    statusPatch(key, { format: "merge", patch });
  const json = (patch: PatchStatusCommand["patch"]): PatchStatusCommand =>
    statusPatch(key, { format: "json", patch });
  const test = { op: "test", path: `/status/${counter}`, value };
  const writes: Readonly<Record<string, PatchStatusCommand>> = {
    ...(takes.merge ? { empty: merge({}), emptyStatus: merge({ status: {} }) } : {}),
    ...(takes.json ? { noOperation: json([]), testAlone: json([test]) } : {}),
  };
  const before = await context.settle(key);
  const steps = await writeInTurn(context, stored.metadata.resourceVersion, writes);
  const { noOp } = declaredFor(context, { verb: "patchStatus" });
  return { stored, patches: Object.values(steps), noOp, before, after: await context.settle(key) };
}

async function tryApply(context: CheckContext): Promise<Trial> {
  const { key, object } = await context.fixture();
  const apply = statusApply(key, {
    manager: "conformance-first",
    status: countedStatus(context, 1),
  });
  const { resourceVersion } = object.metadata;
  const first = await context.call({ ...apply, resourceVersion });
  const stored = acceptedObject(first, "an apply failed");
  const before = await context.settle(key);
  const again = await context.call({
    ...apply,
    resourceVersion: stored.metadata.resourceVersion,
  });
  const { noOp } = declaredFor(context, again.command);
  return { stored, patches: [again], noOp, before, after: await context.settle(key) };
}

/** Compares events with versions: no event if the version is kept, one event for each new version. */
function judgeEvents({ before, after }: Trial, writes: readonly NoOpWrite[]): Finding {
  const requirement = "watch.nothing-for-no-op";
  const evidence = writes.map(({ step }) => step.exchange);
  const during = after.events.slice(before.events.length);
  return givenNoOps(requirement, writes, (wanted) => {
    const delivered = givenDelivery(requirement, { watches: [before, after], evidence }, () => ({
      holds: true,
      expected: "",
      actual: "",
    }));
    if (delivered.result !== "held") return delivered;
    const { evidence: all } = delivered;
    return judgeNoOpEvents({
      requirement,
      evidence: all,
      writes,
      wanted,
      during,
      all: after.events,
    });
  });
}
