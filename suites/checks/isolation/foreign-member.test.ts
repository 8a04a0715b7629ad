import { describe, expect, it } from "vitest";
import { resourceVersion } from "#contract";
import type { Command, JsonObject, Outcome } from "#contract";
import { specWrite } from "#harness";
import {
  accepted,
  noReply,
  refused,
  resourceAt,
  resultsOf,
  strictTarget,
  trialWith,
} from "../testing/builders.ts";
import { judgeIgnored, judgeOneWay, judgeRejected, sentTrials } from "./foreign-member.ts";
import type { ForeignTrial } from "./foreign-member.ts";
import { statusSpellings } from "./spellings.ts";
import { metadataSpellings, unknownSpellings } from "./foreign-members-in-status-write.ts";

const taken = accepted(resourceAt("2"));
const invalid = refused("invalid");
const unreadable: Outcome = { result: "unintelligible", detail: "no JSON" };
const unsupported: Outcome = { result: "unsupported", detail: "no place" };

function triedAs(attempts: readonly Outcome[]): readonly ForeignTrial[] {
  return attempts.map((attempt, index) => ({
    what: `member ${index}`,
    foreign: { place: "beside", members: {} },
    trial: trialWith({ attempt }),
  }));
}

describe("spellings of foreign members", () => {
  const requirement = "isolation.one-way-of-refusing";

  it.each([
    { attempts: [invalid, refused("forbidden")], result: "held" },
    { attempts: [taken, taken], result: "held" },
    { attempts: [taken, invalid], result: "violated" },
    { attempts: [invalid, unreadable], result: "undecided" },
    { attempts: [taken, invalid, unreadable], result: "violated" },
    { attempts: [invalid, noReply], result: "errored" },
    { attempts: [], result: "undecided" },
  ])("meet one fate: $result", ({ attempts, result }) => {
    const finding = judgeOneWay(triedAs(attempts));

    expect(resultsOf([finding], requirement)).toEqual([result]);
    expect(finding.evidence).toEqual(attempts.map(() => 2));
  });

  it("are counted, and reported with their outcomes", () => {
    expect(judgeOneWay(triedAs([taken, taken, taken]))).toMatchObject({ instances: 3 });
    expect(judgeOneWay(triedAs([taken, invalid, unreadable]))).toMatchObject({
      expected:
        "fields that do not belong in the write are all rejected, or all accepted and ignored",
      actual:
        "member 0: accepted; member 1: rejected; member 2: a response that cannot be read (no JSON)",
    });
  });

  it.each([taken, invalid])("prove nothing if there is only one", (attempt) => {
    expect(judgeOneWay(triedAs([attempt]))).toMatchObject({
      result: "held",
      instances: 0,
      isInapplicable: true,
      note: expect.stringContaining("in only one position, so there is nothing to compare"),
    });
  });

  it("prove nothing if the schema rules out the only one", () => {
    const [closed] = triedAs([unsupported]).map((trial) => ({
      ...trial,
      standing: "own" as const,
      admission: "closed" as const,
    }));

    expect(judgeOneWay(closed === undefined ? [] : [closed])).toMatchObject({
      instances: 0,
      isInapplicable: true,
      note: "the schema does not allow member 0",
    });
  });

  it("count where they were sent", () => {
    const trials = triedAs([invalid, unsupported, taken]);

    expect(sentTrials(trials).map(({ what }) => what)).toEqual(["member 0", "member 2"]);
  });

  it("are dropped in a part as in a whole object, if they were sent", () => {
    const ignored = "isolation.spec-in-status-write-is-ignored";
    const semantics = { ...strictTarget.semantics, crossWrite: "ignored" } as const;
    const inPlace = triedAs([unsupported]).map((trial) => ({ ...trial, isInPlace: true }));

    expect(judgeIgnored(ignored, inPlace, semantics)).toMatchObject([{ result: "undecided" }]);
  });

  it.each([
    { attempt: taken, result: "held" },
    { attempt: invalid, result: "violated" },
    { attempt: unreadable, result: "undecided" },
    { attempt: noReply, result: "errored" },
  ])("are shown to be dropped by what the response is: $result", ({ attempt, result }) => {
    const ignored = "isolation.spec-in-status-write-is-ignored";
    const semantics = { ...strictTarget.semantics, crossWrite: "ignored" } as const;
    const inPlace = triedAs([attempt]).map((trial) => ({ ...trial, isInPlace: true }));

    expect(judgeIgnored(ignored, inPlace, semantics)).toMatchObject([{ result }]);
  });
});

