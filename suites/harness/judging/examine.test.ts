import { describe, expect, it } from "vitest";
import { describeKey, resourceVersion, uid } from "#contract";
import type {
  Command,
  JsonObject,
  Outcome,
  Refusal,
  RefusalReason,
  RequirementId,
  SemanticsName,
} from "#contract";
import { RunEvidence } from "../premises/sent-commands.ts";
import type { CaseEvidence, SentCommand } from "../premises/sent-commands.ts";
import { examine } from "./examine.ts";
import type { Finding } from "./finding.ts";

const key = { kind: "Press", name: "a" };

function report(status: JsonObject, version = "1"): Command {
  const named = { resourceVersion: resourceVersion(version) };
  return { verb: "updateStatus", identity: "controller", via: "report", key, status, ...named };
}

const read: Command = { verb: "read", identity: "author", key };
const create: Command = { verb: "create", identity: "author", key, spec: {} };
const remove: Command = { verb: "delete", identity: "author", key };

type Shown = Extract<Outcome, { readonly result: "object" }>;

function shown(version: string, status?: JsonObject, spec?: JsonObject, id = "u"): Shown {
  const metadata = { name: "a", uid: uid(id), resourceVersion: resourceVersion(version) };
  const content = {
    ...(spec === undefined ? {} : { spec }),
    ...(status === undefined ? {} : { status }),
  };
  return { result: "object", object: { kind: "Press", metadata, ...content } };
}

const unanswered: Outcome = { result: "unknown", cause: "timeout", detail: "no response" };

function refused(reason: RefusalReason): Outcome {
  return { result: "refused", refusal: { reason, message: "no", causes: [] } };
}

function caseEvidenceOf(...sent: readonly Omit<SentCommand, "exchange">[]): CaseEvidence {
  const run = new RunEvidence();
  sent.forEach((one, index) => run.note("case", { ...one, exchange: index + 1 }));
  return run.of("case");
}

function violated(
  requirement: RequirementId,
  evidence: readonly number[],
  more: { readonly isAboutReason?: true; readonly replay?: string } = {},
): Finding {
  return { result: "violated", requirement, expected: "a", actual: "b", evidence, ...more };
}

function held(requirement: RequirementId, evidence: readonly number[]): Finding {
  return { result: "held", requirement, instances: 1, evidence };
}

function outcomeOf(
  finding: Finding,
  caseEvidence: CaseEvidence,
  observations: unknown = [],
): unknown {
  const [examined] = examine([finding], caseEvidence, observations);
  return examined;
}

const stale = "concurrency.stale-status-write-conflicts";
const aboutReads = "write.visible-to-later-reads";

describe("a violation that rests on a refusal by the schema", () => {
  const misfit = "Variable $edition was not provided";
  const caseEvidence = caseEvidenceOf({ command: report({}), outcome: refused("invalid"), misfit });

  it("is no instance of its requirement, and states the value that the schema rejects", () => {
    const finding = violated("authorization.before-version-and-validation", [1]);

    expect(outcomeOf(finding, caseEvidence)).toMatchObject({ result: "held", instances: 0 });
    expect(outcomeOf(finding, caseEvidence)).toHaveProperty(
      "note",
      expect.stringContaining(misfit),
    );
  });

  it.each<RequirementId>([
    "isolation.refused-write-changes-nothing",
    "isolation.one-way-of-refusing",
    "watch.nothing-for-refused",
  ])("stands where any refusal counts: %s", (requirement) => {
    expect(outcomeOf(violated(requirement, [1]), caseEvidence)).toMatchObject({
      result: "violated",
    });
  });

  it("remains if the server accepts a value that its schema rejects", () => {
    const lax = caseEvidenceOf({ command: report({}), outcome: shown("2", {}), misfit });

    expect(outcomeOf(violated(stale, [1]), lax)).toMatchObject({ result: "violated" });
  });

  it("remains if the refusal is an earlier step of a sequence", () => {
    const sequence = caseEvidenceOf(
      { command: report({}), outcome: refused("invalid"), misfit },
      { command: report({ n: 1 }), outcome: shown("2", { n: 1 }) },
    );
    const finding = violated(stale, [1, 2], { replay: "1:2" });

    expect(outcomeOf(finding, sequence)).toMatchObject({ result: "violated" });
  });
});

