import {
  claim,
  defineCheck,
  describeStep,
  given,
  isAccepted,
  readOf,
  sampleStatus,
  statusWrite,
} from "#harness";
import type { Step } from "#harness";

interface Observations {
  readonly first: Step;
  readonly replacement: Step;
  readonly after: Step;
  /** The kind's default status. It reappears if no status is stored. */
  readonly usual: Readonly<Record<string, unknown>>;
}

const requirement = "write.replacement-without-status-removes-it";

export const replacementWithoutStatus = defineCheck<Observations>({
  id: "write/replacement-without-status",
  title: "Replacing an object without sending a status clears the stored status",
  covers: [requirement],
  scope: "status-write",
  statusModes: ["replace"],
  features: ["status.replace", "body.address"],

  async drive(context) {
    const { key, object } = await context.fixture();
    const write = statusWrite(context, key, {
      resourceVersion: object.metadata.resourceVersion,
      status: sampleStatus(context, 0),
    });
    const first = await context.call(write);
    const version =
      first.outcome.result === "object"
        ? first.outcome.object.metadata.resourceVersion
        : object.metadata.resourceVersion;
    const replacement = await context.call({
      ...write,
      resourceVersion: version,
      foreign: { place: "beside", members: { status: null } },
    });
    const after = await context.call(readOf(key));
    return { first, replacement, after, usual: context.kind.statusDefault ?? {} };
  },

  judge({ first, replacement, after, usual }) {
    const evidence = [replacement.exchange, after.exchange];
    // A rejected replacement is a violation only if its version was correct, that is, if the first write got a
    // response.
    if (isAccepted(first) && replacement.outcome.result === "refused") {
      const expected = "the replacement is accepted";
      const actual = describeStep(replacement);
      return [claim(requirement, { holds: false, expected, actual, evidence })];
    }
    return [
      given(requirement, { first, replacement, after }, (of) => ({
        holds: Object.keys(of.after.status ?? {}).every((member) => Object.hasOwn(usual, member)),
        expected: "no status, or the default status of new objects",
        actual: `the status is ${JSON.stringify(of.after.status ?? null)}`,
      })),
    ];
  },
});
