import type { Resource, UpdateCommand } from "#contract";
import {
  acceptedObject,
  defineCheck,
  describeDifferences,
  given,
  isSame,
  operationsToTry,
  readOf,
  sampleSpec,
  specWrite,
  supports,
} from "#harness";
import type { CheckContext, Step } from "#harness";

interface AuthorWrite {
  readonly what: string;
  readonly write: Step;
  readonly after: Step;
}

interface Observations {
  readonly before: Step;
  readonly writes: readonly AuthorWrite[];
}

const requirement = "write.spec-write-keeps-identity";

/** A server that stores an update as a new object changes its uid or creation time. */
export const specWriteKeepsIdentity = defineCheck<Observations>({
  id: "isolation/spec-write-keeps-identity",
  title: "Writes to spec and labels leave name, namespace, uid and creation time unchanged",
  covers: [requirement],
  scope: "kind",
  needsNoStatus: true,
  verbs: ["update"],

  async drive(context) {
    const { key, object } = await context.fixture();
    const before = await context.call(readOf(key));
    const writes: AuthorWrite[] = [];
    let { resourceVersion } = object.metadata;
    for (const [what, change] of authorWrites(context)) {
      const write = await context.call(specWrite(key, { resourceVersion, ...change }));
      ({ resourceVersion } = acceptedObject(write, `${what} could not be stored`).metadata);
      writes.push({ what, write, after: await context.call(readOf(key)) });
    }
    return { before, writes };
  },

  judge({ before, writes }) {
    return writes.map(({ what, write, after }) =>
      given(requirement, { before, write, after }, (of) => ({
        holds: isSame(identityOf(of.before), identityOf(of.after)),
        expected: `after ${what}, name, namespace, uid and creation time are unchanged`,
        actual: describeDifferences("metadata", identityOf(of.before), identityOf(of.after)),
      })),
    );
  },
});

function identityOf({ metadata }: Resource): object {
  const { name, namespace, uid, creationTimestamp } = metadata;
  return { name, namespace, uid, creationTimestamp };
}

function authorWrites(
  context: CheckContext,
): readonly (readonly [string, Partial<UpdateCommand>])[] {
  const canLabel = supports(context, "labels.write");
  return operationsToTry(context, "update").flatMap((via, index) => {
    const labels = { ...context.label, "conformance-note": `note-${index}` };
    return [
      [`a new spec through ${via}`, { via, spec: sampleSpec(context, index + 1) }] as const,
      ...(canLabel ? [[`new labels through ${via}`, { via, labels }] as const] : []),
    ];
  });
}