describe("a violation that rests on a refusal as invalid", () => {
  const requirement = "errors.missing-object-not-found";

  it("is undecided if no request through the operation was accepted", () => {
    const caseEvidence = caseEvidenceOf({ command: remove, outcome: refused("invalid") });

    expect(outcomeOf(violated(requirement, [1]), caseEvidence)).toMatchObject({
      result: "undecided",
      premise: "control-accepted",
      evidence: [1],
    });
  });

  it("remains if one was, and names it", () => {
    const caseEvidence = caseEvidenceOf(
      { command: remove, outcome: { result: "done" } },
      { command: remove, outcome: refused("invalid") },
    );

    expect(outcomeOf(violated(requirement, [2]), caseEvidence)).toMatchObject({
      result: "violated",
      premises: expect.arrayContaining([{ premise: "control-accepted", by: [1] }]),
    });
  });

  it("is undecided if it contains a sample that is accepted nowhere", () => {
    const caseEvidence = caseEvidenceOf(
      { command: report({ state: "a", n: 1 }), outcome: shown("2", { state: "a", n: 1 }) },
      { command: report({ state: "b", n: 2 }), outcome: refused("invalid"), isSample: true },
    );

    expect(outcomeOf(violated("write.stores-submitted-status", [2]), caseEvidence)).toMatchObject({
      result: "undecided",
      premise: "sample-valid",
    });
  });

  it("is undecided if its sample is only accepted for objects of a later generation", () => {
    const sample = report({ state: "b", seenGeneration: 2 });
    const stored = shown("3", { state: "b", seenGeneration: 2 });
    const refusal = { command: sample, outcome: refused("invalid"), isSample: true } as const;
    const update: Command = { verb: "update", identity: "author", key, spec: { a: 2 } };
    const change = { command: update, outcome: shown("2") };
    const later = { command: sample, outcome: stored };

    const before = caseEvidenceOf(refusal, change, later);
    expect(outcomeOf(violated("write.stores-submitted-status", [1]), before)).toMatchObject({
      result: "undecided",
      premise: "sample-valid",
    });
    const after = caseEvidenceOf(change, later, refusal);
    expect(outcomeOf(violated("write.stores-submitted-status", [3]), after)).toMatchObject({
      result: "violated",
    });
  });

  it("remains if the sample is accepted elsewhere with another count", () => {
    const caseEvidence = caseEvidenceOf(
      { command: report({ state: "a", n: 1 }), outcome: shown("2", { state: "a", n: 1 }) },
      { command: report({ state: "a", n: 2 }), outcome: refused("invalid"), isSample: true },
    );

    expect(outcomeOf(violated("write.stores-submitted-status", [2]), caseEvidence)).toMatchObject({
      result: "violated",
      premises: expect.arrayContaining([
        { premise: "control-accepted", by: [1] },
        { premise: "sample-valid", by: [1] },
        { premise: "earlier-write-took-effect", by: [1] },
      ]),
    });
  });
});

describe("a violation that rests on the reason of a rejection", () => {
  const accepted = { command: report({ n: 1 }), outcome: shown("2", { n: 1 }) };

  function rejected(over: Partial<Refusal>): Omit<SentCommand, "exchange"> {
    const refusal = { reason: "unclassified", message: "no", causes: [], ...over } as const;
    return { command: report({ n: 2 }), outcome: { result: "refused", refusal } };
  }

  it.each([
    { why: "a code that the dialect lacks", refusal: { code: "TOO_LATE" }, result: "undecided" },
    { why: "a code about a version", refusal: { code: "UNEXPECTED_VERSION" }, result: "undecided" },
    { why: "a code about a name", refusal: { code: "UNKNOWN_PRESS" }, result: "undecided" },
    { why: "an error of unknown cause", refusal: { code: "UNKNOWN" }, result: "violated" },
    { why: "a known code", refusal: { code: "BAD", reason: "invalid" }, result: "violated" },
    { why: "a failure", refusal: { code: "INTERNAL_SERVER_ERROR" }, result: "violated" },
    { why: "a message only", refusal: {}, result: "violated" },
  ] as const)("is $result with $why", ({ refusal, result }) => {
    const finding = violated(stale, [2], { isAboutReason: true });
    const examined = outcomeOf(finding, caseEvidenceOf(accepted, rejected(refusal)));

    expect(examined).toMatchObject({
      result,
      ...(result === "undecided" ? { premise: "reason-declared" } : {}),
    });
    expect(examined).not.toHaveProperty("isAboutReason");
  });

  it("is undecided with an unknown message if the dialect declares messages", () => {
    const worded = rejected({ reason: "forbidden", message: "not yours" });
    const finding = violated(stale, [3], { isAboutReason: true });

    expect(outcomeOf(finding, caseEvidenceOf(accepted, worded, rejected({})))).toMatchObject({
      result: "undecided",
      premise: "reason-declared",
      reason: expect.stringContaining("in exchange 3: no"),
    });
    const missing = rejected({ message: "unknown press a" });
    expect(outcomeOf(finding, caseEvidenceOf(accepted, worded, missing))).toMatchObject({
      result: "undecided",
    });
    for (const message of ["HTTP 502", "Internal server error", "An unexpected error occurred"]) {
      expect(
        outcomeOf(finding, caseEvidenceOf(accepted, worded, rejected({ message }))),
      ).toMatchObject({
        result: "violated",
      });
    }
  });

  it("remains if the request had to be accepted", () => {
    const caseEvidence = caseEvidenceOf(accepted, rejected({ code: "TOO_LATE" }));

    expect(outcomeOf(violated(stale, [2]), caseEvidence)).toMatchObject({ result: "violated" });
  });
});

