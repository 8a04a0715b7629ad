import type { JsonObject } from "#contract";
import {
  acceptedObject,
  countedStatus,
  defineCheck,
  describeDifferences,
  freshCount,
  given,
  isAccepted,
  isSame,
  judgeNoneMoved,
  operationsToTry,
  readOf,
  sampleSpec,
  sampleStatus,
  specWrite,
  statusWrite,
  tryRefusals,
  withCause,
} from "#harness";
import type { CheckContext, Finding, Step, Subject } from "#harness";
import {
  effectsOf,
  judgeIgnored,
  judgeOneWay,
  judgeRejected,
  nothingSent,
  sentTrials,
} from "./foreign-member.ts";
import type { ForeignTrial } from "./foreign-member.ts";
import { inAllWords, inSingleFields, statusSpellings } from "./spellings.ts";
import type { Spelling } from "./spellings.ts";

interface Observations {
  readonly trials: readonly ForeignTrial[];
  /**
   * The same attempts by an apply, which knows only the fields of the schema, so it rejects others whatever they mean.
   * Absent if there is none, and in records of earlier versions.
   */
  readonly applied?: readonly ForeignTrial[];
  /** The same attempts without a version, if the target accepted them. Absent in records of earlier versions. */
  readonly versionless?: readonly VersionlessWrite[];
}

interface VersionlessWrite extends Spelling {
  readonly before: Step;
  readonly attempt: Step;
  readonly after: Step;
}

export const statusInSpecWrite = defineCheck<Observations>({
  id: "isolation/status-in-spec-write",
  title: "A status in a spec write is rejected or ignored, and the stored status does not change",
  covers: [
    "isolation.status-in-spec-write-is-rejected",
    "isolation.status-in-spec-write-is-ignored",
    "isolation.spec-write-never-changes-status",
    "isolation.one-way-of-refusing",
    "isolation.refused-write-changes-nothing",
    "watch.nothing-for-refused",
  ],
  scope: "kind",
  verbs: ["update"],

  async drive(context) {
    const { applyUpdates = [] } = context.kind;
    const updates = operationsToTry(context, "update");
    const [trials, applied, versionless] = await Promise.all([
      triesOf(context, updates),
      triesOf(context, applyUpdates),
      Promise.all(updates.map((via) => writeWithoutVersion(context, via))),
    ]);
    return {
      trials,
      ...(applied.length === 0 ? {} : { applied }),
      ...(versionless.flat().length === 0 ? {} : { versionless: versionless.flat() }),
    };
  },

  judge({ trials, applied = [], versionless = [] }, { semantics }) {
    const all = [...trials, ...applied];
    return [
      ...judgeRejected("isolation.status-in-spec-write-is-rejected", trials),
      ...judgeIgnored("isolation.status-in-spec-write-is-ignored", all, semantics),
      judgeOneWay(trials),
      ...judgeStatusKept(all),
      ...versionless.flatMap(judgeKeptWithoutVersion),
      ...judgeNoneMoved(sentTrials(all).map(({ trial }) => trial)),
    ];
  },
});

async function triesOf(
  context: CheckContext,
  operations: readonly string[],
): Promise<readonly ForeignTrial[]> {
  return (await Promise.all(operations.map((via) => tryWrites(context, via)))).flat();
}

function spellingsOf({ kind }: CheckContext, via: string, status: JsonObject): readonly Spelling[] {
  const write = { verb: "update", via, values: { status } } as const;
  return inAllWords(kind, write, statusSpellings(status, via));
}

function tryWrites(context: CheckContext, via: string): Promise<readonly ForeignTrial[]> {
  const spec = sampleSpec(context, 1);
  const status = sampleStatus(context, 1);
  const { kind } = context;
  const write = { verb: "update", via } as const;
  return tryRefusals(context, {
    mistakes: [
      ...spellingsOf(context, via, status),
      ...inSingleFields(kind, write, { name: "status", value: status, stored: {} }),
    ],
    prepare: () => subjectWithStatus(context),
    attempt: ({ foreign }, { key, object: { metadata } }) =>
      specWrite(key, { via, resourceVersion: metadata.resourceVersion, spec, foreign }),
    repair: ({ metadata: { resourceVersion } }, { key }) =>
      specWrite(key, { via, resourceVersion, spec }),
  });
}

/**
 * Some targets have a separate path for writes without a version, which replaces the whole stored object. Other checks
 * judge whether such a write must be rejected.
 */
async function writeWithoutVersion(
  context: CheckContext,
  via: string,
): Promise<readonly VersionlessWrite[]> {
  const { key } = await subjectWithStatus(context);
  const spec = sampleSpec(context, 1);
  const writes: VersionlessWrite[] = [];
  let before = await context.call(readOf(key));
  for (const spelling of spellingsOf(context, via, sampleStatus(context, 1))) {
    const { foreign } = spelling;
    const write = { verb: "update", identity: "author", key, via, spec, foreign } as const;
    const attempt = await context.call(write);
    if (!isAccepted(attempt)) continue;
    const after = await context.call(readOf(key));
    writes.push({ ...spelling, before, attempt, after });
    before = after;
  }
  return writes;
}

/** Creates an object with a counted status, so that a write could overwrite or extend it. */
async function subjectWithStatus(context: CheckContext): Promise<Subject> {
  const { key, object } = await context.fixture();
  const { resourceVersion } = object.metadata;
  const status = countedStatus(context, freshCount(context, 1));
  const write = await context.call(statusWrite(context, key, { resourceVersion, status }));
  return { key, object: acceptedObject(write, "a status write failed") };
}

function judgeStatusKept(trials: readonly ForeignTrial[]): readonly Finding[] {
  const requirement = "isolation.spec-write-never-changes-status";
  const findings = sentTrials(trials).flatMap((one) => {
    const { before, attempt, after } = one.trial;
    const kept = given(requirement, { before, after }, (of) => ({
      holds: isSame(of.before.status, of.after.status),
      expected: `a spec write with ${one.what} leaves the status unchanged`,
      actual: describeDifferences("the stored status", of.before.status, of.after.status),
      ...(of.before.status === undefined ? { instances: 0, note: noStatus } : {}),
    }));
    return effectsOf(one, [withCause(kept, [attempt])]);
  });
  return findings.length > 0 ? findings : [nothingSent(requirement, trials)];
}

function judgeKeptWithoutVersion(one: VersionlessWrite): readonly Finding[] {
  const { what, before, attempt, after } = one;
  const kept = given("isolation.spec-write-never-changes-status", { before, after }, (of) => ({
    holds: isSame(of.before.status, of.after.status),
    expected: `a spec write without a version, with ${what}, leaves the status unchanged`,
    actual: describeDifferences("the stored status", of.before.status, of.after.status),
  }));
  return effectsOf(one, [withCause(kept, [attempt])]);
}

const noStatus = "reads do not return the status, so its loss would not be visible";