describe("a status inside a spec that can have any fields", () => {
  const lamp = { kind: "Lamp", name: "a" };
  const requirement = "isolation.status-in-spec-write-is-rejected";
  const status = { phase: "Ready" };

  function written(stored: JsonObject, at?: string): ForeignTrial {
    const reply = accepted(resourceAt("2", { spec: { size: 2, ...stored } }));
    const trial = trialWith({ attempt: reply, after: reply });
    const foreign = { place: "inside", members: { status }, ...(at === undefined ? {} : { at }) };
    const spec = { size: 2 };
    const command = specWrite(lamp, { resourceVersion: resourceVersion("1"), spec });
    return {
      what: "a status inside the spec",
      foreign: { ...foreign, place: "inside" },
      standing: "own",
      trial: { ...trial, attempt: { ...trial.attempt, command } },
    };
  }

  it.each([
    { why: "stored as a part of the spec", trials: [written({ status })], results: ["held"] },
    {
      why: "stored under the name of the endpoint",
      trials: [written({ report: status }, "data.content.report")],
      results: ["held"],
    },
    { why: "dropped", trials: [written({})], results: ["violated"] },
    { why: "stored with another value", trials: [written({ status: {} })], results: ["violated"] },
    {
      why: "dropped at another place",
      trials: [written({ status }), written({}, "data.report")],
      results: ["violated"],
    },
  ])("is judged by what a read returns: $why", ({ trials, results }) => {
    expect(resultsOf(judgeRejected(requirement, trials), requirement)).toEqual(results);
  });

  it("is not compared with other places in a creation either", () => {
    const one = written({ status });
    const command: Command = { verb: "create", identity: "author", key: lamp, spec: { size: 2 } };
    const created = { ...one, trial: { ...one.trial, attempt: { ...one.trial.attempt, command } } };

    expect(judgeOneWay([created, ...triedAs([invalid, invalid])])).toMatchObject({
      result: "held",
      instances: 2,
    });
  });

  it("is not compared with other places, and decides nothing alone", () => {
    const [finding] = judgeRejected(requirement, [written({ status })]);

    expect(finding).toMatchObject({ instances: 0, isInapplicable: true });
    expect(judgeOneWay([written({ status }), ...triedAs([invalid, invalid])])).toMatchObject({
      result: "held",
      instances: 2,
    });
  });
});

it("judges no spec inside a status whose fields are not defined", () => {
  const requirement = "isolation.spec-in-status-write-is-rejected";
  const key = { kind: "Lamp", name: "a" };
  const command: Command = { verb: "updateStatus", identity: "controller", key, status: { on: 1 } };
  const trial = trialWith({ attempt: taken });
  const one: ForeignTrial = {
    what: "a spec inside the status",
    foreign: { place: "inside", members: { spec: { size: 1 } } },
    standing: "unknown",
    admission: "open",
    trial: { ...trial, attempt: { ...trial.attempt, command } },
  };

  expect(judgeRejected(requirement, [one])).toMatchObject([
    { instances: 0, isInapplicable: true, note: expect.stringContaining("are not defined") },
  ]);
});

describe("the additional data in a request", () => {
  const beside = { place: "beside" } as const;
  const inside = { place: "inside" } as const;
  const mark = { "conformance-foreign": "yes" };
  const flat = [
    { what: "labels next to the status", foreign: { ...beside, members: { labels: mark } } },
    {
      what: "annotations next to the status",
      foreign: { ...beside, members: { annotations: mark } },
    },
  ];

  it("are a status next to the spec and inside it", () => {
    const members = { status: { num: 1 } };

    expect(statusSpellings({ num: 1 }, "replace")).toEqual([
      {
        what: "a status next to the spec (replace)",
        foreign: { ...beside, members },
        isInPlace: true,
      },
      { what: "a status inside the spec (replace)", foreign: { ...inside, members } },
    ]);
  });

  it.each([
    { may: [], nested: ["labels", "annotations"], inner: "labels" },
    { may: ["annotations"], nested: ["labels"], inner: "labels" },
    { may: ["labels"], nested: ["annotations"], inner: "annotations" },
  ])("are $nested as well where a status write may change $may", ({ may, nested, inner }) => {
    expect(metadataSpellings(may)).toEqual([
      ...flat,
      ...nested.map((member) => ({
        what: `metadata.${member} next to the status`,
        foreign: { ...beside, members: { metadata: { [member]: mark } } },
        isInPlace: true,
      })),
      {
        what: `metadata.${inner} inside the status`,
        foreign: { ...inside, members: { metadata: { [inner]: mark } } },
      },
    ]);
  });

  it("are only flat if a status write may change both", () => {
    expect(metadataSpellings(["annotations", "labels"])).toEqual(flat);
  });

  it("are a field that no kind has", () => {
    expect(unknownSpellings).toEqual([
      {
        what: "an unknown field next to the status",
        foreign: { ...beside, members: { conformanceUnknown: "yes" } },
      },
    ]);
  });
});