describe("a violation that rests on a rejected read", () => {
  const started = { command: create, outcome: shown("1") };
  const reading = (identity: "reader" | "stranger", reason: RefusalReason): CaseEvidence =>
    caseEvidenceOf(started, { command: { ...read, identity }, outcome: refused(reason) });
  const finding = violated("isolation.refused-write-changes-nothing", [1, 2]);

  it("is undecided if the dialect does not declare the reason", () => {
    expect(outcomeOf(finding, reading("reader", "unclassified"))).toMatchObject({
      result: "undecided",
      premise: "reason-declared",
      reason: expect.stringContaining("read was rejected as unclassified in exchange 2: no"),
    });
  });

  it.each([
    { why: "an unknown code", refusal: { code: "TOO_LATE" }, result: "undecided" },
    { why: "a failure", refusal: { code: "INTERNAL_SERVER_ERROR" }, result: "violated" },
    { why: "a failure in words", refusal: { message: "HTTP 502" }, result: "violated" },
    { why: "a rate limit", refusal: { reason: "rateLimited" }, result: "undecided" },
  ] as const)("is $result with $why", ({ refusal, result }) => {
    const rejected = { reason: "unclassified", message: "no", causes: [], ...refusal } as const;
    const outcome: Outcome = { result: "refused", refusal: rejected };

    expect(outcomeOf(finding, caseEvidenceOf(started, { command: read, outcome }))).toMatchObject({
      result,
    });
  });

  it("remains if the reason is known, or the caller may not read", () => {
    const judged = [reading("reader", "notFound"), reading("stranger", "unclassified")];
    for (const caseEvidence of judged) {
      expect(outcomeOf(finding, caseEvidence)).toMatchObject({ result: "violated" });
    }
  });
});

