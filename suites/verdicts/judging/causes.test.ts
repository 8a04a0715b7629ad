import { describe, expect, it } from "vitest";
import type { RequirementId } from "#contract";
import { causesOf } from "./causes.ts";
import type { BrokenRequirement, KnownFault } from "./causes.ts";

const [one, two, three]: readonly [KnownFault, KnownFault, KnownFault] = [
  { name: "one", summary: "First.", breaks: ["watch.ordered", "watch.unique"] },
  { name: "two", summary: "Second.", breaks: ["watch.unique"] },
  { name: "three", summary: "Third.", breaks: ["watch.unique", "watch.no-gap", "watch.ordered"] },
];
const faults = [one, two, three];

function broken(...ids: readonly RequirementId[]): readonly BrokenRequirement[] {
  return ids.map((requirement) => ({ requirement, kinds: new Set() }));
}

function on(requirement: RequirementId, kind: string): BrokenRequirement {
  return { requirement, kinds: new Set([kind]) };
}

describe("causesOf", () => {
  it("puts together what one fault breaks, in its order, and names it", () => {
    const found = causesOf(faults, broken("watch.ordered", "watch.no-gap", "watch.unique"));

    expect(found).toEqual([
      { lead: "watch.unique", follows: ["watch.no-gap", "watch.ordered"], fault: three },
    ]);
  });

  it("names no fault that would have broken what holds", () => {
    const found = causesOf([three], broken("watch.unique", "watch.ordered"));

    expect(found).toEqual([{ lead: "watch.unique", follows: ["watch.ordered"] }]);
  });

  it("names no fault where another one breaks the same", () => {
    const twin: KnownFault = { ...one, name: "twin" };

    expect(causesOf([one, twin], broken("watch.ordered", "watch.unique"))).toEqual([
      { lead: "watch.ordered", follows: ["watch.unique"] },
    ]);
  });

  it("prefers the fault that explains exactly what is broken", () => {
    expect(causesOf(faults, broken("watch.unique"))).toEqual([
      { lead: "watch.unique", follows: [], fault: two },
    ]);
    expect(causesOf(faults, broken("watch.ordered", "watch.unique"))).toEqual([
      { lead: "watch.ordered", follows: ["watch.unique"], fault: one },
    ]);
  });

  it("holds nothing against a fault that was not looked at", () => {
    const judged = new Set(["watch.ordered", "watch.unique", "write.keeps-identity"] as const);
    const [cause] = causesOf([three], broken("watch.ordered", "watch.unique"), judged);

    expect(cause).toEqual({ lead: "watch.unique", follows: ["watch.ordered"], fault: three });
  });

  it("does not put together what broke on different kinds of objects", () => {
    const found = causesOf([one], [on("watch.ordered", "Kiln"), on("watch.unique", "Yard")]);

    expect(found.map(({ lead }) => lead)).toEqual(["watch.ordered", "watch.unique"]);
    expect(causesOf([one], [on("watch.ordered", "Kiln"), on("watch.unique", "Kiln")])).toHaveLength(
      1,
    );
  });

  it("explains one part after the other", () => {
    const other: KnownFault = {
      name: "other",
      summary: "Other.",
      breaks: ["errors.stable-code", "errors.machine-code"],
    };
    const ids = ["errors.machine-code", "errors.stable-code", "watch.ordered"] as const;
    const found = causesOf(
      [...faults, other],
      broken(...ids, "watch.unique", "write.keeps-identity"),
    );

    expect(found).toEqual([
      { lead: "watch.ordered", follows: ["watch.unique"], fault: one },
      { lead: "errors.stable-code", follows: ["errors.machine-code"], fault: other },
      { lead: "write.keeps-identity", follows: [] },
    ]);
  });

  it("finds no cause where nothing is broken", () => {
    expect(causesOf(faults, [])).toEqual([]);
  });
});
