import { describe, expect, it } from "vitest";
import { uid } from "#contract";
import type { JsonObject, Outcome, Resource } from "#contract";
import { violationsIn } from "../testing/violations.ts";
import {
  accepted,
  complaintOf,
  noReply,
  openResults,
  refused,
  resourceAt,
  stepWith,
  strictTarget,
} from "../testing/builders.ts";
import { listPaths, listsAreReplaced } from "./lists-are-replaced.ts";
import { partialWrites } from "./partial-writes.ts";
import { storesSubmittedStatus } from "./stores-submitted-status.ts";

const submitted = { size: 1 };
const before = resourceAt("1");
const written = resourceAt("2", { status: submitted });

interface Seen {
  readonly write?: Outcome;
  readonly read?: Outcome;
  readonly list?: Outcome;
}

function listOf(...items: readonly Resource[]): Outcome {
  return { result: "list", items };
}

describe("a status write", () => {
  const stored = "write.stores-submitted-status";
  const complete = "write.returns-complete-object";
  const visible = "write.visible-to-later-reads";
  const identity = "write.keeps-identity";
  const version = "concurrency.version-changes-with-content";
  const generation = "generation.ignores-status-writes";
  const unchanged = resourceAt("1", { status: submitted });
  const renamed = resourceAt("2", { status: submitted, metadata: { uid: uid("v") } });
  const counted = resourceAt("2", { status: submitted, metadata: { generation: 2 } });
  const forgotten = accepted(resourceAt("2"));

  it.each<[string, Seen, Readonly<Record<string, string>>]>([
    ["is stored", {}, {}],
    ["is stored, and listed", { list: listOf(written) }, {}],
    [
      "responds with no object",
      { write: { result: "object", object: written, isFromRead: true } },
      { [complete]: "violated" },
    ],
    [
      "responds with the object before the write",
      {
        write: { result: "object", object: written, isFromRead: true, isReplyOutdated: true },
      },
      { [complete]: "violated" },
    ],
    [
      "is rejected",
      { write: refused("invalid"), read: accepted(before) },
      { [stored]: "violated" },
    ],
    ["is rejected, and stored", { write: refused("invalid") }, { [stored]: "violated" }],
    [
      "is accepted, and forgotten",
      { read: accepted(before) },
      { [stored]: "violated", [complete]: "violated", [visible]: "violated" },
    ],
    ["forgets the status", { write: forgotten, read: forgotten }, { [stored]: "violated" }],
    ["is listed as it was", { list: listOf(before) }, { [visible]: "violated" }],
    ["is not listed", { list: listOf() }, { [visible]: "violated" }],
    ["cannot be listed", { list: noReply }, { [visible]: "errored" }],
    ["may not be listed", { list: refused("forbidden") }, { [visible]: "undecided" }],
    [
      "makes another object of it",
      { write: accepted(renamed), read: accepted(renamed) },
      { [identity]: "violated" },
    ],
    [
      "keeps the version",
      { write: accepted(unchanged), read: accepted(unchanged) },
      { [version]: "violated" },
    ],
    [
      "counts as a change of the spec",
      { write: accepted(counted), read: accepted(counted) },
      { [generation]: "violated" },
    ],
    ["got no response", { write: noReply }, { [stored]: "errored" }],
    ["cannot be read", { read: noReply }, { [stored]: "errored" }],
  ])("%s", (_, { write = accepted(written), read = accepted(written), list }, open) => {
    const observed = { submitted, before, write: stepWith(write, 1), read: stepWith(read, 2) };
    const findings = storesSubmittedStatus.judge(
      list === undefined ? observed : { ...observed, list: stepWith(list, 3) },
      strictTarget,
    );

    expect(openResults(findings)).toMatchObject(open);
    if (Object.keys(open).length === 0) expect(openResults(findings)).toEqual({});
  });

  it("is shown by the write and the read", () => {
    const findings = storesSubmittedStatus.judge(
      {
        submitted,
        before,
        write: stepWith(accepted(renamed), 1),
        read: stepWith(accepted(renamed), 2),
      },
      strictTarget,
    );

    expect(findings.find((one) => one.requirement === identity)?.evidence).toEqual(
      expect.arrayContaining([1, 2]),
    );
    expect(complaintOf(findings, identity)).toContain("metadata");
  });

  it("is shown by the list", () => {
    const [write, read] = [stepWith(accepted(written), 1), stepWith(accepted(written), 2)];
    const list = stepWith(listOf(before), 3);
    const observed = { submitted, before, write, read, list };

    expect(violationsIn(storesSubmittedStatus.judge(observed, strictTarget))).toEqual([
      {
        expected: "a list after the write contains the same object as the response to the write",
        actual:
          'the object listed: metadata.resourceVersion is "1" instead of "2"; status is absent instead of {"size":1}',
        evidence: [1, 3],
      },
    ]);
  });

  it("is no complete response without a spec, even if none is stored", () => {
    const { spec: _spec, ...bare } = written;
    const [write, read] = [stepWith(accepted(bare), 1), stepWith(accepted(bare), 2)];
    const findings = storesSubmittedStatus.judge({ submitted, before, write, read }, strictTarget);

    expect(complaintOf(findings, complete)).toBe("the response has no spec");
  });
});