describe("a violation that rests on an earlier write", () => {
  const started = { command: create, outcome: shown("1") };
  const dropped = { command: report({ n: 1 }), outcome: shown("1") };
  const late = { command: report({ n: 2 }), outcome: shown("2", { n: 2 }) };

  it("is undecided if the write stored nothing", () => {
    expect(outcomeOf(violated(stale, [3]), caseEvidenceOf(started, dropped, late))).toMatchObject({
      result: "undecided",
      premise: "earlier-write-took-effect",
      evidence: [2, 3],
    });
  });

  it.each([
    { format: "merge", status: { n: 1 }, shows: {}, result: "undecided" },
    { format: "merge", status: { n: null }, shows: { n: 1 }, result: "undecided" },
    { format: "merge", status: { n: null }, shows: {}, result: "violated" },
    { format: "merge", status: { l: [1] }, shows: { l: [1, 2] }, result: "undecided" },
    { format: "apply", status: { l: [1] }, shows: { l: [1, 2] }, result: "violated" },
    { format: "apply", status: { l: [3] }, shows: { l: [1, 2] }, result: "undecided" },
    { format: "json", status: { n: 1 }, shows: {}, result: "violated" },
  ] as const)(
    "is $result if the response to a patch ($format, $status) shows $shows at the same version",
    ({ format, status, shows, result }) => {
      const patch = {
        verb: "patchStatus",
        identity: "controller",
        key,
        format,
        patch: { status },
      } as const;
      const before = { command: read, outcome: shown("1", shows) };
      const patched = { command: patch, outcome: shown("1", shows) };

      expect(
        outcomeOf(violated(stale, [4]), caseEvidenceOf(started, before, patched, late)),
      ).toMatchObject({ result });
    },
  );

  it("is undecided if the write kept the version", () => {
    const kept = { command: report({ n: 1 }), outcome: shown("1", { n: 1 }) };

    expect(outcomeOf(violated(stale, [3]), caseEvidenceOf(started, kept, late))).toMatchObject({
      result: "undecided",
      premise: "earlier-write-took-effect",
    });
  });

  it("remains if it is the finding that reports such a write", () => {
    const caseEvidence = caseEvidenceOf(started, dropped, { command: read, outcome: shown("1") });

    expect(
      outcomeOf(violated("write.stores-submitted-status", [2, 3]), caseEvidence),
    ).toMatchObject({
      result: "violated",
    });
  });

  it("remains if it reports that the response shows the object before the write", () => {
    const caseEvidence = caseEvidenceOf(started, dropped, {
      command: read,
      outcome: shown("2", { n: 1 }),
    });

    expect(
      outcomeOf(violated("write.returns-complete-object", [2, 3]), caseEvidence),
    ).toMatchObject({
      result: "violated",
    });
    expect(caseEvidence.disturbanceAtRest(describeKey(key))).toBeUndefined();
  });

  it("remains if the write had nothing to change", () => {
    const stored = { command: report({ n: 1 }), outcome: shown("2", { n: 1 }) };
    const again = { command: report({ n: 1 }, "2"), outcome: shown("2", { n: 1 }) };
    const third = { command: report({ n: 3 }, "1"), outcome: shown("3", { n: 3 }) };
    const caseEvidence = caseEvidenceOf(started, stored, again, third);

    expect(outcomeOf(violated(stale, [4]), caseEvidence)).toMatchObject({
      result: "violated",
      premises: expect.arrayContaining([{ premise: "earlier-write-took-effect", by: [2] }]),
    });
  });

  it("remains if the write names a version of a previous object with the same name", () => {
    const first = { command: report({ n: 1 }, "1"), outcome: shown("2", { n: 1 }) };
    const recreated = { command: create, outcome: shown("1", undefined, undefined, "v") };
    const meant = { command: report({ n: 2 }, "2"), outcome: shown("2", { n: 2 }, undefined, "v") };
    const caseEvidence = caseEvidenceOf(started, first, recreated, meant);

    expect(outcomeOf(violated(stale, [4]), caseEvidence)).toMatchObject({ result: "violated" });
  });

  it("remains if one kind of content is dropped and others are not", () => {
    const stored = { command: report({ n: 1 }), outcome: shown("2", { n: 1 }) };
    const cleared = { command: report({ n: null }, "2"), outcome: shown("2", { n: 1 }) };
    const caseEvidence = caseEvidenceOf(started, stored, cleared);

    expect(outcomeOf(violated("write.null-clears-member", [3]), caseEvidence)).toMatchObject({
      result: "violated",
    });
  });

  it("is undecided if the write should have caused an event", () => {
    expect(
      outcomeOf(violated("watch.one-event-per-write", [2]), caseEvidenceOf(started, dropped)),
    ).toMatchObject({ result: "undecided" });
  });
});

describe("a finding on a status that a read and the response to its write show differently", () => {
  const started = { command: create, outcome: shown("1") };
  const written = { command: report({ n: 1, m: 1 }), outcome: shown("2", { n: 1, m: 1 }) };
  const partly = { command: read, outcome: shown("2", { n: 1 }) };
  const rule = "allocation.ownership-is-advisory";

  it("is undecided, because another requirement judges the difference", () => {
    expect(
      outcomeOf(violated(rule, [2, 3]), caseEvidenceOf(started, written, partly)),
    ).toMatchObject({
      result: "undecided",
      reason: expect.stringContaining("exchange 3 and the response in exchange 2"),
      evidence: [2, 3],
    });
  });

  it.each<{
    why: string;
    reading?: Omit<SentCommand, "exchange">;
    rule?: RequirementId;
    evidence?: readonly number[];
  }>([
    { why: "the statuses are equal", reading: { ...partly, outcome: written.outcome } },
    { why: "the read shows another version", reading: { ...partly, outcome: shown("3", {}) } },
    {
      why: "the read shows another object with the same name",
      reading: { ...partly, outcome: shown("2", {}, undefined, "v") },
    },
    { why: "the requirement is about the difference", rule: aboutReads },
    { why: "the evidence has neither", evidence: [1] },
  ])("remains if $why", ({ reading = partly, rule: id = rule, evidence = [2, 3] }) => {
    const caseEvidence = caseEvidenceOf(started, written, reading);

    expect(outcomeOf(violated(id, evidence), caseEvidence)).toMatchObject({ result: "violated" });
  });

  it("remains if two writes have the same version, and either may be stored", () => {
    const rival = { command: report({ n: 1 }), outcome: shown("2", { n: 1 }) };
    const caseEvidence = caseEvidenceOf(started, rival, written, partly);

    expect(outcomeOf(violated(rule, [3, 4]), caseEvidence)).toMatchObject({ result: "violated" });
  });
});

