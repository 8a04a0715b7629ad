import { describe, expect, it } from "vitest";
import type { Outcome } from "#contract";
import type { Finding } from "#harness";
import {
  accepted,
  complaintOf,
  noReply,
  openResults,
  refused,
  resourceAt,
  settledWith,
  strictTarget,
  trialWith,
} from "../testing/builders.ts";
import type { TrialParts } from "../testing/builders.ts";
import type { ForeignTrial } from "./foreign-member.ts";
import { foreignMembersInStatusWrite } from "./foreign-members-in-status-write.ts";

const invalid = refused("invalid");
const unsupported: Outcome = { result: "unsupported", detail: "no place inside" };

function foreign(parts: TrialParts, what: string): ForeignTrial {
  return { what, foreign: { place: "beside", members: {} }, trial: trialWith(parts) };
}

describe("foreign members in a status write", () => {
  it("may be rejected, every one of them", () => {
    expect(openResults(judgeForeign({ attempt: invalid }))).toEqual({});
    expect(openResults(judgeForeign({ attempt: refused("forbidden") }))).toEqual({});
  });

  it("must not be dropped silently", () => {
    const dropped = { attempt: accepted(resourceAt("2")), after: accepted(resourceAt("2")) };

    expect(openResults(judgeForeign(dropped))).toEqual({
      "isolation.spec-in-status-write-is-rejected": "violated",
      "isolation.one-way-of-refusing": "violated",
    });
    expect(openResults(judgeForeign({ attempt: invalid }, dropped))).toEqual({
      "isolation.metadata-in-status-write-is-rejected": "violated",
      "isolation.one-way-of-refusing": "violated",
    });
    expect(complaintOf(judgeForeign(dropped), "isolation.one-way-of-refusing")).toBe(
      "a spec next to the status: accepted; labels next to the status: rejected; " +
        "an unknown field next to the status: rejected",
    );
  });

  it("must not be stored", () => {
    const otherSpec = accepted(resourceAt("2", { spec: { size: 9 } }));
    const otherLabels = accepted(resourceAt("2", { metadata: { labels: { a: "b" } } }));

    expect(openResults(judgeForeign({ attempt: otherSpec, after: otherSpec }))).toEqual({
      "isolation.spec-in-status-write-is-rejected": "violated",
      "isolation.one-way-of-refusing": "violated",
      "isolation.status-write-never-changes-spec": "violated",
    });
    expect(
      openResults(judgeForeign({ attempt: invalid }, { attempt: invalid, after: otherLabels })),
    ).toEqual({
      "isolation.status-write-never-changes-metadata": "violated",
      "isolation.refused-write-changes-nothing": "violated",
    });
  });

  it("are shown between the two reads that differ", () => {
    const otherSpec = accepted(resourceAt("2", { spec: { size: 9 } }));
    const findings = judgeForeign({ attempt: otherSpec, after: otherSpec });
    const trial = trialWith({ attempt: otherSpec });
    const evidence = [trial.before, trial.attempt, trial.after].map(({ exchange }) => exchange);

    expect(
      findings.find(({ requirement }) => requirement.endsWith("never-changes-spec")),
    ).toMatchObject({ result: "violated", evidence });
  });

  it("must not be announced", () => {
    const { resourceVersion } = resourceAt("9").metadata;
    const events = settledWith({ events: [{ type: "MODIFIED", resourceVersion, arrivedMs: 25 }] });

    expect(openResults(judgeForeign({ attempt: invalid, events }))).toEqual({
      "watch.nothing-for-refused": "violated",
    });
  });

  it("decide nothing without a positive control, without a response, or without a place", () => {
    expect(openResults(judgeForeign({ attempt: invalid, control: invalid }))).toEqual({
      "isolation.spec-in-status-write-is-rejected": "undecided",
    });
    expect(openResults(judgeForeign({ attempt: noReply }))).toEqual({
      "isolation.spec-in-status-write-is-rejected": "errored",
      "isolation.one-way-of-refusing": "errored",
    });
    expect(openResults(judgeForeign({ attempt: unsupported }))).toEqual({
      "isolation.spec-in-status-write-is-rejected": "undecided",
    });
  });

  it("show nothing if none of them could be sent", () => {
    const withSpec = [foreign({ attempt: unsupported }, "a spec next to the status")];
    const findings = foreignMembersInStatusWrite.judge(
      { withSpec, withMetadata: [], withUnknown: [] },
      strictTarget,
    );

    expect(openResults(findings)).toEqual({
      "isolation.spec-in-status-write-is-rejected": "undecided",
      "isolation.metadata-in-status-write-is-rejected": "undecided",
      "isolation.one-way-of-refusing": "undecided",
      "isolation.status-write-never-changes-spec": "undecided",
      "isolation.status-write-never-changes-metadata": "undecided",
    });
  });

  it("are reported with their type and their changes", () => {
    const both = { spec: { size: 9 }, metadata: { labels: { a: "b" } } };
    const changed = accepted(resourceAt("2", both));
    const findings = judgeForeign({ attempt: changed, after: changed });
    const of = (requirement: string): Finding | undefined =>
      findings.find((finding) => finding.requirement === requirement);

    expect(of("isolation.spec-in-status-write-is-rejected")).toMatchObject({
      expected:
        "rejected as invalid or forbidden, because the write contains a spec next to the status",
      actual: "accepted, version 2",
    });
    expect(of("isolation.status-write-never-changes-spec")).toMatchObject({
      expected: "a status write with a spec next to the status leaves the spec unchanged",
      actual: "the stored spec: size is 9 instead of 1",
    });
    expect(of("isolation.status-write-never-changes-metadata")).toMatchObject({
      expected:
        "a status write with a spec next to the status leaves the author's metadata unchanged",
      actual: 'the stored metadata: labels is {"a":"b"} instead of absent',
    });
  });

  it.each(["labels", "annotations"] as const)("must not be stored as %s", (member) => {
    const after = accepted(resourceAt("2", { metadata: { [member]: { a: "b" } } }));

    expect(openResults(judgeForeign({ attempt: after, after }))).toMatchObject({
      "isolation.status-write-never-changes-metadata": "violated",
    });
  });
});

function judgeForeign(
  withSpec: TrialParts,
  withMetadata: TrialParts = { attempt: invalid },
): readonly Finding[] {
  return foreignMembersInStatusWrite.judge(
    {
      withSpec: [foreign(withSpec, "a spec next to the status")],
      withMetadata: [foreign(withMetadata, "labels next to the status")],
      withUnknown: [foreign({ attempt: invalid }, "an unknown field next to the status")],
    },
    strictTarget,
  );
}