describe("a list in a status", () => {
  const requirement = "write.lists-are-replaced";

  it.each<[string, Outcome, string | undefined]>([
    [
      "is the one that was written",
      accepted(resourceAt("2", { status: { a: { b: [3] } } })),
      undefined,
    ],
    [
      "has something left of the old one",
      accepted(resourceAt("2", { status: { a: { b: [1, 3] } } })),
      "violated",
    ],
    ["is gone", accepted(resourceAt("2", { status: {} })), "violated"],
    [
      "has become something else",
      accepted(resourceAt("2", { status: { a: { b: 3 } } })),
      "violated",
    ],
    ["is not there without a status", accepted(resourceAt("2")), "violated"],
    ["cannot be read", noReply, "errored"],
  ])("%s", (_, read, result) => {
    const findings = listsAreReplaced.judge(
      {
        path: ["a", "b"],
        submitted: [3],
        write: stepWith(accepted(written)),
        read: stepWith(read, 2),
      },
      strictTarget,
    );

    expect(openResults(findings)[requirement]).toBe(result);
  });

  it.each<[string, JsonObject, JsonObject, readonly string[] | undefined]>([
    ["in both", { a: 1, b: [1] }, { b: [] }, ["b"]],
    ["inside of both", { a: { b: [1] } }, { a: { b: [2] } }, ["a", "b"]],
    ["only in the first", { b: [1] }, { a: 1 }, undefined],
    ["in the second as something else", { b: [1] }, { b: { b: [1] } }, undefined],
    ["in both, behind one that is not", { a: [1], b: [1] }, { b: [2] }, ["b"]],
    ["nowhere", { a: 1, b: { c: 1 } }, { a: 1, b: { c: 1 } }, undefined],
  ])("is looked for %s", (_, first, second, path) => {
    expect(listPaths(first, second)).toEqual(path === undefined ? [] : [path]);
  });

  it("is not judged where the samples have none", () => {
    const step = stepWith(accepted(written));
    const nothing = { path: [], submitted: [], write: step, read: step };

    expect(openResults(listsAreReplaced.judge(nothing, strictTarget))).toEqual({
      [requirement]: "undecided",
    });
  });
});