describe("a pass that rests on an earlier write", () => {
  const started = { command: create, outcome: shown("1") };
  const dropped = { command: report({ n: 1 }), outcome: shown("1") };
  const rule = "generation.ignores-status-writes";

  it("is undecided if no write through the operation stored anything", () => {
    expect(outcomeOf(held(rule, [1, 2]), caseEvidenceOf(started, dropped))).toMatchObject({
      result: "undecided",
      premise: "earlier-write-took-effect",
      evidence: [1, 2],
    });
  });

  it.each([
    {
      why: "the operation has stored something",
      caseEvidence: caseEvidenceOf(started, dropped, {
        command: report({ n: 2 }),
        outcome: shown("2", { n: 2 }),
      }),
      finding: held(rule, [2, 3]),
    },
    {
      why: "it is about a refusal",
      caseEvidence: caseEvidenceOf(started, dropped, {
        command: report({}),
        outcome: refused("invalid"),
      }),
      finding: held("errors.invalid-status-refused", [2, 3]),
    },
    {
      why: "it is about permissions",
      caseEvidence: caseEvidenceOf(started, dropped),
      finding: held("authorization.controller-needs-no-spec-permission", [2]),
    },
    {
      why: "it is about another object",
      caseEvidence: caseEvidenceOf(started, dropped, {
        command: { ...read, key: { kind: "Press", name: "b" } },
        outcome: shown("1"),
      }),
      finding: held(rule, [3]),
    },
  ])("stands where $why", ({ caseEvidence, finding }) => {
    expect(outcomeOf(finding, caseEvidence)).toEqual(finding);
  });
});

describe("a violation about an object that another client writes", () => {
  const started = { command: create, outcome: shown("1") };
  const own = { command: report({ n: 7 }), outcome: shown("2", { n: 7 }) };
  const requirement = "write.stores-submitted-status";

  it.each([
    { what: "a value that no request carries", version: "3", status: { n: 7, state: "Running" } },
    { what: "another value", version: "3", status: { n: 8 } },
  ])("is undecided where a read shows $what", ({ version, status }) => {
    const caseEvidence = caseEvidenceOf(started, own, {
      command: read,
      outcome: shown(version, status),
    });

    expect(outcomeOf(violated(requirement, [2, 3]), caseEvidence)).toMatchObject({
      result: "undecided",
      premise: "undisturbed",
      reason: expect.stringContaining("at version 3"),
    });
  });

  it("is undecided if an event shows the other client", () => {
    const object = shown("3", { state: "Running" });
    const events = [{ type: "MODIFIED", arrivedMs: 1, ...object }];

    expect(
      outcomeOf(violated(requirement, [2]), caseEvidenceOf(started, own), { events }),
    ).toMatchObject({ result: "undecided", premise: "undisturbed" });
  });

  it("remains if it is about the controller, which is another client", () => {
    const late = { command: read, outcome: shown("3", { state: "Running" }) };
    const about = violated("controller.comes-to-rest", [2, 3]);

    expect(outcomeOf(about, caseEvidenceOf(started, own, late))).toMatchObject({
      result: "violated",
    });
  });

  it.each([
    { what: "at the version of the case's own write", version: "2", status: { n: 8 } },
    { what: "and nothing that was not sent", version: "3", status: { n: 7 } },
    { what: "and nothing at all", version: "3", status: {} },
  ])("stands where a read shows another state $what", ({ version, status }) => {
    const caseEvidence = caseEvidenceOf(started, own, {
      command: read,
      outcome: shown(version, status),
    });

    expect(outcomeOf(violated(requirement, [2, 3]), caseEvidence)).toMatchObject({
      result: "violated",
    });
  });

  it.each([
    { what: "one of its writes got no response", outcome: unanswered },
    { what: "one of its writes shows no object", outcome: { result: "done" } as const },
  ])("stands where $what", ({ outcome }) => {
    const lost = { command: report({ n: 9 }), outcome };
    const late = { command: read, outcome: shown("3", { state: "Running" }) };

    expect(
      outcomeOf(violated(requirement, [2, 4]), caseEvidenceOf(started, own, lost, late)),
    ).toMatchObject({ result: "violated" });
  });
});

