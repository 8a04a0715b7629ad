import { authoredField, authoredNames, authoredOf, isEmptyField } from "#contract";
import type { Resource } from "#contract";
import { describeDifferences, given, isSame, withCause } from "#harness";
import type { Finding, Step } from "#harness";

const noSpec = "reads do not return the spec, so its loss would not be visible";
const entries = authoredNames.map((name) => authoredField(name).entry);
const noMetadata = `reads show no ${entries.slice(0, -1).join(", ")} or ${entries.at(-1)}, so their loss would not be visible`;

/**
 * Requires that the author's fields of an object are the same in the reads before and after a write. An absent spec, or
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

function authoredMetadata({ metadata }: Resource): Readonly<Record<string, unknown>> {
  const { deletionTimestamp, ownerReferences } = metadata;
  return { ...authoredOf(metadata), deletionTimestamp, ownerReferences };
}

function hasMetadata({ metadata }: Resource): boolean {
  const { ownerReferences = [] } = metadata;
  return ownerReferences.length > 0 || authoredNames.some((name) => !isEmptyField(metadata[name]));
}
