import { describe, expect, it } from "vitest";
import type { ForeignPlace } from "#harness";
import { accepted, refused, resourceAt, strictTarget, trialWith } from "../testing/builders.ts";
import { foreignMembersInStatusWrite } from "./foreign-members-in-status-write.ts";
import { inSingleFields } from "./spellings.ts";

const write = { verb: "updateStatus", via: "report" } as const;
const part = {
  name: "spec",
  value: { size: 2, tone: "b" },
  stored: { size: 1, tone: "a" },
} as const;
const place: ForeignPlace = {
  ...write,
  part: "spec",
  place: "beside",
  path: "input.wish",
  admission: "declared",
};

function fieldsIn(
  foreignPlaces: readonly ForeignPlace[] | undefined,
  of: Parameters<typeof inSingleFields>[2] = part,
): readonly unknown[] {
  const kind = foreignPlaces === undefined ? {} : { foreignPlaces };
  return inSingleFields(kind, write, of).map(({ foreign }) => foreign.members["spec"]);
}

describe("the fields of a foreign part, one by one", () => {
  it("are sent where the schema admits the part", () => {
    expect(fieldsIn([place])).toEqual([{ size: 2 }, { tone: "b" }]);
    expect(inSingleFields({ foreignPlaces: [place] }, write, part)[0]).toMatchObject({
      what: "only the field size of a spec as input.wish (report)",
      foreign: { at: "input.wish" },
      isPart: true,
    });
  });

  it.each<Partial<ForeignPlace>>([
    { admission: "closed" },
    { isGuess: true },
    { path: "" },
    { part: "status" },
    { verb: "update" },
    { via: "another" },
  ])("are not sent at a position with %j", (difference) => {
    expect(fieldsIn([{ ...place, ...difference }])).toEqual([]);
  });

  it("are sent at the position of a complete object if the schema is unknown", () => {
    expect(fieldsIn(undefined)).toEqual([{ size: 2 }, { tone: "b" }]);
  });

  it("differ from the stored values, and are never the whole part", () => {
    expect(fieldsIn([place], { ...part, stored: { size: 2 } })).toEqual([{ tone: "b" }]);
    expect(fieldsIn([place], { ...part, value: { size: 2 } })).toEqual([]);
  });
});

describe("a status write with one field of a spec", () => {
  const whole = {
    what: "a spec",
    foreign: { place: "beside", members: { spec: {} } },
    trial: trialWith({ attempt: refused("invalid"), control: accepted(resourceAt("2")) }),
  } as const;
  const rejected = "isolation.spec-in-status-write-is-rejected";

  it.each([
    { attempt: accepted(resourceAt("2")), results: ["held", "violated"] },
    { attempt: refused("invalid"), results: ["held"] },
    { attempt: refused("internal"), results: ["held"] },
  ])("counts only if it is accepted: $results", ({ attempt, results }) => {
    const single = { ...whole, isPart: true, trial: trialWith({ attempt }) } as const;
    const findings = foreignMembersInStatusWrite.judge(
      { withSpec: [whole, single], withMetadata: [], withUnknown: [] },
      strictTarget,
    );

    expect(
      findings.flatMap(({ requirement, result }) => (requirement === rejected ? [result] : [])),
    ).toEqual(results);
  });
});
