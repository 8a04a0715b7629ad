import { expect, it } from "vitest";
import type { JsonObject, Outcome } from "#contract";
import type { Finding } from "#harness";
import { violationsIn, inFull } from "../testing/violations.ts";
import type { WriteViolations } from "../testing/violations.ts";
import { accepted, refused, resourceAt, stepWith, strictTarget } from "../testing/builders.ts";
import { shows } from "../testing/status-builders.ts";
import { applyWorksForEveryKind } from "./apply-works-for-every-kind.ts";
import { dryRunIsDecidedLikeTheWrite } from "./dry-run-is-decided-like-the-write.ts";
import { dryRunShowsTheResult } from "./dry-run-shows-the-result.ts";
import { noStatusMutationWithoutStatus } from "./no-status-mutation-without-status.ts";
import { replacementRemovesOmittedMembers } from "./replacement-removes-omitted-members.ts";
import { storesSubmittedStatus } from "./stores-submitted-status.ts";
import { unusualStatusesAreStored } from "./unusual-statuses-are-stored.ts";

const before = resourceAt("1");
const invalid = refused("invalid");
const one: JsonObject = { num: 1 };
const [right, wrong] = [shows(one, 1), shows({ num: 2 }, 2)];
const twoForOne = "the status: num is 2 instead of 1";

it.each<WriteViolations>([
  {
    what: "an apply to a new object",
    findings: applyWorksForEveryKind.judge(
      { submitted: one, write: right, read: wrong },
      strictTarget,
    ),
    violations: [
      [
        'accepted, and the status is {"num":1}, because no other manager has written the status',
        twoForOne,
        [1, 2],
      ],
    ],
  },
  {
    what: "a replacement",
    findings: replacementRemovesOmittedMembers.judge(
      { submitted: one, write: right, read: wrong },
      strictTarget,
    ),
    violations: [
      [
        'accepted, and the status is {"num":1}, because the replacement contains nothing else',
        twoForOne,
        [1, 2],
      ],
    ],
  },
  {
    what: "an unusual status",
    findings: unusualStatusesAreStored.judge(
      [{ submitted: one, write: right, read: wrong }],
      strictTarget,
    ),
    violations: [
      [
        'accepted, and the status is {"num":1}, because every valid status is stored as sent',
        twoForOne,
        [1, 2],
      ],
    ],
  },
  {
    what: "the decision of a dry run",
    findings: dryRunIsDecidedLikeTheWrite.judge(
      { trials: [{ what: "a write", tried: stepWith(invalid, 1), earnest: right }] },
      strictTarget,
    ),
    violations: [
      [
        "with a write, the dry run has the same result as the write: accepted, version 1",
        "rejected as invalid (code INVALID): no",
        [1, 1],
      ],
    ],
  },
  {
    what: "a dry run that is carried out",
    findings: dryRun(accepted(resourceAt("2", { status: { num: 2 } })), accepted(resourceAt("3"))),
    violations: [
      [
        "the stored object stays unchanged, at version 1",
        'the stored object: metadata.resourceVersion is "2" instead of "1"; status is {"num":2} instead of absent',
        [1, 2, 3],
      ],
      [
        "the response equals that of the same write without dry run, except for the version",
        'the response: status is {"num":2} instead of absent',
        [2, 4],
      ],
      ["the response has the current version, 1", "it has version 2", [1, 2]],
    ],
  },
  {
    what: "a dry run whose write is rejected in earnest",
    findings: dryRun(accepted(resourceAt("1", { status: { num: 2 } })), invalid, before),
    violations: [['the response has the status {"num":1}', twoForOne, [2]]],
  },
  {
    what: "a kind without a status",
    findings: noStatusMutationWithoutStatus.judge(
      { before, attempts: [right, wrong], after: shows(one, 3) },
      strictTarget,
    ),
    violations: [
      [
        "the mutation does not exist for the kind, or rejects the write",
        "accepted, version 1",
        [1],
      ],
      [
        "the mutation does not exist for the kind, or rejects the write",
        "accepted, version 2",
        [2],
      ],
      [
        "the stored object stays unchanged",
        'the stored object: metadata.resourceVersion is "3" instead of "1"; status is {"num":1} instead of absent',
        [1, 2, 3],
      ],
    ],
  },
  {
    what: "a status write that changes everything but what it should",
    findings: storesSubmittedStatus.judge(
      {
        submitted: one,
        before,
        write: stepWith(accepted(before), 1),
        read: stepWith(
          accepted(resourceAt("1", { metadata: { namespace: "other", generation: 2 } })),
          2,
        ),
      },
      strictTarget,
    ),
    violations: [
      [
        'the write is accepted, and the stored status is {"num":1}',
        'the stored status: it is absent instead of {"num":1}',
        [1, 2],
      ],
      [
        "the response is the complete stored object: spec, status, and metadata with the new version",
        'the response: metadata.namespace is "default" instead of "other"; metadata.generation is 1 instead of 2',
        [1, 2],
      ],
      [
        "a read after the write returns the same object as the write",
        'the object read: metadata.namespace is "other" instead of "default"; metadata.generation is 2 instead of 1',
        [1, 2],
      ],
      [
        "name, namespace, uid and creation time are unchanged",
        'metadata: namespace is "other" instead of "default"',
        [1, 2],
      ],
      ["a version other than 1", "version 1", [1, 2]],
      ["generation 1, as before", "generation 2", [1, 2]],
    ],
  },
])("what is said of $what", (row) => {
  expect(violationsIn(row.findings)).toEqual(inFull(row));
});

function dryRun(
  tried: Outcome,
  earnest: Outcome,
  after = resourceAt("2", { status: { num: 2 } }),
): readonly Finding[] {
  return dryRunShowsTheResult.judge(
    {
      submitted: one,
      before: stepWith(accepted(before), 1),
      tried: stepWith(tried, 2),
      after: stepWith(accepted(after), 3),
      earnest: stepWith(earnest, 4),
    },
    strictTarget,
  );
}
