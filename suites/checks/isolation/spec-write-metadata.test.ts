import { expect, it } from "vitest";
import type { JsonObject, Outcome, ResourceMetadata } from "#contract";
import type { Finding, Step } from "#harness";
import {
  accepted,
  noReply,
  openResults,
  refused,
  resourceAt,
  stepWith,
  strictTarget,
} from "../testing/builders.ts";
import { specWriteKeepsMetadata } from "./spec-write-keeps-metadata.ts";

const requirement = "write.spec-write-keeps-metadata";
const violated = { [requirement]: "violated" };
const undecided = { [requirement]: "undecided" };

const authored = {
  labels: { run: "r", "conformance-note": "first" },
  annotations: { "conformance-note": "first" },
  finalizers: ["conformance.example/hold"],
};
const rewritten = { ...authored, annotations: { "conformance-note": "second" } };
const owner = { kind: "Service", name: "owner", uid: "u-owner" };

function object(version: string, metadata: Partial<ResourceMetadata> = authored): Outcome {
  return accepted(resourceAt(version, { metadata, spec: { size: 2 } }));
}

function sending(outcome: Outcome, exchange: number, variables: JsonObject): Step {
  return { ...stepWith(outcome, exchange), wire: { variables, body: {} } };
}

interface Parts {
  readonly before?: Outcome;
  readonly sent?: JsonObject;
  readonly after?: Outcome;
  readonly createdWith?: JsonObject;
  readonly rewrite?: {
    readonly sent: JsonObject;
    readonly outcome?: Outcome;
    readonly after?: Outcome;
  };
}

function findingsOf({ rewrite, ...parts }: Parts): readonly Finding[] {
  const { before = object("1"), after = object("2"), sent = { spec: { size: 2 } } } = parts;
  const trial = {
    via: "updateService",
    authored,
    created: sending(object("1"), 1, parts.createdWith ?? authored),
    before: stepWith(before, 2),
    write: sending(object("2"), 3, sent),
    after: stepWith(after, 4),
    ...(rewrite === undefined
      ? {}
      : {
          rewrite: {
            authored: rewritten,
            write: sending(rewrite.outcome ?? object("3"), 5, rewrite.sent),
            after: stepWith(rewrite.after ?? object("3"), 6),
          },
        }),
  };
  return specWriteKeepsMetadata.judge({ trials: [trial] }, strictTarget);
}

const withoutLabels = object("2", { ...authored, labels: {} });
const metadataOnly = { sent: { input: rewritten } };

it.each([
  { why: "everything is as before", parts: {}, results: {} },
  {
    why: "the server added entries of its own",
    parts: {
      after: object("2", {
        ...authored,
        labels: { ...authored.labels, size: "2" },
        finalizers: ["other", ...authored.finalizers],
      }),
    },
    results: {},
  },
  {
    why: "an entry of the server is gone",
    parts: { before: object("1", { ...authored, annotations: { revision: "1" } }) },
    results: {},
  },
  {
    why: "labels are gone",
    parts: { after: withoutLabels, rewrite: metadataOnly },
    results: violated,
  },
  {
    why: "an annotation has another value",
    parts: {
      after: object("2", { ...authored, annotations: { "conformance-note": "" } }),
      rewrite: metadataOnly,
    },
    results: violated,
  },
  {
    why: "a finalizer is gone",
    parts: { after: object("2", { ...authored, finalizers: [] }), rewrite: metadataOnly },
    results: violated,
  },
  {
    why: "the owner is gone",
    parts: {
      before: object("1", { ...authored, ownerReferences: [owner] }),
      rewrite: metadataOnly,
    },
    results: violated,
  },
  {
    why: "the lost metadata was in the request",
    parts: { sent: { input: { spec: { size: 2 }, ...authored } }, after: withoutLabels },
    results: violated,
  },
  {
    why: "labels are gone, and the operation cannot write them",
    parts: { after: withoutLabels, rewrite: { sent: { input: {} }, outcome: refused("invalid") } },
    results: violated,
  },
  {
    why: "labels are gone, and nothing else was tried",
    parts: { after: withoutLabels },
    results: undecided,
  },
  {
    why: "labels are gone, and a write without a spec is rejected",
    parts: { after: withoutLabels, rewrite: { ...metadataOnly, outcome: refused("invalid") } },
    results: undecided,
  },
  {
    why: "labels are gone, and every request contains the spec",
    parts: {
      after: withoutLabels,
      rewrite: { sent: { input: { ...rewritten, spec: { size: 2 } } } },
    },
    results: undecided,
  },
  {
    why: "labels are gone, and a write without a spec clears it",
    parts: {
      after: withoutLabels,
      rewrite: { ...metadataOnly, after: accepted(resourceAt("3", { spec: {} })) },
    },
    results: undecided,
  },
  {
    why: "the read is older than the write",
    parts: { after: object("1", { ...authored, labels: {} }) },
    results: undecided,
  },
  {
    why: "the read got no response",
    parts: { after: noReply },
    results: { [requirement]: "errored" },
  },
])("a spec write after which $why", ({ parts, results }) => {
  expect(openResults(findingsOf(parts))).toEqual(results);
});

