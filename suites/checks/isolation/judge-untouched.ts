import type { Resource } from "#contract";
import { describeDifferences, given, isSame, withCause } from "#harness";
import type { Finding, Step } from "#harness";

/** Judges that the author's side of an object is the same in two reads, with an attempt to write between them. */
export function judgeUntouched(
  what: string,
  trial: { readonly before: Step; readonly attempt: Step; readonly after: Step },
): readonly Finding[] {
  const reads = { before: trial.before, after: trial.after };
  const findings = [
    given("isolation.status-write-never-changes-spec", reads, ({ before, after }) => ({
      holds: isSame(before.spec, after.spec),
      expected: `${what} leaves the spec as it was`,
      actual: describeDifferences("the stored spec", before.spec, after.spec),
    })),
    given("isolation.status-write-never-changes-metadata", reads, ({ before, after }) => {
      const was = authoredMetadata(before);
      const is = authoredMetadata(after);
      return {
        holds: isSame(was, is),
        expected: `${what} leaves the author's metadata as they were`,
        actual: describeDifferences("the stored metadata", was, is),
      };
    }),
  ];
  return findings.map((finding) => withCause(finding, [trial.attempt]));
}

/** The metadata that only authors may change. */
function authoredMetadata({ metadata }: Resource): Readonly<Record<string, unknown>> {
  const { labels, annotations, finalizers, deletionTimestamp } = metadata;
  return { labels, annotations, finalizers, deletionTimestamp };
}
