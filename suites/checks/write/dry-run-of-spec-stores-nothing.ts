import {
  claim,
  defineCheck,
  describeDifferences,
  errored,
  exercised,
  failureOf,
  given,
  hookVia,
  isAccepted,
  isSame,
  isSent,
  nothingToJudge,
  objectOf,
  readOf,
  sampleSpec,
  vacuous,
  wholeWrite,
} from "#harness";
import type { CheckContext, Finding, Step } from "#harness";

const requirement = "write.dry-run-of-spec-stores-nothing";

interface UpdateTrial {
  readonly before: Step;
  readonly tried: Step;
  readonly after: Step;
  /** The same write without dry run. */
  readonly earnest: Step;
}

interface CreateTrial {
  readonly tried: Step;
  readonly read: Step;
}

interface Observations {
  readonly update?: UpdateTrial;
  readonly creation?: CreateTrial;
}

/** A server may implement dry runs only for status writes, and ignore the option elsewhere. */
export const dryRunOfSpecStoresNothing = defineCheck<Observations>({
  id: "write/dry-run-of-spec-stores-nothing",
  title:
    "A dry run of a create request creates no object, and a dry run of a spec write " +
    "changes no object",
  covers: [requirement],
  scope: "kind",
  needsNoStatus: true,
  features: ["dry-run"],

  async drive(context) {
    const { create, update } = context.kind.operations;
    return {
      ...(isOfApi(update) ? { update: await tryUpdate(context) } : {}),
      ...(isOfApi(create) ? { creation: await tryCreation(context) } : {}),
    };
  },

  judge({ update, creation }) {
    const findings = [
      ...(update === undefined ? [] : judgeUpdate(update)),
      ...(creation === undefined ? [] : judgeCreation(creation)),
    ];
    return findings.length === 0
      ? vacuous([requirement], "the API can neither create nor update objects of the kind")
      : findings;
  },
});

/** Whether the first operation belongs to the API. A hook has no dry run. */
function isOfApi([first]: readonly string[]): boolean {
  return first !== undefined && first !== hookVia;
}

async function tryCreation(context: CheckContext): Promise<CreateTrial> {
  const key = context.unusedKey();
  const labels = Object.keys(context.label).length === 0 ? {} : { labels: context.label };
  const tried = await context.call({
    verb: "create",
    identity: "author",
    key,
    spec: sampleSpec(context, 0),
    ...labels,
    options: { dryRun: true },
  });
  return { tried, read: await context.call(readOf(key)) };
}

async function tryUpdate(context: CheckContext): Promise<UpdateTrial> {
  const { key, object } = await context.fixture();
  const before = await context.call(readOf(key));
  const write = {
    ...wholeWrite(context.kind, objectOf(before) ?? object, {}),
    spec: sampleSpec(context, 1),
  };
  const tried = await context.call({ ...write, options: { dryRun: true } });
  const after = await context.call(readOf(key));
  return { before, tried, after, earnest: await context.call(write) };
}

function judgeUpdate({ before, tried, after, earnest }: UpdateTrial): readonly Finding[] {
  const evidence = [before, tried, after, earnest].map(({ exchange }) => exchange);
  const lost = failureOf(tried) ?? failureOf(earnest);
  if (lost !== undefined) return [errored(requirement, lost, evidence)];
  if (!isSent(tried) || !(isAccepted(tried) || isAccepted(earnest))) {
    return vacuous([requirement], "the kind does not support dry runs of spec writes");
  }
  if (!isAccepted(tried)) return [nothingToJudge(requirement, tried, evidence)];
  const finding = given(requirement, { before, after }, (of) => ({
    holds: isSame(of.before, of.after),
    expected: `the stored object stays unchanged, at version ${of.before.metadata.resourceVersion}`,
    actual: describeDifferences("the stored object", of.before, of.after),
    // A write that changes nothing is no evidence.
    ...exercised(
      !isSame(of.before.spec, objectOf(earnest)?.spec),
      "the same write without dry run changed nothing",
    ),
  }));
  return [finding];
}

function judgeCreation({ tried, read }: CreateTrial): readonly Finding[] {
  const evidence = [tried, read].map(({ exchange }) => exchange);
  const lost = failureOf(tried) ?? failureOf(read);
  if (lost !== undefined) return [errored(requirement, lost, evidence)];
  if (!isAccepted(tried)) {
    return vacuous([requirement], "the kind does not support dry runs of create requests");
  }
  const found = objectOf(read);
  return [
    claim(requirement, {
      holds: found === undefined,
      expected: "no object with this name exists after the dry run",
      actual: `a read returns an object with version ${found?.metadata.resourceVersion ?? ""}`,
      evidence,
    }),
  ];
}
