import { describe, expect, it } from "vitest";
import type { Requirement } from "../catalogue/requirement.ts";
import { profiles } from "../requirements/profiles.ts";
import { requirementIds, requirements } from "../requirements/index.ts";
import { contractSemantics, contradictionOf, semanticsOfCommand } from "./contract-semantics.ts";

describe("contradictionOf", () => {
  it.each([
    { presumed: {}, declared: { lists: "merged" } },
    { presumed: { lists: "replaced" }, declared: {} },
    { presumed: { lists: "replaced" }, declared: { lists: "replaced", noOp: "takesVersion" } },
    { presumed: { noOp: "takesVersion" }, declared: { noOp: "takesVersion" } },
  ] as const)("finds nothing between $presumed and $declared", ({ presumed, declared }) => {
    expect(contradictionOf(presumed, declared)).toBeUndefined();
  });

  it("reports the declarations, and the preconditions of the rule", () => {
    expect(contradictionOf({ lists: "replaced" }, { lists: "merged" })).toBe(
      "the target declares that a list in a status write is merged (lists); the rule assumes replaced",
    );
  });

  it("uses the contract for everything that is not declared", () => {
    expect(contradictionOf({ lists: "merged" }, {})).toContain("is replaced (lists)");
    expect(contradictionOf({ statusReply: "complete" }, {})).toContain("not declared");
  });
});

describe("the preconditions of a requirement", () => {
  // Covers only this profile. The Kubernetes profile has rules for behavior that this contract does not permit.
  const asked = profiles["graphql-status/v1"];
  const entries: readonly (readonly [string, Requirement])[] = requirementIds
    .filter((id) => asked[id] !== "not-asked")
    // The requirements of this area concern declarations that differ from the contract.
    .filter((id) => !id.startsWith("semantics."))
    .map((id) => [id, requirements[id]]);

  it("hold for the contract itself", () => {
    const contradicted = entries.filter(
      ([, { presumes }]) => presumes && contradictionOf(presumes, contractSemantics) !== undefined,
    );
    expect(contradicted.map(([id]) => id)).toEqual([]);
  });

  it("are never required of everyone by a profile", () => {
    const excused = entries.filter(
      ([, { presumes = {} }]) => "crossWrite" in presumes || "precondition" in presumes,
    );
    expect(excused.map(([id]) => id)).toEqual([]);
  });
});

describe("semanticsOfCommand", () => {
  const statusSemantics = {
    one: { noOp: "takesVersion" },
    other: { noOp: "takesVersion", lists: "merged" },
  } as const;
  const declared = {
    semantics: contractSemantics,
    statusSemantics,
    statusWrites: ["one", "other"],
  };

  it.each([
    { command: { verb: "updateStatus", via: "other" }, noOp: "takesVersion", lists: "merged" },
    { command: { verb: "updateStatus", via: "third" }, noOp: "keepsVersion", lists: "replaced" },
    { command: { verb: "update" }, noOp: "keepsVersion", lists: "replaced" },
    { command: { verb: "patchStatus" }, noOp: "takesVersion", lists: "replaced" },
  ])("is $noOp and $lists for $command", ({ command, noOp, lists }) => {
    expect(semanticsOfCommand(declared, command)).toMatchObject({ noOp, lists });
  });

  it("states nothing about a patch if the mutations differ", () => {
    const mixed = { ...declared, statusWrites: ["one", "third"] };

    expect(semanticsOfCommand(mixed, { verb: "patchStatus" }).noOp).toBe("keepsVersion");
  });
});
