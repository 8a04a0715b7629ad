import { describe, expect, it } from "vitest";
import type { Outcome } from "#contract";
import type { Finding } from "#harness";
import {
  accepted,
  noReply,
  openResults,
  refused,
  resourceAt,
  stepWith,
  strictTarget,
  trialWith,
} from "../testing/builders.ts";
import type { LenientTrial } from "./judge-lenient.ts";
import { unknownMembersByMode } from "./unknown-members-by-mode.ts";

const submitted = { num: 5 };
const unknown = ["bogus", "stray"];

describe("unknown members", () => {
  const strict = refused("invalid", {
    causes: [
      { field: "status.bogus", message: "is unknown" },
      { message: "status.stray is unknown" },
    ],
  });
  const stored = accepted(resourceAt("2", { status: submitted }));
  const told = warned("status.bogus is unknown", "status.stray, too");
  const kept = accepted(resourceAt("2", { status: { ...submitted, bogus: "yes" } }));
  const right = { strict, warned: told, ignored: stored, read: stored };
  const strictly = "write.strict-validation-refuses-unknown-members";
  const warning = "write.warning-validation-tells-unknown-members";
  const ignoring = "write.ignoring-validation-drops-unknown-members";

  it.each([
    { why: "by mode", changed: {}, expected: {} },
    {
      why: "dropped under STRICT",
      changed: { strict: stored },
      expected: { [strictly]: "violated" },
    },
    {
      why: "refused under STRICT without their names",
      changed: { strict: refused("invalid") },
      expected: { [strictly]: "violated" },
    },
    { why: "untold", changed: { warned: stored }, expected: { [warning]: "violated" } },
    {
      why: "told once for both",
      changed: { warned: warned("bogus and stray are unknown") },
      expected: { [warning]: "violated" },
    },
    { why: "refused under WARN", changed: { warned: strict }, expected: { [warning]: "violated" } },
    { why: "told under IGNORE", changed: { ignored: told }, expected: { [ignoring]: "violated" } },
    {
      why: "refused under IGNORE",
      changed: { ignored: strict },
      expected: { [ignoring]: "violated" },
    },
    {
      why: "stored",
      changed: { read: kept },
      expected: {
        [warning]: "violated",
        [ignoring]: "violated",
        "isolation.unknown-members-never-stored": "violated",
      },
    },
    {
      why: "refused under all modes",
      changed: { warned: strict, ignored: strict },
      expected: { [warning]: "violated", [ignoring]: "violated" },
    },
    {
      why: "stored without the rest of the status",
      changed: { read: accepted(resourceAt("2")) },
      expected: { [warning]: "violated", [ignoring]: "violated" },
    },
    {
      why: "read at an older version",
      changed: { read: accepted(resourceAt("1")) },
      expected: { [warning]: "undecided", [ignoring]: "undecided" },
    },
    {
      why: "not read afterwards",
      changed: { read: refused("internal") },
      expected: { [warning]: "undecided", [ignoring]: "undecided" },
    },
    {
      why: "no reply",
      changed: { ignored: noReply },
      expected: { [ignoring]: "errored", "isolation.unknown-members-never-stored": "errored" },
    },
  ])("$why", ({ changed, expected }) => {
    expect(openResults(judge([{ via: "boxed", ...right, ...changed }]))).toEqual(expected);
  });

  it("cannot travel through a typed mutation", () => {
    const typed = { via: "typed", ...right, warned: strict, ignored: strict };

    expect(openResults(judge([typed, { via: "boxed", ...right }]))).toEqual({});
  });
});

interface Mutation {
  readonly via: string;
  readonly strict: Outcome;
  readonly warned: Outcome;
  readonly ignored: Outcome;
  readonly read: Outcome;
}

function judge(mutations: readonly Mutation[]): readonly Finding[] {
  return unknownMembersByMode.judge(
    {
      unknown,
      strict: mutations.map((each) => trialWith({ attempt: each.strict })),
      warning: mutations.map((each) => trialOf(each.via, each.warned, each.read)),
      ignoring: mutations.map((each) => trialOf(each.via, each.ignored, each.read)),
    },
    strictTarget,
  );
}

function trialOf(via: string, write: Outcome, read: Outcome): LenientTrial {
  return { via, submitted, write: stepWith(write, 1), reads: [stepWith(read, 2)] };
}

function warned(...warnings: readonly string[]): Outcome {
  return { result: "object", object: resourceAt("2", { status: submitted }), warnings };
}
