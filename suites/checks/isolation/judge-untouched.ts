import type { Resource } from "#contract";
import { describeDifferences, given, isSame } from "#harness";
import type { Finding, Step } from "#harness";

/** Judges that the author's side of an object is the same in two reads, with a status write between them. */
export function judgeUntouched(
  what: string,
  reads: { readonly before: Step; readonly after: Step },
): readonly Finding[] {
  // A caller may hand over a whole trial: its other steps are not what is claimed about.
  const steps = { before: reads.before, after: reads.after };
  return [
    given("isolation.status-write-never-changes-spec", steps, ({ before, after }) => ({
      holds: isSame(before.spec, after.spec),
      expected: `${what} leaves the spec as it was`,
      actual: describeDifferences("the stored spec", before.spec, after.spec),
    })),
    given("isolation.status-write-never-changes-metadata", steps, ({ before, after }) => {
      const was = authoredMetadata(before);
      const is = authoredMetadata(after);
      return {
        holds: isSame(was, is),
        expected: `${what} leaves the author's metadata as they were`,
        actual: describeDifferences("the stored metadata", was, is),
      };
    }),
  ];
}

/** The metadata that only authors may change. */
function authoredMetadata({ metadata }: Resource): Readonly<Record<string, unknown>> {
  const { labels, annotations, finalizers, deletionTimestamp } = metadata;
  return { labels, annotations, finalizers, deletionTimestamp };
}
