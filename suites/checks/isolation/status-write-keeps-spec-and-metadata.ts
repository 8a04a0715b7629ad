import {
  acceptedObject,
  defineCheck,
  objectOf,
  readOf,
  sampleSpec,
  sampleStatus,
  specWrite,
  statusWrite,
  undecided,
  supports,
} from "#harness";
import type { Step } from "#harness";
import { judgeUntouched } from "./judge-untouched.ts";

interface Observations {
  readonly authored: Step;
  readonly before: Step;
  readonly write: Step;
  readonly after: Step;
}

const requirements = [
  "isolation.status-write-never-changes-spec",
  "isolation.status-write-never-changes-metadata",
] as const;

export const statusWriteKeepsSpecAndMetadata = defineCheck<Observations>({
  id: "isolation/status-write-keeps-spec-and-metadata",
  title: "An accepted status write leaves spec and metadata as the author last wrote them",
  covers: requirements,
  scope: "status-write",
  verbs: ["update"],

  async drive(context) {
    const { key, object } = await context.fixture();
    const note = { "conformance-note": context.random.letters(8) };
    const canLabel = supports(context, "labels.write");
    const authored = await context.call(
      specWrite(key, {
        resourceVersion: object.metadata.resourceVersion,
        spec: sampleSpec(context, 1),
        ...(canLabel ? { labels: { ...context.label, ...note } } : {}),
        ...(canLabel || context.kind.isWithoutAnnotations === undefined
          ? { annotations: note }
          : {}),
      }),
    );
    const { resourceVersion } = acceptedObject(authored, "the spec update failed").metadata;
    const before = await context.call(readOf(key));

    const status = sampleStatus(context, 0);
    const write = await context.call(statusWrite(context, key, { resourceVersion, status }));
    acceptedObject(write, "a status write failed");

    const after = await context.call(readOf(key));
    return { authored, before, write, after };
  },

  judge({ authored, before, write, after }) {
    const delay = delayBetween(authored, before) ?? delayBetween(write, after);
    const evidence = [authored, before, write, after].map((step) => step.exchange);
    return delay === undefined
      ? judgeUntouched("an accepted status write", { before, attempt: write, after })
      : requirements.map((requirement) => undecided(requirement, delay, evidence));
  },
});

/**
 * Returns why a read is unusable for a comparison: its version differs from the response to the preceding write. A
 * stale read would look like a change.
 */
export function delayBetween(write: Step, read: Step): string | undefined {
  const written = objectOf(write)?.metadata.resourceVersion;
  const seen = objectOf(read)?.metadata.resourceVersion;
  return written === undefined || seen === undefined || written === seen
    ? undefined
    : `the read shows version ${seen}, but version ${written} was written before the read`;
}
