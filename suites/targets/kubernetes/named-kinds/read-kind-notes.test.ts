import { describe, expect, it } from "vitest";
import { readKindNotes } from "./read-kind-notes.ts";

const whole = `
gears.example.com:
  specs: [{ teeth: 8 }, { teeth: 9 }, { teeth: 10 }]
  statuses: [{ turns: 1 }, { turns: 2 }, { turns: 3 }]
  counter: turns
  invalidStatuses:
    - { status: { turns: -1 }, field: status.turns, defect: fewer than none }
  statusMetadata: [annotations]
  unsetAsZero: [turns]
  takesVersionlessReplacement: true
deployments.apps:
  isControlled: false
`;

describe("readKindNotes", () => {
  it("reads what is said about kinds", () => {
    const reading = readKindNotes(whole);

    expect(reading).toMatchObject({ isRead: true });
    expect(reading.isRead && reading.kinds.get("deployments.apps")).toEqual({
      isControlled: false,
    });
    expect(reading.isRead && reading.kinds.get("gears.example.com")).toMatchObject({
      samples: { counter: "turns", specs: [{ teeth: 8 }, { teeth: 9 }, { teeth: 10 }] },
      statusMetadata: ["annotations"],
      unsetAsZero: ["turns"],
      takesVersionlessReplacement: true,
    });
  });

  it.each([
    ["", "the file is no mapping from names of kinds, such as deployments.apps"],
    ["- a", "the file is no mapping from names of kinds, such as deployments.apps"],
    ["a: [", "it is no YAML"],
    ["Gear: {}", "Gear: this is no name of a kind, such as deployments.apps"],
    ["gears: 5", "gears: a mapping is meant here"],
    ["gears: { sepcs: [] }", "gears: there is no sepcs; specs, statuses"],
    ["gears: { isControlled: maybe }", "gears.isControlled: true or false is meant here"],
    ["gears: { statusMetadata: [uid] }", "gears.statusMetadata: each is one of annotations,"],
    ["gears: { unsetAsZero: 1 }", "gears.unsetAsZero: a list is meant here"],
    ["gears: { counter: n }", "gears.specs: a list is meant here"],
    [
      "gears: { specs: [{}, {}, {}], statuses: [], counter: n }",
      "gears.specs: needs three different ones, but has 1",
    ],
  ])("says what is wrong with %j", (text, problem) => {
    const reading = readKindNotes(text);

    expect(reading.isRead ? [] : reading.problems.join("\n")).toContain(problem);
  });
});