describe("a violation about a generation", () => {
  it("is undecided if an update without a spec cleared the stored spec", () => {
    const version = resourceVersion("1");
    const about = { identity: "author", key, resourceVersion: version } as const;
    const label: Command = { verb: "update", ...about, labels: { a: "b" } };
    const wished = { command: create, outcome: shown("1", {}, { title: "x" }) };
    const cleared = { command: label, outcome: shown("2", {}, {}) };
    const kept = { command: label, outcome: shown("2", {}, { title: "x" }) };
    const finding = violated("generation.ignores-metadata-writes", [2]);

    expect(outcomeOf(finding, caseEvidenceOf(wished, cleared))).toMatchObject({
      result: "undecided",
      premise: "update-form-known",
    });
    expect(outcomeOf(finding, caseEvidenceOf(wished, kept))).toMatchObject({
      result: "violated",
      premises: expect.arrayContaining([{ premise: "update-form-known", by: [2] }]),
    });
  });
});

describe("a violation that rests on the mode of a status mutation", () => {
  const started = { command: create, outcome: shown("1") };
  const wrote = { command: report({ n: 1 }), outcome: shown("2", { n: 1 }) };
  const guessing = (via: string): CaseEvidence => {
    const run = new RunEvidence();
    run.noteGuessedModes([{ name: "Press", guessedModes: [via] }]);
    [started, wrote].forEach((one, index) => run.note("case", { ...one, exchange: index + 1 }));
    return run.of("case");
  };
  const omitted = violated("write.omitted-members-unchanged", [2]);

  it("is undecided if the mode was never observed", () => {
    expect(outcomeOf(omitted, guessing("report"))).toMatchObject({
      result: "undecided",
      premise: "status-mode-observed",
      reason: expect.stringContaining("remove modeIsGuessed"),
    });
  });

  it("remains for another mutation or requirement", () => {
    expect(outcomeOf(omitted, guessing("other"))).toMatchObject({ result: "violated" });
    const stored = violated("write.stores-submitted-status", [2]);
    expect(outcomeOf(stored, guessing("report"))).toMatchObject({ result: "violated" });
  });
});

function guessingSemantics(...names: readonly SemanticsName[]): CaseEvidence {
  const run = new RunEvidence();
  run.noteGuessedSemantics(names);
  const steps = [
    { command: create, outcome: shown("1") },
    { command: report({ n: 1 }), outcome: shown("2", { n: 1 }) },
    { command: report({ n: 1 }), outcome: shown("3", { n: 1 }) },
  ];
  steps.forEach((one, index) => run.note("case", { ...one, exchange: index + 1 }));
  return run.of("case");
}

describe("a violation that rests on a declaration", () => {
  it.each([
    ["concurrency.no-op-keeps-version", "noOp"],
    ["watch.nothing-for-no-op", "noOp"],
    ["concurrency.replacement-needs-version", "precondition"],
    ["write.null-clears-member", "nullMembers"],
    ["errors.stale-and-invalid-order", "staleAndInvalid"],
  ] as const)("is undecided if it was never observed: %s", (requirement, name) => {
    const finding = violated(requirement, [3]);

    expect(outcomeOf(finding, guessingSemantics(name))).toMatchObject({
      result: "undecided",
      premise: "semantics-observed",
      reason: expect.stringContaining(`semantics.${name} is a guess`),
    });
    expect(outcomeOf(finding, guessingSemantics())).toMatchObject({ result: "violated" });
    expect(outcomeOf(finding, guessingSemantics("crossWrite"))).toMatchObject({
      result: "violated",
    });
  });
});