it.each([
  { why: "writes of the metadata leave the spec", sent: { input: rewritten }, instances: 4 },
  {
    why: "every request contains the spec",
    sent: { input: { ...rewritten, spec: { size: 2 } } },
    instances: 0,
  },
])("kept metadata counts if $why: $instances", ({ sent, instances }) => {
  expect(findingsOf({ rewrite: { sent } })).toMatchObject([{ result: "held", instances }]);
});

it("a loss is shown with the writes that exclude a replacement", () => {
  const findings = findingsOf({ after: withoutLabels, rewrite: metadataOnly });

  expect(findings).toMatchObject([{ result: "violated", evidence: [2, 3, 4, 5, 6] }]);
  expect(findings).toMatchObject([
    { actual: expect.stringMatching(/has the label "run", the label "conformance-note"$/u) },
  ]);
});

function terminatingAt(version: string, deletionTimestamp: string | undefined): Outcome {
  return object(version, {
    ...authored,
    ...(deletionTimestamp === undefined ? {} : { deletionTimestamp }),
  });
}

function judgeTerminating(before: string | undefined, after: string | undefined) {
  const held = resourceAt("1", {
    metadata: before === undefined ? {} : { deletionTimestamp: before },
  });
  const terminating = {
    held: { exchange: 1, object: held },
    write: stepWith(terminatingAt("2", after), 2),
    after: stepWith(terminatingAt("2", after), 3),
  };
  return openResults(specWriteKeepsMetadata.judge({ trials: [], terminating }, strictTarget));
}

const time = "2026-01-01T00:00:00Z";

it.each([
  { why: "keeps the deletion time", before: time, after: time, results: {} },
  { why: "clears the deletion time", before: time, after: undefined, results: violated },
  {
    why: "moves the deletion time",
    before: time,
    after: "2026-01-01T00:00:09Z",
    results: violated,
  },
  { why: "has no deletion time to keep", before: undefined, after: undefined, results: {} },
])("a spec write to a terminating object that $why", ({ before, after, results }) => {
  expect(judgeTerminating(before, after)).toEqual(results);
});

it.each([
  {
    why: "the metadata was sent and is not shown",
    createdWith: authored,
    isInapplicable: false,
  },
  { why: "the metadata cannot be sent", createdWith: {}, isInapplicable: true },
])("nothing is judged if $why", ({ createdWith, isInapplicable }) => {
  const bare = object("1", {});
  const trial = {
    via: "updateService",
    authored,
    created: sending(bare, 1, createdWith),
    before: stepWith(bare, 2),
    write: sending(object("2", {}), 3, {}),
    after: stepWith(object("2", {}), 4),
  };
  const [finding] = specWriteKeepsMetadata.judge({ trials: [trial] }, strictTarget);
  expect(finding).toMatchObject({ result: "held", instances: 0 });
  expect(finding !== undefined && "isInapplicable" in finding).toBe(isInapplicable);
});
