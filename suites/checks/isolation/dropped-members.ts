import type { ForeignMembers, Resource } from "#contract";
import {
  acceptedObject,
  claim,
  defineCheck,
  describeStep,
  errored,
  failureOf,
  given,
  isAccepted,
  isSame,
  objectOf,
  sampleSpec,
  sampleStatus,
  statusWrite,
  undecided,
} from "#harness";
import type { Finding, Step } from "#harness";

interface Observations {
  readonly stored: Resource;
  readonly echo: Step;
  readonly byController: Step;
  readonly byAuthor: Step;
}

const echoed = "isolation.echoed-object-is-accepted";
const noOp = "isolation.ignored-write-is-no-op";

export const droppedMembers = defineCheck<Observations>({
  id: "isolation/dropped-members",
  title:
    "A status write that repeats the stored spec and metadata is accepted, and a write " +
    "keeps the version if its changes are all dropped",
  covers: [echoed, noOp],
  scope: "status-write",
  verbs: ["update"],
  features: ["body.address"],

  async drive(context) {
    const { key, object } = await context.fixture();
    const { resourceVersion } = object.metadata;
    const first = await context.call(
      statusWrite(context, key, { resourceVersion, status: sampleStatus(context, 0) }),
    );
    const stored = acceptedObject(first, "a status write failed");
    const status = sampleStatus(context, 1);
    const echo = await context.call(
      statusWrite(context, key, {
        resourceVersion: stored.metadata.resourceVersion,
        status,
        foreign: authorsSide(stored),
      }),
    );
    const version =
      echo.outcome.result === "object"
        ? echo.outcome.object.metadata.resourceVersion
        : stored.metadata.resourceVersion;
    const byController = await context.call(
      statusWrite(context, key, {
        resourceVersion: version,
        status,
        foreign: authorsSide({ ...stored, spec: sampleSpec(context, 2) }),
      }),
    );
    const byAuthor = await context.call({
      verb: "update",
      identity: "author",
      key,
      resourceVersion: version,
      foreign: { place: "beside", members: { status: sampleStatus(context, 2) } },
    });
    return { stored, echo, byController, byAuthor };
  },

  judge({ echo, byController, byAuthor }) {
    return [judgeEcho(echo), judgeNoOp(echo, byController), judgeNoOp(echo, byAuthor)];
  },
});

export function authorsSide({ spec, metadata: { labels, annotations } }: Resource): ForeignMembers {
  const metadata = {
    ...(labels === undefined ? {} : { labels }),
    ...(annotations === undefined ? {} : { annotations }),
  };
  return { place: "beside", members: { ...(spec === undefined ? {} : { spec }), metadata } };
}

function judgeEcho(echo: Step): Finding {
  const evidence = [echo.exchange];
  const broken = failureOf(echo);
  if (broken !== undefined) return errored(echoed, broken, evidence);
  return claim(echoed, {
    holds: isAccepted(echo),
    expected: "a status write that contains the whole object, as read, is accepted",
    actual: describeStep(echo),
    evidence,
  });
}

/** Returns which part of an object a write with a new version changed, although it should have been ignored. */
function storedPart(before: Resource, after: Resource): "spec" | "status" | undefined {
  if (before.metadata.resourceVersion === after.metadata.resourceVersion) return undefined;
  if (!isSame(before.spec, after.spec)) return "spec";
  return isSame(before.status, after.status) ? undefined : "status";
}

function judgeNoOp(echo: Step, write: Step): Finding {
  const who = write.command.identity;
  const [before, after] = [objectOf(echo), objectOf(write)];
  const stored =
    before === undefined || after === undefined ? undefined : storedPart(before, after);
  if (stored !== undefined) {
    const reason = `the write by the ${who} was not ignored: it changed the ${stored}, which other requirements judge`;
    return undecided(noOp, reason, [echo.exchange, write.exchange]);
  }
  return given(noOp, { echo, write }, (of) => ({
    holds: of.echo.metadata.resourceVersion === of.write.metadata.resourceVersion,
    expected: `a write by the ${who} keeps version ${of.echo.metadata.resourceVersion}, because all of its changes are dropped`,
    actual: `it gets version ${of.write.metadata.resourceVersion}`,
  }));
}