describe("premises", () => {
  it("name the exchange that showed the object, before the first write and after it", () => {
    const caseEvidence = caseEvidenceOf(
      { command: create, outcome: shown("1") },
      { command: report({ n: 1 }), outcome: shown("2", { n: 1 }) },
      { command: read, outcome: shown("2", { n: 1 }) },
    );

    expect(
      outcomeOf(violated("write.stores-submitted-status", [2, 3]), caseEvidence),
    ).toMatchObject({
      premises: expect.arrayContaining([
        { premise: "initial-state-read", by: [1] },
        { premise: "undisturbed", by: [2, 3] },
        { premise: "same-value", by: [2, 3] },
      ]),
    });
  });

  it.each([true, false])("state that a request matches a schema, if it is known: %s", (isKnown) => {
    const run = new RunEvidence();
    if (isKnown) run.noteSchema();
    run.note("case", { exchange: 1, command: remove, outcome: { result: "done" } });
    run.note("case", { exchange: 2, command: remove, outcome: refused("invalid") });
    const fits = { premise: "request-fits-schema", by: [2] };
    const finding = outcomeOf(violated("errors.missing-object-not-found", [2]), run.of("case"));

    expect(finding).toMatchObject({
      premises: isKnown ? expect.arrayContaining([fits]) : expect.not.arrayContaining([fits]),
    });
  });

  it("include the watches that delivered all events", () => {
    const finding = violated("watch.ordered", [7]);
    const observations = { events: { reached: true, exchange: 7, events: [] } };

    expect(outcomeOf(finding, caseEvidenceOf(), observations)).toMatchObject({
      premises: [{ premise: "watch-reached-fence", by: [7] }],
    });
  });

  it("are stated for violations only", () => {
    const pass = held(stale, [1]);

    expect(outcomeOf(pass, caseEvidenceOf({ command: read, outcome: shown("1") }))).toEqual(pass);
  });
});

describe("a violation by a status with a list in another arrangement", () => {
  const doubtfulList = "the write budget is exhausted";
  const written = { command: read, outcome: shown("1"), doubtfulList };

  it("is undecided if it is unknown whether the arrangement has a meaning", () => {
    const finding = violated("write.stores-submitted-status", [1]);

    expect(outcomeOf(finding, caseEvidenceOf(written))).toMatchObject({
      result: "undecided",
      premise: "same-value",
      reason: expect.stringContaining(doubtfulList),
    });
  });

  it("counts if it does not depend on the status", () => {
    const finding = violated("authorization.anonymous-refused", [1]);

    expect(outcomeOf(finding, caseEvidenceOf(written))).toMatchObject({ result: "violated" });
  });
});

describe("a violation by an object that a list lacks", () => {
  const partial = 'pages, although "presses" has the argument "first"';
  const requirement = "write.visible-to-later-reads";
  const creation = { command: create, outcome: shown("1") };
  const list = { verb: "list", identity: "reader", kind: "Press" } as const;
  const empty = { command: list, outcome: { result: "list", items: [] } } as const;
  const whole = { command: list, outcome: { result: "list", items: [shown("1").object] } } as const;
  const deletion = { command: remove, outcome: { result: "done" } } as const;

  it("is undecided if the list may have further pages", () => {
    const caseEvidence = caseEvidenceOf(creation, { ...empty, partial });

    expect(outcomeOf(violated(requirement, [2]), caseEvidence)).toMatchObject({
      result: "undecided",
      premise: "list-complete",
      reason: expect.stringContaining(partial),
    });
  });

  it("counts if it is about an object that the list contains", () => {
    const caseEvidence = caseEvidenceOf(creation, { ...empty, partial });

    expect(outcomeOf(violated("write.list-selector-filter", [2]), caseEvidence)).toMatchObject({
      result: "violated",
    });
  });

  it("is undecided if the object remains after its deletion was requested", () => {
    const remaining = { command: read, outcome: shown("2") };
    const caseEvidence = caseEvidenceOf(creation, deletion, remaining, { ...empty, partial });

    expect(outcomeOf(violated(requirement, [4]), caseEvidence)).toMatchObject({
      result: "undecided",
    });
  });

  it.each([
    { why: "the list has no further pages", sent: [creation, empty] },
    { why: "the list contains the object", sent: [creation, { ...whole, partial }] },
    { why: "the object was deleted", sent: [creation, deletion, { ...empty, partial }] },
    { why: "the object was created later", sent: [{ ...empty, partial }, creation] },
  ])("counts if $why", ({ sent }) => {
    const caseEvidence = caseEvidenceOf(...sent);

    expect(outcomeOf(violated(requirement, [1, 2, 3]), caseEvidence)).toMatchObject({
      result: "violated",
    });
  });
});