describe("a partial write", () => {
  const base = resourceAt("1", { status: { count: 1, note: "a" } });
  const counted = accepted(resourceAt("2", { status: { count: 7, note: "a" } }));
  const cleared = accepted(resourceAt("3", { status: { count: 7 } }));
  const omitted = "write.omitted-members-unchanged";
  const nulled = "write.null-clears-member";

  it.each<[string, { readonly partial?: Outcome; readonly clearing?: Outcome }, object]>([
    ["changes what it names, and clears what is null", {}, {}],
    [
      "loses what it does not name",
      {
        partial: accepted(resourceAt("2", { status: { count: 7 } })),
        clearing: accepted(resourceAt("3", { status: { count: 7 } })),
      },
      { [omitted]: "violated" },
    ],
    [
      "does not change what it names",
      { partial: accepted(base), clearing: accepted(resourceAt("3", { status: { count: 1 } })) },
      { [omitted]: "violated" },
    ],
    ["leaves what is null", { clearing: counted }, { [nulled]: "violated" }],
    [
      "shows what it cleared as null",
      { clearing: accepted(resourceAt("3", { status: { count: 7, note: null } })) },
      {},
    ],
    [
      "clears everything",
      { clearing: accepted(resourceAt("3", { status: {} })) },
      { [nulled]: "violated" },
    ],
    ["cannot be read", { partial: noReply }, { [omitted]: "errored", [nulled]: "errored" }],
  ])("%s", (_, { partial = counted, clearing = cleared }, open) => {
    const findings = partialWrites.judge(
      {
        trial: {
          base,
          member: "count",
          value: 7,
          partial: stepWith(partial, 1),
          afterPartial: stepWith(partial, 2),
          cleared: "note",
          clearing: stepWith(clearing, 3),
          afterClearing: stepWith(clearing, 4),
        },
      },
      strictTarget,
    );

    expect(openResults(findings)).toEqual(open);
  });

  it.each([
    ["keeps everything", { count: 7, note: "a" }, {}],
    ["clears everything", {}, { [omitted]: "violated" }],
  ])("without fields %s", (_, status, open) => {
    const was = stepWith(accepted(resourceAt("2", { status: { count: 7, note: "a" } })), 2);
    const is = accepted(resourceAt("2", { status }));
    const empty = { was, written: stepWith(is, 3), is: stepWith(is, 4) };
    const trial = { base, member: "count", value: 7, partial: was, afterPartial: was, empty };

    expect(openResults(partialWrites.judge({ trial }, strictTarget))).toEqual(open);
  });

  it("has no null to clear if every field is required or non-null", () => {
    const was = stepWith(accepted(resourceAt("2", { status: { count: 7, note: "a" } })), 2);
    const trial = { base, member: "count", value: 7, partial: was, afterPartial: was };

    expect(partialWrites.judge({ trial }, strictTarget)).toContainEqual(
      expect.objectContaining({ requirement: nulled, instances: 0, isInapplicable: true }),
    );
  });

  it.each([
    ["clears a nested null", { lanes: { right: 2 } }, {}],
    ["keeps a nested null", { lanes: { left: 1, right: 2 } }, { [nulled]: "violated" }],
  ])("%s", (_, status, open) => {
    const afterWrite = stepWith(accepted(resourceAt("2", { status: { lanes: { left: 1 } } })), 2);
    const write = stepWith(accepted(resourceAt("3", { status })), 3);
    const read = stepWith(accepted(resourceAt("3", { status })), 4);
    const clearing = { path: ["lanes", "left"], value: 1, write, read } as const;
    const own = { base, members: ["lanes"], written: afterWrite, afterWrite, clearing };
    const judged = partialWrites
      .judge({ own }, strictTarget)
      .filter(({ requirement }) => requirement === nulled);

    expect(openResults(judged)).toEqual(open);
  });

  it("clears nothing if the mutation requires each of its fields", () => {
    const [step, after] = [stepWith(counted, 1), stepWith(counted, 2)];
    const trial = { base, member: "count", value: 7, partial: step, afterPartial: after };
    const findings = partialWrites.judge({ trial }, strictTarget);

    expect(openResults(findings)).toEqual({});
    expect(findings.find(({ requirement }) => requirement === nulled)).toMatchObject({
      result: "held",
      instances: 0,
    });
  });

  it.each([
    ["keeps a field that no sample contains", { count: 7, badge: "sample" }, {}],
    ["clears a field that no sample contains", { count: 7 }, { [omitted]: "violated" }],
  ])("%s", (_, status, open) => {
    const step = stepWith(counted, 1);
    const trial = { base, member: "count", value: 7, partial: step, afterPartial: step };
    const after = accepted(resourceAt("3", { status }));
    const filled = {
      base: resourceAt("2", { status: { count: 1, badge: "sample" } }),
      members: ["count"],
      written: stepWith(after, 2),
      afterWrite: stepWith(after, 3),
    };

    expect(openResults(partialWrites.judge({ trial, filled }, strictTarget))).toEqual(open);
  });

  it.each([
    ["keeps the fields of other mutations", { count: 1, peers: ["b", "a"] }, {}],
    ["clears a field of another mutation", { peers: ["b"] }, { [omitted]: "violated" }],
  ])("of a list %s", (_, status, open) => {
    const of = resourceAt("2", { status: { count: 1, peers: ["a"] } });
    const after = accepted(resourceAt("3", { status }));
    const own = { base: of, members: ["peers"] };
    const steps = { written: stepWith(after, 1), afterWrite: stepWith(after, 2) };

    expect(openResults(partialWrites.judge({ own: { ...own, ...steps } }, strictTarget))).toEqual(
      open,
    );
  });
});
