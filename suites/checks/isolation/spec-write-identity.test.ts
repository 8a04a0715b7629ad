import { expect, it } from "vitest";
import type { Outcome, ResourceMetadata } from "#contract";
import { uid } from "#contract";
import {
  accepted,
  noReply,
  openResults,
  resourceAt,
  stepWith,
  strictTarget,
} from "../testing/builders.ts";
import { specWriteKeepsIdentity } from "./spec-write-keeps-identity.ts";

const requirement = "write.spec-write-keeps-identity";
const creationTime = "2024-05-01T12:00:00Z";

function objectWith(version: string, metadata: Partial<ResourceMetadata> = {}) {
  return accepted(
    resourceAt(version, { metadata: { creationTimestamp: creationTime, ...metadata } }),
  );
}

function judge(after: Outcome) {
  const write = stepWith(objectWith("2"), 2);
  const observations = {
    before: stepWith(objectWith("1"), 1),
    writes: [{ what: "a new spec", write, after: stepWith(after, 3) }],
  };
  return openResults(specWriteKeepsIdentity.judge(observations, strictTarget));
}

it.each([
  { why: "nothing else changed", metadata: { generation: 2 }, results: {} },
  {
    why: "the time has another form",
    metadata: { creationTimestamp: "2024-05-01T12:00:00.000+00:00" },
    results: {},
  },
  {
    why: "the creation time moved",
    metadata: { creationTimestamp: "2024-05-01T12:00:01Z" },
    results: { [requirement]: "violated" },
  },
  { why: "the uid changed", metadata: { uid: uid("u-2") }, results: { [requirement]: "violated" } },
  { why: "the name changed", metadata: { name: "z" }, results: { [requirement]: "violated" } },
])("a spec write after which $why", ({ metadata, results }) => {
  expect(judge(objectWith("2", metadata))).toEqual(results);
});

it("a lost response is an error", () => {
  expect(judge(noReply)).toEqual({ [requirement]: "errored" });
});