function labeled(version: string, labels: Readonly<Record<string, string>>): Outcome {
  const { object } = shown(version, { n: 7 });
  return { result: "object", object: { ...object, metadata: { ...object.metadata, labels } } };
}

function watchOf(selector: JsonObject): unknown {
  return { exchange: 9, command: { verb: "watch", selector }, events: [], reached: true };
}

describe("a violation on a watch that selects a label", () => {
  const labels = { app: "x", tier: "a" };
  const started = { command: create, outcome: labeled("1", labels) };
  const requirement = "watch.one-event-per-write";
  it.each([
    { what: "removes", kept: { tier: "a" } },
    { what: "changes", kept: { ...labels, app: "y" } },
  ])("is undecided if a status write $what the label", ({ kept }) => {
    const caseEvidence = caseEvidenceOf(started, {
      command: report({ n: 7 }),
      outcome: labeled("2", kept),
    });

    for (const finding of [violated(requirement, [1, 2, 9]), held(requirement, [1, 2, 9])]) {
      expect(outcomeOf(finding, caseEvidence, watchOf({ app: "x" }))).toMatchObject({
        result: "undecided",
        premise: "still-selected",
        reason: expect.stringContaining("exchange 2 removed or changed the label app"),
      });
    }
  });

  it("is undecided if the selector is that of a list", () => {
    const list: Command = {
      verb: "list",
      identity: "author",
      kind: "Press",
      selector: { app: "x" },
    };
    const caseEvidence = caseEvidenceOf(
      started,
      { command: report({ n: 7 }), outcome: labeled("2", {}) },
      { command: list, outcome: { result: "list", items: [] } },
    );

    expect(outcomeOf(violated("write.listed-exactly-once", [3]), caseEvidence)).toMatchObject({
      premise: "still-selected",
    });
  });

  it("remains if the selector needs another label, or the write changes labels on purpose", () => {
    const other = caseEvidenceOf(started, {
      command: report({ n: 7 }),
      outcome: labeled("2", { app: "x" }),
    });
    const named = { resourceVersion: resourceVersion("1") };
    const intended = caseEvidenceOf(started, {
      command: { verb: "update", identity: "author", key, ...named, labels: { app: "y" } },
      outcome: labeled("2", { app: "y" }),
    });

    for (const caseEvidence of [other, intended]) {
      expect(
        outcomeOf(violated(requirement, [1, 2, 9]), caseEvidence, watchOf({ app: "x" })),
      ).toMatchObject({ result: "violated" });
    }
  });

  it("remains if it is about the labels", () => {
    const about = "isolation.status-write-never-changes-metadata";
    const caseEvidence = caseEvidenceOf(started, {
      command: report({ n: 7 }),
      outcome: labeled("2", {}),
    });

    expect(
      outcomeOf(violated(about, [1, 2, 9]), caseEvidence, watchOf({ app: "x" })),
    ).toMatchObject({
      result: "violated",
    });
  });
});

function times(exchange: number): Pick<SentCommand, "endedMs" | "startedMs"> {
  return { startedMs: 10 * exchange, endedMs: 10 * exchange + 5 };
}

describe("a violation that rests on a stale read", () => {
  const caseEvidence = caseEvidenceOf(
    { command: create, outcome: shown("1"), ...times(1) },
    { command: report({ runs: 1 }), outcome: shown("2", { runs: 1 }), ...times(2) },
    { command: read, outcome: shown("1"), ...times(3) },
    { command: read, outcome: shown("2", { runs: 1 }), ...times(4) },
  );
  const visible = "write.visible-to-later-reads";

  it("is undecided, and names the read and the write", () => {
    const finding = violated("write.stores-submitted-status", [2, 3]);

    expect(outcomeOf(finding, caseEvidence)).toEqual({
      result: "undecided",
      requirement: "write.stores-submitted-status",
      reason: `the read in exchange 3 returned version 1, which the write in exchange 2 had replaced; ${visible} judges stale reads`,
      evidence: [2, 3],
    });
  });

  it("counts if it is about the read, or about other exchanges", () => {
    expect(outcomeOf(violated(visible, [2, 3]), caseEvidence)).toMatchObject({
      result: "violated",
    });
    expect(
      outcomeOf(violated("write.stores-submitted-status", [2, 4]), caseEvidence),
    ).toMatchObject({ result: "violated" });
  });
});
