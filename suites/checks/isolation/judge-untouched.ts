import type { Resource } from "#contract";
import { describeDifferences, given, isSame, withCause } from "#harness";
import type { Finding, Step } from "#harness";

const noSpec = "a read shows no spec, so none could be lost";
const noMetadata = "a read shows no label, annotation or finalizer, so none could be lost";

/**
 * Requires that the author's part of an object is the same in the reads before and after a write. An absent spec, or
 * absent metadata, does not count as an instance.
 */
export function judgeUntouched(
  what: string,
  trial: { readonly before: Step; readonly attempt: Step; readonly after: Step },
): readonly Finding[] {
  const reads = { before: trial.before, after: trial.after };
  const findings = [
    given("isolation.status-write-never-changes-spec", reads, ({ before, after }) => ({
      holds: isSame(before.spec, after.spec),
      expected: `${what} leaves the spec unchanged`,
      actual: describeDifferences("the stored spec", before.spec, after.spec),
      ...(before.spec === undefined ? { instances: 0, note: noSpec } : {}),
    })),
    given("isolation.status-write-never-changes-metadata", reads, ({ before, after }) => {
      const was = authoredMetadata(before);
      const is = authoredMetadata(after);
      return {
        holds: isSame(was, is),
        expected: `${what} leaves the author's metadata unchanged`,
        actual: describeDifferences("the stored metadata", was, is),
        ...(hasMetadata(before) ? {} : { instances: 0, note: noMetadata }),
      };
    }),
  ];
  return findings.map((finding) => withCause(finding, [trial.attempt]));
}

/** Metadata that only authors may change. */
function authoredMetadata({ metadata }: Resource): Readonly<Record<string, unknown>> {
  const { labels, annotations, finalizers, deletionTimestamp } = metadata;
  return { labels, annotations, finalizers, deletionTimestamp };
}

/** Whether an author has set anything that a status write could remove. */
function hasMetadata({ metadata }: Resource): boolean {
  const { labels = {}, annotations = {}, finalizers = [] } = metadata;
  return Object.keys(labels).length + Object.keys(annotations).length + finalizers.length > 0;
}
